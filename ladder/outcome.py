"""What the ladder keeps of a match."""

from dataclasses import dataclass

from referee.rules import Score


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

    ``sets`` holds the points on each deck, summed over the seatings; ``deals`` how many deals each
    deck was played; ``record`` the path of the match record within the data folder.
    """

    sets: dict[int, tuple[Score, ...]]
    deals: dict[int, int]
    seconds: tuple[float, ...]
    faults: tuple[PlayerFaults, ...] = ()
    record: str | None = None
