"""Every parameter of a game (RULES.md 1.2), checked once when a game is loaded.

A field ``lock_cards`` is the rule book's ``lock.cards``; that is also its key in a TOML file.
"""

from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    PlainSerializer,
    Strict,
)

from protocol.cards import card_names, parse_cards
from referee.rules.cardsets import CardSet, parse_card_set
from referee.rules.score import Gaussian, Score, parse_score

if TYPE_CHECKING:
    from referee.rules.plan import Plan

GROUPS = (
    *("players", "pack", "deal", "kitty", "stock", "exchange", "auction", "lead", "first_trick"),
    *("lock", "must_play", "joker", "trick", "points", "slam", "sun", "end", "reset"),
)
"""First parts of the rule book's keys."""


class RulesError(ValueError):
    """A game that does not exist or cannot be played as asked; the text is one clear line."""


def key_of(field: str) -> str:
    """The rule book's key of a field: ``lock.cards`` for ``lock_cards``."""
    for group in GROUPS:
        if field.startswith(group + "_"):
            return f"{group}.{field[len(group) + 1 :]}"
    return field


def _text(read: Any) -> BeforeValidator:
    return BeforeValidator(lambda value: read(value) if isinstance(value, str) else value)


Cards = Annotated[bytes, _text(parse_cards), PlainSerializer(card_names)]
CardSetField = Annotated[
    InstanceOf[CardSet], _text(parse_card_set), PlainSerializer(lambda value: value.text)
]


def _named_cards(text: str) -> CardSet:
    found = parse_card_set(text)
    if found.penalty:
        raise ValueError("'penalty' is not possible here; name the cards themselves")
    return found


NamedCards = Annotated[
    InstanceOf[CardSet], _text(_named_cards), PlainSerializer(lambda value: value.text)
]
"""A set of cards that does not depend on what costs points."""


def _some_cards(text: str) -> str:
    if not _named_cards(text).cards:
        raise ValueError(f"{text!r} names no cards")
    return text


Whole = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
Players = Annotated[int, Field(ge=2, le=11)]
Limit = Annotated[Whole | None, BeforeValidator(lambda value: None if value == "none" else value)]
"""A number or, in TOML, ``"none"``: house rules may take away what their base has."""


def _points(value: Any) -> Any:
    if type(value) is int or isinstance(value, Fraction | Gaussian):
        return value
    if isinstance(value, str):
        with suppress(ValueError):
            return parse_score(value)
    raise ValueError(f"{value!r} is not a score; write 13, or '13i' in complex games")


def _score_text(value: Score) -> int | str:
    return value if isinstance(value, int) else str(value)


Points = Annotated[Any, BeforeValidator(_points), PlainSerializer(_score_text)]


