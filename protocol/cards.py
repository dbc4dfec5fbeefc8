"""Cards and sets of cards as ints, with text forms both ways.

A card is one byte, ``64 * copy + 16 * suit + rank``: the numbers of ``enum Card`` in
``referee.proto``. A *sequence* of cards is ``bytes``. A *set* of cards is an int with bit ``card``
set, so that "can I follow suit" is one ``&``.

People see ``Q♠`` and may type ``Q♠``, ``QS`` or ``qs``, and ``T`` for ten. The second copy of a
card, in games with two packs, carries an apostrophe: ``Q♠'``. Jokers are ``*1``, ``*2``, ...; a
joker that counts as the zero of a suit is ``0♣``.
"""

from collections.abc import Iterable
from typing import Final

CLUBS: Final = 0
DIAMONDS: Final = 1
SPADES: Final = 2
HEARTS: Final = 3
SUITS: Final = (CLUBS, DIAMONDS, SPADES, HEARTS)
SUIT_NAMES: Final = ("clubs", "diamonds", "spades", "hearts")
SUIT_SYMBOLS: Final = "♣♦♠♥"
SUIT_LETTERS: Final = "CDSH"
RANK_NAMES: Final = ("0", *map(str, range(2, 13)), "J", "Q", "K", "A")
"""Names of the ranks 0 to 15. 11 and 12 are cards of the pack for Five Hundred."""

SECOND_COPY: Final = 64
JOKER: Final = 128
"""The first joker. Cards from here on have no suit."""
MAX_JOKERS: Final = 8

LANES: Final = tuple(0xFFFF << start for start in range(0, JOKER + 1, 16))
"""The sets that hold one suit of one pack each; the last one holds the jokers."""
BITS: Final = tuple(1 << card for card in range(256))
"""The set that holds one card alone, by card."""
SUIT_SETS: Final = tuple(LANES[suit] | LANES[suit + 4] for suit in SUITS)
"""The set of all cards of a suit, both copies."""
JOKERS: Final = LANES[8]


def suit_of(card: int) -> int:
    """The suit of a card that is not a joker (a joker gives a number that is no suit)."""
    return card >> 4 & 3 if card < JOKER else 4


def rank_of(card: int) -> int:
    """The rank of a card, 0 to 15; higher beats lower within a suit."""
    return card & 15


def cards_to_set(cards: Iterable[int]) -> int:
    """The set of these cards."""
    result = 0
    for card in cards:
        result |= BITS[card]
    return result


class _Lane(dict[int, bytes]):
    """set within one lane -> its sorted cards; at most 65,536 entries a lane."""

    def __missing__(self, cards: int) -> bytes:
        self[cards] = bytes([card for card in range(cards.bit_length()) if cards >> card & 1])
        return self[cards]


_CLUBS, _DIAMONDS, _SPADES, _HEARTS = LANES[:4]
CARDS_OF_LANE: Final = _Lane()
"""Like ``members_of``, but only for sets within one lane, and faster."""


def members_of(cards: int) -> bytes:
    """The cards of a set in ascending order."""
    members = (
        CARDS_OF_LANE[cards & _CLUBS]
        + CARDS_OF_LANE[cards & _DIAMONDS]
        + CARDS_OF_LANE[cards & _SPADES]
        + CARDS_OF_LANE[cards & _HEARTS]
    )
    if cards >> SECOND_COPY:
        return members + b"".join([CARDS_OF_LANE[cards & lane] for lane in LANES[4:]])
    return members


def sort_key(card: int) -> tuple[int, int, int]:
    """Sorts cards for people: by suit, then rank, the two copies side by side."""
    return suit_of(card), rank_of(card), card


# ---- text ---------------------------------------------------------------------------------------

_RANKS: Final = {name: rank for rank, name in enumerate(RANK_NAMES)} | {"T": 9}
_SUITS: Final = {letter: suit for suit, letter in enumerate(SUIT_LETTERS)} | {
    symbol: suit for suit, symbol in enumerate(SUIT_SYMBOLS)
}


def card_name(card: int) -> str:
    """``Q♠``, ``10♦``, ``Q♠'`` (second copy), ``*1`` (a joker)."""
    if card >= JOKER:
        return f"*{card - JOKER + 1}"
    copy = "'" if card >= SECOND_COPY else ""
    return f"{RANK_NAMES[card & 15]}{SUIT_SYMBOLS[card >> 4 & 3]}{copy}"


def card_names(cards: Iterable[int]) -> str:
    """Cards separated by spaces, in the order given."""
    return " ".join(map(card_name, cards))


def parse_card(text: str) -> int:
    """The card of a text form.

    Raises ValueError, with the text and an example, when there is no such card.
    """
    plain = text.strip().upper()
    if plain.startswith("*") and plain[1:].isdecimal() and 1 <= int(plain[1:]) <= MAX_JOKERS:
        return JOKER + int(plain[1:]) - 1
    copy = SECOND_COPY if plain.endswith("'") else 0
    plain = plain.removesuffix("'")
    rank, suit = _RANKS.get(plain[:-1]), _SUITS.get(plain[-1:])
    if rank is None or suit is None:
        raise ValueError(f"{text!r} is not a card; write it like Q♠, QS, 10D or *1")
    return copy + 16 * suit + rank


def parse_cards(text: str) -> bytes:
    """The cards of a text such as ``2♣ QS 10d``, in its order. Raises ValueError."""
    return bytes(map(parse_card, text.split()))


def parse_suit(text: str) -> int:
    """The suit of ``♥``, ``H``, ``hearts``. Raises ValueError."""
    plain = text.strip()
    if plain.lower() in SUIT_NAMES:
        return SUIT_NAMES.index(plain.lower())
    if plain.upper() not in _SUITS:
        raise ValueError(f"{text!r} is not a suit; write ♣, C or clubs")
    return _SUITS[plain.upper()]
