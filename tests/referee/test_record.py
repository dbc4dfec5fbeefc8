import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.clock import TimeControl
from referee.errors import UserError
from referee.faults import Fault, PlayerFault
from referee.match import jobs_in_order
from referee.record import (
    BotEntry,
    DealLine,
    Header,
    RecordError,
    RecordWriter,
    ResultLine,
    RevealLine,
    TableLine,
    action_text,
    parse_action,
    read_record,
)
from referee.replay import replay
from referee.rules import Kind, commitment
from tests.referee.tables import SECRET, open_table, play_out, rules

SEATINGS = ((0, 1, 2, 3), (3, 0, 1, 2))
Edit = Callable[[list[Any]], None]


def write(path: Path, *, games: bool = False) -> Path:
    """A record of two decks under two seatings, with one fault in the first deal."""
    decks = [1] if games else [1, 2]
    writer = RecordWriter(path)
    writer.write(
        Header(
            seats=4,
            rules=rules().parameters(),
            bots=[BotEntry(name=f"bot-{n}", author="", digest="") for n in range(4)],
            unit="game" if games else "deal",
            decks=decks,
            seatings=list(SEATINGS),
            time=str(TimeControl()),
            max_faults=10,
            commitment=commitment(SECRET),
        )
    )
    writer.fault(PlayerFault(0, Fault.TIMEOUT, "no answer within 1 s", 1, 1))
    tables = []
    for number, job in enumerate(jobs_in_order(decks, SEATINGS, SECRET), 1):
        table = open_table(job.deck, number, job.seating, games=games)
        for deal in play_out(table, seed=number, fault_first=number == 1):
            writer.deal(number, job.deck, job.seating, deal)
        tables.append(
            TableLine(
                deck=job.deck,
                seating=job.seating,
                points=list(table.game.outcome()),
                ranks=list(table.game.ranks()),
                deals=len(table.finished),
            )
        )
    writer.write(ResultLine(tables=tables, seconds=[1.0] * 4, void=None))
    writer.write(RevealLine(secret=SECRET.hex()))
    writer.close()
    return path


def tampered(path: Path, line: int, edit: Callable[[Any], None]) -> Path:
    """Change one line of a record."""
    lines = path.read_text().splitlines(keepends=True)
    entry = json.loads(lines[line - 1])
    edit(entry)
    lines[line - 1] = json.dumps(entry, ensure_ascii=False) + "\n"
    path.write_text("".join(lines))
    return path


@pytest.mark.parametrize("games", [False, True])
def test_a_record_is_read_and_played_again(tmp_path: Path, games: bool) -> None:
    path = write(tmp_path / "record", games=games)
    record = replay(path)
    assert record.complete
    assert record.rules == rules()
    assert len(record.deals) > 4 if games else len(record.deals) == 4
    first = record.deals[0]
    assert first.deal.is_over
    assert list(first.deal.points) == first.line.points
    assert first.line.actions[0][4:] == (Fault.TIMEOUT,)


def test_cards_are_text(tmp_path: Path) -> None:
    lines = dict(read_record(write(tmp_path / "record")))
    deal = next(line for line in lines.values() if isinstance(line, DealLine))
    assert len(deal.cards.split()) == 52
    assert set(deal.cards.split()) == set(" ".join(deal.hands).split())
    assert all(set(text.split()) <= set(deal.cards.split()) for _, _, text, *_ in deal.actions)


@pytest.mark.parametrize(
    ("kind", "action", "text"),
    [
        (Kind.PASS, b"\x2d\x2e\x2f", "Q♠ K♠ A♠"),
        (Kind.EXPOSE, b"", ""),
        (Kind.BID, b"\x0d", "13"),
        (Kind.MOON, b"\x00", "0"),
    ],
)
def test_an_action_has_a_text_form_that_is_read_back(kind: Kind, action: bytes, text: str) -> None:
    assert action_text(kind, action) == text
    assert parse_action(kind, text) == action


def _points(line: Any) -> None:
    line["points"] = [point + 1 for point in line["points"]]


def _swap_hands(line: Any) -> None:
    line["hands"][0], line["hands"][1] = line["hands"][1], line["hands"][0]


