"""Tables that play by themselves."""

import itertools
from random import Random

from referee.clock import TimeControl
from referee.decks import open_unit, unit_decks
from referee.faults import Fault
from referee.rules import Rules, load
from referee.table import PlayedDeal, Table

SECRET = b"secret of the tests"
TIME = TimeControl(move=1.0, bank=2.0)


def rules() -> Rules:
    """The rules of all these tables."""
    return load("microsoft-hearts")


def open_table(
    unit: int = 1, number: int = 7, seating: tuple[int, ...] = (3, 1, 0, 2), *, games: bool = False
) -> Table:
    """A table at which nothing was played."""
    decks = unit_decks(rules(), SECRET, unit, games=games)
    game = open_unit(rules(), decks, unit, games=games)
    return Table(number, game, seating, TIME, itertools.count(1))


def play_out(table: Table, seed: int = 0, *, fault_first: bool = False) -> list[PlayedDeal]:
    """Play to the end with random legal actions, 0.25 s each; on request a timeout first."""
    chance = Random(seed)
    while turns := table.take_turns():
        for turn in turns:
            if fault_first and turn.id == 1:
                table.fall_back(turn, Fault.TIMEOUT, 1.0)
            else:
                action = bytes(chance.sample(turn.choice.options, turn.choice.least))
                assert table.act(turn, action, 0.25)
    return table.finished
