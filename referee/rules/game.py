"""Deals until the end of a game: totals, counters, lives, streaks and ties (RULES.md 1.6-1.7)."""

from collections.abc import Callable
from dataclasses import dataclass

from protocol.cards import cards_to_set
from referee.rules import settlement
from referee.rules.deal import Deal, Standing
from referee.rules.deck import deal_out
from referee.rules.kinds import OLD_MOON
from referee.rules.ranking import is_met, measured, ranks, reset
from referee.rules.schema import Rules
from referee.rules.score import Score
from referee.rules.scoring import old_moon_loses

REDEAL = 1 << 32
"""Decks of redeals have numbers that no other deal uses: the deal's own plus a multiple of this."""
MOST_DEALS = 1000
"""A game that has not met its end by then ends where it stands."""
MOST_COMPLEX_DEALS = 200
"""Complex totals may wander for ever (E61)."""
BIG_MOON_DEALS = 10


@dataclass(frozen=True)
class DealResult:
    """A finished deal; points, totals and chips by seat, after its settlement."""

    deal_number: int
    dealer: int
    deck: bytes
    points: tuple[Score, ...]
    totals: tuple[Score, ...]
    chips: tuple[int, ...]
    pool: int


class Game:
    """A game of one Rules, played on the decks that ``decks(deck_number)`` gives.

    ``first_deal`` is the number of its first deal, which chooses the exchange and the dealer
    (counted on from ``first_dealer``, the dealer of deal 1). ``max_deals`` ends it early: 1 plays a
    single deal. The first deal starts at once.
    """

    def __init__(
        self,
        rules: Rules,
        decks: Callable[[int], bytes],
        *,
        first_dealer: int = 0,
        first_deal: int = 1,
        max_deals: int = MOST_DEALS,
    ) -> None:
        n = rules.seats
        self.rules = rules
        self.history: list[DealResult] = []
        self.totals: list[Score] = [0] * n
        self.chips = [rules.chips] * n if rules.chips else []
        self.pool = 0
        self.lives = [rules.end_lives] * n if rules.end_lives else []
        self.is_over = False
        self._decks = decks
        self._first_dealer = first_dealer
        self._first_deal = first_deal
        self._max_deals = max_deals
        self._leader: int | None = None
        self._armed = False
        self._streak = set(range(n)) if rules.big_moon != "off" else set()
        self.deck = b""
        self.deal = self._next_deal()

    def apply(self, seat: int, action: bytes) -> DealResult | None:
        """Carry out a decision of the current deal.

        Returns the result when that ends the deal; the next deal has then begun unless the game is
        over. Raises IllegalAction.
        """
        self.deal.apply(seat, action)
        if not self.deal.is_over:
            return None
        result = self._book()
        self.is_over = self._has_ended()
        if self.is_over:
            self._share_pool()
        else:
            self.deal = self._next_deal()
        return result

    def ranks(self) -> tuple[int, ...]:
        """The place of each seat, 1 is best; ties and partners are equal."""
        return ranks(self.rules, self.totals, self.chips, self.lives)

    def outcome(self) -> tuple[Score, ...]:
        """What each seat has to show: totals, counters won or lost, or the difference to the mean.

        Whether high is good says ``rules.high_is_good``.
        """
        if self.rules.settlement == "mean":
            return tuple(settlement.against_the_mean([_whole(total) for total in self.totals]))
        if self.chips:
            return tuple(chips - self.rules.chips for chips in self.chips)
        return tuple(self.totals)

    def _next_deal(self) -> Deal:
        number = self._first_deal + len(self.history)
        step, n = self.rules.plan.step, self.rules.seats
        dealer = (self._first_dealer + step * (number - 1)) % n
        standing = Standing(
            tuple(self.totals), tuple(self.chips), self.pool, tuple(self.lives), self._leader
        )
        deck_number = number
        while True:
            self.deck = self._decks(deck_number)
            dealt = deal_out(self.rules.plan.pack_shape, self.deck, dealer, n, step)
            if not self._is_thrown_in(dealt.hands):
                break
            deck_number += REDEAL
        return Deal(
            self.rules, dealt.hands, number,
            dealer=dealer, kitty=dealt.kitty, stock=dealt.stock, standing=standing,
        )  # fmt: skip

    def _is_thrown_in(self, hands: tuple[bytes, ...]) -> bool:
        """A hand of penalty cards only is dealt again, where the rules say so (E01)."""
        if self.rules.deal_all_penalty == "play":
            return False
        penalty = self.rules.plan.scales[3].penalty
        return any(not cards_to_set(hand) & ~penalty for hand in hands)

    def _book(self) -> DealResult:
        rules, deal = self.rules, self.deal
        for seat, points in enumerate(deal.points):
            self.totals[seat] += points
        for seat in deal.clean_slate:
            self.totals[seat] = 0
        self.totals = reset(rules, self.totals)
        if rules.end_life_loss_at is not None:
            for seat, points in enumerate(deal.points):
                if self.lives[seat] and _whole(points) >= rules.end_life_loss_at:
                    self.lives[seat] -= 1
        if self.chips:
            self._settle(deal)
        if rules.lead_taker_of:
            self._leader = self._taker_of(rules.lead_taker_of[0])
        self._count_big_moons(deal)
        result = DealResult(
            deal.deal_number, deal.dealer, self.deck, deal.points,
            tuple(self.totals), tuple(self.chips), self.pool,
        )  # fmt: skip
        self.history.append(result)
        return result

    def _settle(self, deal: Deal) -> None:
        paid_bid = self.rules.auction_kind == "penalty_suit" and deal.declarer is not None
        bid, declarer = (max(deal.bids), deal.declarer) if paid_bid else (0, None)
        points = [_whole(value) for value in deal.points]
        changes, self.pool = settlement.settle(self.rules, points, self.pool, bid, declarer)
        self.chips = [chips + change for chips, change in zip(self.chips, changes, strict=True)]

    def _share_pool(self) -> None:
        if self.chips and self.pool > 0:
            each = settlement.split_pool(self.pool, len(self.chips))
            self.chips = [chips + each for chips in self.chips]
            self.pool -= each * len(self.chips)

    def _taker_of(self, card: int) -> int | None:
        for seat, won in enumerate(self.deal.won):
            if won >> card & 1:
                return seat
        return None

    def _count_big_moons(self, deal: Deal) -> None:
        """M15, M16, E53: an unbroken run of all points from deal 1."""
        rules = self.rules
        total = deal.scale.total
        self._streak = {seat for seat in self._streak if deal.raw[seat] == total}
        for seat in self._streak:
            if rules.big_moon == "all_260" and len(self.history) + 1 == BIG_MOON_DEALS:
                others: Score = BIG_MOON_DEALS * total
            elif rules.big_moon == "others_target" and is_met(rules, self.totals[seat]):
                others = rules.end_target or 0
            else:
                continue
            self.totals = [others] * rules.seats
            self.totals[seat] = 0
            self._streak = set()
            return

    # ---- the end -----------------------------------------------------------------------------

    def _has_ended(self) -> bool:
        rules = self.rules
        if len(self.history) >= self._max_deals:
            return True
        ended = self._limits_reached() or any(
            is_met(rules, total)
            for seat, total in enumerate(measured(rules, self.totals))
            if seat not in self._streak
        )
        if rules.moon_end != "normal":
            ended = self._moon_end(ended)
        if not ended:
            return False
        winners = [seat for seat, rank in enumerate(self.ranks()) if rank == 1]
        shooters = self.deal.slam.shooters if self.deal.slam else ()
        if not rules.win_by_slam and any(seat in shooters for seat in winners):
            return False
        teams = {rules.teams[seat] for seat in winners}
        return rules.tie == "share" or len(teams) == 1

    def _limits_reached(self) -> bool:
        rules, played = self.rules, len(self.history)
        return (
            (rules.end_deals is not None and played >= rules.end_deals)
            or (rules.end_rounds is not None and played >= rules.end_rounds * rules.seats)
            or (bool(self.lives) and sum(map(bool, self.lives)) <= 1)
            or (rules.end_chips and min(self.chips) <= 0)
            or (rules.points_domain == "gaussian" and played >= MOST_COMPLEX_DEALS)
        )

    def _moon_end(self, ended: bool) -> bool:
        """M07: an old moon that loses keeps the game going until the next moon, or until none."""
        deal = self.deal
        moon = deal.slam is not None
        if self._armed:
            return moon == (self.rules.moon_end == "until_next_moon")
        if deal.slam and deal.moon == OLD_MOON and old_moon_loses(deal, deal.slam):
            self._armed = True
            return False
        return ended


def _whole(value: Score) -> int:
    """A score of a game that has only whole ones."""
    assert isinstance(value, int)
    return value
