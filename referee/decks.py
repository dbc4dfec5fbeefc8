"""The decks of a match: which deck each deal of each table gets from the match's one secret.

The unit of a match is a single deal or a whole game. Deal number k of a match of deals has the deck
``shuffled_deck(pack, secret, k)``. In a match of games, deal number d of game g has the deck
``shuffled_deck(pack, key, d)`` with key = HMAC-SHA256(secret, "hearts-arena game " + g in decimal).
"""

import hmac
from collections.abc import Callable

from referee.rules import Game, Rules, shuffled_deck

Decks = Callable[[int], bytes]
"""Deal number -> shuffled pack."""


def unit_decks(rules: Rules, secret: bytes, unit: int, *, games: bool) -> Decks:
    """The decks of one unit, a deal or a game, by deal number."""
    if games:
        secret = hmac.digest(secret, b"hearts-arena game %d" % unit, "sha256")
    return lambda deal: shuffled_deck(rules.pack, secret, deal)


def open_unit(rules: Rules, decks: Decks, unit: int, *, games: bool) -> Game:
    """The game that a table plays for one unit. The dealer of a single deal follows its number."""
    if games:
        return Game(rules, decks)
    return Game(rules, decks, first_deal=unit, max_deals=1)
