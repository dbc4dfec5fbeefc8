"""The commands that put a bot behind its wall, and how it is ended there."""

import asyncio
import contextlib
import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.limits import Limits
from referee.sandbox import bubblewrap, keeper, seccomp
from referee.sandbox.cgroups import Group
from referee.sandbox.layers import Sandbox, Wall
from referee.sandbox.processes import children, descendants, kill, kill_marked
from referee.sandbox.reach import SYSTEM, packages, readable, settings

STATUS_SECONDS: Final = 20.0
_KERNEL: Final = (
    "/proc", "/sys/devices/system/cpu", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
)  # fmt: skip


class SandboxError(Exception):
    """The sandbox itself failed: trouble of ours, not of the bot."""


@dataclass(frozen=True)
class Seat:
    """Where a bot plays: the directory with its socket, which is also its mark, and its line."""

    player: int
    directory: Path
    address: str
    token: str

    @property
    def scratch(self) -> Path:
        """Where it may write when it has no private /tmp."""
        return self.directory / "tmp"


class Bubble:
    """A bot in bubblewrap. `words` start it; `descriptors` must be passed on."""

    def __init__(
        self, words: list[str], folder: Path, seat: Seat, sandbox: Sandbox, limits: Limits
    ) -> None:
        machine = seccomp.this_machine()
        assert machine is not None
        address = seat.address.replace(str(seat.directory), str(bubblewrap.SEAT))
        self.environment = {"HOME": "/tmp", "TMPDIR": "/tmp", "HEARTS_ADDRESS": address}
        self._seat = seat
        self._text = b""
        self._init: int | None = None
        self._known = asyncio.Event()
        self._gone = asyncio.Event()
        self._gone.set()
        self._killed = False
        self._status: int | None
        self._status, write = os.pipe()
        os.set_blocking(self._status, False)
        filter_file = os.memfd_create("filter")
        os.write(filter_file, seccomp.assemble(machine, bubblewrap.FAMILIES))
        os.lseek(filter_file, 0, os.SEEK_SET)
        self.descriptors = (write, filter_file)
        profile = bubblewrap.Profile(
            folder=folder,
            seat=seat.directory,
            read=tuple(readable(Path(words[0]))),
            limits=limits,
            user=bubblewrap.unprivileged_user(seat.player),
            status=write,
            filter=filter_file,
            network=sandbox.network,
            memory_is_limited="memory" in sandbox.controllers,
        )
        self.words = bubblewrap.command(profile, words)
        self.stdin = os.open(os.devnull, os.O_RDONLY)

    async def started(self) -> None:
        """Wait until the first process within is known, without which it could not be killed."""
        self.close_theirs()
        assert self._status is not None
        asyncio.get_running_loop().add_reader(self._status, self._read)
        await asyncio.wait_for(self._known.wait(), STATUS_SECONDS)

    def close_theirs(self) -> None:
        """Close what only the new process needs."""
        for descriptor in (*self.descriptors, self.stdin):
            os.close(descriptor)

    def _read(self) -> bool:
        """Take what bubblewrap says; whether there may be more."""
        if self._status is None:
            return False
        try:
            data = os.read(self._status, 4096)
        except BlockingIOError:
            return False
        self._text += data
        if not self._known.is_set() and (child := self._said("child-pid")) is not None:
            with contextlib.suppress(ProcessLookupError):
                self._init = os.pidfd_open(child)
                self._gone.clear()
                asyncio.get_running_loop().add_reader(self._init, self._end)
            self._known.set()
        if not data:
            self._known.set()
            asyncio.get_running_loop().remove_reader(self._status)
            os.close(self._status)
            self._status = None
        return bool(data)

    def _end(self) -> None:
        """The first process within has ended, and with it all others."""
        if self._init is not None:
            asyncio.get_running_loop().remove_reader(self._init)
            os.close(self._init)
            self._init = None
        self._gone.set()

    def _said(self, key: str) -> int | None:
        for line in self._text.splitlines(keepends=True):
            if line.endswith(b"\n") and key in (values := json.loads(line)):
                return int(values[key])
        return None

    def kill(self, pid: int | None) -> None:
        """Kill all that is within, and the outer process if it still runs.

        First its first process: the outer one may not yet have tied that one's life to its own.
        """
        if self._init is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._init, signal.SIGKILL)
        if pid is not None:
            self._killed = True
            kill([pid])
            if not self._known.is_set():
                kill_marked(str(self._seat.directory))

    async def ended(self) -> None:
        """Wait until all that was within is gone: its first process ends as the last one."""
        with contextlib.suppress(TimeoutError):  # a process that the kernel does not let go
            await asyncio.wait_for(self._gone.wait(), STATUS_SECONDS)

    def close(self) -> None:
        """Give back the descriptors."""
        while self._read():
            pass
        if self._status is not None:
            asyncio.get_running_loop().remove_reader(self._status)
            os.close(self._status)
            self._status = None
        self._end()

    def status(self, status: int) -> int:
        """The bot's own exit status, negative for a signal. Raises SandboxError."""
        while self._read():
            pass
        code = self._said("exit-code")
        if code is None:
            if self._killed:
                return -signal.SIGKILL
            raise SandboxError(f"bubblewrap ended with status {status}, not the bot")
        return 128 - code if code > 128 and code - 128 in set(signal.Signals) else code


