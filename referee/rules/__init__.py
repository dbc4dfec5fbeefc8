"""The rules of the Hearts family: pure, without clock, socket, thread or global random.

A deal follows from its rules, its hands and its actions alone.
"""

from referee.rules.deal import Deal, Standing
from referee.rules.deck import commitment, deal_out, shuffled_deck
from referee.rules.game import DealResult, Game
from referee.rules.kinds import Choice, IllegalAction, Kind
from referee.rules.load import game_names, load
from referee.rules.playout import playout
from referee.rules.schema import Rules, RulesError
from referee.rules.score import Gaussian, Score, parse_score
from referee.rules.view import Observation, observation

__all__ = [
    "Choice",
    "Deal",
    "DealResult",
    "Game",
    "Gaussian",
    "IllegalAction",
    "Kind",
    "Observation",
    "Rules",
    "RulesError",
    "Score",
    "Standing",
    "commitment",
    "deal_out",
    "game_names",
    "load",
    "observation",
    "parse_score",
    "playout",
    "shuffled_deck",
]
