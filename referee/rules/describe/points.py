"""What the cards score, and what changes it."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from protocol.cards import HEARTS, SUIT_SETS, SUITS, card_name, members_of
from referee.rules.describe.words import all_of, any_of, number, plain
from referee.rules.schema import Modifier, Rules
from referee.rules.score import Score

SUIT_WORDS = ("club", "diamond", "spade", "heart")
FACE_VALUES = {rank: rank + 1 for rank in range(1, 12)}
"""Rank -> what is printed on the card, two to ten or twelve."""


def cards(rules: Rules) -> Iterator[str]:
    """The points of cards and tricks."""
    scale = rules.plan.scales[HEARTS]
    values = {card: scale.values[card] for card in plain(members_of(scale.counting))}
    parts = [_suit(rules, suit, values) for suit in reversed(SUITS)]
    if rules.points_suit == "auction":
        parts[0] = _named_suit(parts[0])
    parts.append(_jokers(rules, values))
    if rules.points_per_trick:
        parts.append(f"each trick {number(rules.points_per_trick)}")
    yield f"Cards count for whoever takes them: {'; '.join(part for part in parts if part)}."
    if scale.penalty:
        yield f"The cards that cost points add up to {number(scale.total)} in a deal."
    if rules.points_domain == "rational":
        yield "Results may be fractions, and stay exact."
    if rules.points_domain == "gaussian":
        yield "Scores are complex numbers: plain points and points with i are added separately."


def _named_suit(hearts: str) -> str:
    """What is said of hearts, for the suit that the auction names."""
    if "♥" not in hearts:
        return hearts.replace("heart", "card of the named suit")
    return f"in the named suit {hearts.replace('♥', '').replace('heart', 'card of it')}"


def _suit(rules: Rules, suit: int, values: dict[int, Score]) -> str:
    """A suit as ``each heart 1`` or ``A♥ 5, K♥ 4, 10♥ to 2♥ their face value``."""
    held = plain(members_of(rules.plan.cards & SUIT_SETS[suit]))
    scored = [card for card in held if card in values]
    if not scored:
        return ""
    usual, times = Counter(values[card] for card in scored).most_common(1)[0]
    if times == len(held):
        return f"each {SUIT_WORDS[suit]} {number(usual)}"
    runs = _runs(scored, held, values)
    scattered = sum(values[run[0]] == usual for run in runs) > 1
    if len(scored) == len(held) and scattered and times > 3:
        rest = [card for card in scored if values[card] != usual]
        runs = _runs(rest, held, values)
        last = [f"every other {SUIT_WORDS[suit]} {number(usual)}"]
    else:
        last = []
    return ", ".join([_run(run, values) for run in runs] + last)


def _runs(cards: list[int], held: list[int], values: dict[int, Score]) -> list[list[int]]:
    """Cards from high to low, cut at gaps and where neither their value nor the face goes on."""

    def stretch(place: int) -> tuple[int, str, Score]:
        card = cards[place]
        gap = held.index(card) - place
        neighbours = [values[other] for other in cards[max(place - 1, 0) : place + 2]]
        alone = neighbours.count(values[card]) == 1
        if alone and FACE_VALUES.get(card & 15) == values[card]:
            return gap, "face value", 0
        return gap, "value", values[card]

    return [[cards[place] for place in run] for _, run in groupby(range(len(cards)), stretch)]


def _run(run: list[int], values: dict[int, Score]) -> str:
    high, low = card_name(run[0]), card_name(run[-1])
    value = values[run[0]]
    if len(run) == 1:
        return f"{high} {number(value)}"
    if value != values[run[-1]]:
        return f"{high} to {low} their face value"
    each = " each" if value else ""
    return f"{high} {'and' if len(run) == 2 else 'to'} {low} {number(value)}{each}"


def _jokers(rules: Rules, values: dict[int, Score]) -> str:
    jokers = [card for card in members_of(rules.plan.jokers) if card in values]
    if not jokers:
        return ""
    parts = [f"{card_name(card)} {number(values[card])}" for card in jokers]
    if len(jokers) == rules.pack_jokers and len({values[card] for card in jokers}) == 1:
        parts = [f"each joker {number(values[jokers[0]])}"]
    if rules.joker_score_if == "heart_trick":
        parts[-1] += " (only in a trick to which a heart was led)"
    return ", ".join(parts)


def modifiers(rules: Rules) -> Iterator[str]:
    """Cards that change what the others score, in the order in which they do."""
    for modifier in rules.points_modifiers:
        yield _modifier(modifier)


def _modifier(modifier: Modifier) -> str:
    card, target = any_of(modifier.card), all_of(modifier.target)
    match modifier.kind:
        case "cancel":
            return f"Whoever takes {card} scores nothing for {target}."
        case "double":
            return f"Whoever takes {card} scores double for {target}."
        case "flip":
            return (
                f"Whoever takes all {target} gains what his cards that cost points would have cost."
            )
        case "alone":
            return f"{card} without any of the cards above scores {number(modifier.value)}."
        case "times":
            return f"Whoever takes {card} has his points of the deal multiplied by " + (
                f"{number(modifier.value)}."
            )
