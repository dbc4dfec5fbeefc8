"""Which cards may be played (RULES.md 1.3)."""

from typing import TYPE_CHECKING

from protocol.cards import CLUBS, LANES, SECOND_COPY, SUIT_SETS, SUITS, members_of

if TYPE_CHECKING:
    from referee.rules.deal import Deal


def legal_cards(deal: "Deal", seat: int) -> int:
    """The set of cards that the seat to play may play; never empty."""
    hand = deal.hands[seat]
    if not deal.trick:
        if deal.trick_winners and not deal.plan.special_lead:
            return hand if deal.broken else leadable(deal, hand)
        return _leading_specially(deal, seat, hand)
    suited = hand & deal.led
    if deal.plan.special_follow:
        return _following_specially(deal, seat, suited)
    return suited or _discarding(deal, hand)


def _leading_specially(deal: "Deal", seat: int, cards: int) -> int:
    """Leading to the first trick, or with jokers or exposed cards."""
    plan = deal.plan
    first = not deal.trick_winners
    if first and plan.rules.lead_first_card != "any" and (clubs := cards & SUIT_SETS[CLUBS]):
        return clubs if plan.rules.lead_first_card == "any_club" else lowest_club(clubs)
    if plan.jokers:
        cards = _drop_jokers(deal, cards)
    if plan.exposable:
        cards = _drop_exposed(deal, seat, cards, SUITS)
    if first:
        cards = cards & ~deal.scale.barred or cards
    return cards if deal.broken else leadable(deal, cards)


def leadable(deal: "Deal", cards: int) -> int:
    """The part of the cards that may be led while the lock is not broken."""
    if deal.plan.penalty_releases and not cards & ~deal.scale.penalty:
        return cards
    return cards & deal.scale.unlocked or cards


def _discarding(deal: "Deal", cards: int) -> int:
    if not deal.trick_winners:
        cards = cards & ~deal.scale.barred or cards
    return cards & deal.plan.must_play or cards


def _following_specially(deal: "Deal", seat: int, suited: int) -> int:
    """Following with jokers, exposed cards, or cards that must be played when covered."""
    plan = deal.plan
    hand = deal.hands[seat]
    if not deal.led:
        return hand
    if not suited:
        return _discarding(deal, hand)
    if plan.exposable:
        suited = _drop_exposed(
            deal, seat, suited, [suit for suit in SUITS if SUIT_SETS[suit] & deal.led]
        )
    if plan.must_play_covered and (forced := suited & plan.must_play):
        highest = max(card & 15 for card in members_of(deal.trick & deal.led) or b"\0")
        covered = [card for card in members_of(forced) if card & 15 < highest]
        if covered:
            return sum(1 << card for card in covered)
    jokers = hand & plan.jokers if plan.jokers_any_time else 0
    return suited | (jokers if deal.trick_winners else jokers & ~deal.scale.barred)


def _drop_jokers(deal: "Deal", cards: int) -> int:
    return cards if deal.plan.jokers_lead else cards & ~deal.plan.jokers or cards


def _drop_exposed(deal: "Deal", seat: int, cards: int, suits: "tuple[int, ...] | list[int]") -> int:
    """Drop exposed cards of suits not led before, unless one is the only card of its suit held."""
    for suit in suits:
        own = deal.hands[seat] & SUIT_SETS[suit]
        if own & deal.exposed and not own & deal.suits_led and own.bit_count() > 1:
            cards = cards & ~(own & deal.exposed) or cards
    return cards


def lowest_club(cards: int) -> int:
    """The set of the lowest club held, of the first pack where both copies are held; or no card."""
    first, second = cards & LANES[0], (cards & LANES[4]) >> SECOND_COPY
    lowest = (first | second) & -(first | second)
    return lowest if lowest & first else lowest << SECOND_COPY
