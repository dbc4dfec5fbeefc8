"""Every option of OpenSpiel's ``hearts``, compared step by step over random deals.

Both engines get the same cards and the same random actions; they must agree on who is to act, on
every set of legal actions and on the four scores. OpenSpiel's return is 26 minus the score.
"""

import itertools
import os
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import pytest

from protocol.cards import parse_card
from referee.rules import Deal, Kind, Rules, load
from referee.rules.load import build

try:
    import pyspiel
except ImportError:
    if os.environ.get("HEARTS_ARENA_REQUIRE_ALL") == "1":
        raise
    pytest.skip("OpenSpiel (pip install open_spiel) is not installed", allow_module_level=True)

DIRECTION_OF_DEAL = {1: 1, 2: 3, 3: 2, 4: 0}
"""Deal number -> OpenSpiel's pass direction: the schedule is left, right, across, hold."""
OPTIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # option of OpenSpiel -> our parameters when it is false, and when it is true
    "pass_cards": ({"exchange.schedule": []}, {}),
    "no_pts_on_first_trick": ({"first_trick.barred": "none"}, {}),
    "can_lead_any_club": ({}, {"lead.first_card": "any_club"}),
    "jd_bonus": ({}, {"points.cards": {"♥": 1, "Q♠": 13, "J♦": -10}}),
    "avoid_all_tricks_bonus": ({}, {"no_trick_bonus": -5}),
    "must_break_hearts": ({"lock.cards": "none"}, {}),
    "qs_breaks_hearts": ({}, {"lock.breakers": "♥ Q♠"}),
    "can_lead_hearts_instead_of_qs": ({}, {"lock.release": "only_penalty_left"}),
}
MICROSOFT = {
    option: option in ("pass_cards", "no_pts_on_first_trick", "must_break_hearts")
    for option in OPTIONS
}
MIXES = [
    dict(zip(OPTIONS, values, strict=True))
    for values in itertools.product((False, True), repeat=len(OPTIONS))
]

Engines: TypeAlias = tuple[Any, Rules]
"""OpenSpiel's game and our rules, for the same options."""


def engines(mix: dict[str, bool]) -> Engines:
    text = ",".join(f"{option}={str(value).lower()}" for option, value in mix.items())
    values = load("microsoft-hearts").parameters()
    for option, value in mix.items():
        values |= OPTIONS[option][value]
    return pyspiel.load_game(f"hearts({text})"), build(values)


def card_table() -> tuple[list[int], list[int]]:
    """OpenSpiel's number of a card -> ours, and back."""
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(0)
    ours = [parse_card(state.action_to_string(-1, action)) for action in range(52)]
    theirs = [0] * 64
    for action, card in enumerate(ours):
        theirs[card] = action
    return ours, theirs


OURS, THEIRS = card_table()


def hands_of(rng: Random) -> list[list[int]]:
    """Random hands by seat; now and then one that takes every trick, so that moons are shot."""
    cards = rng.sample(OURS, 52)
    if rng.random() < 0.2:
        cards.sort(key=lambda card: (card & 15) + 3 * rng.random())
    return [cards[39:], cards[:13], cards[13:26], cards[26:39]]


def compare_deal(theirs: Any, rules: Rules, rng: Random) -> Deal:
    number = rng.randint(1, 4)
    hands = hands_of(rng)
    deal = Deal(rules, hands, number)
    state = theirs.new_initial_state()
    state.apply_action(DIRECTION_OF_DEAL[number] if rules.exchange_schedule else 0)
    for card in itertools.chain.from_iterable(zip(*hands, strict=True)):
        state.apply_action(THEIRS[card])
    while deal.kind is Kind.PASS:
        seat = deal.to_act[0]
        options = deal.legal_actions(seat).options
        assert ours_legal(state) == list(options)
        action = bytes(rng.sample(options, 3))
        for card in action:
            assert state.current_player() == seat
            state.apply_action(THEIRS[card])
        deal.apply(seat, action)
    bold = rng.random() < 0.5
    while not deal.is_over:
        seat = deal.to_act[0]
        options = deal.legal_actions(seat).options
        assert state.current_player() == seat
        assert ours_legal(state) == list(options)
        card = max(options, key=lambda card: card & 15) if bold else rng.choice(options)
        state.apply_action(THEIRS[card])
        deal.apply(seat, bytes([card]))
    assert state.is_terminal()
    assert [26 - value for value in state.returns()] == list(deal.points)
    return deal


def ours_legal(state: Any) -> list[int]:
    return sorted(OURS[action] for action in state.legal_actions())


def compare(mixes: list[dict[str, bool]], deals: int, seed: int) -> Iterator[Deal]:
    rng = Random(seed)
    for mix in mixes:
        theirs, rules = engines(mix)
        for _ in range(deals):
            yield compare_deal(theirs, rules, rng)


def test_microsoft_hearts_agrees_over_random_deals() -> None:
    moons = sum(deal.slam is not None for deal in compare([MICROSOFT], 3000, 1))
    assert moons > 100


@pytest.mark.parametrize("passing", [True, False])
def test_all_mixes_of_options_agree(passing: bool) -> None:
    mixes = [mix for mix in MIXES if mix["pass_cards"] is passing]
    deals = list(compare(mixes, 12, 2 + passing))
    assert any(deal.slam for deal in deals)
    assert any(0 in deal.tricks_won and not deal.slam for deal in deals)
