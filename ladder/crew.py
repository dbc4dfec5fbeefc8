"""Worker processes for matches: they die with the ladder, and are replaced when they die alone."""

import multiprocessing
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Self

from ladder import worker
from ladder.outcome import Outcome
from ladder.tournament import PlannedMatch

QUEUED_PER_WORKER = 2
LOST = worker.Failure("its worker process died")

Ending = tuple[PlannedMatch, Outcome | worker.Failure]


class Crew:
    """Use it with ``with``: leaving ends all workers, and what they were at is dropped."""

    def __init__(self, workers: int, log_file: Path) -> None:
        self._workers = workers
        self._log_file = log_file
        self._running: dict[Future[Outcome | worker.Failure], PlannedMatch] = {}

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _open(self) -> None:
        # Nothing is ever sent: workers see the sending end close, by our hand or by our death.
        context = multiprocessing.get_context("spawn")
        self._lifeline, self._end = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            self._workers, context, worker.start, (self._lifeline, self._log_file)
        )

    def _close(self) -> None:
        self._end.close()
        self._pool.shutdown(cancel_futures=True)
        self._lifeline.close()

    @property
    def running(self) -> int:
        """Matches given to the workers that have not ended."""
        return len(self._running)

    @property
    def room(self) -> int:
        """How many more matches keep the workers busy."""
        return max(0, self._workers * QUEUED_PER_WORKER - self.running)

    def start(self, match: PlannedMatch, task: worker.Task) -> None:
        """Gives a match to the workers."""
        try:
            future = self._pool.submit(worker.play, task)
        except BrokenProcessPool as error:
            future = Future()
            future.set_exception(error)
        self._running[future] = match

    def wait(self, seconds: float) -> list[Ending]:
        """The matches that ended meanwhile. When a worker died, all that were running are lost."""
        done, _ = wait(self._running, seconds, FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
            done, _ = wait(self._running)
            self._close()
            self._open()
        return [(self._running.pop(future), _ending(future)) for future in done]


def _ending(future: Future[Outcome | worker.Failure]) -> Outcome | worker.Failure:
    error = future.exception()
    if error is None:
        return future.result()
    return LOST if isinstance(error, BrokenProcessPool) else worker.Failure(str(error))
