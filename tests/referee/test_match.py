import socket
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.clock import TimeControl
from referee.connections import Connection
from referee.errors import UserError
from referee.hall import Hall
from referee.match import MatchResult, jobs_in_order, run_match, seatings
from referee.outcome import TableResult
from referee.record import DealLine, Header, RecordWriter, read_record
from referee.replay import replay
from referee.session import LONGEST_SOCKET, socket_directory
from tests.referee.bots import plan, sample, script

LOWEST = sample("lowest")


def test_seatings_of_a_duplicate_set() -> None:
    assert seatings("single", 3) == ((0, 1, 2),)
    assert seatings("cyclic", 3) == ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    assert len(set(seatings("all", 4))) == 24
    for player in range(4):
        assert {table.index(player) for table in seatings("cyclic", 4)} == {0, 1, 2, 3}


@pytest.mark.parametrize("decks", [2, 3, 10])
def test_every_deck_meets_every_seating_once_and_never_twice_in_a_row(decks: int) -> None:
    for secret in (b"a", b"b", b"c", b"d"):
        jobs = jobs_in_order(range(1, decks + 1), seatings("cyclic", 4), secret)
        assert len(jobs) == len(set(jobs)) == 4 * decks
        assert all(a.deck != b.deck for a, b in pairwise(jobs))
    first, second = (
        jobs_in_order(range(1, 11), seatings("cyclic", 4), key) for key in (b"a", b"b")
    )
    assert first != second
    assert first == jobs_in_order(range(1, 11), seatings("cyclic", 4), b"a")


def test_sets_add_up_the_seatings_of_a_deck_by_player() -> None:
    tables = (
        TableResult(1, (0, 1), (3, 5), (1, 2), 1),
        TableResult(1, (1, 0), (10, 0), (2, 1), 1),
        TableResult(2, (0, 1), (7, 1), (2, 1), 1),
    )
    result = MatchResult(tables, (), (0.0, 0.0), (0, 0), (None, None), (b"", b""))
    assert result.sets() == {1: (3, 15), 2: (7, 1)}


def test_a_plan_with_the_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(UserError, match="4 seats needs 4 players"):
        plan(*[LOWEST] * 4, seatings=((0, 1, 2),))
    with pytest.raises(UserError, match="twice"):
        plan(*[LOWEST] * 4, seatings=((0, 1, 2, 2),))


def test_a_long_temporary_folder_does_not_break_the_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with socket_directory() as directory:
        assert len(str(directory / "999")) <= LONGEST_SOCKET
        assert directory.stat().st_mode & 0o777 == 0o700
    assert not directory.exists()
    assert list(long.iterdir()) == []


