"""What a deal scores (RULES.md 1.6, steps 1 to 6): cards, modifiers, sun and moon, sides."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.cards import SUIT_SETS, members_of
from referee.rules.kinds import CLEAN_SLATE, NEW_MOON, OLD_MOON, Choice, Kind
from referee.rules.ranking import has_reached, is_met, measured, ranks, reset
from referee.rules.score import Gaussian, Score
from referee.rules.tricks import NOBODY

if TYPE_CHECKING:
    from referee.rules.deal import Deal
    from referee.rules.schema import Modifier, Rules


@dataclass(frozen=True)
class Slam:
    """A slam: who shot it (every seat of a side that did), and whether it was the sun."""

    shooters: tuple[int, ...]
    sun: bool


def begin(deal: "Deal") -> bool:
    """Score the deal, unless the shooter has to choose first."""
    if deal.rules.auction_kind == "slam" and deal.declarer is not None:
        _finish(deal, _bid_points(deal, deal.declarer))
        return False
    deal.slam = find_slam(deal)
    if deal.slam is None:
        _finish(deal, _plain_points(deal))
        return False
    moons = _moons(deal, deal.slam)
    if len(moons) > 1:
        deal.ask(Kind.MOON, deal.slam.shooters[:1])
        return True
    _finish_slam(deal, deal.slam, moons[0])
    return False


def moon_choice(deal: "Deal", seat: int) -> Choice:
    """Which of the moons that the rules offer now."""
    del seat
    assert deal.slam is not None
    return Choice(Kind.MOON, _moons(deal, deal.slam), 1, 1)


def choose_moon(deal: "Deal", seat: int, action: bytes) -> None:
    """Score the moon that the shooter chose."""
    del seat
    assert deal.slam is not None
    _finish_slam(deal, deal.slam, action[0])
    deal.next_phase()


# ---- cards ---------------------------------------------------------------------------------------


def worth(deal: "Deal", seat: int, ignored: int = 0) -> Score:
    """What a seat's cards score, modifiers included; only its cards where some are ``ignored``."""
    if not deal.rules.points_modifiers and not ignored and not deal.exposed:
        return deal.raw[seat]
    return _base_worth(deal, seat, ignored) * _factor(deal, seat) + _alone(deal, seat)


def _base_worth(deal: "Deal", seat: int, ignored: int) -> Score:
    values = deal.scale.values
    won, counting = deal.won[seat], deal.scale.counting
    cards = {card: values[card] for card in members_of(won & counting & ~ignored)}
    # What the cards alone do not explain: points per trick, jokers that count only sometimes.
    rest = 0 if ignored else deal.raw[seat] - sum(cards.values())
    for card in cards:
        if _exposes(deal, card):
            cards[card] *= 2
    for modifier in deal.rules.points_modifiers:
        _modify(deal, modifier, won, cards)
    return sum(cards.values()) + rest


def _modify(deal: "Deal", modifier: "Modifier", won: int, cards: dict[int, Score]) -> None:
    holds = won & modifier.card.cards
    targets = modifier.target.cards & deal.plan.cards
    hit = [card for card in cards if 1 << card & targets]
    if modifier.kind == "cancel" and holds:
        cards.update(dict.fromkeys(hit, 0))
    elif modifier.kind == "double" and holds:
        cards.update({card: 2 * cards[card] for card in hit})
    elif modifier.kind == "flip" and targets and not targets & ~won:
        cards.update({card: -value for card, value in cards.items() if deal.plan.is_bad(value)})


def _exposes(deal: "Deal", card: int) -> bool:
    """An exposed card counts double; the exposed ace of the penalty suit doubles the suit (E68)."""
    suit = SUIT_SETS[deal.scale.suit]
    ace_exposed = any(owned & 15 == 15 and 1 << owned & suit for owned, _ in deal.exposed_seats)
    if 1 << card & suit:
        return ace_exposed
    return bool(1 << card & deal.exposed)


def _exposure_factor(deal: "Deal", modifier: "Modifier") -> int:
    return 2 if modifier.card.cards & deal.exposed else 1


