"""The line between the referee and each player's bot.

A connection outlives the streams that come and go: it holds the turns that wait, the one batch
that is in flight, and its deadline. It lives on the event loop's callbacks and does no
input or output itself; a stream takes the messages that it queues.
"""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, Protocol

from protocol import referee_pb2 as pb
from referee.clock import Clock, share
from referee.faults import Fault

GRACE: Final = 0.05
"""Seconds after a deadline in which an answer still counts: the referee's and the wire's share."""
LARGEST_BATCH: Final = 1024
"""Turns in one message, so that it and its answer stay far below the limits of the wire."""
STRAY_ANSWERS: Final = 64
"""Answers to no turn that a connection drops before they are taken for a flood."""


class Turn(Protocol):
    """What a connection must know of a turn."""

    id: int
    clock: Clock


class Driver(Protocol):
    """Who hears what comes of the turns. Seconds are what the turn is charged."""

    def answered(self, turn: Any, action: bytes, seconds: float) -> None:
        """The bot chose this, legal or not."""

    def failed(self, turn: Any, fault: Fault, reason: str, seconds: float) -> None:
        """The bot did not choose."""

    def offended(self, player: int, fault: Fault, reason: str) -> None:
        """The bot broke the protocol, in no turn in particular."""


class Stream(Protocol):
    """Where a connection's messages go while a bot is there."""

    def send(self, message: bytes) -> None:
        """Queue a message."""

    def close(self) -> None:
        """End the stream once everything queued was sent."""


class ProtocolError(Exception):
    """A bot said what it must not say; the text is safe to show to the bot."""


class Connection:
    """One player's line. `write_turn(message, turn, seconds)` adds a turn to a message."""

    def __init__(
        self,
        player: int,
        token: str,
        driver: Driver,
        write_turn: Callable[[pb.RefereeMessage, Any, float], object],
    ) -> None:
        self.player = player
        self.token = token
        self.news = pb.RefereeMessage()
        """What the bot is told with its next turns."""
        self.welcome = pb.RefereeMessage()
        self.ready = asyncio.Event()
        self.gone = asyncio.Event()
        """Set while there is no stream."""
        self.gone.set()
        self.stream: Stream | None = None
        self._driver = driver
        self._write_turn = write_turn
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Turn] = []
        self._batch: dict[int, Turn] = {}
        self._sent_at = 0.0
        self._limit = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._flush_is_due = False
        self._listening = False
        self._strays = 0
        self._batches = 0
        self.closed = False
        self.on_move: Callable[[bool], None] | None = None
        """Told when the bot has to move, and when it only waits."""

    # ---- turns ----------------------------------------------------------------------------------

    def ask(self, turn: Turn) -> None:
        """Put a turn into the next batch."""
        self._gathered.append(turn)
        if not self._batch and not self._flush_is_due:
            self._flush_is_due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Open a batch with all turns that were gathered, at the end of the event loop's pass."""
        self._flush_is_due = False
        if self._batch or not self._gathered:
            return
        turns = self._gathered[:LARGEST_BATCH]
        self._gathered = self._gathered[LARGEST_BATCH:]
        self._batch = {turn.id: turn for turn in turns}
        self._batches += 1
        self._limit = sum([turn.clock.limit for turn in turns])
        message, write = self.news, self._write_turn
        if self._listening and self.stream is not None:
            for turn in turns:
                write(message, turn, turn.clock.limit)
            self.stream.send(message.SerializeToString())
            message.Clear()
        if self.on_move is not None:
            self.on_move(True)
        self._sent_at = monotonic()
        self._timer = self._loop.call_later(self._limit + GRACE, self._expire)

    def answer(self, actions: pb.Answers) -> None:
        """Take the bot's answer. Raises ProtocolError when nothing was ever asked."""
        now, batch = monotonic(), self._batch
        answers = []
        for action in actions.actions:
            turn = batch.pop(action.turn, None)
            if turn is not None:
                answers.append((turn, action.choice))
        if not answers and (actions.actions or not batch):
            self._drop_stray()
            return
        missing = self._close_batch()
        turns = [turn for turn, _ in answers] + missing
        charged = share([turn.clock for turn in turns], now - self._sent_at)
        answered = self._driver.answered
        for (turn, choice), seconds in zip(answers, charged, strict=False):
            answered(turn, choice, seconds)
        for turn, seconds in zip(missing, charged[len(answers) :], strict=True):
            self._driver.failed(turn, Fault.PROTOCOL, "the answer left this turn out", seconds)

    def _drop_stray(self) -> None:
        """A late or repeated answer is dropped; a flood, or one that nobody asked for, is not."""
        self._strays += 1
        if not self._batches:
            raise ProtocolError("an answer before the first turn")
        if self._strays > STRAY_ANSWERS + 2 * self._batches:
            raise ProtocolError("a flood of answers to no turn")

    def _close_batch(self) -> list[Turn]:
        """End the batch in flight; returns the turns that are still owed."""
        owed = list(self._batch.values())
        self._batch = {}
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._gathered and not self._flush_is_due:
            self._flush_is_due = True
            self._loop.call_soon(self._flush)
        elif self.on_move is not None:
            self.on_move(False)
        return owed

    def _expire(self) -> None:
        turns = self._close_batch()
        fault, reason = Fault.TIMEOUT, f"no answer within {self._limit:.3g} s"
        if not self._listening:
            fault, reason = Fault.DISCONNECTED, "the connection was lost and did not come back"
        charged = share([turn.clock for turn in turns], self._limit)
        for turn, seconds in zip(turns, charged, strict=True):
            self._driver.failed(turn, fault, reason, seconds)

    # ---- streams --------------------------------------------------------------------------------

    def attach(self, stream: Stream) -> None:
        """A stream that gave the right token; until it is ready it gets nothing but the welcome."""
        self.stream = stream
        self.gone.clear()
        stream.send(self.welcome.SerializeToString())

    def listen(self) -> None:
        """The bot is ready: repeat the turns that it owes, with the time that is left for them."""
        if self._listening:
            raise ProtocolError("ready twice")
        self._listening = True
        self.ready.set()
        if self._batch and self.stream is not None:
            left = self._limit - (monotonic() - self._sent_at)
            for turn in self._batch.values():
                part = turn.clock.limit / self._limit if self._limit else 0.0
                self._write_turn(self.news, turn, max(0.0, left * part))
            self.stream.send(self.news.SerializeToString())
            self.news.Clear()

    def detach(self, stream: Stream) -> None:
        """The stream is gone. Turns that are owed keep running, in case the bot comes back."""
        if self.stream is stream:
            self.stream = None
            self._listening = False
            self.gone.set()

    def offend(self, reason: str) -> None:
        """Book a protocol fault that belongs to no turn."""
        self._driver.offended(self.player, Fault.PROTOCOL, reason)

    def close(self, reason: str) -> list[Any]:
        """Say goodbye and ask nothing more; returns the turns that nobody will answer."""
        owed = self._close_batch() + self._gathered
        self._gathered = []
        self.closed = True
        if self.stream is not None:
            self.news.goodbye.reason = reason
            self.stream.send(self.news.SerializeToString())
            self.stream.close()
        self.news.Clear()
        return owed
