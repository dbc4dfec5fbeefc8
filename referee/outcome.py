"""What a table counts for each of its seats, those of players that are out included."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules import Game, Rules, Score
from referee.rules.ranking import real


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table counts, by seat. ``deck`` is the number of the deal, or of the game."""

    deck: int
    seating: tuple[int, ...]
    points: tuple[Score, ...]
    ranks: tuple[int, ...]
    deals: int


def worst_points(rules: Rules) -> Score:
    """What a deal counts for a player that is out: all penalties, or all losses."""
    worst: Score = 0
    for card in rules.pack:
        points = rules.card_points(card)
        if not isinstance(points, int):
            worst += points
        elif rules.objective == "maximise":
            worst += min(points, 0)
        else:
            worst += max(points, 0)
    return worst


def points_with_out(game: Game, out: Sequence[bool], surcharge: Sequence[Score]) -> list[Score]:
    """The outcome of a game, worse for the seats that are out.

    `surcharge` is by how much their deals counted worse than they were played. Where a game is for
    counters, or against the mean, they get the poorest outcome instead.
    """
    outcome = list(game.outcome())
    if game.rules.settlement == "none":
        return [points + more for points, more in zip(outcome, surcharge, strict=True)]
    poorest = min(map(real, outcome))
    return [poorest if gone else points for gone, points in zip(out, outcome, strict=True)]


def ranks_with_out(game: Game, out: Sequence[bool]) -> tuple[int, ...]:
    """The ranks of a game, 1 is best, with the seats that are out behind all others."""
    keys = list(zip(out, game.ranks(), strict=True))
    return tuple(1 + sum(other < key for other in keys) for key in keys)
