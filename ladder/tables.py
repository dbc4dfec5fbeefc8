"""What the ladder shows, as tables for the screen and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from ladder.matches import MatchLine
from ladder.standings import Duel, Standing
from ladder.store import Version
from ladder.tournament import Tournament

SURE = 0.975
"""The likelihood from which one bot is shown as the better one."""


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def ratings_table(tournament: Tournament, rows: Sequence[Standing]) -> Table:
    """The ratings as a table for the screen."""
    rules = tournament.rules
    table = Table(
        title=f"{tournament.name}: {rules.name}, {rules.seats} players",
        caption=_caption(tournament, rows),
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    table.add_column("#", justify="right")
    table.add_column("bot", style="bold")
    for heading in ("mu", "sigma", "score", "points/deal", "sets", "faults"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            str(row.rank),
            row.version.label,
            f"{row.skill.mu:.2f}",
            f"{row.skill.sigma:.2f}",
            f"{row.skill.conservative:.2f}",
            f"{row.fitted:.2f} {_plus_minus(row.margin)}",
            f"{row.average.sets}",
            f"[red]{row.faults}[/]" if row.faults else "0",
        )
    return table


def _plus_minus(margin: float | None) -> str:
    return "±   –" if margin is None else f"± {margin:.2f}"


def _caption(tournament: Tournament, rows: Sequence[Standing]) -> str:
    if not rows:
        return "nothing is booked yet"
    return (
        "score = mu - 3 sigma, more is better; points/deal at a table of\n"
        f"average bots, with 95 % interval: {_good(tournament)}"
    )


def _good(tournament: Tournament) -> str:
    return {
        "minimise": "fewer points are better",
        "maximise": "more points are better",
        "minimise_abs": "points close to zero are better",
    }[tournament.objective]


def ratings_json(rows: Sequence[Standing]) -> list[dict[str, Any]]:
    """The ratings as JSON values, with all digits."""
    return [
        {
            "rank": row.rank,
            "bot": row.version.label,
            "author": row.version.author,
            "digest": row.version.digest,
            "mu": row.skill.mu,
            "sigma": row.skill.sigma,
            "conservative": row.skill.conservative,
            "points_per_deal": row.average.points,
            "fitted_points": row.fitted,
            "fitted_margin_95": row.margin,
            "sets": row.average.sets,
            "deals": row.average.deals,
            "matches": row.matches,
            "faults": row.faults,
            "seconds_per_deal": row.seconds,
        }
        for row in rows
    ]


def matrix_table(tournament: Tournament, rows: Sequence[Sequence[Duel]]) -> Table:
    """Everybody against everybody: difference, interval and likelihood in a cell."""
    table = Table(
        title=f"{tournament.name}: row against column",
        caption="" if rows else "nothing is booked yet",
        caption_justify="left",
        box=SIMPLE_HEAD,
        show_lines=True,
        min_width=50,
    )
    table.add_column("bot", style="bold", no_wrap=True)
    for number in range(1, len(rows) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, duels in enumerate(rows):
        cells = [_cell(duel) for duel in duels]
        cells.insert(number, "")
        table.add_row(f"{number + 1} {duels[0].one.label}", *cells)
    if rows:
        table.caption = (
            "points/deal of row less column\n"
            f"({_good(tournament)}),\n"
            "95 % interval, likelihood that\nthe bot of the row is better"
        )
    return table


def matrix_width(rows: Sequence[object]) -> int:
    """Columns that a matrix needs."""
    return max(60, 24 + 10 * len(rows))


def _cell(duel: Duel) -> str:
    if duel.margin is None or duel.superiority is None:
        return f"{duel.difference:+.2f}\n±   –\n–"
    sure = "green" if duel.superiority > SURE else "red" if duel.superiority < 1 - SURE else "none"
    likelihood = f"[{sure}]{100 * duel.superiority:.1f} %[/]"
    return f"{duel.difference:+.2f}\n± {duel.margin:.2f}\n{likelihood}"


def matrix_json(rows: Sequence[Sequence[Duel]]) -> list[dict[str, Any]]:
    """All ordered pairs as JSON values, with all digits."""
    return [
        {
            "bot": duel.one.label,
            "against": duel.other.label,
            "difference": duel.difference,
            "margin_95": duel.margin,
            "superiority": duel.superiority,
        }
        for duels in rows
        for duel in duels
    ]


def bots_table(versions: Sequence[Version]) -> Table:
    """All submitted versions."""
    table = Table()
    for heading in ("bot", "author", "submitted", "digest"):
        table.add_column(heading)
    for version in versions:
        submitted = f"{version.submitted_at:%Y-%m-%d %H:%M} UTC"
        table.add_row(version.label, escape(version.author), submitted, version.digest[:12])
    return table


def bots_json(versions: Sequence[Version]) -> list[dict[str, Any]]:
    """All submitted versions as JSON values."""
    return [
        {
            "bot": version.label,
            "author": version.author,
            "submitted_at": version.submitted_at.isoformat(),
            "digest": version.digest,
            "run": version.run,
            "build": version.build,
        }
        for version in versions
    ]


def matches_table(tournament: Tournament, lines: Sequence[MatchLine]) -> Table:
    """The matches of a tournament, planned and played."""
    table = Table(title=tournament.name)
    table.add_column("#", justify="right")
    table.add_column("round", justify="right")
    table.add_column("status")
    table.add_column("points of the players")
    table.add_column("faults", justify="right")
    table.add_column("record, or trouble")
    for line in lines:
        table.add_row(
            str(line.number),
            str(line.round + 1),
            line.status.value,
            ", ".join(
                label if points is None else f"{label} {points:g}"
                for label, points in zip(line.players, line.points, strict=True)
            ),
            str(sum(line.faults)),
            escape(line.record or line.failure or ""),
        )
    return table


def matches_json(lines: Sequence[MatchLine]) -> list[dict[str, Any]]:
    """The matches as JSON values; players, points and faults by position."""
    return [asdict(line) for line in lines]
