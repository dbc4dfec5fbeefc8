"""The options of the rule book about the play of tricks: T01 to T24."""

from typing import Any

import pytest

from referee.rules import IllegalAction, Kind
from referee.rules.deck import deal_out
from tests.rules.helpers import options, play, start
from tests.rules.options import option

HELD = "A♣ Q♠ 4♥ 3♦ | 2♣ 3♣ 4♣ 5♦ | 5♣ 6♣ 7♣ 6♦ | 8♣ 9♣ 10♣ 7♦"


def test_t01_eldest_leads_any_card() -> None:
    deal = start(option("T01"), HELD, leader=0)
    assert (deal.to_act, options(deal)) == ((0,), "A♣ 3♦ Q♠ 4♥")


def test_t02_lowest_club_leads() -> None:
    deal = start(option("T02"), HELD)
    assert (deal.to_act, options(deal)) == ((1,), "2♣")
    deal = start(option("T02", 3), "4♣ 2♦ | 5♣ 3♦ | 3♣ 4♦")
    assert (deal.to_act, options(deal)) == ((2,), "3♣")
    with pytest.raises(IllegalAction):
        play(deal, "4♦")


def test_t03_hearts_must_be_broken() -> None:
    deal = play(start(option("T03"), HELD), "A♣ 2♣ 5♣ 8♣")
    assert options(deal) == "3♦ Q♠"
    held = "A♣ 4♥ 3♦ | 2♣ 3♣ 5♥ | 5♣ 6♣ 6♦ | 2♥ 9♣ 7♦"
    assert options(play(start(option("T03"), held.replace("2♥", "8♣")), "A♣ 2♣ 5♣ 8♣")) == "3♦"
    held = "A♣ 4♥ 3♦ | 2♣ 3♣ 5♥ | 5♣ 6♣ 6♦ | 2♥ 9♦ 7♦"
    assert options(play(start(option("T03"), held), "A♣ 2♣ 5♣ 2♥")) == "3♦ 4♥"


@pytest.mark.parametrize(("name", "legal"), [("T03", "3♦"), ("T04", "3♦ 4♥")])
def test_t04_queen_breaks_hearts(name: str, legal: str) -> None:
    held = "A♣ 4♥ 3♦ | 2♣ 3♣ 5♥ | 5♣ 6♣ 6♦ | Q♠ 9♦ 7♦"
    assert options(play(start(option(name), held), "A♣ 2♣ 5♣ Q♠")) == legal


def test_t05_only_penalty_cards_left() -> None:
    held = "A♣ Q♠ 4♥ | 2♣ 3♣ 4♣ | 5♣ 6♣ 7♣ | 8♣ 9♣ 10♣"
    deal = play(start(option("T05"), held), "A♣ 2♣ 5♣ 8♣")
    assert options(deal) == "Q♠ 4♥"
    assert play(deal, "4♥").broken


def test_t05_a_joker_that_may_not_be_led_does_not_lock() -> None:
    points = {"♥": 1, "Q♠": 13}
    locked: dict[str, Any] = {
        "lock_cards": "♥",
        "lock_release": "only_penalty_left",
        "points_cards": points,
    }
    held = "A♣ Q♠ 4♥ *1 | 2♣ 3♣ 4♣ 2♦ | 5♣ 6♣ 7♣ 3♦ | 8♣ 9♣ 10♣ 4♦"
    deal = play(start(option("T13", **locked), held), "A♣ 2♣ 5♣ 8♣")
    assert options(deal) == "Q♠ 4♥"


def test_t06_first_heart_frees_queen_and_hearts() -> None:
    held = "A♣ Q♠ 4♥ 3♦ | 2♣ 3♣ 4♣ 4♦ | 5♣ 6♣ 7♣ 5♦ | {} 9♦ 10♦ 6♦"
    deal = play(start(option("T06"), held.format("2♥")), "A♣ 2♣ 5♣ 2♥")
    assert options(deal) == "3♦ Q♠ 4♥"
    deal = play(start(option("T06"), held.format("8♣")), "A♣ 2♣ 5♣ 8♣")
    assert options(deal) == "3♦"


