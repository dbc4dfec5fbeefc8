"""One match: bots as processes, their decks and seatings, and the result that counts."""

import asyncio
import contextlib
import hmac
import logging
import random
import secrets
import signal
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any, Literal

from referee import wire
from referee.clock import TimeControl
from referee.connections import Connection
from referee.errors import UserError
from referee.faults import PlayerFault
from referee.hall import Hall, Job, Player
from referee.launch import check_folder, command
from referee.limits import Limits
from referee.manifest import BotSpec, files_digest
from referee.outcome import TableResult
from referee.record import (
    BotEntry,
    Header,
    RecordWriter,
    ResultLine,
    RevealLine,
    TableLine,
    score_text,
)
from referee.rules import Rules, Score, commitment
from referee.sandbox.layers import Mode, Sandbox, choose
from referee.session import Session

Seatings = Literal["single", "cyclic", "all"]
Progress = Callable[[int, int], None]
"""Told how many tables have ended, and of how many."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MatchPlan:
    """All that decides a match. ``decks`` are numbers of deals, or of whole games with `games`."""

    rules: Rules
    bots: tuple[BotSpec, ...]
    secret: bytes
    decks: tuple[int, ...]
    seatings: tuple[tuple[int, ...], ...]
    tables: int = 16
    time: TimeControl = field(default_factory=TimeControl)
    max_faults: int = 10
    games: bool = False
    sandbox: Mode = "auto"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        seats = self.rules.seats
        if any(sorted(set(seating)) != sorted(seating) for seating in self.seatings):
            raise UserError("a player cannot sit twice at one table")
        if any(len(seating) != seats for seating in self.seatings):
            raise UserError(f"{self.rules.name} at {seats} seats needs {seats} players a seating")


@dataclass(frozen=True)
class MatchResult:
    """What came of a match. ``void`` is the reason when the referee failed: it does not count.

    ``tables`` are in the order of decks and seatings, ``faults`` in the order in which they came.
    ``seconds``, ``turns``, ``out`` and ``output`` are by player: time used, turns given, why the
    player is out (None: it is not), and what the bot printed.
    """

    tables: tuple[TableResult, ...]
    faults: tuple[PlayerFault, ...]
    seconds: tuple[float, ...]
    turns: tuple[int, ...]
    out: tuple[str | None, ...]
    output: tuple[bytes, ...]
    void: str | None = None

    def sets(self) -> dict[int, tuple[Score, ...]]:
        """For each deck the points of each player, summed over its seatings."""
        players = len(self.seconds)
        sums: dict[int, list[Score]] = defaultdict(lambda: [0] * players)
        for table in self.tables:
            for player, points in zip(table.seating, table.points, strict=True):
                sums[table.deck][player] += points
        return {deck: tuple(points) for deck, points in sorted(sums.items())}


def seatings(kind: Seatings, players: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of a duplicate set: as given, every rotation, or every order."""
    everyone = tuple(range(players))
    match kind:
        case "single":
            return (everyone,)
        case "cyclic":
            return tuple(everyone[-turn:] + everyone[:-turn] for turn in everyone)
        case "all":
            return tuple(permutations(everyone))


def jobs_in_order(
    decks: Sequence[int], seatings: Sequence[tuple[int, ...]], secret: bytes
) -> list[Job]:
    """Every deck under every seating, in rounds in which each deck comes once.

    The order follows from the secret, and a deck does not come twice in a row, so that a bot cannot
    tell from the order that it sees a deck again.
    """
    chance = random.Random(hmac.digest(secret, b"hearts-arena order", "sha256"))
    orders = {deck: chance.sample(seatings, len(seatings)) for deck in decks}
    jobs: list[Job] = []
    for turn in range(len(seatings)):
        round_ = [Job(deck, orders[deck][turn]) for deck in chance.sample(decks, len(decks))]
        if jobs and jobs[-1].deck == round_[0].deck:
            round_.append(round_.pop(0))
        jobs += round_
    return jobs


