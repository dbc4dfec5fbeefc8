"""Chooses any legal action, each as likely as every other."""

import argparse
import random

from protocol.bot import Bot, Turn, run


class Random(Bot):
    """The floor of every table. With a seed, the same questions get the same answers."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

    def act(self, turn: Turn) -> list[int]:
        """As many options as may be chosen, at random."""
        count = self.random.randint(turn.least, turn.most)
        return self.random.sample(turn.options, count)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="repeat the same choices in every run")
    run(Random(parser.parse_known_args()[0].seed))
