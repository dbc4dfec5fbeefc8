"""The small language in which rules name sets of cards.

Words separated by spaces or ``+``: a card (``Q♠``, both copies where there are two packs), a suit
(``♥``, ``hearts``), ``penalty`` (the cards that cost points in this game), ``jokers``, ``none``.
"""

from contextlib import suppress
from dataclasses import dataclass

from protocol.cards import JOKERS, SECOND_COPY, SUIT_SETS, parse_card, parse_suit


@dataclass(frozen=True)
class CardSet:
    """A set of cards as the rules name it: fixed cards, and perhaps the penalty cards."""

    text: str
    cards: int
    penalty: bool

    def resolve(self, penalty: int) -> int:
        """The set, once the penalty cards of the deal are known."""
        return self.cards | penalty if self.penalty else self.cards


def both_copies(card: int) -> int:
    """The set of a card and its copy from the second pack."""
    return 1 << card | 1 << (card ^ SECOND_COPY) if card < 2 * SECOND_COPY else 1 << card


def parse_card_set(text: str) -> CardSet:
    """The set that a text names. Raises ValueError naming the word that is none."""
    cards, penalty = 0, False
    for word in text.replace("+", " ").split():
        if word == "penalty":
            penalty = True
        elif word == "jokers":
            cards |= JOKERS
        elif word != "none":
            cards |= _suit_or_card(word)
    return CardSet(text, cards, penalty)


def _suit_or_card(word: str) -> int:
    with suppress(ValueError):
        return SUIT_SETS[parse_suit(word)]
    with suppress(ValueError):
        return both_copies(parse_card(word))
    raise ValueError(
        f"{word!r} names no cards; write cards (Q♠), suits (♥), 'penalty', 'jokers' or 'none'"
    )
