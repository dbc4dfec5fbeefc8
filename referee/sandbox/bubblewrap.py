"""The profile for bubblewrap: a bot in namespaces of its own, with what it needs and no more."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.limits import Limits
from referee.sandbox.reach import SYSTEM, settings
from referee.sandbox.seccomp import INET, INET6, NETLINK, UNIX

FAMILIES: Final = (UNIX, INET, INET6, NETLINK)
"""The network is a namespace's own and leads nowhere; a bot may talk to itself in it."""
SEAT: Final = Path("/run/hearts")
"""Where a bot finds the directory with its socket."""
SHARED_MEMORY: Final = 16 << 20
OPEN_FILES: Final = 256
NOBODY: Final = 65534
_FIRST_USER: Final = 1_000_000_000
_SEATS: Final = 128


@dataclass(frozen=True)
class Profile:
    """What one bot gets. ``read`` are trees and files, bound read-only under their own names.

    ``status`` and ``filter`` are descriptors: bubblewrap writes to the one, and reads its system
    call filter from the other.
    """

    folder: Path
    seat: Path
    read: tuple[Path, ...]
    limits: Limits
    user: int | None
    status: int | None = None
    filter: int | None = None
    network: bool = False
    memory_is_limited: bool = False


def unprivileged_user(player: int) -> int | None:
    """The user that a bot becomes when the referee is root, None when it is not.

    Root is exempt from the limit on processes, and owns too much. An id of its own for every bot
    keeps its count of processes apart from all others'.
    """
    if os.geteuid() != 0:
        return None
    return _FIRST_USER + os.getpid() * _SEATS + player % _SEATS


def command(profile: Profile, words: list[str]) -> list[str]:
    """The command that starts a bot's command in the sandbox."""
    made: set[Path] = set()
    out = ["bwrap", "--die-with-parent", "--new-session", "--hostname", "hearts"]
    out += ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL"]
    if not profile.network:
        out.append("--unshare-net")
    if profile.user is None:
        out += ["--unshare-user", "--disable-userns", "--uid", str(NOBODY), "--gid", str(NOBODY)]
    else:
        out += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    if profile.status is not None:
        out += ["--json-status-fd", str(profile.status)]
    if profile.filter is not None:
        out += ["--seccomp", str(profile.filter)]
    for name in SYSTEM:
        path = Path(name)
        if path.is_symlink():
            out += ["--symlink", str(path.readlink()), name]
        elif path.exists():
            out += ["--ro-bind", name, name]
    out += ["--proc", "/proc", "--dev", "/dev"]
    out += [*_scratch("/dev/shm", SHARED_MEMORY), "--remount-ro", "/dev"]
    out += _scratch("/tmp", profile.limits.disk)
    for path in (*settings(), *profile.read, profile.folder):
        out += _ancestors(path, made)
        out += ["--ro-bind", str(path), str(path)]
    out += ["--perms", "0755", "--dir", "/run", "--ro-bind", str(profile.seat), str(SEAT)]
    out += ["--remount-ro", "/", "--chdir", str(profile.folder), "--"]
    return out + _inside(profile) + words


def _scratch(path: str, size: int) -> list[str]:
    # A size of 0 would be no limit.
    return ["--perms", "1777", "--size", str(max(size, 4096)), "--tmpfs", path]


def _ancestors(path: Path, made: set[Path]) -> list[str]:
    """The directories above; bubblewrap would let only root enter those that it makes itself."""
    words = []
    for parent in reversed(path.parents[:-1]):
        if parent not in made and parent not in (Path("/tmp"), Path("/usr")):
            words += ["--perms", "0755", "--dir", str(parent)]
            made.add(parent)
    return words


def resource_limits(limits: Limits, *, memory: bool, processes: bool) -> dict[str, int]:
    """Limits of each process, by their names in the module `resource`.

    Never RLIMIT_AS: Go, Node and Java reserve address space that they do not use.
    """
    found = {"RLIMIT_NOFILE": OPEN_FILES, "RLIMIT_FSIZE": limits.disk, "RLIMIT_CORE": 0}
    if memory:
        found["RLIMIT_DATA"] = limits.memory
    if processes:
        found["RLIMIT_NPROC"] = limits.processes + 1  # bubblewrap's own process in there
    return found


def _inside(profile: Profile) -> list[str]:
    """What happens within the walls before the bot: only there its processes are counted alone."""
    values = resource_limits(
        profile.limits, memory=not profile.memory_is_limited, processes=True
    ).items()
    words = ["prlimit", *(f"--{name[7:].lower()}={value}" for name, value in values), "--"]
    if profile.user is not None:
        user = str(profile.user)
        words += ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--"]
    return words
