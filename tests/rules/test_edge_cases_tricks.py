"""Edge cases of the rule book about kitty, void tricks and stock: E20 to E30, E80 to E85."""

import pytest

from protocol.cards import card_names, parse_cards
from referee.rules import IllegalAction, RulesError, load
from referee.rules.deck import deal_out
from tests.rules.helpers import cards, fall_back, hands, house, options, play, score, start

KITTY = {"pack.surplus": "kitty", "pack.removed": {}}
SIX = "2♣ 2♦ | 2♣' 3♦ | 9♥ 9♦ | 9♥' 4♦ | Q♠ 5♦ | 3♥ 6♦"
"""Six hands whose first trick, a pair of 2♣ and a pair of 9♥, is void."""


def test_e20_kitty_counts_and_a_slam_needs_it() -> None:
    rules = house("black-lady-2001", KITTY, 5)
    taken = "2♥ 3♥ 4♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ Q♠"
    assert score(rules, taken, kitty="5♥ 9♣") == (0, 26, 26, 26, 26)
    assert score(rules, f" | {taken}", (1, 1, 0, 0, 0), kitty="5♥ 9♣") == (1, 25, 0, 0, 0)


def test_e20_kitty_laid_away() -> None:
    rules = house("heartsette", {"kitty.use": "exchange_with_hand"})
    deal = start(rules, "2♣ 3♣ | A♣ 4♣ | 5♦ 6♦ | 7♣ 8♣", kitty="4♥ 9♣ K♥")
    play(deal, "2♣ A♣ 5♦ 7♣")
    assert deal.to_act == (1,)
    assert options(deal) == "4♣ 9♣ 4♥ K♥"
    deal.apply(1, parse_cards("4♣ 9♣ 4♥"))
    assert hands(deal)[1] == "K♥"
    assert deal.raw == [0, 1, 0, 0]


def test_e21_kitty_waits_for_the_first_real_winner() -> None:
    deal = start(load("cancellation-hearts", 6), SIX, kitty="K♥ 7♣")
    play(deal, "2♣ 2♣' 9♥ 9♥' Q♠ 3♥")
    assert deal.kitty_taker is None
    assert deal.raw == [0] * 6
    play(deal, "2♦ 3♦ 9♦ 4♦ 5♦ 6♦")
    assert deal.kitty_taker == 2
    assert deal.points == (0, 0, 17, 0, 0, 0)


def test_e22_last_trick_void_goes_to_its_leader() -> None:
    deal = start(load("cancellation-hearts", 6), SIX, kitty="K♥ 7♣")
    play(deal, "2♣ 2♣' 9♥ 9♥' Q♠ 3♥")
    other = start(load("cancellation-hearts", 6), SIX.replace("3♦", "2♦'").replace("9♦", "4♦'"))
    play(other, "2♣ 2♣' 9♥ 9♥' Q♠ 3♥ 2♦ 2♦' 4♦' 4♦ 5♦ 6♦")
    assert other.trick_winners == bytes([255, 0])
    assert other.points == (16, 0, 0, 0, 0, 0)
    assert other.tricks_won == [2, 0, 0, 0, 0, 0]


def test_e23_void_tricks_accumulate() -> None:
    rules = load("cancellation-hearts", 6)
    held = "2♣ 2♦ A♠ | 2♣' 2♦' 3♠ | 9♥ 8♦ 4♠ | 9♥' 8♦' 5♠ | Q♠ 5♦ 6♠ | 3♥ 6♦ 7♠"
    deal = play(start(rules, held), "2♣ 2♣' 9♥ 9♥' Q♠ 3♥")
    assert deal.to_act == (0,)
    play(deal, "2♦ 2♦' 8♦ 8♦' 5♦ 6♦")
    assert deal.to_act == (0,)
    play(deal, "A♠ 3♠ 4♠ 5♠ 6♠ 7♠")
    assert deal.tricks_won == [3, 0, 0, 0, 0, 0]
    assert deal.won[0].bit_count() == 18
    assert deal.points == (16, 0, 0, 0, 0, 0)


