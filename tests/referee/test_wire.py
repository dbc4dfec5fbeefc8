import itertools
import json
from random import Random

import pytest

from protocol import referee_pb2 as pb
from referee import wire
from referee.clock import TimeControl
from referee.decks import open_unit, unit_decks
from referee.faults import Fault
from referee.rules import game_names, load
from referee.table import Table
from tests.referee.tables import open_table, play_out

TIME = TimeControl(1.0, 20.0, 0.5, 10.0)


def test_every_fault_has_its_number() -> None:
    assert set(wire.FAULTS) == set(Fault)
    for fault, number in wire.FAULTS.items():
        assert pb.Fault.Name(number) == fault.name


def test_the_welcome_tells_the_rules_and_the_limits() -> None:
    message = pb.RefereeMessage()
    rules = load("american-hearts", 5)
    wire.write_welcome(message, rules, TIME, 7)
    (sent,) = message.welcome.rules
    assert (sent.name, sent.seats, sent.pack) == ("american-hearts", 5, rules.pack)
    assert dict(zip(sent.pack, sent.points, strict=True))[45] == 13  # Q♠
    assert json.loads(sent.parameters) == json.loads(json.dumps(rules.parameters()))
    time = message.welcome.time
    assert (time.move_seconds, time.bank_seconds) == (1.0, 20.0)
    assert (time.increment_seconds, time.start_seconds) == (0.5, 10.0)
    assert message.welcome.max_faults == 7


def test_a_turn_carries_what_its_seat_observes() -> None:
    table = open_table(unit=3)
    while turns := table.take_turns():
        message = pb.RefereeMessage()
        for turn in turns:
            wire.write_turn(message, turn, 4.5)
        for turn, sent in zip(turns, message.turns, strict=True):
            seen = turn.observe()._asdict()
            assert (sent.id, sent.table, sent.seat) == (turn.id, table.number, turn.seat)
            assert (int(sent.kind), sent.options) == (turn.choice.kind, turn.choice.options)
            assert (sent.least, sent.most) == (turn.choice.least, turn.choice.most)
            assert (sent.time_left, sent.rules) == (4.5, wire.RULES_ID)
            for name in ("hand", "passed", "received", "plays", "trick_winners", "broken"):
                assert getattr(sent.observation, name) == seen[name]
            assert tuple(sent.observation.taken) == seen["taken"]
            assert tuple(sent.observation.totals) == seen["totals"]
            assert sent.observation.deal == 1  # not 3, which would give the deck away
            table.act(turn, turn.choice.fallback(), 0.0)


def test_a_deal_end_shows_the_whole_deal() -> None:
    (deal,) = play_out(open_table())
    message = pb.RefereeMessage()
    wire.write_deal_end(message, 7, deal)
    (sent,) = message.deal_ends
    assert sent.table == 7
    assert tuple(sent.points) == deal.points
    assert (sent.plays, sent.play_seats) == (deal.plays, deal.play_seats)
    assert not sent.points_imaginary


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_told(name: str) -> None:
    """All that is not nothing in an observation arrives, for random play of each game."""
    rules, chance = load(name), Random(1)
    decks = unit_decks(rules, b"secret", 1, games=False)
    game = open_unit(rules, decks, 1, games=False)
    table = Table(1, game, tuple(range(rules.seats)), TIME, itertools.count(1))
    message = pb.RefereeMessage()
    wire.write_welcome(message, rules, TIME, 7)
    while turns := table.take_turns():
        for turn in turns:
            wire.write_turn(message, turn, 1.0)
            sent = message.turns[-1].observation
            for field, value in turn.observe()._asdict().items():
                if field in ("taken", "totals"):
                    parts = [getattr(sent, field), getattr(sent, field + "_imaginary")]
                    assert [len(part) for part in parts] in (
                        [len(value), n] for n in (0, len(value))
                    )
                elif value is None:
                    assert not sent.HasField(field)
                elif isinstance(value, tuple) or field == "bids":
                    assert list(getattr(sent, field)) == list(value)
                else:
                    assert getattr(sent, field) == value
            most = min(turn.choice.most, len(turn.choice.options))
            count = chance.randint(turn.choice.least, most)
            assert table.act(turn, bytes(chance.sample(turn.choice.options, count)), 0.0)
    assert pb.RefereeMessage.FromString(message.SerializeToString()) == message
