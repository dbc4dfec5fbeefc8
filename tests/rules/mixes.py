"""The catalogue, and random mixes of options: a Hypothesis strategy of rules that nobody named.

A mix is a game of the catalogue, a number of players, and any options of the rule book on top, each
as it stands in a file of house rules. The later of two options on one key wins.
"""

from functools import cache
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st

from referee.rules import Rules, RulesError, game_names, load
from referee.rules.load import build

Values: TypeAlias = dict[str, Any]
"""Parameters by the rule book's keys."""

CATALOGUE = [
    (name, players)
    for name in game_names()
    for players in range(load(name).players_min, load(name).players_max + 1)
]
"""Every game at every number of players."""

PLAYERS = (4, 3, 5, 6, 2, 7, 8, 11)
WHOLE: Values = {
    "pack.removed": {},
    "pack.strip_order": "2♣ 2♦ 3♣ 2♠ 3♦ 3♠ 4♣ 4♦ 4♠ 5♣",
}
"""The whole pack, stripped as far as the players need it."""
STRIPPED = WHOLE | {"pack.surplus": "strip"}
WITH_KITTY = WHOLE | {"pack.surplus": "kitty", "kitty.size": {}}
WIDOW = STRIPPED | {"kitty.size": {"2": 2, "3": 4, "4": 4, "5": 2, "6": 4, "7": 3, "8": 4}}
DRAWING = WHOLE | {"deal.hand": 6, "stock.draw": "until_can_follow"}
JOKERS = WHOLE | {"pack.jokers": 3}
TWO_PACKS = WITH_KITTY | {"pack.count": 2}

EVERY_SUIT_COSTS: Values = {"points.cards": {"♥": 1, "♠": 1, "♦": 1, "♣": 1}}
BIDS: Values = {"auction.kind": "penalty_suit", "settlement": "sweepstake", "chips": 30}