class Kept:
    """A bot below a keeper, behind Landlock or only under resource limits, or free of all."""

    descriptors: tuple[int, ...] = ()

    def __init__(
        self, words: list[str], folder: Path, seat: Seat, sandbox: Sandbox, limits: Limits
    ) -> None:
        wall = sandbox.wall
        self.environment: dict[str, str] = {}
        read = write = families = None
        values: dict[str, int] = {}
        if wall is not Wall.NONE:
            memory = "memory" not in sandbox.controllers
            values = bubblewrap.resource_limits(limits, memory=memory, processes=False)
        if wall is Wall.LANDLOCK:
            self.environment = _furnish(seat)
            needed = (*settings(), *readable(Path(words[0])), folder, seat.directory)
            read = [*SYSTEM, *_KERNEL, *map(str, needed)]
            write = [str(seat.scratch), "/dev/null"]
            families = [seccomp.UNIX]
            if sandbox.network:
                families += [seccomp.INET, seccomp.INET6]
        self.words = keeper.command(
            keeper.Settings(words, values, read, write, sandbox.network, families)
        )
        self._seat = seat
        self._grouped = sandbox.home is not None
        self._leash: int | None
        self.stdin, self._leash = os.pipe()

    async def started(self) -> None:
        """The keeper can be told to end from the first moment on."""
        self.close_theirs()

    def close_theirs(self) -> None:
        """Close what only the new process needs."""
        os.close(self.stdin)

    async def ended(self) -> None:
        """A keeper ends as the last one."""

    def kill(self, pid: int | None) -> None:
        """Let go of a keeper that still runs: it ends all others and then itself."""
        if pid is not None:
            self._let_go()

    def _let_go(self) -> None:
        if self._leash is not None:
            os.close(self._leash)
            self._leash = None

    def force(self, pid: int) -> None:
        """End a keeper that does not, with all below it."""
        kill((pid, *descendants(pid, children())))
        kill_marked(str(self._seat.directory))

    def close(self) -> None:
        """Give back the descriptor.

        If nothing told the keeper to end, the bot may have ended it, and its orphans be left.
        """
        if self._leash is not None and not self._grouped:
            kill_marked(str(self._seat.directory))
        self._let_go()

    def status(self, status: int) -> int:
        """A keeper ends as its bot did."""
        return status


def _furnish(seat: Seat) -> dict[str, str]:
    """A directory to write to, and one in which Python finds our packages.

    Python lists the directory that it imports from, which is more than the bot may do where they
    are installed.
    """
    seat.scratch.mkdir(exist_ok=True)
    shelf = seat.directory / "packages"
    shelf.mkdir(exist_ok=True)
    for package in packages():
        (shelf / package.name).symlink_to(package)
    return {"HOME": str(seat.scratch), "TMPDIR": str(seat.scratch), "PYTHONPATH": str(shelf)}


def make_group(seat: Seat, sandbox: Sandbox, limits: Limits) -> Group | None:
    """A control group for a bot, where there can be one. Raises SandboxError."""
    if sandbox.home is None:
        return None
    name = f"{seat.directory.parent.name}.{os.getpid()}.{seat.player}"
    try:
        return Group(sandbox.home, name, limits)
    except OSError as error:
        raise SandboxError(f"cannot make a control group: {error}") from None
