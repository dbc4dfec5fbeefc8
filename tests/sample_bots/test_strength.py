"""The order of strength, on fixed decks that each pair of bots plays under both seatings."""

import pytest

from protocol.bot import Bot
from referee.rules import load
from sample_bots.duck.bot import Duck
from sample_bots.heuristic.bot import Heuristic
from sample_bots.lowest.bot import Lowest
from sample_bots.random.bot import Random
from tests.sample_bots.arena import duel

DECKS = range(1, 121)


@pytest.mark.parametrize(
    ("weaker", "stronger", "margin"),
    [
        (Random(1), Duck(), 5.0),
        (Lowest(), Duck(), 4.0),
        (Duck(), Heuristic(), 1.5),
    ],
    ids=["random-duck", "lowest-duck", "duck-heuristic"],
)
def test_points_per_deal(weaker: Bot, stronger: Bot, margin: float) -> None:
    worse, better = duel(load("american-hearts"), (weaker, stronger), DECKS)
    assert worse - better > margin
