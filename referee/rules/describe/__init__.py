"""The rules of a game as a person would want to read them at a table.

Everything here follows from the parameters of the game, nothing from its name. Each module yields
the lines of some sections; ``idle`` names what is set but changes nothing.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from referee.rules.describe import ending, opening, play, points, slams
from referee.rules.describe.idle import idle
from referee.rules.describe.summary import GameSummary, summary
from referee.rules.schema import Rules

__all__ = ["NO_EFFECT", "GameSummary", "Section", "describe", "idle", "summary"]


class Section(NamedTuple):
    """A heading and the sentences below it."""

    title: str
    lines: tuple[str, ...]


NO_EFFECT = "Set, but without effect here"

SECTIONS: tuple[tuple[str, tuple[Callable[[Rules], Iterator[str]], ...]], ...] = (
    ("Players and cards", (opening.pack,)),
    ("Deal", (opening.deal,)),
    ("Exchange", (opening.exchange,)),
    ("Bidding", (opening.auction,)),
    ("Partners", (ending.partners,)),
    ("Play", (play.leading, play.following, play.tricks, play.kitty)),
    ("Points", (points.cards, points.modifiers)),
    ("Taking everything, or nothing", (slams.slams,)),
    ("Counters", (ending.settlement,)),
    ("End of the game", (ending.end, ending.winner)),
    (NO_EFFECT, (lambda rules: (str(entry) for entry in idle(rules)),)),
)


def describe(rules: Rules) -> list[Section]:
    """The rules in sections, from the pack to the winner; sections with nothing to say are out."""
    sections = [
        Section(title, tuple(chain.from_iterable(part(rules) for part in parts)))
        for title, parts in SECTIONS
    ]
    return [section for section in sections if section.lines]
