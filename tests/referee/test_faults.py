"""Every fault that a bot can commit, with real processes: who is blamed, and how the match goes."""

from pathlib import Path

import pytest

from referee.clock import TimeControl
from referee.faults import Fault
from referee.match import MatchResult, run_match
from referee.replay import replay
from tests.referee.bots import faulty, plan, sample, script

pytestmark = [pytest.mark.processes, pytest.mark.usefixtures("no_bot_left")]
BAD = 2
"""The player that misbehaves."""
LOWEST = sample("lowest")
PATIENT = TimeControl(move=20.0, bank=0.0, start=30.0)
"""So that no good bot is late, however busy the machine is."""
BRIEF = TimeControl(move=0.7, bank=0.0, start=30.0)
BRIEF_START = TimeControl(move=20.0, bank=0.0, start=4.0)


def match(
    tmp_path: Path, flags: str, time: TimeControl = PATIENT, max_faults: int = 100
) -> MatchResult:
    """Two deals with one misbehaving bot among three good ones; the record holds."""
    bots = (LOWEST, LOWEST, faulty(flags), LOWEST)
    path = tmp_path / "record"
    result = run_match(plan(*bots, time=time, max_faults=max_faults), record=path)
    assert result.void is None
    assert {fault.player for fault in result.faults} <= {BAD}
    assert [player for player, why in enumerate(result.out) if why] in ([], [BAD])
    assert len(result.tables) == 2
    record = replay(path)
    assert record.complete
    for played in record.deals:
        for seat, _, _, _, *fault in played.line.actions:
            assert not fault or played.line.seating[seat] == BAD
    return result


def kinds(result: MatchResult) -> set[Fault]:
    return {fault.fault for fault in result.faults}


@pytest.mark.parametrize("flags", ["--illegal", "--too-many", "--empty"])
def test_what_is_not_allowed_is_illegal_and_the_table_goes_on(tmp_path: Path, flags: str) -> None:
    result = match(tmp_path, f"{flags}-after 2 --times 5")
    assert kinds(result) == {Fault.ILLEGAL}
    assert len(result.faults) == 5
    assert result.out[BAD] is None
    assert all(fault.table in (1, 2) and fault.deal >= 1 for fault in result.faults)
    assert b"illegal" not in result.output[0]


def test_a_turn_left_out_is_a_protocol_fault(tmp_path: Path) -> None:
    result = match(tmp_path, "--omit --times 4")
    assert kinds(result) == {Fault.PROTOCOL}
    assert len(result.faults) == 4


def test_late_answers_are_dropped_and_the_bot_plays_on(tmp_path: Path) -> None:
    result = match(tmp_path, "--late 2 --late-after 3 --times 1", BRIEF)
    assert kinds(result) == {Fault.TIMEOUT}
    assert 1 <= len(result.faults) <= 4
    assert result.out[BAD] is None


def test_a_bot_that_hangs_is_out_after_its_faults(tmp_path: Path) -> None:
    result = match(tmp_path, "--hang-after 4", BRIEF, max_faults=1)
    assert kinds(result) == {Fault.TIMEOUT}
    assert len(result.faults) == 2
    assert result.out[BAD] == "too many faults: 2"
    for table in result.tables:
        assert table.points[table.seating.index(BAD)] == 26
        assert table.ranks[table.seating.index(BAD)] == 4


@pytest.mark.parametrize("flags", ["--twice", "--unknown-turn", "--spam-stderr --times 3"])
def test_what_does_no_harm_is_no_fault(tmp_path: Path, flags: str) -> None:
    assert match(tmp_path, flags).faults == ()


