"""Games and deals as text for people."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from rich.console import RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from protocol.cards import card_name, card_names
from referee.record import DealLine
from referee.replay import Replay, ReplayedDeal
from referee.rules import Rules
from referee.rules.describe import describe, summary

WIDEST: Final = 88
"""Columns of text that are comfortable to read."""
NOBODY: Final = 255


def games_table(games: list[Rules]) -> Table:
    """All games in a table."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("game", no_wrap=True)
    for title in ("players", "pack", "goal", "also called"):
        table.add_column(title)
    for game in map(summary, games):
        table.add_row(game.name, game.players, game.pack, game.goal, ", ".join(game.aliases))
    return table


def rules_text(rules: Rules) -> Iterator[RenderableType]:
    """The rules of a game to read at a table."""
    names = [rules.name, *([rules.book] if rules.book else []), *rules.aliases]
    yield Text(" · ".join(names), style="bold")
    if rules.description:
        yield Constrain(Text(" ".join(rules.description.split())), WIDEST)
    for section in describe(rules):
        yield Text(f"\n{section.title}", style="bold")
        lines = Table.grid(padding=(0, 1))
        for line in section.lines:
            lines.add_row("•", Text(line))
        yield Constrain(lines, WIDEST)


def _decisions(line: DealLine) -> Iterator[tuple[str, list[str]]]:
    """What was decided besides playing cards: rows of a kind and a cell for each seat."""
    for kind, actions in groupby(line.actions, key=lambda action: action[1]):
        if kind == "play":
            continue
        cells = [""] * len(line.seating)
        for seat, _, text, *_ in actions:
            cells[seat] += f" {text}" if cells[seat] else text
        yield kind, cells


def deal_text(replay: Replay, played: ReplayedDeal) -> Iterator[RenderableType]:
    """A deal trick by trick. A column for each seat; the leader is marked >, the winner *."""
    line, deal = played.line, played.deal
    names = [replay.header.bots[player].name for player in line.seating]
    yield f"table {line.table}, deck {line.deck}, deal {line.deal}; {names[line.dealer]} deals"
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("")
    for seat, name in enumerate(names):
        table.add_column(f"{seat} {name}")
    table.add_row("hand", *line.hands)
    for kind, cells in _decisions(line):
        table.add_row(kind, *cells)
    ends = [*deal.trick_starts[1:], len(deal.plays)]
    for number, (start, end) in enumerate(zip(deal.trick_starts, ends, strict=True), 1):
        cells = [""] * len(names)
        for place in range(start, end):
            seat = deal.play_seats[place]
            mark = ">" if place == start else " "
            cells[seat] += mark + card_name(deal.plays[place])
        winner = deal.trick_winners[number - 1]
        if winner != NOBODY:
            cells[winner] += "*"
        table.add_row(str(number), *cells)
    table.add_row("points", *map(str, line.points), style="bold")
    table.add_row("total", *map(str, line.totals))
    yield table
    for seat, kind, text, _, *fault in line.actions:
        if fault:
            yield f"fault of {seat} {names[seat]}: {fault[0]}, so {kind} {text or 'nothing'}"
    if deal.kitty:
        yield f"kitty: {card_names(deal.kitty)}"
    yield ""
