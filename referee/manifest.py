"""A bot's manifest, ``bot.toml``: what it is called and how it is started."""

import hashlib
import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from referee.errors import UserError
from referee.limits import parse_limit

FILE_NAME: Final = "bot.toml"


class ManifestError(UserError):
    """A bot's folder or manifest that cannot be used; names the file and the key."""


@dataclass(frozen=True)
class BotSpec:
    """A bot to start: ``run`` is a command line for its own directory.

    ``limits`` are those that the bot needs, by name, as far as its manifest tells.
    """

    name: str
    directory: Path
    run: str
    build: str | None = None
    author: str = ""
    limits: dict[str, int] = field(default_factory=dict, hash=False)


def _command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not a command line: {error}") from None
    if not words:
        raise ValueError("the command is empty")
    return text


_Command = Annotated[str, AfterValidator(_command)]


def _limits(values: dict[str, str | int]) -> dict[str, int]:
    return {name: parse_limit(name, value) for name, value in values.items()}


_Limits = Annotated[dict[str, str | int], AfterValidator(_limits)]


class _Manifest(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)
    run: _Command
    author: str = Field("", max_length=200)
    build: _Command | None = None
    limits: _Limits = {}


def read_manifest(directory: Path) -> BotSpec:
    """The bot in a directory. Raises ManifestError, one line that names the file and the key."""
    path = directory / FILE_NAME
    if not directory.is_dir():
        raise ManifestError(f"{directory}: no such directory; a bot is a folder with a {FILE_NAME}")
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ManifestError(f"{path}: no such file; write at least name and run") from None
    except OSError as error:
        raise ManifestError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path}: is not TOML: {error}") from None
    try:
        manifest = _Manifest.model_validate(values)
    except ValidationError as error:
        raise ManifestError(f"{path}: {_explain(error)}") from None
    return BotSpec(directory=directory.resolve(), **manifest.model_dump())


def _explain(error: ValidationError) -> str:
    problem = error.errors()[0]
    key = ".".join(map(str, problem["loc"]))
    match problem["type"]:
        case "missing":
            example = {"name": 'name = "my-bot"', "run": 'run = "python bot.py"'}[key]
            return f"{key} is missing; write for example {example}"
        case "extra_forbidden":
            return f"{key} is not a key; allowed are {', '.join(_Manifest.model_fields)}"
        case "string_pattern_mismatch":
            return f"{key} = {problem['input']!r}: use lower-case letters, digits and hyphens"
    return f"{key}: {problem['msg'].removeprefix('Value error, ')}"


def files_digest(directory: Path) -> str:
    """A digest of a bot's files: SHA-256 over sorted relative paths, contents and executable bits.

    Hidden files and what Python caches do not count. Raises OSError.
    """
    total = hashlib.sha256()
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory)
        if any(part.startswith(".") or part == "__pycache__" for part in name.parts):
            continue
        if path.is_file():
            content = hashlib.sha256(path.read_bytes()).digest()
            mode = b"x" if path.stat().st_mode & 0o100 else b"-"
            total.update(name.as_posix().encode() + b"\0" + mode + content)
    return total.hexdigest()
