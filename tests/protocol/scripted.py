"""A real gRPC server that follows a script, to talk to one bot."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc

from protocol import referee_pb2 as pb
from protocol.cards import parse_cards

Script = Callable[[Iterator[pb.BotMessage], grpc.ServicerContext], Iterator[pb.RefereeMessage]]
"""One stream: reads what the bot says, yields what it is told."""

RULES = pb.Rules(id=7, name="test-hearts", seats=4, pack=bytes(range(1, 10)), points=[0] * 9)
GOODBYE = pb.RefereeMessage(goodbye=pb.Goodbye(reason="the match is over"))


def turn(number: int, options: str = "2♣ 3♣", **fields: Any) -> pb.Turn:
    """A turn that asks for one of these cards."""
    values = {"kind": pb.PLAY, "least": 1, "most": 1, "rules": RULES.id} | fields
    return pb.Turn(id=number, options=parse_cards(options), **values)


def greet(
    messages: Iterator[pb.BotMessage], heard: list[pb.BotMessage]
) -> Iterator[pb.RefereeMessage]:
    """Hello, Welcome, Ready; what the bot says goes into `heard`."""
    heard.append(next(messages))
    yield pb.RefereeMessage(welcome=pb.Welcome(protocol=1, rules=[RULES]))
    heard.append(next(messages))


@contextmanager
def referee(directory: Path, *scripts: Script) -> Iterator[str]:
    """The address of a server that follows a script per stream, in the order of the streams."""
    remaining = iter(scripts)

    def play(
        messages: Iterator[pb.BotMessage], context: grpc.ServicerContext
    ) -> Iterator[pb.RefereeMessage]:
        yield from next(remaining)(messages, context)

    handler = grpc.stream_stream_rpc_method_handler(
        play, pb.BotMessage.FromString, pb.RefereeMessage.SerializeToString
    )
    service = grpc.method_handlers_generic_handler("hearts.referee.v1.Referee", {"Play": handler})
    server = grpc.server(ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers((service,))
    address = f"unix:{directory}/referee"
    server.add_insecure_port(address)
    server.start()
    try:
        yield address
    finally:
        server.stop(None).wait()
