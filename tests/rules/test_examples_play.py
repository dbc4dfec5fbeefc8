"""Worked examples of the rule book in which cards are passed and played."""

import pytest

from protocol.cards import card_names, members_of, parse_card, rank_of
from referee.rules import IllegalAction, Kind, Rules, load
from tests.rules.helpers import (
    act,
    cards,
    end_deal,
    fall_back,
    hands,
    house,
    new_game,
    options,
    play,
    start,
)


def following(rules: Rules, hand: str) -> str:
    """What the second seat may play from this hand when 2♣ is led to trick 1."""
    return options(play(start(rules, f"2♣ 3♣ 4♣ | {hand} | 5♣ 6♣ 7♣ | 8♣ 9♣ 10♣"), "2♣"))


def test_w12_black_jack_may_be_held_back() -> None:
    rules = load("black-jack-1909")
    assert following(rules, "J♠ A♥ 3♦") == "3♦ J♠ A♥"
    deal = start(rules, "A♣ | J♠ | 5♥ | 6♥ ")
    assert play(deal, "A♣ J♠ 5♥ 6♥").points == (12, 0, 0, 0)
    deal = start(rules, "A♣ K♣ | J♠ 7♥ | 5♥ 2♦ | 6♥ 3♦")
    assert play(deal, "A♣ J♠ 5♥ 6♥ K♣ 7♥ 2♦ 3♦").points == (13, 0, 0, 0)


def test_w13_black_jack_is_forced() -> None:
    assert following(load("black-jack-1958"), "J♠ A♥ 3♦") == "J♠"


def test_w14_black_jack_13() -> None:
    deal = start(load("black-jack-1974"), "A♣ K♣ | J♠ 7♥ | 5♥ 2♦ | 6♥ 3♦")
    assert options(play(deal, "A♣")) == "J♠ 7♥"
    assert play(deal, "J♠ 5♥ 6♥ K♣ 7♥ 2♦ 3♦").points == (16, 0, 0, 0)


def test_w18_exchange_cycle() -> None:
    rules = load("american-hearts")
    game = new_game(rules)
    receivers = []
    for _ in range(5):
        deal = game.deal
        receivers.append(deal.exchange_to[0] if deal.kind is Kind.PASS else b"")
        end_deal(game, (13, 13, 0, 0))
    assert receivers == [b"\1\1\1", b"\3\3\3", b"\2\2\2", b"", b"\1\1\1"]


def test_w19_no_penalty_on_trick_one() -> None:
    rules = load("microsoft-hearts")
    assert following(rules, "9♦ Q♠ 3♥") == "9♦"
    assert following(rules, "Q♠ 3♥") == "Q♠ 3♥"


@pytest.mark.parametrize(
    ("void_on", "played", "winner"),
    [
        ("two_pairs", "J♣ 10♣ 9♣ 8♣ 4♣ J♣'", 1),
        ("two_pairs", "J♣ J♣' 10♣ 10♣' 9♣ 9♣'", 255),
        ("two_pairs", "5♣ 5♣' 9♣ 9♣' K♣ 2♣", 255),
        ("no_live_card", "5♣ 5♣' 9♣ 9♣' K♣ 2♣", 4),
    ],
)
def test_w21_identical_cards_cancel(void_on: str, played: str, winner: int) -> None:
    rules = house("cancellation-hearts", {"trick.void_on": void_on}, 6)
    second = ["2♦", "3♦", "4♦", "5♦", "6♦", "7♦"]
    held = " | ".join(f"{card} {more}" for card, more in zip(played.split(), second, strict=True))
    deal = play(start(rules, held), played)
    assert deal.trick_winners == bytes([winner])
    assert deal.to_act == ((0,) if winner == 255 else (winner,))


def test_w21_both_queens() -> None:
    deal = start(load("cancellation-hearts", 6), "A♣ | Q♠ | Q♠' | 2♥ | 3♥ | 3♥'")
    assert play(deal, "A♣ Q♠ Q♠' 2♥ 3♥ 3♥'").points == (29, 0, 0, 0, 0, 0)


def test_w22_domino_draws_until_it_can_follow() -> None:
    rules = load("domino-hearts")
    deal = start(rules, "2♣ 3♣ | 3♠ 9♥ | 4♣ 5♣ | 6♣ 8♣", stock="K♦ 4♥ 7♣ 2♠")
    play(deal, "2♣")
    assert options(deal) == "7♣"
    play(deal, "7♣")
    assert hands(deal)[1] == "K♦ 3♠ 4♥ 9♥"
    assert card_names(deal.stock) == "2♠"


