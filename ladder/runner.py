"""Plays the planned matches of a run and books what comes back."""

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ladder import log, schedule
from ladder.crew import Crew
from ladder.lock import hold
from ladder.models import RunKind
from ladder.outcome import Outcome
from ladder.store import Store
from ladder.tournament import PlannedMatch, Tournament, planned_matches
from ladder.worker import Task
from referee.errors import UserError
from referee.match import seatings

TRIES_ALONE = 3
"""A match that fails this often with nothing beside it is quarantined."""
MOST_QUARANTINED = 3
"""So many in a row mean that the machine is in trouble, not the matches."""
TICK_SECONDS = 0.2
LOG_FILE = "ladder.log"

Report = Callable[[int], None]
"""Told, a few times a second, how many matches were booked since the last time."""


def default_workers() -> int:
    """Half of the cores: the referee and the bots of a match share the work between them."""
    return max(1, (os.cpu_count() or 1) // 2)


class Queue:
    """Which matches to start. Pure: knows no process.

    A match that failed, or that ran when a worker died, is a suspect: it runs again with nothing
    beside it, so that nobody is blamed for another's trouble.
    """

    def __init__(self, matches: Iterable[PlannedMatch]) -> None:
        self._waiting = deque(matches)
        self._suspects: deque[PlannedMatch] = deque()
        self._tries: Counter[int] = Counter()
        self._alone = False

    def __bool__(self) -> bool:
        return bool(self._waiting or self._suspects)

    def take(self, running: int, room: int) -> Iterator[PlannedMatch]:
        """The matches to start now, while so many are running and there is room for more."""
        if running and (self._alone or self._suspects):
            return
        self._alone = bool(self._suspects)
        if self._suspects:
            yield self._suspects.popleft()
            return
        while self._waiting and room > 0:
            yield self._waiting.popleft()
            room -= 1

    def failed(self, match: PlannedMatch) -> bool:
        """Queues a match that failed once more, or returns False when it has failed enough."""
        self._tries[match.id] += self._alone
        if self._tries[match.id] >= TRIES_ALONE:
            return False
        self._suspects.append(match)
        return True


def run_matches(
    store: Store,
    tournament: Tournament,
    workers: int,
    report: Report,
    is_stopping: Callable[[], bool],
) -> None:
    """Plays and books until nothing is planned, or `is_stopping`: then running matches are dropped.

    Raises UserError when another ladder works in this folder, or when matches keep failing.
    """
    quarantined = 0
    with (
        hold(store.data / "ladder.lock", "another ladder"),
        Crew(workers, store.data / LOG_FILE) as crew,
    ):
        queue = Queue(planned_matches(store, tournament.id))
        while (queue or crew.running) and not is_stopping():
            for match in queue.take(crew.running, crew.room):
                crew.start(match, _task(store, tournament, match))
            endings = crew.wait(TICK_SECONDS)
            good = [(match.id, end) for match, end in endings if isinstance(end, Outcome)]
            report(log.book(store, good) if good else 0)
            for match, end in endings:
                if isinstance(end, Outcome):
                    quarantined = 0
                    continue
                again = queue.failed(match)
                log.note_failure(store, match.id, end.reason, quarantine=not again)
                quarantined += not again
                if quarantined >= MOST_QUARANTINED:
                    raise UserError(
                        f"{quarantined} matches in a row failed for no bot's fault, the last with: "
                        f"{end.reason} (see {store.data / LOG_FILE})"
                    )


def _task(store: Store, tournament: Tournament, match: PlannedMatch) -> Task:
    settings, rules = tournament.settings, tournament.rules
    swapped = tournament.kind is RunKind.COMPARISON
    return Task(
        match_id=match.id,
        parameters=rules.parameters(),
        seats=rules.seats,
        seatings=schedule.swap_pair(match.round, rules.teams)
        if swapped
        else seatings("cyclic", rules.seats),
        bots=tuple(version.spec(store.bot_files(version.digest)) for version in match.players),
        secret=schedule.match_secret(tournament.secret, match.round, match.group),
        decks=schedule.decks(match.round, settings.decks),
        time=settings.time,
        max_faults=settings.max_faults,
        tables=settings.tables,
        data=store.data,
        record=Path("records", tournament.name, f"{match.round}-{match.group}.jsonl"),
    )