@pytest.mark.parametrize(("name", "legal"), [("T07", "9♦ Q♠"), ("T08", "9♦"), ("T01", "9♦ Q♠ 2♥")])
def test_t07_t08_bars_of_the_first_trick(name: str, legal: str) -> None:
    held = "2♣ 3♣ 4♣ | Q♠ 2♥ 9♦ | 5♣ 6♣ 7♣ | 8♣ 9♣ 10♣"
    assert options(play(start(option(name), held), "2♣")) == legal
    lead = start(option(name), "Q♠ 2♥ 9♦ | 2♣ 3♣ 4♣ | 5♣ 6♣ 7♣ | 8♣ 9♣ 10♣")
    assert options(lead) == legal


def test_t07_bar_ends_with_the_first_trick() -> None:
    held = "A♣ K♣ 4♣ | Q♠ 2♥ 9♦ | 5♣ 6♣ 7♣ | 8♣ 9♣ 10♣"
    assert options(play(start(option("T08"), held), "A♣ 9♦ 5♣ 8♣ K♣")) == "Q♠ 2♥"


@pytest.mark.parametrize(
    ("name", "held", "legal"),
    [
        ("T10", "J♠ A♥ 3♦", "J♠"),
        ("T10a", "J♠ A♥ 3♦", "3♦ J♠ A♥"),
        ("T11", "Q♠ 10♦ 3♦", "10♦ Q♠"),
        ("T11", "10♦ 3♦ A♥", "10♦"),
        ("T11", "2♣ 10♦ Q♠", "2♣"),
    ],
)
def test_t10_t11_forced_discards(name: str, held: str, legal: str) -> None:
    deal = start(option(name), f"3♣ 4♣ 5♣ | {held} | 6♣ 7♣ 8♣ | 9♣ 10♣ J♣")
    assert options(play(deal, "3♣")) == legal


def test_t11_only_when_void() -> None:
    deal = start(option("T11"), "A♠ 2♦ | Q♠ 3♠ | 4♠ 5♦ | 5♠ 6♦")
    assert options(play(deal, "A♠")) == "3♠ Q♠"


def test_t12_zeros_are_the_lowest_of_their_suits() -> None:
    deal = start(option("T12"), "2♣ 3♦ | 0♣ 4♦ | 3♣ 0♦ | 4♣ 5♣")
    play(deal, "2♣")
    assert options(deal) == "0♣"
    play(deal, "0♣ 3♣ 4♣")
    assert deal.trick_winners == b"\3"
    assert play(start(option("T12"), "0♣ | 2♣ | 2♦ | 3♦"), "0♣ 2♣ 2♦ 3♦").trick_winners == b"\1"


@pytest.mark.parametrize(("name", "legal"), [("T13", "5♣ *1"), ("T14", "5♣")])
def test_t13_t14_when_a_joker_may_be_played(name: str, legal: str) -> None:
    deal = start(option(name), "2♣ 3♣ 4♣ | 5♣ 9♥ *1 | 6♣ 7♦ 8♦ | 9♦ 7♣ 8♣")
    assert options(play(deal, "2♣")) == legal
    deal = start(option(name), "2♠ 3♣ 4♣ | 5♣ 9♥ *1 | 6♣ 7♦ 8♦ | 9♦ 7♣ 8♣")
    assert options(play(deal, "2♠")) == "5♣ 9♥ *1"


@pytest.mark.parametrize(
    ("name", "led", "points"), [("T15", "A♦", 1), ("T16", "A♦", 0), ("T16", "A♥", 2)]
)
def test_t15_t16_penalty_jokers(name: str, led: str, points: int) -> None:
    deal = start(option(name), f"{led} | *1 | 2♣ | 3♣")
    assert play(deal, f"{led} *1 2♣ 3♣").points == (points, 0, 0, 0)


