"""A whole ladder in under a minute: ``python -m ladder.demo``, or ``make demo``."""

import os
import shutil
import sys
from importlib.resources import as_file, files
from pathlib import Path

from ladder.cli import guarded, play
from ladder.database import disposing
from ladder.store import open_store, versions
from ladder.submissions import submit
from ladder.tournament import Settings, new_secret, plan
from referee.errors import UserError
from referee.rules import load

DATA = Path("demo-data")
MARK = DATA / ".demo"
BOTS = ("random", "lowest", "duck", "heuristic")
GAME = "american-hearts"
SETTINGS = Settings(rounds=12, decks=8)
NEXT = f"""\
What to try next:
  export PATH="$PWD/{os.path.relpath(Path(sys.executable).parent)}:$PATH" HEARTS_ARENA_DATA={DATA}
  ladder ratings --by points                       the same table, sorted by points
  ladder matches                                   every match and its record
  referee replay {DATA}/records/demo/0-0.jsonl  play a record again and check it
  ladder submit DIR                                take your own bot in
  ladder tournament --run                          let it play all the others"""


def demo() -> int:
    """Submits the sample bots into a fresh folder, plays a round-robin and shows the ratings."""
    _fresh_folder()
    store = open_store(DATA)
    with disposing(store.engine):
        with as_file(files("sample_bots")) as folder:
            for name in BOTS:
                print(f"{submit(store, folder / name).version.label} submitted")
        tournament = plan(
            store, load(GAME), versions(store), SETTINGS, name="demo", secret=new_secret()
        )
        print(
            f"playing {SETTINGS.rounds} rounds of {GAME}, "
            f"{SETTINGS.decks} decks each, every deck from every seat"
        )
        status = play(store, tournament)
    if status == 0:
        print(NEXT)
    return status


def _fresh_folder() -> None:
    if DATA.exists():
        if not MARK.exists():
            raise UserError(f"{DATA} exists and is not of an earlier demo; move it away")
        print(f"removing the earlier demo's {DATA}")
        shutil.rmtree(DATA)
    try:
        DATA.mkdir()
        MARK.touch()
    except OSError as error:
        raise UserError(f"data directory {DATA}: cannot be written: {error.strerror}") from None
    print(f"everything of this demo goes to {DATA}")


if __name__ == "__main__":
    sys.exit(guarded(demo))
