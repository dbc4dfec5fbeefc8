"""What is wrong with a parameter, in one plain line: key, value, what is allowed."""

import difflib
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from referee.rules.toml import toml_text

EXAMPLES = {
    "pack.removed": '{ 3 = "2♣" }',
    "kitty.size": "{ 3 = 3, 4 = 2 }",
    "points.cards": '{ "♥" = 1, "Q♠" = 13 }',
    "points.modifiers": '[{ kind = "double", card = "Q♥", target = "♥" }]',
    "exchange.schedule": '["left 3", "right 3", "hold"]',
    "aliases": '["Hearts"]',
    "sources": '["S0"]',
}
WANTED = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "bytes_type": 'cards in quotes, such as "2♣ 2♦"',
    "is_instance_of": 'cards in quotes, such as "♥ Q♠"',
    "dict_type": "a table",
    "tuple_type": "a list",
    "model_type": "a table",
}
"""pydantic's kind of an error -> what it should have been."""


def explain(error: ValidationError) -> str:
    """The first problem that pydantic found."""
    problems = error.errors()
    key = problems[0]["loc"][0]
    return _explain(str(key), [entry for entry in problems if entry["loc"][0] == key])


def _explain(key: str, problems: Sequence[ErrorDetails]) -> str:
    problem = problems[0]
    value, place = problem["input"], problem["loc"][1:]
    match problem["type"]:
        case "value_error":
            return f"{_place(key, place)}: {problem['msg'].removeprefix('Value error, ')}"
        case "extra_forbidden":
            return f"{_place(key, place[:-1])}: there is no entry {place[-1]!r}; {_example(key)}"
        case "missing":
            return f"{_place(key, place[:-1])}: {place[-1]} is missing; {_example(key)}"
    if place[-1:] == ("[key]",):
        return f"{key}: {place[0]!r} is not a number of players, 2 to 11; {_example(key)}"
    if len(problems) > 1 and len(problem["loc"]) == 2 and isinstance(place[0], str):
        # A value of several types: pydantic reports each, with the type at the end of the place.
        place = ()
    else:
        problems = problems[:1]
    wanted = " or ".join(dict.fromkeys(map(_wanted, problems)))
    hint = f", such as {EXAMPLES[key]}" if wanted in ("a table", "a list") else ""
    return f"{_place(key, place)} = {shown(value)}: it must be {wanted}{hint}"


def _place(key: str, place: Sequence[int | str]) -> str:
    """``points.modifiers, entry 2, kind`` or ``pack.removed.3``."""
    text = key
    for part in place:
        if part == "[key]":
            continue
        if isinstance(part, int):
            text += f", entry {part + 1}"
        else:
            text += f", {part}" if "entry" in text else f".{part}"
    return text


def _wanted(problem: ErrorDetails) -> str:
    limits = problem.get("ctx", {})
    match problem["type"]:
        case "literal_error":
            return str(limits["expected"])
        case "greater_than_equal":
            return f"{limits['ge']} or more"
        case "less_than_equal":
            return f"{limits['le']} or less"
    return WANTED[problem["type"]]


def _example(key: str) -> str:
    return f"write it like {EXAMPLES[key]}"


def shown(value: Any) -> str:
    """A value as it may be written in TOML, text in single quotes."""
    return repr(value) if isinstance(value, str) else toml_text(value)


def unknown_key(key: str, known: Sequence[str]) -> str:
    """What to say about a key that is no parameter, with what may have been meant."""
    group = [name for name in known if name.startswith(f"{key}.")]
    if group:
        return f"{key} is a group of parameters; write one of {', '.join(group)}"
    near = [name for name in known if name.replace(".", "_") == key.replace(".", "_")]
    near = near or difflib.get_close_matches(key, known, n=3, cutoff=0.6)
    if near:
        return f"there is no parameter {key!r}; did you mean {' or '.join(near)}?"
    siblings = [name for name in known if name.split(".")[0] == key.split(".")[0]]
    if siblings:
        return f"there is no parameter {key!r}; {key.split('.')[0]} has {', '.join(siblings)}"
    return f"there is no parameter {key!r} (`referee rules NAME --toml` shows them all)"
