"""Settling a deal or a game in counters (RULES.md 1.8); every function is exact."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.rules.schema import Rules


def settle(
    rules: "Rules", points: Sequence[int], pool: int, bid: int, declarer: int | None
) -> tuple[list[int], int]:
    """What each seat wins or pays for a deal, and the pool after it.

    ``points``: the deal's penalties by seat; ``pool``: the counters carried; a bid of the auction
    is paid by its maker into the pool (E31). The changes and that of the pool sum to zero.
    """
    changes = [0] * len(points)
    if declarer is not None:
        changes[declarer] -= bid
    if rules.settlement == "low_takes":
        shares, pool = low_takes(points, pool + bid)
    elif rules.settlement == "sweepstake":
        shares, pool = sweepstake(points, pool, strict=rules.settlement_strict, bid=bid)
    else:
        shares, pool = howell(points), pool + bid
    return [change + share for change, share in zip(changes, shares, strict=True)], pool


def low_takes(points: Sequence[int], pool: int) -> tuple[list[int], int]:
    """All but the lowest pay their points; the lowest share pool and payments (S09, E35, E36)."""
    fewest = min(points)
    pot = pool + sum(value for value in points if value > fewest)
    each, rest = divmod(pot, sum(value == fewest for value in points))
    return [each if value == fewest else -value for value in points], rest


def sweepstake(
    points: Sequence[int], pool: int, *, strict: bool, bid: int = 0
) -> tuple[list[int], int]:
    """All pay their points; the players with none share the pool, else it stays as a jack (S10).

    strict (S11): one clear player takes all, two divide, three or more leave a jack; while a jack
    stands only a sole clear player takes it. This deal's bid and the odd counter that two leave
    are no jack.
    """
    clear = [seat for seat, value in enumerate(points) if value == 0]
    most = (1 if pool > 1 else 2) if strict else len(points)
    jack = pool + bid + sum(points)
    changes = [-value for value in points]
    if not clear or len(clear) > most:
        return changes, jack
    each, rest = divmod(jack, len(clear))
    for seat in clear:
        changes[seat] += each
    return changes, rest


def howell(points: Sequence[int]) -> list[int]:
    """Everybody pays n - 1 times his points and takes what the others took in points (S12)."""
    return [sum(points) - len(points) * value for value in points]


def against_the_mean(totals: Sequence[int]) -> list[Fraction]:
    """What each seat wins against the mean of all totals (S13, E38)."""
    return [Fraction(sum(totals), len(totals)) - total for total in totals]


def split_pool(pool: int, seats: int) -> int:
    """What each seat gets of the counters left at the end of a game (E34)."""
    return pool // seats
