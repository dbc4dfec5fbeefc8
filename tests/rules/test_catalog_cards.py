"""The cards of the catalogue's games against the rule book: 2.3 points, 2.4, and aliases 2.5."""

import pytest

from protocol.cards import HEARTS, SUIT_SETS, cards_to_set, members_of, parse_card
from referee.rules import game_names, load
from tests.rules.helpers import house

NAMES = {load(name).book: name for name in game_names()}

# 2.3, points: those of single cards; other hearts, and the cards of other suits, in the last two.
SPOTS = "10♥ 10 9♥ 9 8♥ 8 7♥ 7 6♥ 6 5♥ 5 4♥ 4 3♥ 3 2♥ 2"
ACE_14 = f"A♥ 14 K♥ 13 Q♥ 12 J♥ 11 {SPOTS}"
ONE_EACH = "A♥ 1 K♥ 1 Q♥ 1 J♥ 1 10♥ 1 9♥ 1 8♥ 1 7♥ 1 6♥ 1 5♥ 1 4♥ 1 3♥ 1 2♥ 1"
POINTS = {
    "G01 G04 G05 G06 G07 G20 G25": ONE_EACH,
    "G02 G23 G31": ACE_14,
    "G03": f"A♥ 5 K♥ 4 Q♥ 3 J♥ 2 {SPOTS}",
    "G03a": f"{ONE_EACH} A♥ 5 K♥ 4 Q♥ 3 J♥ 2",
    "G08 G09": f"{ONE_EACH} J♠ 10",
    "G10": f"{ONE_EACH} J♠ 13",
    "G11 G12 G13 G14 G15 G16 G17 G28 G29 G35 G39 G41": f"{ONE_EACH} Q♠ 13",
    "G18": f"{ONE_EACH} Q♠ 13 A♠ 10 K♠ 7",
    "G18k": f"{ONE_EACH} Q♠ 13 A♠ 7 K♠ 10",
    "G21": f"Q♠ 50 A♥ 15 K♥ 10 Q♥ 10 J♥ 10 {SPOTS}",
    "G22 G42": f"{ONE_EACH} Q♠ 13 J♦ -10",
    "G24": f"{ONE_EACH} Q♠ 50 A♥ 15 K♥ 10 Q♥ 10 J♥ 10",
    "G26": f"{ONE_EACH} *1 0 *2 0",
    "G27 G30": f"{ONE_EACH} Q♠ 13 10♦ -10",
    "G32": f"A♥ 1 K♥ 13 Q♥ 12 J♥ 11 {SPOTS}",
    "G33": f"{ONE_EACH} Q♥ 13 Q♠ 13",
    "G36": f"{ONE_EACH} Q♠ 26 Q♦ -10",
    "G37": "A♥ -50 K♥ -40 Q♥ -30 J♥ -20 10♥ -10 9♥ -10 8♥ -10 7♥ -10 6♥ -10 5♥ -10 "
    "4♥ 0 3♥ 0 2♥ 0 Q♠ -100 J♦ 100",
    "G38": f"{ONE_EACH} Q♠ 13 10♦ 10",
    "G40": f"{ONE_EACH} 11♥ 1 12♥ 1 Q♠ 13",
    "G43": "J♥ 1 J♦ 1 J♣ 1 J♠ 2",
    "G44": "J♥ 1 Q♥ 1",
}

# 2.4: games, then players:pack:hand and the cards left for kitty or stock.
SIZES = """
G01 G02 G03 G03a G04 G05 G06 G15 G16 | 3:51:17 4:52:13 5:50:10 6:48:8
G21 G23 G24 G31 G32 G33 G41 G42      | 3:51:17 4:52:13 5:50:10 6:48:8
G17 G28 G29 G30 G34 G35 G38 G39      | 4:52:13
G43 G44                              | 4:52:13
G18 G18k                             | 3:51:17 4:52:13 5:50:10 6:48:8
G14 G22 G27                          | 3:51:17 4:52:13 5:50:10 6:48:8 7:49:7
G08 G09 G10 G11 G12 G13              | 3:51:17 4:52:13 5:50:10 6:48:8
G07                                  | 4:52:13 5:50:10 6:48:8
G19 | 5:104:20:4 6:104:17:2 7:104:14:6 8:104:13:0 9:104:11:5 10:104:10:4 11:104:9:5
G20 | 2:52:6:40 3:52:6:34 4:52:6:28 5:52:6:22 6:52:6:16 7:52:6:10
G25 | 3:51:16:3 4:51:12:3 5:52:10:2 6:52:8:4
G26 | 3:54:18 4:52:13 5:50:10 6:54:9
G36 | 3:51:17 4:52:13 5:50:10
G37 | 4:52:13 5:50:10
G40 | 4:60:15 5:60:12 6:60:10 7:56:8 8:56:7
"""


