"""Passing cards (RULES.md 3.1): everybody chooses before anybody looks, all cards move at once."""

import hashlib
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from protocol.cards import cards_to_set, members_of
from referee.rules.deck import shuffled_deck
from referee.rules.kinds import Choice, Kind
from referee.rules.steps import StepKind, pass_step

if TYPE_CHECKING:
    from referee.rules.deal import Deal

MIDDLE = 255
"""Where received cards come from in a shuffle pass."""
MOST_CALLED = 5
"""The most cards that a dealer may call for (E19)."""


def begin(deal: "Deal") -> bool:
    """Start the exchange of this deal; the schedule counts scored deals (E16)."""
    steps = deal.plan.steps
    deal.step = steps[(deal.deal_number - 1) % len(steps)]
    if deal.step.kind is StepKind.CALL:
        deal.ask(Kind.CALL, (deal.dealer,))
        return True
    return _ask_all(deal)


def _ask_all(deal: "Deal") -> bool:
    step = deal.step
    if step.kind is StepKind.HOLD:
        return False
    n = deal.plan.seats
    if step.kind is StepKind.SHUFFLE:
        deal.exchange_to = (bytes([MIDDLE]) * step.count,) * n
    else:
        deal.exchange_to = _receivers(step.offsets, n)
    deal.ask(Kind.PASS, deal.plan.everyone)
    return True


@cache
def _receivers(offsets: bytes, seats: int) -> tuple[bytes, ...]:
    """For each seat, the seat that gets each card it passes."""
    return tuple(bytes((seat + offset) % seats for offset in offsets) for seat in range(seats))


def choice(deal: "Deal", seat: int) -> Choice:
    """Which cards to pass, in the order of their receivers.

    A hand smaller than the count goes whole (E13). Where the forbidden cards leave too few others,
    the lowest of them fill up (E11).
    """
    hand = deal.hands[seat]
    count = min(deal.step.count, hand.bit_count())
    options = members_of(hand & ~deal.plan.forbidden)
    if len(options) < count:
        missing = count - len(options)
        options = bytes(sorted(options + members_of(hand & deal.plan.forbidden)[:missing]))
    return Choice(Kind.PASS, options, count, count)


def apply(deal: "Deal", seat: int, action: bytes) -> None:
    """Keep the choice; when all have chosen, move the cards."""
    if not deal.choose(seat, action):
        return
    deal.passed = tuple(map(deal.chosen.__getitem__, deal.plan.everyone))
    if deal.step.kind is StepKind.SHUFFLE:
        deal.received, deal.received_from = _from_the_middle(deal)
    else:
        deal.received, deal.received_from = _from_each_other(deal)
    hands = deal.hands
    for giver, cards in enumerate(deal.passed):
        hands[giver] &= ~cards_to_set(cards)
    for taker, cards in enumerate(deal.received):
        hands[taker] |= cards_to_set(cards)
    deal.next_phase()


Received: TypeAlias = tuple[tuple[bytes, ...], tuple[bytes, ...]]
"""By seat: the cards received, and from whom each of them came."""


def _from_each_other(deal: "Deal") -> Received:
    received = [b""] * deal.plan.seats
    received_from = [b""] * deal.plan.seats
    for giver, cards in enumerate(deal.passed):
        shares = _shares(deal.exchange_to[giver][: len(cards)])
        for receiver, places in shares:
            share = bytes([cards[place] for place in places]) if len(shares) > 1 else cards
            received[receiver] += share
            received_from[receiver] += bytes([giver]) * len(share)
    return tuple(received), tuple(received_from)


@cache
def _shares(receivers: bytes) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each receiver, the places of the cards that go to him."""
    return tuple(
        (receiver, tuple(place for place, other in enumerate(receivers) if other == receiver))
        for receiver in sorted(set(receivers))
    )


def _from_the_middle(deal: "Deal") -> Received:
    """Shuffle what all passed and give everybody as many back (P05, E14).

    The order follows from all hands, which no player knows, so that a record replays without
    storing it.
    """
    before = b"".join(members_of(hand) + b"/" for hand in deal.hands)
    secret = hashlib.sha256(before).digest()
    middle = shuffled_deck(bytes(sorted(b"".join(deal.passed))), secret, deal.deal_number)
    received, start = [], 0
    for player in deal.plan.everyone:
        end = start + len(deal.passed[player])
        received.append(middle[start:end])
        start = end
    return tuple(received), tuple(bytes([MIDDLE]) * len(cards) for cards in received)


def call_choice(deal: "Deal", seat: int) -> Choice:
    """Dealer's choice: 16 * offset + count; 0 is a hold (P07, E19)."""
    most = min(MOST_CALLED, deal.hands[seat].bit_count())
    options = [
        16 * offset + count for offset in range(1, deal.plan.seats) for count in range(1, most + 1)
    ]
    return Choice(Kind.CALL, bytes([0, *options]), 1, 1)


def call(deal: "Deal", seat: int, action: bytes) -> None:
    """Carry out the dealer's choice."""
    del seat
    deal.step = pass_step(action[0] >> 4, action[0] & 15)
    if not _ask_all(deal):
        deal.next_phase()
