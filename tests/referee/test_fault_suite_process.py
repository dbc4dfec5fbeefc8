"""The fault suite, processes: bots that end, hide, or are ended, and a referee that is killed.

The faults of a bot that plays are in test_faults.py. Every test leaves nothing behind.
"""

import asyncio
import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from benchmarks.attacks import attempt, scene
from referee.faults import Fault
from referee.launch import BotProcess
from referee.manifest import BotSpec
from referee.match import MatchResult, run_match
from referee.sandbox import cgroups
from referee.sandbox.jail import Seat
from referee.sandbox.layers import Sandbox
from referee.sandbox.processes import kill, marked
from tests.referee.bots import faulty, plan, sample, script
from tests.referee.walls import NAMES, wall

pytestmark = [pytest.mark.processes, pytest.mark.usefixtures("nothing_left")]
BAD = 1
LOWEST = sample("lowest")
REFEREE = Path(sys.executable).parent / "referee"


def match(bad: BotSpec) -> MatchResult:
    """One deal against three good bots, which keep their points."""
    result = run_match(plan(LOWEST, bad, LOWEST, LOWEST, decks=1))
    assert result.void is None
    assert {fault.player for fault in result.faults} <= {BAD}
    assert [result.out[player] for player in (0, 2, 3)] == [None] * 3
    assert len(result.tables) == 1
    return result


def test_a_program_that_cannot_be_executed_did_not_start(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/nowhere/interpreter\n")
    program.chmod(0o755)
    tmp_path.chmod(0o755)
    (fault,) = match(BotSpec("bad", tmp_path, "./bot")).faults
    assert fault.fault is Fault.START_FAILED
    assert "before it was ready" in fault.reason


def test_a_bot_that_is_killed_by_a_signal_says_which(tmp_path: Path) -> None:
    (fault,) = match(script(tmp_path, "import os; os.kill(os.getpid(), 11)")).faults
    assert fault.fault is Fault.START_FAILED
    # The first process of a pid namespace reports it by its exit status.
    assert fault.reason == "was killed by SIGSEGV before it was ready"


def test_processes_that_left_everything_end_with_the_match() -> None:
    result = match(faulty("--attack 'orphans --orphan orphan-of-a-match'"))
    assert b"orphans: succeeded" in result.output[BAD]
    assert result.faults == ()
    assert marked_by_name(b"orphan-of-a-match") == []


def marked_by_name(word: bytes) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += [process.parent.name] if process.read_bytes().startswith(word) else []
        except OSError:
            continue
    return found


@pytest.mark.parametrize("name", NAMES)
def test_orphans_end_behind_every_wall(name: str) -> None:
    with scene() as place:
        (outcome,) = attempt(["orphans"], wall(name), place)
    assert outcome.how == "none left"


def test_orphans_end_without_any_wall() -> None:
    with scene() as place:
        (outcome,) = attempt(["orphans"], Sandbox(), place)
    assert outcome.how == "none left"


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_killed_in_its_first_milliseconds_is_gone(tmp_path: Path, name: str) -> None:
    sandbox = wall(name)
    bot = script(tmp_path, "import time; time.sleep(60)")

    async def main() -> None:
        for step in range(10):
            seat = Seat(0, tmp_path / f"session-{step}" / "0", "unix:/nowhere", "token")
            seat.directory.mkdir(parents=True)
            start = asyncio.create_task(BotProcess.start(bot, seat, sandbox))
            await asyncio.sleep(0.003 * step)  # the race itself: any moment must do
            if not start.done():
                start.cancel()
            try:
                process = await start
            except asyncio.CancelledError:
                pass
            else:
                await process.stop(0)
            assert marked(str(seat.directory)) == []

    asyncio.run(main())


@pytest.mark.parametrize("name", NAMES)
def test_a_grandchild_that_holds_the_pipe_does_not_hold_us(tmp_path: Path, name: str) -> None:
    sandbox = wall(name)
    code = "import os, time\nprint('bot', flush=True)\nif os.fork() == 0: time.sleep(60)\n"

    async def main() -> bytes:
        seat = Seat(0, tmp_path / "session" / "0", "unix:/nowhere", "token")
        seat.directory.mkdir(parents=True)
        process = await BotProcess.start(script(tmp_path, code), seat, sandbox)
        await asyncio.wait_for(process.stop(20), 20)
        assert await process.wait() == "exited with status 0"
        return bytes(process.output)

    assert asyncio.run(main()) == b"bot\n"


def test_a_bot_that_kills_its_keeper_gains_nothing(tmp_path: Path) -> None:
    code = (
        "import os, signal, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    time.sleep(60)\n"
        "os.kill(os.getppid(), signal.SIGKILL)\n"
        "time.sleep(60)\n"
    )

    async def main() -> None:
        seat = Seat(0, tmp_path / "session" / "0", "unix:/nowhere", "token")
        seat.directory.mkdir(parents=True)
        process = await BotProcess.start(script(tmp_path, code), seat, wall("resource limits"))
        await process.stop(20)
        assert await process.wait() == "was killed by SIGKILL"
        assert marked(str(seat.directory)) == []

    asyncio.run(main())


@pytest.mark.parametrize("mode", ["auto", "off"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_bot_outlives_its_referee(tmp_path: Path, mode: str, number: signal.Signals) -> None:
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "sleeper"\nrun = "python bot.py"')
    script(bot, "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)")
    arguments = [
        str(REFEREE),
        "play",
        *[str(bot)] * 4,
        "--time",
        "move=1s start=60s",
        "--sandbox",
        mode,
    ]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE) as referee:
        while len(found := sleepers(tmp_path)) < 4:
            assert referee.poll() is None
            os.sched_yield()
        descriptors = [os.pidfd_open(pid) for pid in found]
        referee.send_signal(number)
        _, printed = referee.communicate(timeout=20)
    assert b"Traceback" not in printed
    assert referee.returncode == (-number if number == signal.SIGKILL else 130)
    waiting = set(descriptors)
    while waiting:
        ended = select.select(list(waiting), [], [], 20)[0]
        assert ended, "a bot still runs"
        waiting -= set(ended)
        for descriptor in ended:
            os.close(descriptor)
    sessions = list(tmp_path.glob("hearts-*"))
    assert len(sessions) == (number == signal.SIGKILL)
    if sessions:
        match(LOWEST)  # begins with a sweep
        assert not sessions[0].exists()
    if isinstance(home := cgroups.home(), cgroups.Home):
        assert list(home.path.glob(f"*.{referee.pid}.*")) == []


def sleepers(tmp_path: Path) -> list[int]:
    """Bots that run their own program by now."""
    found = []
    for pid in marked(str(tmp_path)):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[1:2] == [b"bot.py"]:
            found.append(pid)
    return found


def test_the_next_start_ends_what_a_killed_referee_left(tmp_path: Path) -> None:
    session = tmp_path / "hearts-old"
    session.mkdir()
    with subprocess.Popen(["sleep", "60"]) as dead:
        (session / "referee").write_text(f"{dead.pid} 1")  # this id, but another process
        left = {"HEARTS_SEAT": str(session / "0"), "PATH": os.environ["PATH"]}
        with subprocess.Popen(["sleep", "60"], env=left) as orphan:
            living = Path(tempfile.mkdtemp(prefix="hearts-", dir=tmp_path))
            own = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
            (living / "referee").write_text(f"{os.getpid()} {own}")
            match(LOWEST)
            assert orphan.wait(20) == -signal.SIGKILL
        assert living.exists()
        living.joinpath("referee").unlink()
        living.rmdir()
        kill([dead.pid])
    assert not session.exists()
