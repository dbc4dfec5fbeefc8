import gc
import os
import select
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.sandbox import cgroups
from referee.sandbox.processes import children, descendants, marked

GRPC_KEEPS = 12
"""Descriptors that gRPC opens once in a process and keeps: far fewer than a match uses."""


@pytest.fixture
def no_bot_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test that leaves a process behind, in whatever session or group it hides."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield
    assert [pid for pid in marked(str(tmp_path)) if not _ends(pid)] == []
    assert list(tmp_path.glob("hearts-*")) == []


@pytest.fixture
def nothing_left(no_bot_left: None) -> Iterator[None]:  # noqa: ARG001
    """Fails a test that leaves a process, a directory, a control group or a descriptor behind."""
    before = _possessions()
    yield
    gc.collect()
    after = _possessions()
    assert after.children == before.children
    assert after.groups == before.groups
    assert after.descriptors <= before.descriptors + GRPC_KEEPS


@dataclass(frozen=True)
class _Possessions:
    children: list[int]
    groups: set[str]
    descriptors: int


def _possessions() -> _Possessions:
    home = cgroups.home()
    own = f"hearts-*.{os.getpid()}.*"
    groups = home.path.glob(own) if isinstance(home, cgroups.Home) else ()
    return _Possessions(
        descendants(os.getpid(), children()),
        {group.name for group in groups},
        len(list(Path("/proc/self/fd").iterdir())),
    )


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
