"""Plays as high as it can without winning the trick, and low when it cannot help winning."""

from protocol.bot import Bot, Kind, Turn, run
from protocol.cards import rank_of, suit_of

EXPENSIVE = 5
"""From this cost on a card makes the higher cards of its suit dangerous too."""


class Duck(Bot):
    """Thinks no further than the trick on the table."""

    def act(self, turn: Turn) -> bytes:
        """Get rid of danger where that is free; the lowest options of what it has no idea about."""
        if turn.kind == Kind.PLAY:
            return bytes((self.play(turn),))
        if turn.kind == Kind.PASS:
            dangerous = sorted(turn.options, key=lambda card: danger(turn, card), reverse=True)
            return bytes(dangerous[: turn.least])
        if turn.kind == Kind.BURY:
            harmless = sorted(turn.options, key=lambda card: (turn.costs[card], -rank_of(card)))
            return bytes(harmless[: turn.least])
        return turn.options[: turn.least]

    def play(self, turn: Turn) -> int:
        """The worst card that does not win; else the lowest."""
        losing = [card for card in turn.options if not turn.wins(card)]
        if losing:
            return max(losing, key=lambda card: (turn.costs[card], rank_of(card)))
        return min(turn.options, key=lambda card: (rank_of(card), turn.costs[card]))


def danger(turn: Turn, card: int) -> int:
    """How gladly it passes a card: by rank, above all what may win an expensive card."""
    caught = [
        cost
        for other, cost in turn.costs.items()
        if cost >= EXPENSIVE and suit_of(other) == suit_of(card) and other <= card
    ]
    return rank_of(card) + sum(caught)


if __name__ == "__main__":
    run(Duck())
