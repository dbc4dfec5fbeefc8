"""Who leads, who wins, what becomes of kitty, stock and void tricks (RULES.md 1.4)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from protocol.cards import HEARTS, JOKER, SUIT_SETS, cards_to_set, members_of
from referee.rules.kinds import Choice, Kind
from referee.rules.legal import lowest_club
from referee.rules.score import Score

if TYPE_CHECKING:
    from referee.rules.deal import Deal
    from referee.rules.schema import Rules

NOBODY = 255
"""The winner of a void trick, which stays on the table."""


def begin(deal: "Deal") -> bool:
    """Find the first leader and start the first trick."""
    leader = first_leader(deal)
    if not deal.hands[leader]:
        return False
    if not deal.plan.special_tricks:
        # The hands once more, as the options of whoever may play any card; worth a tenth in speed.
        deal.held = [members_of(hand) for hand in deal.hands]
    _start_trick(deal, leader)
    return True


def first_leader(deal: "Deal") -> int:
    """Who leads to the first trick, by the hands after the exchange (E10)."""
    how = deal.rules.lead_first
    if how == "auction_winner" and deal.declarer is not None:
        return deal.declarer
    if how == "lowest_club":
        return _holder_of_lowest_club(deal)
    if how == "taker_of":
        if deal.deal_number > 1 and deal.standing.leader is not None:
            return deal.standing.leader
        wanted = 1 << deal.rules.lead_holder_of[0]
        for seat in deal.plan.everyone:
            if deal.hands[seat] & wanted:
                return seat
    return deal.eldest()


def _holder_of_lowest_club(deal: "Deal") -> int:
    """The first holder from eldest (E09) of the lowest club that a player holds (E08)."""
    lowest_of_all = deal.plan.lowest_club
    for seat, hand in enumerate(deal.hands):
        if hand & lowest_of_all:
            return seat
    best, holder, seat = 16, deal.eldest(), deal.eldest()
    for _ in deal.plan.everyone:
        lowest = lowest_club(deal.hands[seat])
        if lowest and (lowest.bit_length() - 1) & 15 < best:
            best, holder = (lowest.bit_length() - 1) & 15, seat
        seat = deal.plan.next_seat[seat]
    return holder


def _start_trick(deal: "Deal", leader: int) -> None:
    plan = deal.plan
    deal.leader = leader
    deal.trick = 0
    deal.led = 0
    start = len(deal.plays)
    deal.trick_start = start
    deal.round_start = start
    deal.trick_starts.append(start)
    deal.left = sum(map(bool, deal.hands)) if plan.uneven else plan.seats
    deal.kind = Kind.PLAY
    deal.to_act = plan.one[leader]


def names_suit(deal: "Deal") -> bool:
    """Ask the leader of a joker for the suit to follow, where the rules let him name it (T17)."""
    if deal.rules.joker_lead != "calls_suit" or len(deal.plays) != deal.trick_start + 1:
        return False
    deal.ask(Kind.SUIT, (deal.leader,))
    return True


def after_lead(deal: "Deal") -> None:
    """Go on behind a led joker whose suit has been named."""
    deal.kind = Kind.PLAY
    deal.left -= 1
    deal.to_act = deal.plan.one[deal.leader]
    go_on(deal)


def go_on(deal: "Deal") -> None:
    """After a card: the next seat is to play, or the round is over."""
    if deal.left:
        next_to_follow(deal)
    else:
        end_round(deal)


def next_to_follow(deal: "Deal") -> None:
    """The next seat that holds cards plays."""
    _ask_to_follow(deal, deal.plan.next_seat[deal.to_act[0]])


def _ask_to_follow(deal: "Deal", seat: int) -> None:
    """The first seat from here that holds cards plays, and may have to draw until it can follow."""
    while not deal.hands[seat]:
        seat = deal.plan.next_seat[seat]
    if deal.plan.draws and deal.led:
        while deal.stock and not deal.hands[seat] & deal.led:
            deal.hands[seat] |= 1 << deal.stock[0]
            deal.stock = deal.stock[1:]
    deal.to_act = deal.plan.one[seat]


def end_plain_trick(deal: "Deal") -> None:
    """What ``end_round`` comes to in a game without special tricks; written out for speed."""
    plays, start = deal.plays, deal.trick_start
    best = plays[start]
    top = best | 15
    place = start
    end = len(plays)
    for other in range(start + 1, end):
        if best < plays[other] <= top:
            best = plays[other]
            place = other
    winner = deal.play_seats[place]
    deal.trick_winners.append(winner)
    deal.tricks_won[winner] += 1
    cards = deal.trick
    deal.won[winner] |= cards
    if cards & deal.scale.counting:
        values = deal.scale.values
        for card in plays[start:]:
            deal.raw[winner] += values[card]
    if not deal.hands[winner]:
        deal.next_phase()
        return
    deal.leader = winner
    deal.trick = 0
    deal.led = 0
    deal.trick_start = end
    deal.trick_starts.append(end)
    deal.left = deal.plan.seats
    deal.to_act = deal.plan.one[winner]


def end_round(deal: "Deal") -> None:
    """Everybody has played: another round of the same trick (boosters), or the trick is taken."""
    plan = deal.plan
    if plan.nines and any(deal.hands) and _holds_nine(deal):
        deal.round_start = len(deal.plays)
        deal.left = sum(map(bool, deal.hands))
        _ask_to_follow(deal, deal.leader)
        return
    winner = plan.resolve(deal)
    deal.suits_led |= deal.led
    if winner == NOBODY:
        if any(deal.hands):
            deal.pile |= deal.trick
            deal.pile_tricks += 1
            deal.trick_winners.append(NOBODY)
            _lead_or_end(deal, deal.leader)
            return
        winner = deal.leader
    _take(deal, winner)
    if deal.kitty and deal.kitty_taker is None and _takes_kitty(deal, winner):
        return
    if plan.uneven:
        _lead_or_end(deal, winner)
    elif deal.hands[winner]:
        _start_trick(deal, winner)
    else:
        deal.next_phase()


def _holds_nine(deal: "Deal") -> bool:
    return any(1 << card & deal.plan.nines for card in deal.plays[deal.round_start :])


def _take(deal: "Deal", winner: int) -> None:
    cards = deal.trick | deal.pile
    deal.trick_winners.append(winner)
    deal.tricks_won[winner] += 1 + deal.pile_tricks
    deal.won[winner] |= cards
    if cards & deal.scale.counting:
        deal.raw[winner] += points_of(deal, cards, heart_led=deal.led == SUIT_SETS[HEARTS])
    if deal.rules.points_per_trick:
        deal.raw[winner] += deal.rules.points_per_trick * (1 + deal.pile_tricks)
    deal.pile = deal.pile_tricks = 0


def points_of(deal: "Deal", cards: int, *, heart_led: bool = False) -> Score:
    """What cards cost their taker; ``heart_led``: they make up a trick to which a heart was led.

    Only in such a trick a penalty joker counts under T16, so never in the kitty or the stock.
    """
    counted = cards & deal.scale.counting
    if deal.rules.joker_score_if == "heart_trick" and not heart_led:
        counted &= ~deal.plan.jokers
    return sum([deal.scale.values[card] for card in members_of(counted)], 0)


def _takes_kitty(deal: "Deal", winner: int) -> bool:
    """Give the kitty to the winner; True when he now owes the choice of what to lay away (D09)."""
    last = not any(deal.hands)
    if deal.rules.kitty_taker == "last_trick" and not last:
        return False
    deal.kitty_taker = winner
    if deal.rules.kitty_use == "exchange_with_hand" and not last:
        deal.hands[winner] |= cards_to_set(deal.kitty)
        deal.ask(Kind.BURY, (winner,))
        return True
    _lay_away(deal, winner, deal.kitty)
    return False


def bury_choice(deal: "Deal", seat: int) -> Choice:
    """As many cards as the kitty had, from the hand that now includes it."""
    return Choice(Kind.BURY, members_of(deal.hands[seat]), len(deal.kitty), len(deal.kitty))


def bury(deal: "Deal", seat: int, action: bytes) -> None:
    """Lay the cards away."""
    deal.hands[seat] ^= cards_to_set(action)
    _lay_away(deal, seat, action)
    _lead_or_end(deal, seat)


def _lay_away(deal: "Deal", taker: int, cards: bytes) -> None:
    """Add cards face down to what the taker of the kitty has won; they count to him (E20)."""
    deal.buried = cards
    deal.won[taker] |= cards_to_set(cards)
    deal.raw[taker] += points_of(deal, cards_to_set(cards))


def _lead_or_end(deal: "Deal", leader: int) -> None:
    """The leader, or the next seat that has cards (E28), leads; or the deal is over."""
    holders = [seat for seat in deal.plan.everyone if deal.hands[seat]]
    if deal.plan.uneven and len(holders) <= 1:
        _leave_residue(deal, holders[0] if holders else deal.play_seats[-1])
    elif holders:
        while not deal.hands[leader]:
            leader = deal.plan.next_seat[leader]
        _start_trick(deal, leader)
        return
    deal.next_phase()


def _leave_residue(deal: "Deal", taker: int) -> None:
    """The last holder takes hand and stock (E29); if all are out, the last to play (E30).

    With them go void tricks and a kitty that nobody has taken.
    """
    rest = deal.hands[taker] | deal.pile | cards_to_set(deal.stock)
    if deal.kitty_taker is None:
        rest |= cards_to_set(deal.kitty)
        deal.kitty_taker = taker
    deal.hands[taker] = 0
    deal.stock = b""
    deal.pile = deal.pile_tricks = 0
    deal.won[taker] |= rest
    deal.raw[taker] += points_of(deal, rest)


# ---- who wins ------------------------------------------------------------------------------------


def resolver(rules: "Rules") -> Callable[["Deal"], int]:
    """The function that says who wins a trick under these rules; NOBODY when it is void."""
    if rules.pack_count == 1:
        return _highest
    if rules.trick_duplicates == "latest":
        return _highest_latest
    return _highest_two_pairs if rules.trick_void_on == "two_pairs" else _highest_uncancelled


def _highest(deal: "Deal") -> int:
    """The highest card of the suit led; the leader where no such card was played (E75)."""
    plays, start = deal.plays, deal.trick_start
    led = plays[start]
    if led >= JOKER or not 1 << led & deal.led:
        return _highest_latest(deal)
    top = led | 15
    winner = start
    for place in range(start + 1, len(plays)):
        if led < plays[place] <= top:
            led = plays[place]
            winner = place
    return deal.play_seats[winner]


def _highest_latest(deal: "Deal") -> int:
    """The highest card of the suit led; of two identical cards the later one (T19)."""
    best, winner = -1, deal.leader
    for place in range(deal.trick_start, len(deal.plays)):
        card = deal.plays[place]
        if 1 << card & deal.led and card & 15 >= best:
            best, winner = card & 15, deal.play_seats[place]
    return winner


def _highest_uncancelled(deal: "Deal") -> int:
    """The highest card of the suit led that no identical card cancels (T20); else nobody."""
    cards = deal.plays[deal.trick_start :]
    if not deal.trick & deal.led:
        return deal.leader
    best, winner = -1, NOBODY
    for place, card in enumerate(cards):
        if 1 << card & deal.led and card & 15 > best and card ^ 64 not in cards:
            best, winner = card & 15, deal.play_seats[deal.trick_start + place]
    return winner


def _highest_two_pairs(deal: "Deal") -> int:
    """As above, and two pairs of identical cards of any suits void the trick (T21, E24, E25)."""
    cards = deal.plays[deal.trick_start :]
    twins = sum(card < JOKER and card ^ 64 in cards for card in cards)
    return NOBODY if twins >= 4 else _highest_uncancelled(deal)
