"""Random play to the end of a deal: the inner loop of search bots and of statistics."""

from itertools import chain
from typing import TYPE_CHECKING

from protocol.cards import CARDS_OF_LANE, LANES, cards_to_set, members_of
from referee.rules.deal import Deal
from referee.rules.kinds import Kind
from referee.rules.legal import leadable, legal_cards
from referee.rules.score import Score

if TYPE_CHECKING:
    from random import Random

CLUBS_LANE, DIAMONDS_LANE, SPADES_LANE, HEARTS_LANE = LANES[:4]


def playout(deal: Deal, rng: "Random") -> tuple[Score, ...]:
    """The points by seat after uniformly random decisions from here; the deal stays as it is."""
    deal = deal.copy()
    while not deal.is_over:
        if _at_plain_trick(deal):
            _play_plain_tricks(deal, rng)
            continue
        seat = deal.to_act[0]
        options, least, most = deal.legal_actions(seat)[1:]
        if most == 1:
            pick = int(rng.random() * (len(options) + 1 - least))
            deal.apply(seat, options[pick : pick + 1])
        else:
            deal.apply(seat, bytes(rng.sample(options, rng.randint(least, most))))
    return deal.points


def _at_plain_trick(deal: Deal) -> bool:
    """At the start of a trick that no special rule touches."""
    plan = deal.plan
    return not (
        deal.trick
        or deal.kind is not Kind.PLAY
        or plan.special_tricks
        or plan.special_follow
        or plan.must_play
        or plan.rules.called_card  # who plays it must be kept
        or (plan.rules.sun_skip_first and not deal.trick_winners)  # so must who takes trick 1
    )


def _play_plain_tricks(deal: Deal, rng: "Random") -> None:
    """Play the rest of the tricks. Written out for speed, and without keeping who played what.

    ``suits[seat][suit]`` are the cards held; plain tricks need one pack and no jokers.
    """
    random, scale, others_after = rng.random, deal.scale, deal.plan.others_after
    tricks_won, broken = deal.tricks_won, deal.broken
    suits = [
        [
            list(CARDS_OF_LANE[hand & CLUBS_LANE]),
            list(CARDS_OF_LANE[hand & DIAMONDS_LANE]),
            list(CARDS_OF_LANE[hand & SPADES_LANE]),
            list(CARDS_OF_LANE[hand & HEARTS_LANE]),
        ]
        for hand in deal.hands
    ]
    taken: list[list[int]] = [[] for _ in suits]
    leader = deal.to_act[0]
    barred = 0 if deal.trick_winners else scale.barred
    forced = 0 if deal.trick_winners else legal_cards(deal, leader)
    for left in range(deal.hands[leader].bit_count(), 0, -1):
        if forced:
            best = _pop_one_of(forced, suits[leader], random())
        elif broken:
            best = _pop(suits[leader], int(random() * left))
        else:
            best = _pop_leadable(deal, suits[leader], left, random())
        led = best >> 4
        winner, top, trick = leader, best | 15, [best]
        for seat in others_after[leader]:
            if suited := suits[seat][led]:
                card = suited.pop(int(random() * len(suited)))
                if best < card <= top:
                    best, winner = card, seat
            elif barred:
                hand = deal.hands[seat]
                card = _pop_one_of(hand & ~barred or hand, suits[seat], random())
            else:
                card = _pop(suits[seat], int(random() * left))
            trick.append(card)
        taken[winner] += trick
        tricks_won[winner] += 1
        if not broken:
            broken = not scale.breaker_cards.isdisjoint(trick)
        leader = winner
        forced = barred = 0
    deal.hands = [0] * len(suits)
    value_of = scale.values.__getitem__
    for seat, cards in enumerate(taken):
        if cards:
            deal.won[seat] |= cards_to_set(cards)
            deal.raw[seat] += sum(map(value_of, cards))
    deal.next_phase()


def _pop(suits: list[list[int]], place: int) -> int:
    """Take the card at a place of a hand, counted through its suits."""
    for cards in suits:
        if place < len(cards):
            return cards.pop(place)
        place -= len(cards)
    raise IndexError(place)


def _pop_leadable(deal: Deal, suits: list[list[int]], left: int, random: float) -> int:
    """Take a random card of those that may be led while the lock is not broken."""
    locked = deal.scale.locked_suit
    if locked is not None and len(suits[locked]) < left:
        free = [cards for suit, cards in enumerate(suits) if suit != locked]
        return _pop(free, int(random * (left - len(suits[locked]))))
    return _pop_one_of(leadable(deal, cards_to_set(chain(*suits))), suits, random)


def _pop_one_of(options: int, suits: list[list[int]], random: float) -> int:
    cards = members_of(options)
    card = cards[int(random * len(cards))]
    suits[card >> 4].remove(card)
    return card
