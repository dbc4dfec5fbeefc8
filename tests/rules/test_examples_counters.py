"""Worked examples W01 to W11 of the rule book: games in counters and plain totals."""

from fractions import Fraction

import pytest

from referee.rules import Kind, load
from referee.rules.settlement import howell, low_takes, sweepstake
from tests.rules.helpers import before_last_trick, end_deal, house, new_game, score, settled


def test_w01_lowest_takes_all() -> None:
    game = new_game(load("hearts-1887"))
    assert end_deal(game, (1, 2, 4, 6)).pool == 0
    assert settled(game) == (12, -2, -4, -6)


def test_w02_odd_counter_stays_for_the_next_deal() -> None:
    game = new_game(load("hearts-1887"))
    assert end_deal(game, (2, 2, 3, 6)).pool == 1
    assert settled(game) == (4, 4, -3, -6)
    assert end_deal(game, (1, 2, 4, 6)).pool == 0
    assert settled(game) == (13, -2, -4, -6)


@pytest.mark.parametrize(
    ("players", "others", "pool"), [(3, 6, 1), (4, 4, 1), (5, 3, 1), (6, 2, 3)]
)
def test_w03_one_takes_all_thirteen(players: int, others: int, pool: int) -> None:
    game = new_game(load("hearts-1887", players))
    assert end_deal(game, (13, *[0] * (players - 1))).pool == pool
    assert settled(game) == (-13, *[others] * (players - 1))


def test_w04_eagle_game_scale_a() -> None:
    game = new_game(load("eagle-game"))
    assert end_deal(game, "A♥ 9♥ | K♥ | rest | ").points == (23, 13, 68, 0)
    assert settled(game) == (-23, -13, -68, 104)


@pytest.mark.parametrize(
    ("name", "points", "won"),
    [("eagle-game-court", (14, 4, 50, 0), 68), ("eagle-game-ones", (6, 4, 13, 0), 23)],
)
def test_w05_eagle_game_scale_b(name: str, points: tuple[int, ...], won: int) -> None:
    game = new_game(load(name))
    assert end_deal(game, "A♥ 9♥ | K♥ | rest | ").points == points
    assert settled(game)[3] == won


def test_w06_target_80() -> None:
    game = new_game(load("hearts-to-80"), (78, 40, 30, 32))
    assert end_deal(game, (3, 5, 5, 0)).totals == (81, 45, 35, 32)
    assert game.is_over
    assert game.ranks() == (4, 3, 2, 1)


def test_w06a_two_deals() -> None:
    game = new_game(house("hearts-by-deals", {"end.deals": 2}))
    end_deal(game, (3, 5, 5, 0))
    assert not game.is_over
    assert end_deal(game, (0, 1, 2, 10)).totals == (3, 6, 7, 10)
    assert game.is_over
    assert game.ranks() == (1, 2, 3, 4)


def test_w07_against_the_mean() -> None:
    rules = house("hearts-for-stakes", {"end.deals": 1})
    game = new_game(rules, (29, 18, 36, 8))
    end_deal(game, (1, 2, 4, 6))
    assert game.totals == [30, 20, 40, 14]
    assert game.outcome() == (-4, 6, -14, 12)
    game = new_game(rules)
    end_deal(game, (1, 2, 4, 6))
    assert game.outcome() == (Fraction(9, 4), Fraction(5, 4), Fraction(-3, 4), Fraction(-11, 4))


def test_w08_auction() -> None:
    game = new_game(load("auction-hearts"), first_dealer=3)
    for seat, bid in enumerate((0, 3, 5, 0)):
        game.apply(seat, bytes([bid]))
    assert (game.deal.kind, game.deal.to_act) == (Kind.SUIT, (2,))
    game.apply(2, bytes([0]))
    assert (game.deal.kind, game.deal.to_act) == (Kind.PLAY, (2,))
    taken = " | 2♣ 3♣ 4♣ 5♣ | 6♣ | 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣"
    assert end_deal(game, taken).points == (0, 4, 1, 8)
    assert settled(game) == (18, -4, -6, -8)


@pytest.mark.parametrize(
    ("bid", "points", "changes", "pool"),
    [(4, (0, 0, 5, 8), (8, 8, -5, -12), 1), (5, (2, 4, 1, 6), (-2, -4, -1, -11), 18)],
)
def test_w09_bid_goes_into_the_pool(
    bid: int, points: tuple[int, ...], changes: tuple[int, ...], pool: int
) -> None:
    game = new_game(load("auction-hearts"), first_dealer=3)
    for seat, made in enumerate((0, 0, 0, bid)):
        game.apply(seat, bytes([made]))
    game.apply(3, bytes([3]))
    assert end_deal(game, points).pool == pool
    assert settled(game) == changes


def test_w10_sweepstake() -> None:
    assert sweepstake((0, 0, 20, 6), 0, strict=False) == ([13, 13, -20, -6], 0)
    assert sweepstake((0, 0, 20, 6), 3, strict=False) == ([14, 14, -20, -6], 1)
    assert sweepstake((1, 5, 7, 13), 0, strict=False) == ([-1, -5, -7, -13], 26)
    assert sweepstake((26, 0, 0, 0), 0, strict=False) == ([-26, 8, 8, 8], 2)
    assert sweepstake((26, 0, 0, 0), 0, strict=True) == ([-26, 0, 0, 0], 26)


def test_w10_in_play() -> None:
    game = new_game(load("black-lady-1909"))
    assert end_deal(game, (1, 5, 7, 13)).pool == 26
    assert end_deal(game, (0, 0, 20, 6)).pool == 0
    assert settled(game) == (26, 26, -20, -6)


def test_w11_howell() -> None:
    assert howell((14, 5, 7, 0)) == [-30, 6, -2, 26]
    assert howell((3, 5, 5, 0)) == [1, -7, -7, 13]
    game = new_game(load("black-lady-1909-howell"))
    assert end_deal(game, (14, 5, 7, 0)).pool == 0
    assert settled(game) == (-30, 6, -2, 26)


def test_low_takes_shares_with_carry() -> None:
    assert low_takes((13, 0, 0, 0), 2) == ([-13, 5, 5, 5], 0)


def test_end_states_are_what_they_say() -> None:
    """The helper that all these rest on: a tally with a card more is not the same deal."""
    deal = before_last_trick(new_game(load("american-hearts")).deal, "A♥ | Q♠")
    assert deal.raw == [1, 13, 0, 0]
    assert score(load("american-hearts"), "A♥ | Q♠") == (1, 13, 0, 0)
