"""A turn as a bot reads it: what is asked, and all that this seat knows.

`Turn` only wraps the message of ``referee.proto``. Nothing is computed before it is
asked for, and what is costly is computed once. Sets of cards are ints (see ``protocol.cards``),
sequences of cards are ``bytes``. What has no property here is in ``turn.observation``.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from protocol.cards import HEARTS, JOKER, card_names, cards_to_set, sort_key, suit_of
from protocol.game_rules import GameRules
from protocol.referee_pb2 import Kind, Moon, Observation
from protocol.referee_pb2 import Turn as TurnMessage

__all__ = ["NOBODY", "GameRules", "Kind", "Moon", "Trick", "Turn", "by_suit"]

NOBODY: Final = 255
"""Stands for a seat on the wire where there is none: the middle, or a trick that nobody took."""


class Trick(NamedTuple):
    """Cards in the order of play, who played each, and who took them (or would, as they lie)."""

    cards: bytes
    seats: bytes
    winner: int | None
    """A seat. None: nobody, the cards wait for the next trick (or there are none yet)."""


def by_suit(cards: Iterable[int]) -> tuple[bytes, ...]:
    """Clubs, diamonds, spades, hearts and (index 4) jokers, each in ascending rank."""
    suits: tuple[list[int], ...] = ([], [], [], [], [])
    for card in sorted(cards, key=sort_key):
        suits[suit_of(card)].append(card)
    return tuple(map(bytes, suits))


class Turn:
    """One question to one seat. Choose at least `least` and at most `most` of the `options`."""

    def __init__(self, message: TurnMessage, rules: GameRules) -> None:
        self.message = message
        self.observation: Observation = message.observation
        self.rules = rules

    def __repr__(self) -> str:
        kind, cards = self.kind, self.options
        shown = card_names(cards) if kind in _CARD_KINDS else " ".join(map(str, cards))
        return f"<Turn {self.id}: seat {self.seat}, {Kind.Name(kind)} {self.least} of {shown}>"

    # ---- the question ---------------------------------------------------------------------------

    @property
    def id(self) -> int:
        """The number of this turn; no two turns of a session share it."""
        return self.message.id

    @property
    def table(self) -> int:
        """The number of the table; several games may run at once."""
        return self.message.table

    @property
    def kind(self) -> Kind:
        """What is asked: ``Kind.PASS``, ``Kind.PLAY``, ... (see ``referee.proto``)."""
        return self.message.kind

    @property
    def options(self) -> bytes:
        """What you may choose from, ascending: cards, bids, suits, ..., depending on `kind`."""
        return self.message.options

    @cached_property
    def options_by_suit(self) -> tuple[bytes, ...]:
        """The options as cards: clubs, diamonds, spades, hearts, jokers, each ascending."""
        return by_suit(self.options)

    @property
    def least(self) -> int:
        """Choose at least this many options."""
        return self.message.least

    @property
    def most(self) -> int:
        """Choose at most this many options."""
        return self.message.most

    @property
    def time_left(self) -> float:
        """Seconds for this turn, reserve included, as the referee sent it."""
        return self.message.time_left

    # ---- the table ------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Your seat, from 0 clockwise."""
        return self.message.seat

    @property
    def seats(self) -> int:
        """Players at the table."""
        return self.rules.seats

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Points before this deal, by seat."""
        return tuple(self.observation.totals) or (0,) * self.seats

    @cached_property
    def taken(self) -> tuple[int, ...]:
        """Points of the cards taken so far in this deal, by seat."""
        return tuple(self.observation.taken) or (0,) * self.seats

    @property
    def broken(self) -> bool:
        """Whether hearts (or what the rules lock) may be led."""
        return self.observation.broken

    # ---- cards ----------------------------------------------------------------------------------

    @property
    def hand(self) -> bytes:
        """Your cards now."""
        return self.observation.hand

    @cached_property
    def hand_by_suit(self) -> tuple[bytes, ...]:
        """Your clubs, diamonds, spades, hearts and jokers, each in ascending rank."""
        return by_suit(self.hand)

    @property
    def passed(self) -> bytes:
        """What you passed, parallel to `exchange_to`."""
        return self.observation.passed

    @property
    def exchange_to(self) -> bytes:
        """The seat that gets each card that you pass. Empty: no exchange in this deal."""
        return self.observation.exchange_to

    @property
    def received(self) -> bytes:
        """What you got in the exchange."""
        return self.observation.received

    @cached_property
    def gone(self) -> int:
        """The set of cards played in this deal."""
        return cards_to_set(self.observation.plays)

    @cached_property
    def out(self) -> int:
        """The set of cards that somebody else may still hold (or that lie in kitty or stock)."""
        mine = cards_to_set(self.hand) | cards_to_set(self.observation.kitty)
        return self.rules.pack_set & ~self.gone & ~mine

    @cached_property
    def known(self) -> dict[int, int]:
        """The seat of each card not yet played of which you know who holds it."""
        observation, out, swap = self.observation, self.out, self._kitty_swap
        if self.passed:  # what lay open before the exchange may have moved in it
            places = zip(self.passed, self.exchange_to, strict=False)
        else:
            places = zip(observation.exposed, observation.exposed_seats, strict=False)
        lost = (NOBODY, None if swap is None else self.tricks[swap].winner)
        return {card: seat for card, seat in places if out >> card & 1 and seat not in lost}

    @cached_property
    def unseen(self) -> int:
        """The set of cards that you can not place: `out` without what is `known`."""
        return self.out & ~cards_to_set(self.known)

    @cached_property
    def costs(self) -> dict[int, int]:
        """How much the taker of each card minds it in this deal. Above 0 is bad in every game."""
        named, costs = self.observation.penalty_suit, self.rules.costs
        if not self.observation.HasField("penalty_suit") or named == HEARTS:
            return costs
        moved = dict(costs)
        for card in costs:
            if suit_of(card) == HEARTS:
                moved[card] = 0
                twin = card - 16 * (HEARTS - named)  # it costs what the heart of its rank did
                if twin in costs:
                    moved[twin] = costs[twin] or costs[card]
        return moved

    # ---- tricks ---------------------------------------------------------------------------------

    @cached_property
    def trick(self) -> Trick:
        """The current trick, as far as it is played."""
        observation = self.observation
        finished, starts = len(observation.trick_winners), observation.trick_starts
        cards, seats = observation.plays, observation.play_seats
        start = starts[finished] if len(starts) > finished else len(cards)
        cards, seats = cards[start:], seats[start:]
        led = self._led(cards)
        winner = self.rules.winning_index(cards, led)
        return Trick(cards, seats, None if winner is None else seats[winner])

    @cached_property
    def led_suit(self) -> int | None:
        """The suit to follow. None: you lead, or only jokers were led and it is open."""
        return self._led(self.trick.cards)

    def _led(self, cards: bytes) -> int | None:
        observation = self.observation
        return (
            observation.led_suit if observation.HasField("led_suit") else self.rules.led_suit(cards)
        )

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of this deal, in order."""
        observation = self.observation
        cards, seats, starts = observation.plays, observation.play_seats, observation.trick_starts
        ends = (*starts[1:], len(cards))
        return tuple(
            Trick(cards[start:end], seats[start:end], None if winner == NOBODY else winner)
            for start, end, winner in zip(starts, ends, observation.trick_winners, strict=False)
        )

    @cached_property
    def waiting(self) -> bytes:
        """Cards of void tricks that go to whoever takes this one."""
        cards = b""
        for trick in self.tricks:
            cards = cards + trick.cards if trick.winner is None else b""
        return cards

    @cached_property
    def cards_taken(self) -> tuple[bytes, ...]:
        """The cards in the tricks of each seat."""
        piles = [b""] * self.seats
        waiting = b""
        for trick in self.tricks:
            waiting += trick.cards
            if trick.winner is not None:
                piles[trick.winner] += waiting
                waiting = b""
        return tuple(piles)

    @property
    def winning_card(self) -> int | None:
        """The card that wins the trick as it lies. None: there is none."""
        cards = self.trick.cards
        index = self.rules.winning_index(cards, self.led_suit)
        return None if index is None else cards[index]

    def wins(self, card: int) -> bool:
        """Whether the trick, as it lies once you have played this card, is yours."""
        cards, seats = self.trick.cards + bytes((card,)), self.trick.seats + bytes((self.seat,))
        led = self.led_suit
        index = self.rules.winning_index(cards, self.rules.led_suit(cards) if led is None else led)
        return index is not None and seats[index] == self.seat

    @cached_property
    def stake(self) -> int:
        """The cost of this trick for its taker, as it lies, void tricks before it included."""
        costs, cards = self.costs, self.trick.cards + self.waiting
        return sum([costs[card] for card in cards]) + self.rules.trick_cost

    @cached_property
    def hand_sizes(self) -> bytes:
        """Cards in hand, by seat."""
        if self.observation.hand_sizes:
            return self.observation.hand_sizes
        played, size = self._played_this_round, len(self.hand)
        if self.kind == Kind.BURY:
            size -= self.least
        elif self.kind == Kind.SUIT and self.trick.cards:
            size += 1
        sizes = [size - (seat in played) for seat in range(self.seats)]
        sizes[self.seat] = len(self.hand)
        return bytes(sizes)

    @cached_property
    def seats_after(self) -> bytes:
        """The seats that still play to this trick (to this round of it) after you, in order."""
        played, sizes, step = self._played_this_round, self.observation.hand_sizes, self.rules.step
        others = ((self.seat + step * k) % self.seats for k in range(1, self.seats))
        return bytes(s for s in others if s not in played and (not sizes or sizes[s]))

    @property
    def _played_this_round(self) -> bytes:
        """Who played before you: to the trick, or to its present round, as a nine adds rounds."""
        played = bytearray()
        for seat in self.trick.seats:
            if seat in played:
                played.clear()
            played.append(seat)
        return b"" if self.seat in played else bytes(played)

    @cached_property
    def voids(self) -> tuple[frozenset[int], ...]:
        """By seat, the suits of which that player has shown to have no card left."""
        rules = self.rules
        joker_shows = rules.parameters.get("joker.play") == "void_only"
        shown: list[set[int]] = [set() for _ in range(self.seats)]
        for number, trick in enumerate((*self.tricks, self.trick)):
            current = number == len(self.tricks)
            led = self.led_suit if current else rules.led_suit(trick.cards)
            for card, seat in zip(trick.cards[1:], trick.seats[1:], strict=True):
                if led is not None and suit_of(card) != led and (card < JOKER or joker_shows):
                    shown[seat].add(led)
            if number == self._kitty_swap and trick.winner is not None:
                shown[trick.winner].clear()
        return tuple(map(frozenset, shown))

    @cached_property
    def _kitty_swap(self) -> int | None:
        """The trick whose winner took the kitty into his hand and laid other cards away."""
        if self.rules.parameters.get("kitty.use") != "exchange_with_hand":
            return None
        won = (number for number, trick in enumerate(self.tricks) if trick.winner is not None)
        return next(won, None)


_CARD_KINDS: Final = frozenset((Kind.PASS, Kind.PLAY, Kind.EXPOSE, Kind.BURY))
