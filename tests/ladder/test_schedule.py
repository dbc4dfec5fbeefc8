from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.schedule import decks, match_secret, meetings, round_robin, total
from referee.errors import UserError

SIZES = st.integers(2, 6).flatmap(lambda seats: st.tuples(st.integers(seats, 24), st.just(seats)))


@settings(deadline=None, max_examples=60)
@given(SIZES)
def test_each_pair_meets_equally_often(size: tuple[int, int]) -> None:
    entrants, seats = size
    met = Counter(
        frozenset(pair)
        for fixture in round_robin(entrants, seats)
        for pair in combinations(fixture.entrants, 2)
    )
    assert len(met) == comb(entrants, 2)
    assert set(met.values()) == {meetings(entrants, seats)}


@settings(deadline=None, max_examples=60)
@given(SIZES, st.integers(1, 3))
def test_the_total_is_what_is_planned_and_keys_are_unique(
    size: tuple[int, int], rounds: int
) -> None:
    fixtures = list(round_robin(*size, rounds))
    assert len(fixtures) == total(*size, rounds)
    assert len({(fixture.round, fixture.group) for fixture in fixtures}) == len(fixtures)
    assert all(len(set(fixture.entrants)) == size[1] for fixture in fixtures)


@settings(deadline=None, max_examples=60)
@given(SIZES)
def test_everybody_has_played_as_often_after_each_turn_of_the_circle(
    size: tuple[int, int],
) -> None:
    entrants, seats = size
    first = list(round_robin(entrants, seats))[:entrants]
    played = Counter(entrant for fixture in first for entrant in fixture.entrants)
    assert set(played) == set(range(entrants))
    assert len(set(played.values())) == 1


def test_few_bots_meet_in_every_possible_group() -> None:
    groups = {frozenset(fixture.entrants) for fixture in round_robin(7, 4)}
    assert groups == {frozenset(group) for group in combinations(range(7), 4)}


def test_the_first_matches_hold_everybody() -> None:
    first = [fixture.entrants for fixture in round_robin(8, 4)][:2]
    assert sorted(first[0] + first[1]) == list(range(8))


def test_many_bots_need_few_matches() -> None:
    assert total(13, 4) == 13  # the projective plane of order 3
    assert total(50, 4) < comb(50, 4) / 50


def test_neighbours_change_from_round_to_round() -> None:
    orders = {fixture.entrants for fixture in round_robin(4, 4, 6)}
    assert len(orders) == 6  # every order around a table


def test_too_few_bots_says_how_many_are_missing() -> None:
    with pytest.raises(UserError, match=r"4 seats and only 1 bot is .* at least 3 more"):
        total(1, 4)


def test_decks_go_on_from_round_to_round() -> None:
    assert decks(0, 4) == (1, 2, 3, 4)
    assert decks(2, 4) == (9, 10, 11, 12)


def test_the_secret_of_a_match_depends_on_its_key_alone() -> None:
    secrets = {match_secret(b"run", turn, group) for turn in range(3) for group in range(11)}
    assert len(secrets) == 33
    assert match_secret(b"run", 1, 2) == match_secret(b"run", 1, 2)
    assert match_secret(b"other", 1, 2) not in secrets
