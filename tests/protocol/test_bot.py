"""The SDK against a scripted referee."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from protocol import referee_pb2 as pb
from protocol.bot import Bot, Turn, run
from tests.protocol.scripted import GOODBYE, greet, referee, turn


class Lowest(Bot):
    def act(self, turn: Turn) -> bytes:
        return turn.options[: turn.least]


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("HEARTS_TOKEN", "secret")
    monkeypatch.setattr(sys, "argv", ["bot.py"])
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a bot in this process against a referee that follows these scripts."""

    def play(bot: Bot, *scripts: Any) -> None:
        with referee(tmp_path, *scripts) as address:
            monkeypatch.setenv("HEARTS_ADDRESS", address)
            run(bot)

    return play


def choices(message: pb.BotMessage) -> dict[int, bytes]:
    return {action.turn: action.choice for action in message.answers.actions}


def test_a_session_from_hello_to_goodbye(play: Any) -> None:
    heard: list[pb.BotMessage] = []

    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, heard)
        yield pb.RefereeMessage(turns=[turn(1)])
        heard.append(next(messages))
        yield pb.RefereeMessage(turns=[turn(k, "3♣ 5♣ 7♣", least=2) for k in range(2, 258)])
        heard.append(next(messages))
        yield GOODBYE
        heard.extend(messages)

    play(Lowest(), script)
    hello, ready, one, many = heard
    assert hello.hello.token == "secret"
    assert hello.hello.protocol == 1
    assert ready.HasField("ready")
    assert choices(one) == {1: b"\1"}
    assert choices(many) == dict.fromkeys(range(2, 258), b"\x02\x04")


@pytest.mark.parametrize("answer", [2, b"\2", [2], (card for card in [2])])
def test_an_action_may_be_an_int_bytes_or_any_iterable(play: Any, answer: Any) -> None:
    heard: list[pb.BotMessage] = []

    class Fixed(Bot):
        def act(self, _: Turn) -> int | Iterable[int]:
            return answer  # type: ignore[no-any-return]

    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, [])
        yield pb.RefereeMessage(turns=[turn(1)])
        heard.append(next(messages))
        yield GOODBYE

    play(Fixed(), script)
    assert choices(heard[0]) == {1: b"\2"}


def test_news_arrives_before_the_turns_of_the_same_message(play: Any) -> None:
    news: list[str] = []

    class Listener(Lowest):
        def welcome(self, welcome: pb.Welcome) -> None:
            news.append(welcome.rules[0].name)

        def game_start(self, start: pb.GameStart) -> None:
            news.append(f"start {start.table}")

        def deal_end(self, end: pb.DealEnd) -> None:
            news.append(f"deal {list(end.points)}")

        def game_end(self, end: pb.GameEnd) -> None:
            news.append(f"game {list(end.ranks)}")

        def act(self, turn: Turn) -> bytes:
            news.append(f"turn {turn.id}")
            return super().act(turn)

    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, [])
        yield pb.RefereeMessage(turns=[turn(1)], game_starts=[pb.GameStart(table=3)])
        next(messages)
        yield pb.RefereeMessage(
            deal_ends=[pb.DealEnd(points=[0, 26])], game_ends=[pb.GameEnd(ranks=[1, 2])]
        )
        yield GOODBYE

    play(Listener(), script)
    assert news == ["test-hearts", "start 3", "turn 1", "deal [0, 26]", "game [1, 2]"]


def test_a_fault_is_logged(play: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, [])
        notice = pb.FaultNotice(fault=pb.ILLEGAL, reason="no such card", table=2, turn=9, faults=1)
        yield pb.RefereeMessage(faults=[notice])
        yield GOODBYE

    play(Lowest(), script)
    assert "fault 1: illegal at table 2, turn 9: no such card" in capsys.readouterr().err