def test_e23_void_tricks_are_tricks_of_their_taker() -> None:
    rules = house("cancellation-hearts", {"points.per_trick": 1}, 6)
    play(deal := start(rules, SIX), "2♣ 2♣' 9♥ 9♥' Q♠ 3♥ 2♦ 3♦ 9♦ 4♦ 5♦ 6♦")
    assert deal.points == (0, 0, 16 + 2, 0, 0, 0)


@pytest.mark.parametrize(("void_on", "winner"), [("two_pairs", 255), ("no_live_card", 5)])
def test_e24_e25_pairs_of_any_suit(void_on: str, winner: int) -> None:
    rules = house("cancellation-hearts", {"trick.void_on": void_on}, 6)
    held = "2♣ 2♦ | 5♥ 3♦ | 5♥' 4♦ | 6♥ 5♦ | 6♥' 6♦ | 9♣ 7♦"
    deal = play(start(rules, held), "2♣ 5♥ 5♥' 6♥ 6♥' 9♣")
    assert deal.trick_winners == bytes([winner])


def test_e24_one_pair_outside_the_suit_is_nothing() -> None:
    held = "2♣ 2♦ | 5♥ 3♦ | 5♥' 4♦ | 6♥ 5♦ | 7♥ 6♦ | 9♣ 7♦"
    deal = play(start(load("cancellation-hearts", 6), held), "2♣ 5♥ 5♥' 6♥ 7♥ 9♣")
    assert deal.trick_winners == b"\5"


def test_e26_slam_with_two_packs() -> None:
    rules = house("cancellation-hearts", {"slam.effect": "others_add"}, 6)
    both = "♥ Q♠ Q♠' " + " ".join(f"{card}'" for card in _names("♥").split())
    assert score(rules, both) == (0, 52, 52, 52, 52, 52)
    assert score(rules, both.replace("A♥'", "") + "| A♥'") == (51, 1, 0, 0, 0, 0)


def _names(suit: str) -> str:
    return card_names(card for card in range(64) if cards(suit) >> card & 1)


def test_kitty_and_stock_are_dealt_last() -> None:
    """1.1: one card at a time from the seat next to the dealer, then the kitty, then the stock."""
    rules = house("domino-hearts", {"kitty.size": {"4": 2}})
    shape = rules.plan.pack_shape
    assert (shape.hand, shape.kitty, shape.stock) == (6, 2, 26)
    deck = bytes(range(52))
    dealt = deal_out(shape, deck, dealer=0, seats=4, step=1)
    assert dealt.hands[1] == bytes(range(0, 24, 4))
    assert dealt.hands[0] == bytes(range(3, 24, 4))
    assert (dealt.kitty, dealt.stock) == (deck[24:26], deck[26:])


# ---- domino -------------------------------------------------------------------------------------


def test_e27_stock_runs_out_while_drawing() -> None:
    deal = start(load("domino-hearts"), "2♣ 3♣ | 3♠ 9♥ | 4♣ 5♣ | 6♣ 8♣", stock="K♦ 4♥")
    play(deal, "2♣")
    assert deal.stock == b""
    assert cards(options(deal)) == cards("3♠ 9♥ K♦ 4♥")
    play(deal, "4♥")
    assert cards(hands(deal)[1]) == cards("3♠ 9♥ K♦")


def test_e28_winner_has_no_cards_left() -> None:
    deal = start(load("domino-hearts"), "2♣ 3♣ | A♣ | 4♣ 5♣ | 6♣ 8♣", stock="K♦")
    play(deal, "2♣ A♣ 4♣ 6♣")
    assert deal.trick_winners == b"\1"
    assert deal.to_act == (2,)
    play(deal, "5♣")
    assert deal.to_act == (3,)
    assert play(deal, "8♣").to_act == (0,)


def test_e29_one_holder_at_the_start_of_a_trick() -> None:
    deal = start(load("domino-hearts"), "2♣ 3♥ 4♥ | A♣ | 4♣ | 6♣", stock="5♥ 7♣")
    play(deal, "2♣ A♣ 4♣ 6♣")
    assert deal.is_over
    assert deal.points == (3, 0, 0, 0)
    assert deal.won[0] == cards("3♥ 4♥ 5♥ 7♣")
    assert deal.stock == b""


