"""Which wall stops which attack: `sample_bots/faulty/attacks.py`, run behind each of them here.

``python -m benchmarks.attacks`` prints the table; ``--write docs/security.md`` puts it there.
"""

import argparse
import asyncio
import contextlib
import os
import platform
import socket
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sample_bots
from referee.launch import BotProcess
from referee.limits import MIB, Limits
from referee.manifest import BotSpec
from referee.sandbox.jail import Seat
from referee.sandbox.layers import Sandbox, Wall, choose, layers
from referee.sandbox.processes import PROC, children, kill
from sample_bots.faulty.attacks import ATTACKS

LIMITS: Final = Limits(memory=128 * MIB, processes=32, disk=16 * MIB, output=2 * MIB)
SIZES: Final = "--mib 400 --count 300"
"""Far above the limits, and below what a machine feels."""
LONGEST_SECONDS: Final = 20.0
POLL_SECONDS: Final = 0.1
KILLING: Final = frozenset(("forks", "memory", "memory-of-four", "prints", "anonymous-file"))
"""Attacks that end their bot, and so have a run of their own."""
BEGIN, END = "<!-- attacks -->\n", "<!-- end of attacks -->\n"


@dataclass(frozen=True)
class Outcome:
    """What came of an attack, and how we know."""

    attack: str
    stopped: bool
    how: str


@dataclass(frozen=True)
class Scene:
    """Things that a bot should not reach; ``options`` tell attacks.py where they are."""

    options: str
    orphan: str


@contextlib.contextmanager
def scene() -> Iterator[Scene]:
    """A file, a process, a port that answers, and an abstract socket, all of this user."""
    name = uuid.uuid4().hex[:12]
    sleep = [sys.executable, "-c", "import time; time.sleep(600)", f"victim-{name}"]
    with (
        tempfile.NamedTemporaryFile() as secret,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX) as abstract,
        subprocess.Popen(sleep, env={"SECRET": "s"}) as victim,
    ):
        secret.write(b"secret")
        secret.flush()
        Path(secret.name).chmod(0o644)
        udp.bind(tcp.getsockname())
        abstract.bind(f"\0victim-{name}")
        abstract.listen()
        answering = threading.Thread(target=_answer, args=(udp,))
        answering.start()
        try:
            yield Scene(
                f"{SIZES} --file {secret.name} --victim victim-{name} --abstract victim-{name} "
                f"--port {tcp.getsockname()[1]} --orphan orphan-{name}",
                f"orphan-{name}",
            )
        finally:
            victim.kill()
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
                line.sendto(b"", udp.getsockname())
            answering.join()


def _answer(line: socket.socket) -> None:
    """Answer datagrams until an empty one."""
    while True:
        data, sender = line.recvfrom(64)
        if not data:
            return
        line.sendto(data, sender)


def attempt(names: Sequence[str], sandbox: Sandbox, place: Scene) -> list[Outcome]:
    """Run attacks behind a wall, in one bot."""
    folder = Path(next(iter(sample_bots.__path__))) / "faulty"
    run = f"python attacks.py {' '.join(names)} {place.options}"
    ended, printed = asyncio.run(_run(BotSpec("hostile", folder, run), sandbox))
    lines = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
    left = named(place.orphan)
    kill(left)
    return [_judge(name, lines.get(name), ended, left) for name in names]


def _judge(name: str, line: str | None, ended: str, left: list[int]) -> Outcome:
    if name == "orphans":
        how = f"{len(left)} left" if left else "none left"
        return Outcome(name, not left, how)
    if line is None:
        return Outcome(name, True, ended)
    came, _, what = line.partition(": ")
    return Outcome(name, came == "denied", what.rpartition("] ")[2].partition(": '")[0])


async def _run(bot: BotSpec, sandbox: Sandbox) -> tuple[str, str]:
    with tempfile.TemporaryDirectory(prefix="attacks-") as session:
        directory = Path(session) / "0"
        directory.mkdir()
        directory.chmod(0o755)
        seat = Seat(0, directory, f"unix:{directory}/socket", "token")
        process = await BotProcess.start(bot, seat, sandbox, LIMITS)
        watcher = asyncio.create_task(_watch(process)) if sandbox.polls else None
        await process.stop(LONGEST_SECONDS)
        if watcher is not None:
            watcher.cancel()
        return await process.wait(), bytes(process.output).decode(errors="replace")


async def _watch(process: BotProcess) -> None:
    while True:
        process.inspect(children())
        await asyncio.sleep(POLL_SECONDS)


def named(word: str) -> list[int]:
    """Processes whose first word is this."""
    found = []
    for process in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cmdline").read_bytes().split(b"\0")[0] == word.encode():
                found.append(int(process.name))
    return found


def walls() -> dict[str, tuple[Sandbox | None, str | None]]:
    """The columns: a title, and what to use for it, or why it cannot be used here."""
    home = choose("off").home
    namespaces, landlock = layers()[:2]
    bubble = Sandbox(Wall.BUBBLEWRAP, home) if namespaces.works else None
    scope = {"memory", "pids"} <= (home.controllers if home else frozenset())
    missing = next((layer.why_not for layer in layers() if layer.name == "cgroup v2 limits"), None)
    return {
        "plain process": (Sandbox(), None),
        "resource limits": (Sandbox(Wall.RLIMITS), None),
        "Landlock + seccomp": (
            Sandbox(Wall.LANDLOCK) if landlock.works else None,
            landlock.why_not,
        ),
        "bubblewrap": (
            Sandbox(Wall.BUBBLEWRAP) if namespaces.works else None,
            namespaces.why_not,
        ),
        "bubblewrap + cgroup v2": (bubble if scope else None, missing or namespaces.why_not),
    }


def table() -> str:
    """The table as Markdown, from runs on this machine."""
    together = [name for name in ATTACKS if name not in KILLING]
    columns: dict[str, dict[str, Outcome]] = {}
    notes = []
    with scene() as place:
        for title, (sandbox, why_not) in walls().items():
            if sandbox is None:
                notes.append(f"{title}: not run here: {why_not}.")
                continue
            print(f"{title} ...", file=sys.stderr)
            groups = [together, *([name] for name in ATTACKS if name in KILLING)]
            found = [o for group in groups for o in attempt(group, sandbox, place)]
            columns[title] = {outcome.attack: outcome for outcome in found}
    lines = [f"| attack | {' | '.join(columns)} |", f"|{'---|' * (len(columns) + 1)}"]
    for name, attack in ATTACKS.items():
        what = (attack.__doc__ or "").partition("\n")[0].rstrip(".")
        cells = [_cell(column[name]) for column in columns.values()]
        lines.append(f"| {name}: {what[0].lower()}{what[1:]} | {' | '.join(cells)} |")
    user = "root" if os.geteuid() == 0 else "an ordinary user"
    system = f"Linux {platform.release().split('-')[0]}, as {user}; limits: {LIMITS}."
    return "\n".join([*lines, "", " ".join([system, *notes]), ""])


def _cell(outcome: Outcome) -> str:
    return f"stopped: {outcome.how}" if outcome.stopped else "**succeeds**"


def main() -> None:
    """Print the table, or renew it in a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="renew the table in this file")
    flags = parser.parse_args()
    found = table()
    if flags.write is None:
        print(found)
        return
    text = flags.write.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    flags.write.write_text(f"{head}{BEGIN}{found}{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
