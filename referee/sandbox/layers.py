"""What this machine can enforce, found by trying it, and the choice of the best of it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, Literal

from referee.errors import UserError
from referee.limits import Limits
from referee.sandbox import bubblewrap, cgroups, keeper, landlock, seccomp
from referee.sandbox.reach import SYSTEM

Mode = Literal["auto", "required", "off"]
_PROBE_SECONDS: Final = 20.0
_SCOPE: Final = "run it as: systemd-run --user --scope -p Delegate=yes referee ..."


class Wall(StrEnum):
    """What stands between a bot and the machine; the value is the form that people see."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "Landlock"
    RLIMITS = "resource limits"
    NONE = "none"


@dataclass(frozen=True)
class Layer:
    """One thing that can be enforced or not: why not, and what to do about it."""

    name: str
    enforces: str
    why_not: str | None = None
    advice: str | None = None

    @property
    def works(self) -> bool:
        """Whether this machine enforces it."""
        return self.why_not is None


@dataclass(frozen=True)
class Sandbox:
    """What a match uses. ``warning`` is one line about what is missing, None if nothing is.

    ``network``: bots must reach a port of this machine, so that the network stays open to them.
    """

    wall: Wall = Wall.NONE
    home: cgroups.Home | None = None
    warning: str | None = None
    network: bool = False

    @property
    def controllers(self) -> frozenset[str]:
        """The controllers of control groups that can be used."""
        return self.home.controllers if self.home is not None else frozenset()

    @property
    def polls(self) -> bool:
        """Whether somebody must look at memory and processes again and again."""
        return self.wall is not Wall.NONE and not {"memory", "pids"} <= self.controllers


OFF: Final = Sandbox()


@cache
def layers() -> tuple[Layer, ...]:
    """All layers, strongest first. Tries them once for this process, in about 0.1 s."""
    return (_bubblewrap(), _landlock(), *_cgroups(), _resource_limits())


def choose(mode: Mode, *, network: bool = False) -> Sandbox:
    """The best that there is. Raises UserError when it is required and not there."""
    if mode == "off":
        return Sandbox(home=_home())
    namespaces, fallback = layers()[:2]
    if mode == "required":
        if not namespaces.works:
            raise UserError(f"--sandbox required: {_reason(namespaces)}")
        if network:
            raise UserError("--sandbox required: bots behind it reach no port; drop --listen")
    if namespaces.works:
        return Sandbox(Wall.BUBBLEWRAP, _home(), _missing(network), network)
    if fallback.works:
        warning = f"sandbox: Landlock and seccomp only, no cap on disk: {_reason(namespaces)}"
        return Sandbox(Wall.LANDLOCK, _home(), warning, network)
    warning = f"unsandboxed: trusted bots only: {_reason(namespaces)}; {_reason(fallback)}"
    return Sandbox(Wall.RLIMITS, _home(), warning, network)


def _missing(network: bool) -> str | None:
    """One line about what the best wall is without."""
    missing = [f"no {layer.name} ({layer.why_not})" for layer in _cgroups() if not layer.works]
    if network:
        missing.insert(0, "the network is open because of --listen")
    if not missing:
        return None
    polled = "; limits are those of each process and a poll" if not network else ""
    return f"sandbox: {'; '.join(missing)}{polled}; see `referee doctor`"


def _reason(layer: Layer) -> str:
    advice = f"; {layer.advice}" if layer.advice else ""
    return f"no {layer.name}: {layer.why_not}{advice}"


def _home() -> cgroups.Home | None:
    found = cgroups.home()
    return found if isinstance(found, cgroups.Home) else None


# ---- one probe each ------------------------------------------------------------------------------


