"""Random legal play from a seed, bold enough now and then that slams happen."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from referee.rules import Choice, Deal, Game, Kind, Rules, shuffled_deck

Action: TypeAlias = tuple[int, bytes]
"""A seat and what it chose."""


class Table:
    """A game on decks from a seed, with one player for all its seats.

    A bold table deals the highest cards to one seat, which then plays high and passes low.
    ``actions``: those of the current deal, ``all_actions``: those of all deals.
    """

    def __init__(self, rules: Rules, seed: int, deals: int = 1) -> None:
        self.rng = Random(seed)
        self.rules = rules
        self.bold = self.rng.random() < 0.3
        self.secret = self.rng.randbytes(32)
        self.first_deal = self.rng.randint(1, 6)
        self.deals = deals
        self.game = self.new_game()
        self.actions: list[Action] = []
        self.all_actions: list[Action] = []

    def new_game(self) -> Game:
        """The same game from its start."""
        return Game(self.rules, self.deck, first_deal=self.first_deal, max_deals=self.deals)

    def deck(self, number: int) -> bytes:
        """The deck of a deal: shuffled, the first hand strong where the table is bold."""
        deck = shuffled_deck(self.rules.pack, self.secret, number)
        if not self.bold:
            return deck
        hand = self.rules.plan.pack_shape.hand
        strong = sorted(deck, key=lambda card: card & 15)[-hand:]
        rest = [card for card in deck if card not in strong]
        for place in range(hand):
            rest.insert(place * self.rules.seats, strong[place])
        return bytes(rest)

    def choose(self, seat: int, choice: Choice) -> bytes:
        """A legal action."""
        if self.bold and seat == self.game.deal.eldest():
            ranked = sorted(choice.options, key=lambda option: option & 15)
            if choice.kind is Kind.PLAY:
                return bytes(ranked[-1:])
            if choice.kind is Kind.PASS:
                return bytes(ranked[: choice.least])
        return random_action(choice, self.rng)

    def positions(self) -> Iterator[Deal]:
        """The deal before each decision, and once more when it is over; deal after deal.

        Fails when a deal takes more decisions than its cards and seats allow.
        """
        while not self.game.is_over:
            deal = self.game.deal
            self.actions = []
            for _ in range(most_decisions(self.rules) + 1):
                yield deal
                if deal.is_over:
                    break
                seat = self.rng.choice(deal.to_act)
                action = self.choose(seat, deal.legal_actions(seat))
                self.actions.append((seat, action))
                self.game.apply(seat, action)
            else:
                raise AssertionError("the deal does not end")
            self.all_actions += self.actions

    def finished_deals(self) -> Iterator[Deal]:
        """Each deal when it is over."""
        return (deal for deal in self.positions() if deal.is_over)


def random_action(choice: Choice, rng: Random) -> bytes:
    """A random legal action."""
    return bytes(rng.sample(choice.options, rng.randint(choice.least, choice.most)))


def step_by_step(deal: Deal, rng: Random) -> Deal:
    """What ``playout`` does, decision by decision, on a copy of the deal that it returns."""
    deal = deal.copy()
    while not deal.is_over:
        seat = deal.to_act[0]
        _, options, least, most = deal.legal_actions(seat)
        if most == 1:
            pick = int(rng.random() * (len(options) + 1 - least))
            deal.apply(seat, options[pick : pick + 1])
        else:
            deal.apply(seat, bytes(rng.sample(options, rng.randint(least, most))))
    return deal


def most_decisions(rules: Rules) -> int:
    """The most that a deal can take: every card played once, a suit named for each joker, an
    exposure, a pass and a bid for each seat; a call, a penalty suit, a burial, a moon."""
    return len(rules.pack) + rules.pack_jokers + 3 * rules.seats + 4
