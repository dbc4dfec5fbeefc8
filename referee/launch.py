"""Starts bots as processes, keeps what they print, and leaves none behind."""

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
import sys
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.manifest import FILE_NAME, BotSpec

HEAD_BYTES: Final = 64 * 1024
TAIL_BYTES: Final = 256 * 1024
_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_INHERITED: Final = ("HOME", "LANG", "LC_ALL", "TMPDIR")


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


def _search_path() -> str:
    """PATH with this interpreter's folder first, so that ``python`` has the SDK."""
    return os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


def _environment(address: str, token: str) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return inherited | {
        "HEARTS_ADDRESS": address,
        "HEARTS_TOKEN": token,
        "PATH": _search_path(),
        "PYTHONUNBUFFERED": "1",
        **dict.fromkeys(_ONE_THREAD, "1"),
    }


def _leash() -> list[str]:
    """Words before a command that let it die with us, where the system has the tool for that.

    The shell makes sure that we did not die before the signal was set.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return []
    check = 'test "$PPID" = "$0" && exec "$@"'
    return [setpriv, "--pdeathsig", "KILL", "--", "/bin/sh", "-c", check, str(os.getpid())]


class Output:
    """The first and the last of what a bot printed; what is between is counted and dropped."""

    def __init__(self, head: int = HEAD_BYTES, tail: int = TAIL_BYTES) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._head_size = head
        self._tail_size = tail
        self._dropped = 0

    def add(self, data: bytes) -> None:
        """Keep another piece."""
        room = self._head_size - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        surplus = len(self._tail) - self._tail_size
        if surplus > 0:
            del self._tail[:surplus]
            self._dropped += surplus

    def __bytes__(self) -> bytes:
        gap = b"\n... %d bytes left out ...\n" % self._dropped if self._dropped else b""
        return bytes(self._head) + gap + bytes(self._tail)


class BotProcess:
    """A bot that runs, in a session and process group of its own.

    Its output comes through a pipe of ours, because a grandchild may hold the other end for ever:
    asyncio's own pipes would then hide that the bot has ended.
    """

    def __init__(self, process: asyncio.subprocess.Process, pipe: int) -> None:
        self.output = Output()
        self._process = process
        self._pipe: int | None = pipe
        os.set_blocking(pipe, False)
        asyncio.get_running_loop().add_reader(pipe, self._read)

    @classmethod
    async def start(cls, bot: BotSpec, address: str, token: str) -> "BotProcess":
        """Start a bot. Raises UserError if there is no program, OSError if it does not start."""
        words = [*_leash(), *command(bot)]
        ours, theirs = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                cwd=bot.directory,
                env=_environment(address, token),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=theirs,
                stderr=theirs,
                start_new_session=True,
            )
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        return cls(process, ours)

    def _read(self) -> bool:
        """Keep a piece of the output; whether there was one."""
        if self._pipe is None:
            return False
        try:
            data = os.read(self._pipe, HEAD_BYTES)
        except BlockingIOError:
            return False
        self.output.add(data)
        if not data:
            self._close()
        return bool(data)

    def _close(self) -> None:
        if self._pipe is not None:
            asyncio.get_running_loop().remove_reader(self._pipe)
            os.close(self._pipe)
            self._pipe = None

    async def wait(self) -> str:
        """Wait for the end; returns how it ended, in words."""
        status = await self._process.wait()
        if status >= 0:
            return f"exited with status {status}"
        return f"was killed by {signal.Signals(-status).name}"

    async def stop(self, grace: float) -> None:
        """Give the bot `grace` seconds to exit by itself, then kill its whole group."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), grace)
        self.kill()
        await self._process.wait()
        while self._read():
            pass
        self._close()

    def kill(self) -> None:
        """Kill whatever is left of the bot's group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
