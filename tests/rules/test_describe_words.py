"""How the rules read: whole sentences, sensible groups, the numbers of this table."""

import pytest
from hypothesis import given

from referee.rules import Rules, game_names, load
from referee.rules.describe import NO_EFFECT, describe, idle, summary
from referee.rules.load import build
from tests.rules.helpers import house
from tests.rules.mixes import CATALOGUE, Mix, playable_mixes


def check_sentences(rules: Rules) -> None:
    for section in describe(rules):
        if section.title != NO_EFFECT:
            for line in section.lines:
                assert line[0].isupper() or line[0].isdigit(), line
                assert line.endswith("."), line
                for wrong in ("  ", "None", "-", "..", " .", " ,", "_", ",,", "[", "{"):
                    assert wrong not in line, line


@pytest.mark.parametrize(("name", "players"), CATALOGUE)
def test_games_read_in_sentences(name: str, players: int) -> None:
    rules = load(name, players)
    check_sentences(rules)
    assert idle(rules) == []


@given(playable_mixes())
def test_mixes_read_in_sentences(mix: Mix) -> None:
    check_sentences(mix.build())


@pytest.mark.parametrize("name", game_names())
def test_the_text_follows_from_the_parameters_alone(name: str) -> None:
    rules = load(name)
    renamed = {"name": "x", "book": "", "aliases": [], "description": "", "sources": []}
    assert describe(build(rules.parameters() | renamed)) == describe(rules)


def lines(name: str, title: str, players: int | None = None) -> tuple[str, ...]:
    sections = {section.title: section.lines for section in describe(load(name, players))}
    return sections[title]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("american-hearts", "each heart 1; Q♠ 13."),
        ("pink-lady", "Q♥ 13, every other heart 1; Q♠ 13."),
        ("eagle-game", "A♥ 14, K♥ 13, Q♥ 12, J♥ 11, 10♥ to 2♥ their face value."),
        ("greek-hearts-1939", "A♥ 15, K♥ to 10♥ 10 each, 9♥ to 2♥ their face value; Q♠ 50."),
        ("black-maria", "each heart 1; A♠ 10, K♠ 7, Q♠ 13."),
        ("complex-hearts", "each heart 1; Q♠ 13i; J♦ −10."),
        ("auction-hearts", "each card of the named suit 1."),
        ("four-jacks", "J♥ 1; J♠ 2; J♦ 1; J♣ 1."),
        ("reversis", "Q♥ and J♥ 1 each; each trick 1."),
        (
            "gong-zhu",
            "A♥ −50, K♥ −40, Q♥ −30, J♥ −20, 10♥ to 5♥ −10 each, 4♥ to 2♥ 0; Q♠ −100; J♦ 100.",
        ),
    ],
)
def test_points_are_grouped_sensibly(name: str, line: str) -> None:
    assert lines(name, "Points")[0] == f"Cards count for whoever takes them: {line}"


def test_cards_that_are_not_neighbours_make_no_range() -> None:
    rules = house("american-hearts", {"points.cards": {"A♥": 3, "9♥": 3, "3♥": 3}})
    assert describe(rules)[4].lines[0].endswith("A♥ 3, 9♥ 3, 3♥ 3.")


@pytest.mark.parametrize(
    ("name", "title", "line"),
    [
        (
            "american-hearts",
            "Exchange",
            "Before play cards are passed, from deal to deal in turn: 3 cards to the left; 3 cards "
            "to the right; 3 cards across, if the number of players is even; no exchange; and over "
            "again.",
        ),
        (
            "four-five-four-hearts",
            "Exchange",
            "Before play cards are passed: 4 cards to the left, 5 cards across and 4 cards to the "
            "right.",
        ),
        (
            "microsoft-hearts",
            "Play",
            "Hearts may not be led before a heart has been played, led or discarded, unless the "
            "leader has nothing else.",
        ),
        (
            "leekha",
            "Taking everything, or nothing",
            "Whoever takes all cards that cost points shoots the moon: the shooter scores 37 and "
            "nobody else scores.",
        ),
        (
            "partnership-hearts-pooled",
            "Taking everything, or nothing",
            "A side that takes all cards that cost points shoots the moon: each opponent scores 26 "
            "(the sum of all penalties) and the shooters each score 0.",
        ),
        (
            "royal-hearts",
            "End of the game",
            "The game ends when somebody has more than 100 points.",
        ),
        ("gong-zhu", "End of the game", "The game ends when somebody is at or below −1000."),
        (
            "hearts-by-deals",
            "End of the game",
            "The game ends when everybody has dealt 4 times (16 deals).",
        ),
    ],
)
def test_what_a_person_reads(name: str, title: str, line: str) -> None:
    assert line in lines(name, title)


def test_the_table_is_told_for_its_number_of_players() -> None:
    title = "Players and cards"
    assert "With 3 players: 51 cards, 17 in each hand." in lines("american-hearts", title, 3)
    assert "With 7 players: 104 cards, 14 in each hand and 6 in the kitty." in lines(
        "cancellation-hearts", title, 7
    )
    assert "With 2 players: 52 cards, 6 in each hand and 40 in the stock, face down." in lines(
        "domino-hearts", title, 2
    )


def test_what_has_no_effect_is_named_with_the_reason() -> None:
    rules = house("american-hearts", {"kitty.taker": "last_trick", "joker.play": "void_only"})
    assert [str(entry) for entry in idle(rules)] == [
        'joker.play = "void_only": there are no jokers.',
        'kitty.taker = "last_trick": there is no kitty.',
    ]
    assert describe(rules)[-1].lines == tuple(map(str, idle(rules)))


@pytest.mark.parametrize(
    ("name", "players", "pack", "goal"),
    [
        ("american-hearts", "3-6 (4)", "52", "100 points, lowest wins"),
        ("black-maria", "3-6 (3)", "52", "100 points, lowest wins"),
        ("microsoft-hearts", "4", "52", "100 points, lowest wins"),
        ("cancellation-hearts", "5-11 (6)", "2 × 52 + kitty", "100 points, lowest wins"),
        ("domino-hearts", "2-7 (4)", "52 + stock", "31 points, lowest wins"),
        ("joker-hearts", "3-6 (4)", "52 + 2 jokers", "4 deals each, lowest wins"),
        ("five-hundred-hearts", "4-8 (4)", "60", "100 points, lowest wins"),
        (
            *("hearts-1887", "3-6 (4)", "52"),
            "4 deals each or no counters left, most counters wins",
        ),
        ("gong-zhu", "4-5 (4)", "52", "−1000 points, highest wins"),
        ("complex-hearts", "4", "52", "100 points, nearest to zero wins"),
        ("dangerous-hearts", "4", "52", "10 deals or 3 lives, lowest wins"),
        ("royal-hearts", "3-5 (4)", "52", "over 100 points, lowest wins"),
        ("leekha", "4", "52", "101 points, lowest side wins"),
    ],
)
def test_summaries(name: str, players: str, pack: str, goal: str) -> None:
    row = summary(load(name))
    assert (row.name, row.players, row.pack, row.goal) == (name, players, pack, goal)
    assert row.book == load(name).book
    assert row.aliases == load(name).aliases
