import pytest

from referee.errors import UserError
from referee.limits import MIB, Limits


def test_limits_are_written_and_read_in_the_same_words() -> None:
    limits = Limits.parse("memory=2GiB processes=7 output=0")
    assert limits == Limits(memory=2048 * MIB, processes=7, output=0)
    assert Limits.parse(str(limits)) == limits
    assert Limits.parse("") == Limits()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("memory", "write it like 'memory=1GiB"),
        ("memory=1GiB memory=2GiB", "write it like"),
        ("speed=3", "there is no limit 'speed'; there are memory, processes, disk, output"),
        ("memory=1GB", "memory = '1GB': write a size like 512MiB"),
        ("memory=-1", "write a size"),
        ("memory=1MiB", "memory = '1MiB': at least 16MiB"),
        ("processes=1KiB", "processes = '1KiB': write a count"),
        ("processes=0", "at least 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        Limits.parse(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bot_gets_less_when_it_asks_for_less_and_is_refused_more() -> None:
    assert Limits().for_bot("a", {"memory": 64 * MIB}) == Limits(memory=64 * MIB)
    assert Limits().for_bot("a", {}) == Limits()
    with pytest.raises(UserError) as caught:
        Limits().for_bot("rabbit", {"processes": 500})
    assert str(caught.value) == (
        "rabbit needs processes = 500 (its [limits]), this match gives 128; "
        "raise it with --limits processes=500"
    )
