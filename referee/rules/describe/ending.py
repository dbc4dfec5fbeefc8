"""Partners, counters, the end of the game and who has won it."""

from collections.abc import Iterator

from referee.rules.describe.words import count, number
from referee.rules.game import MOST_COMPLEX_DEALS
from referee.rules.schema import Rules


def partners(rules: Rules) -> Iterator[str]:
    """Who plays with whom, and how they count."""
    if not rules.partnership.startswith("fixed"):
        return
    yield "Partners sit opposite each other."
    if rules.partnership == "fixed_pooled":
        yield "Both partners score what their side has taken together in the deal."
    else:
        yield "Each player scores alone; only the end of the game counts for the side."


def settlement(rules: Rules) -> Iterator[str]:
    """How a deal or the game is paid."""
    if rules.chips:
        yield f"Everybody starts with {count(rules.chips, 'counter')}."
    match rules.settlement:
        case "low_takes":
            yield (
                "After each deal everybody but the lowest pays a counter for each of his points. "
                "The lowest takes what was paid and the pool; equals share, and what cannot be "
                "shared stays in the pool."
            )
        case "sweepstake":
            yield "After each deal everybody pays a counter for each of his points into the pool."
            yield from _pool(rules)
        case "howell":
            yield (
                "After each deal everybody pays, for each of his points, one counter for every "
                "other player, and takes one for each point of the others."
            )
        case "mean":
            yield (
                "At the end of the game everybody settles with the mean of all totals: who is "
                "below it wins the difference, who is above it pays it."
            )


def _pool(rules: Rules) -> Iterator[str]:
    if not rules.settlement_strict:
        yield (
            "Players without a point share the pool; what cannot be shared stays, and without such "
            "a player all of it does."
        )
        return
    yield (
        "A single player without a point takes the pool, two divide it; with three or more, or "
        "with none, it stays as a jack. While a jack stands only a single player without a point "
        "takes it."
    )


# ---- the end -------------------------------------------------------------------------------------


def end(rules: Rules) -> Iterator[str]:
    """When the game ends."""
    if rules.reset_at is not None:
        yield f"A total of exactly {number(rules.reset_at)} becomes {number(rules.reset_to)}."
    if rules.end_lives is not None:
        yield (
            f"Everybody has {count(rules.end_lives, 'life').replace('lifes', 'lives')} and loses "
            f"one in a deal of {number(rules.end_life_loss_at or 0)} points or more."
        )
    yield f"The game ends {', or '.join(_ends(rules))}."
    if rules.moon_end != "normal":
        until = "the next moon" if rules.moon_end == "until_next_moon" else "a deal without a moon"
        yield (
            "Where a shooter lets an old moon stand that would end the game without his winning "
            f"it, play goes on until {until}, and that ends it."
        )
    if not rules.win_by_slam:
        yield (
            "Nobody wins by a slam in the last deal: where a winner has just made one, another "
            "deal is played."
        )
    if rules.tie == "extra_deal":
        yield "If more than one player or side has won, another deal is played."


def _ends(rules: Rules) -> Iterator[str]:
    who = "a side together" if _by_sides(rules) else "somebody"
    if rules.end_target is not None:
        beyond = rules.end_compare == "gt"
        yield f"when {who} {reached(rules, rules.end_target, beyond=beyond)}"
    if rules.end_goal is not None:
        yield f"when {who} has {number(rules.end_goal)} points or more"
    if rules.end_deals is not None:
        yield f"after {count(rules.end_deals, 'deal')}"
    if rules.end_rounds is not None:
        deals = count(rules.end_rounds * rules.seats, "deal")
        yield f"when everybody has dealt {count(rules.end_rounds, 'time')} ({deals})"
    if rules.end_lives is not None:
        yield "when no more than one player has lives left"
    if rules.end_chips:
        yield "after a deal that leaves somebody without counters"
    if rules.points_domain == "gaussian":
        yield f"after {MOST_COMPLEX_DEALS} deals"


def _by_sides(rules: Rules) -> bool:
    return rules.end_measure == "side" or rules.partnership == "fixed_pooled"


def reached(rules: Rules, limit: int, *, beyond: bool = False) -> str:
    """``has 100 or more points``: a total at a limit, or beyond it, in the game's measure."""
    amount = f"more than {abs(limit)}" if beyond else f"{abs(limit)} or more"
    if rules.end_measure == "abs":
        return f"is {amount} away from zero"
    if limit < 0:
        return f"is {'below' if beyond else 'at or below'} {number(limit)}"
    return f"has {amount} points"


def winner(rules: Rules) -> Iterator[str]:
    """Who has won."""
    if rules.chips:
        yield (
            "Whoever has most counters wins. Counters left in the pool are first shared out "
            "equally, as far as they go."
        )
    elif rules.objective == "minimise_abs":
        yield "The total nearest to zero wins."
    else:
        yield _by_total(rules)
    if rules.end_lives is not None:
        yield "A player without lives plays on, but ranks behind all who have some."
    if rules.tie == "share":
        yield "Equal results share their place."


def _by_total(rules: Rules) -> str:
    high = rules.objective == "maximise"
    better, worse = ("higher", "lower") if high else ("lower", "higher")
    best, worst = ("highest", "lowest") if high else ("lowest", "highest")
    meaning = "Points are worth having" if high else "Points are penalties"
    match rules.partnership:
        case "fixed_loser_side":
            return (
                f"{meaning}: the side of the player with the {worst} total loses. If a player of "
                f"each side has it, the side with the {worse} sum loses."
            )
        case "fixed_individual":
            return f"{meaning}: the side with the {better} sum wins."
        case "fixed_pooled":
            return f"{meaning}: the side with the {better} total wins."
    return f"{meaning}: the {best} total wins."
