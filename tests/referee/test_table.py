import pytest

from protocol.cards import members_of
from referee.faults import Fault
from referee.rules import Deal, Kind
from tests.referee.tables import open_table, play_out


def test_everybody_is_asked_at_once_in_an_exchange_and_each_turn_is_handed_out_once() -> None:
    t = open_table()
    turns = t.take_turns()
    assert [(turn.seat, turn.choice.kind) for turn in turns] == [
        (seat, Kind.PASS) for seat in range(4)
    ]
    assert t.take_turns() == []
    for turn in turns[:3]:
        t.fall_back(turn, None, None)
    assert t.take_turns() == []
    t.fall_back(turns[3], None, None)
    (first,) = t.take_turns()
    assert first.choice.kind is Kind.PLAY
    assert first.id == 5


def test_a_deal_ends_with_all_that_its_record_needs() -> None:
    t = open_table()
    dealt = [members_of(hand) for hand in t.game.deal.hands]
    (deal,) = play_out(t)
    assert t.game.is_over
    assert t.take_turns() == []
    assert list(deal.hands) == dealt
    assert len(deal.actions) == 4 + 52
    assert all(played.seconds == 0.25 and played.fault is None for played in deal.actions)
    again = Deal(t.game.rules, deal.hands, deal.number, dealer=deal.dealer)
    for played in deal.actions:
        again.apply(played.seat, played.action)
    assert again.points == deal.points
    assert deal.plays == bytes(again.plays)


def test_an_illegal_action_changes_nothing_until_the_fallback() -> None:
    t = open_table(unit=4)  # no exchange
    (turn,) = t.take_turns()
    before = turn.observe()
    assert turn.choice.options == b"\x01"  # 2♣ leads
    for wrong in (b"", b"\x02", b"\x01\x01", b"\xff", b"\x01" * 300):
        assert not t.act(turn, wrong, 0.1)
        assert turn.observe() == before
    assert t.take_turns() == []
    t.fall_back(turn, Fault.ILLEGAL, 0.1)
    (following,) = t.take_turns()
    assert following.seat != turn.seat
    t.fall_back(following, None, None)
    (deal,) = play_out(t)
    assert deal.actions[0] == (turn.seat, Kind.PLAY, b"\x01", 0.1, Fault.ILLEGAL)


def test_a_turn_is_answered_once() -> None:
    t = open_table(unit=4)
    (turn,) = t.take_turns()
    assert t.act(turn, turn.choice.options, 0.1)
    with pytest.raises(RuntimeError, match="answered before"):
        t.act(turn, turn.choice.options, 0.1)
    with pytest.raises(RuntimeError, match="answered before"):
        t.fall_back(turn, Fault.TIMEOUT, 1.0)


def test_every_seat_has_its_own_clock_and_who_is_not_asked_is_not_charged() -> None:
    t = open_table()
    turns = t.take_turns()
    assert t.act(turns[0], turns[0].choice.options[:3], 2.0)
    t.fall_back(turns[1], Fault.TIMEOUT, 3.0)
    t.fall_back(turns[2], None, None)
    assert [clock.bank for clock in t.clocks] == [1.0, 0.0, 2.0, 2.0]


def test_a_game_goes_on_over_deals_with_unique_turns() -> None:
    t = open_table(games=True)
    ids: list[int] = []
    deals = 0
    while turns := t.take_turns():
        for turn in turns:
            ids.append(turn.id)
            t.act(turn, turn.choice.fallback(), 0.0)
        deals += len(t.finished)
        t.finished.clear()
    assert deals == len(t.game.history) > 1
    assert any(isinstance(total, int) and total >= 100 for total in t.game.totals)
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("seed", range(5))
def test_the_same_actions_give_the_same_deal(seed: int) -> None:
    assert play_out(open_table(), seed) == play_out(open_table(), seed)
