"""The commands of the README do what it says, in its order, as a new user would type them."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\.venv/bin/(.+)$", README, re.MULTILINE)
MY_BOT = {
    "bot.toml": re.findall(r"```toml\n(.+?)```", README, re.DOTALL),
    "bot.py": re.findall(r"```python\n(.+?)```", README, re.DOTALL),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like a checkout, with the README's own bot in it."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "sample_bots").symlink_to(ROOT / "sample_bots")
    (folder / "my_bot").mkdir()
    for name, blocks in MY_BOT.items():
        (folder / "my_bot" / name).write_text(blocks[0], encoding="utf-8")
    return folder


def test_the_readme_has_commands_and_one_bot() -> None:
    assert len(COMMANDS) >= 10
    assert all(len(blocks) == 1 for blocks in MY_BOT.values())


@pytest.mark.processes
def test_the_commands_of_the_readme_work(folder: Path) -> None:
    environment = os.environ | {"HEARTS_ARENA_DATA": str(folder / "data"), "COLUMNS": "120"}
    for command in COMMANDS:
        program, *arguments = shlex.split(command)
        done = subprocess.run(
            [Path(sys.executable).parent / program, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        assert done.stdout, command


def test_the_make_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