def test_w25_greek_1950() -> None:
    rules = load("greek-hearts-1950")
    assert following(rules, "Q♠ 5♥") == "Q♠"
    deal = start(rules, "A♣ 3♣ | J♦ 6♥ | 7♦ 7♥ | 8♦ 8♥")
    play(deal, "A♣ J♦ 7♦ 8♦ 3♣ 6♥ 7♥ 8♥")
    assert deal.points == (-7, 0, 0, 0)
    deal = start(rules, "A♣ K♣ Q♣ | J♦ 6♥ 2♦ | 7♦ 7♥ 9♥ | 8♦ 8♥ 3♦")
    assert play(deal, "A♣ J♦ 7♦ 8♦ K♣ 6♥ 7♥ 8♥ Q♣ 2♦ 9♥ 3♦").points == (-6, 0, 0, 0)


def test_w27_heartsette_widow() -> None:
    rules = load("heartsette")
    deal = start(rules, "2♣ 3♣ | A♣ 4♣ | 5♥ 6♦ | 7♣ 8♣", kitty="4♥ 9♣ K♥")
    play(deal, "2♣ A♣ 5♥ 7♣")
    assert deal.raw == [0, 3, 0, 0]
    assert deal.kitty_taker == 1
    play(deal, "4♣ 6♦ 8♣ 3♣")
    assert deal.points == (0, 3, 0, 0)


def test_w28_joker_any_time_but_worthless() -> None:
    rules = load("joker-hearts")
    deal = start(rules, "2♣ 3♣ | 5♣ 9♥ *1 | 4♣ 6♣ | 7♣ 8♣")
    assert options(play(deal, "2♣")) == "5♣ *1"
    play(deal, "*1 4♣ 7♣")
    assert deal.trick_winners == b"\3"
    assert deal.raw == [0, 0, 0, 0]


def test_w46_rotating_pass_reaches_the_dealer() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["rotate 3 hold"]})
    for number in (1, 2, 3, 4, 5):
        game = new_game(rules, first_deal=number)
        if number == 4:
            assert game.deal.kind is Kind.PLAY
        else:
            assert set(game.deal.exchange_to[3]) == {game.deal.dealer}


def test_w47_star_pass() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["star"]}, 5)
    deal = start(rules, "2♣ 3♣ 4♣ | 2♦ 3♦ 4♦ | 2♠ 3♠ 4♠ | 2♥ 3♥ 4♥ | A♣ A♦ A♠", exchange=True)
    assert deal.exchange_to[0] == b"\2\3"
    act(deal, "2♣ 3♣", "2♦ 3♦", "2♠ 3♠", "2♥ 3♥", "A♣ A♦")
    assert cards(hands(deal)[2]) == cards("4♠ 2♣ A♦")
    assert cards(hands(deal)[3]) == cards("4♥ 3♣ 2♦")


def test_w48_four_five_four() -> None:
    rules = load("four-five-four-hearts")
    deal = start(rules, "♣ | ♦ | ♠ | ♥", exchange=True)
    act(deal, *[card_names(members_of(hand)) for hand in deal.hands])
    assert cards(hands(deal)[1]) & cards("♣") == cards("2♣ 3♣ 4♣ 5♣")
    assert cards(hands(deal)[2]) & cards("♣") == cards("6♣ 7♣ 8♣ 9♣ 10♣")
    assert cards(hands(deal)[3]) & cards("♣") == cards("J♣ Q♣ K♣ A♣")
    for seat, suit in enumerate("♣♦♠♥"):
        assert not cards(hands(deal)[seat]) & cards(suit)


def test_w49_five_hundred_pack() -> None:
    rules = load("five-hundred-hearts")
    assert rules.plan.scales[3].total == 28
    assert rank_of(parse_card("10♣")) < rank_of(parse_card("12♣")) < rank_of(parse_card("J♣"))
    deal = start(rules, "10♣ 2♠ | 12♣ 3♠ | 11♣ 4♠ | 2♦ 5♠", leader=0)
    assert play(deal, "10♣ 12♣ 11♣ 2♦").trick_winners == b"\1"
    deal = start(rules, "12♣ 2♠ | J♣ 3♠ | 11♣ 4♠ | 2♦ 5♠")
    assert play(deal, "11♣").to_act == (3,)
    assert play(deal, "2♦ 12♣ J♣").trick_winners == b"\1"


def test_w50_booster_nines() -> None:
    rules = house("booster-nines", {"lead.first": "eldest", "lead.first_card": "any"})
    deal = start(rules, "5♣ Q♣ 2♠ | 9♣ 2♣ 3♠ | J♣ 4♣ 4♠ | 3♦ 8♠ 5♠")
    play(deal, "5♣ 9♣ J♣ 3♦")
    assert not deal.trick_winners
    assert options(deal) == "Q♣"
    play(deal, "Q♣ 2♣ 4♣ 8♠")
    assert deal.trick_winners == b"\0"
    assert deal.won[0].bit_count() == 8
    assert deal.tricks_won == [1, 0, 0, 0]


