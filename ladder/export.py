"""The results of a run for other programs: a row for each player of each set."""

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import TextIO

from ladder.log import read_log
from ladder.ratings import number
from ladder.store import Store, versions


class Format(StrEnum):
    """How results are written."""

    JSON = "json"
    CSV = "csv"


@dataclass(frozen=True)
class Row:
    """What one player made of one deck, over all its seatings.

    ``points`` are summed over the deals and ``exact`` is their text, which a number may round.
    """

    match: int
    deck: int
    position: int
    bot: str
    deals: int
    points: float
    exact: str


def rows(store: Store, run_id: int) -> Iterator[Row]:
    """All booked results of a run in the order of its plan."""
    labels = {version.id: version.label for version in versions(store)}
    for match, deck, entries in read_log(store, run_id):
        for position, (version, points, deals) in enumerate(entries):
            exact = str(points)
            yield Row(match, deck, position, labels[version], deals, number(points), exact)


def write(store: Store, run_id: int, form: Format, file: TextIO) -> None:
    """Writes the results, JSON as one list of objects."""
    if form is Format.JSON:
        json.dump([asdict(row) for row in rows(store, run_id)], file, ensure_ascii=False, indent=2)
        file.write("\n")
        return
    writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(asdict, rows(store, run_id)))
