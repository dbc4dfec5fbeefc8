"""Packs, fair shuffles and dealing out."""

import hashlib
import hmac
import itertools
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from protocol.cards import JOKER, SECOND_COPY, card_name

if TYPE_CHECKING:
    from referee.rules.schema import Rules

FRENCH = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15)
FIVE_HUNDRED = tuple(range(1, 16))
SHUFFLE_LABEL = b"hearts-arena deck 1"
_WORDS = 1 << 32
_EIGHT_WORDS = struct.Struct(">8I")


class Pack(NamedTuple):
    """The cards in play, ascending, and how they are dealt: cards a hand, kitty, stock."""

    cards: bytes
    hand: int
    kitty: int
    stock: int


class Dealt(NamedTuple):
    """Hands by seat, kitty and stock, in the order in which they were dealt."""

    hands: tuple[bytes, ...]
    kitty: bytes
    stock: bytes


def build_pack(rules: "Rules") -> Pack:
    """The pack of these rules at this number of seats (RULES.md 1.2, 2.1, 2.4).

    Raises ValueError when the cards cannot be dealt out evenly (E83).
    """
    n = rules.seats
    cards = _full_pack(rules)
    _remove(cards, rules.pack_removed.get(n, b""), "pack.removed")
    kitty = rules.kitty_size.get(n, 0)
    if rules.deal_hand:
        stock = len(cards) - n * rules.deal_hand - kitty
        if stock < 0:
            raise ValueError(f"deal.hand: {len(cards)} cards are too few for {n} such hands")
        return Pack(bytes(sorted(cards)), rules.deal_hand, kitty, stock)
    if rules.pack_surplus == "strip":
        _strip(cards, rules.pack_strip_order, n, kitty)
    elif rules.pack_surplus == "kitty" and not rules.kitty_size:
        kitty = len(cards) % n
    if (len(cards) - kitty) % n:
        less = f", less {kitty} in the kitty," if kitty else ""
        raise ValueError(
            f"pack: {len(cards)} cards{less} do not come out even for {n} players; "
            "see pack.removed, pack.strip_order, pack.surplus and kitty.size"
        )
    if len(cards) <= kitty:
        raise ValueError(f"kitty.size: {kitty} of {len(cards)} cards leave none to play with")
    return Pack(bytes(sorted(cards)), (len(cards) - kitty) // n, kitty, 0)


def _full_pack(rules: "Rules") -> list[int]:
    ranks = FRENCH if rules.pack_ranks == "french13" else FIVE_HUNDRED
    cards = [
        SECOND_COPY * copy + 16 * suit + rank
        for copy in range(rules.pack_count)
        for suit in range(4)
        for rank in ranks
    ]
    if rules.joker_nature == "zero_of_suit":
        zeros = [SECOND_COPY * copy + 16 * suit for copy in range(2) for suit in range(4)]
        return cards + zeros[: rules.pack_jokers]
    return cards + [JOKER + joker for joker in range(rules.pack_jokers)]


def _remove(cards: list[int], removed: bytes, key: str) -> None:
    for card in removed:
        if card not in cards:
            raise ValueError(f"{key}: {card_name(card)} is not in the pack, or named twice")
        cards.remove(card)


def _strip(cards: list[int], order: bytes, n: int, kitty: int) -> None:
    for card in order:
        if (len(cards) - kitty) % n == 0:
            return
        _remove(cards, bytes([card]), "pack.strip_order")


def shuffled_deck(pack: bytes, secret: bytes, deal_number: int) -> bytes:
    """The deck of a deal: the same pack, secret and number give the same deck in any language.

    A Fisher-Yates shuffle of the ascending pack. Random words are the big-endian 32-bit words of
    the blocks HMAC-SHA256(secret, label + number + block), number and block as 8 and 4 big-endian
    bytes. For each place i from the last down to 1, words at or above the largest multiple of i + 1
    are skipped, and the card at i changes places with the card at word mod (i + 1).
    """
    deck = bytearray(pack)
    words = _random_words(secret, deal_number)
    for place in range(len(deck) - 1, 0, -1):
        limit = _WORDS - _WORDS % (place + 1)
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return bytes(deck)


def _random_words(secret: bytes, deal_number: int) -> Iterator[int]:
    prefix = SHUFFLE_LABEL + deal_number.to_bytes(8, "big")
    for block in itertools.count():
        yield from _EIGHT_WORDS.unpack(
            hmac.digest(secret, prefix + block.to_bytes(4, "big"), "sha256")
        )


def commitment(secret: bytes) -> str:
    """What is published before the first card: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def deal_out(pack: Pack, deck: bytes, dealer: int, seats: int, step: int) -> Dealt:
    """Deal a deck one card at a time, first to the seat next to the dealer.

    ``step`` is 1 clockwise and -1 anticlockwise. The cards after the hands are the kitty, then the
    stock, drawn from its front.
    """
    dealt = pack.hand * seats
    hands = [b""] * seats
    for place in range(seats):
        hands[(dealer + step * (place + 1)) % seats] = deck[place:dealt:seats]
    return Dealt(tuple(hands), deck[dealt : dealt + pack.kitty], deck[dealt + pack.kitty :])
