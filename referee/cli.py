"""The `referee` command."""

import hashlib
import json
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from referee import doctor as doctor_report
from referee.clock import TimeControl
from referee.errors import UserError
from referee.limits import EXAMPLE, Limits
from referee.manifest import read_manifest
from referee.match import MatchPlan, MatchResult, Seatings, run_match, seatings
from referee.replay import replay as replay_record
from referee.report import result_json, result_table
from referee.rules import Rules, RulesError, game_names, load
from referee.rules.toml import to_toml
from referee.sandbox.layers import Mode
from referee.server import parse_listen
from referee.show import deal_text, games_table, rules_text

app = typer.Typer(
    help="Let bots play Hearts and its relatives against each other, by the rules and the clock.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status. All errors of the user end here, in one line."""
    try:
        return app(args=arguments, prog_name="referee", standalone_mode=False) or 0
    except (UserError, RulesError) as error:
        message = str(error)
    except typer.TyperException as error:
        message = f"{error.format_message()} (see `referee --help`)"
    print(f"referee: {message}", file=sys.stderr)
    return 2


@app.command()
def play(
    bots: Annotated[list[Path], typer.Argument(metavar="BOT...", help="Folders with a bot.toml.")],
    game: Annotated[str, typer.Option(help="A game's name, or a TOML file.")] = "american-hearts",
    players: Annotated[int | None, typer.Option(help="Seats at the table.")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="Decks to play. Default: 10.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Whole games, not deals.")] = None,
    seating: Annotated[
        Seatings, typer.Option("--seatings", help="Seatings under which each deck is played.")
    ] = "cyclic",
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 16,
    seed: Annotated[str | None, typer.Option(help="Makes the decks repeatable.")] = None,
    time: Annotated[
        str, typer.Option(help="Limit a turn, reserve a game, gain a turn, limit to be ready.")
    ] = str(TimeControl()),
    max_faults: Annotated[int, typer.Option(min=0, help="A bot with more is out.")] = 10,
    record: Annotated[Path | None, typer.Option(help="Write the match record here.")] = None,
    listen: Annotated[str | None, typer.Option(help="HOST:PORT in place of unix sockets.")] = None,
    log: Annotated[Path | None, typer.Option(help="Folder for what the bots print.")] = None,
    sandbox: Annotated[
        Mode, typer.Option(help="Walls around bots: the best there is, or no match without them.")
    ] = "auto",
    limits: Annotated[
        str, typer.Option(help=f"Most that a bot may use. Default: {EXAMPLE}.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> None:
    """Play a match and print the result."""
    specs = tuple(map(read_manifest, bots))
    rules = _rules_for(game, players, len(specs))
    if deals is not None and games is not None:
        raise UserError("--deals and --games exclude each other")
    plan = MatchPlan(
        rules=rules,
        bots=specs,
        secret=_secret(seed),
        decks=tuple(range(1, (games or deals or 10) + 1)),
        seatings=seatings(seating, len(specs)),
        tables=tables,
        time=TimeControl.parse(time),
        max_faults=max_faults,
        games=games is not None,
        sandbox=sandbox,
        limits=Limits.parse(limits),
    )
    address = parse_listen(listen) if listen is not None else None
    if log is not None:
        _make_folder(log)
    with _progress() as show:
        result = run_match(plan, record=record, on_progress=show, listen=address, warn=_warn)
    if log is not None:
        _write_logs(log, plan, result)
    if as_json:
        print(json.dumps(result_json(plan, result), ensure_ascii=False))
    else:
        Console().print(result_table(plan, result))
    if result.void is not None:
        print(f"referee: the match is void: {result.void}", file=sys.stderr)
        raise typer.Exit(1)


def _warn(text: str) -> None:
    print(f"referee: {text}", file=sys.stderr)


def _rules_for(game: str, players: int | None, bots: int) -> Rules:
    rules = load(game, players)
    if rules.seats != bots:
        hint = "" if players is not None else f"; for another number add --players {bots}"
        raise UserError(f"{rules.name} has {rules.seats} seats here, but {bots} bots came{hint}")
    return rules


def _secret(seed: str | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(32)
    return hashlib.sha256(b"hearts-arena seed " + seed.encode()).digest()


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on stderr, where that is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("tables"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made: {error.strerror}") from None


def _write_logs(folder: Path, plan: MatchPlan, result: MatchResult) -> None:
    for player, (bot, output) in enumerate(zip(plan.bots, result.output, strict=True)):
        path = folder / f"{player}-{bot.name}.log"
        try:
            path.write_bytes(output)
        except OSError as error:
            raise UserError(f"{path}: cannot be written: {error.strerror}") from None


@app.command()
def doctor(as_json: Json = False) -> None:
    """Show what this machine can enforce on bots, why not the rest, and what to do about it."""
    if as_json:
        _print_json(doctor_report.report_json())
    else:
        Console(highlight=False).print(doctor_report.report())


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="A game's name, or a TOML file.")] = None,
    players: Annotated[int | None, typer.Option(help="Seats at the table.")] = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print a file for house rules.")] = False,
    as_json: Json = False,
) -> None:
    """List the games, or show the rules of one: built in, or house rules in a file."""
    console = Console()
    if name is None:
        games = [load(game) for game in game_names()]
        if as_json:
            _print_json([game.parameters() for game in games])
        else:
            console.print(games_table(games))
        return
    game = load(name, players)
    if toml:
        print(to_toml(game), end="")
    elif as_json:
        _print_json(game.parameters())
    else:
        for part in rules_text(game):
            console.print(part)


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A match record.")],
    deal: Annotated[int | None, typer.Option(help="Show only deals with this number.")] = None,
) -> None:
    """Play a match record again, check that it holds, and show its deals trick by trick."""
    record = replay_record(file)
    shown = [played for played in record.deals if deal in (None, played.line.deal)]
    if deal is not None and not shown:
        raise UserError(f"{file}: there is no deal {deal}")
    console = Console(highlight=False)
    for played in shown:
        for part in deal_text(record, played):
            console.print(part)
    end = "" if record.complete else "; the record ends early"
    print(f"{file}: {len(record.deals)} deals hold{end}")
