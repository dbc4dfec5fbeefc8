"""What the commands share: their options, the store they work on, and the screen."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.console import Console

from ladder.database import disposing
from ladder.store import Store, open_store

PLAIN_WIDTH = 120
"""Columns of a table that goes to a file or a pipe."""

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", envvar="HEARTS_ARENA_DATA", help="Folder for bots, records and the database."
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="HEARTS_ARENA_DATABASE",
        help="URL, for PostgreSQL. Default: SQLite in the data folder.",
    ),
]
Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="Default: the newest.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Matches played at once. Default: half of the cores.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


@contextmanager
def stop_signals() -> Iterator[list[int]]:
    """Collects the first Ctrl-C or SIGTERM; a second one has its usual effect."""
    received: list[int] = []
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in usual.items():
            signal.signal(number, handler)

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        restore()

    for number in usual:
        signal.signal(number, stop)
    try:
        yield received
    finally:
        restore()


@contextmanager
def opened(data: Path | None, database: str | None) -> Iterator[Store]:
    """The store of these options, for the duration of a command."""
    store = open_store(data or user_data_path("hearts-arena"), database)
    with disposing(store.engine):
        yield store


def console() -> Console:
    """Standard output: as wide as the terminal, or fit for a file."""
    return Console() if sys.stdout.isatty() else Console(width=PLAIN_WIDTH)
