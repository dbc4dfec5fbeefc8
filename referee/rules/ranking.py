"""When totals end a game, and who stands where (RULES.md 1.7)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from referee.rules.schema import Rules
from referee.rules.score import Gaussian, Score, squared_size

Place: TypeAlias = tuple[int | Fraction, ...]
"""Sorts seats: smaller is better."""


def is_met(rules: Rules, total: Score) -> bool:
    """Whether a total ends the game: at the target, below a negative one, or at the goal."""
    if rules.end_goal is not None and real(total) >= rules.end_goal:
        return True
    if rules.end_target is None:
        return False
    beyond = _beyond(rules, total, rules.end_target)
    return beyond > 0 if rules.end_compare == "gt" else beyond >= 0


def has_reached(rules: Rules, total: Score, limit: int) -> bool:
    """Whether a total is at a limit or beyond it, in the measure of the game's target."""
    return _beyond(rules, total, limit) >= 0


def _beyond(rules: Rules, total: Score, limit: int) -> int | Fraction:
    """How far a total lies beyond a limit, exactly (E60)."""
    if rules.end_measure == "abs":
        return squared_size(total) - limit * limit
    return limit - real(total) if limit < 0 else real(total) - limit


def measured(rules: Rules, totals: Sequence[Score]) -> list[Score]:
    """The totals that the end condition looks at, by seat."""
    if rules.end_measure == "side" and rules.partnership != "fixed_pooled":
        return [totals[seat] + totals[(seat + 2) % 4] for seat in range(4)]
    return list(totals)


def reset(rules: Rules, totals: Sequence[Score]) -> list[Score]:
    """The totals, those of exactly ``reset.at`` made ``reset.to`` (S02, E46)."""
    if rules.reset_at is None:
        return list(totals)
    return [rules.reset_to if total == rules.reset_at else total for total in totals]


def real(value: Score) -> int | Fraction:
    """A score of a game without complex ones, as a number that has an order."""
    if isinstance(value, Gaussian):
        raise TypeError(f"{value} has no order")
    return value


def ranks(
    rules: Rules, totals: Sequence[Score], chips: Sequence[int], lives: Sequence[int]
) -> tuple[int, ...]:
    """The place of each seat, 1 is best. Equal places are ties; partners share a place."""
    places = [_place(rules, seat, totals, chips, lives) for seat in range(rules.seats)]
    sides = dict(zip(rules.teams, places, strict=True))
    return tuple(1 + sum(other < place for other in sides.values()) for place in places)


def _place(
    rules: Rules, seat: int, totals: Sequence[Score], chips: Sequence[int], lives: Sequence[int]
) -> Place:
    if chips:
        return (-chips[seat],)
    if rules.objective == "minimise_abs":
        return (squared_size(totals[seat]),)
    sign = -1 if rules.objective == "maximise" else 1
    own = sign * real(totals[seat])
    if rules.partnership == "fixed_pooled":
        return (own,)
    if rules.partnership in ("fixed_individual", "fixed_loser_side"):
        partner = sign * real(totals[(seat + 2) % 4])
        if rules.partnership == "fixed_individual":
            return (own + partner,)
        # E57, E58: the side of the highest single total loses, then that of the higher sum.
        return (max(own, partner), own + partner)
    if lives:
        return (int(not lives[seat]), own)
    return (own,)