def test_a_bot_may_lose_its_stream_and_come_back(tmp_path: Path) -> None:
    result = match(tmp_path, "--disconnect-after 2 --times 3")
    assert result.faults == ()
    assert result.out[BAD] is None


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        ("--garbage", "a message that cannot be read"),
        ("--hello", "hello twice"),
        ("--flood", "a flood of answers to no turn"),
    ],
)
def test_nonsense_ends_the_stream_with_a_fixed_text(
    tmp_path: Path, flags: str, reason: str
) -> None:
    result = match(tmp_path, f"{flags}-after 2 --times 1")
    assert result.faults[0].fault is Fault.PROTOCOL
    assert result.faults[0].reason == reason
    assert f"INVALID_ARGUMENT: {reason}".encode() in result.output[BAD]


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        ("--oversize-after 2", "exited with status 0"),
        ("--exit-after 4", "exited with status 0"),
        ("--crash-after 4", "exited with status 1"),
    ],
)
def test_a_bot_that_dies_is_out_at_once(tmp_path: Path, flags: str, reason: str) -> None:
    result = match(tmp_path, flags)
    (fault,) = result.faults
    assert fault.fault is Fault.CRASHED
    assert fault.reason == result.out[BAD] == reason
    assert [table.points[table.seating.index(BAD)] for table in result.tables] == [26, 26]


def test_the_traceback_of_a_crash_is_kept_for_its_author(tmp_path: Path) -> None:
    assert b"RuntimeError" in match(tmp_path, "--crash-after 4").output[BAD]


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        ("--exit-at-start", "exited with status 3 before it was ready"),
        ("--wrong-token", "exited with status 0 before it was ready"),
        ("--wrong-protocol", "exited with status 0 before it was ready"),
        ("--no-hello", "exited with status 0 before it was ready"),
    ],
)
def test_a_bot_that_does_not_start_is_out_and_the_match_goes_on(
    tmp_path: Path, flags: str, reason: str
) -> None:
    result = match(tmp_path, flags)
    (fault,) = result.faults
    assert fault.fault is Fault.START_FAILED
    assert fault.reason == result.out[BAD] == reason
    assert result.turns[BAD] == 0
    assert [table.points[table.seating.index(BAD)] for table in result.tables] == [26, 26]


def test_bots_that_are_not_ready_in_time_are_out(tmp_path: Path) -> None:
    bots = (LOWEST, faulty("--never-connect"), LOWEST, faulty("--never-ready"))
    result = run_match(plan(*bots, time=BRIEF_START), record=tmp_path / "record")
    assert result.out == (None, "was not ready within 4 s", None, "was not ready within 4 s")
    assert kinds(result) == {Fault.START_FAILED}
    assert sorted(fault.player for fault in result.faults) == [1, 3]
    assert all(table.points[1] == table.points[3] == 26 for table in result.tables)
    assert replay(tmp_path / "record").complete


def test_a_bot_that_ignores_the_goodbye_is_killed(tmp_path: Path) -> None:
    assert match(tmp_path, "--ignore-sigterm").faults == ()


def test_all_bots_out_still_ends_the_match(tmp_path: Path) -> None:
    bots = [faulty("--exit-at-start")] * 4
    result = run_match(plan(*bots, decks=20), record=tmp_path / "record")
    assert len(result.tables) == 20
    assert all(table.points == (26, 26, 26, 26) for table in result.tables)
    assert replay(tmp_path / "record").complete


def test_a_second_stream_and_a_wrong_token_are_refused(tmp_path: Path) -> None:
    code = """
import os, grpc
from protocol import referee_pb2 as pb
from protocol.referee_pb2_grpc import RefereeStub
from protocol.bot import Bot, run

class Nosy(Bot):
    def welcome(self, welcome):
        with grpc.insecure_channel(os.environ["HEARTS_ADDRESS"]) as channel:
            for token in (os.environ["HEARTS_TOKEN"], "guess"):
                hello = pb.BotMessage(hello=pb.Hello(token=token, protocol=1))
                try:
                    next(RefereeStub(channel).Play(iter([hello])))
                except grpc.RpcError as error:
                    print(error.code().name)

    def act(self, turn):
        return turn.options[: turn.least]

run(Nosy())
"""
    nosy = script(tmp_path, code)
    result = run_match(plan(LOWEST, LOWEST, nosy, LOWEST))
    assert result.faults == ()
    assert result.output[BAD].split() == [b"ALREADY_EXISTS", b"UNAUTHENTICATED"]
