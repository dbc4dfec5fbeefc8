import json
import re
import socket
from pathlib import Path

import pytest

from referee.cli import main
from referee.rules import game_names, load
from tests.referee.bots import SAMPLES

LOWEST = str(SAMPLES / "lowest")
FOUR = [LOWEST] * 4


def bot(directory: Path, manifest: str) -> str:
    directory.mkdir()
    (directory / "bot.toml").write_text(manifest)
    return str(directory)


def trouble(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which the command refuses its arguments."""
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("referee: ")
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", *FOUR, "--game", "microsoft-heart"], "did you mean microsoft-hearts"),
        (["play", *FOUR, LOWEST], "has 4 seats here, but 5 bots came; .*--players 5"),
        (["play", *FOUR, LOWEST, "--players", "4"], "has 4 seats here, but 5 bots came"),
        (["play", *FOUR[:2], "--players", "2"], "2"),
        (["play", *FOUR[:3], "/nowhere"], "/nowhere: no such directory"),
        (["play", *FOUR, "--time", "move=soon"], "'move=soon'"),
        (["play", *FOUR, "--deals", "0"], "--deals"),
        (["play", *FOUR, "--deals", "1", "--games", "1"], "exclude each other"),
        (["play", *FOUR, "--listen", "0.0.0.0:7000"], "only addresses of this machine"),
        (["play", *FOUR, "--listen", "7000"], "write it like 127.0.0.1:50051"),
        (["play", *FOUR, "--record", "/nowhere/record"], "/nowhere/record: cannot be written"),
        (["play", *FOUR, "--record", "/dev/full"], "/dev/full: cannot be written: No space left"),
        (["play", *FOUR, "--log", "/dev/null/log"], "/dev/null/log: cannot be made"),
        (["play", *FOUR, "--seatings", "random"], "--seatings"),
        (["play"], "BOT"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["replay", "/nowhere/record"], "/nowhere/record: cannot be read"),
        (["sing"], "sing"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    message = trouble(capsys, *arguments)
    assert re.search(said, message), message


def test_a_manifest_without_a_run_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = bot(tmp_path / "broken", 'name = "broken"')
    assert "run is missing" in trouble(capsys, "play", *FOUR[:3], broken)


def test_a_missing_program_is_told_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = bot(tmp_path / "broken", 'name = "broken"\nrun = "no-such-program"')
    record = tmp_path / "record"
    message = trouble(capsys, "play", *FOUR[:3], broken, "--record", str(record))
    assert "there is no program 'no-such-program'" in message
    assert not record.exists()


def test_a_port_in_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        address = f"127.0.0.1:{other.getsockname()[1]}"
        record = tmp_path / "record"
        message = trouble(capsys, "play", *FOUR, "--listen", address, "--record", str(record))
    assert f"cannot listen on {address}: Address already in use" in message
    assert not record.exists()


@pytest.mark.processes
@pytest.mark.usefixtures("no_bot_left")
def test_a_match_prints_its_table_and_leaves_record_and_logs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record, logs = tmp_path / "record", tmp_path / "logs"
    chatty = bot(tmp_path / "chatty", 'name = "chatty"\nrun = "echo hello"')
    arguments = ["--game", "microsoft-hearts", "--deals", "2", "--seatings", "single"]
    files = ["--record", str(record), "--log", str(logs)]
    assert main(["play", *FOUR[:3], chatty, *arguments, *files]) == 0
    printed = capsys.readouterr()
    assert "chatty" in printed.out
    assert "1 start-failed" in printed.out
    assert "player 3, chatty, is out: exited with status 0 before it was ready" in printed.out
    assert printed.err.count("\n") <= 1  # what the sandbox lacks here
    assert (logs / "3-chatty.log").read_text() == "hello\n"
    assert len(list(logs.iterdir())) == 4

    assert main(["replay", str(record), "--deal", "2"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("deal 2") == 1
    assert "2 deals hold" in shown
    assert "2♣" in shown
    message = trouble(capsys, "replay", str(record), "--deal", "9")
    assert "there is no deal 9" in message


@pytest.mark.processes
@pytest.mark.usefixtures("no_bot_left")
def test_json_is_one_object_and_a_seed_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for _ in range(2):
        arguments = ["--deals", "2", "--seed", "7", "--json", "--tables", "3"]
        assert main(["play", *FOUR, *arguments]) == 0
        results.append(json.loads(capsys.readouterr().out))
    first, second = results
    assert (first["game"], first["tables"], first["void"]) == ("american-hearts", 8, None)
    assert first["commitment"] == second["commitment"]
    players = first["players"]
    assert [line["bot"] for line in players] == ["lowest"] * 4
    assert [line["points"] for line in players] == [line["points"] for line in second["players"]]
    assert all(sum(line["ranks"]) == 8 for line in players)
    assert all(line["faults"] == {} for line in players)


def test_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    listed = capsys.readouterr().out
    assert "american-hearts" in listed
    assert "microsoft-hearts" in listed
    assert main(["rules", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in games] == game_names()


@pytest.mark.parametrize("name", game_names())
def test_a_game_printed_as_toml_is_the_same_game_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    assert main(["rules", name, "--toml"]) == 0
    path = tmp_path / "house.toml"
    path.write_text(capsys.readouterr().out)
    assert load(path) == load(name)


def test_one_game_is_shown_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "microsoft-hearts"]) == 0
    assert "The holder of 2♣ leads to the first trick" in capsys.readouterr().out
    assert main(["rules", "american-hearts", "--players", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == 5
