"""Rules as a TOML file that ``load`` reads back to the same rules."""

import json
from collections.abc import Mapping
from typing import Any

from referee.rules.schema import Rules


def to_toml(rules: Rules) -> str:
    """All parameters but the number of seats, which whoever loads the file chooses.

    Keys of one group stand together; a parameter that is not set is written ``"none"``.
    """
    lines: list[str] = []
    group = "name"
    for key, value in rules.parameters().items():
        if key == "seats":
            continue
        new_group = key.split(".")[0] if "." in key else ""
        if new_group != group and lines:
            lines.append("")
        group = new_group
        if key == "points.modifiers":
            value = [
                {name: entry[name] for name in entry if entry[name] not in ("none", 0)}
                for entry in value
            ]
        lines.append(f"{key} = {toml_text('none' if value is None else value)}")
    return "\n".join(lines) + "\n"


def toml_text(value: Any) -> str:
    """A value of JSON or TOML types as TOML, on one line unless it is text of several."""
    if isinstance(value, Mapping):
        entries = [f"{_key(key)} = {toml_text(entry)}" for key, entry in value.items()]
        return f"{{ {', '.join(entries)} }}" if entries else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_text, value))}]"
    if isinstance(value, str):
        if "\n" in value:
            return '"""\n' + "\n".join(map(_escaped, value.split("\n"))) + '"""'
        return f'"{_escaped(value)}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key(key: object) -> str:
    text = str(key)
    bare = text.isascii() and text.replace("_", "").replace("-", "").isalnum()
    return text if bare else f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """The inside of a string: JSON's escapes are TOML's, which also wants the delete character."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")
