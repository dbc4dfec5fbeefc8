"""The fault suite, snooping: what a bot must not see or reach, behind each wall that is one."""

import pytest

from benchmarks.attacks import attempt, scene
from referee.sandbox.layers import Sandbox
from tests.referee.walls import wall

pytestmark = [pytest.mark.processes, pytest.mark.usefixtures("nothing_left")]
SNOOPING = (
    "read-file", "write-code", "environment", "ptrace", "signal", "tcp", "udp", "abstract", "vsock",
    "keyctl", "io-uring", "namespaces", "shared-segment",
)  # fmt: skip


@pytest.mark.parametrize(
    "name", ["Landlock + seccomp", "bubblewrap", "bubblewrap + cgroup v2"]
)  # fmt: skip
def test_a_wall_stops_all_snooping(name: str) -> None:
    with scene() as place:
        outcomes = attempt(SNOOPING, wall(name), place)
    assert [outcome for outcome in outcomes if not outcome.stopped] == []


def test_without_a_wall_the_same_attacks_get_through() -> None:
    """Else the test above would prove nothing."""
    with scene() as place:
        outcomes = attempt(["read-file", "environment", "tcp", "abstract"], Sandbox(), place)
    assert [outcome for outcome in outcomes if outcome.stopped] == []
