"""Bad rules are refused in one clear line: the file, the key, the value, what is allowed."""

import re
from pathlib import Path

import pytest

from referee.rules import RulesError, load
from referee.rules.load import build

MICROSOFT = 'base = "microsoft-hearts"\n'
AMERICAN = 'base = "american-hearts"\n'


def refusal(folder: Path, text: str | bytes, players: int | None = None) -> str:
    """What is said about a file with this content; it begins with the file's name."""
    path = folder / "house.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(RulesError) as caught:
        load(path, players)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ").replace(f"{folder}/", "")


BAD_LINES = r"""
lock.card = "♥"
    there is no parameter 'lock.card'; did you mean lock.cards?
lock_cards = "♥"
    there is no parameter 'lock_cards'; did you mean lock.cards?
moonend = 1
    there is no parameter 'moonend'; did you mean moon_end?
lock.opening = "♥"
    there is no parameter 'lock.opening'; lock has lock.cards, lock.breakers, lock.release
bidding.least = 3
    there is no parameter 'bidding' (`referee rules NAME --toml` shows them all)
lock = "♥"
    lock is a group of parameters; write one of lock.cards, lock.breakers, lock.release
players = 4
    players is a group of parameters; write one of players.min, players.max, players.best
[players]\nmin = 3\nlock.cards = '♥'
    'lock' stands in the table players; write it above the line [players]
[points.cards]\n"♥" = 1\nend.target = 50
    'end' stands in the table points.cards; write it above the line [points.cards]
[end]\ntarget = 50\ntie = 'share'
    'tie' stands in the table end; write it above the line [end]
lock.cards.first = '♥'
    lock.cards = { first = "♥" }: it must be cards in quotes, such as "♥ Q♠"
end.target = "100"
    end.target = '100': it must be a whole number
end.target = 99.5
    end.target = 99.5: it must be a whole number
end.target = true
    end.target = true: it must be a whole number
end.target = 2001-01-01
    end.target = 2001-01-01: it must be a whole number
win_by_slam = "no"
    win_by_slam = 'no': it must be true or false
sun.on = 1
    sun.on = 1: it must be true or false
name = 3
    name = 3: it must be text in quotes
aliases = ['a', 2]
    aliases, entry 2 = 2: it must be text in quotes
aliases = 'a'
    aliases = 'a': it must be a list, such as ["Hearts"]
lock.cards = 3
    lock.cards = 3: it must be cards in quotes, such as "♥ Q♠"
lock.cards = ['♥']
    lock.cards = ["♥"]: it must be cards in quotes, such as "♥ Q♠"
called_card = 3
    called_card = 3: it must be cards in quotes, such as "2♣ 2♦"
points.cards = 3
    points.cards = 3: it must be a table, such as { "♥" = 1, "Q♠" = 13 }
exchange.schedule = 'left 3'
    exchange.schedule = 'left 3': it must be a list, such as ["left 3", "right 3", "hold"]
exchange.schedule = ['hold', 3]
    exchange.schedule, entry 2 = 3: it must be text in quotes
direction = "left"
    direction = 'left': it must be 'clockwise' or 'anticlockwise'
pack.count = 3
    pack.count = 3: it must be 1 or 2
slam.value = 'half'
    slam.value = 'half': it must be 'total' or a whole number
slam.value = 2.5
    slam.value = 2.5: it must be 'total' or a whole number
end.deals = 0
    end.deals = 0: it must be 1 or more
pack.jokers = 9
    pack.jokers = 9: it must be 8 or less
pack.jokers = -1
    pack.jokers = -1: it must be 0 or more
lock.cards = "♥ Q"
    lock.cards: 'Q' names no cards; write cards (Q♠), suits (♥), 'penalty', 'jokers' or 'none'
points.cards = { "Z♠" = 3 }
    points.cards.Z♠: 'Z♠' names no cards; write cards (Q♠), suits (♥), 'penalty', 'jokers' or
    'none'
points.cards = { none = 3 }
    points.cards.none: 'none' names no cards
points.cards = { penalty = 3 }
    points.cards.penalty: 'penalty' is not possible here; name the cards themselves
exchange.forbidden = "penalty"
    exchange.forbidden: 'penalty' is not possible here; name the cards themselves
points.cards = { "♥" = 1.5 }
    points.cards.♥: 1.5 is not a score; write 13, or '13i' in complex games
points.cards = { "♥" = "one" }
    points.cards.♥: 'one' is not a score; write 13, or '13i' in complex games
points.cards = { "♥" = "1/2" }
    points.cards: 1/2 is not a whole number
points.cards = { "*1" = 3 }
    points.cards: '*1' is not in the pack
points.cards = {}
    points.cards: no card of the game has points
pack.removed = { 4 = "1♣" }
    pack.removed.4: '1♣' is not a card; write it like Q♠, QS, 10D or *1
pack.removed = { 4 = "Q♠ Q♠ 2♣ 2♦" }
    pack.removed: Q♠ is not in the pack, or named twice
pack.removed = { four = "2♣" }
    pack.removed: 'four' is not a number of players, 2 to 11; write it like { 3 = "2♣" }
pack.removed = { 12 = "2♣" }
    pack.removed: '12' is not a number of players, 2 to 11; write it like { 3 = "2♣" }
pack.removed = { 4 = 3 }
    pack.removed.4 = 3: it must be cards in quotes, such as "2♣ 2♦"
pack.removed = "2♣"
    pack.removed: '2♣' is not a strip set; write one of M, C, F, W or a table such as { 3 = "2♣"
    }
pack.removed = { 4 = "2♣" }
    pack: 51 cards do not come out even for 4 players; see pack.removed, pack.strip_order,
    pack.surplus and kitty.size
kitty.size = { 4 = 3 }
    pack: 52 cards, less 3 in the kitty, do not come out even for 4 players; see pack.removed,
    pack.strip_order, pack.surplus and kitty.size
kitty.size = { 4 = 52 }
    kitty.size: 52 of 52 cards leave none to play with
kitty.size = { 4 = -4 }
    kitty.size.4 = -4: it must be 0 or more
deal.hand = 14
    deal.hand: 52 cards are too few for 4 such hands
called_card = "Q♠ K♠"\npartnership = "called"\nauction.kind = "slam"
    called_card = 'Q♠ K♠': it must be one card
exchange.schedule = ["lef 3"]
    exchange.schedule: 'lef 3' is not one of 'hold', 'left N', 'right N', 'across N', 'pass
    OFFSET:N ...', 'scatter', 'star', 'shuffle N', 'rotate N', 'rotate N hold' or
    'dealers_choice'
exchange.schedule = ["left all"]
    exchange.schedule: 'left all': 'all' is not a number of cards
exchange.schedule = ["pass 4:3"]
    exchange.schedule: 'pass 4:3': '4:3' is not OFFSET:N with an offset from 1 to 3
points.modifiers = [{ kind = 'triple' }]
    points.modifiers, entry 1, kind = 'triple': it must be 'cancel', 'double', 'flip', 'alone'
    or 'times'
points.modifiers = [{ card = 'Q♥' }]
    points.modifiers, entry 1: kind is missing; write it like [{ kind = "double", card = "Q♥",
    target = "♥" }]
points.modifiers = [{ kind = 'flip', suit = '♥' }]
    points.modifiers, entry 1: there is no entry 'suit'; write it like [{ kind = "double", card
    = "Q♥", target = "♥" }]
points.modifiers = ['double']
    points.modifiers, entry 1 = 'double': it must be a table, such as [{ kind = "double", card =
    "Q♥", target = "♥" }]
points.modifiers = [{ kind = 'double', card = 'Q♥' }]
    points.modifiers: kind = 'double' needs card and target and nothing else; see target
points.modifiers = [{ kind = 'flip', target = '♥', value = 3 }]
    points.modifiers: kind = 'flip' needs target and nothing else; see value
players.best = 5
    players.best = 5: it must be from players.min = 4 to players.max = 4
end.target = "none"
    end: nothing ends the game; set end.target, end.deals, end.rounds, end.lives or end.chips
end.lives = 3
    end.lives and end.life_loss_at go together
reset.at = 100
    reset.at = 100: end.target must be above it
settlement = "sweepstake"
    chips = 0: settlement = 'sweepstake' needs counters to pay with
chips = 50
    chips = 50 needs settlement = 'low_takes', 'sweepstake' or 'howell'
end.chips = true
    end.chips = true needs settlement = 'low_takes', 'sweepstake' or 'howell'
settlement = "mean"\nobjective = "maximise"
    settlement = 'mean' needs objective = 'minimise', a game of penalties
slam.by = "side"
    slam.by = 'side' needs a fixed partnership
end.measure = "side"
    end.measure = 'side' needs a fixed partnership
partnership = "fixed_pooled"\nsettlement = "howell"\nchips = 50
    partnership = 'fixed_pooled' goes neither with chips nor with end.lives nor with objective =
    'minimise_abs'
partnership = "called"
    partnership = 'called' and called_card go together
partnership = "called"\ncalled_card = "10♦"
    partnership = 'called' needs auction.kind = 'slam'
lead.first = "auction_winner"
    lead.first = 'auction_winner' needs auction.kind = 'penalty_suit'
lead.first = "taker_of"
    lead.first = 'taker_of' needs lead.taker_of and lead.holder_of
auction.kind = "penalty_suit"
    auction.kind = 'penalty_suit' needs chips to bid with
sun.required = true
    sun.required needs sun.on = true
moon_end = "until_next_moon"
    moon_end = 'until_next_moon' needs slam.effect = 'choice_if_old_loses'
points.cards = { "♥" = "i" }
    points.domain: values with an i need points.domain = 'gaussian'
points.domain = "gaussian"
    objective: complex scores have no order; use objective = 'minimise_abs'
points.domain = "gaussian"\nobjective = "minimise_abs"
    points.domain = 'gaussian' needs end.measure = 'abs', and no end.goal or end.lives
pack.jokers = 4\njoker.nature = "zero_of_suit"\njoker.lead = "calls_suit"
    joker.lead: a joker that is the zero of a suit leads that suit
"""
"""A line below ``base = "microsoft-hearts"``, and indented what is said about it."""


