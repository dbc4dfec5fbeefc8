"""Cards and sets of cards, and their text forms both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import cards
from protocol import referee_pb2 as pb

ALL = [card for card in range(128) if card & 63 < 64] + [
    cards.JOKER + joker for joker in range(cards.MAX_JOKERS)
]
CARDS = st.sampled_from(ALL)


@given(CARDS)
def test_a_card_and_its_name(card: int) -> None:
    assert cards.parse_card(cards.card_name(card)) == card
    assert cards.parse_card(cards.card_name(card).lower()) == card


@given(st.lists(CARDS))
def test_cards_and_their_names(hand: list[int]) -> None:
    assert list(cards.parse_cards(cards.card_names(hand))) == hand


@given(st.sets(CARDS))
def test_a_set_and_its_members(hand: set[int]) -> None:
    assert list(cards.members_of(cards.cards_to_set(hand))) == sorted(hand)


def test_no_two_cards_share_a_name() -> None:
    assert len({cards.card_name(card) for card in ALL}) == len(ALL)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Q♠", pb.CARD_QS),
        ("qs", pb.CARD_QS),
        ("10♦", pb.CARD_10D),
        ("TD", pb.CARD_10D),
        ("A♥'", pb.CARD_AH + 64),
        ("0♣", pb.CARD_0C),
        ("*2", pb.CARD_JOKER_2),
        ("12H", pb.CARD_12H),
    ],
)
def test_the_numbers_are_those_of_the_wire(text: str, card: int) -> None:
    assert cards.parse_card(text) == card


@pytest.mark.parametrize("text", ["", "Q", "1♠", "Q♠♠", "*0", "*9", "*", "QX", "♠Q", "13C"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card; write it like Q♠"):
        cards.parse_card(text)


@pytest.mark.parametrize("suit", cards.SUITS)
def test_a_suit_and_its_names(suit: int) -> None:
    name, symbol = cards.SUIT_NAMES[suit], cards.SUIT_SYMBOLS[suit]
    for text in (name, name.title(), symbol, cards.SUIT_LETTERS[suit].lower()):
        assert cards.parse_suit(text) == suit
    assert all(cards.suit_of(card) == suit for card in cards.members_of(cards.SUIT_SETS[suit]))


def test_what_is_no_suit() -> None:
    with pytest.raises(ValueError, match="is not a suit; write ♣, C or clubs"):
        cards.parse_suit("trumps")


def test_people_see_suits_by_rank_and_jokers_last() -> None:
    hand = cards.parse_cards("*1 A♥ 2♥ 5♣' 5♣ K♣ 3♦")
    shown = cards.card_names(sorted(hand, key=cards.sort_key))
    assert shown == "5♣ 5♣' K♣ 3♦ 2♥ A♥ *1"
