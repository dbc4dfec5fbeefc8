"""Every sample bot that is built, whatever its language, alone in a folder: plays and behaves."""

import ast
import fcntl
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from protocol import referee_pb2 as pb
from protocol.turn import Turn
from referee.clock import TimeControl
from referee.launch import command
from referee.manifest import BotSpec, read_manifest
from referee.match import MatchPlan, run_match, seatings
from referee.rules import Deal, game_names, load
from sample_bots.build import SAMPLES, built_bots, missing_tool
from sample_bots.duck.bot import Duck
from sample_bots.random.bot import Random
from tests.protocol.scripted import GOODBYE, greet, referee, turn
from tests.referee.bots import sample
from tests.sample_bots.arena import game_rules, play_deal

pytestmark = pytest.mark.processes

BUILDING = os.environ.get("HEARTS_ARENA_BUILD_BOTS") == "1"
REQUIRED = os.environ.get("HEARTS_ARENA_REQUIRE_ALL") == "1"
"""Whether a missing toolchain fails the tests of its bots instead of skipping them."""
BUILD_SECONDS = 600
END_SECONDS = 60
PROTO = SAMPLES.parent / "protocol" / "referee.proto"
GAMES = (
    ("american-hearts", 4),
    ("gong-zhu", 4),
    ("cancellation-hearts", 6),
    ("domino-hearts", 4),
    ("leekha", 4),
    ("auction-hearts", 4),
    ("partnership-hearts-slam-bid", 4),
    ("joker-hearts", 4),
)
COMPANY = ("duck", "lowest", "random", "heuristic", "duck")


# ---- the copies of the wire ---------------------------------------------------------------------


