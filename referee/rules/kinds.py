"""The one shape of every decision: choose between ``least`` and ``most`` of the ``options``."""

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What is asked; the numbers of ``enum Kind`` in referee.proto."""

    PASS = 1
    PLAY = 2
    BID = 3
    SUIT = 4
    EXPOSE = 5
    MOON = 6
    CALL = 7
    BURY = 8


OLD_MOON, NEW_MOON, CLEAN_SLATE = 0, 1, 2
"""Options of a MOON choice; the numbers of ``enum Moon`` in referee.proto."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the text says why."""


class Choice(NamedTuple):
    """A question to one seat. ``options`` ascend; what a byte means depends on ``kind``."""

    kind: Kind
    options: bytes
    least: int
    most: int

    def allows(self, action: bytes) -> bool:
        """Whether the action is between ``least`` and ``most`` different options."""
        return (
            self.least <= len(action) <= self.most
            and not action.translate(None, self.options)
            and len(set(action)) == len(action)
        )

    def fallback(self) -> bytes:
        """What the referee chooses for a player that does not: the lowest legal options."""
        return self.options[: self.least]
