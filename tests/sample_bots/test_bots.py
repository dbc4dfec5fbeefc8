"""Every sample bot answers every question, and plays every game, within the rules."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import referee_pb2 as pb
from protocol.bot import Bot
from protocol.cards import parse_cards
from referee.manifest import read_manifest
from referee.rules import load
from sample_bots.duck.bot import Duck
from sample_bots.heuristic.bot import Heuristic
from sample_bots.lowest.bot import Lowest
from sample_bots.random.bot import Random
from tests.rules.mixes import CATALOGUE, Mix, playable_mixes
from tests.sample_bots.arena import game_rules, play_deal
from tests.sample_bots.positions import RULES, ask

FOLDER = Path(__file__).parent.parent.parent / "sample_bots"
BOTS: list[Callable[[], Bot]] = [Random, Lowest, Duck, Heuristic]
NAMES = ("random", "lowest", "duck", "heuristic", "faulty")

HAND = parse_cards("2♣ 9♣ 4♦ Q♠ 3♥ A♥")
QUESTIONS = {
    "pass": (pb.PASS, HAND, 3, 3),
    "play": (pb.PLAY, HAND, 1, 1),
    "bid": (pb.BID, bytes((0, 4, 5, 6)), 1, 1),
    "suit": (pb.SUIT, bytes(range(4)), 1, 1),
    "expose": (pb.EXPOSE, parse_cards("Q♠ A♥"), 0, 2),
    "moon": (pb.MOON, bytes((0, 1)), 1, 1),
    "call": (pb.CALL, bytes((0, 17, 18, 33, 34)), 1, 1),
    "bury": (pb.BURY, HAND, 2, 2),
}


def test_there_is_a_question_of_every_kind() -> None:
    assert {kind for kind, *_ in QUESTIONS.values()} == set(pb.Kind.values()) - {0}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_kind_of_question(bot: Callable[[], Bot], question: str) -> None:
    kind, options, least, most = QUESTIONS[question]
    turn = ask(kind, options, least, most, hand=HAND, exchange_to=b"\1\1\1")
    answer = bot().act(turn)
    action = bytes((answer,) if isinstance(answer, int) else answer)
    assert least <= len(action) <= most
    assert len(set(action)) == len(action)
    assert set(action) <= set(options)


@pytest.mark.parametrize(("name", "players"), CATALOGUE)
def test_every_game(name: str, players: int) -> None:
    rules = load(name, players)
    told = game_rules(rules)
    bots = [bot() for bot in BOTS]
    for first in range(2):
        table = [bots[(first + seat) % len(bots)] for seat in range(players)]
        points = play_deal(rules, told, table, first + 1)
        assert len(points) == players


@given(mix=playable_mixes(), deck=st.integers(1, 1000))
def test_random_mixes_of_options(mix: Mix, deck: int) -> None:
    rules = mix.build()
    bots = [bot() for bot in (Heuristic, Duck, Lowest, Random)]
    table = [bots[(deck + seat) % 4] for seat in range(rules.seats)]
    play_deal(rules, game_rules(rules), table, deck)


def test_a_seed_repeats_the_choices_of_random() -> None:
    turns = [ask(pb.PASS, HAND, 3, 3, exchange_to=b"\1\1\1") for _ in range(20)]
    first, second = Random(5), Random(5)
    choices = [list(first.act(turn)) for turn in turns]
    assert choices == [list(second.act(turn)) for turn in turns]
    assert len(set(map(tuple, choices))) > 10


@pytest.mark.parametrize("name", NAMES)
def test_each_folder_is_ready_to_submit(name: str) -> None:
    spec = read_manifest(FOLDER / name)
    assert spec.name == name
    assert spec.author
    assert spec.run == "python bot.py"
    assert (FOLDER / name / "README.md").read_text(encoding="utf-8").startswith(f"# {name}\n")


@pytest.mark.parametrize("name", NAMES[:-1])
def test_each_bot_is_short(name: str) -> None:
    lines = (FOLDER / name / "bot.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150


def test_positions_are_those_of_the_game() -> None:
    assert RULES.name == "american-hearts"
    assert RULES.costs[pb.CARD_QS] == 13
