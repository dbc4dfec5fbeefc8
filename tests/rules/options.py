"""Every option of chapter 3 of the rule book as a base game and parameters."""

from typing import Any

from referee.rules import Rules
from tests.rules.helpers import house

AMERICAN = "american-hearts"
JOKERS = "joker-hearts"
CANCELLATION = "cancellation-hearts"
KITTY = {"pack.surplus": "kitty", "pack.removed": {}}
SET_A = {"pack.removed": {}, "pack.strip_order": "2♣ 2♦ 3♣ 2♠ 3♦ 3♠ 4♣"}
FIRST_CLUB = {"lead.first": "lowest_club", "lead.first_card": "that_card"}
NO_TARGET = {"end.target": "none"}

OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "P01": (AMERICAN, {"exchange.schedule": ["left 3", "right 3", "across 3", "hold"]}),
    "P02": (AMERICAN, {"exchange.schedule": ["left 3", "right 3", "across 3", "scatter"]}),
    "P03": (AMERICAN, {"exchange.schedule": ["left 3", "right 3"]}),
    "P04": (AMERICAN, {"exchange.schedule": ["star"]}),
    "P05": (AMERICAN, {"exchange.schedule": ["shuffle 3"]}),
    "P06": (AMERICAN, {"exchange.schedule": ["left 2"]}),
    "P07": (AMERICAN, {"exchange.schedule": ["dealers_choice"]}),
    "P08": (AMERICAN, {"exchange.schedule": ["rotate 3"]}),
    "P09": (AMERICAN, {"exchange.schedule": ["rotate 3 hold"]}),
    "P10": (AMERICAN, {"exchange.schedule": ["left 3"]}),
    "P11": (AMERICAN, {"exchange.schedule": ["right 3"]}),
    "P12": (AMERICAN, {"exchange.schedule": []}),
    "P13": (AMERICAN, {"exchange.forbidden": "2♣ Q♠ A♥"}),
    "P14": (AMERICAN, {"exchange.schedule": ["pass 1:4 2:5 3:4"]}),
    "P15": (AMERICAN, {}),
    "P16": (AMERICAN, {"exchange.schedule": ["left 3", "across 3", "right 3"]}),
    "D01": (AMERICAN, {"pack.surplus": "strip", "pack.removed": "C"}),
    "D02": (AMERICAN, KITTY | {"kitty.taker": "first_trick", "kitty.seen": False}),
    "D03": (AMERICAN, KITTY | {"kitty.taker": "first_trick", "kitty.seen": True}),
    "D04": (AMERICAN, {"pack.jokers": 2, "pack.removed": {}, "players.best": 3}),
    "D05": (AMERICAN, {"pack.count": 2}),
    "D06": (AMERICAN, {"pack.ranks": "fivehundred15", "pack.removed": {}}),
    "D07": (AMERICAN, SET_A | {"pack.jokers": 1}),
    "D08": (AMERICAN, KITTY | {"kitty.taker": "last_trick"}),
    "D09": (AMERICAN, KITTY | {"kitty.use": "exchange_with_hand"}),
    "T01": (AMERICAN, {"lead.first": "eldest"}),
    "T02": (AMERICAN, FIRST_CLUB),
    "T03": (AMERICAN, {"lock.cards": "♥", "lock.breakers": "♥"}),
    "T04": (AMERICAN, {"lock.cards": "♥", "lock.breakers": "penalty"}),
    "T05": (AMERICAN, {"lock.cards": "♥", "lock.release": "only_penalty_left"}),
    "T06": (AMERICAN, {"lock.cards": "♥ Q♠", "lock.breakers": "♥"}),
    "T07": (AMERICAN, {"first_trick.barred": "hearts"}),
    "T08": (AMERICAN, {"first_trick.barred": "penalty"}),
    "T09": (AMERICAN, {"must_play.cards": "Q♠", "must_play.when": "void_or_covered"}),
    "T10": ("black-jack-1974", {"must_play.cards": "J♠", "must_play.when": "void"}),
    "T10a": ("black-jack-1958", {"must_play.cards": "none"}),
    "T11": ("omnibus-hearts", {"must_play.cards": "Q♠ 10♦", "must_play.when": "void"}),
    "T12": (JOKERS, {"joker.nature": "zero_of_suit"}),
    "T13": (JOKERS, {"joker.nature": "worthless", "joker.play": "any_time"}),
    "T14": (JOKERS, {"joker.nature": "worthless", "joker.play": "void_only"}),
    "T15": (JOKERS, {"joker.nature": "penalty", "joker.score_if": "always"}),
    "T16": (JOKERS, {"joker.nature": "penalty", "joker.score_if": "heart_trick"}),
    "T17": (JOKERS, {"joker.lead": "calls_suit"}),
    "T18": (JOKERS, {"joker.lead": "next_card_decides"}),
    "T19": (AMERICAN, {"pack.count": 2, "trick.duplicates": "latest"}),
    "T20": (AMERICAN, {"pack.count": 2, "trick.duplicates": "cancel"}),
    "T21": (CANCELLATION, {"trick.void_on": "no_live_card"}),
    "T22": (AMERICAN, {"trick.boosters": "nines"}),
    "T23": (AMERICAN, {"deal.hand": 6, "stock.draw": "until_can_follow"}),
    "T24": (AMERICAN, {"direction": "anticlockwise"}),
    "M01": (AMERICAN, {"slam.effect": "none"}),
    "M02": (AMERICAN, {"slam.effect": "annul"}),
    "M03": (AMERICAN, {"slam.effect": "others_add"}),
    "M04": (AMERICAN, {"slam.effect": "shooter_subtract"}),
    "M05": (AMERICAN, {"slam.effect": "choice"}),
    "M06": (AMERICAN, {"slam.effect": "choice_if_old_loses"}),
    "M07a": (AMERICAN, {"slam.effect": "choice_if_old_loses", "moon_end": "until_next_moon"}),
    "M07b": (AMERICAN, {"slam.effect": "choice_if_old_loses", "moon_end": "until_moonless_deal"}),
    "M08": (AMERICAN, {"slam.effect": "choice_after_score", "slam.score": 50}),
    "M09": (
        AMERICAN,
        {"slam.effect": "choice_after_score", "slam.score": 50, "slam.score_of": "any"},
    ),
    "M10": (AMERICAN, {"sun.on": True}),
    "M11": (AMERICAN, {"sun.on": True, "sun.punishment": True}),
    "M12": (AMERICAN, {"sun.on": True, "sun.clean_slate": True}),
    "M13": (AMERICAN, {"sun.on": True, "sun.required": True}),
    "M14": (AMERICAN, {"sun.on": True, "sun.skip_first": True}),
    "M15": (AMERICAN, {"slam.effect": "none", "big_moon": "all_260"}),
    "M16": (AMERICAN, {"slam.effect": "none", "big_moon": "others_target"}),
    "M17": (AMERICAN, {"win_by_slam": False}),
    "M18": (AMERICAN, {"slam.effect": "shooter_add", "slam.value": 37}),
    "M19": (AMERICAN, {"slam.effect": "others_add", "slam.value": 150}),
    "M20": (
        "jack-of-diamonds-hearts",
        {"slam.needs": "counting_cards", "slam.effect": "shooter_subtract", "slam.value": 26},
    ),
    "M21": (AMERICAN, {"partnership": "fixed_pooled", "slam.by": "side"}),
    "M22": (AMERICAN, {"auction.kind": "slam"}),
    "S01": (AMERICAN, {"no_trick_bonus": -5}),
    "S02": (AMERICAN, {"reset.at": 100, "reset.to": 0, "end.target": 101}),
    "S03": (AMERICAN, {"end.target": 31}),
    "S04": (AMERICAN, NO_TARGET | {"end.deals": 3}),
    "S05": (AMERICAN, {"points.cards": {"♥": 1, "Q♠": 13, "J♦": -10}}),
    "S06": (AMERICAN, {"points.cards": {"♥": 1, "Q♠": 13, "10♦": -10}}),
    "S07": (AMERICAN, {"points.cards": {"♥": 1, "A♥": 14, "K♥": 13, "2♥": 2}}),
    "S08": (AMERICAN, {"points.cards": {"♥": 1, "A♥": 1, "K♥": 13, "2♥": 2}}),
    "S09": (AMERICAN, NO_TARGET | {"settlement": "low_takes", "chips": 100, "end.chips": True}),
    "S10": (AMERICAN, {"settlement": "sweepstake", "chips": 100}),
    "S11": (AMERICAN, {"settlement": "sweepstake", "settlement_strict": True, "chips": 100}),
    "S12": (AMERICAN, {"settlement": "howell", "chips": 100}),
    "S13": (AMERICAN, {"settlement": "mean"}),
    "S14": (AMERICAN, {"end.lives": 3, "end.life_loss_at": 15}),
    "S15": (
        "microsoft-hearts",
        {
            "points.cards": {"♥": 1, "Q♠": "13i"},
            "points.domain": "gaussian",
            "objective": "minimise_abs",
            "end.measure": "abs",
        },
    ),
    "S16": (
        AMERICAN,
        {
            "points.cards": {"♥": 1, "Q♠": 26, "Q♦": -10},
            "points.modifiers": [
                {"kind": "double", "card": "Q♥", "target": "♥"},
                {"kind": "cancel", "card": "Q♣", "target": "Q♠"},
            ],
        },
    ),
    "S17": (AMERICAN, {"points.modifiers": [{"kind": "times", "card": "10♣", "value": 2}]}),
    "S18": (AMERICAN, {"points.cards": {"♥": 1, "Q♥": 13, "Q♠": 13}}),
    "S19": (AMERICAN, {}),
    "S20": (AMERICAN, {"tie": "extra_deal"}),
}


def option(name: str, players: int | None = None, **more: Any) -> Rules:
    """The rules of an option, with more parameters as ``points_cards=``."""
    base, changes = OPTIONS[name]
    extra = {key.replace("_", ".", 1): value for key, value in more.items()}
    return house(base, changes | extra, players)
