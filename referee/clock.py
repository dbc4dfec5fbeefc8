"""Time control. A clock is told how much time went by; it never reads one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from referee.errors import UserError

_EXAMPLE: Final = "move=1s bank=20s inc=100ms start=10s"
_KEYS: Final = {"move": "move", "bank": "bank", "inc": "increment", "start": "start"}
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "": 1.0}
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|)")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Limits in seconds: per turn, reserve per game, gain per turn, and until the bot is ready."""

    move: float = 1.0
    bank: float = 20.0
    increment: float = 0.0
    start: float = 10.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """The time control of ``move=1s bank=20s inc=100ms start=10s``.

        What is left out is none, except ``start``, which keeps its default. Raises UserError.
        """
        values = {"move": 0.0, "bank": 0.0}
        for word in text.replace(",", " ").split():
            key, _, duration = word.partition("=")
            match = _DURATION.fullmatch(duration)
            if key not in _KEYS or match is None:
                raise UserError(f"time control: cannot read {word!r}; write it like {_EXAMPLE!r}")
            values[_KEYS[key]] = float(match[1]) * _UNITS[match[2]]
        if values["move"] + values["bank"] <= 0:
            raise UserError(f"time control {text!r} leaves no time: give move= or bank=")
        if values.get("start") == 0:
            raise UserError(f"time control {text!r} leaves no time to start: give start=")
        return cls(**values)

    def __str__(self) -> str:
        return " ".join(
            f"{key}={_format(getattr(self, field))}"
            for key, field in _KEYS.items()
            if getattr(self, field) or key == "start"
        )


def _format(seconds: float) -> str:
    milliseconds = seconds * 1000
    if seconds < 1 and milliseconds == round(milliseconds):
        return f"{milliseconds:.0f}ms"
    return f"{seconds!r}s".replace(".0s", "s")


class Clock:
    """The time of one seat at one table: the limit of each turn and what is left in the bank."""

    __slots__ = ("bank", "control", "limit")

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.bank = control.bank
        self.limit = control.move + control.bank

    def spend(self, elapsed: float) -> None:
        """Book a turn that took `elapsed` seconds: the bank pays what the move limit does not."""
        control = self.control
        if elapsed > control.move:
            self.bank = max(0.0, self.bank - (elapsed - control.move))
        self.bank += control.increment
        self.limit = control.move + self.bank


def share(clocks: Sequence[Clock], elapsed: float) -> list[float]:
    """The seconds that each turn of a batch is charged when the batch took `elapsed`.

    The move limits of all turns are used up first, evenly; what is beyond comes out of the banks in
    proportion to what they hold. So a batch within the sum of its limits is within each of them.
    """
    moves = sum([clock.control.move for clock in clocks])
    if elapsed <= moves:
        return [elapsed / len(clocks)] * len(clocks)
    banks = sum([clock.bank for clock in clocks])
    part = (elapsed - moves) / banks if banks else 0.0
    return [clock.control.move + clock.bank * part for clock in clocks]