def _swap_deck(line: Any) -> None:
    cards = line["cards"].split()
    cards[0], cards[4] = cards[4], cards[0]  # within one hand: the hands do not tell
    line["cards"] = " ".join(cards)


def _lose_card(line: Any) -> None:
    line["cards"] = line["cards"].rsplit(" ", 1)[0]


def _swap_actions(line: Any) -> None:
    actions = line["actions"]
    actions[-1][2], actions[-2][2] = actions[-2][2], actions[-1][2]


def _drop_action(line: Any) -> None:
    line["actions"].pop()


def _add_action(line: Any) -> None:
    line["actions"].append(line["actions"][-1])


def _false_fault(line: Any) -> None:
    for action in line["actions"]:
        if len(action) == 4 and action[1] == "pass":
            action.append("illegal")


def _other_kind(line: Any) -> None:
    line["actions"][-1][1] = "pass"


def _dealer(line: Any) -> None:
    line["dealer"] = (line["dealer"] + 1) % 4


def _unknown_card(line: Any) -> None:
    line["actions"][-1][2] = "Z♠"


@pytest.mark.parametrize(
    ("edit", "trouble"),
    [
        (_points, "points are"),
        (_swap_hands, "the hands are not"),
        (_swap_deck, "does not follow from the secret"),
        (_lose_card, "not the pack"),
        (_swap_actions, "action 5[56]: seat . may not play"),
        (_drop_action, "does not end"),
        (_add_action, "action 57 comes after the end"),
        (_false_fault, "without the fallback"),
        (_other_kind, "is called pass, not play"),
        (_dealer, "is not the next one here"),
        (_unknown_card, "'Z♠' is not a card"),
        (lambda line: line.update(type="meal"), "meal"),
        (lambda line: line.update(more=1), "more"),
        (lambda line: line.pop("points"), "points"),
    ],
)
def test_a_tampered_deal_is_caught_with_its_line(tmp_path: Path, edit: Any, trouble: str) -> None:
    path = tampered(write(tmp_path / "record"), 4, edit)
    with pytest.raises(RecordError, match=trouble) as caught:
        replay(path)
    assert caught.value.line == 4
    assert str(caught.value).startswith(f"{path}:4: ")
    assert "\n" not in str(caught.value)


def test_a_false_result_is_caught(tmp_path: Path) -> None:
    path = write(tmp_path / "record")
    tampered(path, 7, lambda line: line["tables"][1]["points"].reverse())
    with pytest.raises(RecordError, match=r"deck .: player . has") as caught:
        replay(path)
    assert caught.value.line == 7


def test_another_secret_is_caught(tmp_path: Path) -> None:
    path = tampered(write(tmp_path / "record"), 8, lambda line: line.update(secret="00"))
    with pytest.raises(RecordError, match="does not match the commitment") as caught:
        replay(path)
    assert caught.value.line == 8


def test_other_rules_are_caught(tmp_path: Path) -> None:
    path = write(tmp_path / "record")
    tampered(path, 1, lambda line: line["rules"].update({"points.cards": {"♥": 2}}))
    with pytest.raises(RecordError):
        replay(path)


@pytest.mark.parametrize("keep", [1, 3, 5, 7])
def test_a_record_that_was_cut_off_is_fine_as_far_as_it_goes(tmp_path: Path, keep: int) -> None:
    path = write(tmp_path / "record", games=True)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:keep]) + lines[keep][: len(lines[keep]) // 2])
    record = replay(path)
    assert not record.complete
    assert len(record.deals) == max(0, keep - 2)


def test_what_is_no_record_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "record"
    for content in (b"", b"\xff\n", b"hello\n", b'{"type":"reveal","secret":""}\n'):
        path.write_bytes(content)
        with pytest.raises(RecordError) as caught:
            replay(path)
        assert caught.value.line == 1
    with pytest.raises(UserError, match="cannot be read: No such file"):
        replay(tmp_path / "nowhere")


def test_a_record_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written: No such file"):
        RecordWriter(tmp_path / "nowhere" / "record")
