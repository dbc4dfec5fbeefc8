"""The `ladder` command."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.console import Console
from sqlalchemy.exc import DBAPIError

from ladder import tables
from ladder.database import disposing
from ladder.log import save_snapshot
from ladder.matches import match_lines
from ladder.models import MatchStatus
from ladder.progress import RunDisplay
from ladder.ratings import Order
from ladder.runner import default_workers, run_matches
from ladder.standings import standings
from ladder.store import Store, Version, newest, open_store, pick, versions
from ladder.submissions import BuildError, submit
from ladder.tournament import Settings, Tournament, find, new_secret, plan, plan_again, statuses
from referee.clock import TimeControl
from referee.errors import UserError
from referee.rules import RulesError, load

PLAIN_WIDTH = 120
"""Columns of a table that goes to a file or a pipe."""

app = typer.Typer(
    help="Take bots in, let them play tournaments, and see which one is better.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    return guarded(lambda: app(args=arguments, prog_name="ladder", standalone_mode=False) or 0)


def guarded(action: Callable[[], int]) -> int:
    """Does something and returns its exit status. All errors of the user end here, in one line."""
    try:
        return action()
    except BuildError as error:
        print(error.output.rstrip("\n"), file=sys.stderr)
        message = str(error)
    except (UserError, RulesError) as error:
        message = str(error)
    except typer.TyperException as error:
        message = f"{error.format_message()} (see `ladder --help`)"
    except typer.Abort:
        print("ladder: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except DBAPIError as error:
        message = f"database: {str(error.orig).strip().splitlines()[0]}"
    print(f"ladder: {message}", file=sys.stderr)
    return 2


@app.command("submit")
def submit_bots(
    directories: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Folders with a bot.toml.")
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Take bots in: copied, built, and registered as a new version."""
    with _open(data, database) as store:
        for directory in directories:
            submission = submit(store, directory)
            news = "submitted" if submission.is_new else "is known already, the files are the same"
            print(f"{submission.version.label} {news}")


@app.command()
def bots(data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """List all submitted versions."""
    with _open(data, database) as store:
        known = versions(store)
    if as_json:
        tables.print_json(tables.bots_json(known))
    else:
        _console().print(tables.bots_table(known))


@app.command()
def tournament(
    entrants: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BOT]...", help="name or name@1. Default: the newest of all."),
    ] = None,
    game: Annotated[str, typer.Option(help="A game's name, or a TOML file.")] = "american-hearts",
    players: Annotated[int | None, typer.Option(help="Seats at a table.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Each with new decks.")] = 1,
    decks: Annotated[int, typer.Option(min=1, help="Decks a match, in all rotations.")] = 4,
    time: Annotated[
        str, typer.Option(help="Limit a turn, reserve a game, gain a turn, limit to be ready.")
    ] = str(TimeControl()),
    seed: Annotated[str | None, typer.Option(help="Makes the decks repeatable.")] = None,
    name: Annotated[str | None, typer.Option(help="Default: the game and a number.")] = None,
    at_once: Annotated[bool, typer.Option("--run", help="Play it at once.")] = False,
    workers: Workers = None,
    data: Data = None,
    database: Database = None,
) -> int:
    """Plan a round-robin: everybody against everybody, each pair equally often."""
    with _open(data, database) as store:
        planned = plan(
            store,
            load(game, players),
            _entrants(versions(store), entrants),
            Settings(rounds=rounds, decks=decks, time=time),
            name=name,
            secret=new_secret(seed),
        )
        print(_summary(store, planned))
        if at_once:
            return play(store, planned, workers)
        print(f"start it with: ladder run {planned.name}")
        return 0


@app.command()
def run(
    name: Name = None,
    workers: Workers = None,
    retry: Annotated[
        bool, typer.Option("--retry", help="Play quarantined matches again, too.")
    ] = False,
    data: Data = None,
    database: Database = None,
) -> int:
    """Play what is planned and not yet booked. Stop it as you like, and run it again to go on."""
    with _open(data, database) as store:
        planned = find(store, name)
        if retry:
            plan_again(store, planned.id)
        return play(store, planned, workers)


@app.command()
def ratings(
    name: Name = None,
    by: Annotated[Order, typer.Option(help="What to sort by.")] = "trueskill",
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Show who is better: TrueSkill, and points per deal with their interval."""
    with _open(data, database) as store:
        planned = find(store, name)
        rows = standings(store, planned, by)
        if as_json:
            tables.print_json(tables.ratings_json(rows))
        else:
            _console().print(tables.ratings_table(planned, rows))


@app.command()
def matches(
    name: Name = None, data: Data = None, database: Database = None, as_json: Json = False
) -> None:
    """List the matches of a tournament."""
    with _open(data, database) as store:
        planned = find(store, name)
        lines = match_lines(store, planned.id)
        if as_json:
            tables.print_json(tables.matches_json(lines))
        else:
            _console().print(tables.matches_table(planned, lines))


def play(store: Store, planned: Tournament, workers: int | None = None) -> int:
    """Plays a tournament with everything on the screen.

    Returns the exit status: 0, 1 when matches are quarantined, or 128 and the signal that stopped.
    """
    console = _console()
    if not statuses(store, planned.id)[MatchStatus.PLANNED]:
        print(f"{planned.name}: nothing is left to play")
    with _stop_signals() as received, RunDisplay(store, planned, console) as display:
        run_matches(
            store, planned, workers or default_workers(), display.report, lambda: bool(received)
        )
    save_snapshot(store, planned.id, planned.objective, partners=planned.partners)
    console.print(tables.ratings_table(planned, standings(store, planned)))
    counts = statuses(store, planned.id)
    if quarantined := counts[MatchStatus.QUARANTINED]:
        print(
            f"{quarantined} matches are quarantined (`ladder matches` says why); "
            f"try them again with: ladder run {planned.name} --retry"
        )
    if left := counts[MatchStatus.PLANNED]:
        print(f"stopped with {left} matches to play; go on with: ladder run {planned.name}")
    return 128 + received[0] if received else int(quarantined > 0)


@contextmanager
def _stop_signals() -> Iterator[list[int]]:
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
def _open(data: Path | None, database: str | None) -> Iterator[Store]:
    store = open_store(data or user_data_path("hearts-arena"), database)
    with disposing(store.engine):
        yield store


def _console() -> Console:
    return Console() if sys.stdout.isatty() else Console(width=PLAIN_WIDTH)


def _entrants(known: list[Version], labels: list[str] | None) -> list[Version]:
    chosen = newest(known) if not labels else [pick(known, label) for label in labels]
    return sorted(set(chosen), key=lambda version: version.id)


def _summary(store: Store, planned: Tournament) -> str:
    settings, rules = planned.settings, planned.rules
    total = statuses(store, planned.id)[MatchStatus.PLANNED]
    deals = total * settings.decks * rules.seats
    return (
        f"planned {planned.name}: {rules.name} at tables of {rules.seats}, "
        f"{total:,} matches of {settings.decks} decks in {rules.seats} rotations, {deals:,} deals"
    )
