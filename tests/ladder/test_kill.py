"""The ladder as real processes, interrupted in every way."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from ladder.database import reading
from ladder.log import load_snapshot, read_log
from ladder.models import MatchStatus, PlayerResult, SetResult
from ladder.ratings import log_digest, skills
from ladder.runner import run_matches
from ladder.store import Store, open_store
from ladder.tournament import Settings, Tournament, plan, statuses
from referee.rules import load
from tests.ladder.bots import (
    bot_processes,
    parent_of,
    submit_four,
    wait_for_bots,
    wait_for_end,
)

pytestmark = pytest.mark.processes

MATCHES, DECKS = 6, 2
LADDER = [sys.executable, "-c", "import sys; from ladder.cli import main; sys.exit(main())"]


def plan_matches(
    store: Store, folder: Path, *, rounds: int = MATCHES, decks: int = DECKS
) -> Tournament:
    entrants = submit_four(store, folder)
    settings = Settings(rounds=rounds, decks=decks)
    return plan(store, load("american-hearts"), entrants, settings, secret=b"secret")


def start_ladder(store: Store) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*LADDER, "run", "--data", str(store.data), "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PYTHONUNBUFFERED": "1"},
    )


def wait_for_booking(ladder: subprocess.Popen[str]) -> None:
    """Waits until this ladder has booked its first match."""
    assert ladder.stdout is not None
    line = ladder.stdout.readline()
    assert f"of {MATCHES} matches" in line, line


def test_no_bot_and_no_worker_outlives_a_killed_ladder(store: Store, tmp_path: Path) -> None:
    plan_matches(store, tmp_path, rounds=1, decks=2000)  # takes minutes
    ladder = start_ladder(store)
    bots = wait_for_bots(store, ladder)
    workers = {parent_of(bot) for bot in bots}
    ladder.kill()
    assert wait_for_end([*bots, *workers]) == []
    assert bot_processes(store) == []
    ladder.communicate()


def test_a_killed_ladder_goes_on_where_it_was(store: Store, tmp_path: Path) -> None:
    tournament = plan_matches(store, tmp_path / "interrupted")
    for _ in range(2):
        process = start_ladder(store)
        wait_for_booking(process)
        bots = wait_for_bots(store, process)
        process.kill()
        process.communicate()
        assert wait_for_end(bots) == []
        assert bot_processes(store) == []
        counts = statuses(store, tournament.id)
        assert 0 < counts[MatchStatus.DONE] < MATCHES
    process = start_ladder(store)
    output, _ = process.communicate()
    assert process.returncode == 0, output
    assert statuses(store, tournament.id)[MatchStatus.DONE] == MATCHES
    with reading(store.engine) as connection:
        assert connection.scalar(select(func.count()).select_from(PlayerResult)) == MATCHES * 4
        assert connection.scalar(select(func.count()).select_from(SetResult)) == MATCHES * DECKS * 4
    log = read_log(store, tournament.id)
    stored = load_snapshot(store, tournament.id, log_digest(log, "minimise"))
    assert stored == skills(log, "minimise")
    assert bot_processes(store) == []

    # The bots' play is certain: the matches that were dropped came out as without interruption.
    quiet = open_store(tmp_path / "quiet")
    undisturbed = plan_matches(quiet, tmp_path / "bots")
    run_matches(
        quiet, undisturbed, 1, lambda _: None, lambda: len(read_log(quiet, undisturbed.id)) > 4
    )
    some = read_log(quiet, undisturbed.id)
    assert len(some) > 4
    assert log[: len(some)] == some
    quiet.engine.dispose()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_ladder_leaves_no_bots_and_says_how_to_go_on(
    store: Store, tmp_path: Path, number: signal.Signals
) -> None:
    tournament = plan_matches(store, tmp_path)
    process = start_ladder(store)
    wait_for_booking(process)
    bots = wait_for_bots(store, process)
    process.send_signal(number)
    output, _ = process.communicate()
    assert process.returncode == 128 + number
    assert f"go on with: ladder run {tournament.name}" in output
    assert "Traceback" not in output
    assert wait_for_end(bots, 0.0) == []
    assert bot_processes(store) == []
    counts = statuses(store, tournament.id)
    assert counts[MatchStatus.PLANNED] > 0
    assert counts[MatchStatus.QUARANTINED] == 0
    assert len(read_log(store, tournament.id)) == counts[MatchStatus.DONE] * DECKS
