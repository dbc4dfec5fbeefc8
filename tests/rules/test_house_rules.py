"""docs/house-rules.md holds: its examples play as it says, its messages and its table are true."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin

import pytest

from protocol.cards import CLUBS, JOKER, card_names, parse_card
from referee.rules import Game, Kind, Rules, RulesError, load, playout, shuffled_deck
from referee.rules.exchange import MIDDLE
from referee.rules.load import KEYS
from referee.rules.schema import Flag, Limit, key_of
from referee.rules.toml import toml_text
from tests.rules.helpers import fall_back, new_game, options, play, score, start

DOCUMENT = Path(__file__).parents[2] / "docs" / "house-rules.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
EXAMPLES = {
    block.split("\n")[0].removeprefix("# "): block
    for block in re.findall(r"^```toml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
}


@pytest.fixture
def example(tmp_path: Path) -> Callable[..., Rules]:
    """Loads an example of the document by its file name, for a number of players."""

    def read(name: str, players: int | None = None) -> Rules:
        path = tmp_path / name
        path.write_text(EXAMPLES[name], encoding="utf-8")
        return load(path, players)

    return read


def test_there_are_three_examples_of_ten_lines() -> None:
    assert list(EXAMPLES) == ["kitchen-table.toml", "cabin.toml", "party.toml"]
    assert all(len(block.splitlines()) <= 10 for block in EXAMPLES.values())


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_play_with_any_number_of_players(example: Callable[..., Rules], name: str) -> None:
    for players in range(example(name).players_min, example(name).players_max + 1):
        rules = example(name, players)
        assert rules.name == name.removesuffix(".toml")
        for number in range(1, 6):
            game = Game(rules, decks(rules), first_deal=number)
            assert len(playout(game.deal, Random(number))) == players


def decks(rules: Rules) -> Callable[[int], bytes]:
    return lambda number: shuffled_deck(rules.pack, b"house rules", number)


# ---- the kitchen table ---------------------------------------------------------------------------


def test_kitchen_table_scores(example: Callable[..., Rules]) -> None:
    rules, base = example("kitchen-table.toml"), load("microsoft-hearts")
    assert score(base, "J♦ 2♥ 3♥ | rest | 2♣ 3♣") == (2, 24, 0, 0)
    assert score(rules, "J♦ 2♥ 3♥ | rest | 2♣ 3♣") == (-8, 24, 0, -5)
    assert score(base, "♥ Q♠ | J♦") == (0, 26, 26, 26)
    assert score(rules, "♥ Q♠ | J♦", moon=0) == (0, 16, 26, 26)
    assert score(rules, "♥ Q♠ | J♦", moon=1) == (-26, -10, 0, 0)
    assert rules.end_target == 50


def test_kitchen_table_breaks_hearts_with_the_queen(example: Callable[..., Rules]) -> None:
    hands = "2♣ Q♠ 2♦ 3♦ | 3♣ 3♠ 4♦ 5♦ | 4♣ 4♠ 6♦ 7♦ | 5♣ A♠ 9♥ 8♦"
    leads = {}
    for rules in (example("kitchen-table.toml"), load("microsoft-hearts")):
        deal = play(start(rules, hands), "2♣ 3♣ 4♣ 5♣ A♠ Q♠ 3♠ 4♠")
        leads[rules.name] = options(deal)
    assert leads == {"kitchen-table": "8♦ 9♥", "microsoft-hearts": "8♦"}


# ---- the cabin -----------------------------------------------------------------------------------


def test_cabin_kitty_is_exchanged(example: Callable[..., Rules]) -> None:
    for players, size in ((3, 1), (4, 0), (5, 2)):
        game = new_game(example("cabin.toml", players))
        deal = fall_back(game.deal, Kind.BURY)
        assert len(deal.kitty) == size
        assert deal.is_over == (size == 0)
        if size:
            taker = deal.to_act[0]
            assert deal.trick_winners == bytes([taker])
            choice = deal.legal_actions(taker)
            assert (choice.least, choice.most) == (size, size)
            assert set(deal.kitty) <= set(choice.options)


def test_cabin_passes_two_in_turn_but_never_the_queen(example: Callable[..., Rules]) -> None:
    rules = example("cabin.toml")
    queen = parse_card("Q♠")
    receivers = []
    for number in range(1, 5):
        deal = Game(rules, decks(rules), first_deal=number).deal
        receivers.append(deal.exchange_to[0] if deal.kind is Kind.PASS else b"")
        for seat in deal.to_act if deal.kind is Kind.PASS else ():
            assert queen not in deal.legal_actions(seat).options
    assert receivers == [b"\1\1", b"\2\2", b"", b"\1\1"]


def test_cabin_sun_and_nine_deals(example: Callable[..., Rules]) -> None:
    rules = example("cabin.toml")
    assert score(rules, "♥ Q♠", tricks=(17, 0, 0)) == (0, 52, 52)
    assert score(rules, "♥ Q♠", tricks=(16, 1, 0)) == (0, 26, 26)
    game = new_game(rules, (500, 500, 500))
    while not game.is_over:
        seat = game.deal.to_act[0]
        game.apply(seat, game.deal.legal_actions(seat).fallback())
    assert len(game.history) == 9


# ---- the party -----------------------------------------------------------------------------------


def test_party_jokers(example: Callable[..., Rules]) -> None:
    rules = example("party.toml", 6)
    assert [rules.card_points(JOKER + number) for number in range(4)] == [5, 5, 5, 5]
    deal = play(start(rules, "*1 2♦ | 2♣ 3♦ | 3♣ 4♦ | 4♣ 5♦ | 5♣ 6♦ | 6♣ 7♦"), "*1")
    assert deal.kind is Kind.SUIT
    deal.apply(0, bytes([CLUBS]))
    assert deal.to_act == (5,)  # anticlockwise
    assert options(deal) == "6♣"


def test_party_nines_make_tricks_longer(example: Callable[..., Rules]) -> None:
    hands = "9♣ 2♦ | 7♣ 7♦ | 6♣ 6♦ | 5♣ 5♦ | 4♣ 4♦ | 3♣ 3♦"
    deal = play(start(example("party.toml", 6), hands), "9♣ 3♣ 4♣ 5♣ 6♣ 7♣")
    assert (len(deal.trick_winners), deal.to_act) == (0, (0,))
    base = play(start(load("cancellation-hearts", 6), hands), "9♣ 7♣ 6♣ 5♣ 4♣ 3♣")
    assert (len(base.trick_winners), base.to_act) == (1, (0,))


def test_party_queen_must_go_when_covered(example: Callable[..., Rules]) -> None:
    hands = "K♠ | Q♠ 2♠ | 2♣ | 3♣ | 4♣ | Q♠ 2♠"
    assert options(play(start(example("party.toml", 6), hands), "K♠")) == "Q♠"
    assert options(play(start(load("cancellation-hearts", 6), hands), "K♠")) == "2♠ Q♠"


def test_party_shuffles_three_cards(example: Callable[..., Rules]) -> None:
    deal = fall_back(new_game(example("party.toml")).deal, Kind.PLAY)
    assert all(len(cards) == 3 for cards in (*deal.passed, *deal.received))
    assert deal.received_from[0] == bytes([MIDDLE]) * 3
    assert card_names(sorted(b"".join(deal.passed))) == card_names(sorted(b"".join(deal.received)))


# ---- messages and the table ----------------------------------------------------------------------


def messages() -> list[tuple[str, str]]:
    """Lines of a file and what is said about them."""
    block = re.findall(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[0]
    said = block.splitlines()
    return [(line, answer.strip()) for line, answer in zip(said[::2], said[1::2], strict=True)]


@pytest.mark.parametrize(("line", "message"), messages())
def test_messages_are_the_real_ones(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'base = "microsoft-hearts"\n{line}\n', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(path)
    assert str(caught.value) == f"{path}: {message}"


ROWS = re.findall(r"^\| `([a-z_.]+)` \| (.+?) \| (.+?) \| .+ \|$", TEXT, re.MULTILINE)


def test_the_table_names_every_parameter_once() -> None:
    assert [key for key, _, _ in ROWS] == KEYS


@pytest.mark.parametrize(("key", "values", "default"), ROWS)
def test_the_table_is_right(key: str, values: str, default: str) -> None:
    if key != "name":
        real = Rules(name="plain").parameters()[key]
        assert default == f"`{toml_text('none' if real is None else real)}`"
    field = next(field for field in Rules.model_fields if key_of(field) == key)
    annotation: Any = Rules.__annotations__[field]
    limits = {type(limit).__name__: limit for limit in Rules.model_fields[field].metadata}
    if annotation is Flag:
        assert values == "`true`, `false`"
    elif annotation == Limit:
        assert values == "limit"
    elif get_origin(annotation) is Literal:
        assert values == ", ".join(f"`{toml_text(word)}`" for word in get_args(annotation))
    elif "Le" in limits:
        assert values == f"{limits['Ge'].ge} to {limits['Le'].le}"
    elif "Literal" in str(annotation):
        assert re.fullmatch(r'`"(total|double)"` or number', values)
