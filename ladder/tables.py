"""What the ladder shows, as tables for the screen and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.markup import escape
from rich.table import Table

from ladder.matches import MatchLine
from ladder.standings import Standing
from ladder.store import Version
from ladder.tournament import Tournament


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
    )
    table.add_column("#", justify="right")
    table.add_column("bot", style="bold")
    for heading in ("mu", "sigma", "score", "points/deal", "± 95 %", "sets", "matches", "faults"):
        table.add_column(heading, justify="right")
    for row in rows:
        average, margin = row.average, row.average.margin
        table.add_row(
            str(row.rank),
            row.version.label,
            f"{row.skill.mu:.2f}",
            f"{row.skill.sigma:.2f}",
            f"{row.skill.conservative:.2f}",
            f"{average.points:.2f}",
            "–" if margin is None else f"{margin:.2f}",
            f"{average.sets}",
            f"{row.matches}",
            f"[red]{row.faults}[/]" if row.faults else "0",
        )
    return table


def _caption(tournament: Tournament, rows: Sequence[Standing]) -> str:
    if not rows:
        return "nothing is booked yet"
    good = {
        "minimise": "fewer points are better",
        "maximise": "more points are better",
        "minimise_abs": "points close to zero are better",
    }[tournament.objective]
    return f"score = mu - 3 sigma, more is better; {good}"


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
            "standard_error": row.average.error,
            "margin_95": row.average.margin,
            "sets": row.average.sets,
            "deals": row.average.deals,
            "matches": row.matches,
            "faults": row.faults,
            "seconds_per_deal": row.seconds,
        }
        for row in rows
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
