"""The bots of a match: started, connected, watched, and gone at the end."""

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from referee.connections import Connection
from referee.errors import UserError
from referee.faults import Fault
from referee.hall import Hall
from referee.launch import BotProcess
from referee.manifest import BotSpec
from referee.server import Server, serve

EXIT_SECONDS: Final = 1.0
"""How long a bot has to exit by itself after the goodbye."""
LONGEST_SOCKET: Final = 107
"""Bytes in the path of a unix socket, a limit of the system."""


class Session:
    """Servers and processes for the players of a hall. Use it with ``async with``."""

    def __init__(self, bots: Sequence[BotSpec], hall: Hall, listen: str | None) -> None:
        self._bots = bots
        self._hall = hall
        self._listen = listen
        self._cleanup = contextlib.AsyncExitStack()
        self._processes: dict[int, BotProcess] = {}
        self._watchers: list[asyncio.Task[None]] = []
        self._stopping: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Session":
        try:
            self._addresses = await self._serve()
        except BaseException:
            await self._cleanup.aclose()
            raise
        return self

    async def _serve(self) -> list[str]:
        """A server for all players at the address asked for, or a private socket for each."""
        connections = [player.connection for player in self._hall.players]
        if self._listen is not None:
            return [await self._add_server(self._listen, connections)] * len(connections)
        directory = self._cleanup.enter_context(socket_directory())
        return [
            await self._add_server(f"unix:{directory / str(connection.player)}", [connection])
            for connection in connections
        ]

    async def _add_server(self, address: str, connections: Sequence[Connection]) -> str:
        server: Server = await serve(address, connections, self._hall.trouble)
        self._cleanup.push_async_callback(server.stop)
        return server.address

    async def start(self, limit: float) -> None:
        """Start all bots; return when each of them is ready, or out because it is not."""
        self._hall.on_out = self._stop_later
        async with asyncio.TaskGroup() as group:
            for index in range(len(self._bots)):
                group.create_task(self._start(index, limit))

    async def _start(self, index: int, limit: float) -> None:
        connection = self._hall.players[index].connection
        try:
            process = await BotProcess.start(
                self._bots[index], self._addresses[index], connection.token
            )
        except OSError as error:
            self._hall.lost(index, Fault.START_FAILED, f"did not start: {error.strerror}")
            return
        self._processes[index] = process
        watcher = asyncio.create_task(self._watch(index, process))
        watcher.add_done_callback(self._report)
        self._watchers.append(watcher)
        ready = asyncio.create_task(connection.ready.wait())
        events = (watcher, ready, self._hall.done)
        await asyncio.wait(events, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if not connection.ready.is_set():
            self._hall.lost(index, Fault.START_FAILED, f"was not ready within {limit:g} s")

    async def _watch(self, index: int, process: BotProcess) -> None:
        """A bot whose process and stream have both ended will not come back."""
        how = await process.wait()
        connection = self._hall.players[index].connection
        await connection.gone.wait()
        if connection.ready.is_set():
            self._hall.lost(index, Fault.CRASHED, how)
        else:
            self._hall.lost(index, Fault.START_FAILED, f"{how} before it was ready")

    def _report(self, watcher: asyncio.Task[None]) -> None:
        """A watcher that fails is trouble of ours."""
        if not watcher.cancelled() and (error := watcher.exception()) is not None:
            self._hall.trouble(error)

    def _stop_later(self, index: int) -> None:
        if index in self._processes:
            stop = self._processes[index].stop(EXIT_SECONDS)
            self._stopping.append(asyncio.create_task(stop))

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Say goodbye, or, when something went wrong, do without; then end every process."""
        for watcher in self._watchers:
            watcher.cancel()
        if kind is None:
            for player in self._hall.players:
                if player.out is None:
                    player.connection.close("the match is over")
        else:
            for process in self._processes.values():
                process.kill()
        stops = [process.stop(EXIT_SECONDS) for process in self._processes.values()]
        await asyncio.gather(*stops, *self._stopping, *self._watchers, return_exceptions=True)
        await self._cleanup.aclose()

    def output(self, index: int) -> bytes:
        """What a bot printed so far."""
        return bytes(self._processes[index].output) if index in self._processes else b""


@contextlib.contextmanager
def socket_directory() -> Iterator[Path]:
    """A fresh directory that only this user can enter, short enough for the paths of sockets."""
    for base in (None, "/tmp"):
        directory = Path(tempfile.mkdtemp(prefix="hearts-", dir=base))
        if len(os.fsencode(directory / "000")) <= LONGEST_SOCKET:
            break
        directory.rmdir()
    else:
        raise UserError(
            f"{directory}: longer than a socket may be, {LONGEST_SOCKET} bytes; set a short TMPDIR"
        )
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)