def test_e30_all_out_in_the_same_trick() -> None:
    deal = start(load("domino-hearts"), "2♣ | A♣ | 4♣ | 6♣", stock="5♥ 7♣")
    play(deal, "2♣ A♣ 4♣ 6♣")
    assert deal.is_over
    assert deal.points == (0, 0, 0, 1)
    assert deal.won[1] == cards("2♣ A♣ 4♣ 6♣")


# ---- boosters, packs, manners -------------------------------------------------------------------

BOOSTED = {"lead.first": "eldest", "lead.first_card": "any"}


def test_e80_nine_in_an_added_round() -> None:
    held = "9♣ 2♣ A♣ 2♦ | 3♣ 9♦ 4♦ 5♦ | 4♣ 5♣ 6♦ 7♦ | 6♣ 7♣ 8♦ 10♦"
    deal = start(house("booster-nines", BOOSTED), held)
    play(deal, "9♣ 3♣ 4♣ 6♣ 2♣ 9♦ 5♣ 7♣")
    assert not deal.trick_winners
    assert options(deal) == "A♣"
    play(deal, "A♣ 4♦ 6♦ 8♦")
    assert deal.trick_winners == b"\0"
    assert deal.won[0].bit_count() == 12


def test_e81_no_extension_with_empty_hands() -> None:
    deal = play(start(house("booster-nines", BOOSTED), "9♣ | 3♣ | 4♣ | 6♣"), "9♣ 3♣ 4♣ 6♣")
    assert deal.is_over


def test_e82_discarded_nine_extends_too() -> None:
    held = "2♣ 3♣ | 9♦ 4♦ | 4♣ 5♣ | 6♣ 7♣"
    deal = play(start(house("booster-nines", BOOSTED), held), "2♣ 9♦ 4♣ 6♣")
    assert not deal.trick_winners
    assert options(deal) == "3♣"


def test_e82_leader_draws_in_the_added_round() -> None:
    rules = house("domino-hearts", {"trick.boosters": "nines"})
    deal = start(rules, "2♣ 3♠ | 9♣ 4♠ | 4♣ 5♠ | 6♣ 7♠", stock="8♦ A♣ 9♠")
    play(deal, "2♣ 9♣ 4♣ 6♣")
    assert options(deal) == "A♣"
    assert hands(deal)[0] == "A♣ 8♦ 3♠"


def test_e83_cards_left_over() -> None:
    with pytest.raises(RulesError, match=r"52 cards .* 5 players"):
        house("american-hearts", {"pack.surplus": "reject", "pack.removed": {}}, 5)
    assert house("american-hearts", {"pack.surplus": "reject", "pack.removed": {}}, 4)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("hearts-1887", "deal_passes"),
        ("eagle-game", "deal_passes"),
        ("eagle-game-court", "deal_passes"),
        ("eagle-game-ones", "deal_passes"),
        ("black-jack-1909", "redeal_same_dealer"),
        ("spot-hearts-1897", "redeal_same_dealer"),
        ("microsoft-hearts", "redeal_same_dealer"),
    ],
)
def test_e84_misdeal_is_a_parameter_without_a_mechanism(name: str, rule: str) -> None:
    assert load(name).misdeal == rule


def test_e85_a_revoke_is_refused() -> None:
    deal = play(start(load("american-hearts"), "2♣ 3♣ | 5♣ 9♥ | 4♣ 6♣ | 7♣ 8♣"), "2♣")
    with pytest.raises(IllegalAction):
        play(deal, "9♥")
    assert (options(deal), hands(deal)[1], bytes(deal.plays)) == ("5♣", "5♣ 9♥", b"\1")
    assert fall_back(deal).is_over


@pytest.mark.parametrize("action", ["", "5♣ 9♥", "3♣", "2♠"])
def test_e85_no_card_two_cards_or_a_card_not_held(action: str) -> None:
    deal = play(start(load("american-hearts"), "2♣ 3♣ | 5♣ 6♣ | 4♣ 9♥ | 7♣ 8♣"), "2♣")
    with pytest.raises(IllegalAction):
        deal.apply(1, parse_cards(action))
    with pytest.raises(IllegalAction):
        deal.apply(2, parse_cards("4♣"))
    assert options(deal) == "5♣ 6♣"
