import pytest

from referee.clock import Clock, TimeControl, share
from referee.errors import UserError


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("move=1s bank=20s inc=100ms start=10s", TimeControl(1.0, 20.0, 0.1, 10.0)),
        ("move=250ms", TimeControl(0.25, 0.0, 0.0, 10.0)),
        ("bank=2m, start=7.5s", TimeControl(0.0, 120.0, 0.0, 7.5)),
        ("move=3", TimeControl(3.0, 0.0, 0.0, 10.0)),
    ],
)
def test_a_time_control_has_a_text_form_that_is_read_back(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


def test_the_text_form_is_short() -> None:
    assert str(TimeControl(1.0, 20.0, 0.1, 10.0)) == "move=1s bank=20s inc=100ms start=10s"
    assert str(TimeControl(1.5, 0.0, 0.0, 10.0)) == "move=1.5s start=10s"


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("move=fast", "'move=fast'"),
        ("think=1s", "'think=1s'"),
        ("move=-1s", "'move=-1s'"),
        ("inc=1s", "no time"),
        ("", "no time"),
        ("move=1s start=0s", "no time to start"),
    ],
)
def test_a_time_control_that_cannot_be_read_says_why(text: str, trouble: str) -> None:
    with pytest.raises(UserError, match=trouble):
        TimeControl.parse(text)


def test_the_bank_pays_what_the_move_limit_does_not() -> None:
    clock = Clock(TimeControl(move=1.0, bank=5.0))
    clock.spend(0.9)
    assert clock.limit == 6.0
    clock.spend(3.0)
    assert (clock.bank, clock.limit) == (3.0, 4.0)
    clock.spend(10.0)
    assert (clock.bank, clock.limit) == (0.0, 1.0)


def test_the_increment_is_gained_after_each_turn() -> None:
    clock = Clock(TimeControl(move=0.0, bank=2.0, increment=0.5))
    clock.spend(1.0)
    assert clock.limit == 1.5
    clock.spend(5.0)
    assert clock.limit == 0.5


def test_a_batch_within_its_move_limits_is_shared_evenly() -> None:
    clocks = [Clock(TimeControl(move=1.0, bank=bank)) for bank in (0.0, 10.0)]
    assert share(clocks, 1.5) == [0.75, 0.75]


def test_beyond_the_move_limits_the_banks_pay_by_what_they_hold() -> None:
    clocks = [Clock(TimeControl(move=1.0, bank=bank)) for bank in (0.0, 3.0, 6.0)]
    charged = share(clocks, 6.0)
    assert charged == [1.0, 2.0, 3.0]
    for clock, seconds in zip(clocks, charged, strict=True):
        clock.spend(seconds)
    assert [clock.bank for clock in clocks] == [0.0, 2.0, 4.0]


def test_a_batch_at_its_deadline_uses_up_every_limit() -> None:
    clocks = [Clock(TimeControl(move=1.0, bank=bank)) for bank in (0.0, 2.0)]
    assert share(clocks, sum(clock.limit for clock in clocks)) == [1.0, 3.0]
