"""What the bots choose in positions where one choice is clearly right."""

import pytest

from protocol.cards import card_names
from protocol.turn import Turn
from sample_bots.duck.bot import Duck
from sample_bots.heuristic.bot import Heuristic
from sample_bots.lowest.bot import Lowest
from tests.sample_bots.positions import ask_pass, ask_play

MOON = "A♠ 2♠ 3♠ Q♠ A♥ 2♥ 3♥ 4♥ K♥ 5♥ 6♥ 7♥"
"""Three tricks that all went to seat 3, with Q♠ and eight hearts."""


def chosen(bot: Duck | Heuristic | Lowest, turn: Turn) -> str:
    return card_names(bot.act(turn))


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        ("2♣ 5♣ 9♣ J♣ 3♦ 6♦ 9♦ J♦ Q♠ K♠ A♠ 2♥ 4♥", "A♠ K♠ Q♠"),
        ("2♣ 5♣ 9♣ J♣ A♣ 3♦ K♦ 2♠ 4♠ 6♠ 8♠ Q♠ 4♥", "K♦ 3♦"),
        ("2♣ 5♣ 9♣ J♣ K♠ 3♦ 6♦ 8♦ J♦ 2♠ 3♥ 5♥ A♥", "K♠ A♥"),
    ],
    ids=["the high spades", "not a guarded queen, but a void", "a bare king and a high heart"],
)
def test_heuristic_passes(hand: str, passed: str) -> None:
    assert set(chosen(Heuristic(), ask_pass(hand)).split()) >= set(passed.split())


@pytest.mark.parametrize("bot", [Duck(), Heuristic()])
@pytest.mark.parametrize(
    ("options", "trick", "card"),
    [
        ("2♣ 7♣ 9♣ K♣", "10♣ 3♥", "9♣"),
        ("2♠ J♠ Q♠", "K♠ 3♠", "Q♠"),
        ("2♦ K♦ Q♠ A♥", "10♣ 3♣ 4♣", "Q♠"),
    ],
    ids=["as high as possible below the winner", "the queen under the king", "the queen when void"],
)
def test_ducking(bot: Duck | Heuristic, options: str, trick: str, card: str) -> None:
    assert chosen(bot, ask_play(options, trick)) == card


def test_lowest_plays_low() -> None:
    assert chosen(Lowest(), ask_play("5♣ A♣ 4♦ 3♥")) == "3♥"


@pytest.mark.parametrize(
    ("options", "trick", "hand", "before", "card"),
    [
        ("4♦ Q♦ A♦", "2♦ 9♦ 3♦", "4♦ Q♦ A♦ 5♥", "", "A♦"),
        ("4♦ Q♦ A♦", "2♦ 9♦ 3♥", "4♦ Q♦ A♦ 5♥", "", "4♦"),
        ("10♦ Q♦ A♦", "2♦ 9♦ 3♥", "10♦ Q♦ A♦ 5♥", "", "A♦"),
        ("10♦ A♦", "9♦ 3♥", "10♦ A♦ 5♥", "", "10♦"),
        ("4♣ 6♦ 5♠ 5♥", "", "4♣ 8♣ 9♣ 6♦ 9♦ 10♦ 5♠ 6♠ 5♥ 9♥ J♥", "", "5♠"),
        ("6♥ 9♥", "8♥", "6♥ 9♥ 4♣", MOON, "9♥"),
    ],
    ids=[
        "takes a free trick with its highest card",
        "ducks a trick that costs",
        "takes what it must take with its highest card",
        "goes in low while others may go over it",
        "bleeds spades",
        "takes a trick from who may shoot the moon",
    ],
)
def test_heuristic_plays(options: str, trick: str, hand: str, before: str, card: str) -> None:
    assert chosen(Heuristic(), ask_play(options, trick, hand, before)) == card
