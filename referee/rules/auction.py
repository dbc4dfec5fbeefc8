"""The auction: one round, eldest first, dealer last; it names the penalty suit or bids a slam."""

from typing import TYPE_CHECKING

from protocol.cards import SUIT_SETS, SUITS
from referee.rules import tricks
from referee.rules.kinds import Choice, Kind

if TYPE_CHECKING:
    from referee.rules.deal import Deal

HIGHEST_BID = 255
PASS_BID = 0
SLAM_BID = 1


def begin(deal: "Deal") -> bool:
    """Ask eldest first."""
    deal.ask(Kind.BID, (deal.eldest(),))
    return True


def choice(deal: "Deal", seat: int) -> Choice:
    """A pass, or a bid above all others and within the bidder's counters (E32)."""
    if deal.rules.auction_kind == "slam":
        return Choice(Kind.BID, bytes([PASS_BID, SLAM_BID]), 1, 1)
    least = max(deal.rules.auction_min_bid, max(deal.bids, default=0) + 1)
    most = min(deal.standing.chips[seat], HIGHEST_BID)
    return Choice(Kind.BID, bytes([PASS_BID, *range(least, most + 1)]), 1, 1)


def apply(deal: "Deal", seat: int, action: bytes) -> None:
    """Note the bid; a slam bid closes the auction (E73), as does the dealer's bid."""
    bid = action[0]
    deal.bids += action
    deal.bid_seats += bytes([seat])
    if bid != PASS_BID:
        deal.declarer = seat
    slam = deal.rules.auction_kind == "slam"
    if seat != deal.dealer and not (slam and bid == SLAM_BID):
        deal.ask(Kind.BID, (deal.plan.next_seat[seat],))
    elif slam or deal.declarer is None:
        deal.next_phase()
    else:
        deal.ask(Kind.SUIT, (deal.declarer,))


def suit_choice(deal: "Deal", seat: int) -> Choice:
    """Any suit."""
    del deal, seat
    return Choice(Kind.SUIT, bytes(SUITS), 1, 1)


def name_suit(deal: "Deal", seat: int, action: bytes) -> None:
    """Name the penalty suit after an auction, or the suit to follow after leading a joker (T17)."""
    del seat
    suit = action[0]
    if deal.plays:
        deal.led = SUIT_SETS[suit]
        tricks.after_lead(deal)
        return
    deal.scale = deal.plan.scales[suit]
    deal.broken = not deal.scale.locked
    deal.next_phase()
