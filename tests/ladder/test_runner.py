import multiprocessing
from pathlib import Path

import pytest

from ladder.log import read_log
from ladder.matches import match_lines
from ladder.models import MatchStatus
from ladder.runner import MOST_QUARANTINED, TRIES_ALONE, Queue, run_matches
from ladder.store import Store
from ladder.tournament import PlannedMatch, Settings, Tournament, plan, statuses
from referee.errors import UserError
from referee.rules import load
from tests.ladder.bots import bot_processes, submit_four
from tests.ladder.conftest import plan_four

MATCHES = [PlannedMatch(number, number, 0, number, ()) for number in range(1, 6)]


def take(queue: Queue, running: int, room: int) -> list[int]:
    return [match.id for match in queue.take(running, room)]


def test_the_queue_fills_the_room() -> None:
    queue = Queue(MATCHES)
    assert take(queue, 0, 2) == [1, 2]
    assert take(queue, 2, 0) == []
    assert take(queue, 1, 1) == [3]
    assert take(queue, 0, 9) == [4, 5]
    assert not queue


def test_a_match_that_failed_runs_again_alone() -> None:
    queue = Queue(MATCHES)
    assert take(queue, 0, 2) == [1, 2]
    assert queue.failed(MATCHES[0])
    assert take(queue, 1, 1) == []  # 2 is still running
    assert take(queue, 0, 2) == [1]
    assert take(queue, 1, 1) == []
    assert take(queue, 0, 2) == [3, 4]


def test_only_failures_alone_count_against_a_match() -> None:
    queue = Queue(MATCHES[:2])
    take(queue, 0, 2)
    assert queue.failed(MATCHES[0])
    assert queue.failed(MATCHES[1])
    for last in range(1, TRIES_ALONE + 1):
        assert take(queue, 0, 2) == [1]
        assert queue.failed(MATCHES[0]) == (last < TRIES_ALONE)
        if last == 1:
            assert take(queue, 0, 2) == [2]
    assert not queue


def short_tournament(store: Store, folder: Path, rounds: int) -> Tournament:
    entrants = submit_four(store, folder)
    rules = load("american-hearts")
    settings = Settings(rounds=rounds, decks=2, tables=8)
    return plan(store, rules, entrants, settings, secret=b"secret")


@pytest.mark.processes
def test_a_worker_that_dies_costs_nobody_anything(store: Store, tmp_path: Path) -> None:
    tournament = short_tournament(store, tmp_path, rounds=3)
    killed: list[int] = []

    def kill_once(_booked: int) -> None:
        if not killed and bot_processes(store):
            for process in multiprocessing.active_children():
                process.kill()
                killed.append(process.pid or 0)

    run_matches(store, tournament, 1, kill_once, lambda: False)
    assert killed
    assert statuses(store, tournament.id)[MatchStatus.DONE] == 3
    assert len(read_log(store, tournament.id)) == 3 * 2
    assert sum(sum(line.faults) for line in match_lines(store, tournament.id)) == 0
    assert bot_processes(store) == []


@pytest.mark.processes
def test_records_are_kept_and_stay_whole(store: Store, tmp_path: Path) -> None:
    tournament = short_tournament(store, tmp_path, rounds=1)
    run_matches(store, tournament, 1, lambda _: None, lambda: False)
    (line,) = match_lines(store, tournament.id)
    assert line.record is not None
    record = store.data / line.record
    assert record.read_text().splitlines()[-1].startswith('{"type":"reveal"')
    assert list(record.parent.iterdir()) == [record]


@pytest.mark.processes
def test_matches_that_cannot_be_played_are_quarantined_and_end_the_run(store: Store) -> None:
    tournament = plan_four(store, rounds=MOST_QUARANTINED + 1)  # of bots without files
    with pytest.raises(
        UserError, match=r"3 matches in a row failed .* files of anna@1 are missing"
    ):
        run_matches(store, tournament, 1, lambda _: None, lambda: False)
    counts = statuses(store, tournament.id)
    assert (counts[MatchStatus.QUARANTINED], counts[MatchStatus.PLANNED]) == (3, 1)
    assert read_log(store, tournament.id) == []
