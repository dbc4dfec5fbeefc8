"""The bots of a match: started, connected, watched, and gone at the end."""

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from referee.connections import Connection
from referee.errors import UserError
from referee.faults import Fault
from referee.hall import Hall
from referee.launch import BotProcess
from referee.limits import Limits
from referee.manifest import BotSpec
from referee.sandbox import cgroups
from referee.sandbox.jail import SandboxError, Seat
from referee.sandbox.layers import OFF, Sandbox
from referee.sandbox.processes import children, claim, sweep
from referee.server import Server, serve

EXIT_SECONDS: Final = 1.0
"""How long a bot has to exit by itself after the goodbye."""
LONGEST_SOCKET: Final = 107
"""Bytes in the path of a unix socket, a limit of the system."""
PREFIX: Final = "hearts-"
SOCKET: Final = "socket"
POLL_SECONDS: Final = 0.1
"""How often the use of memory and processes is looked at, where no control group limits it."""
_POLL_SHARE: Final = 0.05
"""The most that the looking may take of the referee's time."""


class Session:
    """Servers and processes for the players of a hall. Use it with ``async with``."""

    def __init__(
        self,
        bots: Sequence[BotSpec],
        hall: Hall,
        listen: str | None,
        sandbox: Sandbox = OFF,
        limits: Sequence[Limits] | None = None,
    ) -> None:
        self._bots = bots
        self._hall = hall
        self._listen = listen
        self._sandbox = sandbox
        self._limits = limits or [Limits()] * len(bots)
        self._cleanup = contextlib.AsyncExitStack()
        self._seats: list[Seat] = []
        self._processes: dict[int, BotProcess] = {}
        self._watchers: list[asyncio.Task[None]] = []
        self._stopping: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Session":
        try:
            await self._serve()
        except BaseException:
            await self._cleanup.aclose()
            raise
        return self

    async def _serve(self) -> None:
        """A server for all players at the address asked for, or a private socket for each."""
        _sweep(self._sandbox)
        base = self._cleanup.enter_context(socket_directory())
        connections = [player.connection for player in self._hall.players]
        address = None
        if self._listen is not None:
            address = await self._add_server(self._listen, connections)
        for connection in connections:
            directory = base / str(connection.player)
            directory.mkdir()
            directory.chmod(0o755)
            if address is None:
                socket = directory / SOCKET
                own = await self._add_server(f"unix:{socket}", [connection])
                # The directory above is closed to others; a bot may be another user than we are.
                socket.chmod(0o666)
            else:
                own = address
            self._seats.append(Seat(connection.player, directory, own, connection.token))

    async def _add_server(self, address: str, connections: Sequence[Connection]) -> str:
        server: Server = await serve(address, connections, self._hall.trouble)
        self._cleanup.push_async_callback(server.stop)
        return server.address

    async def start(self, limit: float) -> None:
        """Start all bots; return when each of them is ready, or out because it is not."""
        self._hall.on_out = self._stop_later
        if self._sandbox.polls:
            self._watch_over(self._poll())
        async with asyncio.TaskGroup() as group:
            for index in range(len(self._bots)):
                group.create_task(self._start(index, limit))

    async def _poll(self) -> None:
        """Look at what the bots use, for ever."""
        while True:
            begin = perf_counter()
            parents = children()
            for process in list(self._processes.values()):
                process.inspect(parents)
            await asyncio.sleep(max(POLL_SECONDS, (perf_counter() - begin) / _POLL_SHARE))

    def _watch_over(self, work: Coroutine[None, None, None]) -> "asyncio.Task[None]":
        """Run it to the end of the session."""
        watcher = asyncio.create_task(work)
        watcher.add_done_callback(self._report)
        self._watchers.append(watcher)
        return watcher

    async def _start(self, index: int, limit: float) -> None:
        connection = self._hall.players[index].connection
        try:
            process = await BotProcess.start(
                self._bots[index], self._seats[index], self._sandbox, self._limits[index]
            )
        except OSError as error:
            self._hall.lost(index, Fault.START_FAILED, f"did not start: {error.strerror}")
            return
        except SandboxError as error:
            self._hall.trouble(error)
            return
        self._processes[index] = process
        if process.group is not None and "cpu" in self._sandbox.controllers:
            connection.on_move = process.group.give_way
        watcher = self._watch_over(self._watch(index, process))
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
        directory = Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
        if len(os.fsencode(directory / "000" / SOCKET)) <= LONGEST_SOCKET:
            break
        directory.rmdir()
    else:
        raise UserError(
            f"{directory}: longer than a socket may be, {LONGEST_SOCKET} bytes; set a short TMPDIR"
        )
    try:
        claim(directory)
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _sweep(sandbox: Sandbox) -> None:
    """End what a referee that was killed has left."""
    for directory in sweep((Path(tempfile.gettempdir()), Path("/tmp")), PREFIX):
        if sandbox.home is not None:
            cgroups.sweep(sandbox.home, directory.name)
