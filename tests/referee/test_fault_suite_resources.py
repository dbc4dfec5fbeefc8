"""The fault suite, resources: a bot takes more than it may; only its own seat pays for it."""

import pytest

from benchmarks.attacks import LIMITS, attempt, scene
from referee.faults import Fault
from referee.match import MatchResult, run_match
from referee.sandbox.layers import Wall, choose
from tests.referee.bots import faulty, plan, sample
from tests.referee.walls import NAMES, wall

pytestmark = [pytest.mark.processes, pytest.mark.usefixtures("nothing_left")]
BAD = 1
LOWEST = sample("lowest")
HOG = "--mib 400 --count 300"


def match(flags: str) -> MatchResult:
    """One deal against three good bots, which stay and keep their points."""
    result = run_match(plan(LOWEST, faulty(flags), LOWEST, LOWEST, decks=1, limits=LIMITS))
    assert result.void is None
    assert {fault.player for fault in result.faults} <= {BAD}
    assert [result.out[player] for player in (0, 2, 3)] == [None] * 3
    assert len(result.tables) == 1
    return result


def attacked(attack: str) -> tuple[str | None, str]:
    """Why the attacker is out, and the first line of what the attack printed."""
    result = match(f"--attack '{attack} {HOG}'")
    assert all(fault.fault is Fault.CRASHED for fault in result.faults)
    printed = [line for line in result.output[BAD].decode().splitlines() if line.startswith(attack)]
    return result.out[BAD], printed[0] if printed else ""


def test_a_fork_bomb_is_stopped() -> None:
    out, printed = attacked("forks")
    assert printed.startswith("forks: denied") or (out is not None and "its limit is 32" in out)


def test_memory_in_one_process_is_stopped() -> None:
    out, printed = attacked("memory")
    assert printed == "memory: denied: MemoryError" or (out is not None and "memory" in out)


def test_memory_in_four_processes_is_stopped() -> None:
    out, _ = attacked("memory-of-four")
    assert out is not None
    assert "memory, its limit is 128MiB" in out


def test_output_without_end_is_stopped() -> None:
    out, _ = attacked("prints")
    assert out == "printed more than 2MiB"


@pytest.mark.parametrize("attack", ["fill-tmp", "fill-shm"])
def test_a_full_disk_is_only_the_bots_own(attack: str) -> None:
    if choose("auto").wall is not Wall.BUBBLEWRAP:
        pytest.skip(f"this machine gives a bot no disk of its own: {choose('auto').warning}")
    assert attacked(attack) == (None, f"{attack}: denied: No space left on device after 16 MiB")


def test_descriptors_run_out_for_the_bot_alone() -> None:
    assert attacked("descriptors") == (None, "descriptors: denied: Too many open files after 253")


def test_a_bot_that_computes_while_others_are_to_move_costs_them_no_fault() -> None:
    assert match("--spin").faults == ()
    if "cpu" not in choose("auto").controllers:
        pytest.skip("this machine does not enforce cpu.weight: no cgroup v2 controller cpu")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("attack", ["forks", "memory-of-four", "prints"])
def test_every_wall_stops_what_takes_too_much(attack: str, name: str) -> None:
    with scene() as place:
        (outcome,) = attempt([attack], wall(name), place)
    assert outcome.stopped, outcome
