"""Cards laid open before the deal (Gong Zhu, E68); everybody decides before anybody looks."""

from typing import TYPE_CHECKING

from protocol.cards import members_of
from referee.rules.kinds import Choice, Kind

if TYPE_CHECKING:
    from referee.rules.deal import Deal


def begin(deal: "Deal") -> bool:
    """Ask the seats that hold a card which they may expose."""
    holders = tuple(seat for seat in deal.plan.everyone if deal.hands[seat] & deal.plan.exposable)
    deal.ask(Kind.EXPOSE, holders)
    return bool(holders)


def choice(deal: "Deal", seat: int) -> Choice:
    """Any of the exposable cards held, or none."""
    options = members_of(deal.hands[seat] & deal.plan.exposable)
    return Choice(Kind.EXPOSE, options, 0, len(options))


def apply(deal: "Deal", seat: int, action: bytes) -> None:
    """Keep the choice; when all have chosen, lay the cards open."""
    if not deal.choose(seat, action):
        return
    deal.exposed_seats = tuple(
        (card, owner) for owner in sorted(deal.chosen) for card in sorted(deal.chosen[owner])
    )
    for card, _ in deal.exposed_seats:
        deal.exposed |= 1 << card
    deal.next_phase()
