"""Edge cases of the rule book about bars, locks and leads: E01 to E10, E68, E74 to E79."""

import pytest

from protocol.cards import parse_card, parse_cards
from referee.rules import Game, IllegalAction, Kind, Rules, load, observation
from tests.rules.helpers import act, deck_for, end_deal, house, new_game, options, play, start

LOCKED = {"lock.cards": "♥"}


def test_e01_only_barred_cards() -> None:
    rules = load("microsoft-hearts")
    deal = play(start(rules, "2♣ 3♣ 4♣ | Q♠ 3♥ 2♥ | 5♣ 6♣ 7♣ | 8♣ 9♣ 10♣"), "2♣")
    assert options(deal) == "Q♠ 2♥ 3♥"


def test_e01_thrown_in() -> None:
    rules = house("microsoft-hearts", {"deal.all_penalty": "redeal"})
    asked = []

    def decks(number: int) -> bytes:
        asked.append(number)
        hands = "♣ | ♦ | ♠ | ♥" if len(asked) == 1 else "2♥ | 3♥ | 4♥ | 2♣"
        return deck_for(rules, hands, dealer=1)

    game = Game(rules, decks, first_dealer=1)
    assert len(set(asked)) == 2
    assert (game.deal.dealer, game.deal.deal_number) == (1, 1)
    assert all(hand & ~rules.plan.scales[3].penalty for hand in game.deal.hands)


def test_e02_eldest_holds_only_barred_cards() -> None:
    rules = house("american-hearts", {**LOCKED, "first_trick.barred": "penalty"})
    deal = start(rules, "2♥ 3♥ | 2♣ 3♣ | 4♣ 5♣ | 6♣ 7♣")
    assert options(deal) == "2♥ 3♥"
    assert play(deal, "2♥").broken


def test_e03_hearts_barred_follower_has_queen_and_hearts() -> None:
    rules = house("american-hearts", {"first_trick.barred": "hearts"})
    deal = start(rules, "2♣ 3♣ | Q♠ 2♥ | 4♣ 5♣ | 6♣ 7♣")
    assert options(play(deal, "2♣")) == "Q♠"


def lead_after_a_trick(rules: Rules, hand: str, trick: str = "A♣ 2♣ 3♣ 4♣") -> str:
    """What seat 0 may lead after winning trick 1 and holding this hand."""
    first = trick.split()
    spare = ["5♦", "6♦", "7♦", "8♦", "9♦", "10♦", "J♦", "Q♦", "K♦"]
    size = len(hand.split())
    others = [" ".join([first[s], *spare[(s - 1) * size : s * size]]) for s in (1, 2, 3)]
    return options(play(start(rules, " | ".join([f"{first[0]} {hand}", *others])), trick))


def test_e04_only_hearts_left() -> None:
    rules = house("american-hearts", LOCKED)
    assert lead_after_a_trick(rules, "2♥ 9♥") == "2♥ 9♥"
    deal = start(rules, "A♣ 2♥ | 2♣ 3♣ | 4♣ 5♣ | 6♣ 7♣")
    play(deal, "A♣ 2♣ 4♣ 6♣")
    assert not deal.broken
    assert play(deal, "2♥").broken


@pytest.mark.parametrize(
    ("release", "legal"), [("only_locked_left", "Q♠"), ("only_penalty_left", "Q♠ 2♥")]
)
def test_e05_hearts_and_queen_left(release: str, legal: str) -> None:
    rules = house("american-hearts", {**LOCKED, "lock.release": release})
    assert lead_after_a_trick(rules, "Q♠ 2♥") == legal


def test_e06_locked_cards_only() -> None:
    rules = house("american-hearts", {"lock.cards": "hearts+Q♠"})
    assert lead_after_a_trick(rules, "Q♠ 2♥") == "Q♠ 2♥"
    assert lead_after_a_trick(rules, "Q♠ 2♥ 2♦") == "2♦"


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        ("Q♠ 2♥ | 2♠ 2♦ | 3♠ 3♦ | 4♠ 4♦", "Q♠"),
        ("2♠ 2♥ | Q♠ 2♦ | 3♠ 3♦ | 4♠ 4♦", "2♠ Q♠"),
        ("2♣ 2♥ | Q♠ 2♦ | 3♠ 3♦ | 4♠ 4♦", "2♣ Q♠"),
    ],
    ids=["led", "followed", "discarded"],
)
def test_e07_queen_breaks_hearts(hands: str, cards: str) -> None:
    changes = {**LOCKED, "lock.breakers": "♥ Q♠"}
    assert play(start(house("american-hearts", changes), hands), cards).broken
    assert not play(start(house("american-hearts", LOCKED), hands), cards).broken


