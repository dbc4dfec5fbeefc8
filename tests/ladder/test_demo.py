from pathlib import Path

import pytest

from ladder import demo
from ladder.cli import guarded
from ladder.tournament import Settings


def test_a_folder_that_is_not_of_a_demo_is_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    treasure = tmp_path / demo.DATA / "treasure"
    treasure.parent.mkdir()
    treasure.touch()
    assert guarded(demo.demo) == 2
    assert "demo-data exists and is not of an earlier demo" in capsys.readouterr().err
    assert treasure.exists()


@pytest.mark.processes
def test_the_demo_plays_and_says_what_to_try(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "SETTINGS", Settings(rounds=1, decks=1))
    (tmp_path / demo.DATA).mkdir()
    (tmp_path / demo.MARK).touch()
    (tmp_path / demo.DATA / "old").touch()
    assert guarded(demo.demo) == 0
    output = capsys.readouterr().out
    assert "removing the earlier demo's demo-data" in output
    assert not (tmp_path / demo.DATA / "old").exists()
    for bot in demo.BOTS:
        assert f"{bot}@1" in output
    record = output.partition("referee replay ")[2].split()[0]
    assert (tmp_path / record).is_file()
