"""Takes a bot's folder in: copied, named by its digest, built, registered. All of it or nothing."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from ladder.database import writing
from ladder.lock import hold
from ladder.store import Store, Version, add_version, versions
from referee.errors import UserError
from referee.launch import command
from referee.manifest import BotSpec, files_digest, read_manifest

MAX_FILES = 10_000
MAX_BYTES = 512 * 1024 * 1024
BUILD_SECONDS = 600
SHOWN_BYTES = 16 * 1024
"""How much of a failed build's output is shown, from its end."""


class BuildError(UserError):
    """A bot's build command failed; ``output`` is the end of what it wrote."""

    def __init__(self, message: str, output: str) -> None:
        super().__init__(message)
        self.output = output


@dataclass(frozen=True)
class Submission:
    """The version that a folder became; ``is_new`` is False when its files were known."""

    version: Version
    is_new: bool


def submit(store: Store, directory: Path) -> Submission:
    """Takes in the bot in this folder.

    Hidden files and Python's caches stay behind. Raises UserError (BuildError when the build
    command fails) and leaves nothing of the submission.
    """
    bot = read_manifest(directory)
    incoming = store.data / "bots" / ".incoming"
    with hold(store.data / "bots" / ".lock", "another submission"):
        try:
            return _take_in(store, bot, incoming)
        except OSError as error:
            raise UserError(f"{directory}: cannot be copied: {error}") from None
        finally:
            shutil.rmtree(incoming, ignore_errors=True)


def _take_in(store: Store, bot: BotSpec, incoming: Path) -> Submission:
    shutil.rmtree(incoming, ignore_errors=True)
    _copy(bot.directory, incoming)
    digest = files_digest(incoming)
    for version in versions(store):
        if version.digest == digest:
            return Submission(version, is_new=False)
    files = store.bot_files(digest)
    shutil.rmtree(files, ignore_errors=True)  # of a submission that was killed
    incoming.rename(files)
    try:
        _build(bot, files)
        _check_program(bot, files)
        with writing(store.engine) as connection:
            return Submission(add_version(connection, bot, digest), is_new=True)
    except BaseException:
        shutil.rmtree(files, ignore_errors=True)
        raise


def _copy(source: Path, target: Path) -> None:
    """Copies a bot's files. A link to a file within the folder becomes that file."""
    size = 0
    for count, path in enumerate(_files(source), 1):
        size += path.stat().st_size
        if count > MAX_FILES or size > MAX_BYTES:
            raise UserError(
                f"{source}: too large: at most {MAX_FILES:,} files and {MAX_BYTES >> 20} MiB"
            )
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        copy.chmod(0o755 if os.access(path, os.X_OK) else 0o644)


def _files(source: Path) -> Iterator[Path]:
    for folder, names, files in os.walk(source):
        names[:] = sorted(name for name in names if _counts(name))
        for name in sorted(filter(_counts, [*names, *files])):
            path = Path(folder, name)
            real = path.resolve()
            if path.is_symlink() and not (real.is_file() and real.is_relative_to(source)):
                raise UserError(f"{path}: a link may only lead to a file within the bot's folder")
            if name in names:
                continue
            if not real.is_file():
                raise UserError(f"{path}: is not a regular file")
            yield path


def _counts(name: str) -> bool:
    return not name.startswith(".") and name != "__pycache__"


def _check_program(bot: BotSpec, files: Path) -> None:
    try:
        command(replace(bot, directory=files))
    except UserError as error:
        raise UserError(str(error).replace(str(files), str(bot.directory))) from None


def _build(bot: BotSpec, files: Path) -> None:
    """Runs the build command in the folder where the bot will stay."""
    if bot.build is None:
        return
    with tempfile.TemporaryFile() as output:
        try:
            ending = _run(bot.build, files, output)
        except OSError as error:
            raise UserError(f"{bot.name}: build = {bot.build!r}: {error.strerror}") from None
        if ending is not None:
            output.seek(max(0, output.seek(0, os.SEEK_END) - SHOWN_BYTES))
            raise BuildError(
                f"{bot.name}: build = {bot.build!r} {ending}; nothing was submitted",
                output.read().decode(errors="replace"),
            )


def _run(line: str, directory: Path, output: BinaryIO) -> str | None:
    """Runs a command line; returns in words how it failed, or None."""
    search = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    process = subprocess.Popen(
        shlex.split(line),
        cwd=directory,
        env=os.environ | {"PATH": search},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        status = process.wait(BUILD_SECONDS)
    except subprocess.TimeoutExpired:
        return f"did not end within {BUILD_SECONDS} s"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return f"failed with status {status}" if status else None
