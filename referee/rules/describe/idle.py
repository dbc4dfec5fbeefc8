"""Parameters that are set but change nothing, because what they refine is not part of the game."""

from collections.abc import Callable
from dataclasses import dataclass

from protocol.cards import HEARTS, JOKER
from referee.rules.describe.play import has_kitty
from referee.rules.schema import Rules, key_of
from referee.rules.toml import toml_text


@dataclass(frozen=True)
class Idle:
    """A parameter, the value it is set to, and why it does not matter."""

    key: str
    value: str
    reason: str

    def __str__(self) -> str:
        return f"{self.key} = {self.value}: {self.reason}."


Rule = tuple[tuple[str, ...], str, Callable[[Rules], bool]]
"""Fields, the reason, and whether it holds."""


def _slam_possible(rules: Rules) -> bool:
    return rules.slam_effect != "none" or rules.sun_on


def _spoils_bonus(rules: Rules) -> bool:
    """Whether a sun takes bonus cards in, because a moon would need them."""
    takes_in = rules.sun_on and rules.slam_needs == "counting_cards"
    return takes_in and bool(rules.plan.scales[HEARTS].bonus)


RULES: tuple[Rule, ...] = (
    (
        ("joker_nature", "joker_play", "joker_lead", "joker_points", "joker_score_if"),
        "there are no jokers",
        lambda rules: not rules.pack_jokers,
    ),
    (
        ("joker_play", "joker_lead", "joker_points", "joker_score_if"),
        "the jokers are low cards of their suits",
        lambda rules: rules.joker_nature == "zero_of_suit",
    ),
    (
        ("joker_points",),
        "only jokers of the nature 'penalty' have it",
        lambda rules: rules.joker_nature != "penalty",
    ),
    (
        ("joker_score_if",),
        "the jokers score nothing",
        lambda rules: not any(rules.plan.values[card] for card in rules.pack if card >= JOKER),
    ),
    (
        ("pack_strip_order", "pack_surplus"),
        "the hands have a fixed size",
        lambda rules: rules.deal_hand > 0,
    ),
    (
        ("pack_strip_order",),
        "pack.surplus does not leave out cards",
        lambda rules: rules.pack_surplus != "strip",
    ),
    (
        ("kitty_taker", "kitty_seen", "kitty_use"),
        "there is no kitty",
        lambda rules: not has_kitty(rules),
    ),
    (
        ("kitty_seen", "kitty_use"),
        "the kitty comes with the last trick",
        lambda rules: rules.kitty_taker == "last_trick",
    ),
    (
        ("kitty_seen",),
        "the taker sees the kitty in his hand",
        lambda rules: rules.kitty_use == "exchange_with_hand",
    ),
    (
        ("stock_draw",),
        "there is no stock",
        lambda rules: not rules.plan.pack_shape.stock,
    ),
    (
        ("trick_duplicates", "trick_void_on"),
        "there is one pack",
        lambda rules: rules.pack_count == 1,
    ),
    (
        ("trick_void_on",),
        "identical cards do not cancel each other",
        lambda rules: rules.trick_duplicates != "cancel",
    ),
    (
        ("exchange_forbidden",),
        "there is no exchange",
        lambda rules: not rules.exchange_schedule,
    ),
    (
        ("auction_min_bid",),
        "no counters are bid",
        lambda rules: rules.auction_kind != "penalty_suit",
    ),
    (
        ("lead_holder_of", "lead_taker_of"),
        "lead.first is not 'taker_of'",
        lambda rules: rules.lead_first != "taker_of",
    ),
    (
        ("lock_breakers", "lock_release"),
        "no cards are locked",
        lambda rules: not rules.plan.scales[HEARTS].locked,
    ),
    (
        ("must_play_when",),
        "no card must be played",
        lambda rules: not rules.plan.must_play,
    ),
    (
        ("slam_needs",),
        "there is no moon",
        lambda rules: (
            (rules.slam_effect == "none" or rules.sun_required) and not _spoils_bonus(rules)
        ),
    ),
    (
        ("slam_effect",),
        "there is no moon, and a sun has the effect 'others_add' in any case",
        lambda rules: rules.sun_required and rules.slam_effect in ("annul", "others_add"),
    ),
    (
        ("slam_by",),
        "there is no slam",
        lambda rules: not _slam_possible(rules),
    ),
    (
        ("slam_value",),
        "no slam is worth it",
        lambda rules: (
            rules.auction_kind != "slam"
            and (rules.slam_effect in ("none", "annul") or rules.sun_required)
        ),
    ),
    (
        ("slam_score", "slam_score_of"),
        "slam.effect is not 'choice_after_score'",
        lambda rules: rules.slam_effect != "choice_after_score",
    ),
    (
        ("sun_value",),
        "there is no sun",
        lambda rules: not rules.sun_on,
    ),
    (
        ("sun_punishment",),
        "nobody but the shooter pays for a slam",
        lambda rules: rules.slam_effect in ("shooter_add", "shooter_subtract"),
    ),
    (
        ("win_by_slam",),
        "there is no slam",
        lambda rules: not _slam_possible(rules),
    ),
    (
        ("end_compare", "end_measure"),
        "there is no target",
        lambda rules: rules.end_target is None and rules.end_goal is None,
    ),
    (
        ("end_compare",),
        "there is no target",
        lambda rules: rules.end_target is None,
    ),
    (
        ("end_measure",),
        "partners have the same total",
        lambda rules: rules.partnership == "fixed_pooled" and rules.end_measure == "side",
    ),
    (
        ("reset_to",),
        "no total is reset",
        lambda rules: rules.reset_at is None,
    ),
    (
        ("settlement_strict",),
        "the settlement is not 'sweepstake'",
        lambda rules: rules.settlement != "sweepstake",
    ),
)


def idle(rules: Rules) -> list[Idle]:
    """The parameters that differ from their defaults to no effect, each with the first reason."""
    found: dict[str, Idle] = {}
    values = rules.parameters()
    defaults = Rules(name=rules.name).parameters()
    for fields, reason, holds in RULES:
        for key in map(key_of, fields):
            if key not in found and values[key] != defaults[key] and holds(rules):
                found[key] = Idle(key, toml_text(values[key]), reason)
    return list(found.values())
