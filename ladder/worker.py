"""What runs in a worker process: one match at a time, from plain data to plain data."""

import logging
import os
import signal
import threading
from collections import defaultdict
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ladder.outcome import Outcome, PlayerFaults, size
from referee.clock import TimeControl
from referee.manifest import BotSpec
from referee.match import MatchPlan, MatchResult, run_match
from referee.rules import Rules
from referee.rules.load import build

GRACE_SECONDS = 10
"""How long a match may take to end its bots when the ladder is gone."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Task:
    """A match to play. ``parameters`` are all those of the game.

    The match record goes to ``record``, a path within the folder ``data``.
    """

    match_id: int
    parameters: dict[str, Any]
    seats: int
    seatings: tuple[tuple[int, ...], ...]
    bots: tuple[BotSpec, ...]
    secret: bytes
    decks: tuple[int, ...]
    time: str
    max_faults: int
    tables: int
    data: Path
    record: Path


@dataclass(frozen=True)
class Failure:
    """Why a match has no result, through no bot's fault."""

    reason: str


def start(lifeline: Connection, log: Path) -> None:
    """Prepares a worker process. It ends, and its bots with it, when the lifeline's end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the ladder's to handle
    logging.basicConfig(filename=log, format="%(asctime)s %(process)d %(message)s")
    threading.Thread(target=_watch, args=(lifeline,), daemon=True).start()


def _watch(lifeline: Connection) -> None:
    try:
        lifeline.recv()
    except EOFError:
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(GRACE_SECONDS)
        os._exit(1)


def play(task: Task) -> Outcome | Failure:
    """Plays a match. The record appears under its name only when the match is complete."""
    record = task.data / task.record
    partial = record.with_suffix(".part")
    try:
        partial.parent.mkdir(parents=True, exist_ok=True)
        plan = _plan(task)
        result = run_match(plan, record=partial)
        if result.void is not None:
            return Failure(result.void)
        partial.replace(record)
    except KeyboardInterrupt:  # its bots have ended; the ladder wants no more of this process
        os._exit(1)
    except Exception as error:
        _log.exception("match %d failed", task.match_id)
        return Failure(f"{type(error).__name__}: {error}")
    return _outcome(plan.rules, result, task.record)


def _plan(task: Task) -> MatchPlan:
    for bot in task.bots:
        if not bot.directory.is_dir():  # else the referee would call it the bot's fault
            raise FileNotFoundError(f"the files of {bot.name} are missing: {bot.directory}")
    return MatchPlan(
        rules=build(task.parameters, task.seats),
        bots=task.bots,
        secret=task.secret,
        decks=task.decks,
        seatings=task.seatings,
        tables=task.tables,
        time=TimeControl.parse(task.time),
        max_faults=task.max_faults,
    )


def _outcome(rules: Rules, result: MatchResult, record: Path) -> Outcome:
    deals: dict[int, int] = defaultdict(int)
    for table in result.tables:
        deals[table.deck] += table.deals
    faults: dict[tuple[int, str], list[str]] = defaultdict(list)
    for fault in result.faults:
        faults[fault.player, fault.fault.value].append(fault.reason)
    if rules.objective == "minimise_abs":  # each deal is about its own distance from zero
        tables = [replace(table, points=tuple(map(size, table.points))) for table in result.tables]
        result = replace(result, tables=tuple(tables))
    return Outcome(
        sets=result.sets(),
        deals=dict(deals),
        seconds=result.seconds,
        faults=tuple(
            PlayerFaults(player, kind, len(reasons), reasons[0])
            for (player, kind), reasons in sorted(faults.items())
        ),
        record=record.as_posix(),
    )
