"""Refereed deals per second with four Python bots, and the same messages without any rules.

Run ``python -m benchmarks.throughput``. Every figure comes from the same run, interleaved, so that
the ratios hold on a machine that does other things. The floor is the same server, connections and
bots with turns that were taken from a real deal once: no rules, views, tables or clocks of seats.
"""

import argparse
import asyncio
import itertools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Screen

import sample_bots
from protocol import referee_pb2 as pb
from referee import wire
from referee.clock import Clock, TimeControl
from referee.connections import Connection
from referee.decks import open_unit, unit_decks
from referee.faults import Fault
from referee.hall import Hall, Job, Player
from referee.manifest import read_manifest
from referee.match import new_event_loop
from referee.record import RecordWriter
from referee.rules import load
from referee.session import Session
from referee.table import Table

TABLES: Final = (1, 16, 64, 256)
DEALS: Final = {1: 60, 16: 400, 64: 800, 256: 1500}
RULES: Final = load("american-hearts")
SEATING: Final = (0, 1, 2, 3)
TIME: Final = TimeControl(move=60.0, bank=0.0)
SECRET: Final = b"throughput"


@dataclass(slots=True)
class CannedTurn:
    """A turn of the floor: a message, and the place in the script where it is asked."""

    id: int
    clock: Clock
    message: pb.Turn
    script: "Script"


@dataclass(frozen=True, slots=True)
class CannedDeal:
    """The messages of one real deal: the turns of each step, and what is told at its end."""

    steps: list[list[pb.Turn]]
    end: pb.RefereeMessage


@dataclass(slots=True)
class Script:
    """A canned deal that is asked again in its order: a table without rules."""

    deal: CannedDeal
    step: int = 0
    waiting: int = 0


def can_deal(number: int) -> CannedDeal:
    """Play a deal as the bots play it, and keep its messages."""
    game = open_unit(RULES, unit_decks(RULES, SECRET, number, games=False), number, games=False)
    table = Table(1, game, SEATING, TIME, itertools.count(10_000))
    steps = []
    while turns := table.take_turns():
        message = pb.RefereeMessage()
        for turn in turns:
            wire.write_turn(message, turn, TIME.move)
            table.act(turn, turn.choice.fallback(), 0.0)
        steps.append(list(message.turns))
    end = pb.RefereeMessage()
    wire.write_deal_end(end, 1, table.finished[0])
    end.game_starts.add(table=1, rules=wire.RULES_ID, seat=1)
    end.game_ends.add(table=1, ranks=table.game.ranks())
    return CannedDeal(steps, end)


CANNED: Final = [can_deal(number) for number in range(1, 101)]


class Floor(Hall):
    """A hall whose tables only repeat what was said once."""

    def open(self) -> None:
        """Begin a script at each table."""
        self._deals = itertools.cycle(CANNED)
        self._to_begin = self._left - self._tables
        for _ in range(self._tables):
            self._next_step(Script(next(self._deals)))

    def _next_step(self, script: Script) -> None:
        """Ask the turns of a script's next step, or end its deal and begin another."""
        if script.step == len(script.deal.steps):
            for player in self.players:
                player.connection.news.MergeFrom(script.deal.end)
            self._left -= 1
            self._to_begin -= 1
            if not self._left:
                self.done.set_result(None)
            if self._to_begin < 0:
                return
            script.deal, script.step = next(self._deals), 0
        turns = script.deal.steps[script.step]
        script.step += 1
        script.waiting = len(turns)
        for message in turns:
            turn = CannedTurn(next(self._turn_numbers), CLOCK, message, script)
            self.players[message.seat].connection.ask(turn)

    def answered(self, turn: Any, _action: bytes, _seconds: float) -> None:
        """Go on when a step is complete."""
        script = turn.script
        script.waiting -= 1
        if not script.waiting:
            self._next_step(script)

    def failed(self, _turn: Any, _fault: Fault, reason: str, _seconds: float) -> None:
        """There is no reason for this here."""
        raise RuntimeError(reason)


CLOCK: Final = Clock(TIME)


def write_canned(message: pb.RefereeMessage, turn: CannedTurn, _: float) -> None:
    """Add a canned turn to a message."""
    turn.message.id = turn.id
    message.turns.append(turn.message)


async def _measure(
    kind: type[Hall], write: Callable[..., None], tables: int, deals: int, record: Path | None
) -> float:
    """Deals per second between the first turn and the last answer."""
    jobs = [Job(deck, SEATING) for deck in range(1, deals + 1)]
    hall = kind(RULES, jobs, SECRET, games=False, tables=tables, time=TIME, max_faults=0)
    for index in SEATING:
        connection = Connection(index, f"token {index}", hall, write)
        wire.write_welcome(connection.welcome, RULES, TIME, 0)
        hall.players.append(Player(connection))
    bot = read_manifest(Path(sample_bots.__file__).parent / "lowest")
    async with Session([bot] * len(SEATING), hall, None) as session:
        if record is not None:
            hall.record = RecordWriter(record)
        await session.start(30.0)
        begin = perf_counter()
        hall.open()
        await hall.done
        seconds = perf_counter() - begin
    if hall.faults:
        raise RuntimeError(f"the measurement is void: {hall.faults[0]}")
    return deals / seconds


def measure(what: str, tables: int, deals: int, folder: Path) -> float:
    """Deals per second of the "floor", of "refereed" deals, or of "recorded" ones."""
    record = folder / "record.jsonl" if what == "recorded" else None
    kind, write = (Floor, write_canned) if what == "floor" else (Hall, wire.write_turn)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(_measure(kind, write, tables, deals, record))


def main() -> None:
    """Measure, and print a table with the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3, help="the median of so many is shown")
    parser.add_argument("--tables", type=int, nargs="*", default=TABLES)
    flags = parser.parse_args()
    console = Console()
    found: dict[tuple[str, int], list[float]] = {}
    kinds = ("floor", "refereed", "recorded")
    with tempfile.TemporaryDirectory() as folder, console.status("measuring"):
        for _ in range(flags.repeat):
            for tables, what in itertools.product(flags.tables, kinds):
                deals = DEALS.get(tables, 10 * tables)
                rate = measure(what, tables, deals, Path(folder))
                found.setdefault((what, tables), []).append(rate)
    rates = {key: median(values) for key, values in found.items()}
    console.print(_screen(rates, flags.tables))


def _screen(rates: dict[tuple[str, int], float], tables: list[int]) -> Screen:
    screen = Screen(title=f"{RULES.name}, four Python bots, deals per second")
    titles = ("tables", "floor", "refereed", "with record", "refereed : floor", "to one table")
    for title in titles:
        screen.add_column(title, justify="right")
    for count in tables:
        floor, refereed = rates["floor", count], rates["refereed", count]
        recorded = rates["recorded", count]
        ratio = refereed / rates["refereed", tables[0]]
        figures = (f"{floor:.0f}", f"{refereed:.0f}", f"{recorded:.0f}", f"{refereed / floor:.2f}")
        screen.add_row(str(count), *figures, f"{ratio:.1f}")
    return screen


if __name__ == "__main__":
    main()
