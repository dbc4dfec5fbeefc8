"""Starts bots as processes, keeps what they print, holds them to their limits, leaves none."""

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.limits import MIB, Limits, show
from referee.manifest import FILE_NAME, BotSpec
from referee.output import HEAD_BYTES, Output
from referee.sandbox.cgroups import Group
from referee.sandbox.jail import Bubble, Kept, Seat, make_group
from referee.sandbox.layers import OFF, Sandbox, Wall
from referee.sandbox.processes import MARK, descendants, kill_marked, usage

_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_INHERITED: Final = ("HOME", "LANG", "LC_ALL", "TMPDIR")
_PIECES: Final = 16
"""Reads of one bot's output at a time, so that one that floods does not hold up the others."""
_LETTING_GO_SECONDS: Final = 5.0
_OWN_PROCESSES: Final = 3
"""The sandbox's own among a bot's processes, at most."""


def command(bot: BotSpec) -> list[str]:
    """The program and arguments of a bot's run command. Raises UserError if there is no program."""
    program, *arguments = shlex.split(bot.run)
    base = str(bot.directory / program) if os.sep in program else program
    found = shutil.which(base, path=_search_path())
    if found is None:
        raise UserError(
            f"{bot.directory / FILE_NAME}: run = {bot.run!r}: there is no program {program!r}"
        )
    return [found, *arguments]


def check_folder(bot: BotSpec, sandbox: Sandbox) -> None:
    """Raises UserError when the user that a bot runs as cannot read its folder."""
    if sandbox.wall is Wall.BUBBLEWRAP and os.geteuid() == 0:
        everyone = 0o005
        if bot.directory.stat().st_mode & everyone != everyone:
            raise UserError(
                f"{bot.directory}: a bot does not run as root, and others may not read its folder; "
                f"chmod -R o+rX it, or run the referee as an ordinary user"
            )


def _search_path() -> str:
    """PATH with this interpreter's folder first, so that ``python`` has the SDK."""
    return os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


def _environment(
    seat: Seat, sandbox: Sandbox, limits: Limits, own: Mapping[str, str]
) -> dict[str, str]:
    found = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    if sandbox.wall is not Wall.NONE:
        found |= _runtime_limits(limits)
    return found | {
        "HEARTS_ADDRESS": seat.address,
        "HEARTS_TOKEN": seat.token,
        MARK: str(seat.directory),
        "PATH": _search_path(),
        "PYTHONUNBUFFERED": "1",
        **dict.fromkeys(_ONE_THREAD, "1"),
        **own,
    }


def _runtime_limits(limits: Limits) -> dict[str, str]:
    """Heaps of runtimes that would otherwise go by the memory of the machine."""
    heap = limits.memory * 3 // 4
    return {
        "GOMEMLIMIT": str(heap),
        "JAVA_TOOL_OPTIONS": f"-Xmx{max(heap // MIB, 2)}m",
        "NODE_OPTIONS": f"--max-old-space-size={max(heap // MIB, 2)}",
    }


