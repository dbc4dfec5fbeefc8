"""The properties of every game, over the catalogue and over random mixes of options."""

import json
import pickle
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import RulesError, game_names, load
from referee.rules.game import MOST_DEALS
from referee.rules.load import KEYS, build
from referee.rules.schema import GROUPS
from tests.rules.mixes import (
    CATALOGUE,
    EVERY_SUIT_COSTS,
    JOKERS,
    OPTIONS,
    PACKS,
    STRIPPED,
    Mix,
    Values,
    mixes,
    playable_mixes,
)
from tests.rules.properties import (
    PROPERTIES,
    ranks_follow_the_outcome,
    settlements_sum_to_zero,
)
from tests.rules.random_play import Table

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
@given(mix=playable_mixes(), seed=SEEDS)
def test_random_mixes(holds: Callable[[Table], None], mix: Mix, seed: int) -> None:
    holds(Table(mix.build(), seed, deals=2))


@pytest.mark.parametrize(("name", "players"), CATALOGUE)
def test_catalogue(name: str, players: int) -> None:
    rules = load(name, players)
    for seed, holds in enumerate(PROPERTIES):
        holds(Table(rules, seed))


@pytest.mark.parametrize("option", [*PACKS, *OPTIONS], ids=lambda option: [*option][-1])
def test_every_option(option: Values) -> None:
    rules = Mix("american-hearts", 4, [STRIPPED, option]).build()
    for seed, holds in enumerate(PROPERTIES):
        holds(Table(rules, seed))


@pytest.mark.parametrize("name", game_names())
def test_games_come_to_their_end(name: str) -> None:
    for holds in (settlements_sum_to_zero, ranks_follow_the_outcome):
        table = Table(load(name), seed=2, deals=MOST_DEALS)
        holds(table)
        assert len(table.game.history) < MOST_DEALS


def test_a_game_without_an_end_stops() -> None:
    rules = Mix("eagle-game", 4, [{"end.rounds": 10**6, "end.chips": False}]).build()
    table = Table(rules, seed=1, deals=MOST_DEALS)
    for _ in table.positions():
        pass
    assert len(table.game.history) == MOST_DEALS


@pytest.mark.parametrize(
    ("key", "option"),
    [
        ("deal.all_penalty", EVERY_SUIT_COSTS | {"deal.all_penalty": "redeal"}),
        ("points.cards", {"points.cards": {"♥": "1/2"}, "points.domain": "rational"}),
        ("pack.jokers", JOKERS | {"pack.jokers": 5, "joker.nature": "zero_of_suit"}),
    ],
)
def test_what_cannot_be_played_is_refused(key: str, option: Values) -> None:
    with pytest.raises(RulesError, match=f"^mix.toml: {key}"):
        Mix("american-hearts", 4, [option]).build()


@given(mixes().filter(lambda mix: not mix.is_playable()))
def test_a_mix_is_refused_in_one_clear_line(mix: Mix) -> None:
    with pytest.raises(RulesError) as refusal:
        mix.build()
    line = re.fullmatch(r"mix\.toml: ([a-z_.]+)\b.+", str(refusal.value))
    assert line, refusal
    assert line[1] in {*KEYS, *GROUPS}, refusal


@given(playable_mixes())
def test_rules_survive_text_and_pickle(mix: Mix) -> None:
    rules = mix.build()
    text = json.dumps(rules.parameters())
    assert build(json.loads(text)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
