"""The walls that this machine has, for tests that must run behind each of them."""

import pytest

from benchmarks.attacks import walls
from referee.sandbox.layers import Sandbox

NAMES = ("resource limits", "Landlock + seccomp", "bubblewrap", "bubblewrap + cgroup v2")


def wall(name: str) -> Sandbox:
    """A wall by its name; skips the test, with the reason, where the machine cannot enforce it."""
    sandbox, why_not = walls()[name]
    if sandbox is None:
        pytest.skip(f"this machine does not enforce {name}: {why_not}")
    return sandbox
