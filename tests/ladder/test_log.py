import threading
from fractions import Fraction

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from ladder.database import open_database, reading
from ladder.log import (
    book,
    load_snapshot,
    note_failure,
    read_log,
    save_snapshot,
    totals,
)
from ladder.matches import match_lines
from ladder.models import FaultCount, MatchStatus, PlayerResult, RunStatus, SetResult
from ladder.outcome import Outcome, PlayerFaults
from ladder.ratings import Entry, skills
from ladder.standings import standings
from ladder.store import Store
from ladder.tournament import find, plan_again, planned_matches, statuses
from referee.rules import Gaussian, Score
from tests.ladder.conftest import plan_four


def outcome(*first_deck: Score, faults: tuple[PlayerFaults, ...] = ()) -> Outcome:
    """Two decks: the second one is the first with the points handed on by one player."""
    return Outcome(
        sets={1: first_deck, 2: first_deck[1:] + first_deck[:1]},
        deals={1: 4, 2: 4},
        seconds=(0.5, 1.0, 1.5, 2.0),
        faults=faults,
        record="records/x.jsonl",
    )


def rows(store: Store) -> tuple[int, int, int]:
    """How many player results, set results and fault counts there are."""
    tables = (PlayerResult, SetResult, FaultCount)
    with reading(store.engine) as connection:
        found = [connection.scalar(select(func.count()).select_from(table)) for table in tables]
    return found[0] or 0, found[1] or 0, found[2] or 0


def test_a_match_is_booked_once(any_store: Store) -> None:
    tournament = plan_four(any_store)
    (match,) = planned_matches(any_store, tournament.id)
    fault = PlayerFaults(2, "timeout", 3, "took 2 s")
    assert book(any_store, [(match.id, outcome(0, 26, 26, 52, faults=(fault,)))]) == 1
    assert book(any_store, [(match.id, outcome(52, 26, 26, 0))]) == 0
    assert rows(any_store) == (4, 8, 1)
    (line,) = match_lines(any_store, tournament.id)
    assert (line.status, line.points, line.faults) == (
        MatchStatus.DONE,
        (26, 52, 78, 52),
        (0, 0, 3, 0),
    )
    assert planned_matches(any_store, tournament.id) == []
    assert find(any_store).status is RunStatus.DONE


def test_two_bookers_at_once_book_once(any_store: Store, address: str) -> None:
    tournament = plan_four(any_store, rounds=10)
    matches = planned_matches(any_store, tournament.id)
    together = threading.Barrier(2, timeout=30)
    booked: list[int] = []

    def book_all() -> None:
        engine = open_database(address)
        mine = Store(any_store.data, engine)
        for match in matches:
            together.wait()
            booked.append(book(mine, [(match.id, outcome(1, 2, 3, 4))]))
        engine.dispose()

    threads = [threading.Thread(target=book_all) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(booked) == [0] * 10 + [1] * 10
    assert rows(any_store) == (40, 80, 0)


def test_booking_is_all_or_nothing(any_store: Store) -> None:
    tournament = plan_four(any_store, rounds=2)
    first, second = planned_matches(any_store, tournament.id)
    fifth = PlayerFaults(4, "illegal", 1, "there is no fifth player")
    with pytest.raises(DBAPIError):
        book(
            any_store,
            [(first.id, outcome(1, 2, 3, 4)), (second.id, outcome(1, 2, 3, 4, faults=(fifth,)))],
        )
    assert rows(any_store) == (0, 0, 0)
    assert statuses(any_store, tournament.id)[MatchStatus.PLANNED] == 2


def test_the_log_is_in_the_order_of_the_plan(store: Store) -> None:
    tournament = plan_four(store, rounds=3)
    for match in reversed(planned_matches(store, tournament.id)):
        book(store, [(match.id, outcome(match.number, 2, 3, 4))])
    log = read_log(store, tournament.id)
    assert [(one.match, one.deck) for one in log] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 1),
        (3, 2),
    ]
    assert [one.entries[0].points for one in log] == [1, 2, 2, 2, 3, 2]


def test_scores_come_back_exactly(any_store: Store) -> None:
    tournament = plan_four(any_store)
    (match,) = planned_matches(any_store, tournament.id)
    scores: tuple[Score, ...] = (Fraction(1, 3), Gaussian(-26, 10), Gaussian(0, -1), 7)
    book(any_store, [(match.id, outcome(*scores))])
    first, _ = read_log(any_store, tournament.id)
    versions = [version.id for version in match.players]
    assert first.entries == tuple(map(Entry, versions, scores, [4] * 4))


def test_a_snapshot_has_the_digits_of_the_log(any_store: Store) -> None:
    tournament = plan_four(any_store, rounds=3)
    for match in planned_matches(any_store, tournament.id):
        book(any_store, [(match.id, outcome(match.number, 2, 30, 4))])
    digest = save_snapshot(any_store, tournament.id, "minimise")
    assert digest == save_snapshot(any_store, tournament.id, "minimise")
    stored = load_snapshot(any_store, tournament.id, digest)
    assert stored == skills(read_log(any_store, tournament.id), "minimise")
    assert stored is not None
    assert [row.skill for row in standings(any_store, tournament)] == sorted(
        stored.values(), key=lambda skill: -skill.conservative
    )


def test_totals_and_standings_rest_on_all_matches(any_store: Store) -> None:
    tournament = plan_four(any_store, rounds=2)
    assert standings(any_store, tournament) == []
    faults = (PlayerFaults(0, "timeout", 3, "slow"), PlayerFaults(0, "illegal", 1, "no such card"))
    for match in planned_matches(any_store, tournament.id):
        book(any_store, [(match.id, outcome(0, 26, 26, 52, faults=faults))])
    of_version = totals(any_store, tournament.id)
    anna = of_version[1]
    assert (anna.matches, anna.deals, anna.faults, anna.seconds) == (2, 16, 8, 1.0)
    by_points = standings(any_store, tournament, "points")
    assert [row.average.points for row in by_points] == sorted(
        row.average.points for row in by_points
    )


def test_a_quarantined_match_waits_for_a_person(any_store: Store) -> None:
    tournament = plan_four(any_store)
    (match,) = planned_matches(any_store, tournament.id)
    note_failure(any_store, match.id, "no disk", quarantine=False)
    assert planned_matches(any_store, tournament.id) == [match]
    note_failure(any_store, match.id, "no disk", quarantine=True)
    assert planned_matches(any_store, tournament.id) == []
    (line,) = match_lines(any_store, tournament.id)
    assert (line.status, line.failure, line.attempts) == (MatchStatus.QUARANTINED, "no disk", 2)
    assert find(any_store).status is RunStatus.PLANNED
    assert plan_again(any_store, tournament.id) == 1
    assert planned_matches(any_store, tournament.id) == [match]
