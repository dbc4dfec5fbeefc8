"""Shows how a run goes: bars and a live table on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from ladder.models import MatchStatus
from ladder.store import Store
from ladder.tournament import Tournament, statuses

TABLE_SECONDS = 1.0
"""The least time between two computations of the live table."""
TABLE_SHARE = 0.05
"""How much of the time the live table may take: a slow one comes less often."""
LINE_SECONDS = 10.0
"""The time between two plain lines."""


class RunDisplay:
    """Use it with ``with`` and call `report` a few times a second.

    ``view`` is what stands above the bar on a terminal, made anew now and then.
    """

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        console: Console,
        view: Callable[[], RenderableType],
    ) -> None:
        counts = statuses(store, tournament.id)
        self._view = view
        self._name = tournament.name
        self._console = console
        self._total = counts[MatchStatus.PLANNED] + counts[MatchStatus.DONE]
        self._done = counts[MatchStatus.DONE]
        self._next_table = self._next_line = 0.0
        self._progress = Progress(
            TextColumn(tournament.name),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("matches"),
            TimeElapsedColumn(),
            TextColumn("left:"),
            TimeRemainingColumn(),
        )
        self._task = self._progress.add_task("", total=self._total, completed=self._done)
        self._live = Live(self._progress, console=console, refresh_per_second=4)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.update(self._progress, refresh=True)
            self._live.stop()

    def report(self, booked: int) -> None:
        """Told how many matches were booked since the last time."""
        self._done += booked
        if self._console.is_terminal:
            self._progress.update(self._task, completed=self._done)
            if booked:
                self._renew_table()
        elif booked and (time.monotonic() >= self._next_line or self._done == self._total):
            self._next_line = time.monotonic() + LINE_SECONDS
            self._console.print(f"{self._name}: {self._done} of {self._total} matches")

    def _renew_table(self) -> None:
        start = time.monotonic()
        if start < self._next_table:
            return
        table = self._view()
        end = time.monotonic()
        self._next_table = end + max(TABLE_SECONDS, (end - start) / TABLE_SHARE)
        self._live.update(Group(table, self._progress))
