import asyncio
import json
import sys
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.launch import BotProcess, command
from referee.manifest import BotSpec
from referee.output import Output
from referee.sandbox.jail import Seat
from tests.referee.bots import script

pytestmark = [pytest.mark.processes, pytest.mark.usefixtures("no_bot_left")]


def outcome(bot: BotSpec, grace: float = 5.0) -> tuple[str, str]:
    """Start a bot, let it end within `grace` seconds, and return how it did and what it printed."""

    async def main() -> tuple[str, str]:
        seat = Seat(0, bot.directory / "session" / "0", "unix:/nowhere", "secret-token")
        process = await BotProcess.start(bot, seat)
        await process.stop(grace)
        return await process.wait(), bytes(process.output).decode()

    return asyncio.run(main())


def test_head_and_tail_of_the_output_are_kept() -> None:
    output = Output(head=4, tail=6)
    for piece in (b"ab", b"cdef", b"ghijklmnop", b"q"):
        output.add(piece)
    assert bytes(output) == b"abcd\n... 7 bytes left out ...\nlmnopq"
    output = Output(head=4, tail=6)
    output.add(b"abcdefgh")
    assert bytes(output) == b"abcdefgh"


def test_a_bot_finds_its_folder_its_seat_and_the_sdk(tmp_path: Path) -> None:
    code = (
        "import json, os, protocol.cards\n"
        "print(json.dumps([os.getcwd(), dict(os.environ)]))\n"
        "os.write(2, b'and this')"
    )
    how, printed = outcome(script(tmp_path, code))
    folder, environment = json.loads(printed.splitlines()[0])
    assert how == "exited with status 0"
    assert printed.endswith("and this")
    assert Path(folder) == tmp_path
    assert environment["HEARTS_ADDRESS"] == "unix:/nowhere"
    assert environment["HEARTS_TOKEN"] == "secret-token"
    assert environment["OMP_NUM_THREADS"] == "1"
    assert environment["PATH"].startswith(str(Path(sys.executable).parent))


def test_a_bot_does_not_see_the_environment_of_the_referee(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "hunter2")
    assert "hunter2" not in outcome(script(tmp_path, "import os; print(os.environ)"))[1]


@pytest.mark.parametrize(
    ("code", "grace", "end"),
    [
        ("raise SystemExit(3)", 20, "exited with status 3"),
        ("import os; os.abort()", 20, "was killed by SIGABRT"),
        ("import time; time.sleep(60)", 0.3, "was killed by SIGKILL"),
    ],
)
def test_how_a_bot_ended_is_said_in_words(
    tmp_path: Path, code: str, grace: float, end: str
) -> None:
    assert outcome(script(tmp_path, code), grace)[0] == end


def test_children_that_ignore_signals_are_killed_with_the_bot(tmp_path: Path) -> None:
    code = (
        "import os, signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print('bot', flush=True)\n"
        "if os.fork() == 0:\n"
        "    os.fork()\n"
        "    time.sleep(60)\n"
    )
    assert outcome(script(tmp_path, code))[0] == "exited with status 0"


@pytest.mark.parametrize("run", ["no-such-program bot.py", "./bot.py", "/nowhere/bot"])
def test_a_missing_program_is_named_before_anything_starts(tmp_path: Path, run: str) -> None:
    with pytest.raises(UserError, match=r"bot\.toml: run = .*: there is no program") as caught:
        command(BotSpec("a", tmp_path, run))
    assert repr(run.split()[0]) in str(caught.value)


def test_a_program_may_lie_in_the_folder_of_the_bot(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\necho $1 $2\n")
    program.chmod(0o755)
    assert outcome(BotSpec("a", tmp_path, "./bot 'one word' two"))[1] == "one word two\n"
