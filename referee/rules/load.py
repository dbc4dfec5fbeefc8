"""Games by name and house rules by file: TOML with a ``base`` and what differs from it."""

import difflib
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.rules.schema import GROUPS, Rules, RulesError, key_of

CATALOG = files("referee.rules") / "catalog"
KEYS = {key_of(field) for field in Rules.model_fields}
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
            found[alias.lower().replace(" ", "-")] = name
    return found


def load(name_or_path: str | Path, players: int | None = None) -> Rules:
    """The rules of a built-in game or of a TOML file, for this number of players.

    ``players`` defaults to the game's best number. Raises RulesError with one line that names the
    game, the key, the value and what is allowed.
    """
    label = str(name_or_path)
    values = _with_bases(label, ())
    values.setdefault("name", Path(label).stem)
    return build(values, players, label)


def build(values: dict[str, Any], players: int | None = None, label: str = "rules") -> Rules:
    """Rules from parameters by the rule book's keys, ``{"lock.cards": "♥"}``. Raises RulesError."""
    values = dict(values)
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
        raise RulesError(f"{label}: {_explain(error)}") from None
    try:
        rules.plan.check()
    except ValueError as error:
        raise RulesError(f"{label}: {error}") from None
    return rules


def _with_bases(label: str, seen: tuple[str, ...]) -> dict[str, Any]:
    if label in seen:
        raise RulesError(f"{label}: base: the bases go in a circle: {' -> '.join((*seen, label))}")
    values = _flatten(_read_toml(label), label)
    base = values.pop("base", None)
    if base is None:
        return values
    if not isinstance(base, str):
        raise RulesError(f"{label}: base: {base!r} is not the name of a game")
    inherited = _with_bases(base, (*seen, label))
    for key in ("book", "aliases", "description", "sources"):
        inherited.pop(key, None)
    if not label.endswith(".toml"):
        inherited["name"] = label
    return inherited | values


def _read_toml(label: str) -> dict[str, Any]:
    if label.endswith(".toml"):
        source: Any = Path(label)
    else:
        source = CATALOG / f"{label}.toml"
        if not source.is_file():
            if (alias := _aliases().get(label.lower().replace(" ", "-"))) is not None:
                return {"base": alias}
            near = difflib.get_close_matches(label, [*game_names(), *_aliases()], n=3)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise RulesError(f"there is no game {label!r}{hint} (`referee rules` lists them all)")
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"{label}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{label}: is not TOML: {error}") from None


def _flatten(table: dict[str, Any], label: str) -> dict[str, Any]:
    flat = {}
    for key, value in table.items():
        if key in GROUPS and isinstance(value, dict):
            for inner, entry in value.items():
                flat[f"{key}.{inner}"] = entry
        else:
            flat[key] = value
    for key in flat:
        if key not in KEYS and key != "base":
            near = difflib.get_close_matches(key, [*KEYS, "base"], n=3, cutoff=0.5)
            group = [known for known in sorted(KEYS) if known.split(".")[0] == key.split(".")[0]]
            allowed = ", ".join(near or group) or "see `referee rules NAME --toml`"
            raise RulesError(f"{label}: there is no parameter {key!r}; did you mean: {allowed}")
    return flat


def _explain(error: ValidationError) -> str:
    """The first problem, as 'key: 'value' is not allowed: reason'."""
    problem = error.errors()[0]
    where = ".".join(str(part) for part in problem["loc"])
    message = problem["msg"].removeprefix("Value error, ")
    message = message.replace("Input should be", "it should be")
    value = problem.get("input")
    return f"{where}: {message}" if repr(value) in message else f"{where} = {value!r}: {message}"
