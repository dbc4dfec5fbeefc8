"""Plays by the rules of thumb of the books on Hearts, with prices in place of the names of cards.

A *price* is what a card costs its taker, in units of the average penalty card, so that the bot
plays every game of the family. An *expensive* card is one like Q♠.
"""

from collections.abc import Iterable

from protocol.bot import Bot, Kind, Turn, run
from protocol.cards import members_of, rank_of, suit_of
from protocol.turn import by_suit

EXPENSIVE = 3.0
GUARDS = 3
"""Lower cards of its suit that make an expensive card safe to keep."""
FRESH = 7
"""While others hold this many cards of a suit, everybody is likely to follow."""


class Heuristic(Bot):
    """One position at a time: reads the turn, applies the rules of thumb."""

    def act(self, turn: Turn) -> bytes:
        """Choose by the rules of thumb; where there are none, the lowest options."""
        if turn.kind == Kind.PLAY:
            return bytes((Position(turn).play(),))
        if turn.kind == Kind.PASS:
            return Position(turn).give_away(turn.least)
        if turn.kind == Kind.BURY:
            harmless = sorted(turn.options, key=lambda card: (turn.costs[card], -rank_of(card)))
            return bytes(harmless[: turn.least])
        return turn.options[: turn.least]


class Position:
    """What a turn looks like to a player who counts cards."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        penalties = [cost for cost in turn.costs.values() if cost > 0]
        unit = sum(penalties) / len(penalties) if penalties else 1
        self.price = {card: cost / unit for card, cost in turn.costs.items()}
        self.hand = turn.hand_by_suit
        self.out = by_suit(members_of(turn.out))

    def give_away(self, count: int) -> bytes:
        """The most dangerous cards, one after the other: each makes its suit shorter."""
        kept, given = set(self.turn.options), []
        for _ in range(count):
            given.append(max(kept, key=self.danger))
            kept.remove(given[-1])
            self.hand = by_suit(kept)
        return bytes(given)

    def play(self) -> int:
        """The card for the current trick."""
        turn = self.turn
        if not turn.trick.cards:
            return min(turn.options, key=self.cost_of_leading)
        if suit_of(turn.options[0]) != turn.led_suit:
            return max(turn.options, key=self.gain_of_discarding)
        return self.follow()

    def follow(self) -> int:
        """Stop a moon; win what is free; else play as high as possible below the winner."""
        turn, price = self.turn, self.price
        winning = [card for card in turn.options if turn.wins(card)]
        losing = [card for card in turn.options if card not in winning]
        cheap = [card for card in winning if price[card] < EXPENSIVE]
        if cheap and turn.stake > 0 and self.is_shooting(turn.trick.winner):
            return max(cheap, key=rank_of)
        free = [card for card in winning if turn.stake + turn.costs[card] <= 0]
        if free and (not turn.seats_after or self.is_quiet(suit_of(free[0]))):
            return max(free, key=lambda card: (-price[card], rank_of(card)))
        if losing:
            return max(losing, key=lambda card: (price[card], rank_of(card)))
        sign = 1 if turn.seats_after else -1  # the last player takes it anyhow: with his highest
        return min(winning, key=lambda card: (price[card] >= EXPENSIVE, sign * rank_of(card)))

    def is_quiet(self, suit: int) -> bool:
        """Whether a trick in this suit is likely to stay without penalties."""
        voids = [suit in self.turn.voids[seat] for seat in self.turn.seats_after]
        return len(self.out[suit]) >= FRESH and not any(voids) and not self.expensive(suit)

    def cost_of_leading(self, card: int) -> float:
        """The chance to win the trick times what will be in it."""
        suit, price, others = suit_of(card), self.price, self.turn.seats - 1
        out = self.out[suit]
        if not out:  # nobody can follow: the trick is ours, with whatever they like to discard
            return 3.0 + price[card]
        voids = sum(suit in shown for shown in self.turn.voids)
        followers = others / 2 * sum(price[other] for other in out) / len(out)
        discards = voids + 3 * others * (1 - 1 / others) ** len(out)
        cost = lower(card, out) / len(out) * (0.3 + price[card] + followers + discards)
        cost += 0.1 * len(self.hand[suit])  # short suits first: a void is a chance to discard
        if price[card] >= EXPENSIVE:
            return cost + 8
        for wanted in self.expensive(suit):
            if rank_of(card) > rank_of(wanted):
                return cost + 6
            if rank_of(self.hand[suit][-1]) < rank_of(wanted):
                cost -= 2  # bleed: low spades bring out Q♠, and we can not catch it
        return cost

    def gain_of_discarding(self, card: int) -> float:
        """How good it is to be rid of a card that another player will take."""
        price = self.price[card]
        if price < 0:
            return -100
        return 100 * price if price >= EXPENSIVE else self.danger(card)

    def danger(self, card: int) -> float:
        """How likely a card is to take points if it stays in the hand."""
        suit, price = suit_of(card), self.price[card]
        if price < 0:
            return -100
        out, mine = self.out[suit], self.hand[suit]
        expensive = self.expensive(suit, with_mine=True)
        if expensive and rank_of(card) >= rank_of(expensive[0]):
            guarded = lower(expensive[0], mine) >= GUARDS
            return -5 if guarded else 30 + rank_of(card)
        if not out:
            return 4 * price - 5
        shortness = 0 if expensive else 2.5 * (3 - len(mine))
        return 10 * lower(card, out) / len(out) + 2 * price + shortness

    def expensive(self, suit: int, *, with_mine: bool = False) -> list[int]:
        """The expensive cards of a suit that others hold (or anybody), lowest first."""
        cards = self.out[suit] + self.hand[suit] if with_mine else self.out[suit]
        return sorted((card for card in cards if self.price[card] >= EXPENSIVE), key=rank_of)

    def is_shooting(self, seat: int | None) -> bool:
        """Whether a player alone took penalties, and more than a quarter of them all."""
        if seat is None or self.turn.rules.parameters.get("slam.effect") == "none":
            return False
        penalties = {card: max(0.0, price) for card, price in self.price.items()}
        taken = [sum(penalties[card] for card in pile) for pile in self.turn.cards_taken]
        return taken[seat] == sum(taken) and 4 * taken[seat] > sum(penalties.values())


def lower(card: int, cards: Iterable[int]) -> int:
    """How many of the cards are of lower rank."""
    return sum(rank_of(other) < rank_of(card) for other in cards)


if __name__ == "__main__":
    run(Heuristic())
