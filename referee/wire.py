"""Between the referee's values and the messages of ``referee.proto``.

Adding a turn is on the hot path, so it is one call with keyword arguments: bytes for cards, and a
dict for the observation, which protobuf fills in place where a message would be copied.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from protocol import referee_pb2 as pb
from referee.clock import TimeControl
from referee.faults import Fault
from referee.rules import Observation, Rules, Score
from referee.rules.score import Gaussian
from referee.table import PlayedDeal, Turn

RULES_ID: Final = 1
"""A match has one rule set."""
_COUNT: Final = Observation._fields.index("kitty")
"""So many fields of an observation are used by all games, those from here on by a few."""
_COMMON: Final = Observation._fields[:_COUNT]
_RARE: Final = Observation._fields[_COUNT:]
_NOTHING: Final = (b"", 0, 0, b"", b"", b"", b"", b"", None, None, None, None, (), 0, ())
"""What the rare fields are in all other games: protobuf's own defaults."""
FAULTS: Final = {
    Fault.TIMEOUT: pb.TIMEOUT,
    Fault.ILLEGAL: pb.ILLEGAL,
    Fault.DISCONNECTED: pb.DISCONNECTED,
    Fault.PROTOCOL: pb.PROTOCOL,
    Fault.CRASHED: pb.CRASHED,
    Fault.START_FAILED: pb.START_FAILED,
}


def write_welcome(
    message: pb.RefereeMessage, rules: Rules, time: TimeControl, max_faults: int
) -> None:
    """The first message of a stream."""
    points, imaginary = _parts([rules.card_points(card) for card in rules.pack])
    message.welcome.protocol = 1
    message.welcome.max_faults = max_faults
    message.welcome.time.CopyFrom(
        pb.TimeControl(
            move_seconds=time.move,
            bank_seconds=time.bank,
            increment_seconds=time.increment,
            start_seconds=time.start,
        )
    )
    message.welcome.rules.add(
        id=RULES_ID,
        name=rules.name,
        seats=rules.seats,
        pack=rules.pack,
        points=points,
        points_imaginary=imaginary,
        high_is_good=rules.objective == "maximise",
        parameters=json.dumps(rules.parameters(), ensure_ascii=False),
    )


def write_turn(message: pb.RefereeMessage, turn: Turn, time_left: float) -> None:
    """A turn with all that its seat knows now. `time_left` in seconds.

    The deal is numbered from 1 at this table, so that no bot can tell a deck by its number.
    """
    seen, choice, table = turn.observe(), turn.choice, turn.table
    observation: dict[str, Any] = dict(zip(_COMMON, seen, strict=False))
    observation["deal"] -= table.first_deal - 1
    if table.complex_scores:
        observation["taken"], observation["taken_imaginary"] = _parts(seen.taken)
        observation["totals"], observation["totals_imaginary"] = _parts(seen.totals)
    others = seen[_COUNT:]
    if others != _NOTHING:
        rare = zip(_RARE, others, _NOTHING, strict=True)
        observation |= {name: value for name, value, nothing in rare if value != nothing}
    message.turns.add(
        id=turn.id,
        table=table.number,
        rules=RULES_ID,
        seat=turn.seat,
        kind=choice.kind,
        options=choice.options,
        least=choice.least,
        most=choice.most,
        time_left=time_left,
        observation=observation,
    )


def write_deal_end(message: pb.RefereeMessage, table: int, deal: PlayedDeal) -> None:
    """The result of a deal, and all its cards for learning."""
    points, points_imaginary = _parts(deal.points)
    totals, totals_imaginary = _parts(deal.totals)
    message.deal_ends.add(
        table=table,
        points=points,
        points_imaginary=points_imaginary,
        totals=totals,
        totals_imaginary=totals_imaginary,
        plays=deal.plays,
        play_seats=deal.play_seats,
    )


def _parts(scores: Sequence[Score]) -> tuple[list[int], list[int]]:
    """Real and imaginary parts; no imaginary ones where every score is real."""
    real = [score.real if isinstance(score, Gaussian) else int(score) for score in scores]
    if not any(isinstance(score, Gaussian) for score in scores):
        return real, []
    return real, [score.imaginary if isinstance(score, Gaussian) else 0 for score in scores]
