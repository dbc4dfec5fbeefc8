"""Control groups, version 2: limits for all processes of a bot together, and their common end."""

import contextlib
import os
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from referee.limits import Limits

WANTED: Final[tuple[str, ...]] = ("memory", "pids", "cpu")
_NOT_EMPTY_SECONDS: Final = 2.0
WEIGHT_TO_MOVE, WEIGHT_WAITING = 100, 1


@dataclass(frozen=True)
class Home:
    """Where the groups of bots are made, and the controllers that work there.

    Without controllers a group can still be killed as one. ``missing`` says why any of `WANTED`
    is not there, None when all are.
    """

    path: Path
    controllers: frozenset[str]
    missing: str | None


class CgroupError(Exception):
    """Groups cannot be used here; the text says why."""


def find() -> Home:
    """The place for groups below our own. Raises CgroupError."""
    return prepare(_own_group())


def _own_group() -> Path:
    try:
        mounts = Path("/proc/self/mountinfo").read_text().splitlines()
        groups = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError as error:
        raise CgroupError(f"/proc tells nothing: {error.strerror}") from None
    for line in mounts:
        left, _, right = line.partition(" - ")
        if right.split()[0] == "cgroup2":
            root, point = left.split()[3:5]
            own = next((g[3:] for g in groups if g.startswith("0::")), "/")
            # In a container the mount shows only a part of the tree.
            return Path(point) / os.path.relpath(own, root).removeprefix("../")
    raise CgroupError("no cgroup2 file system is mounted")


def prepare(own: Path) -> Home:
    """Make sure that groups can be made in `own`, with the controllers that it has."""
    trial = own / f"hearts-trial-{os.getpid()}"
    try:
        trial.mkdir()
        trial.rmdir()
    except OSError as error:
        raise CgroupError(f"{own}: {error.strerror}") from None
    try:
        here = (own / "cgroup.controllers").read_text().split()
    except OSError as error:
        raise CgroupError(f"{own}: {error.strerror}") from None
    usable = [name for name in WANTED if name in here]
    missing = None
    absent = [name for name in WANTED if name not in here]
    if absent:
        missing = f"{own} has no controller {', '.join(absent)}"
    try:
        _enable(own, usable)
    except OSError as error:
        usable = []
        missing = f"the controllers of {own} cannot be used: {error.strerror}"
    return Home(own, frozenset(usable), missing)


def _enable(own: Path, names: list[str]) -> None:
    """Hand controllers down. A group with processes of its own may not, so we step aside."""
    control = own / "cgroup.subtree_control"
    enabled = control.read_text().split()
    wanted = " ".join(f"+{name}" for name in names if name not in enabled)
    if not wanted:
        return
    try:
        control.write_text(wanted)
    except OSError:
        others = [pid for pid in (own / "cgroup.procs").read_text().split() if int(pid)]
        if others != [str(os.getpid())]:
            raise
        leaf = own / f"hearts-referee-{os.getpid()}"
        leaf.mkdir(exist_ok=True)
        (leaf / "cgroup.procs").write_text("0")
        control.write_text(wanted)


@cache
def home() -> Home | str:
    """What `find` finds, once for this process, or why there is nothing."""
    try:
        return find()
    except CgroupError as error:
        return str(error)


class Group:
    """The group of one bot."""

    def __init__(self, where: Home, name: str, limits: Limits) -> None:
        """Make the group. Raises OSError."""
        self.path = where.path / name
        self._weighs = "cpu" in where.controllers
        self.path.mkdir()
        try:
            if "memory" in where.controllers:
                self._write("memory.max", limits.memory)
                self._write("memory.oom.group", 1)
                with contextlib.suppress(OSError):  # a kernel without swap has no such file
                    self._write("memory.swap.max", 0)
            if "pids" in where.controllers:
                self._write("pids.max", limits.processes)
        except BaseException:
            self.remove()
            raise

    def _write(self, name: str, value: int) -> None:
        (self.path / name).write_text(str(value))

    def entrance(self, words: list[str]) -> list[str]:
        """A command that enters the group before it becomes the one of these words."""
        enter = 'echo 0 > "$0" && exec "$@"'
        return ["/bin/sh", "-c", enter, str(self.path / "cgroup.procs"), *words]

    def give_way(self, to_move: bool) -> None:
        """Give a bot that is to move the processors, before those that only wait."""
        if self._weighs:
            with contextlib.suppress(OSError):  # it may have ended
                self._write("cpu.weight", WEIGHT_TO_MOVE if to_move else WEIGHT_WAITING)

    def ran_out(self) -> bool:
        """Whether processes were killed because the group was at its memory limit."""
        try:
            events = (self.path / "memory.events").read_text().split()
        except OSError:
            return False
        return dict(zip(events[::2], events[1::2], strict=False)).get("oom_kill", "0") != "0"

    def kill(self) -> None:
        """Kill all processes of the group at once."""
        with contextlib.suppress(OSError):
            self._write("cgroup.kill", 1)

    def remove(self) -> None:
        """Kill what is left, and remove the group once it is empty."""
        self.kill()
        end = time.monotonic() + _NOT_EMPTY_SECONDS
        while True:
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                if time.monotonic() > end:
                    return
                time.sleep(0.001)
            else:
                return


def sweep(where: Home, session: str) -> None:
    """Kill and remove the groups of a session that is no more."""
    for path in where.path.glob(f"{session}.*"):
        group = Group.__new__(Group)
        group.path = path
        group.remove()