def new_event_loop() -> asyncio.AbstractEventLoop:
    """An event loop of uvloop where it is installed (the extra `fast`): 5 to 10 % faster."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def run_match(
    plan: MatchPlan,
    *,
    record: Path | None = None,
    on_progress: Progress | None = None,
    listen: str | None = None,
    warn: Callable[[str], None] | None = None,
) -> MatchResult:
    """Play a match to its end, with an event loop of its own.

    `warn` is told, before the first bot starts, what the sandbox lacks.

    Bots dial a unix socket each, or all of them `listen` (``HOST:PORT``). Raises UserError, before
    any bot starts, for what the user can mend. Faults of bots and trouble of the referee are in the
    result. On an interrupt (Ctrl-C, SIGTERM) all bots are ended and KeyboardInterrupt is raised.
    """
    sandbox = choose(plan.sandbox, network=listen is not None)
    for bot in plan.bots:
        command(bot)
        check_folder(bot, sandbox)
        plan.limits.for_bot(bot.name, bot.limits)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        try:
            return runner.run(_play(plan, sandbox, record, on_progress, listen, warn))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


async def _play(
    plan: MatchPlan,
    sandbox: Sandbox,
    record: Path | None,
    on_progress: Progress | None,
    listen: str | None,
    warn: Callable[[str], None] | None,
) -> MatchResult:
    loop = asyncio.get_running_loop()
    if threading.current_thread() is threading.main_thread():
        task = asyncio.current_task()
        assert task is not None
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
    hall = _open_hall(plan, on_progress)
    loop.set_exception_handler(lambda _, context: hall.trouble(_exception_of(context)))
    limits = [plan.limits.for_bot(bot.name, bot.limits) for bot in plan.bots]
    session = Session(plan.bots, hall, listen, sandbox, limits)
    void = None
    with contextlib.ExitStack() as stack:
        try:
            async with session:
                if record is not None:
                    hall.record = stack.enter_context(contextlib.closing(RecordWriter(record)))
                    hall.record.write(_header(plan))
                if warn is not None and sandbox.warning is not None:
                    warn(sandbox.warning)
                await session.start(plan.time.start)
                hall.open()
                await hall.done
        except UserError:
            raise
        except Exception as error:
            _log.exception("the referee failed, the match is void")
            void = f"{type(error).__name__}: {error}"
        players = hall.players
        result = MatchResult(
            tables=tuple(sorted(hall.results, key=lambda table: (table.deck, table.seating))),
            faults=tuple(hall.faults),
            seconds=tuple(player.seconds for player in players),
            turns=tuple(player.turns for player in players),
            out=tuple(player.out for player in players),
            output=tuple(map(session.output, range(len(players)))),
            void=void,
        )
        if hall.record is not None:
            _write_end(hall.record, plan, result)
    return result


def _open_hall(plan: MatchPlan, on_progress: Progress | None) -> Hall:
    jobs = jobs_in_order(plan.decks, plan.seatings, plan.secret)

    def report(ended: int) -> None:
        if on_progress is not None:
            on_progress(ended, len(jobs))

    hall = Hall(
        plan.rules,
        jobs,
        plan.secret,
        games=plan.games,
        tables=plan.tables,
        time=plan.time,
        max_faults=plan.max_faults,
        on_table=report,
    )
    for index in range(len(plan.bots)):
        connection = Connection(index, secrets.token_hex(16), hall, wire.write_turn)
        wire.write_welcome(connection.welcome, plan.rules, plan.time, plan.max_faults)
        hall.players.append(Player(connection))
    return hall


def _exception_of(context: dict[str, Any]) -> BaseException:
    exception = context.get("exception")
    return exception if isinstance(exception, BaseException) else RuntimeError(context["message"])


def _header(plan: MatchPlan) -> Header:
    return Header(
        seats=plan.rules.seats,
        rules=plan.rules.parameters(),
        bots=[
            BotEntry(name=bot.name, author=bot.author, digest=files_digest(bot.directory))
            for bot in plan.bots
        ],
        unit="game" if plan.games else "deal",
        decks=list(plan.decks),
        seatings=list(plan.seatings),
        time=str(plan.time),
        max_faults=plan.max_faults,
        commitment=commitment(plan.secret),
    )


def _write_end(record: RecordWriter, plan: MatchPlan, result: MatchResult) -> None:
    tables = [
        TableLine(
            deck=table.deck,
            seating=table.seating,
            points=list(map(score_text, table.points)),
            ranks=list(table.ranks),
            deals=table.deals,
        )
        for table in result.tables
    ]
    record.write(ResultLine(tables=tables, seconds=list(result.seconds), void=result.void))
    record.write(RevealLine(secret=plan.secret.hex()))
