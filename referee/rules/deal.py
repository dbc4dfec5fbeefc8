"""One deal as a state machine, in OpenSpiel's vocabulary.

Phases follow each other (RULES.md 1.1): exposure, exchange, auction, tricks, scoring. Each phase
is a module with a ``begin``; each kind of decision is a pair of functions in ``_HANDLERS``. The
play of a card, by far the most frequent decision, is written out here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from protocol.cards import BITS, JOKER, cards_to_set, members_of
from referee.rules import auction, exchange, exposure, scoring, tricks
from referee.rules.kinds import Choice, IllegalAction, Kind
from referee.rules.legal import legal_cards
from referee.rules.plan import LED_SETS, Plan
from referee.rules.schema import Rules
from referee.rules.score import Score
from referee.rules.steps import HOLD, Step

_PLAY = Kind.PLAY
play_choices: dict[int, Choice] = {}
"""Choices of cards to play by the set of legal cards, for sets within one suit and pack."""
# Twice as fast as Choice(...), and needed for every second card played.
new_choice = tuple.__new__
ONE_BYTE = tuple(bytes([card]) for card in range(256))


@dataclass(frozen=True)
class Standing:
    """Where the game stands before a deal, by seat; empty tuples where the game has no such thing.

    ``leader``: who leads where the last deal decides it (Gong Zhu).
    """

    totals: tuple[Score, ...] = ()
    chips: tuple[int, ...] = ()
    pool: int = 0
    lives: tuple[int, ...] = ()
    leader: int | None = None


class Deal:
    """One deal. ``to_act``: the seats that owe a decision now; () when the deal is over.

    ``hands`` are sets or iterables of cards, by seat. ``deal_number`` counts the scored deals of a
    game from 1 and chooses the exchange; the dealer follows from it unless given.
    """

    __slots__ = (
        "_phase", "bid_seats", "bids", "broken", "buried", "chosen", "clean_slate", "deal_number",
        "dealer", "declarer", "exchange_to", "exposed", "exposed_seats", "hands", "held", "is_over",
        "kind", "kitty", "kitty_taker", "leader", "led", "left", "legal", "moon", "offered",
        "passed", "pile", "pile_tricks", "plan", "play_seats", "plays", "points", "raw", "received",
        "received_from", "round_start", "rules", "scale", "slam", "standing", "step", "stock",
        "suits_led", "to_act", "trick", "trick_start", "trick_starts", "trick_winners",
        "tricks_won", "won",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[int | Iterable[int]],
        deal_number: int = 1,
        *,
        dealer: int | None = None,
        kitty: bytes = b"",
        stock: bytes = b"",
        standing: Standing | None = None,
    ) -> None:
        plan = rules.plan
        n = plan.seats
        if len(hands) != n:
            raise ValueError(f"{rules.name} at {n} seats needs {n} hands, not {len(hands)}")
        self.rules = rules
        self.plan: Plan = plan
        self.deal_number = deal_number
        self.dealer = plan.step * (deal_number - 1) % n if dealer is None else dealer
        self.standing = standing or _fresh_standing(n, rules.chips)
        self.hands = [hand if isinstance(hand, int) else cards_to_set(hand) for hand in hands]
        self.kitty = kitty
        self.stock = stock
        self.scale = plan.scales[3]

        self.kind: Kind | None = None
        self.to_act: tuple[int, ...] = ()
        self.offered: dict[int, Choice] = {}
        self.chosen: dict[int, bytes] = {}
        self._phase = -1
        self.is_over = False
        self.points: tuple[Score, ...] = ()

        self.exposed = 0
        self.exposed_seats: tuple[tuple[int, int], ...] = ()
        self.step: Step = HOLD
        self.exchange_to: tuple[bytes, ...] = ()
        self.passed: tuple[bytes, ...] = (b"",) * n
        self.received: tuple[bytes, ...] = (b"",) * n
        self.received_from: tuple[bytes, ...] = (b"",) * n
        self.bids = b""
        self.bid_seats = b""
        self.declarer: int | None = None
        self.kitty_taker: int | None = None
        self.buried: bytes = b""

        self.held: list[bytes] = []
        self.plays = bytearray()
        self.play_seats = bytearray()
        self.trick_starts = bytearray()
        self.trick_winners = bytearray()
        self.leader = 0
        self.left = 0
        self.trick = 0
        self.trick_start = 0
        self.round_start = 0
        self.led = 0
        self.legal = 0
        self.broken = not self.scale.locked
        self.suits_led = 0
        self.pile = 0
        self.pile_tricks = 0
        self.won = [0] * n
        self.raw: list[Score] = [0] * n
        self.tricks_won = [0] * n
        self.slam: scoring.Slam | None = None
        self.moon: int | None = None
        self.clean_slate: tuple[int, ...] = ()
        self.next_phase()

    def legal_actions(self, seat: int) -> Choice:
        """The question to a seat that is to act. Raises IllegalAction for another seat."""
        if self.kind is _PLAY and seat == self.to_act[0]:
            legal = self.legal
            if not legal:
                if self.plan.plain_play:
                    # What `legal_cards` mostly comes to, written out for speed.
                    hand = self.hands[seat]
                    legal = hand & self.led
                    if not legal and self.trick_winners and (self.trick or self.broken):
                        legal = hand
                legal = self.legal = legal or legal_cards(self, seat)
            return play_choices.get(legal) or self._play_choice(seat, legal)
        if seat not in self.to_act or self.kind is None:
            raise IllegalAction(f"seat {seat} is not to act")
        if seat not in self.offered:
            self.offered[seat] = _HANDLERS[self.kind][0](self, seat)
        return self.offered[seat]

    def _play_choice(self, seat: int, legal: int) -> Choice:
        """The choice of cards to play, remembered for all deals where they are of one suit."""
        dropped = self.hands[seat] ^ legal
        if self.held and not dropped:
            return new_choice(Choice, (_PLAY, self.held[seat], 1, 1))
        if self.held and dropped & -dropped > legal:
            options = self.held[seat][: legal.bit_count()]
        else:
            options = members_of(legal)
        choice = new_choice(Choice, (_PLAY, options, 1, 1))
        if options[0] >> 4 == options[-1] >> 4:
            play_choices[legal] = choice
        return choice

    def apply(self, seat: int, action: Sequence[int]) -> None:
        """Carry out a decision. Raises IllegalAction, changing nothing, when it is not allowed."""
        if self.kind is not _PLAY:
            choice = self.legal_actions(seat)
            action = bytes(action)
            if not choice.allows(action):
                raise IllegalAction(f"seat {seat}: {action!r} is not allowed by {choice}")
            _HANDLERS[choice.kind][1](self, seat, action)
            return
        if seat != self.to_act[0] or len(action) != 1:
            raise IllegalAction(f"seat {self.to_act[0]} is to play one card")
        card = action[0]
        bit = BITS[card]
        if not bit & (self.legal or legal_cards(self, seat)):
            raise IllegalAction(f"seat {seat} may not play card {card} now")
        self.legal = 0
        self.hands[seat] ^= bit
        if self.held:
            self.held[seat] = self.held[seat].replace(ONE_BYTE[card], b"")
        self.plays.append(card)
        self.play_seats.append(seat)
        self.trick |= bit
        if not self.broken and bit & self.scale.breakers:
            self.broken = True
        if not self.led:
            self.led = LED_SETS[card]
            if card >= JOKER and tricks.names_suit(self):
                return
        self.left -= 1
        plan = self.plan
        if plan.special_tricks:
            tricks.go_on(self)
        elif self.left:
            self.to_act = plan.one_after[seat]
        else:
            tricks.end_plain_trick(self)

    def ask(self, kind: Kind, seats: tuple[int, ...]) -> None:
        """Make ``seats`` owe a decision of this kind."""
        self.kind = kind
        self.to_act = seats
        self.offered = {}

    def choose(self, seat: int, action: bytes) -> bool:
        """Keep a seat's part of a decision that all make before anybody looks; True at the last."""
        self.chosen[seat] = action
        place = self.to_act.index(seat)
        self.to_act = self.to_act[:place] + self.to_act[place + 1 :]
        return not self.to_act

    def next_phase(self) -> None:
        """Go to the next phase that has something to decide, or to the end of the deal."""
        phases = self.plan.phases
        self.chosen = {}
        while self._phase + 1 < len(phases):
            self._phase += 1
            if phases[self._phase](self):
                return
        self.kind = None
        self.to_act = ()
        self.is_over = True

    def eldest(self) -> int:
        """The seat next to the dealer in the direction of play."""
        return self.plan.next_seat[self.dealer]

    @property
    def partner(self) -> int | None:
        """The declarer's partner, once the called card has fallen from another hand (E73)."""
        called = self.rules.called_card
        if self.declarer is None or not called or called[0] not in self.plays:
            return None
        player = self.play_seats[self.plays.index(called[0])]
        return player if player != self.declarer else None

    def copy(self) -> "Deal":
        """An independent copy; rules and lookups are shared."""
        return _copy(self)