def test_e08_lowest_club_in_a_hand() -> None:
    lowest = {"lead.first": "lowest_club", "lead.first_card": "that_card"}
    rules = house("american-hearts", lowest, 3)
    deal = start(rules, "2♦ 4♣ | 2♠ 5♦ | 2♥ 3♣")
    assert (deal.to_act, options(deal)) == ((2,), "3♣")
    kitty = house("heartsette", lowest, 3)
    deal = start(kitty, "2♦ 5♣ | 2♠ 4♣ | 2♥ 3♦", kitty="2♣ 3♣ 9♥")
    assert (deal.to_act, options(deal)) == ((1,), "4♣")


def test_e08_no_club_in_any_hand() -> None:
    deal = start(load("microsoft-hearts"), "2♦ | 3♦ | 4♦ | 5♦", leader=2)
    assert (deal.to_act, options(deal)) == ((2,), "4♦")


def test_e09_two_lowest_clubs() -> None:
    rules = house(
        "cancellation-hearts", {"lead.first": "lowest_club", "lead.first_card": "that_card"}, 5
    )
    deal = start(rules, "2♣' 3♣ | 4♣ 5♣ | 6♣ 7♣ | 2♣ 8♣ | 9♣ 10♣", leader=1)
    assert (deal.to_act, options(deal)) == ((3,), "2♣")
    deal = start(rules, "2♣' 3♣ | 4♣ 5♣ | 6♣ 7♣ | 2♣ 8♣ | 9♣ 10♣", leader=4)
    assert (deal.to_act, options(deal)) == ((0,), "2♣'")


def test_e10_leader_is_fixed_after_the_exchange() -> None:
    rules = load("microsoft-hearts")
    deal = start(rules, "♣ | ♦ | ♠ | ♥", exchange=True)
    for seat, passed in enumerate(("2♣ 3♣ 4♣", "2♦ 3♦ 4♦", "2♠ 3♠ 4♠", "2♥ 3♥ 4♥")):
        deal.apply(seat, parse_cards(passed))
    assert (deal.kind, deal.to_act, options(deal)) == (Kind.PLAY, (1,), "2♣")


# ---- jokers and forced cards --------------------------------------------------------------------


def test_e74_only_jokers_left_to_lead() -> None:
    rules = load("joker-hearts")
    deal = start(rules, "*1 *2 | 2♣ 3♦ | 4♣ 5♦ | 6♣ 7♣")
    assert options(deal) == "*1 *2"
    assert options(play(deal, "*1")) == "2♣ 3♦"
    assert options(play(deal, "3♦")) == "5♦"
    play(deal, "5♦ 7♣")
    assert deal.trick_winners == b"\2"


def test_e74_joker_is_not_led_beside_other_cards() -> None:
    deal = start(load("joker-hearts"), "*1 3♣ | 2♣ 3♦ | 4♣ 5♦ | 6♣ 7♣")
    assert options(deal) == "3♣"
    with pytest.raises(IllegalAction):
        play(deal, "*1")


def test_e75_trick_of_jokers_and_absent_suit() -> None:
    rules = house("joker-hearts", {"pack.jokers": 4})
    assert play(start(rules, "*1 | *2 | *3 | *4"), "*1 *2 *3 *4").trick_winners == b"\0"
    rules = house("joker-hearts", {"joker.lead": "calls_suit"})
    deal = play(start(rules, "*1 2♣ | 3♣ 4♣ | 5♣ 6♣ | 7♣ 8♣"), "*1")
    assert (deal.kind, deal.to_act) == (Kind.SUIT, (0,))
    deal.apply(0, b"\1")
    assert options(deal) == "3♣ 4♣"
    assert play(deal, "3♣ 5♣ 7♣").trick_winners == b"\0"


@pytest.mark.parametrize(("points", "cost"), [(None, 1), (7, 7)])
def test_e76_penalty_joker(points: int | None, cost: int) -> None:
    changes = {"joker.nature": "penalty"} | ({} if points is None else {"joker.points": points})
    deal = start(house("joker-hearts", changes), "A♣ | *1 | 2♣ | 3♣")
    assert play(deal, "A♣ *1 2♣ 3♣").points == (cost, 0, 0, 0)


def test_e77_zero_of_clubs_leads() -> None:
    changes = {
        "joker.nature": "zero_of_suit",
        "lead.first": "lowest_club",
        "lead.first_card": "that_card",
    }
    deal = start(house("joker-hearts", changes), "2♣ 3♣ | 4♣ 5♣ | 0♣ A♣ | 6♣ 0♦")
    assert (deal.to_act, options(deal)) == ((2,), "0♣")
    assert play(deal, "0♣ 6♣ 2♣ 4♣").trick_winners == b"\3"


