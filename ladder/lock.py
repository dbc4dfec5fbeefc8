"""A file that one process at a time may hold."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import UserError


@contextmanager
def hold(path: Path, who: str) -> Iterator[None]:
    """Holds a lock file; the system releases it when the process dies, however it dies.

    Raises UserError when another process, ``who`` in words, holds it.
    """
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise UserError(
                f"{who} (process {file.read().strip() or 'unknown'}) is at work in "
                f"{path.parent}; wait until it ends or stop it"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
