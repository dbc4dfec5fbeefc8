"""Whether the ladder's statistics keep their promises: ``python -m benchmarks.ladder_statistics``.

Plays the sample bots first, then asks of what they scored:

- the sequential test of `ladder compare`: how often it finds a gain where there is none, and one
  that is there, and after how many pairs; against a t-test looked at after every 20 pairs;
- the intervals: how often the fit's, for four bots and for twelve, and the anytime one, hold the
  truth;
- the speed: results re-rated in a second.

"Nothing to gain" is a draw of real pairs with a random sign each, for which bot is called new is a
matter of chance then; a gain is added to them. Sets of four bots are drawn, with replacement,
from the real ones, whose own fit is the truth. Twelve bots of known strength play a balanced
schedule, with what is left of real sets when the fit is taken off as their luck.
"""

import argparse
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ladder.compare import MOST_PAIRS, leads
from ladder.ratings import WIDTH_95, Entry, LoggedSet, skills
from ladder.schedule import decks as match_decks
from ladder.schedule import duel, round_robin, swap_pair
from ladder.sequential import Test, anytime_margin, weigh
from ladder.statistics import Fit, fit_log, points_fit
from referee.manifest import read_manifest
from referee.match import MatchPlan, run_match, seatings
from referee.rules import load

BOTS = ("random", "lowest", "duck", "heuristic")
RULES = load("american-hearts")
ALONE = (0, 1, 2, 3)
RESULTS = 1_000_000

Floats = NDArray[np.float64]


def play(names: tuple[str, ...], decks: tuple[int, ...], way: int | None) -> list[LoggedSet]:
    """Sets of these bots under all rotations, or, with a way to sit, swap pairs."""
    with as_file(files("sample_bots")) as folder:
        bots = tuple(read_manifest(Path(folder) / name) for name in names)
        orders = seatings("cyclic", 4) if way is None else swap_pair(way, RULES.teams)
        plan = MatchPlan(RULES, bots, secrets.token_bytes(32), decks, orders, tables=64)
        result = run_match(plan)
    if result.void or result.faults:
        raise SystemExit(f"the match does not count: {result.void or result.faults[0].reason}")
    return [
        LoggedSet(
            1, deck, tuple(Entry(bot, score, len(orders)) for bot, score in enumerate(scores))
        )
        for deck, scores in result.sets().items()
    ]


def play_pairs(new: str, old: str, count: int) -> Floats:
    """How much better the new bot was in each real swap pair, all ways to sit alike."""
    (fixture,) = duel(1, 4)
    names = tuple((new, old)[entrant] for entrant in fixture.entrants)
    third = count // 3
    log = [pair for way in range(3) for pair in play(names, match_decks(way, third), way)]
    return np.array(leads(log, 4, high_is_good=False))


# ---- the test of two bots -----------------------------------------------------------------------


def test_rates(pairs: Floats, gain: float, trials: int, chance: np.random.Generator) -> str:
    """What the sequential test says of pairs with this gain, in words."""
    better = worse = 0
    lengths = []
    for _ in range(trials):
        found = weigh((_drawn(pairs, MOST_PAIRS, chance) + gain).tolist(), Test())
        better += found.decision == "better"
        worse += found.decision == "not better"
        lengths.append(found.pairs)
    return (
        f'"better" {_share(better, trials)}, "not better" {_share(worse, trials)}, '
        f"open {100 * (trials - better - worse) / trials:.1f} %, "
        f"pairs: median {int(np.median(lengths)):,}, mean {np.mean(lengths):,.0f}"
    )


def looked_at(pairs: Floats, trials: int, chance: np.random.Generator) -> tuple[str, str]:
    """How often a t-test and the anytime interval, seen every 20 pairs, find what is not there."""
    n = np.arange(100, MOST_PAIRS + 1, 20)
    anytime = np.array([anytime_margin(int(count), 1.0, 0.05) for count in n])
    t_test = out = 0
    for _ in range(trials):
        x = _drawn(pairs, MOST_PAIRS, chance)
        mean = np.cumsum(x)[n - 1] / n
        deviation = np.sqrt(np.cumsum(x * x)[n - 1] / n - mean * mean)
        t_test += bool((np.abs(mean) > WIDTH_95 * deviation / np.sqrt(n)).any())
        out += bool((np.abs(mean) > anytime * deviation).any())
    return _share(t_test, trials), _share(out, trials)


def _drawn(pairs: Floats, count: int, chance: np.random.Generator) -> Floats:
    drawn: Floats = chance.choice(pairs, count) * chance.choice((-1.0, 1.0), count)
    return drawn


# ---- the fit ------------------------------------------------------------------------------------


