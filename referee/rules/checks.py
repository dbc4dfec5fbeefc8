"""Which combinations of parameters cannot be played, and what to say about them."""

from typing import TYPE_CHECKING

from protocol.cards import SUIT_SETS, card_names, members_of
from referee.rules.cardsets import parse_card_set
from referee.rules.score import Gaussian
from referee.rules.steps import StepKind

if TYPE_CHECKING:
    from referee.rules.plan import Plan


def check_plan(plan: "Plan") -> None:
    """Raise ValueError with one line that names the key and what is allowed."""
    for check in (
        _players,
        _named_cards,
        _end,
        _chips,
        _partners,
        _slams,
        _auction,
        _jokers,
        _scores,
    ):
        check(plan)


def _players(plan: "Plan") -> None:
    rules = plan.rules
    if not rules.players_min <= rules.seats <= rules.players_max:
        allowed = (
            f"{rules.players_min} to {rules.players_max}"
            if rules.players_min < rules.players_max
            else f"{rules.players_min}"
        )
        raise ValueError(f"players: {rules.name} is for {allowed} players, not {rules.seats}")
    whole_hand = any(
        step.kind is StepKind.PASS and step.count >= plan.pack_shape.hand for step in plan.steps
    )
    if whole_hand and plan.forbidden & plan.cards:
        raise ValueError("exchange.forbidden: a step passes the whole hand, so no card can be kept")


def _named_cards(plan: "Plan") -> None:
    rules = plan.rules
    named = [("points.cards", parse_card_set(text).cards) for text in rules.points_cards]
    named += [("must_play.cards", rules.must_play_cards.cards), ("exposure", rules.exposure.cards)]
    for modifier in rules.points_modifiers:
        named.append(("points.modifiers", modifier.card.cards))
    for key, cards in named:
        if cards and not cards & plan.cards:
            raise ValueError(f"{key}: {card_names(members_of(cards))} is not in the pack")
    singles = {
        "lead.holder_of": rules.lead_holder_of,
        "lead.taker_of": rules.lead_taker_of,
        "called_card": rules.called_card,
    }
    for key, cards_named in singles.items():
        if any(card not in plan.pack for card in cards_named):
            raise ValueError(f"{key}: {card_names(cards_named)} is not in the pack")
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
        raise ValueError(f"reset.at: end.target must be above {rules.reset_at}")
    if rules.big_moon == "others_target" and rules.end_target is None:
        raise ValueError("big_moon = 'others_target' needs end.target")


def _chips(plan: "Plan") -> None:
    rules = plan.rules
    in_chips = rules.settlement in ("low_takes", "sweepstake", "howell")
    if in_chips and not rules.chips:
        raise ValueError(f"chips: settlement = {rules.settlement!r} needs starting counters")
    if rules.end_chips and not in_chips:
        raise ValueError("end.chips needs a settlement in counters")
    if rules.settlement != "none" and rules.objective != "minimise":
        raise ValueError("settlement: only games of penalties (objective = 'minimise') are settled")


def _partners(plan: "Plan") -> None:
    rules = plan.rules
    if rules.partnership.startswith("fixed") and rules.seats != 4:
        raise ValueError(f"partnership: {rules.partnership!r} needs four players")
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
    if rules.points_suit == "auction" and rules.auction_kind != "penalty_suit":
        raise ValueError("points.suit = 'auction' needs auction.kind = 'penalty_suit'")
    if rules.auction_kind == "penalty_suit" and not rules.chips:
        raise ValueError("auction.kind = 'penalty_suit' needs chips to bid with")
    if rules.partnership == "called" and rules.auction_kind != "slam":
        raise ValueError("partnership = 'called' needs auction.kind = 'slam'")


def _jokers(plan: "Plan") -> None:
    rules = plan.rules
    if rules.joker_nature == "zero_of_suit" and rules.joker_lead != "forced_only":
        raise ValueError("joker.lead: a joker that is the zero of a suit leads that suit")


def _scores(plan: "Plan") -> None:
    rules = plan.rules
    complex_values = any(isinstance(value, Gaussian) for value in rules.points_cards.values())
    complex_values |= any(isinstance(entry.value, Gaussian) for entry in rules.points_modifiers)
    if complex_values and rules.points_domain != "gaussian":
        raise ValueError("points.domain: values with an i need points.domain = 'gaussian'")
    if rules.points_domain == "gaussian" and rules.objective != "minimise_abs":
        raise ValueError("objective: complex scores have no order; use objective = 'minimise_abs'")
    if not any(parse_card_set(text).cards & sum(SUIT_SETS) for text in rules.points_cards) and not (
        rules.points_per_trick
    ):
        raise ValueError("points.cards: no card of the game has points")
