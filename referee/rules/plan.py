"""What the engine looks up in play, computed once per rules and number of seats."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from protocol.cards import CLUBS, HEARTS, JOKER, SUIT_SETS, SUITS, cards_to_set, members_of
from referee.rules import auction, exchange, exposure, scoring, tricks
from referee.rules.cardsets import CardSet, parse_card_set
from referee.rules.checks import check_plan
from referee.rules.deck import build_pack
from referee.rules.legal import lowest_club
from referee.rules.score import Gaussian, Score, is_zero
from referee.rules.steps import steps_for

if TYPE_CHECKING:
    from referee.rules.deal import Deal
    from referee.rules.schema import Rules


@dataclass(frozen=True)
class Scale:
    """What depends on the penalty suit. Sets are limited to the pack.

    ``values``: what each card costs, by card. ``penalty``: cards on the bad side. ``counting``:
    cards that the rules give a value, zero included. ``total``: the sum of the penalty cards.
    ``barred``: cards kept from the first trick; ``locked``: cards not to be led before one of the
    ``breakers`` fell; ``unlocked``: all others; ``locked_suit``: the suit, if just one is locked.
    """

    suit: int
    values: list[Score]
    penalty: int
    counting: int
    bonus: int
    total: Score
    barred: int
    locked: int
    unlocked: int
    breakers: int
    breaker_cards: frozenset[int]
    locked_suit: int | None


class Plan:
    """Lookups of one Rules; see the attributes in the constructor."""

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.seats = n = rules.seats
        self.step = 1 if rules.direction == "clockwise" else -1
        self.next_seat = tuple((seat + self.step) % n for seat in range(n))
        self.one = tuple((seat,) for seat in range(n))
        self.one_after = tuple(self.one[seat] for seat in self.next_seat)
        self.others_after = tuple(
            tuple((seat + self.step * place) % n for place in range(1, n)) for seat in range(n)
        )
        sides: tuple[tuple[int, ...], ...] = ((0, 2), (1, 3))
        self.slam_sides = sides if rules.slam_by == "side" else self.one
        self.everyone = tuple(range(n))
        self.pack_shape = build_pack(rules)
        self.pack = self.pack_shape.cards
        self.cards = cards_to_set(self.pack)
        self.steps = steps_for(rules.exchange_schedule, n)
        self.forbidden = rules.exchange_forbidden.resolve(0)
        self.exposable = rules.exposure.cards & self.cards
        self.must_play = rules.must_play_cards.cards & self.cards
        self.must_play_covered = rules.must_play_when == "void_or_covered"
        self.jokers = self.cards & ~sum(SUIT_SETS)
        self.jokers_any_time = rules.joker_play == "any_time"
        self.jokers_lead = rules.joker_lead != "forced_only"
        self.draws = rules.stock_draw != "none"
        self.uneven = rules.deal_hand > 0
        self.nines = parse_card_set("9♣ 9♦ 9♠ 9♥").cards if rules.trick_boosters == "nines" else 0
        self.special_follow = bool(self.jokers or self.exposable or self.must_play_covered)
        # Two packs may hold two of it, and then who comes first from eldest matters (E09).
        clubs = self.cards & SUIT_SETS[CLUBS]
        self.lowest_club = lowest_club(clubs) if rules.pack_count == 1 else 0
        self.penalty_releases = rules.lock_release == "only_penalty_left"
        self.special_lead = bool(self.jokers or self.exposable)
        self.plain_play = not (self.special_follow or self.special_lead or self.must_play)
        self.special_tricks = bool(
            self.jokers
            or self.exposable
            or self.nines
            or self.uneven
            or self.pack_shape.kitty
            or rules.pack_count > 1
            or rules.points_per_trick
        )
        self.resolve = tricks.resolver(rules)
        self.scales = tuple(map(self._scale, SUITS))
        self.values = self.scales[HEARTS].values
        self.phases = self._phases()

    def check(self) -> None:
        """Raise ValueError, naming the key, when the parameters do not fit together."""
        check_plan(self)

    def __reduce__(self) -> tuple[Callable[["Rules"], "Plan"], tuple["Rules"]]:
        return attrgetter("plan"), (self.rules,)

    def _phases(self) -> tuple[Callable[["Deal"], bool], ...]:
        phases: list[Callable[[Deal], bool]] = []
        if self.exposable:
            phases.append(exposure.begin)
        if self.steps:
            phases.append(exchange.begin)
        if self.rules.auction_kind != "none":
            phases.append(auction.begin)
        return (*phases, tricks.begin, scoring.begin)

    def _scale(self, suit: int) -> Scale:
        rules = self.rules
        moved = suit if rules.points_suit == "auction" else HEARTS
        values: list[Score] = [0] * 256
        counting = self._fill(values, moved)
        bad = [card for card in members_of(counting) if self.is_bad(values[card])]
        penalty = cards_to_set(bad)
        bonus = cards_to_set(
            card for card in members_of(counting & ~penalty) if not is_zero(values[card])
        )
        locked = self._resolve(rules.lock_cards, penalty)
        breakers = self._resolve(rules.lock_breakers, penalty)
        return Scale(
            suit=moved,
            values=values,
            penalty=penalty,
            counting=counting,
            bonus=bonus,
            total=sum((values[card] for card in bad), 0),
            barred=self._resolve(rules.first_trick_barred, penalty),
            locked=locked,
            unlocked=self.cards & ~locked,
            breakers=breakers,
            breaker_cards=frozenset(members_of(breakers)),
            locked_suit=self._locked_suit(locked),
        )

    def _fill(self, values: list[Score], moved: int) -> int:
        """Write the cards' values, suits before single cards; return the cards that have one."""
        counting = 0
        named = [(parse_card_set(text), value) for text, value in self.rules.points_cards.items()]
        named.sort(key=lambda entry: -entry[0].cards.bit_count())
        for card_set, value in named:
            hearts = card_set.cards & SUIT_SETS[HEARTS]
            # The named suit costs what hearts cost, card by card.
            cards = (card_set.cards ^ hearts | hearts >> 16 * (HEARTS - moved)) & self.cards
            counting |= cards
            for card in members_of(cards):
                values[card] = value
        if self.rules.joker_nature == "penalty":
            counting |= self.jokers
            for card in members_of(self.jokers):
                values[card] = self.rules.joker_points or 1
        return counting

    def _locked_suit(self, locked: int) -> int | None:
        """The suit that is locked whole, where just one is and nothing else releases it."""
        if self.rules.lock_release == "only_locked_left":
            for suit in SUITS:
                if locked == SUIT_SETS[suit] & self.cards:
                    return suit
        return None

    def _resolve(self, card_set: CardSet, penalty: int) -> int:
        return card_set.resolve(penalty) & self.cards

    def is_bad(self, value: Score) -> bool:
        """Whether a value is a penalty in this game."""
        if isinstance(value, Gaussian):
            return value.real > 0 or value.imaginary > 0
        return value < 0 if self.rules.objective == "maximise" else value > 0


LED_SETS = tuple(SUIT_SETS[card >> 4 & 3] if card < JOKER else 0 for card in range(256))
"""The set of the suit that a led card calls for; 0 for a joker."""
