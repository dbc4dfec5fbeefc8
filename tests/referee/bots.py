"""Bots and matches for the tests of the referee."""

from pathlib import Path
from typing import Any

import sample_bots
from referee.clock import TimeControl
from referee.manifest import BotSpec, read_manifest
from referee.match import MatchPlan, seatings
from referee.rules import load

SAMPLES = Path(sample_bots.__file__).parent


def sample(name: str) -> BotSpec:
    """A sample bot by its name."""
    return read_manifest(SAMPLES / name)


def faulty(flags: str) -> BotSpec:
    """The misbehaving sample bot, with its faults chosen by flags."""
    return BotSpec("faulty", SAMPLES / "faulty", f"python bot.py --seed 1 {flags}")


def script(directory: Path, code: str) -> BotSpec:
    """A bot that is a Python program of these lines."""
    (directory / "bot.py").write_text(code)
    directory.chmod(0o755)  # a bot of a referee that is root is not root
    return BotSpec("script", directory, "python bot.py")


def plan(*bots: BotSpec, decks: int = 2, **settings: Any) -> MatchPlan:
    """A short match of microsoft-hearts."""
    defaults: dict[str, Any] = {
        "secret": b"secret of the tests",
        "decks": tuple(range(1, decks + 1)),
        "seatings": seatings("single", len(bots)),
        "tables": 2,
        "time": TimeControl(move=20.0, bank=0.0, start=30.0),
        "max_faults": 100,
    }
    return MatchPlan(rules=load("microsoft-hearts", len(bots)), bots=bots, **defaults | settings)
