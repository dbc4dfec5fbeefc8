"""The exchange steps of RULES.md 3.1, in text form and resolved for a number of seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class StepKind(Enum):
    """What happens in an exchange."""

    HOLD = "hold"
    PASS = "pass"
    SHUFFLE = "shuffle"
    CALL = "dealers_choice"


@dataclass(frozen=True)
class Step:
    """One exchange: for a pass, the clockwise offset that each passed card goes to, in order.

    ``offsets`` is as long as the number of cards chosen; a shuffle pass has no offsets but a count.
    """

    kind: StepKind
    offsets: bytes = b""
    count: int = 0


HOLD = Step(StepKind.HOLD)
ALLOWED = (
    "'hold', 'left N', 'right N', 'across N', 'pass OFFSET:N ...', 'scatter', 'star', 'shuffle N', "
    "'rotate N', 'rotate N hold' or 'dealers_choice'"
)


def steps_for(texts: Sequence[str], seats: int) -> tuple[Step, ...]:
    """The schedule for this number of seats; 'across' is left out where n is odd (E12).

    Raises ValueError for a text that is no step.
    """
    return tuple(step for text in texts for step in _parse(text, seats))


def pass_step(offset: int, count: int) -> Step:
    """Pass ``count`` cards to the seat ``offset`` places clockwise."""
    return Step(StepKind.PASS, bytes([offset]) * count, count) if count else HOLD


def _parse(text: str, seats: int) -> list[Step]:
    match text.split():
        case ["hold"]:
            return [HOLD]
        case ["left", count]:
            return [pass_step(1, _count(text, count))]
        case ["right", count]:
            return [pass_step(seats - 1, _count(text, count))]
        case ["across", count]:
            number = _count(text, count)
            return [] if seats % 2 else [pass_step(seats // 2, number)]
        case ["rotate", count, *rest] if rest in ([], ["hold"]):
            number = _count(text, count)
            return [pass_step(offset, number) for offset in range(1, seats)] + [HOLD] * len(rest)
        case ["scatter"]:
            return [Step(StepKind.PASS, bytes(range(1, seats)), seats - 1)]
        case ["star"]:
            # One card each to the two seats opposite; there are two only where n is odd (P04, E18).
            if seats % 2 == 0 or seats < 5:
                return []
            return [Step(StepKind.PASS, bytes([(seats - 1) // 2, (seats + 1) // 2]), 2)]
        case ["shuffle", count]:
            return [Step(StepKind.SHUFFLE, b"", _count(text, count))]
        case ["dealers_choice"]:
            return [Step(StepKind.CALL)]
        case ["pass", *parts] if parts:
            return [_multi(text, parts, seats)]
        case _:
            raise ValueError(f"exchange.schedule: {text!r} is not one of {ALLOWED}")


def _count(text: str, word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= 52:
        raise ValueError(f"exchange.schedule: {text!r}: {word!r} is not a number of cards")
    return int(word)


def _multi(text: str, parts: list[str], seats: int) -> Step:
    offsets = b""
    for part in parts:
        offset, colon, count = part.partition(":")
        if not (colon and offset.isdecimal() and 1 <= int(offset) < seats):
            raise ValueError(
                f"exchange.schedule: {text!r}: "
                f"{part!r} is not OFFSET:N with an offset from 1 to {seats - 1}"
            )
        offsets += bytes([int(offset)]) * _count(text, count)
    return Step(StepKind.PASS, offsets, len(offsets))
