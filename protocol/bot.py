"""The Python SDK: write one method, call one function.

::

    from protocol.bot import Bot, Turn, run

    class Lowest(Bot):
        def act(self, turn: Turn) -> bytes:
            return turn.options[: turn.least]

    if __name__ == "__main__":
        run(Lowest())

The referee starts the program and tells it by ``HEARTS_ADDRESS`` and ``HEARTS_TOKEN`` where to dial
and who it is. By hand: ``python bot.py --connect HOST:PORT --token TOKEN``.
"""

import argparse
import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

import grpc

from protocol import referee_pb2 as pb
from protocol.referee_pb2_grpc import RefereeStub
from protocol.turn import GameRules, Kind, Moon, Turn

__all__ = ["Bot", "GameRules", "Kind", "Moon", "Turn", "run"]

PROTOCOL: Final = 1
CLIENT: Final = "python 1.0"

CHANNEL_OPTIONS: Final = (
    ("grpc.enable_http_proxy", 0),  # a proxy in the environment would swallow loopback
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
)
CONNECT_SECONDS: Final = 20.0
RECONNECTS: Final = 5
"""Lost streams in a row, without a turn between them, before the bot gives up."""
FINAL: Final = frozenset((
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.UNIMPLEMENTED,
))  # fmt: skip
"""How the referee ends a stream when to connect again is of no use."""


class Bot:
    """A player. Write `act`; the other methods are news that you may ignore."""

    def act(self, turn: Turn) -> int | Iterable[int]:
        """Choose between ``turn.least`` and ``turn.most`` of the ``turn.options``.

        One option or several; a faithful minimum is ``turn.options[: turn.least]``. An exception
        ends the program with its traceback.
        """
        raise NotImplementedError("a bot must define act(turn)")

    def act_all(self, turns: Sequence[Turn]) -> Iterable[int | Iterable[int]]:
        """Answer all turns that wait, from all tables, in their order.

        Override it only to think about many turns at once, such as in one pass of a neural network.
        """
        return [self.act(turn) for turn in turns]

    def welcome(self, welcome: pb.Welcome) -> None:
        """The rules and limits of the session, at each connection; the start limit still runs."""

    def game_start(self, start: pb.GameStart) -> None:
        """You sit down at a table."""

    def deal_end(self, end: pb.DealEnd) -> None:
        """A deal is over: its points, and all its cards for learning."""

    def game_end(self, end: pb.GameEnd) -> None:
        """A game is over: the ranks by seat."""

    def fault(self, notice: pb.FaultNotice) -> None:
        """The referee charged you with a fault. Goes to the log unless you override it."""
        where = f" at table {notice.table}, turn {notice.turn}" if notice.turn else ""
        kind = pb.Fault.Name(notice.fault).lower()
        _log(f"fault {notice.faults}: {kind}{where}: {notice.reason}")


def run(bot: Bot) -> None:
    """Connect, play until the referee says goodbye, and return.

    Reads the address and token from ``--connect`` and ``--token`` or the environment, and leaves
    other arguments to the program. A lost stream is taken up again with the same token. Ends
    the program with status 2 when the address or token is missing, 1 when the referee cannot be
    reached or refuses, 0 on SIGTERM and Ctrl-C.
    """
    address, token = _connection()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: sys.exit(0))
    asyncio.run(_play(bot, address, token))


def _connection() -> tuple[str, str]:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--connect", default=os.environ.get("HEARTS_ADDRESS"))
    parser.add_argument("--token", default=os.environ.get("HEARTS_TOKEN"))
    arguments, _ = parser.parse_known_args()
    if not arguments.connect or not arguments.token:
        missing = "HEARTS_TOKEN" if arguments.connect else "HEARTS_ADDRESS"
        _exit(
            2,
            f"{missing} is not set: let `referee play` start this bot,"
            " or pass --connect HOST:PORT --token TOKEN",
        )
    return arguments.connect, arguments.token


async def _play(bot: Bot, address: str, token: str) -> None:
    async with grpc.aio.insecure_channel(address, CHANNEL_OPTIONS) as channel:
        stub = RefereeStub(channel)  # type: ignore[no-untyped-call]
        session = _Session(bot, stub, token)
        while True:
            try:
                await asyncio.wait_for(channel.channel_ready(), CONNECT_SECONDS)
            except TimeoutError:
                _exit(1, f"no referee answers at {address} within {CONNECT_SECONDS:.0f} s")
            try:
                if await session.converse():
                    return
                why = "the referee closed the stream without a goodbye"
            except grpc.aio.AioRpcError as error:
                why = error.details() or error.code().name
                if error.code() in FINAL:
                    _exit(1, f"the referee refused: {why}")
            session.losses += 1
            if session.losses > RECONNECTS:
                _exit(1, f"lost the referee {session.losses} times in a row: {why}")
            _log(f"connecting again: {why}")
            await asyncio.sleep(0.1 * session.losses)


class _Session:
    """What outlives a stream: the bot, its token, and how often the stream was lost."""

    def __init__(self, bot: Bot, stub: RefereeStub, token: str) -> None:
        self.bot = bot
        self.stub = stub
        self.token = token
        self.losses = 0
        self.rules: dict[int, GameRules] = {}

    async def converse(self) -> bool:
        """Hold one stream to its end; whether that was a goodbye. Raises AioRpcError."""
        stream = self.stub.Play()
        hello = pb.Hello(token=self.token, protocol=PROTOCOL, client=CLIENT)
        await stream.write(pb.BotMessage(hello=hello))
        async for message in stream:
            if message.HasField("welcome"):
                self.rules = {rules.id: GameRules(rules) for rules in message.welcome.rules}
                self.bot.welcome(message.welcome)
                await stream.write(pb.BotMessage(ready=pb.Ready()))
            self.tell_news(message)
            if message.turns:
                self.losses = 0
                await stream.write(self.answer(message.turns))
            if message.HasField("goodbye"):
                await stream.done_writing()
                return True
        return False

    def tell_news(self, message: pb.RefereeMessage) -> None:
        """Pass on everything that wants no answer."""
        bot = self.bot
        for start in message.game_starts:
            bot.game_start(start)
        for notice in message.faults:
            bot.fault(notice)
        for deal_end in message.deal_ends:
            bot.deal_end(deal_end)
        for game_end in message.game_ends:
            bot.game_end(game_end)

    def answer(self, turns: Iterable[pb.Turn]) -> pb.BotMessage:
        """All the answers to the turns of one message, in one message."""
        rules = self.rules
        asked = [Turn(turn, rules[turn.rules]) for turn in turns]
        reply = pb.BotMessage()
        add = reply.answers.actions.add
        for turn, choice in zip(asked, self.bot.act_all(asked), strict=True):
            add(turn=turn.id, choice=bytes((choice,) if isinstance(choice, int) else choice))
        return reply


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _exit(status: int, text: str) -> NoReturn:
    _log(text)
    sys.exit(status)
