"""What people and programs read of a match: the table on the screen, and the JSON object."""

from collections import Counter
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table

from referee.match import MatchPlan, MatchResult
from referee.rules import Score, commitment
from referee.rules.score import Gaussian, squared_size


@dataclass(frozen=True)
class Line:
    """One player's line of the result.

    ``points`` is the mean per deal (or game), ``error`` its standard error over decks, None when
    there is only one. ``ranks`` counts how often the player came first, second and so on.
    """

    player: int
    bot: str
    points: float
    error: float | None
    ranks: tuple[int, ...]
    faults: dict[str, int]
    out: str | None
    seconds: float
    turns: int


def summary(plan: MatchPlan, result: MatchResult) -> list[Line]:
    """A line for each player, in the order of the match."""
    return [_line(plan, result, player) for player in range(len(plan.bots))]


def _line(plan: MatchPlan, result: MatchResult, player: int) -> Line:
    # Deals of the same deck are not independent, so each deck counts as one observation.
    by_deck: dict[int, list[float]] = {}
    ranks = [0] * plan.rules.seats
    for table in result.tables:
        if player in table.seating:
            seat = table.seating.index(player)
            by_deck.setdefault(table.deck, []).append(_number(table.points[seat]))
            ranks[table.ranks[seat] - 1] += 1
    means = [mean(points) for points in by_deck.values()]
    faults = Counter(str(fault.fault) for fault in result.faults if fault.player == player)
    return Line(
        player=player,
        bot=plan.bots[player].name,
        points=mean(means) if means else 0.0,
        error=stdev(means) / sqrt(len(means)) if len(means) > 1 else None,
        ranks=tuple(ranks),
        faults=dict(faults),
        out=result.out[player],
        seconds=result.seconds[player],
        turns=result.turns[player],
    )


def _number(score: Score) -> float:
    """A score as a number; of a complex one the distance from zero, which is what counts."""
    return sqrt(squared_size(score)) if isinstance(score, Gaussian) else float(score)


def result_json(plan: MatchPlan, result: MatchResult) -> dict[str, Any]:
    """The result as one JSON object."""
    return {
        "game": plan.rules.name,
        "seats": plan.rules.seats,
        "unit": "game" if plan.games else "deal",
        "decks": len(plan.decks),
        "seatings": plan.seatings,
        "tables": len(result.tables),
        "time": str(plan.time),
        "max_faults": plan.max_faults,
        "commitment": commitment(plan.secret),
        "void": result.void,
        "players": [asdict(line) for line in summary(plan, result)],
        "faults": [asdict(fault) for fault in result.faults],
    }


def result_table(plan: MatchPlan, result: MatchResult) -> Group:
    """The result for the screen, the best player first, and why who is out."""
    unit = "game" if plan.games else "deal"
    title = f"{plan.rules.name}: {len(result.tables)} {unit}s, decks: {len(plan.decks)}"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    titles = (
        "",
        "bot",
        f"points per {unit}",
        f"ranks 1-{plan.rules.seats}, %",
        "faults",
        "seconds",
    )
    for name in titles:
        words = name in ("bot", "faults")
        table.add_column(name, justify="left" if words else "right", no_wrap=True)
    lines = summary(plan, result)
    lines.sort(key=lambda line: -line.points if plan.rules.high_is_good else line.points)
    for line in lines:
        total = max(1, sum(line.ranks))
        faults = ", ".join(f"{count} {fault}" for fault, count in line.faults.items())
        table.add_row(
            str(line.player),
            line.bot,
            f"{line.points:.2f}" + (f" ± {line.error:.2f}" if line.error is not None else ""),
            " ".join(f"{100 * count / total:3.0f}" for count in line.ranks),
            faults or "none",
            f"{line.seconds:.1f}",
        )
    out = (f"player {line.player}, {line.bot}, is out: {line.out}" for line in lines if line.out)
    return Group(table, *out)
