import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from ladder.cli import main
from ladder.cli_compare import verdict
from ladder.compare import Answer, Comparison, answer, compare, leads
from ladder.log import book, note_failure
from ladder.outcome import Outcome
from ladder.ratings import Entry, LoggedSet
from ladder.runner import run_matches
from ladder.schedule import duel, swap_pair
from ladder.sequential import Decision, Evidence, Test
from ladder.store import Store, Version, pick, versions
from ladder.submissions import submit
from ladder.tournament import Settings, planned_matches
from referee.errors import UserError
from referee.rules import Score, load
from tests.ladder.bots import SAMPLE_BOTS
from tests.ladder.conftest import register

RULES = load("american-hearts")
FIXED = Settings(rounds=3, decks=2)


def names(seating: Sequence[int], half: int) -> str:
    return "".join("AB"[player >= half] for player in seating)


def test_the_ways_to_sit_at_four_seats_come_in_turn() -> None:
    found = [[names(seating, 2) for seating in swap_pair(way, RULES.teams)] for way in range(4)]
    assert found == [["AABB", "BBAA"], ["ABAB", "BABA"], ["ABBA", "BAAB"], ["AABB", "BBAA"]]


def test_partners_are_always_the_same_bot() -> None:
    teams = load("leekha").teams
    for way in range(3):
        assert {names(seating, 2) for seating in swap_pair(way, teams)} == {"ABAB", "BABA"}


@pytest.mark.parametrize("seats", range(2, 12))
def test_every_hand_is_held_once_by_each_bot(seats: int) -> None:
    half = (seats + 1) // 2
    (fixture,) = duel(1, seats)
    assert fixture.entrants == (0,) * half + (1,) * half
    seen = set()
    for way in range(60):
        pair = swap_pair(way, tuple(range(seats)))
        assert all(len(set(seating)) == seats for seating in pair)
        assert all(max(seating) < 2 * half for seating in pair)
        one, other = (names(seating, half) for seating in pair)
        assert all({a, b} == {"A", "B"} for a, b in zip(one, other, strict=True))
        seen.add(frozenset((one, other)))
    assert len(seen) > 1 or seats == 2


def pair_of(*points: Score) -> LoggedSet:
    return LoggedSet(1, 1, tuple(Entry(1, score, 2) for score in points))


def test_the_lead_is_a_mean_of_points_a_deal() -> None:
    # One has 26 in four hands, the other 16.
    assert leads([pair_of(20, 6, 10, 16)], 4, high_is_good=False) == [0.0]
    assert leads([pair_of(20, 10, 10, 12)], 4, high_is_good=False) == [-2.0]
    assert leads([pair_of(20, 10, 10, 12)], 4, high_is_good=True) == [2.0]
    assert leads([pair_of(Fraction(1, 2), 0, 0, 0)], 4, high_is_good=True) == [0.125]
    # At three seats each of the two has three hands of a pair, held by two players.
    assert leads([pair_of(12, 3, 6, 3)], 3, high_is_good=False) == [-2.0]


def two(store: Store) -> tuple[Version, Version]:
    anna, bert = register(store, "anna", "bert")
    return anna, bert


def ask(store: Store, settings: Settings = FIXED, *, afresh: bool = False) -> Comparison:
    found = versions(store)
    return compare(store, RULES, found[0], found[1], settings, secret=b"secret", afresh=afresh)


def test_the_same_question_goes_on_and_another_one_starts(any_store: Store) -> None:
    anna, bert = two(any_store)
    first = ask(any_store)
    assert ask(any_store).run == first.run
    others = [
        ask(any_store, replace(FIXED, rounds=4)),
        ask(any_store, replace(FIXED, test=vars(Test()))),
        compare(any_store, RULES, bert, anna, FIXED, secret=b""),
        compare(any_store, load("gong-zhu"), anna, bert, FIXED, secret=b""),
        ask(any_store, afresh=True),
    ]
    assert len({first.run.id, *(other.run.id for other in others)}) == 6
    assert ask(any_store).run == others[-1].run
    with pytest.raises(UserError, match="are the same version"):
        compare(any_store, RULES, anna, anna, FIXED, secret=b"")


def test_pairs_count_in_the_order_of_the_plan_and_without_gaps(store: Store) -> None:
    two(store)
    comparison = ask(store)
    first, second, third = planned_matches(store, comparison.run.id)
    assert [player.name for player in first.players] == ["anna", "anna", "bert", "bert"]

    def outcome(lead: int) -> Outcome:
        # Decks 1 and 2 differ, so that there is a variance.
        sets: dict[int, tuple[Score, ...]] = {1: (10, 0, 10 + lead, 0), 2: (10, 0, 18 + lead, 0)}
        return Outcome(sets, {1: 2, 2: 2}, (1.0,) * 4)

    book(store, [(second.id, outcome(8))])
    assert answer(store, comparison).evidence.pairs == 0
    book(store, [(first.id, outcome(4))])
    assert answer(store, comparison).evidence == replace(
        answer(store, comparison).evidence, pairs=4, nonzero=4, mean=2.5
    )
    anytime = answer(store, comparison)
    assert not anytime.decided
    note_failure(store, third.id, "no disk", quarantine=True)
    fixed = answer(store, comparison)
    assert fixed.decided
    assert fixed.margin is not None
    assert anytime.margin is not None
    assert fixed.margin < anytime.margin