def test_a_lost_stream_is_taken_up_with_the_same_token(play: Any) -> None:
    heard: list[pb.BotMessage] = []

    def lost(messages: Any, context: grpc.ServicerContext) -> Any:
        yield from greet(messages, heard)
        yield pb.RefereeMessage(turns=[turn(1)])
        context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    def ended(messages: Any, _: Any) -> Any:
        yield from greet(messages, heard)

    def resumed(messages: Any, _: Any) -> Any:
        yield from greet(messages, heard)
        yield pb.RefereeMessage(turns=[turn(1)])
        heard.append(next(messages))
        yield GOODBYE

    play(Lowest(), lost, ended, resumed)
    assert [m.hello.token for m in heard if m.HasField("hello")] == ["secret"] * 3
    assert choices(heard[-1]) == {1: b"\1"}


def test_it_gives_up_after_losing_the_stream_too_often(
    play: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("protocol.bot.RECONNECTS", 2)

    def lost(messages: Any, context: grpc.ServicerContext) -> Any:
        yield from greet(messages, [])
        context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    with pytest.raises(SystemExit) as stop:
        play(Lowest(), lost, lost, lost, lost)
    assert stop.value.code == 1
    assert "lost the referee 3 times in a row: gone" in capsys.readouterr().err


def test_a_refusal_is_final(play: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(messages: Any, context: grpc.ServicerContext) -> Any:
        next(messages)
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such token")
        yield GOODBYE

    with pytest.raises(SystemExit) as stop:
        play(Lowest(), refuse)
    assert stop.value.code == 1
    assert capsys.readouterr().err == "the referee refused: no such token\n"


def test_nobody_at_the_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("protocol.bot.CONNECT_SECONDS", 0.2)
    monkeypatch.setenv("HEARTS_ADDRESS", f"unix:{tmp_path}/nobody")
    with pytest.raises(SystemExit) as stop:
        run(Lowest())
    assert stop.value.code == 1
    assert "no referee answers at unix:" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["HEARTS_ADDRESS", "HEARTS_TOKEN"])
def test_a_missing_variable_is_one_clear_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEARTS_ADDRESS", "unix:/nowhere")
    monkeypatch.delenv(name)
    with pytest.raises(SystemExit) as stop:
        run(Lowest())
    assert stop.value.code == 2
    errors = capsys.readouterr().err
    assert errors.startswith(f"{name} is not set")
    assert errors.count("\n") == 1


def test_the_command_line_comes_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[pb.BotMessage] = []

    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, heard)
        yield GOODBYE

    with referee(tmp_path, script) as address:
        monkeypatch.setenv("HEARTS_ADDRESS", "unix:/nowhere")
        flags = ["--connect", address, "--token", "mine", "--seed", "3"]
        monkeypatch.setattr(sys, "argv", ["bot.py", *flags])
        run(Lowest())
    assert heard[0].hello.token == "mine"


def start_process(code: str, address: str) -> subprocess.Popen[str]:
    program = f"from protocol.bot import Bot, run\nclass Mine(Bot):\n {code}\nrun(Mine())"
    environment = os.environ | {"HEARTS_ADDRESS": address, "HEARTS_TOKEN": "secret"}
    return subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.processes
def test_an_exception_in_act_shows_its_traceback_and_ends_with_1(tmp_path: Path) -> None:
    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, [])
        yield pb.RefereeMessage(turns=[turn(1)])
        yield from messages

    with referee(tmp_path, script) as address:
        process = start_process("def act(self, turn): return 1 // 0", address)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 1
    assert errors.count("Traceback") == 1
    assert errors.endswith("ZeroDivisionError: integer division or modulo by zero\n")


@pytest.mark.processes
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("code", ["pass", "def act(self, turn):\n  while True: pass"])
def test_a_signal_ends_a_bot_quietly(tmp_path: Path, number: signal.Signals, code: str) -> None:
    processes: list[subprocess.Popen[str]] = []

    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, [])
        if code != "pass":
            yield pb.RefereeMessage(turns=[turn(1)])
        processes[0].send_signal(number)
        yield from messages

    with referee(tmp_path, script) as address:
        processes.append(start_process(code, address))
        _, errors = processes[0].communicate(timeout=20)
    assert errors == ""
    assert processes[0].returncode == 0