PACKS: list[Values] = [
    STRIPPED,
    WITH_KITTY,
    WIDOW,
    STRIPPED | {"pack.jokers": 2},
    STRIPPED | {"pack.jokers": 5},
    WITH_KITTY | {"pack.jokers": 3},
    STRIPPED | {"pack.ranks": "fivehundred15"},
    TWO_PACKS,
    TWO_PACKS | {"trick.duplicates": "cancel"},
    TWO_PACKS | {"trick.duplicates": "cancel", "trick.void_on": "two_pairs"},
    TWO_PACKS | {"pack.jokers": 2},
    DRAWING,
    WHOLE | {"deal.hand": 4},
    DRAWING | {"kitty.size": {"3": 3, "4": 2, "5": 3}, "kitty.taker": "last_trick"},
    {"pack.jokers": 1},
    {"deal.all_penalty": "redeal"},
]
KITTIES: list[Values] = [
    WIDOW | {"kitty.taker": "first_trick"},
    WIDOW | {"kitty.taker": "last_trick"},
    WIDOW | {"kitty.seen": True},
    WIDOW | {"kitty.use": "exchange_with_hand"},
]
STEPS = (
    *("left 3", "right 3", "across 3", "hold", "scatter", "star", "shuffle 3", "rotate 2"),
    *("rotate 1 hold", "dealers_choice", "pass 1:4 2:5 3:4", "pass 1:1 2:2", "left 20"),
)
EXCHANGES: list[Values] = [
    *({"exchange.schedule": [step]} for step in STEPS),
    {"exchange.schedule": []},
    {"exchange.schedule": ["left 2", "scatter", "shuffle 1"]},
    {"exchange.forbidden": "Q♠"},
    {"exchange.forbidden": "2♣ Q♠ A♥"},
    {"exchange.forbidden": "♥ ♠ ♦"},
]
BEFORE_PLAY: list[Values] = [
    {"direction": "anticlockwise"},
    {"exposure": "Q♠ J♦ 10♣ A♥"},
    {"exposure": "A♠ K♥"},
    BIDS | {"points.suit": "auction"},
    BIDS | {"lead.first": "auction_winner", "chips": 300},
    {"auction.kind": "slam", "partnership": "called", "called_card": "10♦"},
    {"auction.kind": "slam"},
    {"lead.first": "eldest"},
    {"lead.first": "lowest_club"},
    {"lead.first": "lowest_club", "lead.first_card": "that_card"},
    {"lead.first": "lowest_club", "lead.first_card": "any_club"},
    {"lead.first_card": "that_card"},
    {"lead.first": "taker_of", "lead.holder_of": "2♠", "lead.taker_of": "Q♠"},
]
PLAY: list[Values] = [
    {"first_trick.barred": "♥"},
    {"first_trick.barred": "penalty"},
    {"lock.cards": "♥"},
    {"lock.cards": "♥ Q♠"},
    {"lock.cards": "penalty", "lock.breakers": "penalty"},
    {"lock.breakers": "♥ Q♠"},
    {"lock.release": "only_penalty_left"},
    {"must_play.cards": "Q♠"},
    {"must_play.cards": "Q♠ 10♦", "must_play.when": "void_or_covered"},
    {"must_play.cards": "J♠ 5♥", "must_play.when": "void_or_covered"},
    JOKERS | {"joker.nature": "zero_of_suit", "joker.lead": "forced_only"},
    JOKERS | {"joker.nature": "worthless"},
    JOKERS | {"joker.nature": "penalty", "joker.points": 5},
    JOKERS | {"joker.nature": "penalty", "joker.score_if": "heart_trick"},
    JOKERS | {"joker.play": "void_only"},
    JOKERS | {"joker.lead": "calls_suit"},
    JOKERS | {"joker.lead": "next_card_decides"},
    {"trick.boosters": "nines"},
]
POINTS: list[Values] = [
    {"points.cards": {"♥": 1, "Q♠": 13}},
    {"points.cards": {"♥": 1, "Q♠": 13, "J♦": -10}},
    {"points.cards": {"♥": 1, "Q♠": 26, "Q♦": -10, "♣": 2}},
    EVERY_SUIT_COSTS,
    {"points.cards": {"♥": 1}, "points.per_trick": 2},
    {"points.per_trick": 1},
    {"points.modifiers": [{"kind": "times", "card": "10♣", "value": 2}]},
    {"points.modifiers": [{"kind": "cancel", "card": "Q♣", "target": "Q♠"}]},
    {
        "points.modifiers": [
            {"kind": "double", "card": "Q♥", "target": "♥"},
            {"kind": "flip", "target": "♥"},
            {"kind": "alone", "card": "10♣", "value": -20},
        ]
    },
    {"objective": "maximise", "points.cards": {"♥": -10, "J♦": 100}, "end.target": -200},
    {
        "points.cards": {"♥": 1, "Q♠": "13i", "J♦": -10},
        "points.domain": "gaussian",
        "objective": "minimise_abs",
        "end.measure": "abs",
    },
]
SLAMS: list[Values] = [
    {"slam.effect": "none"},
    {"slam.effect": "annul"},
    {"slam.effect": "others_add", "slam.value": "total"},
    {"slam.effect": "shooter_subtract"},
    {"slam.effect": "shooter_add", "slam.value": 37},
    {"slam.effect": "choice"},
    {"slam.effect": "choice_if_old_loses", "end.target": 30},
    {"slam.effect": "choice_after_score", "slam.score": 20},
    {"slam.effect": "choice_after_score", "slam.score": 0, "slam.score_of": "any"},
    {"slam.needs": "all_tricks"},
    {"slam.needs": "counting_cards"},
    {"slam.needs": "hearts"},
    {"sun.on": True},
    {"sun.on": True, "sun.skip_first": True, "slam.effect": "choice"},
    {"sun.on": True, "sun.punishment": True},
    {"sun.on": True, "sun.clean_slate": True},
    {"sun.on": True, "sun.required": True, "sun.value": 60},
    {"big_moon": "all_260"},
    {"big_moon": "others_target", "end.target": 40},
    {"win_by_slam": False},
    {"slam.effect": "choice_if_old_loses", "end.target": 30, "moon_end": "until_next_moon"},
    {"slam.effect": "choice_if_old_loses", "end.target": 30, "moon_end": "until_moonless_deal"},
    {"no_trick_bonus": -5},
]
RESULTS: list[Values] = [
    {"partnership": "none"},
    {"partnership": "fixed_pooled", "end.measure": "side"},
    {"partnership": "fixed_individual"},
    {"partnership": "fixed_loser_side"},
    {"partnership": "fixed_pooled", "slam.by": "side"},
    {"end.target": 31},
    {"end.target": 50, "end.compare": "gt"},
    {"end.deals": 2},
    {"end.rounds": 1},
    {"end.goal": 50},
    {"end.lives": 2, "end.life_loss_at": 10, "end.deals": 6},
    {"reset.at": 13, "end.target": 60},
    {"tie": "extra_deal"},
    {"settlement": "low_takes", "chips": 25},
    {"settlement": "sweepstake", "chips": 50},
    {"settlement": "sweepstake", "settlement_strict": True, "chips": 50},
    {"settlement": "howell", "chips": 100, "end.chips": True},
    {"settlement": "mean"},
    {"settlement": "none", "chips": 0, "end.chips": False, "end.deals": 3},
]
OPTIONS = (*KITTIES, *EXCHANGES, *BEFORE_PLAY, *PLAY, *POINTS, *SLAMS, *RESULTS)


class Mix(NamedTuple):
    """A game, a number of players, and options on top."""

    game: str
    players: int
    options: list[Values]

    def build(self) -> Rules:
        """The rules. Raises RulesError where the options do not fit together."""
        values = dict(open_game(self.game))
        for option in self.options:
            values |= option
        return build(values, self.players, "mix.toml")

    def is_playable(self) -> bool:
        """Whether the options fit together."""
        try:
            self.build()
        except RulesError:
            return False
        return True


@cache
def open_game(name: str) -> Values:
    """All parameters of a game, for any number of players."""
    return load(name).parameters() | {"name": "mix", "players.min": 2, "players.max": 11}


@st.composite
def mixes(draw: st.DrawFn) -> Mix:
    """Any mixes; about one in three does not fit together."""
    pack = draw(st.sampled_from(PACKS))
    options = draw(st.lists(st.sampled_from(OPTIONS), max_size=8))
    game, players = draw(st.sampled_from(game_names())), draw(st.sampled_from(PLAYERS))
    return Mix(game, players, [pack, *options])


def playable_mixes() -> st.SearchStrategy[Mix]:
    """Mixes that fit together."""
    return mixes().filter(Mix.is_playable)
