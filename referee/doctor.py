"""What `referee doctor` prints: layer by layer, what this machine enforces on bots."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table

from referee.errors import UserError
from referee.sandbox.layers import Layer, choose, layers


def report_json() -> dict[str, Any]:
    """The layers, what `auto` makes of them, and whether `required` would run."""
    auto = choose("auto")
    return {
        "auto": auto.wall.value,
        "required": _refusal() is None,
        "warning": auto.warning,
        "layers": [
            {
                "name": layer.name,
                "works": layer.works,
                "enforces": layer.enforces,
                "why_not": layer.why_not,
                "advice": layer.advice,
            }
            for layer in layers()
        ],
    }


def report() -> Group:
    """The same for the screen."""
    table = Table(box=SIMPLE_HEAD)
    for title in ("layer", "", "enforces"):
        table.add_column(title, overflow="fold")
    for layer in layers():
        table.add_row(layer.name, "yes" if layer.works else "no", layer.enforces)
    auto, refusal = choose("auto"), _refusal()
    return Group(
        table,
        *[line for layer in layers() for line in _advice(layer)],
        f"--sandbox auto uses: {auto.wall.value}",
        f"--sandbox required: {'works here' if refusal is None else 'refuses to play here'}",
    )


def _advice(layer: Layer) -> list[str]:
    if layer.works:
        return []
    what_to_do = f"\n    {layer.advice}" if layer.advice else ""
    return [f"{layer.name}: {layer.why_not}{what_to_do}"]


def _refusal() -> str | None:
    try:
        choose("required")
    except UserError as error:
        return str(error)
    return None
