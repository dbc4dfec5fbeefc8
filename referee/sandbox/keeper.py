"""The keeper of a bot where there is no pid namespace: ``python -c START ROOT SETTINGS``.

It starts the bot, becomes the parent of every orphan that the bot makes, and ends them all when the
bot ends, or when the referee does: the referee holds the other end of the keeper's standard input.
Then it ends as the bot did. It stays outside the walls that it puts around the bot.
"""

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from struct import pack
from typing import Final, NoReturn

from referee.sandbox import landlock, seccomp
from referee.sandbox.processes import children, descendants, kill

START: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from referee.sandbox.keeper import main; main(sys.argv[2])"
)
"""For an interpreter with -I -S, which reads nothing that the user or the bot could change."""
CANNOT_START: Final = 127
_SET_PARENT_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36
_SETTLE_SECONDS: Final = 0.002


@dataclass(frozen=True)
class Settings:
    """What the keeper is told: the command, limits by name as in `resource`, and the walls.

    ``read`` and ``write`` are paths for Landlock, None: no such wall. ``families`` are the
    families of sockets that the filter lets through, None: no filter.
    """

    words: list[str]
    limits: dict[str, int]
    read: list[str] | None = None
    write: list[str] | None = None
    tcp: bool = False
    families: list[int] | None = None


def command(settings: Settings) -> list[str]:
    """The words that start a keeper."""
    root = Path(__file__).parents[2]
    return [sys.executable, "-I", "-S", "-c", START, str(root), json.dumps(asdict(settings))]


def main(text: str) -> NoReturn:
    """Keep one bot from its start to its end."""
    settings = Settings(**json.loads(text))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SET_SUBREAPER, ctypes.c_ulong(1), *[ctypes.c_ulong(0)] * 3)
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    keeper = os.getpid()
    bot = os.fork()
    if bot == 0:
        _become(settings, libc, keeper)
    status = _wait(bot, wake)
    _end_all(keeper)
    _end_like(status)


def _become(settings: Settings, libc: ctypes.CDLL, keeper: int) -> NoReturn:
    """Turn into the bot, behind its walls."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        for name, value in settings.limits.items():
            number: int = getattr(resource, name)
            _, hard = resource.getrlimit(number)
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(number, (value, value))
        kill_signal = ctypes.c_ulong(signal.SIGKILL)
        libc.prctl(_SET_PARENT_DEATH_SIGNAL, kill_signal, *[ctypes.c_ulong(0)] * 3)
        if os.getppid() != keeper:
            os._exit(CANNOT_START)
        _build_walls(settings)
        os.execv(settings.words[0], settings.words)
    except OSError as error:
        os.write(2, f"{settings.words[0]}: did not start: {error}\n".encode())
    finally:
        os._exit(CANNOT_START)


def _build_walls(settings: Settings) -> None:
    if settings.families is not None:
        machine = seccomp.this_machine()
        assert machine is not None
        seccomp.install(seccomp.assemble(machine, tuple(settings.families)))
    if settings.read is not None and settings.write is not None:
        _drop_capabilities()
        read, write = map(Path, settings.read), map(Path, settings.write)
        landlock.restrict(read, write, tcp=settings.tcp)


def _drop_capabilities() -> None:
    """Give up what root may do beyond others: some of it leads around Landlock."""
    libc = ctypes.CDLL(None, use_errno=True)
    version_3, no_capabilities = 0x20080522, bytes(24)
    if libc.capset(pack("=Ii", version_3, 0), no_capabilities):
        raise OSError(ctypes.get_errno(), "cannot drop capabilities")


def _wait(bot: int, wake: int) -> int:
    """Wait until the bot has ended, or has to; returns its status."""
    poll = select.poll()
    poll.register(0, select.POLLIN)
    poll.register(wake, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == 0:
                kill([bot])
                poll.unregister(0)
            else:
                os.read(wake, 4096)
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == bot:
                    return ended[1]


def _end_all(keeper: int) -> None:
    """Kill what the bot has left, again and again: one may start another meanwhile."""
    while left := descendants(keeper, children()):
        kill(left, signal.SIGSTOP)
        kill(left)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(_SETTLE_SECONDS)


def _end_like(status: int) -> NoReturn:
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if code not in (-signal.SIGKILL, -signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
        signal.pause()
    os._exit(code)