@pytest.mark.parametrize("name", built_bots())
def test_its_copy_of_the_wire_is_the_wire(name: str) -> None:
    folder = SAMPLES / name
    copies = [
        path
        for path in folder.rglob(PROTO.name)
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    assert len(copies) == 1
    assert copies[0].read_bytes() == PROTO.read_bytes(), "run `make proto`"


def test_the_go_stubs_are_of_this_wire(tmp_path: Path) -> None:
    code = (SAMPLES / "go-duck" / "refereepb" / "referee.pb.go").read_text(encoding="utf-8")
    found = re.search(r'rawDesc = "" \+\n((?:\t".*\n)+)', code)
    assert found is not None
    literals = [line.strip(" \t+") for line in found[1].splitlines()]
    stubs = b"".join(ast.literal_eval(f"b{literal}") for literal in literals)
    described = tmp_path / "described"
    flags = (f"-I{PROTO.parent}", f"--descriptor_set_out={described}", PROTO.name)
    subprocess.run([sys.executable, "-m", "grpc_tools.protoc", *flags], check=True)
    wire = FileDescriptorSet.FromString(described.read_bytes())
    assert FileDescriptorProto.FromString(stubs) == wire.file[0], "run `make proto`"


# ---- building -----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run of the tests share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(params=built_bots())
def bot(request: pytest.FixtureRequest, workshop: Path) -> BotSpec:
    """A bot, built by its own line in a copy of its folder that reaches nothing of ours."""
    name: str = request.param
    if not BUILDING:
        pytest.skip("building bots takes minutes: set HEARTS_ARENA_BUILD_BOTS=1")
    tool = missing_tool(name)
    if tool is not None:
        (pytest.fail if REQUIRED else pytest.skip)(f"{name} needs {tool}, which is not here")
    directory = workshop / "built-bots" / name
    directory.parent.mkdir(exist_ok=True)
    with directory.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        errors = directory.with_suffix(".errors")
        if not errors.exists():
            errors.write_text(build(SAMPLES / name, directory))
    if errors.read_text():
        pytest.fail(f"{name} was not built:\n{errors.read_text()}")
    return read_manifest(directory)


def build(source: Path, directory: Path) -> str:
    """Copy a bot as it would be submitted and build it; what went wrong, or nothing."""
    shutil.copytree(source, directory, ignore=shutil.ignore_patterns(".*", "node_modules"))
    line = read_manifest(directory).build
    assert line is not None
    done = subprocess.run(
        shlex.split(line),
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    return f"{line}\n{done.stdout}" if done.returncode else ""


# ---- playing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_plays_without_a_fault(bot: BotSpec, game: str, players: int) -> None:
    bots = (bot, *map(sample, COMPANY[: players - 1]))
    plan = MatchPlan(
        rules=load(game, players),
        bots=bots,
        secret=b"bots in other languages",
        decks=(1, 2),
        seatings=seatings("cyclic", players),
        time=TimeControl(move=20.0, bank=0.0, start=30.0),
    )
    result = run_match(plan)
    assert result.void is None
    assert result.faults == ()
    assert set(result.out) == {None}
    assert len(result.tables) == 2 * players
    assert result.turns[0] > 0


class Quiz(NamedTuple):
    """Turns of every game of the rule book, and what the duck in Python answers."""

    rules: list[pb.Rules]
    turns: list[pb.Turn]
    choices: dict[int, bytes]


@pytest.fixture(scope="session")
def quiz() -> Quiz:
    asked, duck = Quiz([], [], {}), Duck()
    numbers = count(1)

    def witness(seen: Turn, _: Deal) -> None:
        question = pb.Turn()
        question.CopyFrom(seen.message)
        question.id, question.rules = next(numbers), len(asked.rules)
        asked.turns.append(question)
        asked.choices[question.id] = duck.act(seen)

    for game in game_names():
        rules = load(game)
        told = game_rules(rules)
        asked.rules.append(pb.Rules())
        asked.rules[-1].CopyFrom(told.message)
        asked.rules[-1].id = len(asked.rules)
        for deck in (1, 2):
            play_deal(rules, told, [Random(seat) for seat in range(rules.seats)], deck, witness)
    return asked


def test_answers_as_the_duck_in_python_message_by_message(
    bot: BotSpec, quiz: Quiz, tmp_path: Path
) -> None:
    batches = [quiz.turns[first : first + 256] for first in range(0, len(quiz.turns), 256)]
    heard: list[list[pb.Action]] = []

    def script(messages: Any, _: Any) -> Any:
        next(messages)
        yield pb.RefereeMessage(welcome=pb.Welcome(protocol=1, rules=quiz.rules))
        next(messages)
        for turns in batches:
            yield pb.RefereeMessage(turns=turns)
            heard.append(list(next(messages).answers.actions))
        yield GOODBYE
        assert list(messages) == []

    with referee(tmp_path, script) as address:
        assert ending(start(bot, address)) == (0, "")
    assert len(batches[0]) == 256
    assert list(map(len, heard)) == list(map(len, batches))
    by_id = {question.id: question for question in quiz.turns}
    for action in (action for actions in heard for action in actions):
        assert action.choice == quiz.choices[action.turn], by_id[action.turn]


# ---- conduct ------------------------------------------------------------------------------------


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    """Bots to be killed in the end if they still run."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def start(bot: BotSpec, address: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(bot),
        cwd=bot.directory,
        env=os.environ | {"HEARTS_ADDRESS": address, "HEARTS_TOKEN": "secret"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ending(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit status and what the bot printed."""
    try:
        output, _ = process.communicate(timeout=END_SECONDS)
    finally:
        process.kill()
    return process.returncode, output


def test_a_sigterm_ends_it_with_status_0(
    bot: BotSpec, tmp_path: Path, processes: list[subprocess.Popen[str]]
) -> None:
    def script(messages: Any, _: Any) -> Any:
        yield from greet(messages, [])
        processes[0].send_signal(signal.SIGTERM)
        yield from messages

    with referee(tmp_path, script) as address:
        processes.append(start(bot, address))
        assert ending(processes[0])[0] == 0


def test_takes_up_a_lost_stream_with_the_same_token(bot: BotSpec, tmp_path: Path) -> None:
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

    with referee(tmp_path, lost, ended, resumed) as address:
        assert ending(start(bot, address))[0] == 0
    assert [message.hello.token for message in heard if message.HasField("hello")] == ["secret"] * 3
    assert [(action.turn, action.choice) for action in heard[-1].answers.actions] == [(1, b"\1")]


def test_gives_up_when_it_loses_every_stream(bot: BotSpec, tmp_path: Path) -> None:
    greeted: list[pb.BotMessage] = []

    def lost(messages: Any, context: grpc.ServicerContext) -> Any:
        yield from greet(messages, greeted)
        context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    with referee(tmp_path, *[lost] * 20) as address:
        status, output = ending(start(bot, address))
    assert status == 1
    assert "gone" in output
    assert 2 < len(greeted) < 40


def test_a_refusal_is_final(bot: BotSpec, tmp_path: Path) -> None:
    def refuse(messages: Any, context: grpc.ServicerContext) -> Any:
        next(messages)
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such token")
        yield GOODBYE

    with referee(tmp_path, refuse) as address:
        status, output = ending(start(bot, address))
    assert status == 1
    assert "no such token" in output


@pytest.mark.parametrize("name", ["HEARTS_ADDRESS", "HEARTS_TOKEN"])
def test_a_missing_variable_is_one_clear_line(
    bot: BotSpec, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTS_ADDRESS", "unix:/nowhere")
    monkeypatch.setenv("HEARTS_TOKEN", "secret")
    monkeypatch.delenv(name)
    done = subprocess.run(
        command(bot), cwd=bot.directory, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert name in done.stderr
    assert done.stderr.count("\n") == 1