class BotProcess:
    """A bot that runs, with all that it starts, behind its wall. It ends with its first process.

    Its output comes through a pipe of ours, because a grandchild may hold the other end for ever:
    asyncio's own pipes would then hide that the bot has ended.
    """

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        pipe: int,
        jail: Bubble | Kept,
        group: Group | None,
        limits: Limits,
    ) -> None:
        self.output = Output()
        self.group = group
        self._process = process
        self._jail = jail
        self._limits = limits
        self._verdict: str | None = None
        self._ran_out = False
        self._pipe: int | None = pipe
        os.set_blocking(pipe, False)
        asyncio.get_running_loop().add_reader(pipe, self._read)

    @classmethod
    async def start(
        cls, bot: BotSpec, seat: Seat, sandbox: Sandbox = OFF, limits: Limits | None = None
    ) -> "BotProcess":
        """Start a bot.

        Raises UserError if there is no program, OSError if it does not start, SandboxError if the
        sandbox fails.
        """
        limits = limits or Limits()
        kind = Bubble if sandbox.wall is Wall.BUBBLEWRAP else Kept
        words = command(bot)
        group = make_group(seat, sandbox, limits)
        jail = kind(words, bot.directory, seat, sandbox, limits)
        ours, theirs = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *(group.entrance(jail.words) if group is not None else jail.words),
                cwd=bot.directory,
                env=_environment(seat, sandbox, limits, jail.environment),
                stdin=jail.stdin,
                stdout=theirs,
                stderr=theirs,
                pass_fds=jail.descriptors,
                start_new_session=True,
            )
        except BaseException:
            os.close(ours)
            jail.close_theirs()
            jail.close()
            if group is not None:
                group.remove()
            # A process that was started may be beyond asyncio's reach already.
            kill_marked(str(seat.directory))
            raise
        finally:
            os.close(theirs)
        bot_process = cls(process, ours, jail, group, limits)
        try:
            await jail.started()
        except BaseException:
            await bot_process.stop(0)
            raise
        return bot_process

    def _read(self) -> bool:
        """Keep a piece of the output; whether there was one."""
        if self._pipe is None:
            return False
        try:
            data = os.read(self._pipe, HEAD_BYTES)
        except BlockingIOError:
            return False
        self.output.add(data)
        if self.output.size > self._limits.output:
            self.condemn(f"printed more than {show('output', self._limits.output)}")
            data = b""
        if not data:
            self._close()
        return bool(data)

    def _close(self) -> None:
        if self._pipe is not None:
            asyncio.get_running_loop().remove_reader(self._pipe)
            os.close(self._pipe)
            self._pipe = None

    def inspect(self, parents: dict[int, list[int]]) -> None:
        """End the bot if its processes use more than they may. `parents`: who started whom."""
        if self._process.returncode is not None:
            return
        pid, limits = self._process.pid, self._limits
        used = usage((pid, *descendants(pid, parents)), limits.memory)
        if used.memory > limits.memory:
            self.condemn(f"used {used.memory / MIB:.0f} MiB of memory, {self._of('memory')}")
        elif used.threads > limits.processes + _OWN_PROCESSES:
            self.condemn(f"ran {used.threads} processes and threads, {self._of('processes')}")

    def _of(self, name: str) -> str:
        return f"its limit is {show(name, getattr(self._limits, name))}"

    def condemn(self, verdict: str) -> None:
        """End the bot for what it did."""
        if self._process.returncode is None and self._verdict is None:
            self._verdict = verdict
            self.kill()

    async def wait(self) -> str:
        """Wait for the end; returns how it ended, in words. Raises SandboxError if we failed."""
        status = await self._process.wait()
        if self._verdict is not None:
            return self._verdict
        self._look_at_group()
        if self._ran_out:
            return f"used too much memory, {self._of('memory')}"
        status = self._jail.status(status)
        if status >= 0:
            return f"exited with status {status}"
        return f"was killed by {signal.Signals(-status).name}"

    async def stop(self, grace: float) -> None:
        """Give the bot `grace` seconds to exit by itself, then kill whatever is left of it."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), grace)
        self.kill()
        try:
            await asyncio.wait_for(self._process.wait(), _LETTING_GO_SECONDS)
        except TimeoutError:
            if isinstance(self._jail, Kept):
                self._jail.force(self._process.pid)
            await self._process.wait()
        await self._jail.ended()
        while self._read():
            pass
        self._close()
        self._jail.close()
        if self.group is not None:
            self._look_at_group()
            self.group.remove()

    def _look_at_group(self) -> None:
        """Note, while the group is there, whether it ran out of memory."""
        self._ran_out = self._ran_out or (self.group is not None and self.group.ran_out())

    def kill(self) -> None:
        """Kill the bot with all that it started."""
        if self.group is not None:
            self.group.kill()
        running = self._process.returncode is None
        self._jail.kill(self._process.pid if running else None)
