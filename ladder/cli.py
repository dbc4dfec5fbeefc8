"""The `ladder` command."""

import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from sqlalchemy.exc import DBAPIError

from ladder import tables
from ladder.cli_compare import compare_bots
from ladder.export import Format, write
from ladder.log import check_snapshot, save_snapshot
from ladder.matches import match_lines
from ladder.models import MatchStatus
from ladder.options import Data, Database, Json, Name, Workers, console, opened, stop_signals
from ladder.progress import RunDisplay
from ladder.ratings import Order
from ladder.runner import default_workers, run_matches
from ladder.standings import matrix, standings
from ladder.store import Store, Version, newest, pick, versions
from ladder.submissions import BuildError, submit
from ladder.tournament import (
    Settings,
    Tournament,
    find,
    find_any,
    new_secret,
    plan,
    plan_again,
    statuses,
)
from referee.clock import TimeControl
from referee.errors import UserError
from referee.rules import RulesError, load

app = typer.Typer(
    help="Take bots in, let them play tournaments, and see which one is better.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("compare")(compare_bots)


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
    with opened(data, database) as store:
        for directory in directories:
            submission = submit(store, directory)
            news = "submitted" if submission.is_new else "is known already, the files are the same"
            print(f"{submission.version.label} {news}")


@app.command()
def bots(data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """List all submitted versions."""
    with opened(data, database) as store:
        known = versions(store)
    if as_json:
        tables.print_json(tables.bots_json(known))
    else:
        console().print(tables.bots_table(known))


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
    with opened(data, database) as store:
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
    with opened(data, database) as store:
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
    with opened(data, database) as store:
        planned = find(store, name)
        rows = standings(store, planned, by)
        if as_json:
            tables.print_json(tables.ratings_json(rows))
        else:
            console().print(tables.ratings_table(planned, rows))


@app.command("matrix")
def show_matrix(
    name: Name = None, data: Data = None, database: Database = None, as_json: Json = False
) -> None:
    """Compare every pair: points, their interval, and how likely who is better."""
    with opened(data, database) as store:
        planned = find(store, name)
        rows = matrix(store, planned)
        if as_json:
            tables.print_json(tables.matrix_json(rows))
        else:
            screen = console()
            screen.print(tables.matrix_table(planned, rows), width=tables.matrix_width(rows))


@app.command()
def recompute(name: Name = None, data: Data = None, database: Database = None) -> int:
    """Compute the ratings anew from the results; check that the stored digits are the same."""
    with opened(data, database) as store:
        planned = find(store, name)
        wrong = check_snapshot(store, planned.id, planned.objective, partners=planned.partners)
        if wrong is None:
            save_snapshot(store, planned.id, planned.objective, partners=planned.partners)
            print(f"{planned.name}: no ratings were stored for these results; they are now")
        elif wrong:
            labels = {version.id: version.label for version in versions(store)}
            version, (stored, fresh) = next(iter(wrong.items()))
            print(
                f"ladder: {planned.name}: {len(wrong)} stored ratings differ from the results; "
                f"{labels[version]}: stored {stored}, recomputed {fresh}",
                file=sys.stderr,
            )
            return 1
        else:
            print(f"{planned.name}: the stored ratings are those of the results, to the last digit")
        return 0


@app.command()
def matches(
    name: Name = None, data: Data = None, database: Database = None, as_json: Json = False
) -> None:
    """List the matches of a tournament, or of a comparison."""
    with opened(data, database) as store:
        planned = find_any(store, name)
        lines = match_lines(store, planned.id)
        if as_json:
            tables.print_json(tables.matches_json(lines))
        else:
            console().print(tables.matches_table(planned, lines))


@app.command("export")
def export_results(
    name: Name = None,
    form: Annotated[Format, typer.Option("--format", help="How to write them.")] = Format.JSON,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write every booked result of a tournament, or of a comparison, to standard output."""
    with opened(data, database) as store:
        write(store, find_any(store, name).id, form, sys.stdout)


def play(store: Store, planned: Tournament, workers: int | None = None) -> int:
    """Plays a tournament with everything on the screen.

    Returns the exit status: 0, 1 when matches are quarantined, or 128 and the signal that stopped.
    """
    screen = console()

    def view() -> Table:
        return tables.ratings_table(planned, standings(store, planned))

    if not statuses(store, planned.id)[MatchStatus.PLANNED]:
        print(f"{planned.name}: nothing is left to play")
    with stop_signals() as received, RunDisplay(store, planned, screen, view) as display:
        run_matches(
            store, planned, workers or default_workers(), display.report, lambda: bool(received)
        )
    save_snapshot(store, planned.id, planned.objective, partners=planned.partners)
    screen.print(view())
    counts = statuses(store, planned.id)
    if quarantined := counts[MatchStatus.QUARANTINED]:
        print(
            f"{quarantined} matches are quarantined (`ladder matches` says why); "
            f"try them again with: ladder run {planned.name} --retry"
        )
    if left := counts[MatchStatus.PLANNED]:
        print(f"stopped with {left} matches to play; go on with: ladder run {planned.name}")
    return 128 + received[0] if received else int(quarantined > 0)


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