@pytest.mark.parametrize("book", sorted(set(NAMES) - {"G19", "G34"}))
def test_points(book: str) -> None:
    words = next(points for books, points in POINTS.items() if book in books.split()).split()
    expected = {parse_card(c): int(v) for c, v in zip(words[::2], words[1::2], strict=True)}
    rules = load(NAMES[book], 4)
    actual = {card: rules.card_points(card) for card in rules.pack}
    assert actual == dict.fromkeys(rules.pack, 0) | expected


def test_points_of_two_packs_and_of_complex_scores() -> None:
    rules = load("cancellation-hearts")
    assert rules.card_points(parse_card("Q♠'")) == 13
    assert rules.card_points(parse_card("2♥'")) == 1
    rules = load("complex-hearts")
    values = {card: str(rules.card_points(parse_card(card))) for card in ("2♥", "Q♠", "J♦", "10♣")}
    assert values == {"2♥": "1", "Q♠": "13i", "J♦": "-10", "10♣": "0"}


@pytest.mark.parametrize("name", game_names())
def test_card_points_are_zero_outside_the_table(name: str) -> None:
    rules = load(name)
    named = cards_to_set(card for card in range(256) if rules.card_points(card))
    assert not named & ~rules.plan.cards


def sizes() -> list[tuple[str, int, int, int, int]]:
    """(game, players, pack, hand, extra) for each cell of table 2.4."""
    found = []
    for line in SIZES.strip().splitlines():
        books, cells = line.split("|")
        for cell in cells.split():
            players, pack, hand, *extra = map(int, cell.split(":"))
            found += [(book, players, pack, hand, sum(extra)) for book in books.split()]
    return found


@pytest.mark.parametrize(("book", "players", "pack", "hand", "extra"), sizes())
def test_cards_per_player(book: str, players: int, pack: int, hand: int, extra: int) -> None:
    rules = load(NAMES[book], players)
    shape = rules.plan.pack_shape
    assert (len(rules.pack), shape.hand, shape.kitty + shape.stock) == (pack, hand, extra)


def test_cards_per_player_is_complete() -> None:
    wanted = {
        (book, seats)
        for book, name in NAMES.items()
        for seats in range(load(name).players_min, load(name).players_max + 1)
    }
    assert {(book, players) for book, players, *_ in sizes()} == wanted


@pytest.mark.parametrize(
    ("players", "hand", "kitty"), [(3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4), (7, 7, 3)]
)
def test_kitty_instead_of_stripping(players: int, hand: int, kitty: int) -> None:
    rules = house("black-lady-1950", {"pack.surplus": "kitty", "pack.removed": {}}, players)
    assert (rules.plan.pack_shape.hand, rules.plan.pack_shape.kitty) == (hand, kitty)


@pytest.mark.parametrize("name", ["black-lady-1950", "hitting-the-moon", "american-hearts"])
def test_total_with_six_players(name: str) -> None:
    stripped = parse_card("2♥") not in load(name, 6).pack
    assert load(name, 6).plan.scales[HEARTS].total == (25 if stripped else 26)
    assert stripped == (name != "american-hearts")


ALIASES = {
    "Black Lady Hearts": "G16",
    "Black Widow": "G16",
    "Slippery Anne": "G16",
    "Rickety Kate": "G16",
    "Discard Hearts": "G11",
    "Hearts": "G17",
    "Chip Hearts": "G32",
    "Black Jack Hearts": "G08",
    "Chase the Pig": "G37",
    "Push Out the Pig": "G37",
    "Chinese Hearts": "G37",
    "Likha": "G38",
    "Danger Hearts": "G35",
    "Double Game": "G02",
    "Hit the moon": "G27",
    "Polignac": "G43",
}


TEXTS = ("name", "book", "aliases", "description", "sources")


@pytest.mark.parametrize(("alias", "book"), ALIASES.items())
def test_aliases(alias: str, book: str) -> None:
    named, known = load(alias).parameters(), load(NAMES[book]).parameters()
    assert all(named[key] == known[key] for key in known if key not in TEXTS)


def test_no_two_games_share_an_alias() -> None:
    aliases = [alias.lower() for name in game_names() for alias in load(name).aliases]
    assert len(aliases) == len(set(aliases))
    assert not set(aliases) & set(game_names())


def test_thirteen_tricks_of_reversis_make_fifteen() -> None:
    rules = load("reversis")
    cards_total = sum(int(str(rules.card_points(card))) for card in rules.pack)
    assert cards_total + 13 * rules.points_per_trick == 15


def test_royal_hearts_doubled_total() -> None:
    rules = load("royal-hearts")
    hearts = members_of(SUIT_SETS[HEARTS] & rules.plan.cards)
    assert 26 + 2 * len(hearts) == 52