def bad_lines() -> list[tuple[str, str]]:
    pairs = re.findall(r"^(\S.*)\n((?: {4}.*\n)+)", BAD_LINES, re.MULTILINE)
    return [(line.replace("\\n", "\n"), " ".join(said.split())) for line, said in pairs]


@pytest.mark.parametrize(("line", "message"), bad_lines())
def test_a_bad_line(tmp_path: Path, line: str, message: str) -> None:
    assert refusal(tmp_path, MICROSOFT + line) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("base = 3", "base = 3: it must be the name of a game or file"),
        (
            'base = "amercan-hearts"',
            "base: there is no game 'amercan-hearts'; did you mean american-hearts? "
            "(`referee rules` lists them all)",
        ),
        (
            'base = "chess"',
            "base: there is no game 'chess' (`referee rules` lists them all)",
        ),
        (
            'base = "other.toml"',
            "base: other.toml: cannot be read: No such file or directory",
        ),
        (
            'base = "house.toml"',
            "base: the bases go in a circle: house.toml -> house.toml",
        ),
        (
            'base = "./sub/../house.toml"',
            "base: the bases go in a circle: house.toml -> house.toml",
        ),
        ("lock.cards = ", "is not TOML: Invalid value (at end of document)"),
        ("lock.cards = ♥", "is not TOML: Invalid value (at line 1, column 14)"),
        (b"name = '\xff'", "is not TOML: it is not text in UTF-8"),
        (
            "",
            "end: nothing ends the game; "
            "set end.target, end.deals, end.rounds, end.lives or end.chips",
        ),
    ],
)
def test_a_bad_file(tmp_path: Path, text: str | bytes, message: str) -> None:
    assert refusal(tmp_path, text) == message


