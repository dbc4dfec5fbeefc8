"""Which combinations of parameters cannot be played, and what to say about them."""

from fractions import Fraction
from typing import TYPE_CHECKING

from protocol.cards import HEARTS, SUIT_SETS, card_names
from referee.rules.cardsets import parse_card_set
from referee.rules.score import Gaussian
from referee.rules.steps import StepKind

if TYPE_CHECKING:
    from referee.rules.plan import Plan
    from referee.rules.schema import Rules

MODIFIER_ENTRIES = {
    "cancel": ("card", "target"),
    "double": ("card", "target"),
    "flip": ("target",),
    "alone": ("card", "value"),
    "times": ("card", "value"),
}


def check_plan(plan: "Plan") -> None:
    """Raise ValueError with one line that names the key and what is allowed."""
    for check in (
        _dealing,
        _exchange,
        _named_cards,
        _end,
        _chips,
        _partners,
        _slams,
        _auction,
        _jokers,
        _modifiers,
        _scores,
    ):
        check(plan)


def check_players(rules: "Rules") -> None:
    """Raise ValueError when the game is not for this number of players."""
    fewest, most = rules.players_min, rules.players_max
    if not fewest <= rules.players_best <= most:
        raise ValueError(
            f"players.best = {rules.players_best}: it must be from players.min = {fewest} "
            f"to players.max = {most}"
        )
    if not fewest <= rules.seats <= most:
        allowed = f"{fewest} to {most}" if fewest < most else f"{fewest}"
        raise ValueError(f"players: {rules.name} is for {allowed} players, not {rules.seats}")


def _dealing(plan: "Plan") -> None:
    plain = plan.cards & ~plan.scales[HEARTS].penalty
    if plan.rules.deal_all_penalty == "redeal" and plain.bit_count() < plan.seats:
        raise ValueError("deal.all_penalty = 'redeal': too few cards cost nothing to ever deal on")


def _exchange(plan: "Plan") -> None:
    passes = [step for step in plan.steps if step.kind is StepKind.PASS]
    whole_hands = bool(passes) and all(step.count >= plan.pack_shape.hand for step in passes)
    if whole_hands and plan.forbidden & plan.cards:
        raise ValueError("exchange.forbidden: every pass is of the whole hand, so none can be kept")


def _named_cards(plan: "Plan") -> None:
    rules = plan.rules
    named = [("points.cards", parse_card_set(text)) for text in rules.points_cards]
    named += [("must_play.cards", rules.must_play_cards), ("exposure", rules.exposure)]
    for modifier in rules.points_modifiers:
        named.append(("points.modifiers", modifier.card))
    for key, card_set in named:
        if card_set.cards and not card_set.cards & plan.cards:
            raise ValueError(f"{key}: {card_set.text!r} is not in the pack")
    singles = {
        "lead.holder_of": rules.lead_holder_of,
        "lead.taker_of": rules.lead_taker_of,
        "called_card": rules.called_card,
    }
    for key, cards_named in singles.items():
        if any(card not in plan.pack for card in cards_named):
            raise ValueError(f"{key}: {card_names(cards_named)!r} is not in the pack")
        if len(cards_named) > 1:
            raise ValueError(f"{key} = {card_names(cards_named)!r}: it must be one card")
    if rules.lead_first == "taker_of" and not (rules.lead_taker_of and rules.lead_holder_of):
        raise ValueError("lead.first = 'taker_of' needs lead.taker_of and lead.holder_of")


def _end(plan: "Plan") -> None:
    rules = plan.rules
    ends = (rules.end_target, rules.end_deals, rules.end_rounds, rules.end_lives)
    if all(end is None for end in ends) and not rules.end_chips:
        raise ValueError(
            "end: nothing ends the game; set end.target, end.deals, end.rounds, end.lives "
            "or end.chips"
        )
    if (rules.end_lives is None) != (rules.end_life_loss_at is None):
        raise ValueError("end.lives and end.life_loss_at go together")
    if rules.reset_at is not None and not (rules.end_target and rules.end_target > rules.reset_at):
        raise ValueError(f"reset.at = {rules.reset_at}: end.target must be above it")
    if rules.big_moon == "others_target" and rules.end_target is None:
        raise ValueError("big_moon = 'others_target' needs end.target")


def _chips(plan: "Plan") -> None:
    rules = plan.rules
    in_chips = rules.settlement in ("low_takes", "sweepstake", "howell")
    if in_chips and not rules.chips:
        raise ValueError(f"chips = 0: settlement = {rules.settlement!r} needs counters to pay with")
    if rules.chips and not in_chips:
        raise ValueError(
            f"chips = {rules.chips} needs settlement = 'low_takes', 'sweepstake' or 'howell'"
        )
    if rules.end_chips and not in_chips:
        raise ValueError(
            "end.chips = true needs settlement = 'low_takes', 'sweepstake' or 'howell'"
        )
    if rules.settlement != "none" and rules.objective != "minimise":
        raise ValueError(
            f"settlement = {rules.settlement!r} needs objective = 'minimise', a game of penalties"
        )


