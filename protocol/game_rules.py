"""The rules of a game as a bot reads them: its pack, what cards cost, who wins a trick."""

import json
from functools import cached_property
from typing import Any

from protocol.cards import JOKER, SECOND_COPY, cards_to_set, rank_of, suit_of
from protocol.referee_pb2 import Rules as RulesMessage


class GameRules:
    """One game of the Hearts family for one number of seats."""

    def __init__(self, message: RulesMessage) -> None:
        self.message = message

    @property
    def id(self) -> int:
        """The number by which turns refer to these rules."""
        return self.message.id

    @property
    def name(self) -> str:
        """For example ``american-hearts``."""
        return self.message.name

    @cached_property
    def seats(self) -> int:
        """Players at the table."""
        return self.message.seats

    @property
    def high_is_good(self) -> bool:
        """Whether the highest total wins. Usually false: points are penalties."""
        return self.message.high_is_good

    @cached_property
    def pack(self) -> bytes:
        """Every card in play."""
        return self.message.pack

    @cached_property
    def pack_set(self) -> int:
        """The set of the cards in play."""
        return cards_to_set(self.pack)

    @cached_property
    def points(self) -> dict[int, int]:
        """What each card scores for its taker."""
        return dict(zip(self.pack, self.message.points, strict=True))

    @cached_property
    def points_imaginary(self) -> dict[int, int]:
        """The imaginary part of the points; empty unless the game has complex scores."""
        return dict(zip(self.pack, self.message.points_imaginary, strict=False))

    @cached_property
    def costs(self) -> dict[int, int]:
        """How much a player minds to take each card: above 0 is bad in every game, below 0 good."""
        sign = -1 if self.high_is_good else 1
        imaginary = self.points_imaginary
        return {
            card: sign * value + abs(imaginary.get(card, 0)) for card, value in self.points.items()
        }

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """All parameters of the rule book by dotted name: ``parameters["lead.first"]``."""
        return dict(json.loads(self.message.parameters or "{}"))

    @cached_property
    def trick_cost(self) -> int:
        """What a trick costs whatever is in it; 0 in most games."""
        each = int(self.parameters.get("points.per_trick", 0))
        return -each if self.high_is_good else each

    @cached_property
    def step(self) -> int:
        """The next seat to play is `step` further: 1 clockwise, -1 anticlockwise."""
        return -1 if self.parameters.get("direction") == "anticlockwise" else 1

    @cached_property
    def duplicates_cancel(self) -> bool:
        """Whether two identical cards in a trick cancel each other."""
        return self.parameters.get("trick.duplicates") == "cancel"

    @cached_property
    def two_pairs_void(self) -> bool:
        """Whether two pairs of identical cards void a trick."""
        return self.duplicates_cancel and self.parameters.get("trick.void_on") == "two_pairs"

    @cached_property
    def leader_calls_suit(self) -> bool:
        """Whether who leads a joker names the suit to follow."""
        return self.parameters.get("joker.lead") == "calls_suit"

    def led_suit(self, cards: bytes) -> int | None:
        """The suit that a trick of these cards asks for. None: open, or not to be seen in them."""
        if cards and cards[0] >= JOKER and self.leader_calls_suit:
            return None
        return next((suit_of(card) for card in cards if card < JOKER), None)

    def winning_index(self, cards: bytes, led: int | None) -> int | None:
        """Which of the cards of a trick, to which the suit `led` was led, wins it as it lies.

        A trick without a card of that suit goes to the joker that led it. None: nothing wins.
        """
        cancel = self.duplicates_cancel
        twins = [card < JOKER and card ^ SECOND_COPY in cards for card in cards] if cancel else []
        if self.two_pairs_void and sum(twins) >= 4:
            return None
        best, best_rank = None, -1
        for index, card in enumerate(cards):
            if suit_of(card) != led or (cancel and twins[index]):
                continue
            if rank_of(card) >= best_rank:  # of two identical cards the later one
                best, best_rank = index, rank_of(card)
        return 0 if best is None and cards and cards[0] >= JOKER else best
