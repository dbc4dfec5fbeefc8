"""Taking everything: moon and sun, what they are worth, and what they do to the game."""

from collections.abc import Callable, Iterator

from protocol.cards import HEARTS, members_of
from referee.rules.describe.ending import reached
from referee.rules.describe.words import any_of, cards_text, listed, number
from referee.rules.game import BIG_MOON_DEALS
from referee.rules.schema import Rules
from referee.rules.score import Score

NEEDS = {
    "penalty_cards": "all cards that cost points",
    "counting_cards": "all cards that cost or save points",
    "all_tricks": "every trick",
    "hearts": "all hearts that cost points",
}


def moon_value(rules: Rules, sign: int = 1) -> str:
    """What a moon costs the others, or with ``sign`` −1 what it earns the shooter."""
    if rules.slam_value == "total":
        return f"{number(sign * rules.plan.scales[HEARTS].total)} (the sum of all penalties)"
    return number(_bad(rules, sign * rules.slam_value))


def _sun_value(rules: Rules, sign: int = 1) -> str:
    if rules.sun_value == "double":
        total = rules.plan.scales[HEARTS].total
        return f"{number(2 * sign * total)} (twice the sum of all penalties)"
    return number(_bad(rules, sign * rules.sun_value))


def _bad(rules: Rules, value: int) -> int:
    """A penalty as a score: below zero where points are worth having."""
    return -value if rules.objective == "maximise" else value


def slams(rules: Rules) -> Iterator[str]:
    """Moon and sun, in the order in which they are looked for."""
    if rules.slam_effect != "none" and not rules.sun_required:
        effect = _effect(rules, rules.slam_effect, moon_value)
        yield f"{_shooter(rules)} takes {NEEDS[rules.slam_needs]} shoots the moon: {effect}."
    if rules.sun_on:
        yield from _sun(rules)
    if rules.slam_effect != "none" or rules.sun_on:
        yield from _beside(rules)
    if rules.no_trick_bonus:
        slam = " (unless there was a slam)" if rules.slam_effect != "none" or rules.sun_on else ""
        yield f"Whoever takes no trick scores {number(rules.no_trick_bonus)}{slam}."
    if rules.big_moon != "off":
        yield _big_moon(rules)


def _shooter(rules: Rules) -> str:
    return "A side that" if rules.slam_by == "side" else "Whoever"


def _effect(rules: Rules, effect: str, value: Callable[[Rules, int], str]) -> str:
    """What happens, as one clause; ``value`` with sign 1 for an old moon, −1 for a new one."""
    side = rules.slam_by == "side"
    shooter = "the shooters each score" if side else "the shooter scores"
    chooser, whom = ("one of the shooters", "each of them") if side else ("the shooter", "himself")
    old = f"{_others(rules)} scores {value(rules, 1)} and {shooter} 0"
    instead = f"{chooser} may instead choose {value(rules, -1)} for {whom} and 0 for all others"
    match effect:
        case "annul":
            return "the deal is not scored"
        case "others_add":
            return old
        case "shooter_subtract":
            return f"{shooter} {value(rules, -1)} and nobody else scores"
        case "shooter_add":
            return f"{shooter} {value(rules, 1)} and nobody else scores"
        case "choice":
            return f"{old}; {instead}"
        case "choice_if_old_loses":
            return f"{old}; if that would end the game and the shooter not win it, {instead}"
        case "choice_after_score":
            whose = "any player" if rules.slam_score_of == "any" else "the shooter"
            return f"{old}; if before the deal {whose} {_had(rules)}, {instead}"
    raise ValueError(effect)


def _had(rules: Rules) -> str:
    """What the chooser's total must have reached, in the past tense."""
    words = reached(rules, rules.slam_score)
    return words.replace("has ", "had ", 1).replace("is ", "was ", 1)


def _others(rules: Rules) -> str:
    return "each opponent" if rules.partnership.startswith("fixed") else "everybody else"


def _sun(rules: Rules) -> Iterator[str]:
    tricks = "every trick, or every trick but the first," if rules.sun_skip_first else "every trick"
    effect = rules.slam_effect if rules.slam_effect not in ("none", "annul") else "others_add"
    clause = _effect(rules, effect, _sun_value)
    yield f"{_shooter(rules)} takes {tricks} shoots the sun: {clause}."
    if rules.sun_punishment:
        yield (
            "Where the others are to pay for a sun, only the player who passed the shooter all the "
            "cards that he got pays in full, the others half. If there is no such player all pay "
            "half."
        )
    if rules.sun_clean_slate:
        yield (
            "Instead of all that a sun wipes the shooter's slate: his total becomes 0 and the deal "
            "is not scored. A shooter without penalties to wipe may choose which he prefers."
        )
    if rules.sun_required:
        yield "Nothing less than that is a slam: other deals are scored card by card."


def _beside(rules: Rules) -> Iterator[str]:
    """Bonus cards and multipliers, which a slam leaves as they are."""
    bonus = rules.plan.scales[HEARTS].bonus
    scores = rules.sun_on or rules.slam_effect != "annul"
    if bonus and scores and rules.slam_needs != "counting_cards":
        yield f"Beside a slam, the points of {cards_text(members_of(bonus))} still count."
    times = [entry for entry in rules.points_modifiers if entry.kind == "times"]
    if times and scores:
        parts = [f"by {number(entry.value)} if he took {any_of(entry.card)}" for entry in times]
        yield f"What the shooter's slam is worth is multiplied {listed(parts)}."


def _big_moon(rules: Rules) -> str:
    if rules.big_moon == "all_260":
        others: Score = BIG_MOON_DEALS * rules.plan.scales[HEARTS].total
        return (
            f"Whoever took all the points in each of the first {BIG_MOON_DEALS} deals stands at 0, "
            f"and everybody else at {number(others)}."
        )
    return (
        "Whoever took all the points in every deal of the game, until his total would end it, "
        f"stands at 0, and everybody else at {number(rules.end_target or 0)}."
    )