def _partners(plan: "Plan") -> None:
    rules = plan.rules
    if rules.partnership.startswith("fixed"):
        if rules.seats != 4:
            raise ValueError(f"partnership = {rules.partnership!r} needs four players")
        if rules.chips or rules.end_lives or rules.objective == "minimise_abs":
            raise ValueError(
                f"partnership = {rules.partnership!r} goes neither with chips nor with end.lives "
                "nor with objective = 'minimise_abs'"
            )
    if (rules.partnership == "called") != bool(rules.called_card):
        raise ValueError("partnership = 'called' and called_card go together")
    if rules.slam_by == "side" and not rules.partnership.startswith("fixed"):
        raise ValueError("slam.by = 'side' needs a fixed partnership")
    if rules.end_measure == "side" and not rules.partnership.startswith("fixed"):
        raise ValueError("end.measure = 'side' needs a fixed partnership")


def _slams(plan: "Plan") -> None:
    rules = plan.rules
    if rules.slam_effect == "choice_if_old_loses" and rules.end_target is None:
        raise ValueError("slam.effect = 'choice_if_old_loses' needs end.target")
    if rules.moon_end != "normal" and rules.slam_effect != "choice_if_old_loses":
        raise ValueError(f"moon_end = {rules.moon_end!r} needs slam.effect = 'choice_if_old_loses'")
    options = ("sun_skip_first", "sun_punishment", "sun_clean_slate", "sun_required")
    for option in options:
        if getattr(rules, option) and not rules.sun_on:
            raise ValueError(f"{option.replace('_', '.', 1)} needs sun.on = true")


def _auction(plan: "Plan") -> None:
    rules = plan.rules
    if rules.lead_first == "auction_winner" and rules.auction_kind != "penalty_suit":
        raise ValueError("lead.first = 'auction_winner' needs auction.kind = 'penalty_suit'")
    if rules.lead_first == "auction_winner" and rules.lead_first_card != "any":
        raise ValueError(
            f"lead.first_card = {rules.lead_first_card!r}: who wins the auction leads any card"
        )
    if rules.points_suit == "auction" and rules.auction_kind != "penalty_suit":
        raise ValueError("points.suit = 'auction' needs auction.kind = 'penalty_suit'")
    if rules.auction_kind == "penalty_suit" and not rules.chips:
        raise ValueError("auction.kind = 'penalty_suit' needs chips to bid with")
    if rules.partnership == "called" and rules.auction_kind != "slam":
        raise ValueError("partnership = 'called' needs auction.kind = 'slam'")


def _jokers(plan: "Plan") -> None:
    rules = plan.rules
    if rules.joker_nature == "zero_of_suit" and rules.pack_jokers > 4 * rules.pack_count:
        raise ValueError("pack.jokers: a pack has four zeros, one of each suit")
    if rules.joker_nature == "zero_of_suit" and rules.joker_lead != "forced_only":
        raise ValueError("joker.lead: a joker that is the zero of a suit leads that suit")


def _modifiers(plan: "Plan") -> None:
    for modifier in plan.rules.points_modifiers:
        given = {
            "card": modifier.card.cards,
            "target": modifier.target.cards,
            "value": modifier.value != 0,
        }
        needed = MODIFIER_ENTRIES[modifier.kind]
        if wrong := [name for name in given if bool(given[name]) != (name in needed)]:
            raise ValueError(
                f"points.modifiers: kind = {modifier.kind!r} needs {' and '.join(needed)} and "
                f"nothing else; see {wrong[0]}"
            )


def _scores(plan: "Plan") -> None:
    rules = plan.rules
    complex_values = any(isinstance(value, Gaussian) for value in rules.points_cards.values())
    complex_values |= any(isinstance(entry.value, Gaussian) for entry in rules.points_modifiers)
    if complex_values and rules.points_domain != "gaussian":
        raise ValueError("points.domain: values with an i need points.domain = 'gaussian'")
    if rules.points_domain == "gaussian" and rules.objective != "minimise_abs":
        raise ValueError("objective: complex scores have no order; use objective = 'minimise_abs'")
    if rules.points_domain == "gaussian" and (
        rules.end_measure != "abs" or rules.end_goal is not None or rules.end_lives is not None
    ):
        raise ValueError(
            "points.domain = 'gaussian' needs end.measure = 'abs', and no end.goal or end.lives"
        )
    values = [*rules.points_cards.values(), *(entry.value for entry in rules.points_modifiers)]
    if broken := [value for value in values if isinstance(value, Fraction)]:
        raise ValueError(f"points.cards: {broken[0]} is not a whole number")
    if not any(parse_card_set(text).cards & sum(SUIT_SETS) for text in rules.points_cards) and not (
        rules.points_per_trick
    ):
        raise ValueError("points.cards: no card of the game has points")