@cache
def _fresh_standing(seats: int, chips: int) -> Standing:
    return Standing((0,) * seats, (chips,) * seats if chips else ())


_LISTS = {
    "hands", "held", "plays", "play_seats", "raw", "trick_starts", "trick_winners", "tricks_won",
    "won",
}  # fmt: skip
_DICTS = {"chosen", "offered"}


def _make_copy() -> Callable[[Deal], Deal]:
    """Write out a copy attribute by attribute, which is twice as fast as a loop over them."""
    lines = ["def copy(deal):", " other = new(Deal)"]
    for name in Deal.__slots__:
        how = "[:]" if name in _LISTS else ".copy()" if name in _DICTS else ""
        lines.append(f" other.{name} = deal.{name}{how}")
    scope: dict[str, Any] = {"new": object.__new__, "Deal": Deal}
    exec("\n".join([*lines, " return other"]), scope)
    copy: Callable[[Deal], Deal] = scope["copy"]
    return copy


_copy = _make_copy()

_HANDLERS: dict[Kind, tuple[Callable[[Deal, int], Choice], Callable[[Deal, int, bytes], None]]] = {
    Kind.EXPOSE: (exposure.choice, exposure.apply),
    Kind.CALL: (exchange.call_choice, exchange.call),
    Kind.PASS: (exchange.choice, exchange.apply),
    Kind.BID: (auction.choice, auction.apply),
    Kind.SUIT: (auction.suit_choice, auction.name_suit),
    Kind.BURY: (tricks.bury_choice, tricks.bury),
    Kind.MOON: (scoring.moon_choice, scoring.choose_moon),
}
