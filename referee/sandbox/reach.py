"""What a bot must be able to read: system libraries, the interpreter with the SDK, its program."""

import sys
from pathlib import Path
from typing import Final

import protocol
import referee

SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS: Final = (
    "/etc/alternatives", "/etc/group", "/etc/ld.so.cache", "/etc/localtime", "/etc/nsswitch.conf",
    "/etc/passwd",
)  # fmt: skip
"""Names and links without which common programs do not start; nothing that is secret."""


def settings() -> list[Path]:
    """The files of /etc that are there."""
    java = Path("/etc").glob("java-*")
    return [path for path in (*map(Path, SETTINGS), *java) if path.exists()]


def readable(program: Path) -> list[Path]:
    """Trees and files outside the system's that a bot with this program needs."""
    found = [Path(sys.prefix), Path(sys.base_prefix), *packages(), *_installation(program)]
    outside = [path for path in found if not _is_within(path, map(Path, SYSTEM))]
    trees = sorted(set(outside), key=lambda path: len(path.parts))
    kept: list[Path] = []
    for path in trees:
        if not _is_within(path, kept):
            kept.append(path)
    return kept


def packages() -> list[Path]:
    """The packages that a Python bot may import from us, wherever they are installed."""
    return [Path(next(iter(package.__path__))) for package in (protocol, referee)]


def _installation(program: Path) -> list[Path]:
    """A program, and the tree it is installed in, unless that is someone's home."""
    real = program.resolve()
    tree = real.parent.parent if real.parent.name == "bin" else real.parent
    home = Path.home()
    private = home.is_relative_to(tree) or tree.is_relative_to(home)
    return [program] if private or len(tree.parts) < 3 else [program, tree]


def _is_within(path: Path, trees: "list[Path] | map[Path]") -> bool:
    return any(path.is_relative_to(tree) for tree in trees)