def _bubblewrap() -> Layer:
    name, enforces = "bubblewrap", "files, network, processes, system calls, disk, no orphans"
    machine = seccomp.this_machine()
    if sys.platform != "linux" or machine is None:
        return Layer(name, enforces, f"no profile for {sys.platform} on {os.uname().machine}")
    filter_file = os.memfd_create("filter")
    try:
        os.write(filter_file, seccomp.assemble(machine, bubblewrap.FAMILIES))
        os.lseek(filter_file, 0, os.SEEK_SET)
        profile = bubblewrap.Profile(
            Path("/usr"), Path("/usr"), (), Limits(), bubblewrap.unprivileged_user(0),
            filter=filter_file,
        )  # fmt: skip
        words = bubblewrap.command(profile, ["true"])
        problem = _try(words, (filter_file,))
    finally:
        os.close(filter_file)
    if problem is None:
        return Layer(name, enforces)
    return Layer(name, enforces, *_explain_bubblewrap(problem))


def _try(words: list[str], descriptors: tuple[int, ...] = ()) -> str | None:
    """Run a command; why it failed, None if it did not."""
    stdin, leash = os.pipe()  # a keeper ends when nobody holds the other end
    try:
        done = subprocess.run(
            words, pass_fds=descriptors, stdin=stdin, capture_output=True, text=True,
            timeout=_PROBE_SECONDS, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return "not installed"
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    finally:
        os.close(stdin)
        os.close(leash)
    if done.returncode == 0:
        return None
    return (done.stderr.strip().splitlines() or [f"exited with status {done.returncode}"])[-1]


def _explain_bubblewrap(problem: str) -> tuple[str, str | None]:
    """Why, and what to do, in words."""
    switches = (
        ("user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=15000"),
        ("kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
        (
            "kernel/apparmor_restrict_unprivileged_userns", "1",
            "give bwrap an AppArmor profile with `userns,`; leave the restriction on for others",
        ),
    )  # fmt: skip
    if problem == "not installed":
        return problem, "install the package bubblewrap"
    if "nknown option" in problem:
        return f"too old ({problem})", "install bubblewrap 0.8 or newer"
    if "prlimit" in problem or "setpriv" in problem:
        return problem, "install the package util-linux"
    for name, value, advice in switches:
        if _read(f"/proc/sys/{name}") == value and os.geteuid() != 0:
            return f"{name.replace('/', '.')} = {value}", advice
    return problem, "in a container, allow namespaces (or run the referee outside of it)"


def _read(path: str) -> str | None:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return None


def _landlock() -> Layer:
    name = "Landlock with seccomp"
    enforces = "files, network, signals, system calls"
    version = landlock.version() if sys.platform == "linux" else 0
    if not version:
        return Layer(name, enforces, "the kernel has no Landlock, or it is switched off")
    if version < landlock.WITH_SIGNALS:
        why = f"the kernel's version {version} denies too little"
        return Layer(name, enforces, why, "use Linux 6.12 or newer")
    if seccomp.this_machine() is None:
        return Layer(name, enforces, f"no filter for {os.uname().machine}")
    system = [*SYSTEM, "/etc/ld.so.cache"]
    settings = keeper.Settings(["/bin/true"], {}, system, [], False, [seccomp.UNIX])
    return Layer(name, enforces, _try(keeper.command(settings)))


def _cgroups() -> list[Layer]:
    effects = {
        "memory": "memory of all processes together",
        "pids": "number of processes",
        "cpu": "waiting bots give way",
    }
    home = cgroups.home()
    if isinstance(home, str):
        return [Layer("cgroup v2", ", ".join(effects.values()), home, _SCOPE)]
    found = [Layer("cgroup v2", "the end of all processes at once")]
    absent = [name for name in cgroups.WANTED if name not in home.controllers]
    if absent:
        what = ", ".join(effects[name] for name in absent)
        found.append(Layer("cgroup v2 limits", what, home.missing, _SCOPE))
    present = [name for name in cgroups.WANTED if name in home.controllers]
    if present:
        what = ", ".join(effects[name] for name in present)
        found.append(Layer(f"cgroup v2 {', '.join(present)}", what))
    return found


def _resource_limits() -> Layer:
    return Layer("resource limits", "memory, open files, file size of each process")