def test_w54_kitty_to_the_first_trick() -> None:
    rules = house("black-lady-2001", {"pack.surplus": "kitty", "pack.removed": {}}, 5)
    assert (rules.plan.pack_shape.hand, rules.plan.pack_shape.kitty) == (10, 2)
    deal = start(rules, "2♣ 3♣ | A♣ 4♣ | 5♣ 6♣ | 7♣ 8♣ | 9♣ 10♣", kitty="Q♠ 5♥")
    assert play(deal, "2♣ A♣ 5♣ 7♣ 9♣").raw == [0, 14, 0, 0, 0]


def test_w55_queen_under_a_higher_spade() -> None:
    rules = house("black-lady-2001", {"must_play.cards": "Q♠", "must_play.when": "void_or_covered"})
    held = "2♠ 3♣ | K♠ 5♣ | Q♠ 4♠ | J♠ 6♣"
    assert options(play(start(rules, held), "2♠ K♠")) == "Q♠"
    assert options(play(start(rules, held.replace("K♠", "10♠")), "2♠ 10♠")) == "4♠ Q♠"
    assert options(play(start(rules, "2♣ 3♣ | 4♣ 5♣ | Q♠ 4♠ | 6♣ 7♣"), "2♣ 4♣")) == "Q♠"


@pytest.mark.parametrize(
    ("release", "legal"), [("only_locked_left", "Q♠"), ("only_penalty_left", "Q♠ 4♥")]
)
def test_w56_release_of_the_lock(release: str, legal: str) -> None:
    rules = house("black-lady-2001", {"lock.cards": "♥", "lock.release": release})
    deal = start(rules, "A♣ Q♠ 4♥ | 2♣ 3♣ 4♣ | 5♣ 6♣ 7♣ | 8♣ 9♣ 10♣")
    assert options(play(deal, "A♣ 2♣ 5♣ 8♣")) == legal


def test_w57_lock_with_the_queen() -> None:
    rules = house("black-lady-2001", {"lock.cards": "♥ Q♠"})
    deal = start(rules, "A♣ Q♠ 4♥ 3♦ | 2♣ 3♣ 4♣ 4♦ | 5♣ 6♣ 7♣ 5♦ | 8♣ 9♣ 10♣ 6♦")
    assert options(play(deal, "A♣ 2♣ 5♣ 8♣")) == "3♦"


def test_w58_latest_of_two_identical_cards() -> None:
    rules = house("american-hearts", {"pack.count": 2, "trick.duplicates": "latest"})
    deal = start(rules, "K♣ 2♠ | 4♣ 3♠ | K♣' 4♠ | 2♦ 5♠")
    assert play(deal, "K♣ 4♣ K♣' 2♦").trick_winners == b"\2"


def test_w59_zero_of_clubs_follows() -> None:
    rules = house("joker-hearts", {"joker.nature": "zero_of_suit"})
    deal = start(rules, "2♣ 3♣ | 0♣ 9♥ | 4♣ 5♣ | 6♣ 7♣")
    assert options(play(deal, "2♣")) == "0♣"
    with pytest.raises(IllegalAction):
        play(deal, "9♥")


@pytest.mark.parametrize(("led", "points"), [("A♦", 0), ("A♥", 5)])
def test_w59_joker_costs_in_a_heart_trick(led: str, points: int) -> None:
    changes = {"joker.nature": "penalty", "joker.score_if": "heart_trick", "joker.points": 4}
    deal = start(house("joker-hearts", changes), f"{led} | *1 | 2♣ | 3♣")
    assert play(deal, f"{led} *1 2♣ 3♣").points == (points, 0, 0, 0)


def test_w63_shuffle_pass() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["shuffle 3"]})
    deal = start(rules, "♣ | ♦ | ♠ | ♥", exchange=True)
    assert set(deal.exchange_to[0]) == {255}
    act(deal, "2♣ 3♣ 4♣", "2♦ 3♦ 4♦", "2♠ 3♠ 4♠", "2♥ 3♥ 4♥")
    assert [len(received) for received in deal.received] == [3, 3, 3, 3]
    assert sorted(b"".join(deal.received)) == sorted(b"".join(deal.passed))
    assert [hand.bit_count() for hand in deal.hands] == [13] * 4


def test_w63_two_cards_with_five_players() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["left 2"]}, 5)
    deal = new_game(rules).deal
    choice = deal.legal_actions(4)
    assert (choice.kind, choice.least, choice.most) == (Kind.PASS, 2, 2)
    assert deal.exchange_to[4] == b"\0\0"


def test_w63_dealer_calls() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["dealers_choice"]})
    deal = start(rules, "♣ | ♦ | ♠ | ♥", leader=3, exchange=True)
    assert (deal.kind, deal.to_act) == (Kind.CALL, (2,))
    deal.apply(2, bytes([16 * 3 + 4]))
    assert deal.exchange_to == (b"\3\3\3\3", b"\0\0\0\0", b"\1\1\1\1", b"\2\2\2\2")
    fall_back(deal, Kind.PLAY)
    assert cards(hands(deal)[3]) == cards("6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ 2♣ 3♣ 4♣ 5♣")
