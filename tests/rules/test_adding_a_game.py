"""docs/adding-a-game.md quotes the code as it is."""

import re
import textwrap
from pathlib import Path

import pytest

from referee.rules.load import KEYS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
QUOTES = re.findall(
    r"^ *`([\w/.-]+)`:\n\n( *)```\w+\n(.*?)\n\2```$", TEXT, re.MULTILINE | re.DOTALL
)
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", TEXT, re.MULTILINE)[1:]
RULES = ROOT / "referee" / "rules"


def test_there_is_something_to_check() -> None:
    assert len(QUOTES) == TEXT.count("```") / 2
    assert len(ROWS) == 11


@pytest.mark.parametrize(("name", "quote"), [(name, quote) for name, _, quote in QUOTES])
def test_quotes_are_in_their_files(name: str, quote: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    wanted = textwrap.dedent(quote).splitlines()
    stretches = (lines[place : place + len(wanted)] for place in range(len(lines)))
    assert any(
        textwrap.dedent("\n".join(stretch)).splitlines() == wanted for stretch in stretches
    ), f"{name} does not have this any more:\n{quote}"


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_slots_exist(row: tuple[str, ...]) -> None:
    for column in row[1:]:
        files = "*.py"
        for name in re.findall(r"`(.+?)`", column):
            if name.endswith(".py"):
                files = name
                assert (RULES / name).exists()
            elif name not in KEYS:
                word = re.compile(rf"\b{name.strip(chr(34)).split('.')[-1]}\b")
                code = [path.read_text(encoding="utf-8") for path in RULES.glob(files)]
                assert any(map(word.search, code)), f"{name} is not in {files}"
