"""Edge cases of the rule book about the exchange: E11 to E19, E88; and the auction: E31 to E34."""

import pytest

from protocol.cards import card_names, parse_cards
from referee.rules import Game, IllegalAction, Kind, RulesError, load, shuffled_deck
from tests.rules.helpers import (
    act,
    cards,
    deck_for,
    end_deal,
    fall_back,
    hands,
    house,
    new_game,
    options,
    play,
    settled,
    start,
)


def test_e11_forbidden_cards() -> None:
    rules = house("american-hearts", {"exchange.forbidden": "2♣ Q♠ A♥"})
    deal = start(rules, "2♣ 3♣ 4♣ 5♣ Q♠ A♥ | ♦ | ♠ | ♥", exchange=True)
    assert options(deal, 0) == "3♣ 4♣ 5♣"
    with pytest.raises(IllegalAction):
        deal.apply(0, parse_cards("2♣ 3♣ 4♣"))
    deal = start(rules, "2♣ 3♣ 4♣ Q♠ | ♦ | ♠ | ♥", exchange=True)
    choice = deal.legal_actions(0)
    assert card_names(choice.options) == "2♣ 3♣ 4♣"
    assert (choice.least, choice.most) == (3, 3)


def test_e12_across_is_left_out_for_odd_numbers() -> None:
    assert len(load("american-hearts", 3).plan.steps) == 3
    assert len(load("american-hearts", 5).plan.steps) == 3
    assert [step.offsets for step in load("american-hearts", 6).plan.steps] == [
        b"\1\1\1",
        b"\5\5\5",
        b"\3\3\3",
        b"",
    ]
    assert len(load("royal-hearts", 3).plan.steps) == 2


def test_e13_hand_smaller_than_the_count() -> None:
    rules = load("american-hearts")
    deal = start(rules, "2♣ 3♣ | 2♦ 3♦ | 2♠ 3♠ | 2♥ 3♥", exchange=True)
    choice = deal.legal_actions(0)
    assert (choice.least, choice.most) == (2, 2)
    act(deal, "2♣ 3♣", "2♦ 3♦", "2♠ 3♠", "2♥ 3♥")
    assert hands(deal) == ["2♥ 3♥", "2♣ 3♣", "2♦ 3♦", "2♠ 3♠"]


def test_e14_shuffle_pass_may_return_own_cards() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["shuffle 3"]})
    returned = False
    for number in range(1, 20):
        deal = start(rules, "♣ | ♦ | ♠ | ♥", number=number, exchange=True)
        act(deal, "2♣ 3♣ 4♣", "2♦ 3♦ 4♦", "2♠ 3♠ 4♠", "2♥ 3♥ 4♥")
        returned |= bool(set(deal.passed[0]) & set(deal.received[0]))
    assert returned


def test_e15_scatter() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["scatter"]})
    deal = start(rules, "2♣ 3♣ 4♣ | 2♦ 3♦ 4♦ | 2♠ 3♠ 4♠ | 2♥ 3♥ 4♥", exchange=True)
    assert deal.exchange_to == (b"\1\2\3", b"\2\3\0", b"\3\0\1", b"\0\1\2")
    act(deal, "2♣ 3♣ 4♣", "2♦ 3♦ 4♦", "2♠ 3♠ 4♠", "2♥ 3♥ 4♥")
    assert hands(deal) == ["4♦ 3♠ 2♥", "2♣ 4♠ 3♥", "3♣ 2♦ 4♥", "4♣ 3♦ 2♠"]


def test_e15_all_choose_before_anybody_looks() -> None:
    deal = start(load("american-hearts"), "♣ | ♦ | ♠ | ♥", exchange=True)
    deal.apply(2, parse_cards("2♠ 3♠ 4♠"))
    assert deal.to_act == (0, 1, 3)
    assert cards(hands(deal)[3]) == cards("♥")
    with pytest.raises(IllegalAction):
        deal.apply(2, parse_cards("2♠ 3♠ 4♠"))


def test_e16_schedule_counts_scored_deals_only() -> None:
    rules = house("american-hearts", {"deal.all_penalty": "redeal"})

    def decks(number: int) -> bytes:
        return deck_for(rules, "♣ | ♦ | ♠ | ♥" if number < 1 << 32 else "2♥ | 3♥ | 4♥ | 2♣")

    game = Game(rules, decks)
    assert game.deal.deal_number == 1
    assert game.deal.exchange_to[0] == b"\1\1\1"
    end_deal(game, (13, 13, 0, 0))
    assert game.deal.deal_number == 2
    assert game.deal.exchange_to[0] == b"\3\3\3"


def test_e17_four_five_four_passes_forbidden_cards_too() -> None:
    mixed = {"exchange.schedule": ["pass 1:4 2:5 3:4", "left 3"], "exchange.forbidden": "2♣"}
    rules = house("four-five-four-hearts", mixed)
    deal = start(rules, "♣ | ♦ | ♠ | ♥", exchange=True)
    assert "2♣" in options(deal, 0)
    assert deal.legal_actions(0).least == 13
    deal = start(rules, "♣ | ♦ | ♠ | ♥", number=2, exchange=True)
    assert "2♣" not in options(deal, 0).split()


