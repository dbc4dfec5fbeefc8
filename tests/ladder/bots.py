"""Real bots for the tests, and what becomes of their processes."""

import os
import select
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

from ladder.store import Store, Version, versions
from ladder.submissions import submit

SAMPLE_BOTS = Path(str(files("sample_bots")))


def submit_four(store: Store, folder: Path) -> list[Version]:
    """Submits the sample bots whose play is certain, and one of them again as ``twin``."""
    twin = folder / "twin"
    shutil.copytree(SAMPLE_BOTS / "lowest", twin)
    manifest = twin / "bot.toml"
    manifest.write_text(manifest.read_text().replace('name = "lowest"', 'name = "twin"'))
    for bot in (*map(SAMPLE_BOTS.joinpath, ("duck", "heuristic", "lowest")), twin):
        submit(store, bot)
    return versions(store)


def bot_processes(store: Store) -> list[int]:
    """The processes that run in the folder of a submitted bot."""
    folder = (store.data / "bots").resolve()
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and (process / "cwd").readlink().is_relative_to(folder):
                found.append(int(process.name))
        except OSError:  # it ended, or is not ours
            continue
    return found


def wait_for_bots(store: Store, ladder: subprocess.Popen[str]) -> list[int]:
    """Waits until this ladder has a match in play; returns the processes of its bots."""
    while ladder.poll() is None:
        if found := bot_processes(store):
            return found
    raise AssertionError("the ladder ended before a bot was seen")


def parent_of(process: int) -> int:
    """The process that started this one."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("PPid:")[2].split()[0])


def wait_for_end(processes: list[int], seconds: float = 10.0) -> list[int]:
    """Waits until these processes have ended; returns those that have not."""
    left = []
    for process in processes:
        try:
            handle = os.pidfd_open(process)
        except ProcessLookupError:
            continue
        ended, _, _ = select.select([handle], [], [], seconds)
        os.close(handle)
        if not ended:
            left.append(process)
    return left