def test_a_wrong_number_of_players(tmp_path: Path) -> None:
    name = tmp_path / "house"
    assert refusal(tmp_path, AMERICAN, 7) == "players: house is for 3 to 6 players, not 7"
    assert refusal(tmp_path, MICROSOFT, 3) == "players: house is for 4 players, not 3"
    assert not name.exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "microsoft-heart",
            "there is no game 'microsoft-heart'; did you mean microsoft-hearts? "
            "(`referee rules` lists them all)",
        ),
        ("", "there is no game '' (`referee rules` lists them all)"),
        ("rules/house", "rules/house: the name of a file of rules ends in .toml"),
        ("nowhere.toml", "nowhere.toml: cannot be read: No such file or directory"),
    ],
)
def test_a_bad_name(name: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        load(name)
    assert str(caught.value) == message


def test_a_folder_is_no_file_of_rules(tmp_path: Path) -> None:
    folder = tmp_path / "house.toml"
    folder.mkdir()
    with pytest.raises(RulesError, match=r"house\.toml: cannot be read: Is a directory"):
        load(folder)


def test_a_file_that_forgot_its_ending(tmp_path: Path) -> None:
    path = tmp_path / "house"
    path.write_text(AMERICAN)
    with pytest.raises(RulesError, match=r"house: the name of a file of rules ends in \.toml"):
        load(path)


def test_bases_that_go_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text('base = "second.toml"\n')
    (tmp_path / "second.toml").write_text('base = "first.toml"\n')
    with pytest.raises(RulesError, match=r"circle: .*first.* -> .*second.* -> .*first"):
        load(tmp_path / "first.toml")


def test_parameters_of_a_record_are_checked_like_a_file() -> None:
    with pytest.raises(RulesError, match=r"^rules: tie = 'toss': it must be"):
        build(load("american-hearts").parameters() | {"tie": "toss"})
    with pytest.raises(RulesError, match=r"^rules: .*luck"):
        build(load("american-hearts").parameters() | {"luck": 3})
