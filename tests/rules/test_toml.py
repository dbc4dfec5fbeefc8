"""Rules written as TOML, and read back."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given

from referee.rules import Rules, game_names, load
from referee.rules.load import KEYS, build
from referee.rules.toml import to_toml, toml_text
from tests.rules.helpers import house
from tests.rules.mixes import Mix, playable_mixes


def read_back(rules: Rules, folder: Path, players: int | None = None) -> Rules:
    path = folder / "rules.toml"
    path.write_text(to_toml(rules), encoding="utf-8")
    return load(path, players)


@pytest.mark.parametrize("name", game_names())
def test_every_game_reads_back(name: str, tmp_path: Path) -> None:
    game = load(name)
    assert read_back(game, tmp_path) == game
    for players in range(game.players_min, game.players_max + 1):
        assert read_back(load(name, players), tmp_path, players) == load(name, players)


def test_all_parameters_but_the_seats_are_written() -> None:
    rules = load("gong-zhu")
    table = tomllib.loads(to_toml(rules))
    written = [
        f"{group}.{key}" if f"{group}.{key}" in KEYS else group
        for group, value in table.items()
        for key in (value if isinstance(value, dict) else [""])
    ]
    assert sorted(written) == sorted(set(KEYS) - {"seats"})


def test_groups_are_apart_and_keys_dotted() -> None:
    written = to_toml(load("microsoft-hearts"))
    assert 'direction = "clockwise"\n\npack.ranks = "french13"\npack.count = 1\n' in written
    assert "[" not in written.replace("= [", "")


def test_difficult_text_reads_back(tmp_path: Path) -> None:
    awkward = 'quotes " and """, \\ and \x7f, tab\t, no newline\n  at the end'
    rules = house("american-hearts", {"description": awkward, "aliases": [awkward, "♥", ""]})
    assert read_back(rules, tmp_path) == rules


def test_a_limit_can_be_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "ten-deals.toml"
    path.write_text('base = "american-hearts"\nend = { target = "none", deals = 10 }\n')
    assert (load(path).end_target, load(path).end_deals) == (None, 10)
    assert 'end.target = "none"\n' in to_toml(load(path))


def test_numbers_of_all_domains_read_back(tmp_path: Path) -> None:
    rules = load("complex-hearts")
    assert 'points.cards = { "♥" = 1, "Q♠" = "13i", "J♦" = -10 }\n' in to_toml(rules)
    assert 'points.modifiers = [{ kind = "times", card = "10♣", value = "2i" }]' in to_toml(rules)
    assert read_back(rules, tmp_path).points_cards == rules.points_cards


def test_values() -> None:
    values = {"a": [1, True, "x"], "♥ b": {}, "3": -2.5}
    assert toml_text(values) == '{ a = [1, true, "x"], "♥ b" = {}, 3 = -2.5 }'
    assert tomllib.loads(f"value = {toml_text(values)}") == {"value": values}


def test_the_name_of_a_file_is_the_name_of_its_game(tmp_path: Path) -> None:
    for base in ("american-hearts", "microsoft-hearts", "Black Widow"):
        path = tmp_path / "our-game.toml"
        path.write_text(f'base = "{base}"\n')
        rules = load(path)
        assert (rules.name, rules.book, rules.aliases, rules.description) == (
            "our-game",
            "",
            (),
            "",
        )
    path.write_text('base = "american-hearts"\nname = "ours"\n')
    assert load(path).name == "ours"


def test_an_alias_loads_its_game() -> None:
    assert load("Black Widow") == load("american-hearts")
    assert load("LIKHA") == load("leekha")


def test_a_base_is_found_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text('base = "american-hearts"\nend.target = 50\n')
    (tmp_path / "sub").mkdir()
    second = tmp_path / "sub" / "second.toml"
    second.write_text('base = "../first.toml"\nlock.cards = "♥"\n')
    rules = load(second)
    assert (rules.name, rules.end_target, rules.lock_cards.text) == ("second", 50, "♥")


def test_building_from_parameters_gives_the_same_rules() -> None:
    for name in game_names():
        assert build(load(name).parameters()) == load(name)


@given(mix=playable_mixes())
def test_any_mix_reads_back(tmp_path_factory: pytest.TempPathFactory, mix: Mix) -> None:
    rules = mix.build()
    assert read_back(rules, tmp_path_factory.getbasetemp(), rules.seats) == rules
