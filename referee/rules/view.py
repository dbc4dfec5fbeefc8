"""What a seat knows of a deal. This is the only place where secrets are removed."""

from typing import TYPE_CHECKING, NamedTuple

from protocol.cards import JOKER, SUIT_SETS, SUITS, cards_to_set, members_of
from referee.rules.score import Score
from referee.rules.tricks import points_of

if TYPE_CHECKING:
    from referee.rules.deal import Deal


class Observation(NamedTuple):
    """The fields of ``message Observation`` in referee.proto, explained there.

    Cards and seats are bytes, points are tuples by seat, what is not known is None.
    """

    deal: int
    dealer: int
    hand: bytes
    exchange_to: bytes
    passed: bytes
    received: bytes
    received_from: bytes
    plays: bytes
    play_seats: bytes
    trick_starts: bytes
    trick_winners: bytes
    broken: bool
    taken: tuple[Score, ...]
    totals: tuple[Score, ...]
    kitty: bytes
    kitty_size: int
    stock_size: int
    hand_sizes: bytes
    exposed: bytes
    exposed_seats: bytes
    bids: bytes
    bid_seats: bytes
    penalty_suit: int | None
    led_suit: int | None
    declarer: int | None
    partner: int | None
    chips: tuple[int, ...]
    pool: int
    lives: tuple[int, ...]


def observation(deal: "Deal", seat: int) -> Observation:
    """What ``seat`` knows now.

    Hidden are the other hands, the cards that others passed to others, the kitty and what it is
    worth unless this seat may look, the stock, choices of an exchange or exposure that is not
    complete, and a called partner before his card falls.
    """
    rules, plan, standing = deal.rules, deal.plan, deal.standing
    exchange_to = deal.exchange_to
    exposed = deal.exposed_seats
    return Observation(
        deal.deal_number,
        deal.dealer,
        members_of(deal.hands[seat]),
        exchange_to[seat] if exchange_to else b"",
        deal.passed[seat],
        deal.received[seat],
        deal.received_from[seat],
        bytes(deal.plays),
        bytes(deal.play_seats),
        bytes(deal.trick_starts),
        bytes(deal.trick_winners),
        deal.broken,
        _taken(deal, seat) if deal.plays else (),
        standing.totals,
        _kitty(deal, seat) if deal.kitty else b"",
        len(deal.kitty) if deal.kitty and deal.kitty_taker is None else 0,
        len(deal.stock),
        bytes(map(int.bit_count, deal.hands)) if plan.uneven else b"",
        bytes(card for card, _ in exposed) if exposed else b"",
        bytes(owner for _, owner in exposed) if exposed else b"",
        deal.bids,
        deal.bid_seats,
        deal.scale.suit if rules.points_suit == "auction" and deal.trick_starts else None,
        _named_suit(deal) if plan.jokers else None,
        deal.declarer,
        deal.partner if rules.called_card else None,
        standing.chips,
        standing.pool,
        standing.lives,
    )


def _taken(deal: "Deal", seat: int) -> tuple[Score, ...]:
    """The points of the cards taken, without those laid away of which this seat knows nothing."""
    taken = tuple(deal.raw)
    if not deal.buried or _kitty(deal, seat):
        return taken
    hidden = points_of(deal, cards_to_set(deal.buried))
    return tuple(
        points - hidden if owner == deal.kitty_taker else points
        for owner, points in enumerate(taken)
    )


def _kitty(deal: "Deal", seat: int) -> bytes:
    """The kitty is shown to its taker alone, when he may look or must lay cards away."""
    if deal.kitty_taker != seat:
        return b""
    may_look = deal.rules.kitty_seen or deal.rules.kitty_use == "exchange_with_hand"
    return deal.kitty if may_look else b""


def _named_suit(deal: "Deal") -> int | None:
    """The suit to follow in a trick to which a joker was led."""
    if not deal.trick or not deal.led or deal.plays[deal.trick_start] < JOKER:
        return None
    return next(suit for suit in SUITS if SUIT_SETS[suit] == deal.led)
