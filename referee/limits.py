"""What a bot may use of the machine: memory, processes, disk, and how much it may print."""

import re
from dataclasses import asdict, dataclass, fields, replace
from typing import Final

from referee.errors import UserError

MIB: Final = 1 << 20
_UNITS: Final = {"": 1, "KiB": 1 << 10, "MiB": MIB, "GiB": 1 << 30}
_LEAST: Final = {"memory": 16 * MIB, "processes": 1, "disk": 0, "output": 0}
EXAMPLE: Final = "memory=1GiB processes=128 disk=256MiB output=64MiB"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one bot with all its processes.

    ``memory`` in bytes; ``processes`` counts threads too; ``disk`` is what it may write to its
    private /tmp, in bytes; ``output`` is what it may print in a match, in bytes.
    """

    memory: int = 1024 * MIB
    processes: int = 128
    disk: int = 256 * MIB
    output: int = 64 * MIB

    @classmethod
    def parse(cls, text: str) -> "Limits":
        """Limits like ``memory=2GiB processes=64``; what is left out has its default.

        Raises UserError.
        """
        found: dict[str, int] = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals or name in found:
                raise UserError(f"--limits {text!r}: write it like {EXAMPLE!r}")
            try:
                found[name] = parse_limit(name, value)
            except ValueError as error:
                raise UserError(f"--limits {text!r}: {error}") from None
        return cls(**found)

    def __str__(self) -> str:
        return " ".join(f"{name}={show(name, value)}" for name, value in asdict(self).items())

    def for_bot(self, bot: str, asked: dict[str, int]) -> "Limits":
        """These limits, or the lower ones that a bot asked for. Raises UserError for higher."""
        for name, value in asked.items():
            most = getattr(self, name)
            if value > most:
                wanted, given = show(name, value), show(name, most)
                raise UserError(
                    f"{bot} needs {name} = {wanted} (its [limits]), this match gives {given}; "
                    f"raise it with --limits {name}={wanted}"
                )
        return replace(self, **asked)


NAMES: Final = tuple(field.name for field in fields(Limits))


def parse_limit(name: str, value: str | int) -> int:
    """A number, or a size such as ``512MiB``. Raises ValueError with a text for people."""
    if name not in NAMES:
        raise ValueError(f"there is no limit {name!r}; there are {', '.join(NAMES)}")
    sizes = name != "processes"
    found = re.fullmatch(r"(\d{1,15})([KMG]iB)?", str(value))
    if found is None or (found[2] and not sizes):
        raise ValueError(
            f"{name} = {value!r}: write {'a size like 512MiB' if sizes else 'a count'}"
        )
    number = int(found[1]) * _UNITS[found[2] or ""]
    if number < _LEAST[name]:
        raise ValueError(f"{name} = {value!r}: at least {show(name, _LEAST[name])}")
    return number


def show(name: str, value: int) -> str:
    """A limit as people write it."""
    if name != "processes":
        for unit in ("GiB", "MiB", "KiB"):
            if value and value % _UNITS[unit] == 0:
                return f"{value // _UNITS[unit]}{unit}"
    return str(value)
