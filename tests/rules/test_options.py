"""Every option of the rule book can be written as house rules; passing, pack and kitty."""

from itertools import combinations
from pathlib import Path

import pytest

from protocol.cards import card_names, members_of, parse_cards
from referee.rules import Kind, RulesError, load, observation
from referee.rules.toml import toml_text
from tests.rules.helpers import cards, fall_back, house, new_game, options, play, start
from tests.rules.options import OPTIONS, option

IDS = (
    [f"P{number:02}" for number in range(1, 17)]
    + [f"D{number:02}" for number in range(1, 10)]
    + [f"T{number:02}" for number in range(1, 25)]
    + [f"M{number:02}" for number in range(1, 23) if number != 7]
    + [f"S{number:02}" for number in range(1, 21)]
    + ["T10a", "M07a", "M07b"]
)


def test_every_option_is_here() -> None:
    assert sorted(OPTIONS) == sorted(IDS)


@pytest.mark.parametrize("name", IDS)
def test_option_as_house_rules(name: str, tmp_path: Path) -> None:
    """A file of a base and the parameters of the option plays a whole deal."""
    base, changes = OPTIONS[name]
    file = tmp_path / "house.toml"
    lines = [f'name = "{base}"', f'base = "{base}"']
    lines += [f"{key} = {toml_text(value)}" for key, value in changes.items()]
    file.write_text("\n".join(lines), encoding="utf-8")
    texts = ("book", "aliases", "description", "sources")
    expected = {key: value for key, value in option(name).parameters().items() if key not in texts}
    found = load(file).parameters()
    assert {key: found[key] for key in expected} == expected
    assert fall_back(new_game(option(name)).deal).is_over


def offsets(name: str, players: int = 4) -> list[bytes]:
    """Where each card of each step goes, clockwise."""
    return [step.offsets for step in option(name, players).plan.steps]


def test_p01_p02_p03_p16() -> None:
    assert offsets("P01") == [b"\1\1\1", b"\3\3\3", b"\2\2\2", b""]
    assert offsets("P02") == [b"\1\1\1", b"\3\3\3", b"\2\2\2", b"\1\2\3"]
    assert offsets("P03") == [b"\1\1\1", b"\3\3\3"]
    assert offsets("P16") == [b"\1\1\1", b"\2\2\2", b"\3\3\3"]


def test_p04_star_needs_five() -> None:
    assert offsets("P04", 5) == [b"\2\3"]
    assert offsets("P04", 3) == []


def test_p08_p09_rotating_pass_for_any_number() -> None:
    assert offsets("P08", 5) == [bytes([offset]) * 3 for offset in (1, 2, 3, 4)]
    assert offsets("P08", 3) == [b"\1\1\1", b"\2\2\2"]
    assert offsets("P09", 5) == [*offsets("P08", 5), b""]


def test_p10_p11_p12() -> None:
    assert offsets("P10", 6) == [b"\1\1\1"]
    assert offsets("P11", 6) == [b"\5\5\5"]
    assert start(option("P12"), "♣ | ♦ | ♠ | ♥", exchange=True).kind is Kind.PLAY


SUBSETS = [
    " ".join(chosen) for size in (1, 2, 3) for chosen in combinations(("2♣", "Q♠", "A♥"), size)
]


@pytest.mark.parametrize("forbidden", SUBSETS)
def test_p13_forbidden_passes(forbidden: str) -> None:
    rules = house("american-hearts", {"exchange.forbidden": forbidden})
    held = "2♣ Q♠ A♥ 3♦ 4♦ 5♦ 6♦"
    deal = start(rules, f"{held} | 3♣ | 4♣ | 5♣", exchange=True)
    assert cards(options(deal, 0)) == cards(held) & ~cards(forbidden)


def test_p15_nobody_looks_before_choosing() -> None:
    deal = start(option("P15"), "♣ | ♦ | ♠ | ♥", exchange=True)
    for seat, passed in ((0, "2♣ 3♣ 4♣"), (1, "2♦ 3♦ 4♦"), (2, "2♠ 3♠ 4♠")):
        deal.apply(seat, parse_cards(passed))
    assert not observation(deal, 1).received
    deal.apply(3, parse_cards("2♥ 3♥ 4♥"))
    assert card_names(observation(deal, 1).received) == "2♣ 3♣ 4♣"