def _alone(deal: "Deal", seat: int) -> Score:
    """What a card scores that came without any counting card; nothing multiplies it (W38)."""
    score: Score = 0
    won = deal.won[seat]
    for modifier in deal.rules.points_modifiers:
        if modifier.kind == "alone" and won & modifier.card.cards and not won & deal.scale.counting:
            score += modifier.value * _exposure_factor(deal, modifier)
    return score


def _factor(deal: "Deal", seat: int) -> Score:
    factor: Score = 1
    for modifier in deal.rules.points_modifiers:
        if modifier.kind == "times" and deal.won[seat] & modifier.card.cards:
            factor = factor * modifier.value * _exposure_factor(deal, modifier)
    return factor


# ---- slams ---------------------------------------------------------------------------------------


def find_slam(deal: "Deal") -> Slam | None:
    """The slam of this deal: the sun before the moon, at most one (E48)."""
    rules = deal.rules
    if rules.slam_effect == "none" and not rules.sun_on:
        return None
    tricks = sum(deal.tricks_won)
    sides = deal.plan.slam_sides
    if rules.sun_on:
        for side in sides:
            if _took_all_tricks(deal, side, tricks):
                return Slam(side, sun=True)
    if rules.slam_effect == "none" or (rules.sun_on and rules.sun_required):
        return None
    needed = _needed(deal)
    for side in sides:
        won = 0
        for seat in side:
            won |= deal.won[seat]
        if rules.slam_needs == "all_tricks":
            shot = tricks > 0 and sum(deal.tricks_won[seat] for seat in side) == tricks
        else:
            shot = bool(needed) and not needed & ~won
        if shot:
            return Slam(side, sun=False)
    return None


def _took_all_tricks(deal: "Deal", side: tuple[int, ...], tricks: int) -> bool:
    """All tricks, or all but the first where that suffices (M14)."""
    won = sum(deal.tricks_won[seat] for seat in side)
    # A void first trick belongs to whoever took the pile.
    if deal.rules.sun_skip_first and tricks > 1 and deal.trick_winners[0] not in (*side, NOBODY):
        return won == tricks - 1
    return tricks > 0 and won == tricks


def _needed(deal: "Deal") -> int:
    """The cards that a moon needs; those that a scored slam then ignores."""
    scale = deal.scale
    if deal.rules.slam_needs == "counting_cards":
        return scale.penalty | scale.bonus
    if deal.rules.slam_needs == "hearts":
        return scale.penalty & SUIT_SETS[scale.suit]
    return scale.penalty


def _moons(deal: "Deal", slam: Slam) -> bytes:
    """The options of the shooter: one where there is nothing to choose."""
    effect = slam_effect(deal.rules, slam)
    shooter = slam.shooters[0]
    totals = deal.standing.totals
    moons = bytes([NEW_MOON] if effect == "shooter_subtract" else [OLD_MOON])
    if effect == "choice":
        moons = bytes([OLD_MOON, NEW_MOON])
    elif effect == "choice_after_score":
        judged = totals if deal.rules.slam_score_of == "any" else (totals[shooter],)
        if any(has_reached(deal.rules, total, deal.rules.slam_score) for total in judged):
            moons = bytes([OLD_MOON, NEW_MOON])
    elif effect == "choice_if_old_loses" and old_moon_loses(deal, slam):
        moons = bytes([OLD_MOON, NEW_MOON])
    if slam.sun and deal.rules.sun_clean_slate:
        # E51: who has nothing to clean may take the ordinary slam instead.
        clean = bytes([CLEAN_SLATE])
        return clean if deal.plan.is_bad(totals[shooter]) else moons + clean
    return moons


def slam_effect(rules: "Rules", slam: Slam) -> str:
    """The effect in force; a sun needs one that scores (RULES.md 1.6)."""
    if slam.sun and rules.slam_effect in ("none", "annul"):
        return "others_add"
    return rules.slam_effect


def old_moon_loses(deal: "Deal", slam: Slam) -> bool:
    """Whether the old moon would end the game and the shooter not win it (M06, E45)."""
    rules = deal.rules
    points = _slam_points(deal, slam, OLD_MOON)
    totals = [total + point for total, point in zip(deal.standing.totals, points, strict=True)]
    totals = reset(rules, totals)
    ended = any(is_met(rules, total) for total in measured(rules, totals))
    return ended and ranks(rules, totals, (), ())[slam.shooters[0]] > 1


