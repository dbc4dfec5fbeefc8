"""The hall of a match: its tables in flight, and the players among whom it carries turns.

Everything here is calls from the event loop's callbacks; nothing waits.
"""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee import wire
from referee.clock import TimeControl
from referee.connections import Connection
from referee.decks import open_unit, unit_decks
from referee.faults import Fault, PlayerFault
from referee.outcome import TableResult, points_with_out, ranks_with_out, worst_points
from referee.record import RecordWriter, action_text
from referee.rules import Rules, Score
from referee.table import PlayedDeal, Table, Turn


class Job(NamedTuple):
    """A deck (a deal's or a game's number) to be played under one seating (seat -> player)."""

    deck: int
    seating: tuple[int, ...]


@dataclass(slots=True)
class Player:
    """What a match keeps of one player. ``out`` is the reason, once it plays no more."""

    connection: Connection
    out: str | None = None
    faults: int = 0
    seconds: float = 0.0
    turns: int = 0


@dataclass(slots=True)
class _Sitting:
    """A table in flight, what its deals were booked above their points, and how many ended."""

    job: Job
    table: Table
    surcharge: list[Score]
    deals: int = 0


class Hall:
    """Plays jobs, at most `tables` at once. It is the driver of the players' connections.

    Nothing happens before `open`; `done` is set when all jobs are played, or fails with the
    exception that is the referee's own trouble. `on_table` is told how many tables have ended.
    """

    def __init__(
        self,
        rules: Rules,
        jobs: Sequence[Job],
        secret: bytes,
        *,
        games: bool,
        tables: int,
        time: TimeControl,
        max_faults: int,
        on_table: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.players: list[Player] = []
        self.results: list[TableResult] = []
        self.faults: list[PlayerFault] = []
        self.record: RecordWriter | None = None
        self.on_out: Callable[[int], None] = lambda _: None
        """Told the index of a player that is put out."""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rules = rules
        self._jobs = iter(jobs)
        self._left = len(jobs)
        self._secret = secret
        self._games = games
        self._tables = tables
        self._time = time
        self._max_faults = max_faults
        self._on_table = on_table
        self._worst = worst_points(rules)
        self._turn_numbers = itertools.count(1)
        self._table_numbers = itertools.count(1)
        self._sittings: dict[int, _Sitting] = {}

    # ---- tables ---------------------------------------------------------------------------------

    def open(self) -> None:
        """Fill the tables that are free."""
        free = self._tables - len(self._sittings)
        for job in itertools.islice(self._jobs, free):
            decks = unit_decks(self._rules, self._secret, job.deck, games=self._games)
            game = open_unit(self._rules, decks, job.deck, games=self._games)
            number = next(self._table_numbers)
            table = Table(number, game, job.seating, self._time, self._turn_numbers)
            self._sittings[number] = _Sitting(job, table, [0] * len(job.seating))
            for seat, player in self._present(table):
                player.connection.news.game_starts.add(table=number, rules=wire.RULES_ID, seat=seat)
            self._advance(table)
        if not self._left and not self.done.done():
            self.done.set_result(None)

    def _present(self, table: Table) -> Iterator[tuple[int, Player]]:
        """Seats and players of a table that are not out."""
        for seat, index in enumerate(table.seating):
            player = self.players[index]
            if player.out is None:
                yield seat, player

    def _advance(self, table: Table) -> None:
        """Carry a table's new turns to its players; play on for those that are out."""
        if table.finished:
            self._end_deals(table)
        players, seating = self.players, table.seating
        turns = table.take_turns()
        while turns:
            replaced = False
            for turn in turns:
                player = players[seating[turn.seat]]
                if player.out is None:
                    player.connection.ask(turn)
                else:
                    table.fall_back(turn, None, None)
                    replaced = True
            if not replaced:
                return
            if table.finished:
                self._end_deals(table)
            turns = table.take_turns()

    def _end_deals(self, table: Table) -> None:
        sitting = self._sittings[table.number]
        for deal in table.finished:
            self._end_deal(sitting, deal)
        table.finished.clear()
        if table.game.is_over:
            self._end_table(sitting)

    def _end_deal(self, sitting: _Sitting, deal: PlayedDeal) -> None:
        table = sitting.table
        sitting.deals += 1
        for seat, index in enumerate(table.seating):
            if self.players[index].out is not None:
                sitting.surcharge[seat] += self._worst - deal.points[seat]
        if self.record is not None:
            self.record.deal(table.number, sitting.job.deck, table.seating, deal)
        for _, player in self._present(table):
            wire.write_deal_end(player.connection.news, table.number, deal)

    def _end_table(self, sitting: _Sitting) -> None:
        table, job = sitting.table, sitting.job
        out = [self.players[index].out is not None for index in job.seating]
        ranks = ranks_with_out(table.game, out)
        points = tuple(points_with_out(table.game, out, sitting.surcharge))
        for _, player in self._present(table):
            player.connection.news.game_ends.add(table=table.number, ranks=ranks)
        del self._sittings[table.number]
        self._left -= 1
        self.results.append(TableResult(job.deck, job.seating, points, ranks, sitting.deals))
        self._on_table(len(self.results))
        # Later, because tables without a present player would recurse.
        asyncio.get_running_loop().call_soon(self.open)

    # ---- what comes of the turns ----------------------------------------------------------------

    def answered(self, turn: Turn, action: bytes, seconds: float) -> None:
        """A player answered; what is not allowed is a fault."""
        table = turn.table
        player = self.players[table.seating[turn.seat]]
        player.seconds += seconds
        player.turns += 1
        if player.out is not None:
            table.fall_back(turn, None, None)
        elif not table.act(turn, action, seconds):
            kind = turn.choice.kind
            chosen = action_text(kind, action[:16]) or "nothing"
            reason = f"{kind.name.lower()} {chosen}: not allowed"
            self._fail(turn, Fault.ILLEGAL, reason, seconds)
        self._advance(table)

    def failed(self, turn: Turn, fault: Fault, reason: str, seconds: float) -> None:
        """A player did not answer."""
        player = self.players[turn.table.seating[turn.seat]]
        if player.out is not None:
            turn.table.fall_back(turn, None, None)
        else:
            player.seconds += seconds
            player.turns += 1
            self._fail(turn, fault, reason, seconds)
        self._advance(turn.table)

    def _fail(self, turn: Turn, fault: Fault, reason: str, seconds: float) -> None:
        table = turn.table
        deal = table.game.deal.deal_number
        table.fall_back(turn, fault, seconds)
        index = table.seating[turn.seat]
        self._book(PlayerFault(index, fault, reason, table.number, deal), turn.id)

    def offended(self, player: int, fault: Fault, reason: str) -> None:
        """A player broke the protocol in no turn in particular."""
        if self.players[player].out is None and not self.done.done():
            self._book(PlayerFault(player, fault, reason))

    def _book(self, fault: PlayerFault, turn: int = 0) -> None:
        player = self.players[fault.player]
        self._note(fault)
        player.connection.news.faults.add(
            fault=wire.FAULTS[fault.fault],
            reason=fault.reason,
            table=fault.table,
            turn=turn,
            faults=player.faults,
        )
        if player.faults > self._max_faults:
            self._put_out(fault.player, f"too many faults: {player.faults}", None)

    def _note(self, fault: PlayerFault) -> None:
        self.players[fault.player].faults += 1
        self.faults.append(fault)
        if self.record is not None:
            self.record.fault(fault)

    def lost(self, index: int, fault: Fault, reason: str) -> None:
        """A player is gone for good: it crashed, or never started. It is out at once."""
        if self.players[index].out is None and not self.done.done():
            self._note(PlayerFault(index, fault, reason))
            self._put_out(index, reason, fault)

    def _put_out(self, index: int, reason: str, fault: Fault | None) -> None:
        """Play on for a player to the end of the match; what it owes now is booked as `fault`."""
        player = self.players[index]
        player.out = reason
        for turn in player.connection.close(f"you are out: {reason}"):
            turn.table.fall_back(turn, fault, None)
            self._advance(turn.table)
        self.on_out(index)

    def trouble(self, error: BaseException) -> None:
        """The referee itself failed: the match is void."""
        if not self.done.done():
            self.done.set_exception(error)