def test_e78_bar_then_forced_card_then_jokers() -> None:
    changes = {
        "must_play.cards": "Q♠",
        "points.cards": {"♥": 1, "Q♠": 13},
        "first_trick.barred": "penalty",
    }
    rules = house("joker-hearts", changes)
    hands = "2♣ 3♣ | Q♠ 2♥ *1 | 4♣ 5♣ | 6♣ 7♣"
    assert options(play(start(rules, hands), "2♣")) == "*1"
    rules = house("joker-hearts", {**changes, "first_trick.barred": "none"})
    assert options(play(start(rules, hands), "2♣")) == "Q♠"


def test_e78_bar_holds_for_a_joker_beside_the_suit_led() -> None:
    changes = {"joker.nature": "penalty", "first_trick.barred": "penalty"}
    deal = start(house("joker-hearts", changes), "2♣ 8♣ | 5♣ *1 | 4♣ 9♣ | 6♣ 7♣")
    assert options(play(deal, "2♣")) == "5♣"
    play(deal, "5♣ 4♣ 6♣ 7♣ 8♣")
    assert options(deal) == "*1"


def test_e79_holder_of_both_likhas_chooses() -> None:
    deal = start(load("leekha"), "2♣ 3♣ | 6♣ 7♣ | 4♣ 5♣ | Q♠ 10♦ A♥")
    assert options(play(deal, "2♣")) == "10♦ Q♠"
    deal = start(load("leekha"), "2♣ 3♣ | 6♣ 7♣ | 4♣ 5♣ | Q♠ 9♦ A♥")
    assert options(play(deal, "2♣")) == "Q♠"


# ---- Gong Zhu -----------------------------------------------------------------------------------


def test_e68_exposed_card_waits_for_the_second_lead_of_its_suit() -> None:
    rules = house("gong-zhu", {"exposure": "A♥ Q♠ J♦ 10♣", "direction": "clockwise"})
    deal = start(rules, "2♠ 3♠ 4♦ | Q♠ 4♠ 5♠ | A♠ K♠ J♦ | 6♠ 7♠ 8♠")
    act(deal, "Q♠", "J♦")
    assert options(play(deal, "2♠")) == "4♠ 5♠"
    assert options(play(deal, "4♠ A♠ 6♠")) == "J♦ K♠"
    assert options(play(deal, "K♠ 7♠ 3♠")) == "5♠ Q♠"


def test_e68_exposed_card_is_not_led_first() -> None:
    rules = house("gong-zhu", {"exposure": "A♥ Q♠ J♦ 10♣", "direction": "clockwise"})
    deal = start(rules, "2♠ Q♠ J♦ | 3♠ 4♠ 5♠ | A♠ K♠ 2♦ | 6♠ 7♠ 8♠")
    act(deal, "Q♠ J♦")
    assert options(deal) == "J♦ 2♠"


def test_e68_sole_exposed_card_must_follow() -> None:
    rules = house("gong-zhu", {"exposure": "A♥ Q♠ J♦ 10♣", "direction": "clockwise"})
    deal = start(rules, "2♠ 3♦ | Q♠ 4♦ | A♠ 5♦ | 6♠ 7♦")
    act(deal, "Q♠")
    assert options(play(deal, "2♠")) == "Q♠"


def test_e68_nobody_looks_before_all_have_chosen() -> None:
    rules = house("gong-zhu", {"exposure": "A♥ Q♠ J♦ 10♣"})
    deal = start(rules, "2♠ A♥ | Q♠ J♦ | 3♠ 4♠ | 10♣ 5♠")
    assert (deal.kind, deal.to_act) == (Kind.EXPOSE, (0, 1, 3))
    assert (deal.legal_actions(1).least, deal.legal_actions(1).most) == (0, 2)
    deal.apply(0, parse_cards("A♥"))
    assert not observation(deal, 1).exposed
    act(deal, "", "10♣")
    assert observation(deal, 1).exposed == parse_cards("A♥ 10♣")
    assert observation(deal, 1).exposed_seats == b"\0\3"


def test_leader_of_gong_zhu() -> None:
    """2.2: the holder of 2♠ leads the first deal, then the taker of the last Q♠."""
    game = new_game(load("gong-zhu"))
    assert game.deal.hands[game.deal.to_act[0]] & 1 << parse_card("2♠")
    end_deal(game, " | | Q♠ | 2♥")
    assert game.deal.to_act == (2,)