def test_d01_strip_set() -> None:
    assert len(option("D01", 6).pack) == 48
    assert not set(parse_cards("2♣ 2♦ 2♠ 2♥")) & set(option("D01", 6).pack)


@pytest.mark.parametrize(("name", "seen"), [("D02", ""), ("D03", "Q♠ 5♥"), ("D09", "Q♠ 5♥")])
def test_d02_d03_who_sees_the_kitty(name: str, seen: str) -> None:
    held = "2♣ 3♣ | A♣ 4♣ | 5♣ 6♣ | 7♣ 8♣ | 9♣ 10♣"
    deal = play(start(option(name, 5), held, kitty="Q♠ 5♥"), "2♣ A♣ 5♣ 7♣ 9♣")
    assert card_names(observation(deal, 1).kitty) == seen
    assert not observation(deal, 0).kitty


def test_d02_a_short_pack_may_have_a_kitty() -> None:
    """A strip set is left out before the surplus becomes a kitty."""
    rules = house("american-hearts", {"pack.surplus": "kitty"}, 5)
    assert (len(rules.pack), rules.plan.pack_shape.kitty) == (50, 0)
    removed = {"pack.surplus": "kitty", "pack.removed": {"5": "2♣"}}
    rules = house("american-hearts", removed, 5)
    assert (len(rules.pack), rules.plan.pack_shape.kitty) == (51, 1)


@pytest.mark.parametrize(("players", "hand"), [(3, 18), (6, 9)])
def test_d04_two_jokers(players: int, hand: int) -> None:
    rules = option("D04", players)
    assert (len(rules.pack), rules.plan.pack_shape.hand) == (54, hand)


def test_d05_two_packs() -> None:
    assert (len(option("D05").pack), option("D05").plan.scales[3].total) == (104, 52)


def test_d06_five_hundred() -> None:
    assert len(option("D06").pack) == 60


def test_d07_one_joker() -> None:
    rules = option("D07")
    assert len(rules.pack) == 52
    assert not set(parse_cards("2♣")) & set(rules.pack)


def test_d08_kitty_to_the_last_trick() -> None:
    held = "2♣ 3♣ | A♣ 4♣ | 5♣ 6♣ | 7♣ 8♣ | 9♣ 10♣"
    deal = play(start(option("D08", 5), held, kitty="Q♠ 5♥"), "2♣ A♣ 5♣ 7♣ 9♣")
    assert deal.kitty_taker is None
    play(deal, "4♣ 6♣ 8♣ 10♣ 3♣")
    assert deal.kitty_taker == 4
    assert deal.points == (0, 0, 0, 0, 14)


def test_d09_widow_exchanged_with_the_hand() -> None:
    held = "2♣ 3♣ | A♣ 4♣ | 5♣ 6♣ | 7♣ 8♣ | 9♣ 10♣"
    deal = play(start(option("D09", 5), held, kitty="Q♠ 5♥"), "2♣ A♣ 5♣ 7♣ 9♣")
    choice = deal.legal_actions(1)
    assert (choice.kind, choice.least, choice.most) == (Kind.BURY, 2, 2)
    assert card_names(choice.options) == "4♣ Q♠ 5♥"
    deal.apply(1, parse_cards("4♣ Q♠"))
    assert card_names(members_of(deal.hands[1])) == "5♥"
    assert deal.to_act == (1,)
    assert fall_back(deal).points == (0, 14, 0, 0, 0)


@pytest.mark.parametrize(
    ("base", "changes", "key"),
    [
        ("joker-hearts", {"joker.nature": "zero_of_suit", "joker.lead": "calls_suit"}, "joker"),
        (
            "joker-hearts",
            {"joker.nature": "zero_of_suit", "joker.lead": "next_card_decides"},
            "joker",
        ),
        ("four-five-four-hearts", {"exchange.forbidden": "Q♠"}, "exchange"),
        ("auction-hearts", {"lead.first_card": "that_card"}, "lead"),
        ("american-hearts", {"reset.at": 100}, "reset"),
    ],
)
def test_incompatible_options_are_refused(base: str, changes: dict[str, object], key: str) -> None:
    with pytest.raises(RulesError, match=key):
        house(base, changes)
