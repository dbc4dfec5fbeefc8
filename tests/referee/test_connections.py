"""Connections with a scripted stream and driver: no socket, no process."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest

from protocol import referee_pb2 as pb
from referee import connections
from referee.clock import Clock, TimeControl
from referee.connections import Connection, ProtocolError
from referee.faults import Fault

TIME = TimeControl(move=10.0, bank=0.0)
BRIEF = TimeControl(move=0.01, bank=0.0)


@dataclass
class Turn:
    id: int
    clock: Clock = field(default_factory=lambda: Clock(TIME))


class Stream:
    def __init__(self) -> None:
        self.sent: list[pb.RefereeMessage] = []
        self.closed = False

    def send(self, message: bytes) -> None:
        self.sent.append(pb.RefereeMessage.FromString(message))

    def close(self) -> None:
        self.closed = True

    def turns(self) -> list[list[int]]:
        """The ids of the turns of each message that held any."""
        return [[turn.id for turn in message.turns] for message in self.sent if message.turns]


class Driver:
    def __init__(self) -> None:
        self.answers: list[tuple[int, bytes]] = []
        self.faults: list[tuple[int, Fault]] = []
        self.failed_once = asyncio.Event()

    def answered(self, turn: Turn, action: bytes, seconds: float) -> None:
        assert seconds >= 0
        self.answers.append((turn.id, action))

    def failed(self, turn: Turn, fault: Fault, reason: str, seconds: float) -> None:
        assert reason
        assert seconds >= 0
        self.faults.append((turn.id, fault))
        self.failed_once.set()

    def offended(self, player: int, fault: Fault, reason: str) -> None:
        assert reason
        self.faults.append((-player, fault))


@dataclass
class Line:
    connection: Connection
    driver: Driver
    stream: Stream

    async def ask(self, *ids: int, time: TimeControl = TIME) -> None:
        for number in ids:
            self.connection.ask(Turn(number, Clock(time)))
        await asyncio.sleep(0)

    def answer(self, *ids: int) -> None:
        actions = [pb.Action(turn=number, choice=bytes([number])) for number in ids]
        self.connection.answer(pb.Answers(actions=actions))


def write_turn(message: pb.RefereeMessage, turn: Turn, time_left: float) -> None:
    message.turns.add(id=turn.id, time_left=time_left)


Test = Callable[[Line], Coroutine[Any, Any, None]]


def connected(test: Test) -> Callable[[], None]:
    """Run a test in an event loop, with a bot that is ready."""

    async def main() -> None:
        driver = Driver()
        line = Line(Connection(3, "token", driver, write_turn), driver, Stream())
        line.connection.attach(line.stream)
        line.connection.listen()
        await test(line)

    def run() -> None:
        asyncio.run(main())

    return run


@connected
async def test_turns_of_one_pass_travel_together_with_the_news(line: Line) -> None:
    line.connection.news.game_starts.add(table=1)
    await line.ask(1, 2, 3)
    assert line.stream.turns() == [[1, 2, 3]]
    assert len(line.stream.sent[-1].game_starts) == 1
    assert not line.connection.news.ListFields()


@connected
async def test_one_batch_is_in_flight_and_later_turns_gather(line: Line) -> None:
    await line.ask(1)
    await line.ask(2)
    await line.ask(3)
    assert line.stream.turns() == [[1]]
    line.answer(1)
    await asyncio.sleep(0)
    assert line.stream.turns() == [[1], [2, 3]]
    assert line.driver.answers == [(1, b"\x01")]


@connected
async def test_answers_in_any_order_reach_their_turns(line: Line) -> None:
    await line.ask(1, 2, 3)
    line.answer(3, 1, 2)
    assert line.driver.answers == [(3, b"\x03"), (1, b"\x01"), (2, b"\x02")]
    assert line.driver.faults == []


@connected
async def test_repeated_and_unknown_answers_are_dropped(line: Line) -> None:
    await line.ask(1)
    line.answer(99)
    line.answer(1, 1, 99)
    line.answer(1)
    assert line.driver.answers == [(1, b"\x01")]
    assert line.driver.faults == []


@connected
async def test_a_turn_that_the_answer_leaves_out_is_a_protocol_fault(line: Line) -> None:
    await line.ask(1, 2)
    line.answer(2)
    assert line.driver.answers == [(2, b"\x02")]
    assert line.driver.faults == [(1, Fault.PROTOCOL)]
    await line.ask(3)
    line.answer()
    assert line.driver.faults[1:] == [(3, Fault.PROTOCOL)]


@connected
async def test_an_answer_that_nobody_asked_for_breaks_the_protocol(line: Line) -> None:
    with pytest.raises(ProtocolError, match="before the first turn"):
        line.answer(1)


@connected
async def test_a_flood_of_answers_breaks_the_protocol(line: Line) -> None:
    await line.ask(1)
    line.answer(1)
    for _ in range(connections.STRAY_ANSWERS + 2):
        line.answer(99)
    with pytest.raises(ProtocolError, match="flood"):
        line.answer(99)


@connected
async def test_silence_is_a_timeout_and_the_late_answer_is_dropped(line: Line) -> None:
    await line.ask(1, 2, time=BRIEF)
    await asyncio.wait_for(line.driver.failed_once.wait(), 5)
    assert line.driver.faults == [(1, Fault.TIMEOUT), (2, Fault.TIMEOUT)]
    await line.ask(3)
    line.answer(1, 2)
    assert line.driver.answers == []
    line.answer(3)
    assert line.driver.answers == [(3, b"\x03")]


@connected
async def test_turns_wait_for_a_bot_that_lost_its_stream(line: Line) -> None:
    await line.ask(1)
    line.connection.detach(line.stream)
    assert line.connection.gone.is_set()
    await line.ask(2)
    again = Stream()
    line.connection.attach(again)
    assert again.turns() == []
    line.connection.listen()
    assert again.turns() == [[1]]
    (turn,) = again.sent[-1].turns
    assert 9.0 < turn.time_left <= 10.0
    line.answer(1)
    await asyncio.sleep(0)
    assert again.turns() == [[1], [2]]
    assert line.driver.faults == []


@connected
async def test_a_bot_that_does_not_come_back_is_disconnected(line: Line) -> None:
    line.connection.detach(line.stream)
    await line.ask(1, time=BRIEF)
    await asyncio.wait_for(line.driver.failed_once.wait(), 5)
    assert line.driver.faults == [(1, Fault.DISCONNECTED)]


@connected
async def test_ready_comes_once(line: Line) -> None:
    with pytest.raises(ProtocolError, match="ready twice"):
        line.connection.listen()


@connected
async def test_an_old_stream_that_ends_does_not_take_the_new_one_away(line: Line) -> None:
    line.connection.detach(line.stream)
    again = Stream()
    line.connection.attach(again)
    line.connection.detach(line.stream)
    assert line.connection.stream is again


@connected
async def test_goodbye_returns_what_is_owed_and_closes_the_stream(line: Line) -> None:
    await line.ask(1)
    await line.ask(2)
    owed = line.connection.close("the match is over")
    assert [turn.id for turn in owed] == [1, 2]
    assert line.stream.sent[-1].goodbye.reason == "the match is over"
    assert line.stream.closed
    line.answer(1)
    assert line.driver.answers == []


@connected
async def test_a_batch_is_no_larger_than_its_limit(line: Line) -> None:
    count = connections.LARGEST_BATCH + 5
    await line.ask(*range(1, count + 1))
    assert [len(ids) for ids in line.stream.turns()] == [connections.LARGEST_BATCH]
    ids = range(1, connections.LARGEST_BATCH + 1)
    line.connection.answer(pb.Answers(actions=[pb.Action(turn=number) for number in ids]))
    await asyncio.sleep(0)
    assert [len(ids) for ids in line.stream.turns()] == [connections.LARGEST_BATCH, 5]
