"""Builds the sample bots in other languages whose tools are here, and names the ones left out."""

import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

SAMPLES: Final = Path(__file__).parent
MORE_TOOLS: Final = {"cpp-duck": ("c++", "pkg-config", "protoc", "grpc_cpp_plugin")}
"""By bot, the programs that its build needs and its command lines do not start with."""


def lines(name: str) -> tuple[str | None, str]:
    """The build line (None: nothing to build) and the run line of a sample bot."""
    manifest = tomllib.loads((SAMPLES / name / "bot.toml").read_text(encoding="utf-8"))
    return manifest.get("build"), manifest["run"]


def built_bots() -> list[str]:
    """The names of the sample bots that must be built."""
    names = sorted(path.parent.name for path in SAMPLES.glob("*/bot.toml"))
    return [name for name in names if lines(name)[0] is not None]


def missing_tool(name: str) -> str | None:
    """A program that a sample bot needs and that is not here; None: all are."""
    programs = [shlex.split(line)[0] for line in lines(name) if line is not None]
    tools = [program for program in programs if "/" not in program]
    needed = (*tools, *MORE_TOOLS.get(name, ()))
    return next((tool for tool in needed if shutil.which(tool) is None), None)


def main() -> int:
    """Build one bot after the other; 1 if a build failed."""
    failed = False
    for name in built_bots():
        tool, build = missing_tool(name), lines(name)[0]
        if tool is not None:
            print(f"{name}: skipped, there is no {tool}", flush=True)
            continue
        print(f"{name}: {build}", flush=True)
        assert build is not None
        status = subprocess.run(shlex.split(build), cwd=SAMPLES / name, check=False).returncode
        if status:
            print(f"{name}: the build failed with status {status}", flush=True)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
