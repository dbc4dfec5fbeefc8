"""The committed playthroughs: one deal of every game at every number of players.

``pytest tests/rules/test_playthroughs.py --renew-playthroughs`` writes them anew, each with the
deal that it had; delete a file to have a good deal searched for it.
"""

from pathlib import Path

import pytest

from referee.rules import load
from tests.rules.mixes import CATALOGUE
from tests.rules.playthrough import best_number, number_in, playthrough

FOLDER = Path(__file__).with_name("playthroughs")
RENEW = "run `pytest tests/rules/test_playthroughs.py --renew-playthroughs` and read the difference"


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--renew-playthroughs"))


@pytest.mark.parametrize(("name", "players"), CATALOGUE)
def test_playthrough_is_up_to_date(name: str, players: int, renew: bool) -> None:
    rules, path = load(name, players), FOLDER / f"{name}-{players}.txt"
    if renew:
        number = number_in(path.read_text("utf-8")) if path.exists() else best_number(rules)
        path.write_text(playthrough(rules, number), "utf-8")
    assert path.exists(), f"{path.name} is missing: {RENEW}"
    text = path.read_text("utf-8")
    assert text == playthrough(rules, number_in(text)), f"{path.name} differs: {RENEW}"


def test_every_playthrough_has_its_game(renew: bool) -> None:
    wanted = {f"{name}-{players}.txt" for name, players in CATALOGUE}
    for path in FOLDER.iterdir():
        if renew and path.name not in wanted:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} <= wanted, f"a game is gone: {RENEW}"