@pytest.mark.parametrize(
    ("decision", "mean", "margin", "complete", "is_test", "words"),
    [
        ("better", 0.5, 0.2, False, True, "new@1 is better than old@1, by 0.30 to 0.70 points"),
        ("better", 0.5, 0.6, False, True, "new@1 is better than old@1."),
        ("not better", -0.5, 0.2, False, True, "new@1 is worse than old@1, by 0.30 to 0.70 point"),
        ("not better", 0.0, 0.2, False, True, "is not better than old@1, not by 0.25 points a de"),
        ("open", 0.5, 0.2, False, True, "Not decided: new@1 is between +0.30 and +0.70"),
        ("open", 0.5, 0.2, True, True, "Not decided"),
        ("open", 0.0, None, True, False, "Not decided: too few pairs"),
        ("open", 0.5, 0.2, False, False, "Not decided"),
        ("open", 0.5, 0.2, True, False, "new@1 is better than old@1, by 0.30 to 0.70 points"),
        ("open", -0.5, 0.2, True, False, "new@1 is worse than old@1, by 0.30 to 0.70 points"),
        ("open", 0.1, 0.2, True, False, "Not decided: new@1 is between -0.10 and +0.30 points"),
    ],
)
def test_the_verdict_is_plain_words(
    store: Store,
    decision: Decision,
    mean: float,
    margin: float | None,
    complete: bool,
    is_test: bool,
    words: str,
) -> None:
    register(store, "new", "old")
    comparison = ask(store, replace(FIXED, test=vars(Test()) if is_test else None))
    evidence = Evidence(decision, 100, 90, mean, 1.0, inf, margin)
    assert words in verdict(comparison, Answer(evidence, margin, 0.95, complete))


def test_bad_words(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    two(store)
    for arguments, trouble in (
        (["anna", "bert", "--until", "soon"], "--until 'soon': write a percentage"),
        (["anna", "bert", "--until", "100%"], "--until '100%': write a percentage"),
        (["anna", "bert", "--gain", "0"], "--gain 0: must be above 0"),
        (["anna", "anna@1"], "are the same version"),
        (["anna", "carl"], "there is no bot 'carl'"),
        (["anna"], "Missing argument 'B'"),
    ):
        assert main(["compare", *arguments, "--data", str(store.data)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert trouble in line


@pytest.fixture
def players(store: Store) -> Store:
    for name in ("duck", "random"):
        submit(store, SAMPLE_BOTS / name)
    return store


def ask_json(capsys: pytest.CaptureFixture[str], store: Store, *arguments: str) -> dict[str, Any]:
    command = ["compare", "duck", "random", *arguments, "--json", "--data", str(store.data)]
    assert main(command) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.processes
def test_a_comparison_is_played_and_kept(
    capsys: pytest.CaptureFixture[str], players: Store
) -> None:
    options = ("--deals", "20", "--decks", "5", "--game", "leekha")
    found = ask_json(capsys, players, *options)
    assert (found["pairs"], found["decided"], found["decision"]) == (10, True, "open")
    assert found["better_by"] > 0
    assert found["faults"] == {"duck@1": 0, "random@1": 0}
    records = sorted((players.data / "records").rglob("*.jsonl"))
    times = [record.stat().st_mtime_ns for record in records]
    assert ask_json(capsys, players, *options) == found
    assert [record.stat().st_mtime_ns for record in records] == times
    header = json.loads(records[0].read_text().partition("\n")[0])
    assert sorted(map(sorted, header["seatings"])) == [[0, 1, 2, 3]] * 2


@pytest.mark.processes
def test_a_clear_case_is_decided_long_before_the_last_match(
    capsys: pytest.CaptureFixture[str], players: Store
) -> None:
    found = ask_json(capsys, players, "--gain", "4", "--players", "3")
    assert (found["decision"], found["pairs"]) == ("better", 100)


@pytest.mark.processes
def test_an_interrupted_comparison_ends_as_an_undisturbed_one(players: Store) -> None:
    submit(players, SAMPLE_BOTS / "lowest")
    known = versions(players)
    pair = pick(known, "duck"), pick(known, "lowest")  # whose play is certain
    comparison = compare(players, RULES, *pair, FIXED, secret=b"secret")
    booked: list[int] = []
    run_matches(players, comparison.run, 1, booked.append, lambda: sum(booked) > 0)
    assert 0 < len(planned_matches(players, comparison.run.id)) < 3
    run_matches(players, comparison.run, 1, booked.append, lambda: False)
    quiet = compare(players, RULES, *pair, FIXED, secret=b"secret", afresh=True)
    run_matches(players, quiet.run, 1, booked.append, lambda: False)
    assert answer(players, comparison) == answer(players, quiet)
    assert answer(players, quiet).evidence.pairs == 6
