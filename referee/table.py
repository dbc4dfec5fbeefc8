"""One running game without any input or output: turns out, actions and faults in.

A table knows no socket, task or clock of the system. Whoever drives it asks for the turns that
have become due, brings each of them back as an action or a fault, and reads the deals that ended.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from protocol.cards import members_of
from referee.clock import Clock, TimeControl
from referee.faults import Fault
from referee.rules import Choice, Deal, DealResult, Game, IllegalAction, Kind, Score, observation
from referee.rules.view import Observation


class Played(NamedTuple):
    """One action as it happened. ``seconds`` is None where nobody was asked."""

    seat: int
    kind: Kind
    action: bytes
    seconds: float | None
    fault: Fault | None


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal: how it began, what was played in order, and what it cost, by seat."""

    number: int
    dealer: int
    deck: bytes
    hands: tuple[bytes, ...]
    actions: list[Played]
    points: tuple[Score, ...]
    totals: tuple[Score, ...]
    plays: bytes
    play_seats: bytes


class Turn:
    """One question to one seat. It is answered once, by an action or by a fault."""

    __slots__ = ("choice", "clock", "id", "seat", "table")

    def __init__(self, number: int, table: "Table", seat: int, choice: Choice) -> None:
        self.id = number
        self.table = table
        self.seat = seat
        self.choice = choice
        self.clock = table.clocks[seat]

    def observe(self) -> Observation:
        """What the seat knows now."""
        return observation(self.table.game.deal, self.seat)


class Table:
    """A game with its clocks, and which player sits where (`seating`: seat -> player).

    `numbers` gives each turn its id; tables that share a connection share it.
    """

    def __init__(
        self,
        number: int,
        game: Game,
        seating: tuple[int, ...],
        time: TimeControl,
        numbers: Iterator[int],
    ) -> None:
        self.number = number
        self.game = game
        self.seating = seating
        self.complex_scores = game.rules.points_domain != "integer"
        self.first_deal = game.deal.deal_number
        self.clocks = [Clock(time) for _ in seating]
        self.finished: list[PlayedDeal] = []
        """Deals that ended and that the driver has not taken away yet."""
        self._numbers = numbers
        self._open: dict[int, Turn] = {}
        self._begin_deal()

    def _begin_deal(self) -> None:
        self._hands = tuple(map(members_of, self.game.deal.hands))
        self._actions: list[Played] = []

    def take_turns(self) -> list[Turn]:
        """The turns that became due since the last call."""
        game = self.game
        if game.is_over:
            return []
        deal, waiting = game.deal, self._open
        due = []
        for seat in deal.to_act:
            if seat not in waiting:
                turn = Turn(next(self._numbers), self, seat, deal.legal_actions(seat))
                waiting[seat] = turn
                due.append(turn)
        return due

    def act(self, turn: Turn, action: bytes, seconds: float) -> bool:
        """Play the action that answers a turn. False, and nothing changes, if it is not legal."""
        try:
            self._play(turn, action, seconds, None)
        except IllegalAction:
            return False
        return True

    def fall_back(self, turn: Turn, fault: Fault | None, seconds: float | None) -> None:
        """Play the lowest legal options in place of a seat that was at fault, or is out (None)."""
        self._play(turn, turn.choice.fallback(), seconds, fault)

    def _play(self, turn: Turn, action: bytes, seconds: float | None, fault: Fault | None) -> None:
        seat, game = turn.seat, self.game
        if self._open.get(seat) is not turn:
            raise RuntimeError(f"turn {turn.id} was answered before")
        deal = game.deal
        ended = game.apply(seat, action)
        del self._open[seat]
        self._actions.append(Played(seat, turn.choice.kind, action, seconds, fault))
        if seconds is not None:
            turn.clock.spend(seconds)
        if ended is not None:
            self._end_deal(deal, ended)

    def _end_deal(self, deal: Deal, result: DealResult) -> None:
        self.finished.append(
            PlayedDeal(
                number=result.deal_number,
                dealer=result.dealer,
                deck=result.deck,
                hands=self._hands,
                actions=self._actions,
                points=result.points,
                totals=result.totals,
                plays=bytes(deal.plays),
                play_seats=bytes(deal.play_seats),
            )
        )
        if not self.game.is_over:
            self._begin_deal()
