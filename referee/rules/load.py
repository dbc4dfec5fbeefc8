"""Games by name and house rules by file: TOML with a ``base`` and what differs from it."""

import difflib
import os.path
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.rules.checks import check_players
from referee.rules.messages import explain, shown, unknown_key
from referee.rules.schema import GROUPS, Rules, RulesError, key_of

CATALOG = files("referee.rules") / "catalog"
KEYS = [key_of(field) for field in Rules.model_fields]
NOT_INHERITED = ("name", "book", "aliases", "description", "sources")
"""What belongs to one game alone."""
STRIP_SETS = {
    # RULES.md 2.1. M has no game for seven; F neither (the dealer of seven sits out).
    "M": {3: "2♣", 5: "2♣ 2♦", 6: "2♣ 2♦ 3♣ 2♠"},
    "C": {3: "2♣", 5: "2♣ 2♦", 6: "2♣ 2♦ 2♠ 2♥", 7: "2♣ 2♦ 2♠"},
    "F": {3: "2♠", 5: "2♠ 2♣", 6: "2♣ 2♦ 2♠ 2♥"},
    "W": {3: "2♠", 4: "2♠"},
}


@cache
def game_names() -> list[str]:
    """The names of all built-in games, sorted."""
    files_here = [entry.name for entry in CATALOG.iterdir()]
    return sorted(name.removesuffix(".toml") for name in files_here if name.endswith(".toml"))


@cache
def _aliases() -> dict[str, str]:
    found = {}
    for name in game_names():
        for alias in _read_toml(name).get("aliases", []):
            found[_plain(alias)] = name
    return found


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "-")


def load(name_or_path: str | Path, players: int | None = None) -> Rules:
    """The rules of a built-in game or of a TOML file, for this number of players.

    ``players`` defaults to the game's best number. Raises RulesError with one line that names the
    game, the key, the value and what is allowed.
    """
    source = _find(str(name_or_path))
    values = _with_bases(source, ())
    values.setdefault("name", Path(source).stem)
    return build(values, players, source)


def build(values: dict[str, Any], players: int | None = None, label: str = "rules") -> Rules:
    """Rules from parameters by the rule book's keys, ``{"lock.cards": "♥"}``. Raises RulesError."""
    values = dict(values)
    for key in values:
        if key not in KEYS:
            raise RulesError(f"{label}: {unknown_key(key, KEYS)}")
    if isinstance(named := values.get("pack.removed"), str):
        if named not in STRIP_SETS:
            raise RulesError(
                f"{label}: pack.removed: {named!r} is not a strip set; "
                f'write one of {", ".join(STRIP_SETS)} or a table such as {{ 3 = "2♣" }}'
            )
        values["pack.removed"] = STRIP_SETS[named]
    if players is not None:
        values["seats"] = players
    elif not values.get("seats"):
        values["seats"] = values.get("players.best", 4)
    try:
        rules = Rules.model_validate(values)
    except ValidationError as error:
        raise RulesError(f"{label}: {explain(error)}") from None
    try:
        check_players(rules)
        rules.plan.check()
    except ValueError as error:
        raise RulesError(f"{label}: {error}") from None
    return rules


# ---- files ---------------------------------------------------------------------------------------


def _find(label: str, folder: Path = Path()) -> str:
    """The name of a built-in game, by name or alias, or the path of a file seen from ``folder``."""
    if label.endswith(".toml"):
        return os.path.normpath(folder / label)
    name = _plain(label)
    if name in game_names():
        return name
    if alias := _aliases().get(name):
        return alias
    if "/" in label or Path(label).is_file():
        raise RulesError(f"{label}: the name of a file of rules ends in .toml")
    names = [*game_names(), *_aliases()]
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.85)
    near = near or difflib.get_close_matches(name, names, n=1)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise RulesError(f"there is no game {label!r}{hint} (`referee rules` lists them all)")


def _with_bases(source: str, seen: tuple[str, ...]) -> dict[str, Any]:
    """The parameters of a game or file, over those of its bases."""
    if source in seen:
        raise RulesError(f"the bases go in a circle: {' -> '.join((*seen, source))}")
    values = _flatten(_read_toml(source), source)
    base = values.pop("base", None)
    if base is None:
        return values
    if not isinstance(base, str):
        raise RulesError(f"{source}: base = {shown(base)}: it must be the name of a game or file")
    try:
        inherited = _with_bases(_find(base, Path(source).parent), (*seen, source))
    except RulesError as error:
        raise RulesError(f"{source}: base: {error}") from None
    for key in NOT_INHERITED:
        inherited.pop(key, None)
    return inherited | values


def _read_toml(source: str) -> dict[str, Any]:
    file = Path(source) if source.endswith(".toml") else CATALOG / f"{source}.toml"
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"{source}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{source}: is not TOML: it is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{source}: is not TOML: {error}") from None


def _flatten(table: dict[str, Any], source: str) -> dict[str, Any]:
    """Parameters by dotted key. Raises RulesError for a key that is none."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if key in GROUPS and isinstance(value, dict):
            _check_place(key, value, source)
            flat |= {f"{key}.{inner}": entry for inner, entry in value.items()}
        else:
            flat[key] = value
    for key, value in flat.items():
        if key not in KEYS and key != "base":
            raise RulesError(f"{source}: {unknown_key(key, KEYS)}")
        if isinstance(value, dict):
            _check_place(key, value, source)
    return flat


def _check_place(table: str, entries: dict[str, Any], source: str) -> None:
    """Raise RulesError for a parameter that a ``[table]`` line above it has swallowed."""
    for key, value in entries.items():
        is_group = key in GROUPS and isinstance(value, dict)
        if is_group or (key in (*KEYS, "base") and f"{table}.{key}" not in KEYS):
            raise RulesError(
                f"{source}: {key!r} stands in the table {table}; write it above the line [{table}]"
            )