class Modifier(BaseModel):
    """A change to what a player's cards are worth (RULES.md 1.6.2).

    cancel: taking ``card`` makes ``target`` cost nothing. double: taking ``card`` doubles the cards
    of ``target``. flip: taking all cards of ``target`` turns the taker's penalties into gains.
    alone: ``card`` without any counting card scores ``value``. times: ``card`` multiplies the
    deal's score by ``value``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["cancel", "double", "flip", "alone", "times"]
    card: NamedCards = CardSet("none", 0, penalty=False)
    target: NamedCards = CardSet("none", 0, penalty=False)
    value: Points = 0


def _nothing() -> CardSet:
    return CardSet("none", 0, penalty=False)


class Rules(BaseModel):
    """One game for one number of seats, frozen."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=key_of,
        populate_by_name=True,
        arbitrary_types_allowed=True,
    )

    name: str
    book: str = ""
    aliases: tuple[str, ...] = ()
    description: str = ""
    sources: tuple[str, ...] = ()
    seats: Whole = 0
    players_min: Whole = Field(4, ge=2, le=11)
    players_max: Whole = Field(4, ge=2, le=11)
    players_best: Whole = Field(4, ge=2, le=11)
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"

    pack_ranks: Literal["french13", "fivehundred15"] = "french13"
    pack_count: Literal[1, 2] = 1
    pack_jokers: Whole = Field(0, ge=0, le=8)
    pack_removed: dict[Players, Cards] = {}
    pack_strip_order: Cards = b""
    pack_surplus: Literal["strip", "kitty", "reject"] = "strip"

    deal_hand: Whole = Field(0, ge=0, le=52)
    deal_all_penalty: Literal["play", "redeal"] = "play"
    misdeal: Literal["redeal_same_dealer", "deal_passes"] = "redeal_same_dealer"

    kitty_size: dict[Players, Annotated[Whole, Field(ge=0)]] = {}
    kitty_taker: Literal["first_trick", "last_trick"] = "first_trick"
    kitty_seen: Flag = False
    kitty_use: Literal["with_tricks", "exchange_with_hand"] = "with_tricks"
    stock_draw: Literal["none", "until_can_follow"] = "none"
    stock_residue: Literal["last_holder"] = "last_holder"

    exposure: NamedCards = Field(default_factory=_nothing)
    exchange_schedule: tuple[str, ...] = ()
    exchange_forbidden: NamedCards = Field(default_factory=_nothing)

    auction_kind: Literal["none", "penalty_suit", "slam"] = "none"
    auction_min_bid: Whole = Field(1, ge=1, le=255)

    lead_first: Literal["eldest", "lowest_club", "auction_winner", "taker_of"] = "eldest"
    lead_first_card: Literal["any", "any_club", "that_card"] = "any"
    lead_holder_of: Cards = b""
    lead_taker_of: Cards = b""
    first_trick_barred: CardSetField = Field(default_factory=_nothing)
    lock_cards: CardSetField = Field(default_factory=_nothing)
    lock_breakers: CardSetField = Field(default_factory=lambda: parse_card_set("♥"))
    lock_release: Literal["only_locked_left", "only_penalty_left"] = "only_locked_left"
    must_play_cards: NamedCards = Field(default_factory=_nothing)
    must_play_when: Literal["void", "void_or_covered"] = "void"

    joker_nature: Literal["zero_of_suit", "worthless", "penalty"] = "worthless"
    joker_play: Literal["any_time", "void_only"] = "any_time"
    joker_lead: Literal["forced_only", "calls_suit", "next_card_decides"] = "forced_only"
    joker_points: Whole = 0
    joker_score_if: Literal["always", "heart_trick"] = "always"

    trick_duplicates: Literal["latest", "cancel"] = "latest"
    trick_void_on: Literal["no_live_card", "two_pairs"] = "no_live_card"
    trick_last_void: Literal["leader"] = "leader"
    trick_boosters: Literal["none", "nines"] = "none"

    points_cards: dict[Annotated[str, AfterValidator(_some_cards)], Points] = Field(
        default_factory=lambda: {"♥": 1}
    )
    points_suit: Literal["hearts", "auction"] = "hearts"
    points_per_trick: Whole = 0
    points_modifiers: tuple[Modifier, ...] = ()
    points_domain: Literal["integer", "rational", "gaussian"] = "integer"
    objective: Literal["minimise", "maximise", "minimise_abs"] = "minimise"

    slam_needs: Literal["penalty_cards", "counting_cards", "all_tricks", "hearts"] = "penalty_cards"
    slam_by: Literal["player", "side"] = "player"
    slam_effect: Literal[
        "none",
        "annul",
        "others_add",
        "shooter_subtract",
        "shooter_add",
        "choice",
        "choice_if_old_loses",
        "choice_after_score",
    ] = "none"
    slam_value: Literal["total"] | Whole = "total"
    slam_score: Whole = 0
    slam_score_of: Literal["shooter", "any"] = "shooter"
    sun_on: Flag = False
    sun_value: Literal["double"] | Whole = "double"
    sun_skip_first: Flag = False
    sun_punishment: Flag = False
    sun_clean_slate: Flag = False
    sun_required: Flag = False
    big_moon: Literal["off", "all_260", "others_target"] = "off"
    win_by_slam: Flag = True
    moon_end: Literal["normal", "until_next_moon", "until_moonless_deal"] = "normal"
    no_trick_bonus: Whole = 0

    partnership: Literal[
        "none", "fixed_pooled", "fixed_individual", "fixed_loser_side", "called"
    ] = "none"
    called_card: Cards = b""

    end_target: Limit = None
    end_goal: Limit = None
    end_compare: Literal["ge", "gt"] = "ge"
    end_measure: Literal["player", "side", "abs"] = "player"
    end_deals: Limit = Field(None, ge=1)
    end_rounds: Limit = Field(None, ge=1)
    end_lives: Limit = Field(None, ge=1)
    end_life_loss_at: Limit = None
    end_chips: Flag = False
    reset_at: Limit = None
    reset_to: Whole = 0
    tie: Literal["share", "extra_deal"] = "share"
    settlement: Literal["none", "low_takes", "sweepstake", "howell", "mean"] = "none"
    settlement_strict: Flag = False
    chips: Whole = Field(0, ge=0)

    @cached_property
    def plan(self) -> "Plan":
        """What the engine looks up in play, computed once per rules."""
        from referee.rules.plan import Plan

        return Plan(self)

    def __getstate__(self) -> dict[Any, Any]:
        # The plan refers back to the rules and is soon computed again.
        state = super().__getstate__()
        fields = {name: value for name, value in state["__dict__"].items() if name != "plan"}
        return state | {"__dict__": fields}

    @property
    def pack(self) -> bytes:
        """Every card in play, kitty and stock included."""
        return self.plan.pack

    def card_points(self, card: int) -> Score:
        """What a card costs its taker, before modifiers."""
        return self.plan.values[card]

    @property
    def high_is_good(self) -> bool:
        """Whether a high outcome of a game is good: counters won, or points worth having."""
        return self.objective == "maximise" or self.settlement != "none"

    def parameters(self) -> dict[str, Any]:
        """All parameters by the rule book's keys, in JSON types."""
        return self.model_dump(mode="json", by_alias=True)

    @property
    def teams(self) -> tuple[int, ...]:
        """The side of each seat; every seat is its own side where there are no partners."""
        if self.partnership.startswith("fixed"):
            return tuple(seat % 2 for seat in range(self.seats))
        return tuple(range(self.seats))
