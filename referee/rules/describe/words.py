"""Scores, cards and lists in plain English."""

from collections.abc import Iterable, Sequence

from protocol.cards import (
    JOKER,
    JOKERS,
    SECOND_COPY,
    SUIT_NAMES,
    SUIT_SETS,
    SUITS,
    card_name,
    members_of,
)
from referee.rules.cardsets import CardSet
from referee.rules.score import Score

COSTLY = "cards that cost points"


def number(value: Score) -> str:
    """A score with a true minus sign: ``−10``, ``13i``."""
    return str(value).replace("-", "−")


def count(amount: int, noun: str) -> str:
    """``1 card``, ``3 cards``."""
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


def listed(words: Sequence[str], link: str = "and") -> str:
    """``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {link} {words[-1]}"


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def plain(cards: Iterable[int]) -> list[int]:
    """Cards of the first pack and jokers, hearts first and high cards first."""
    merged = {card if card >= JOKER else card % SECOND_COPY for card in cards}
    return sorted(merged, key=lambda card: (-(card >> 4), -card))


def cards_text(cards: Iterable[int]) -> str:
    """``A♥ and Q♠``; of two copies one is named."""
    return listed([card_name(card) for card in plain(cards)])


def all_of(card_set: CardSet) -> str:
    """``hearts, Q♠ and cards that cost points``."""
    return listed(_words(card_set, SUIT_NAMES, COSTLY, "jokers"))


def any_of(card_set: CardSet) -> str:
    """``a heart, Q♠ or a card that costs points``."""
    suits = [f"a {name[:-1]}" for name in SUIT_NAMES]
    return listed(_words(card_set, suits, "a card that costs points", "a joker"), "or")


def _words(card_set: CardSet, suits: Sequence[str], penalty: str, jokers: str) -> list[str]:
    cards, words = card_set.cards, []
    for suit in reversed(SUITS):
        if not SUIT_SETS[suit] & ~cards:
            words.append(suits[suit])
            cards &= ~SUIT_SETS[suit]
    if not JOKERS & ~cards:
        words.append(jokers)
        cards &= ~JOKERS
    words += map(card_name, plain(members_of(cards)))
    return [*words, penalty] if card_set.penalty else words
