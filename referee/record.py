"""The match record: one JSON object a line.

It is written as the match goes, so that a killed referee leaves a readable beginning. The first
line is the header; then comes a line for each finished deal and each fault; then the result and,
last, the secret of the decks, whose commitment stands in the header. Cards are text.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from protocol.cards import card_names, parse_cards
from referee.errors import UserError
from referee.faults import Fault, PlayerFault
from referee.rules import Kind, Score
from referee.table import PlayedDeal

FORMAT: Final = "hearts-arena-match"
VERSION: Final = 1
CARD_KINDS: Final = frozenset((Kind.PASS, Kind.PLAY, Kind.EXPOSE, Kind.BURY))
"""Decisions whose options are cards; the options of the others are numbers."""

ScoreText = int | str
ActionText = tuple[int, str, str, float | None] | tuple[int, str, str, float | None, Fault]
"""Seat, kind, choice, milliseconds (null: nobody was asked) and the fault, if there was one."""


class RecordError(UserError):
    """A record that cannot be read or does not hold; names the file, the line and the trouble."""

    def __init__(self, path: Path, line: int, trouble: str) -> None:
        super().__init__(f"{path}:{line}: {trouble}")
        self.line = line


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BotEntry(_Line):
    """A player of the match: the bot's name and the digest of its files."""

    name: str
    author: str
    digest: str


class Header(_Line):
    """What was decided before the first card. ``rules`` are all parameters of the game."""

    type: Literal["header"] = "header"
    format: Literal["hearts-arena-match"] = FORMAT
    version: Literal[1] = VERSION
    seats: int
    rules: dict[str, Any]
    bots: list[BotEntry]
    unit: Literal["deal", "game"]
    decks: list[int]
    seatings: list[tuple[int, ...]]
    time: str
    max_faults: int
    commitment: str


class DealLine(_Line):
    """One deal. ``deck`` is the unit's number in the match, ``deal`` the deal's number in it."""

    type: Literal["deal"] = "deal"
    table: int
    deck: int
    deal: int
    seating: tuple[int, ...]
    dealer: int
    cards: str
    hands: list[str]
    actions: list[ActionText]
    points: list[ScoreText]
    totals: list[ScoreText]


class FaultLine(_Line):
    """One fault as booked on a player."""

    type: Literal["fault"] = "fault"
    player: int
    fault: Fault
    reason: str
    table: int
    deal: int


class TableLine(_Line):
    """What one table counts, by seat."""

    deck: int
    seating: tuple[int, ...]
    points: list[ScoreText]
    ranks: list[int]
    deals: int


class ResultLine(_Line):
    """The result of the match; ``void`` is the reason when it does not count."""

    type: Literal["result"] = "result"
    tables: list[TableLine]
    seconds: list[float]
    void: str | None


class RevealLine(_Line):
    """The secret of the decks, in hexadecimal."""

    type: Literal["reveal"] = "reveal"
    secret: str


Line = Header | DealLine | FaultLine | ResultLine | RevealLine
_READ_LINE: Final = TypeAdapter[Line](Annotated[Line, Field(discriminator="type")])


def score_text(score: Score) -> ScoreText:
    """A number for an integer, text such as ``9/4`` or ``3+2i`` otherwise."""
    return score if isinstance(score, int) else str(score)


def action_text(kind: Kind, action: bytes) -> str:
    """``Q♠ K♠`` for cards, ``3`` for a bid; the empty text when nothing was chosen."""
    return card_names(action) if kind in CARD_KINDS else " ".join(map(str, action))


def parse_action(kind: Kind, text: str) -> bytes:
    """The inverse of `action_text`. Raises ValueError."""
    return parse_cards(text) if kind in CARD_KINDS else bytes(map(int, text.split()))


class RecordWriter:
    """Writes a record, a line at a time. Raises UserError when the file cannot be written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise self._trouble(error.strerror) from None

    def _trouble(self, reason: str | None) -> UserError:
        return UserError(f"{self._path}: cannot be written: {reason}")

    def write(self, line: Line) -> None:
        """Add a line of any type."""
        self._put(line.model_dump(mode="json"))

    def deal(self, table: int, deck: int, seating: tuple[int, ...], deal: PlayedDeal) -> None:
        """Add a deal, without the detour through a model: there are many."""
        names = _KIND_NAMES
        actions: list[tuple[Any, ...]] = []
        for seat, kind, action, seconds, fault in deal.actions:
            milliseconds = None if seconds is None else round(seconds * 1000, 3)
            entry = (seat, names[kind], action_text(kind, action), milliseconds)
            actions.append(entry if fault is None else (*entry, fault))
        self._put(
            {
                "type": "deal",
                "table": table,
                "deck": deck,
                "deal": deal.number,
                "seating": seating,
                "dealer": deal.dealer,
                "cards": card_names(deal.deck),
                "hands": [card_names(hand) for hand in deal.hands],
                "actions": actions,
                "points": list(map(score_text, deal.points)),
                "totals": list(map(score_text, deal.totals)),
            }
        )

    def fault(self, fault: PlayerFault) -> None:
        """Add a fault."""
        self.write(
            FaultLine(
                player=fault.player,
                fault=fault.fault,
                reason=fault.reason,
                table=fault.table,
                deal=fault.deal,
            )
        )

    def _put(self, line: dict[str, Any]) -> None:
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            written = self._file.write(data)
        except OSError as error:
            raise self._trouble(error.strerror) from None
        if written != len(data):
            raise self._trouble("the disk is full")

    def close(self) -> None:
        """End the file."""
        self._file.close()


_KIND_NAMES: Final = {kind: kind.name.lower() for kind in Kind}


def read_record(path: Path) -> Iterator[tuple[int, Line]]:
    """The lines of a record with their numbers, the header first.

    A last line that was cut off, because the referee was killed, is left out. Raises RecordError.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(path, 1, "is not a match record: not UTF-8 text") from None
    for number, text in enumerate(lines, 1):
        if number == len(lines) and not text.endswith("\n"):
            return
        try:
            line = _READ_LINE.validate_json(text)
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(map(str, problem["loc"][1:]))
            raise RecordError(path, number, f"{where} {problem['msg']}".strip()) from None
        if isinstance(line, Header) is not (number == 1):
            raise RecordError(path, number, "the header must be the first line, and only that")
        yield number, line
    if not lines:
        raise RecordError(path, 1, "the file is empty")
