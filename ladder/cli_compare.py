"""The command `ladder compare`: plays until it is clear which of two versions is better."""

import sys
import time as clock
from dataclasses import asdict
from math import inf
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ladder import tables
from ladder.compare import MOST_PAIRS, Answer, Comparison, answer, compare
from ladder.log import totals
from ladder.models import MatchStatus
from ladder.options import Data, Database, Json, Workers, console, opened, stop_signals
from ladder.progress import RunDisplay
from ladder.runner import default_workers, run_matches
from ladder.sequential import Test
from ladder.store import Store, pick, versions
from ladder.tournament import Settings, new_secret, statuses
from referee.clock import TimeControl
from referee.errors import UserError
from referee.rules import load

LOOK_SECONDS = 1.0
"""The least time between two looks at the results; what is decided does not depend on it."""
LOOK_SHARE = 0.1
"""How much of the time looking may take."""


def compare_bots(
    new: Annotated[str, typer.Argument(metavar="A", help="name or name@2: is this one better")],
    old: Annotated[str, typer.Argument(metavar="B", help="than this one?")],
    game: Annotated[str, typer.Option(help="A game's name, or a TOML file.")] = "american-hearts",
    players: Annotated[int | None, typer.Option(help="Seats at a table.")] = None,
    until: Annotated[
        str, typer.Option(help="Play until the answer is so certain, in per cent.")
    ] = "95%",
    deals: Annotated[
        int | None, typer.Option(min=4, help="Play so many deals instead, decided beforehand.")
    ] = None,
    gain: Annotated[
        float, typer.Option(help="Points a deal that would be worth having.")
    ] = Test.gain,
    decks: Annotated[int, typer.Option(min=1, help="Decks a match, each played twice.")] = 25,
    time: Annotated[
        str, typer.Option(help="Limit a turn, reserve a game, gain a turn, limit to be ready.")
    ] = str(TimeControl()),
    seed: Annotated[str | None, typer.Option(help="Makes the decks repeatable.")] = None,
    afresh: Annotated[
        bool, typer.Option("--new", help="Start anew, whatever was played before.")
    ] = False,
    workers: Workers = None,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> int:
    """Is A better than B? Asked again, it goes on where it was, or tells what came out."""
    rules = load(game, players)
    test = None if deals is not None else _test(until, gain)
    pairs = MOST_PAIRS if deals is None else -(-deals // 2)
    settings = Settings(
        rounds=-(-pairs // decks),
        decks=decks,
        time=time,
        test=None if test is None else asdict(test),
    )
    with opened(data, database) as store:
        known = versions(store)
        comparison = compare(
            store, rules, pick(known, new), pick(known, old), settings,
            secret=new_secret(seed), afresh=afresh,
        )  # fmt: skip
        screen = Console(stderr=True) if as_json else console()
        found, received = _play(store, comparison, screen, workers or default_workers())
        if as_json:
            tables.print_json(_json(store, comparison, found))
        else:
            screen.print(_lines(comparison, found))
            screen.print(verdict(comparison, found), soft_wrap=True, highlight=False)
            _print_faults(store, comparison, screen)
        if received and not found.decided:
            print("stopped; the same command goes on", file=sys.stderr)
            return 128 + received[0]
        return 0


def _test(until: str, gain: float) -> Test:
    try:
        certain = float(until.removesuffix("%")) / 100
    except ValueError:
        certain = 0.0
    if not 0.5 < certain < 1:
        raise UserError(f"--until {until!r}: write a percentage between 50 % and 100 %, like 95%")
    if gain <= 0:
        raise UserError(f"--gain {gain:g}: must be above 0")
    wrong = round(1 - certain, 12)
    return Test(gain=gain, alpha=wrong, beta=wrong)


def _play(
    store: Store, comparison: Comparison, screen: Console, workers: int
) -> tuple[Answer, list[int]]:
    """Plays until it is decided or stopped; returns what is known then, and the signal."""
    found = answer(store, comparison)
    next_look = 0.0

    def report(booked: int) -> None:
        nonlocal found, next_look
        start = clock.monotonic()
        if booked and start >= next_look:
            found = answer(store, comparison)
            end = clock.monotonic()
            next_look = end + max(LOOK_SECONDS, (end - start) / LOOK_SHARE)
        display.report(booked)

    with (
        stop_signals() as received,
        RunDisplay(store, comparison.run, screen, lambda: _lines(comparison, found)) as display,
    ):
        if not found.decided:
            run_matches(
                store,
                comparison.run,
                workers,
                report,
                lambda: bool(received) or found.decided,
            )
    return answer(store, comparison), received


def _lines(comparison: Comparison, found: Answer) -> Text:
    """What the pairs say so far, for the screen."""
    evidence, test = found.evidence, comparison.test
    lead = f"{evidence.mean:+.3f}"
    if found.margin is not None:
        lead += f" ± {found.margin:.3f} ({100 * found.confidence:g} %)"
    lines = [
        f"[bold]{escape(comparison.new.label)}[/] against [bold]{escape(comparison.old.label)}[/], "
        f"{comparison.run.rules.name}, {comparison.run.rules.seats} players",
        f"swap pairs  {evidence.pairs:,} of at most {comparison.pairs:,}, "
        f"{evidence.nonzero:,} of them with a difference",
        f"better by   {lead} points/deal",
    ]
    if test is not None:
        lines.append(
            f"LLR         {evidence.ratio:+.2f}; better at {test.upper:.2f}, "
            f"not better at {test.lower:.2f}, from {test.least} pairs on"
        )
    return Text.from_markup("\n".join(lines))


def verdict(comparison: Comparison, found: Answer) -> str:
    """The answer in plain words."""
    new, old, test = comparison.new.label, comparison.old.label, comparison.test
    decision = found.evidence.decision
    low, high = found.interval or (-inf, inf)
    final = decision != "open" or (test is None and found.complete)
    if final and low > 0:
        return f"{new} is better than {old}, by {low:.2f} to {high:.2f} points a deal."
    if final and high < 0:
        return f"{new} is worse than {old}, by {-high:.2f} to {-low:.2f} points a deal."
    if decision == "better":
        return f"{new} is better than {old}."
    if decision == "not better" and test is not None:
        return f"{new} is not better than {old}, not by {test.gain:g} points a deal."
    if found.margin is None:
        return "Not decided: too few pairs."
    return (
        f"Not decided: {new} is between {low:+.2f} and {high:+.2f} points a deal better than {old}."
    )


def _print_faults(store: Store, comparison: Comparison, screen: Console) -> None:
    by_version = totals(store, comparison.run.id)
    for version in (comparison.new, comparison.old):
        if version.id in by_version and by_version[version.id].faults:
            screen.print(f"{version.label}: {by_version[version.id].faults} faults", style="red")
    if quarantined := statuses(store, comparison.run.id)[MatchStatus.QUARANTINED]:
        screen.print(
            f"{quarantined} matches could not be played and do not count "
            f"(`ladder matches {comparison.run.name}` says why)"
        )


def _json(store: Store, comparison: Comparison, found: Answer) -> dict[str, Any]:
    faults = totals(store, comparison.run.id)
    test, evidence = comparison.test, found.evidence
    return {
        "name": comparison.run.name,
        "game": comparison.run.rules.name,
        "players": comparison.run.rules.seats,
        "new": comparison.new.label,
        "old": comparison.old.label,
        "verdict": verdict(comparison, found),
        "decision": evidence.decision,
        "decided": found.decided,
        "pairs": evidence.pairs,
        "nonzero_pairs": evidence.nonzero,
        "better_by": evidence.mean,
        "interval": found.interval,
        "confidence": found.confidence,
        "llr": None if test is None else evidence.ratio,
        "llr_bounds": None if test is None else [test.lower, test.upper],
        "test": None if test is None else asdict(test),
        "faults": {
            version.label: faults[version.id].faults if version.id in faults else 0
            for version in (comparison.new, comparison.old)
        },
    }
