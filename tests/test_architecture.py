"""The plan of the house: who imports whom, how long a file may be, nothing left for later."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("protocol", "referee", "sample_bots", "ladder")
MAY_IMPORT = {
    "protocol": ("protocol",),
    "referee.rules": ("referee.rules", "protocol.cards"),
    "referee": ("referee", "protocol"),
    "sample_bots": ("sample_bots", "protocol", "referee.rules"),
    "ladder": ("ladder", "referee", "protocol"),
}
IMPURE = ("asyncio", "grpc", "random", "secrets", "socket", "subprocess", "threading", "time")
"""What the rules never import, so that a deal follows from its cards and actions alone."""
LONGEST_FILE = 350
BUILT = {".build", "node_modules"}
"""Folders in which the sample bots keep what building them makes."""
LEFT_FOR_LATER = ("TO" + "DO", "FIX" + "ME", "NotImplemented" + "Error")
FOR_THE_AUTHOR = (ROOT / "protocol" / "bot.py", LEFT_FOR_LATER[2])
"""The one method that every author of a bot writes."""

Found: TypeAlias = Iterator[tuple[str, str]]
"""Module -> a module that it imports."""


def files(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> list[Path]:
    """Source files that people write; generated ones are left out."""
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes and "_pb2" not in path.name and not BUILT & set(path.parts)
    ]


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports when it runs, with ``from a import b`` as ``a.b``."""
    for node in running(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def running(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below a node but those that only a type checker sees."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        yield child
        yield from running(child)


def package_of(module: str) -> str:
    """The longest key of MAY_IMPORT that a module is in."""
    return max((name for name in MAY_IMPORT if is_in(module, (name,))), key=len)


def is_in(module: str, names: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(name + ".") for name in names)


def arrows() -> Found:
    for path in files(*PACKAGES):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield from ((module, imported) for imported in imports(path))


def test_imports_follow_the_arrows() -> None:
    of_ours = (*PACKAGES, "tests", "benchmarks")
    seen = [(module, imported) for module, imported in arrows() if is_in(imported, of_ours)]
    wrong = [
        f"{module} imports {imported}"
        for module, imported in seen
        if not is_in(imported, MAY_IMPORT[package_of(module)])
    ]
    assert {package_of(module) for module, _ in seen} == set(MAY_IMPORT)
    assert not wrong


def test_the_rules_are_pure() -> None:
    wrong = [
        f"{module} imports {imported}"
        for module, imported in arrows()
        if is_in(module, ("referee.rules", "protocol.cards")) and is_in(imported, IMPURE)
    ]
    assert not wrong


@pytest.mark.parametrize("module", ["protocol.cards", "referee.rules"])
def test_cards_and_rules_load_without_grpc(module: str) -> None:
    code = f"import sys, {module}; print(*(name for name in sys.modules if 'grpc' in name))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == ""


def test_files_are_short() -> None:
    sources = files(*PACKAGES, "tests", "benchmarks", suffixes=(".py", ".proto"))
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources}
    assert {str(path): length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_nothing_is_left_for_later() -> None:
    suffixes = (".py", ".proto", ".toml", ".md", ".html", ".js", ".css", ".mako")
    sources = [*files(*PACKAGES, "tests", "benchmarks", "docs", suffixes=suffixes)]
    sources += [path for path in ROOT.iterdir() if path.suffix in (".md", ".toml")]
    left = [
        f"{path}: {word}"
        for path in sources
        for word in LEFT_FOR_LATER
        if word in path.read_text(encoding="utf-8") and (path, word) != FOR_THE_AUTHOR
    ]
    assert not left
