"""The gRPC server that bots dial: streams in, connections behind them, everything caught here.

A bot never sees the text of an exception: what is its own fault is answered with a fixed text, and
what is ours is reported to the driver of the match.
"""

import asyncio
import contextlib
import hmac
import ipaddress
import socket
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

import grpc
from google.protobuf.message import DecodeError

from protocol import referee_pb2 as pb
from referee.connections import Connection, ProtocolError
from referee.errors import UserError

PROTOCOL: Final = 1
HELLO_SECONDS: Final = 10.0
LINGER_SECONDS: Final = 1.0
"""How long a bot has to close its stream after the goodbye."""
OPTIONS: Final = (
    ("grpc.max_send_message_length", 1024 * 1024),
    ("grpc.max_receive_message_length", 64 * 1024),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.so_reuseport", 0),
    ("grpc.server_handshake_timeout_ms", 2000),
    # The clock finds slow bots; pings only find peers that are gone, and must not cut off one
    # that computes without answering them.
    ("grpc.keepalive_time_ms", 60_000),
    ("grpc.keepalive_timeout_ms", 600_000),
    ("grpc.http2.ping_timeout_ms", 600_000),
)

OnError = Callable[[BaseException], None]


async def serve(address: str, connections: Sequence[Connection], on_error: OnError) -> "Server":
    """A running server for these players at ``unix:PATH`` or ``HOST:PORT`` (port 0: any).

    Raises UserError when the address cannot be used. `on_error` is told of our own failures.
    """
    server = grpc.aio.server(options=OPTIONS)
    handler = grpc.stream_stream_rpc_method_handler(_Service(connections, on_error).play)
    generic = grpc.method_handlers_generic_handler("hearts.referee.v1.Referee", {"Play": handler})
    server.add_generic_rpc_handlers((generic,))
    if not address.startswith("unix:"):
        _check_free(address)
    try:
        port = server.add_insecure_port(address)
    except RuntimeError:
        raise UserError(f"cannot listen on {address}") from None
    await server.start()
    if not address.startswith("unix:"):
        address = f"{address.rpartition(':')[0]}:{port}"
    return Server(server, address)


class Server:
    """A server that runs, and the gRPC target that bots dial."""

    def __init__(self, server: grpc.aio.Server, address: str) -> None:
        self.address = address
        self._server = server

    async def stop(self, grace: float = LINGER_SECONDS) -> None:
        """End all streams, after `grace` seconds at the latest."""
        await self._server.stop(grace)


def parse_listen(text: str) -> str:
    """A ``HOST:PORT`` of this machine alone. Raises UserError."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65535:
        raise UserError(f"--listen {text!r}: write it like 127.0.0.1:50051")
    try:
        local = host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        local = False
    if not local:
        raise UserError(
            f"--listen {text!r}: only addresses of this machine (127.0.0.1, [::1]), "
            "because connections are not encrypted yet"
        )
    return text


def _check_free(address: str) -> None:
    """Bind it first: the system says why that fails, gRPC does not."""
    host, _, port = address.rpartition(":")
    try:
        found = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
        family, kind, proto, _, target = found[0]
        with socket.socket(family, kind, proto) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(target)
            probe.listen()
    except OSError as error:
        raise UserError(f"cannot listen on {address}: {error.strerror}") from None


class _Stream:
    """The writing side of one gRPC stream: one task, fed by a queue."""

    def __init__(self, context: "_Context") -> None:
        self._context = context
        self._outbox: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._closing = False

    def send(self, message: bytes) -> None:
        self._outbox.append(message)
        self._wake.set()

    def close(self) -> None:
        self._closing = True
        self._wake.set()

    async def write(self) -> None:
        """Write what is queued until the stream is closed."""
        outbox, wake, write = self._outbox, self._wake, self._context.write
        while True:
            await wake.wait()
            wake.clear()
            while outbox:
                await write(outbox.popleft())
            if self._closing:
                return


_Context = grpc.aio.ServicerContext[bytes, bytes]


class _Service:
    def __init__(self, connections: Sequence[Connection], on_error: OnError) -> None:
        self._connections = connections
        self._on_error = on_error

    async def play(self, _: Any, context: _Context) -> None:
        """One stream, from its hello to its end. Our own failure is reported, not sent."""
        try:
            await self._converse(context)
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            self._on_error(error)
            await _abort(context, grpc.StatusCode.INTERNAL, "the referee failed")

    async def _converse(self, context: _Context) -> None:
        connection = await self._greet(context)
        stream = _Stream(context)
        reader = asyncio.create_task(_read(connection, context))
        writer = asyncio.create_task(stream.write())
        connection.attach(stream)
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if not reader.done():
                await asyncio.wait((reader,), timeout=LINGER_SECONDS)
        finally:
            connection.detach(stream)
            reader.cancel()
            writer.cancel()
            results = await asyncio.gather(reader, writer, return_exceptions=True)
        problem = results[0]
        if isinstance(problem, ProtocolError):
            connection.offend(str(problem))
            await _abort(context, grpc.StatusCode.INVALID_ARGUMENT, str(problem))
        elif isinstance(problem, Exception) and not isinstance(problem, grpc.aio.InternalError):
            raise problem

    async def _greet(self, context: _Context) -> Connection:
        """The connection that the hello asks for; ends the stream when there is none."""
        try:
            data = await asyncio.wait_for(context.read(), HELLO_SECONDS)
            hello = pb.BotMessage.FromString(data).hello if isinstance(data, bytes) else pb.Hello()
        except (TimeoutError, DecodeError, grpc.aio.InternalError):
            hello = pb.Hello()
        token = hello.token.encode()
        found = [c for c in self._connections if hmac.compare_digest(c.token.encode(), token)]
        if not found:
            await _abort(
                context, grpc.StatusCode.UNAUTHENTICATED, "send Hello with your token first"
            )
        if hello.protocol != PROTOCOL:
            text = f"this referee speaks protocol {PROTOCOL}"
            await _abort(context, grpc.StatusCode.FAILED_PRECONDITION, text)
        if found[0].closed:
            await _abort(context, grpc.StatusCode.FAILED_PRECONDITION, "the match is over for you")
        if found[0].stream is not None:
            text = "this token has a stream already"
            await _abort(context, grpc.StatusCode.ALREADY_EXISTS, text)
        return found[0]


async def _abort(context: _Context, code: grpc.StatusCode, text: str) -> NoReturn:
    """End a stream with a status.

    A peer that has reset the stream meanwhile makes gRPC fail at that, which is no failure of ours.
    """
    with contextlib.suppress(grpc.aio.InternalError):
        await context.abort(code, text)
    raise grpc.aio.AbortError(text)


async def _read(connection: Connection, context: _Context) -> None:
    """Hand every message to the connection until the bot ends the stream."""
    while isinstance(data := await context.read(), bytes):
        try:
            message = pb.BotMessage.FromString(data)
        except DecodeError:
            raise ProtocolError("a message that cannot be read") from None
        match message.WhichOneof("message"):
            case "answers":
                connection.answer(message.answers)
            case "ready":
                connection.listen()
            case "hello":
                raise ProtocolError("hello twice")
            case _:
                raise ProtocolError("a message without content")