def _finish_slam(deal: "Deal", slam: Slam, moon: int) -> None:
    deal.moon = moon
    if moon == CLEAN_SLATE:
        shares = (
            deal.rules.teams if deal.rules.partnership == "fixed_pooled" else deal.plan.everyone
        )
        own = shares[slam.shooters[0]]
        deal.clean_slate = tuple(seat for seat, share in enumerate(shares) if share == own)
        _finish(deal, [0] * deal.plan.seats)
        return
    _finish(deal, _slam_points(deal, slam, moon))


def _slam_points(deal: "Deal", slam: Slam, moon: int) -> list[Score]:
    """The deal's points by seat under the effect in force, bonus cards beside it (E40)."""
    effect = slam_effect(deal.rules, slam)
    seats = deal.plan.everyone
    if effect == "annul":
        return [0] * len(seats)
    value = _slam_value(deal, slam)
    shooter_gets: Score = 0
    others_get = dict.fromkeys(_victims(deal, slam), value)
    if effect == "shooter_add":
        shooter_gets, others_get = value, {}
    elif moon == NEW_MOON:
        shooter_gets, others_get = -value, {}
    elif slam.sun and deal.rules.sun_punishment:
        passers = set(deal.received_from[slam.shooters[0]]) - {255}
        half = _half(value)
        for seat in others_get:
            others_get[seat] = value if passers == {seat} else half
    needed = _needed(deal) | deal.scale.penalty
    points: list[Score] = []
    for seat in seats:
        bonus = worth(deal, seat, needed) if deal.scale.bonus & ~needed else 0
        share = shooter_gets if seat in slam.shooters else others_get.get(seat, 0)
        points.append(share + bonus)
    return points


def _half(value: Score) -> Score:
    if isinstance(value, Gaussian):
        return Gaussian(value.real // 2, value.imaginary // 2)
    return value // 2


def _victims(deal: "Deal", slam: Slam) -> list[int]:
    """The seats on other sides; a partner of the shooter is spared (W31, E70)."""
    teams = deal.rules.teams
    return [seat for seat in deal.plan.everyone if teams[seat] != teams[slam.shooters[0]]]


def _slam_value(deal: "Deal", slam: Slam) -> Score:
    """The value of a slam as a penalty, times what the shooter's cards multiply."""
    rules = deal.rules
    sign = -1 if rules.objective == "maximise" else 1
    if slam.sun:
        value = 2 * deal.scale.total if rules.sun_value == "double" else sign * rules.sun_value
    else:
        value = deal.scale.total if rules.slam_value == "total" else sign * rules.slam_value
    for seat in slam.shooters:
        value = value * _factor(deal, seat)
    return value


# ---- the end of the deal -------------------------------------------------------------------------


def _plain_points(deal: "Deal") -> list[Score]:
    points = [worth(deal, seat) for seat in deal.plan.everyone]
    if deal.rules.no_trick_bonus:
        for seat, tricks in enumerate(deal.tricks_won):
            if not tricks:
                points[seat] += deal.rules.no_trick_bonus
    return points


def _bid_points(deal: "Deal", declarer: int) -> list[Score]:
    """A bid slam: all tricks by the pair, else each of it scores the pair's sum (E72, E73)."""
    pair = [declarer] if deal.partner is None else [declarer, deal.partner]
    points = _plain_points(deal)
    if sum(deal.tricks_won[seat] for seat in pair) == sum(deal.tricks_won):
        value = _slam_value(deal, Slam((declarer,), sun=False))
        return [-value if seat in pair else 0 for seat in deal.plan.everyone]
    both: Score = sum((points[seat] for seat in pair), 0)
    return [both if seat in pair else points[seat] for seat in deal.plan.everyone]


def _finish(deal: "Deal", points: list[Score]) -> None:
    if deal.rules.partnership == "fixed_pooled":
        sides: list[Score] = [points[0] + points[2], points[1] + points[3]]
        points = [sides[0], sides[1], sides[0], sides[1]]
    deal.points = tuple(points)