@pytest.mark.processes
@pytest.mark.usefixtures("no_bot_left")
class TestWithBots:
    def test_a_match_is_played_recorded_and_repeatable(self, tmp_path: Path) -> None:
        match = plan(*[LOWEST] * 4, decks=3, seatings=seatings("cyclic", 4), tables=5)
        steps: list[tuple[int, int]] = []
        path = tmp_path / "record"
        result = run_match(match, record=path, on_progress=lambda *step: steps.append(step))
        assert result.void is None
        assert result.faults == ()
        assert result.out == (None,) * 4
        assert steps == [(done, 12) for done in range(1, 13)]
        assert all(sum(points) in (26, 78) for points in map(_ints, result.tables))
        assert all(turns == 3 * (13 * 4 + 4) for turns in result.turns)
        assert all(seconds > 0 for seconds in result.seconds)
        record = replay(path)
        assert record.complete
        assert len(record.deals) == 12
        assert run_match(match).tables == result.tables

    def test_players_of_the_same_bot_are_told_apart_by_their_place(self) -> None:
        result = run_match(plan(*[LOWEST] * 4, seatings=seatings("cyclic", 4), decks=1))
        # Four equal bots: whoever holds a hand makes the same of it.
        assert len({table.points for table in result.tables}) == 1
        (points,) = result.sets().values()
        assert len(set(points)) == 1

    def test_whole_games_go_to_their_end(self, tmp_path: Path) -> None:
        path = tmp_path / "record"
        result = run_match(plan(*[LOWEST] * 4, decks=2, games=True), record=path)
        assert [table.deals > 1 for table in result.tables] == [True, True]
        assert all(max(_ints(table)) >= 100 for table in result.tables)
        assert all(1 in table.ranks for table in result.tables)
        decks = [line.cards for _, line in read_record(path) if isinstance(line, DealLine)]
        assert len(set(decks)) == len(decks) == sum(table.deals for table in result.tables)
        assert replay(path).complete

    def test_bots_may_dial_a_port(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        result = run_match(plan(*[LOWEST] * 4), listen=f"127.0.0.1:{port}")
        assert result.faults == ()
        assert len(result.tables) == 2

    def test_a_port_in_use_is_said_before_anything_starts(self, tmp_path: Path) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            address = f"127.0.0.1:{other.getsockname()[1]}"
            with pytest.raises(UserError, match=f"cannot listen on {address}: Address already"):
                run_match(plan(*[LOWEST] * 4), listen=address, record=tmp_path / "record")
        assert not (tmp_path / "record").exists()

    @pytest.mark.parametrize(
        ("owner", "name"),
        [(Hall, "_end_deals"), (Hall, "open"), (Connection, "attach"), (Connection, "_flush")],
    )
    def test_trouble_of_the_referee_voids_the_match_and_blames_nobody(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        owner: type,
        name: str,
    ) -> None:
        def fail(*_: Any) -> None:
            raise ZeroDivisionError("a bug")

        monkeypatch.setattr(owner, name, fail)
        path = tmp_path / "record"
        result = run_match(plan(*[LOWEST] * 4), record=path)
        assert result.void == "ZeroDivisionError: a bug"
        assert result.faults == ()
        assert "Traceback" in caplog.text
        assert not any(b"a bug" in printed for printed in result.output)
        assert '"void":"ZeroDivisionError: a bug"' in path.read_text()

    def test_a_disk_that_is_full_ends_the_match_in_one_line(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fill(writer: RecordWriter, *_: Any) -> None:
            writer.close()
            writer._file = Path("/dev/full").open("wb", buffering=0)  # noqa: SIM115 - by the match
            writer._put({})

        monkeypatch.setattr(RecordWriter, "deal", fill)
        with pytest.raises(UserError, match="cannot be written: No space left"):
            run_match(plan(*[LOWEST] * 4), record=tmp_path / "record")

    def test_a_bot_cannot_see_which_deck_it_plays(self, tmp_path: Path) -> None:
        code = (
            "from protocol.bot import Bot, run\n"
            "class Spy(Bot):\n"
            "    def act(self, turn):\n"
            "        print(turn.observation.deal)\n"
            "        return turn.options[: turn.least]\n"
            "run(Spy())\n"
        )
        spy = script(tmp_path, code)
        result = run_match(plan(LOWEST, spy, LOWEST, LOWEST, decks=3))
        assert set(result.output[1].split()) == {b"1"}

    def test_the_header_says_who_plays_and_what_for(self, tmp_path: Path) -> None:
        path = tmp_path / "record"
        match = plan(*[LOWEST] * 4, decks=1, time=TimeControl(2.0, 30.0, 0.5, 10.0))
        run_match(match, record=path)
        _, header = next(read_record(path))
        assert isinstance(header, Header)
        assert [bot.name for bot in header.bots] == ["lowest"] * 4
        assert all(len(bot.digest) == 64 for bot in header.bots)
        assert header.time == "move=2s bank=30s inc=500ms start=10s"
        assert match.secret.hex() not in header.model_dump_json()


def _ints(table: TableResult) -> list[int]:
    return [points for points in table.points if isinstance(points, int)]