def test_e17_forbidden_cards_that_never_matter_are_refused() -> None:
    with pytest.raises(RulesError, match=r"exchange\.forbidden"):
        house("four-five-four-hearts", {"exchange.forbidden": "2♣"})


def test_e18_six_players() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["scatter"]}, 6)
    assert rules.plan.steps[0].offsets == b"\1\2\3\4\5"
    assert house("american-hearts", {"exchange.schedule": ["star"]}, 6).plan.steps == ()


def test_e19_bounds_of_the_dealers_choice() -> None:
    rules = house("american-hearts", {"exchange.schedule": ["dealers_choice"]})
    deal = start(rules, "♣ | ♦ | ♠ | ♥", leader=1, exchange=True)
    calls = deal.legal_actions(0).options
    assert {(call >> 4, call & 15) for call in calls if call} == {
        (offset, count) for offset in (1, 2, 3) for count in (1, 2, 3, 4, 5)
    }
    deal.apply(0, b"\0")
    assert deal.kind is Kind.PLAY
    small = start(rules, "2♣ 3♣ | 4♣ 5♣ | 6♣ 7♣ | 8♣ 9♣", leader=1, exchange=True)
    assert max(call & 15 for call in small.legal_actions(0).options) == 2


def test_e88_passing_to_the_partner() -> None:
    deal = start(
        load("partnership-hearts-pooled"), "♣ | ♦ | ♠ | ♥", number=3, leader=0, exchange=True
    )
    assert deal.exchange_to == (b"\2\2\2", b"\3\3\3", b"\0\0\0", b"\1\1\1")


# ---- auction ------------------------------------------------------------------------------------


def test_e31_all_pass() -> None:
    game = new_game(load("auction-hearts"), first_dealer=3)
    for seat in range(4):
        game.apply(seat, b"\0")
    assert (game.deal.kind, game.deal.to_act) == (Kind.PLAY, (0,))
    end_deal(game, (0, 2, 5, 6))
    assert settled(game) == (13, -2, -5, -6)


def test_e32_bids_must_rise_within_the_chips() -> None:
    game = new_game(load("auction-hearts"), first_dealer=3)
    assert game.deal.legal_actions(0).options == bytes(range(51))
    game.apply(0, b"\7")
    assert game.deal.legal_actions(1).options == bytes([0, *range(8, 51)])
    for bid in (b"\7", b"\3", bytes([51])):
        with pytest.raises(IllegalAction):
            game.apply(1, bid)
    rich = new_game(house("auction-hearts", {"chips": 7, "end.chips": False}), first_dealer=3)
    rich.apply(0, b"\7")
    assert rich.deal.legal_actions(1).options == b"\0"


def test_e32_least_bid() -> None:
    game = new_game(house("auction-hearts", {"auction.min_bid": 5}), first_dealer=3)
    assert game.deal.legal_actions(0).options == bytes([0, *range(5, 51)])


@pytest.mark.parametrize(("players", "suit", "total"), [(5, 0, 12), (5, 1, 13), (6, 0, 12)])
def test_e33_auction_with_five_or_six(players: int, suit: int, total: int) -> None:
    rules = load("auction-hearts", players)
    assert rules.plan.scales[suit].total == total
    game = new_game(rules)
    game.apply(1, b"\1")
    while game.deal.kind is Kind.BID:
        game.apply(game.deal.to_act[0], b"\0")
    game.apply(1, bytes([suit]))
    fall_back(game.deal)
    assert sum(game.deal.raw) == total


def test_e33_named_suit_takes_the_place_of_hearts() -> None:
    rules = house("auction-hearts", {"points.cards": {"♥": 1, "Q♥": 5, "J♦": 3}})
    scale = rules.plan.scales[2]
    queen, jack, heart = parse_cards("Q♠ J♦ Q♥")
    assert (scale.values[queen], scale.values[jack], scale.values[heart]) == (5, 3, 0)


def test_e33_the_named_suit_may_be_locked() -> None:
    rules = house("auction-hearts", {"lock.cards": "penalty", "lock.breakers": "penalty"})
    game = new_game(rules, first_dealer=3)
    game.apply(0, b"\1")
    for seat in (1, 2, 3):
        game.apply(seat, b"\0")
    game.apply(0, b"\1")
    assert not set(game.deal.legal_actions(0).options) & set(range(17, 32))
    assert not game.deal.broken


def test_e34_pool_at_the_end_is_split() -> None:
    game = new_game(house("auction-hearts", {"end.deals": 1, "chips": 50}), first_dealer=3)
    for seat in range(4):
        game.apply(seat, bytes([5]) if seat == 0 else b"\0")
    game.apply(0, b"\3")
    end_deal(game, (2, 4, 1, 6))
    assert game.is_over
    assert game.pool == 18 - 4 * 4
    assert game.chips == [50 - 5 - 2 + 4, 50 - 4 + 4, 50 - 1 + 4, 50 - 6 + 4]


def test_auction_hearts_may_be_played_out() -> None:
    rules = load("auction-hearts")
    game = Game(rules, lambda number: shuffled_deck(rules.pack, b"auction", number))
    game.apply(1, b"\3")
    for seat in (2, 3, 0):
        game.apply(seat, b"\0")
    game.apply(1, b"\0")
    led = game.deal.legal_actions(1).options
    assert len(led) == 13
    play(game.deal, card_names(led[:1]))
    assert fall_back(game.deal).is_over
