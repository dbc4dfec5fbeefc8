"""What the ladder keeps of a match."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from referee.rules import Score
from referee.rules.score import squared_size

MILLIONTHS = 10**6


@dataclass(frozen=True)
class PlayerFaults:
    """How often a player was at fault in one way, and the first reason."""

    position: int
    kind: str
    count: int
    reason: str


@dataclass(frozen=True)
class Outcome:
    """The result of a match that counts. Sequences are by position.

    ``sets`` holds the points on each deck, summed over the seatings (of complex games the distances
    from zero); ``deals`` how many deals each
    deck was played; ``record`` the path of the match record within the data folder.
    """

    sets: dict[int, tuple[Score, ...]]
    deals: dict[int, int]
    seconds: tuple[float, ...]
    faults: tuple[PlayerFaults, ...] = ()
    record: str | None = None


def size(score: Score) -> int | Fraction:
    """A score's distance from zero to a millionth, a fraction so that sums know no order."""
    length = Fraction(isqrt(int(squared_size(score) * MILLIONTHS**2)), MILLIONTHS)
    return length.numerator if length.denominator == 1 else length
