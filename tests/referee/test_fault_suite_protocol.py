"""The fault suite, the wire: what strangers and bots do to a seat's socket.

Illegal, late, repeated, unrequested and missing answers, floods and lost streams of a bot that
plays are in test_faults.py.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import grpc
import pytest

from protocol import referee_pb2 as pb
from referee.clock import TimeControl
from referee.faults import Fault
from referee.hall import Hall, Player
from referee.match import _open_hall, run_match
from referee.session import Session, socket_directory
from tests.referee.bots import faulty, plan, sample

pytestmark = [pytest.mark.processes, pytest.mark.usefixtures("nothing_left")]
BAD = 1
LOWEST = sample("lowest")
PLAY = "/hearts.referee.v1.Referee/Play"
OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.use_local_subchannel_pool", 1))


@contextlib.asynccontextmanager
async def seats() -> AsyncIterator[tuple[Hall, list[str]]]:
    """The sockets of a match whose bots have not come, and its hall."""
    hall = _open_hall(plan(*[LOWEST] * 4), None)
    async with Session([], hall, None) as session:
        yield hall, [seat.address for seat in session._seats]
        assert hall.faults == []
        assert not hall.done.done()


async def dial(address: str, token: str) -> str:
    """Say hello; returns what the first message is, or how it was refused."""
    async with grpc.aio.insecure_channel(address, OPTIONS) as channel:
        return await hello(channel, token)


async def hello(channel: grpc.aio.Channel, token: str) -> str:
    stream = play(channel)
    try:
        message = pb.BotMessage(hello=pb.Hello(token=token, protocol=1))
        await stream.write(message.SerializeToString())
        answer = await stream.read()
        stream.cancel()
        return "welcome" if answer.HasField("welcome") else "something else"
    except grpc.aio.AioRpcError as error:
        return error.code().name


def play(channel: grpc.aio.Channel) -> Any:
    """A stream of bytes to the referee."""
    call: Any = channel.stream_stream(PLAY, bytes, pb.RefereeMessage.FromString)
    return call()


def token(player: Player) -> str:
    return player.connection.token


def test_a_token_opens_its_own_seat_only() -> None:
    async def main() -> None:
        async with seats() as (hall, addresses):
            assert await dial(addresses[0], token(hall.players[1])) == "UNAUTHENTICATED"
            assert await dial(addresses[0], "") == "UNAUTHENTICATED"
            assert await dial(addresses[0], token(hall.players[0])) == "welcome"

    asyncio.run(main())


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_half_open_connections_keep_nobody_out_and_are_given_up() -> None:
    async def main() -> None:
        async with seats() as (hall, addresses):
            path = addresses[0].removeprefix("unix:")
            before = descriptors()
            lines = [socket.socket(socket.AF_UNIX) for _ in range(300)]
            try:
                for line in lines:
                    line.setblocking(False)
                    with contextlib.suppress(BlockingIOError):
                        line.connect(path)
                    await asyncio.sleep(0)
                lines[0].setblocking(True)
                with contextlib.suppress(OSError):
                    lines[0].send(b"GET / HTTP/1.0\r\n\r\n" + os.urandom(1024))
                assert await dial(addresses[1], token(hall.players[1])) == "welcome"
                assert await dial(addresses[0], token(hall.players[0])) == "welcome"
            finally:
                for line in lines:
                    line.close()
        # The servers have stopped: what they had taken in is closed.
        assert descriptors() <= before + 12

    asyncio.run(main())


def test_many_streams_of_one_bot_keep_no_other_bot_out() -> None:
    async def main() -> None:
        async with seats() as (hall, addresses):
            async with grpc.aio.insecure_channel(addresses[0], OPTIONS) as channel:
                own = token(hall.players[0])
                greetings = [asyncio.create_task(hello(channel, own)) for _ in range(200)]
                assert await dial(addresses[1], token(hall.players[1])) == "welcome"
                answers = await asyncio.gather(*greetings)
            # One at a time has the seat; the others are refused, by us or by gRPC's own limit.
            assert "welcome" in answers
            assert "something else" not in answers
            assert await dial(addresses[0], own) == "welcome"

    asyncio.run(main())


def test_a_message_of_100_mb_is_refused_unread() -> None:
    async def main() -> None:
        async with seats() as (hall, addresses):
            options = (*OPTIONS, ("grpc.max_send_message_length", -1))
            async with grpc.aio.insecure_channel(addresses[0], options) as channel:
                stream = play(channel)
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await stream.write(bytes(100_000_000))
                code = await stream.code()
                assert code.name in ("RESOURCE_EXHAUSTED", "UNAUTHENTICATED")
            assert await dial(addresses[0], token(hall.players[0])) == "welcome"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("flags", "kinds"),
    [
        ("--freeze 1.5 --freeze-after 2 --times 1", {Fault.TIMEOUT}),
        ("--garbage-after 1 --times 1", {Fault.PROTOCOL, Fault.CRASHED}),
        ("--illegal-after 1 --times 2", {Fault.ILLEGAL}),
        ("--flood --times 1", {Fault.PROTOCOL, Fault.CRASHED}),
    ],
)
def test_only_the_seat_at_fault_is_blamed(flags: str, kinds: Iterable[Fault]) -> None:
    time = TimeControl(move=0.7, bank=0.0, start=30.0)
    bots = (LOWEST, faulty(flags), LOWEST, LOWEST)
    result = run_match(plan(*bots, decks=1, time=time))
    assert result.void is None
    assert {fault.player for fault in result.faults} == {BAD}
    assert {fault.fault for fault in result.faults} <= set(kinds)
    assert len(result.tables) == 1


def test_directories_of_sockets_are_closed_to_others() -> None:
    with socket_directory() as directory:
        assert directory.stat().st_mode & 0o077 == 0
