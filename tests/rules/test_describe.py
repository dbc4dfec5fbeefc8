"""The rules in words: everything that changes play shows, and only parameters matter."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given

from referee.rules import (
    Deal,
    Rules,
    RulesError,
    deal_out,
    game_names,
    load,
    playout,
    shuffled_deck,
)
from referee.rules.describe import NO_EFFECT, describe, idle
from referee.rules.load import KEYS, build
from referee.rules.schema import Flag, key_of
from tests.rules.helpers import house
from tests.rules.mixes import Mix, playable_mixes

WITHOUT_EFFECT = {"name", "book", "aliases", "description", "sources"}
COUNTERS = {"settlement": "sweepstake", "chips": 50}
AUCTION = {**COUNTERS, "auction.kind": "penalty_suit"}
JOKERS = {"pack.jokers": 2, "pack.removed": {4: "2♣ 2♦"}}
TWO_PACKS = {"pack.count": 2, "pack.removed": {}}
KITTY = {"kitty.size": {4: 4}, "pack.removed": {}}
STOCK = {"deal.hand": 6}
LOCK = {"lock.cards": "♥"}
SUN = {"sun.on": True}
BONUS = {"points.cards": {"♥": 1, "Q♠": 13, "J♦": -10}}
SIDES = {"partnership": "fixed_individual"}
TAKER = {"lead.first": "taker_of", "lead.holder_of": "2♠", "lead.taker_of": "Q♠"}
OLD_LOSES = {"slam.effect": "choice_if_old_loses"}

CONTEXT: dict[str, dict[str, Any]] = {
    "seats": {"players.min": 3, "players.max": 6, "players.best": 4},
    "players.best": {"players.min": 3, "players.max": 6},
    "pack.count": {"pack.removed": {}},
    "pack.jokers": {"pack.removed": {4: "2♣ 2♦"}, "pack.surplus": "kitty"},
    "pack.surplus": {"pack.removed": {}, "pack.strip_order": "2♣"},
    "pack.strip_order": {"pack.removed": {}},
    "kitty.size": {"pack.removed": {}},
    "kitty.taker": KITTY,
    "kitty.seen": KITTY,
    "kitty.use": KITTY,
    "stock.draw": STOCK,
    "auction.kind": COUNTERS,
    "auction.min_bid": AUCTION,
    "lead.first": AUCTION | TAKER,
    "lead.holder_of": TAKER,
    "lead.taker_of": TAKER,
    "lock.breakers": LOCK,
    "lock.release": LOCK,
    "must_play.when": {"must_play.cards": "Q♠"},
    "joker.play": JOKERS,
    "joker.lead": JOKERS,
    "joker.nature": JOKERS,
    "joker.points": {**JOKERS, "joker.nature": "penalty"},
    "joker.score_if": {**JOKERS, "joker.nature": "penalty"},
    "trick.duplicates": TWO_PACKS,
    "trick.void_on": {**TWO_PACKS, "trick.duplicates": "cancel"},
    "points.suit": AUCTION,
    "points.domain": {"objective": "minimise_abs", "end.measure": "abs"},
    "slam.needs": BONUS,
    "slam.by": SIDES,
    "slam.score": {"slam.effect": "choice_after_score"},
    "slam.score_of": {"slam.effect": "choice_after_score"},
    "sun.value": SUN,
    "sun.skip_first": SUN,
    "sun.punishment": SUN,
    "sun.clean_slate": SUN,
    "sun.required": SUN,
    "moon_end": OLD_LOSES,
    "called_card": {"partnership": "called", "auction.kind": "slam"},
    "end.measure": SIDES,
    "end.life_loss_at": {"end.lives": 3},
    "end.lives": {"end.life_loss_at": 15},
    "end.chips": COUNTERS,
    "reset.at": {"end.target": 500},
    "reset.to": {"reset.at": 50},
    "settlement": {"chips": 50},
    "settlement_strict": COUNTERS,
    "chips": {"settlement": "howell"},
}
"""What a parameter needs to mean something; all others stand on American Hearts alone."""

CARD_SETS = ["none", "♥", "♥ Q♠", "Q♠", "♠", "A♥ K♠", "jokers", "♥ ♠"]
WITH_PENALTY = [*CARD_SETS, "penalty", "♠ penalty"]
NUMBERS = range(1, 60)
LIMITS = ["none", *NUMBERS]
VALUES: dict[str, Sequence[Any]] = {
    "seats": [3, 4, 5, 6],
    "players.min": [2, 3, 4],
    "players.max": [4, 5, 6, 7, 11],
    "players.best": [3, 4, 5, 6],
    "pack.jokers": range(9),
    "pack.removed": [{}, {3: "2♣"}, {3: "2♦"}, {3: "2♣", 5: "2♦ 2♣"}, {4: "2♣ 2♦ 2♠ 3♣"}],
    "pack.strip_order": ["", "2♣", "2♦", "2♣ 2♦ 3♣"],
    "deal.hand": range(14),
    "kitty.size": [{}, {4: 4}, {4: 8}, {3: 4, 4: 8}],
    "exposure": ["none", "Q♠", "Q♠ J♦", "♥", "A♥ 10♣"],
    "exchange.schedule": [
        *([], ["hold"], ["left 3"], ["right 3"], ["across 3"], ["left 2"], ["left 3", "hold"]),
        *(["hold", "left 3"], ["scatter"], ["star"], ["shuffle 3"], ["shuffle 2"], ["rotate 3"]),
        *(["rotate 3 hold"], ["dealers_choice"], ["pass 1:4 2:5 3:4"], ["pass 1:2 2:2"]),
        *(["pass 3:1"], ["across 2"]),
    ],
    "exchange.forbidden": CARD_SETS,
    "auction.min_bid": NUMBERS,
    "lead.holder_of": ["2♠", "3♠", "2♣"],
    "lead.taker_of": ["Q♠", "K♠", "J♦"],
    "first_trick.barred": WITH_PENALTY,
    "lock.cards": WITH_PENALTY,
    "lock.breakers": WITH_PENALTY,
    "must_play.cards": CARD_SETS,
    "joker.points": NUMBERS,
    "points.cards": [
        *({"♥": 1}, {"♥": 2}, {"♥": 1, "Q♠": 13}, {"♥": 1, "♠": 1}, {"♥": 1, "A♥": 5}),
        *({"♥": 1, "A♥": 5, "9♥": 5}, {"A♥": 14, "K♥": 13}, {"A♥": 1, "9♥": 1, "3♥": 1}),
        *({"♥": 1, "J♦": -10}, {"♥": 1, "J♦": 0}, {"♥": 1, "Q♠": 12}, {"9♥": 9, "8♥": 8}),
        *({"9♥": 9, "8♥": 9}, {"9♥": 9, "7♥": 7}, {"♥": 1, "5♥": 5, "6♥": 6}, {"♠": 1}),
    ],
    "points.per_trick": range(-5, 10),
    "points.modifiers": [
        [],
        [{"kind": "cancel", "card": "Q♣", "target": "Q♠"}],
        [{"kind": "cancel", "card": "Q♦", "target": "Q♠"}],
        [{"kind": "double", "card": "Q♥", "target": "♥"}],
        [{"kind": "double", "card": "Q♥", "target": "♥ Q♠"}],
        [{"kind": "flip", "target": "♥"}],
        [{"kind": "alone", "card": "10♣", "value": 50}],
        [{"kind": "alone", "card": "10♣", "value": 40}],
        [{"kind": "times", "card": "10♣", "value": 2}],
        [
            {"kind": "flip", "target": "♥"},
            {"kind": "times", "card": "10♣", "value": 2},
        ],
    ],
    "slam.value": ["total", *range(27, 60)],
    "slam.score": NUMBERS,
    "sun.value": ["double", *range(53, 99)],
    "no_trick_bonus": range(-9, 9),
    "called_card": ["10♦", "J♦", "A♠"],
    "end.target": range(27, 500),
    "end.goal": LIMITS,
    "end.deals": LIMITS,
    "end.rounds": LIMITS,
    "end.lives": NUMBERS,
    "end.life_loss_at": NUMBERS,
    "reset.at": LIMITS,
    "reset.to": range(-5, 40),
    "chips": range(1, 200),
}
"""Values of the parameters that are not one of a few words; no two of a list mean the same."""


def values_of(key: str) -> Sequence[Any]:
    """A few different values of a parameter, always the same ones."""
    if key in VALUES:
        return Random(key).sample(VALUES[key], min(len(VALUES[key]), 8))
    field = next(field for field in Rules.model_fields if key_of(field) == key)
    annotation: Any = Rules.__annotations__[field]
    if annotation is Flag:
        return [False, True]
    assert get_origin(annotation) is Literal, f"{key}: add it to VALUES"
    return get_args(annotation)


def variants(key: str, context: dict[str, Any]) -> Iterator[tuple[Any, Rules]]:
    """American Hearts with each value of the parameter that is possible in the context."""
    for value in values_of(key):
        try:
            yield value, house("american-hearts", context | {key: value})
        except RulesError:
            continue


def text(rules: Rules, *, without_idle: bool = False) -> str:
    sections = describe(rules)
    if without_idle:
        sections = [section for section in sections if section.title != NO_EFFECT]
    return "\n".join(f"{section.title}: {line}" for section in sections for line in section.lines)


@pytest.mark.parametrize("key", [key for key in KEYS if key not in WITHOUT_EFFECT])
def test_every_value_of_every_parameter_reads_differently(key: str) -> None:
    context = CONTEXT.get(key, {}) | ({"seats": 4} if key != "seats" else {})
    texts: dict[str, Any] = {}
    for value, rules in variants(key, context):
        assert key not in [entry.key for entry in idle(rules)]
        in_words = text(rules, without_idle=True)
        assert in_words not in texts, f"{key}: {texts.get(in_words)} and {value} read the same"
        texts[in_words] = value
    if len(values_of(key)) > 1:
        assert len(texts) > 1, f"{key}: only {list(texts.values())} could be tried"


@pytest.mark.parametrize("key", [key for key in KEYS if key not in WITHOUT_EFFECT])
def test_a_parameter_alone_shows_or_is_said_to_have_no_effect(key: str) -> None:
    plain = house("american-hearts", {})
    for value, rules in variants(key, {}):
        if rules != plain:
            assert text(rules) != text(plain), f"{key} = {value} does not show"
        for entry in idle(rules):
            assert entry.key == key
            assert deal_points(rules) == deal_points(plain), f"{entry}: it has an effect"


def deal_points(rules: Rules) -> list[Any]:
    """The results of a few random deals."""
    results = []
    for number in range(1, 4):
        deck = shuffled_deck(rules.pack, b"idle", number)
        dealt = deal_out(rules.plan.pack_shape, deck, 0, rules.seats, rules.plan.step)
        deal = Deal(rules, dealt.hands, number, dealer=0, kitty=dealt.kitty, stock=dealt.stock)
        results.append(playout(deal, Random(number)))
    return results


def reset_to_defaults(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """The rules with one of the parameters that they set taken back, where that is possible."""
    defaults, parameters = Rules(name="plain").parameters(), rules.parameters()
    for key in KEYS:
        if key not in (*WITHOUT_EFFECT, "seats") and parameters[key] != defaults[key]:
            with suppress(RulesError):
                default = "none" if defaults[key] is None else defaults[key]
                yield key, build(parameters | {key: default})


@pytest.mark.parametrize("name", game_names())
def test_whatever_a_game_sets_shows(name: str) -> None:
    rules = load(name)
    for key, other in reset_to_defaults(rules):
        assert text(other) != text(rules), f"{key} does not show"


@given(mix=playable_mixes())
def test_in_any_mix_what_matters_shows_and_the_rest_is_named(mix: Mix) -> None:
    rules = mix.build()
    idle_keys = [entry.key for entry in idle(rules)]
    for key, other in reset_to_defaults(rules):
        assert text(other) != text(rules), f"{key} does not show"
        if key in idle_keys:
            assert deal_points(other) == deal_points(rules), f"{key} has an effect"