def coverage_of_four(
    log: list[LoggedSet], sets: int, trials: int, chance: np.random.Generator
) -> str:
    """Coverage of all pairs of the four real bots, from sets drawn from the real ones."""
    truth = fit_log(log, partners=False)[1].theta
    players = np.tile(np.arange(4), (len(log), 1))
    points = _points(log)
    held = 0
    for _ in range(trials):
        pick = chance.integers(len(log), size=sets)
        held += _held(points_fit(players[pick], points[pick], ALONE, 4), truth)
    return _share(held, trials * 6)


def coverage_of_twelve(
    log: list[LoggedSet], rounds: int, trials: int, chance: np.random.Generator
) -> tuple[int, str]:
    """The sets of a balanced schedule of twelve bots, and the coverage of all their pairs."""
    fit = fit_log(log, partners=False)[1]
    luck = _points(log) - fit.level - fit.theta
    luck -= luck.mean(axis=1, keepdims=True)
    truth = np.linspace(-1.5, 1.5, 12)
    players = np.array([fixture.entrants for fixture in round_robin(12, 4, rounds)])
    held = 0
    for _ in range(trials):
        drawn = luck[chance.integers(len(luck), size=len(players))]
        points = truth[players] + chance.permuted(drawn, axis=1)
        held += _held(points_fit(players, points, ALONE, 12), truth)
    return len(players), _share(held, trials * 66)


def _held(fit: Fit, truth: Floats) -> int:
    held = 0
    for one, other in combinations(range(len(truth)), 2):
        error = fit.error(one, other)
        distance = abs(fit.difference(one, other) - float(truth[one] - truth[other]))
        held += error is not None and distance <= WIDTH_95 * error
    return held


def _points(log: list[LoggedSet]) -> Floats:
    return np.array([[float(e.points) / e.deals for e in one.entries] for one in log])  # type: ignore[arg-type]


# ---- speed --------------------------------------------------------------------------------------


def speed(log: list[LoggedSet], chance: np.random.Generator) -> Iterator[str]:
    """How fast a log of a million results is rated again."""
    sets = RESULTS // 4
    long = [log[number] for number in chance.integers(len(log), size=sets)]
    players = np.tile(np.arange(4), (RESULTS, 1))
    points = _points(log)[chance.integers(len(log), size=RESULTS)]
    with _seconds() as took:
        points_fit(players, points, ALONE, 4)
    yield f"points fit of {RESULTS:,} sets, as arrays: {took[0]:.2f} s"
    with _seconds() as took:
        fit_log(long, partners=False)
    yield f"points fit of {RESULTS:,} results ({sets:,} sets), from the log: {took[0]:.2f} s"
    some = long[: sets // 50]
    with _seconds() as took:
        skills(some, "minimise")
    yield (
        f"TrueSkill of {len(some):,} sets: {took[0]:.2f} s, {1e6 * took[0] / len(some):.0f} us a "
        f"set; so {took[0] * 50:.0f} s for {RESULTS:,} results"
    )


@contextmanager
def _seconds() -> Iterator[list[float]]:
    took: list[float] = []
    start = time.perf_counter()
    yield took
    took.append(time.perf_counter() - start)


def _share(count: int, total: int) -> str:
    """A share with the half-width of its own 95 % interval."""
    share = count / total
    return f"{100 * share:.1f} ± {100 * WIDTH_95 * sqrt(share * (1 - share) / total):.1f} %"


def main() -> None:
    """Plays, simulates and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=240, help="real sets of the four sample bots")
    parser.add_argument("--pairs", type=int, default=300, help="real swap pairs of two of them")
    parser.add_argument("--trials", type=int, default=2000, help="simulated tests of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = np.random.default_rng(options.seed)
    trials = options.trials

    start = time.perf_counter()
    log = play(BOTS, match_decks(0, options.sets), None)
    pairs = play_pairs("heuristic", "duck", options.pairs)
    print(
        f"played {len(log)} sets of {', '.join(BOTS)} and {len(pairs)} swap pairs of heuristic "
        f"against duck in {time.perf_counter() - start:.0f} s; one pair's standard deviation: "
        f"{pairs.std():.2f} points a deal"
    )
    for gain in (0.0, Test.gain, 2 * Test.gain):
        print(f"sequential test, true gain {gain:.2f}: {test_rates(pairs, gain, trials, chance)}")
    t_test, anytime = looked_at(pairs, trials, chance)
    print(f"nothing to gain, every 20 pairs from 100 to {MOST_PAIRS:,}: t-test wrong {t_test},")
    print(f"  anytime interval wrong {anytime}")
    for sets in (20, 60, 150, 600):
        print(f"95 % intervals of the fit, 4 bots, {sets} sets: hold the truth in "
              f"{coverage_of_four(log, sets, trials // 4, chance)}")  # fmt: skip
    for rounds in (1, 2):
        sets, share = coverage_of_twelve(log, rounds, trials // 20, chance)
        print(f"95 % intervals of the fit, 12 bots, {sets} sets: hold the truth in {share}")
    for line in speed(log, chance):
        print(line)


if __name__ == "__main__":
    main()