def test_t16_void_tricks_count_as_the_trick_that_takes_them() -> None:
    more = {"trick_duplicates": "cancel", "pack_count": 2, "pack_removed": {}, "players_best": 6}
    rules = option("T16", 6, joker_score_if="heart_trick", **more)
    hands = "2♣ {} | 2♣' 3♠ | *1 4♠ | 3♦ 5♠ | 4♦ 6♠ | 5♦ 7♠"
    first = "2♣ 2♣' *1 3♦ 4♦ 5♦"
    deal = play(start(rules, hands.format("A♥")), f"{first} A♥ 3♠ 4♠ 5♠ 6♠ 7♠")
    assert deal.points[0] == 2
    deal = play(start(rules, hands.format("A♦")), f"{first} A♦ 3♠ 4♠ 5♠ 6♠ 7♠")
    assert deal.points[0] == 0


def test_t17_leader_names_the_suit() -> None:
    deal = start(option("T17"), "*1 3♣ | 5♣ 5♦ | 6♣ 6♦ | 7♦ 7♣")
    assert options(deal) == "3♣ *1"
    play(deal, "*1")
    assert (deal.kind, deal.to_act) == (Kind.SUIT, (0,))
    deal.apply(0, b"\1")
    assert options(deal) == "5♦"
    play(deal, "5♦ 6♦ 7♦")
    assert deal.trick_winners == b"\3"


def test_t18_next_card_decides() -> None:
    deal = start(option("T18"), "*1 3♣ | 5♣ 5♦ | 6♣ 6♦ | 7♦ 7♣")
    assert options(play(deal, "*1")) == "5♣ 5♦"
    assert options(play(deal, "5♦")) == "6♦"
    play(deal, "6♦ 7♦")
    assert deal.trick_winners == b"\3"


@pytest.mark.parametrize(("name", "winner"), [("T19", 2), ("T20", 1)])
def test_t19_t20_identical_cards(name: str, winner: int) -> None:
    deal = start(option(name), "K♣ 2♠ | 4♣ 3♠ | K♣' 4♠ | 2♦ 5♠")
    assert play(deal, "K♣ 4♣ K♣' 2♦").trick_winners == bytes([winner])


def test_t20_all_cancelled() -> None:
    deal = start(option("T20"), "K♣ 2♠ | 4♦ 3♠ | K♣' 4♠ | 2♦ 5♠")
    assert play(deal, "K♣ 4♦ K♣' 2♦").trick_winners == b"\xff"


def test_t22_boosters_in_any_game() -> None:
    deal = play(start(option("T22"), "9♣ 2♠ | 4♣ 3♠ | K♣ 4♠ | 2♦ 5♠"), "9♣ 4♣ K♣ 2♦")
    assert (deal.to_act, bytes(deal.trick_winners)) == ((0,), b"")
    assert play(deal, "2♠ 3♠ 4♠ 5♠").tricks_won == [0, 0, 1, 0]


def test_t23_stock_in_any_game() -> None:
    rules = option("T23")
    assert (rules.plan.pack_shape.hand, rules.plan.pack_shape.stock) == (6, 28)
    deal = start(rules, "2♣ 3♣ | 3♠ 9♥ | 4♣ 5♣ | 6♣ 8♣", stock="K♦ 7♣")
    assert options(play(deal, "2♣")) == "7♣"


def test_t24_anticlockwise() -> None:
    rules = option("T24")
    deal = start(rules, "A♣ 2♠ | 4♣ 3♠ | K♣ 4♠ | 2♦ 5♠", leader=0)
    assert deal.dealer == 1
    seats = []
    for card in ("A♣", "2♦", "K♣", "4♣"):
        seats.append(deal.to_act[0])
        play(deal, card)
    assert seats == [0, 3, 2, 1]
    deck = bytes(range(52))
    dealt = deal_out(rules.plan.pack_shape, deck, 1, 4, rules.plan.step)
    assert [hand[0] for hand in dealt.hands] == [0, 3, 2, 1]


def test_t24_left_stays_left() -> None:
    """Offsets are clockwise whatever the direction of play (0.1.3)."""
    deal = start(option("T24"), "♣ | ♦ | ♠ | ♥", exchange=True)
    assert deal.exchange_to[0] == b"\1\1\1"
