import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col

from ladder.cli import main
from ladder.compare import compare
from ladder.database import writing
from ladder.lock import hold
from ladder.log import book
from ladder.models import Rating
from ladder.outcome import Outcome
from ladder.store import Store
from ladder.tournament import Settings, planned_matches
from referee.rules import Score, load
from tests.ladder.conftest import plan_four, register


def refuse(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Runs a command that must fail; returns its one line."""
    assert main(list(map(str, arguments))) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert line.startswith("ladder: ")
    return line


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEARTS_ARENA_DATA", "HEARTS_ARENA_DATABASE"):
        monkeypatch.delenv(name, raising=False)


def test_a_data_directory_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "cannot be written" in refuse(capsys, "bots", "--data", file / "data")


@pytest.mark.parametrize(
    ("url", "trouble"),
    [
        ("nonsense", "is not a URL that works here"),
        ("postgresql://nobody@127.0.0.1:1/none", "127.0.0.1:1/none: connection"),
        ("sqlite:////no/such/folder/x.db", "unable to open database file"),
    ],
)
def test_a_bad_database(
    capsys: pytest.CaptureFixture[str], data: Path, url: str, trouble: str
) -> None:
    assert trouble in refuse(capsys, "bots", "--data", data, "--database", url)


@pytest.mark.parametrize("command", ["run", "ratings", "matches"])
def test_an_unknown_tournament(
    capsys: pytest.CaptureFixture[str], store: Store, command: str
) -> None:
    assert "plan one with `ladder tournament`" in refuse(capsys, command, "--data", store.data)
    plan_four(store)
    line = refuse(capsys, command, "other", "--data", store.data)
    assert "no tournament 'other'; there are: american-hearts-1" in line


def test_too_few_bots(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    register(store, "anna", "bert")
    line = refuse(capsys, "tournament", "--data", store.data)
    assert "only 2 bots are there to fill it; submit at least 2 more" in line


def test_bad_words_for_a_tournament(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    tournament = plan_four(store)

    def refused(*arguments: str) -> str:
        return refuse(capsys, "tournament", "--data", store.data, *arguments)

    assert "there is no game 'harts'" in refused("--game", "harts")
    assert "cannot read 'fast'" in refused("--time", "fast")
    assert "there is no bot 'emil'" in refused("anna", "emil")
    assert "use letters, digits" in refused("--name", "../up")
    assert "already; choose another" in refused("--name", tournament.name)
    assert "--rounds" in refused("--rounds", "0")
    assert "american-hearts" in refused("--players", "9")


def test_a_manifest_without_a_run_command(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"')
    assert "run is missing" in refuse(capsys, "submit", tmp_path, "--data", data)
    assert "no such directory" in refuse(capsys, "submit", tmp_path / "none", "--data", data)


def test_a_failing_build_shows_its_output(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    (tmp_path / "bot.toml").write_text(
        'name = "x"\nrun = "python bot.py"\nbuild = "python no-such-file.py"\n'
    )
    assert main(["submit", str(tmp_path), "--data", str(data)]) == 2
    *output, line = capsys.readouterr().err.splitlines()
    assert "No such file" in "\n".join(output)
    assert line.startswith("ladder: x: build = 'python no-such-file.py' failed with status 2")


def test_another_ladder_at_work(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    plan_four(store)
    with hold(store.data / "ladder.lock", "a test"):
        line = refuse(capsys, "run", "--data", store.data)
    assert f"another ladder (process {os.getpid()}) is at work in {store.data}" in line


def test_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such command 'play'" in refuse(capsys, "play")


def test_reading_commands_speak_json(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    tournament = plan_four(store)
    (match,) = planned_matches(store, tournament.id)
    outcome = Outcome({1: (0, 26, 26, 52)}, {1: 4}, (1.0, 1.0, 1.0, 1.0))
    book(store, [(match.id, outcome)])

    def read(*arguments: str) -> list[dict[str, Any]]:
        assert main([*arguments, "--json", "--data", str(store.data)]) == 0
        found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
        return found

    labels = [version.label for version in match.players]
    assert [row["bot"] for row in read("bots")] == labels
    by_points = read("ratings", "--by", "points")
    assert [(row["rank"], row["bot"], row["points_per_deal"]) for row in by_points] == [
        (1, labels[0], 0.0),
        (2, labels[1], 6.5),
        (2, labels[2], 6.5),
        (4, labels[3], 13.0),
    ]
    scores = [row["conservative"] for row in read("ratings")]
    assert scores == sorted(scores, key=float, reverse=True)
    (line,) = read("matches")
    assert (line["status"], line["players"], line["points"]) == ("done", labels, [0, 26, 26, 52])


def test_recompute_finds_a_digit_that_is_not_of_the_results(
    capsys: pytest.CaptureFixture[str], store: Store
) -> None:
    tournament = plan_four(store)
    (match,) = planned_matches(store, tournament.id)
    book(store, [(match.id, Outcome({1: (0, 26, 26, 52)}, {1: 4}, (1.0, 1.0, 1.0, 1.0)))])
    command = ["recompute", "--data", str(store.data)]
    assert main(command) == 0
    assert "no ratings were stored for these results; they are now" in capsys.readouterr().out
    assert main(command) == 0
    assert "to the last digit" in capsys.readouterr().out
    second = col(Rating.version_id) == match.players[1].id
    with writing(store.engine) as connection:
        connection.execute(update(Rating).where(second).values(mu=col(Rating.mu) + 1e-9))
    assert main(command) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "1 stored ratings differ from the results; bert@1: stored Skill(mu=" in line


def test_results_go_to_other_programs(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    tournament = plan_four(store)
    (match,) = planned_matches(store, tournament.id)
    sets: dict[int, tuple[Score, ...]] = {1: (0, 26, Fraction(9, 4), 52)}
    book(store, [(match.id, Outcome(sets, {1: 4}, (1.0, 1.0, 1.0, 1.0)))])
    assert main(["export", "--format", "csv", "--data", str(store.data)]) == 0
    header, first, _, third, _ = capsys.readouterr().out.splitlines()
    assert header == "match,deck,position,bot,deals,points,exact"
    assert (first, third) == ("1,1,0,anna@1,4,0.0,0", "1,1,2,cleo@1,4,2.25,9/4")
    assert main(["export", "--data", str(store.data)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["points"] for row in found] == [0.0, 26.0, 2.25, 52.0]


def test_the_matrix_is_everybody_against_everybody(
    capsys: pytest.CaptureFixture[str], store: Store
) -> None:
    tournament = plan_four(store)
    (match,) = planned_matches(store, tournament.id)
    sets: dict[int, tuple[Score, ...]] = {1: (0, 26, 26, 52), 2: (4, 20, 40, 40)}
    book(store, [(match.id, Outcome(sets, {1: 4, 2: 4}, (1.0, 1.0, 1.0, 1.0)))])
    assert main(["matrix", "--json", "--data", str(store.data)]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == 12
    first = next(row for row in rows if (row["bot"], row["against"]) == ("anna@1", "bert@1"))
    assert first["difference"] == pytest.approx(-(26 + 16) / 8)
    assert first["superiority"] > 0.99
    assert first["margin_95"] > 0
    assert main(["matrix", "--data", str(store.data)]) == 0
    assert "-5.25" in capsys.readouterr().out


def test_a_comparison_is_no_tournament(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    first, second = register(store, "anna", "bert")
    comparison = compare(store, load("american-hearts"), first, second, Settings(), secret=b"")
    for command in ("run", "ratings", "matrix", "recompute"):
        assert "no tournament" in refuse(capsys, command, "--data", store.data)
        named = refuse(capsys, command, comparison.run.name, "--data", store.data)
        assert "no tournament 'anna-1-vs-bert-1-1'" in named
    assert main(["matches", comparison.run.name, "--data", str(store.data)]) == 0


def test_tables_for_people(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    plan_four(store)
    empty = "nothing is booked yet"
    for command, word in (
        ("bots", "anna@1"),
        ("matches", "planned"),
        ("ratings", empty),
        ("matrix", empty),
    ):
        assert main([command, "--data", str(store.data)]) == 0
        assert word in capsys.readouterr().out
