import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def no_bot_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test that leaves a process behind, in whatever session or group it hides."""
    mark = f"TMPDIR={tmp_path}"
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    yield
    assert [command for pid, command in _bots(mark) if not _ends(pid)] == []


def _bots(mark: str) -> list[tuple[int, bytes]]:
    """Ids and commands of the bots with this in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes().split(b"\0")
            if mark.encode() in environment and b"HEARTS_TOKEN" in b"".join(environment):
                found.append((int(process.name), (process / "cmdline").read_bytes()))
        except OSError:
            continue
    return found


def _ends(pid: int) -> bool:
    """Whether a process that was killed is gone within a moment."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], 2)[0])
    finally:
        os.close(descriptor)
