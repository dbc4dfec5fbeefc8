"""The processes of a bot as /proc shows them: who there is, what they use, and their end.

Standard library only: the keeper uses it too.
"""

import contextlib
import os
import shutil
import signal
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MARK: Final = "HEARTS_SEAT"
"""Names the seat in the environment of all that is started for it, to find what was left."""
OWNER: Final = "referee"
"""The file in a session's directory that names the process it belongs to."""
PROC: Final = Path("/proc")
_SETTLE_SECONDS: Final = 0.002


def children() -> dict[int, list[int]]:
    """All processes of the machine by their parents."""
    found: dict[int, list[int]] = defaultdict(list)
    for pid in _ids():
        with contextlib.suppress(OSError):
            # What follows the name, which may hold anything, is: state, parent, ...
            fields = (PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
            if fields[0] not in (b"Z", b"X"):
                found[int(fields[1])].append(pid)
    return found


def descendants(root: int, parents: dict[int, list[int]]) -> list[int]:
    """The processes below one, parents before children."""
    found = list(parents.get(root, ()))
    for pid in found:
        found += parents.get(pid, ())
    return found


def kill(pids: Iterable[int], number: int = signal.SIGKILL) -> None:
    """Send a signal to those that are still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


@dataclass(frozen=True, slots=True)
class Usage:
    """What processes use together: how many threads, and bytes of memory that is theirs."""

    threads: int
    memory: int


def usage(pids: Iterable[int], enough: int) -> Usage:
    """Threads and memory. Above `enough` bytes shared pages are told apart, which takes longer."""
    pids = tuple(pids)
    threads = memory = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            values = _fields(PROC / str(pid) / "status", ("RssAnon", "RssShmem", "Threads"))
            threads += values.get("Threads", 0)
            memory += (values.get("RssAnon", 0) + values.get("RssShmem", 0)) << 10
    if memory > enough:
        memory = 0
        for pid in pids:
            with contextlib.suppress(OSError):
                values = _fields(PROC / str(pid) / "smaps_rollup", ("Pss_Anon", "Pss_Shmem"))
                memory += sum(values.values()) << 10
    return Usage(threads, memory)


def _fields(path: Path, names: tuple[str, ...]) -> dict[str, int]:
    found = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        name, _, value = line.partition(":")
        if name in names:
            found[name] = int(value.split()[0])
    return found


def _ids() -> Iterator[int]:
    return (int(name) for name in os.listdir(PROC) if name.isdecimal())  # noqa: PTH208


# ---- what a referee that was killed has left -----------------------------------------------------


def start_time(pid: int) -> int | None:
    """When a process started, in ticks since boot: with its id, a name that is used once."""
    try:
        fields = (PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return None if fields[0] in (b"Z", b"X") else int(fields[19])


def marked(mark: str) -> list[int]:
    """The processes that were started for a seat, or for any seat of a session."""
    found = []
    for pid in _ids():
        with contextlib.suppress(OSError):
            for entry in (PROC / str(pid) / "environ").read_bytes().split(b"\0"):
                name, _, value = entry.decode(errors="replace").partition("=")
                if name == MARK and (value == mark or value.startswith(mark + os.sep)):
                    found.append(pid)
    return found


def kill_marked(mark: str) -> None:
    """End all that was started for a seat or session, with what they started, until none is left.

    Walks again and again, because a process may start others while it is looked for.
    """
    for _ in range(500):
        roots = [pid for pid in marked(mark) if pid != os.getpid()]
        if not roots:
            return
        parents = children()
        for root in roots:
            kill((root, *descendants(root, parents)))
        time.sleep(_SETTLE_SECONDS)


def claim(directory: Path) -> None:
    """Note in a session's directory whose it is."""
    pid = os.getpid()
    (directory / OWNER).write_text(f"{pid} {start_time(pid)}")


def sweep(bases: Iterable[Path], prefix: str) -> list[Path]:
    """End what referees that were killed have left; returns the directories that were removed."""
    gone = []
    for base in set(bases):
        for directory in base.glob(f"{prefix}*"):
            try:
                if directory.stat().st_uid != os.geteuid():
                    continue
                pid, started = map(int, (directory / OWNER).read_text().split())
            except (OSError, ValueError):
                continue
            if start_time(pid) != started:
                kill_marked(str(directory))
                shutil.rmtree(directory, ignore_errors=True)
                gone.append(directory)
    return gone
