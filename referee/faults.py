"""What a bot can do wrong. A fault is booked on its player; it never stops a table."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """The kinds of fault. The value is the form that people and records see."""

    TIMEOUT = "timeout"
    ILLEGAL = "illegal"
    DISCONNECTED = "disconnected"
    PROTOCOL = "protocol"
    CRASHED = "crashed"
    START_FAILED = "start-failed"


@dataclass(frozen=True, slots=True)
class PlayerFault:
    """One fault, as booked in the result of a match.

    ``player`` is the index in the match, ``table`` the number of the table and ``deal`` the number
    of the deal there. Both are 0 when the fault belongs to no turn in particular.
    """

    player: int
    fault: Fault
    reason: str
    table: int = 0
    deal: int = 0
