"""The committed files that protoc writes, and what the modules load."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
GENERATED = ("referee_pb2.py", "referee_pb2.pyi", "referee_pb2_grpc.py")


def test_the_stubs_are_those_of_the_proto(tmp_path: Path) -> None:
    outputs = [f"--{kind}_out={tmp_path}" for kind in ("python", "pyi", "grpc_python")]
    compiler = [sys.executable, "-m", "grpc_tools.protoc", f"-I{ROOT}"]
    subprocess.run([*compiler, *outputs, "protocol/referee.proto"], cwd=ROOT, check=True)
    for name in GENERATED:
        committed = (ROOT / "protocol" / name).read_text(encoding="utf-8")
        renewed = (tmp_path / "protocol" / name).read_text(encoding="utf-8")
        assert committed == renewed, f"protocol/{name} is stale: run `make proto`"


@pytest.mark.parametrize("module", ["protocol.cards", "protocol.game_rules", "protocol.turn"])
def test_a_turn_can_be_had_without_grpc(module: str) -> None:
    code = f"import sys, {module}; print(*(name for name in sys.modules if 'grpc' in name))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == ""
