"""Always takes the lowest options: the lowest cards, the smallest bid."""

from protocol.bot import Bot, Kind, Turn, run
from protocol.cards import rank_of

CARDS = (Kind.PASS, Kind.PLAY, Kind.BURY)


class Lowest(Bot):
    """Plays low whatever happens. Naive on purpose: it even passes its lowest cards away."""

    def act(self, turn: Turn) -> bytes:
        """The lowest options by rank; among equal ranks the lowest suit."""
        options = sorted(turn.options, key=rank_of) if turn.kind in CARDS else turn.options
        return bytes(options[: turn.least])


if __name__ == "__main__":
    run(Lowest())
