"""Random deals and playouts of the engine against OpenSpiel called from Python, in one run.

``python -m benchmarks.engine`` compares on `microsoft-hearts` with exchange, the one game that both
play. ``--games`` adds the deals per second of every game of the catalogue. Speeds of a machine mean
little; the ratios travel.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import pyspiel
from rich.console import Console
from rich.table import Table

from referee.rules import Deal, Game, Kind, Rules, game_names, load, playout, shuffled_deck

SECONDS = 0.5
TRIPLES = list(combinations(range(13), 3))
"""Which three of thirteen cards to pass."""
OPEN_SPIEL = (
    "hearts(pass_cards=true,no_pts_on_first_trick=true,can_lead_any_club=false,"
    "must_break_hearts=true,qs_breaks_hearts=false,can_lead_hearts_instead_of_qs=false)"
)


def per_second(work: Callable[[], object]) -> float:
    """How often ``work`` runs in a second, measured over ``SECONDS``."""
    start = time.perf_counter()
    runs = 0
    while time.perf_counter() - start < SECONDS:
        for _ in range(20):
            work()
        runs += 20
    return runs / (time.perf_counter() - start)


def choose(deal: Deal, rng: random.Random) -> None:
    """Pass three random cards."""
    seat = deal.to_act[0]
    options = deal.legal_actions(seat).options
    first, second, third = TRIPLES[int(rng.random() * len(TRIPLES))]
    deal.apply(seat, bytes((options[first], options[second], options[third])))


def play_out(deal: Deal, rng: random.Random) -> None:
    """Play random cards to the end of the deal."""
    while not deal.is_over:
        seat = deal.to_act[0]
        options = deal.legal_actions(seat).options
        pick = int(rng.random() * len(options))
        deal.apply(seat, options[pick : pick + 1])


def our_deal(rules: Rules, rng: random.Random) -> Callable[[], Deal]:
    """A function that plays one random deal."""
    pack = list(rules.pack)
    numbers = [1]

    def play() -> Deal:
        pack.sort(key=lambda _: rng.random())
        hands = [pack[seat::4] for seat in range(4)]
        numbers[0] += 1
        deal = Deal(rules, hands, deal_number=numbers[0])
        while deal.kind is not Kind.PLAY:
            choose(deal, rng)
        play_out(deal, rng)
        return deal

    return play


def their_deal(game: Any, rng: random.Random) -> Callable[[], object]:
    """The same for OpenSpiel, whose shuffle is a chance node for each card."""

    def play() -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
        return state.returns()

    return play


def our_playout(rules: Rules, rng: random.Random) -> Callable[[], object]:
    """Copy a deal before its first play and play it out."""
    pack = rng.sample(rules.pack, 52)
    deal = Deal(rules, [pack[seat::4] for seat in range(4)], deal_number=1)
    while deal.kind is not Kind.PLAY:
        choose(deal, rng)

    def play() -> object:
        return playout(deal, rng)

    return play


def their_playout(game: Any, rng: random.Random) -> Callable[[], object]:
    """Clone a state before its first play and play it out."""
    state = game.new_initial_state()
    while state.is_chance_node() or state.move_number() < 1 + 52 + 12:
        state.apply_action(rng.choice(state.legal_actions()))

    def play() -> object:
        copy = state.clone()
        while not copy.is_terminal():
            actions = copy.legal_actions()
            copy.apply_action(actions[int(rng.random() * len(actions))])
        return copy.returns()

    return play


def compare(rounds: int) -> Table:
    """Both engines in turn, round after round; medians and the median of the rounds' ratios."""
    rules, game, rng = load("microsoft-hearts"), pyspiel.load_game(OPEN_SPIEL), random.Random(1)
    table = Table(
        "per second (median)", "hearts-arena", "OpenSpiel", "ratio", title="microsoft-hearts"
    )
    for name, ours, theirs in (
        ("random deals with exchange", our_deal(rules, rng), their_deal(game, rng)),
        ("copy + random playout", our_playout(rules, rng), their_playout(game, rng)),
    ):
        pairs = [(per_second(ours), per_second(theirs)) for _ in range(rounds)]
        table.add_row(
            name,
            f"{statistics.median(a for a, _ in pairs):,.0f}",
            f"{statistics.median(b for _, b in pairs):,.0f}",
            f"{statistics.median(a / b for a, b in pairs):.2f}",
        )
    return table


def every_game() -> Table:
    """Deals per second of each game at its best number of players, as games to the end."""
    table = Table("game", "players", "deals per second", title="every game, random play")
    for name in game_names():
        rules, rng = load(name), random.Random(1)
        deals, start = 0, time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            game = Game(rules, partial(shuffled_deck, rules.pack, rng.randbytes(32)))
            while not game.is_over:
                deal = game.deal
                seat = deal.to_act[0]
                choice = deal.legal_actions(seat)
                action = bytes(rng.sample(choice.options, rng.randint(choice.least, choice.most)))
                game.apply(seat, action)
            deals += len(game.history)
        table.add_row(name, str(rules.seats), f"{deals / (time.perf_counter() - start):,.0f}")
    return table


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", action="store_true", help="also time every game")
    arguments = parser.parse_args()
    console = Console()
    console.print(compare(arguments.rounds))
    if arguments.games:
        console.print(every_game())


if __name__ == "__main__":
    main()
