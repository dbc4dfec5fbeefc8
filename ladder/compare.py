"""Which of two versions is better: a run of swap pairs of its own, and what they say so far.

In a pair one deck is played twice, and every hand is held once by each of the two. Each match of
the run is some pairs of one way to sit; pairs count in the order of the plan, whatever ended first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ladder import schedule
from ladder.log import first_planned, read_log
from ladder.models import RunKind
from ladder.ratings import LoggedSet, number
from ladder.sequential import ALPHA, Evidence, Test, describe, fixed_margin, weigh
from ladder.store import Store, Version
from ladder.tournament import Settings, Tournament, first_players, plan_run, runs
from referee.errors import UserError
from referee.rules import Rules

MOST_PAIRS = 10_000
"""A test that has not decided by then ends without a decision."""


@dataclass(frozen=True)
class Comparison:
    """The question whether ``new`` is better than ``old``, as a run of the store."""

    run: Tournament
    new: Version
    old: Version

    @cached_property
    def test(self) -> Test | None:
        """What decides; None where the number of deals was fixed beforehand."""
        chosen = self.run.settings.test
        return None if chosen is None else Test(**chosen)

    @property
    def pairs(self) -> int:
        """How many pairs are planned at most."""
        return self.run.settings.rounds * self.run.settings.decks


@dataclass(frozen=True)
class Answer:
    """What the pairs say. Positive means that the new one is better, in points a deal.

    The interval is mean +- margin with the given confidence: at any moment while it runs, and the
    usual one once a number of pairs that was fixed beforehand is complete.
    """

    evidence: Evidence
    margin: float | None
    confidence: float
    complete: bool

    @property
    def interval(self) -> tuple[float, float] | None:
        """The lower and the upper end."""
        if self.margin is None:
            return None
        return self.evidence.mean - self.margin, self.evidence.mean + self.margin

    @property
    def decided(self) -> bool:
        """Whether nothing that is still played could change the answer."""
        return self.complete or self.evidence.decision != "open"


def compare(
    store: Store,
    rules: Rules,
    new: Version,
    old: Version,
    settings: Settings,
    *,
    secret: bytes,
    afresh: bool = False,
) -> Comparison:
    """The run that answers this question: the one that was begun already, or a new one.

    Raises UserError when there is nothing to compare.
    """
    if new == old:
        raise UserError(f"{new.label} and {old.label} are the same version; name two")
    if len(set(rules.teams)) < 2:
        raise UserError(f"{rules.name}: there are no sides to compare")
    if not afresh:
        for run in runs(store, RunKind.COMPARISON):
            game = run.rules.seats, run.rules.parameters()
            if (run.settings, game) == (settings, (rules.seats, rules.parameters())):
                players = first_players(store, run.id)
                if (players[0], players[-1]) == (new.id, old.id):
                    return Comparison(run, new, old)
    run = plan_run(
        store, RunKind.COMPARISON, rules, (new, old),
        list(schedule.duel(settings.rounds, rules.seats)), settings,
        name=None, stem=f"{new.label}-vs-{old.label}", secret=secret,
    )  # fmt: skip
    return Comparison(run, new, old)


def answer(store: Store, comparison: Comparison) -> Answer:
    """What the pairs say that are booked before the first match that is not."""
    run = comparison.run
    first = first_planned(store, run.id)  # read first: what is booked meanwhile comes later
    log = read_log(store, run.id)
    if first is not None:
        log = [logged for logged in log if logged.match < first]
    values = leads(log, run.rules.seats, high_is_good=run.rules.high_is_good)
    complete = first is None
    if comparison.test is not None:
        evidence = weigh(values, comparison.test)
        return Answer(evidence, evidence.margin, 1 - comparison.test.alpha, complete)
    evidence = describe(values, Test())
    margin = fixed_margin(values, ALPHA) if complete else evidence.margin
    return Answer(evidence, margin, 1 - ALPHA, complete)


def leads(log: Sequence[LoggedSet], seats: int, *, high_is_good: bool) -> list[float]:
    """By how much the first bot's mean was better in each swap pair, in points a deal.

    The first half of the players are the first bot. It holds as many hands of a pair as the other.
    """
    found = []
    for logged in log:
        points = [number(entry.points) for entry in logged.entries]
        half = len(points) // 2
        hands = seats * logged.entries[0].deals / 2
        lead = (sum(points[:half]) - sum(points[half:])) / hands
        found.append(lead if high_is_good else -lead)
    return found
