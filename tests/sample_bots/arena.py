"""Deals in one process: bots answer the very turns that the referee would send them."""

from collections.abc import Callable, Sequence
from itertools import count

from protocol import referee_pb2 as pb
from protocol.bot import Bot
from protocol.turn import GameRules, Turn
from referee.clock import TimeControl
from referee.decks import open_unit, unit_decks
from referee.rules import Deal, Rules, Score
from referee.table import Table
from referee.wire import write_turn, write_welcome

SECRET = b"arena"
TIME = TimeControl(move=1.0, bank=0.0, increment=0.0, start=1.0)


def game_rules(rules: Rules) -> GameRules:
    """The rules as a bot is told them."""
    message = pb.RefereeMessage()
    write_welcome(message, rules, TIME, max_faults=0)
    return GameRules(message.welcome.rules[0])


def no_witness(turn: Turn, deal: Deal) -> None:
    """See nothing."""


def play_deal(
    rules: Rules,
    told: GameRules,
    bots: Sequence[Bot],
    deck: int,
    witness: Callable[[Turn, Deal], None] = no_witness,
) -> tuple[Score, ...]:
    """The points by seat of one deal. Raises AssertionError when a bot chooses illegally.

    The witness sees each turn beside the whole truth.
    """
    game = open_unit(rules, unit_decks(rules, SECRET, deck, games=False), deck, games=False)
    table = Table(0, game, tuple(range(len(bots))), TIME, count(1))
    while due := table.take_turns():
        message = pb.RefereeMessage()
        for turn in due:
            write_turn(message, turn, 1.0)
        for turn, asked in zip(due, message.turns, strict=True):
            seen = Turn(asked, told)
            witness(seen, game.deal)
            answer = bots[turn.seat].act(seen)
            action = bytes((answer,) if isinstance(answer, int) else answer)
            assert table.act(turn, action, 0.0), f"{bots[turn.seat]} chose {action!r} at {seen}"
    return table.finished[0].points


def duel(rules: Rules, bots: Sequence[Bot], decks: range) -> list[float]:
    """Points per deal of two bots that sit alternately, each deck under both seatings."""
    told, sums = game_rules(rules), [0.0, 0.0]
    for deck in decks:
        for first in (0, 1):
            table = [bots[(first + seat) % 2] for seat in range(rules.seats)]
            for seat, points in enumerate(play_deal(rules, told, table, deck)):
                sums[(first + seat) % 2] += float(points)  # type: ignore[arg-type]
    return [total / (len(decks) * rules.seats) for total in sums]
