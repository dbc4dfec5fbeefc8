"""Legal cards and trick winners by the letter of the rule book (RULES.md 1.3 to 1.5).

Slow on purpose: everything is found again from the rules, the hand and the cards played, as plain
sets, so that it shares no shortcut and no running state with the engine.
"""

from collections.abc import Iterable
from itertools import pairwise

from protocol.cards import JOKER, SECOND_COPY, members_of, rank_of, suit_of
from referee.rules import Deal
from referee.rules.cardsets import CardSet
from referee.rules.tricks import NOBODY


def named(deal: Deal, cards: CardSet) -> set[int]:
    """The cards of the pack that a card set of the rules names."""
    penalty = {card for card in deal.rules.pack if deal.scale.penalty >> card & 1}
    chosen = {card for card in deal.rules.pack if cards.cards >> card & 1}
    return chosen | penalty if cards.penalty else chosen


def without(cards: set[int], dropped: set[int]) -> set[int]:
    """The cards that remain when some are dropped, if anything remains."""
    return cards - dropped or cards


def tricks(deal: Deal) -> list[bytes]:
    """The cards of each trick, the current one included."""
    starts = [*deal.trick_starts, len(deal.plays)]
    return [bytes(deal.plays[start:end]) for start, end in pairwise(starts)]


def led_suit(trick: Iterable[int]) -> int | None:
    """The suit of the first card that has one."""
    return next((suit_of(card) for card in trick if card < JOKER), None)


# ---- legal cards --------------------------------------------------------------------------------


def legal(deal: Deal, seat: int, suit: int | None) -> bytes:
    """What the seat to play may play, ascending; ``suit`` is the one to follow, where there is one.

    The current trick is empty where the seat leads.
    """
    trick = tricks(deal)[-1]
    hand = set(members_of(deal.hands[seat]))
    first = not deal.trick_winners
    cards = following(deal, hand, trick, suit, first) if trick else leading(deal, hand, first)
    return bytes(sorted(cards))


def leading(deal: Deal, hand: set[int], first: bool) -> set[int]:
    rules = deal.rules
    clubs = {card for card in hand if suit_of(card) == 0}
    if first and clubs and rules.lead_first_card == "any_club":
        return clubs
    if first and clubs and rules.lead_first_card == "that_card":
        return {min(clubs, key=lambda card: (rank_of(card), card))}
    cards = hand
    if rules.joker_lead == "forced_only":
        cards = without(cards, {card for card in cards if card >= JOKER})
    cards = without(cards, held_back(deal, hand))
    if first:
        cards = without(cards, named(deal, rules.first_trick_barred))
    if set(deal.plays) & named(deal, rules.lock_breakers):
        return cards
    penalty = {card for card in rules.pack if deal.scale.penalty >> card & 1}
    if rules.lock_release == "only_penalty_left" and cards <= penalty:
        return cards
    return without(cards, named(deal, rules.lock_cards))


def held_back(deal: Deal, hand: set[int]) -> set[int]:
    """Exposed cards whose suit was not led before and is not down to them alone."""
    led_before = {led_suit(trick) for trick in tricks(deal)[:-1]}
    return {
        card
        for card in hand
        if deal.exposed >> card & 1
        and suit_of(card) not in led_before
        and sum(suit_of(other) == suit_of(card) for other in hand) > 1
    }


def following(deal: Deal, hand: set[int], trick: bytes, suit: int | None, first: bool) -> set[int]:
    rules = deal.rules
    if suit is None:
        return hand
    must_play = named(deal, rules.must_play_cards)
    barred = named(deal, rules.first_trick_barred) if first else set()
    suited = {card for card in hand if suit_of(card) == suit}
    if not suited:
        cards = without(hand, barred)
        return cards & must_play or cards
    suited = without(suited, held_back(deal, hand))
    if rules.must_play_when == "void_or_covered":
        highest = max((rank_of(card) for card in trick if suit_of(card) == suit), default=-1)
        if covered := {card for card in suited & must_play if rank_of(card) < highest}:
            return covered
    if rules.joker_play == "any_time":
        suited |= {card for card in hand if card >= JOKER} - barred
    return suited


# ---- who wins -----------------------------------------------------------------------------------


def winner(deal: Deal, number: int, suit: int | None) -> int:
    """Who takes a finished trick; NOBODY when it is void. ``suit``: the one that a leader named."""
    trick = tricks(deal)[number]
    seats = deal.play_seats[deal.trick_starts[number] :][: len(trick)]
    suit = led_suit(trick) if suit is None else suit
    suited = [card for card in trick if suit_of(card) == suit and card < JOKER]
    if not suited:
        return seats[0]
    if deal.rules.trick_duplicates == "latest":
        highest = max(map(rank_of, suited))
        places = [trick.index(card) for card in suited if rank_of(card) == highest]
        return seats[max(places)]
    twins = {card for card in trick if card < JOKER and card ^ SECOND_COPY in trick}
    live = set(suited) - twins
    if not live or (deal.rules.trick_void_on == "two_pairs" and len(twins) >= 4):
        return NOBODY if number + 1 < len(deal.trick_winners) else seats[0]
    return seats[trick.index(max(live, key=rank_of))]
