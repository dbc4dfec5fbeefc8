"""Edge cases of the rule book about counters: E34 to E38, E86; and E87, the first dealer."""

from fractions import Fraction

import pytest

from referee.rules import load
from referee.rules.settlement import against_the_mean, howell, low_takes, sweepstake
from tests.rules.helpers import end_deal, house, new_game, settled


def test_e35_carry_when_one_takes_all() -> None:
    assert low_takes((13, 0, 0, 0), 1) == ([-13, 4, 4, 4], 2)
    assert low_takes((13, 0, 0, 0), 3) == ([-13, 5, 5, 5], 1)


def test_e36_all_tied_for_fewest() -> None:
    assert low_takes((4, 4, 4), 5) == ([1, 1, 1], 2)


@pytest.mark.parametrize(("name", "cards"), [("black-lady-1909-howell", 25)])
def test_e37_howell_uses_the_real_total(name: str, cards: int) -> None:
    game = new_game(load(name, 6))
    result = end_deal(game, (20, 5, 0, 0, 0, 0))
    assert sum(result.points) == cards
    assert settled(game) == (25 - 120, 25 - 30, 25, 25, 25, 25)
    assert howell((1, 2, 3)) == [3, 0, -3]


def test_e38_fractional_mean() -> None:
    assert against_the_mean((1, 2, 4)) == [Fraction(4, 3), Fraction(1, 3), Fraction(-5, 3)]


def test_e86_payment_in_full_and_the_game_ends() -> None:
    game = new_game(load("hearts-1887"))
    for _ in range(2):
        assert not game.is_over
        end_deal(game, (13, 0, 0, 0))
    assert game.chips[0] == 25 - 26
    assert game.is_over
    assert sum(game.chips) + game.pool == 100


@pytest.mark.parametrize(("chips", "over"), [(26, True), (27, False)])
def test_e86_an_empty_stack_ends_the_game(chips: int, over: bool) -> None:
    game = new_game(house("hearts-1887", {"chips": chips}))
    for _ in range(2):
        end_deal(game, (13, 0, 0, 0))
    assert game.is_over is over


def test_e86_without_end_chips_play_goes_on() -> None:
    game = new_game(house("hearts-1887", {"end.chips": False}))
    for _ in range(2):
        end_deal(game, (13, 0, 0, 0))
    assert not game.is_over


@pytest.mark.parametrize(("name", "dealers"), [("hearts-1887", [2, 3, 0]), ("gong-zhu", [2, 1, 0])])
def test_e87_first_dealer_is_given_and_the_deal_passes(name: str, dealers: list[int]) -> None:
    game = new_game(load(name), first_dealer=2)
    seen = []
    for _ in dealers:
        seen.append(game.deal.dealer)
        end_deal(game, "2♥ | 3♥ | ")
    assert seen == dealers


@pytest.mark.parametrize(
    ("points", "pool", "changes", "left"),
    [
        ((0, 5, 20, 1), 0, [26, -5, -20, -1], 0),
        ((0, 5, 20, 1), 26, [52, -5, -20, -1], 0),
        ((0, 0, 20, 6), 0, [13, 13, -20, -6], 0),
        ((0, 0, 20, 6), 26, [0, 0, -20, -6], 52),
        ((0, 0, 0, 26), 0, [0, 0, 0, -26], 26),
        ((0, 0, 9, 4), 0, [6, 6, -9, -4], 1),
        ((0, 0, 9, 4), 1, [7, 7, -9, -4], 0),
    ],
)
def test_strict_jack(points: tuple[int, ...], pool: int, changes: list[int], left: int) -> None:
    """S11; an odd counter that two left is the basis of the next pool and no jack."""
    assert sweepstake(points, pool, strict=True) == (changes, left)


def test_strict_jack_is_no_bid() -> None:
    game = new_game(house("auction-hearts", {"settlement_strict": True}), first_dealer=3)
    for seat, bid in enumerate((0, 0, 0, 5)):
        game.apply(seat, bytes([bid]))
    game.apply(3, b"\3")
    assert end_deal(game, (0, 0, 5, 8)).pool == 0
    assert settled(game) == (9, 9, -5, -13)
