"""What holds in every game whatever its options; each function plays a table and checks one thing.

They know nothing of single games. ``test_properties.py`` runs them over the catalogue and over
random mixes of options.
"""

import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import pytest

from protocol.cards import cards_to_set, members_of
from referee.rules import Deal, IllegalAction, Kind, Score, observation, playout
from referee.rules.ranking import real
from referee.rules.score import squared_size
from referee.rules.tricks import NOBODY
from tests.rules import oracle
from tests.rules.random_play import Action, Table, step_by_step

CARD_KINDS = (Kind.PASS, Kind.PLAY, Kind.EXPOSE, Kind.BURY)
"""Kinds of decisions whose options are cards of the hand."""
NO_STATE = ("rules", "plan", "scale", "standing", "legal", "offered")
"""What a deal never changes, and the questions that it remembers."""


def state(deal: Deal) -> dict[str, str]:
    """All that changes in a deal, as values of their own."""
    return {name: repr(getattr(deal, name)) for name in Deal.__slots__ if name not in NO_STATE}


# ---- cards, tricks and points -------------------------------------------------------------------


def deals_end(table: Table) -> None:
    """`positions` fails where a deal takes too long."""
    for deal in table.finished_deals():
        assert deal.to_act == ()
        assert len(deal.points) == table.rules.seats


def cards_are_conserved(table: Table) -> None:
    """Each card of the pack is in exactly one place at any time."""
    pack = list(table.rules.pack)
    for deal in table.positions():
        kitty = deal.kitty if deal.kitty_taker is None else b""
        held = b"".join(members_of(cards) for cards in (*deal.hands, *deal.won))
        on_table = bytes(card for card in deal.plays if card not in held)
        assert sorted(held + on_table + kitty + deal.stock) == pack


def every_card_is_won_once(table: Table) -> None:
    for deal in table.finished_deals():
        assert not any(deal.hands)
        assert sorted(b"".join(map(members_of, deal.won))) == list(table.rules.pack)


def tricks_go_to_their_winners(table: Table) -> None:
    """Winners by the rule book; the piles hold the tricks, void ones with the next trick taken."""
    named: dict[int, int] = {}
    for deal in table.positions():
        number = len(deal.trick_winners)
        if deal.kind is Kind.PLAY and (suit := observation(deal, 0).led_suit) is not None:
            named[number] = suit
        if not deal.is_over:
            continue
        waiting = b""
        for number, trick in enumerate(oracle.tricks(deal)):
            taker = deal.trick_winners[number]
            assert taker == oracle.winner(deal, number, named.get(number))
            waiting += trick
            if taker != NOBODY:
                assert not cards_to_set(waiting) & ~deal.won[taker]
                waiting = b""
        named.clear()


def points_add_up(table: Table) -> None:
    """The cards and tricks that a seat took are its points where nothing changes them."""
    rules = table.rules
    sometimes = rules.plan.jokers if rules.joker_score_if == "heart_trick" else 0
    for deal in table.finished_deals():
        for seat, won in enumerate(deal.won):
            values = [deal.scale.values[card] for card in members_of(won)]
            if not won & sometimes:
                tricks: Score = rules.points_per_trick * deal.tricks_won[seat]
                assert deal.raw[seat] == sum(values, tricks)
        if is_plain(deal):
            assert list(deal.points) == deal.raw


def is_plain(deal: Deal) -> bool:
    """Whether nothing but cards and tricks counted in a deal."""
    rules = deal.rules
    changes = (
        *(deal.slam, deal.exposed, rules.points_modifiers, rules.no_trick_bonus),
        rules.auction_kind == "slam" and deal.declarer is not None,
        rules.partnership == "fixed_pooled",
    )
    return not any(changes)


def settlements_sum_to_zero(table: Table) -> None:
    """Counters change hands or lie in the pool; against the mean all gains are somebody's loss."""
    rules = table.rules
    for _ in table.positions():
        pass
    if rules.chips:
        stakes = rules.chips * rules.seats
        assert all(sum(result.chips) + result.pool == stakes for result in table.game.history)
        assert sum(table.game.chips) + table.game.pool == stakes
    if rules.settlement == "mean":
        assert sum(table.game.outcome()) == 0


def ranks_follow_the_outcome(table: Table) -> None:
    """The best rank is 1, equal outcomes are ties, a better outcome has a better rank."""
    for _ in table.positions():
        pass
    game, rules = table.game, table.rules
    ranks, outcome = game.ranks(), game.outcome()
    assert min(ranks) == 1
    assert all(rank == 1 or rank - 1 in ranks or ranks.count(rank - 1) == 0 for rank in ranks)
    if rules.partnership.startswith("fixed"):
        assert ranks[:2] == ranks[2:]
    elif not rules.end_lives:
        for one, other in ((a, b) for a in range(rules.seats) for b in range(a)):
            better = badness(table, outcome[one]) < badness(table, outcome[other])
            assert better == (ranks[one] < ranks[other])


def badness(table: Table, outcome: Score) -> int | Fraction:
    """A number that is smaller for a better outcome."""
    if table.rules.objective == "minimise_abs":
        return squared_size(outcome)
    return -real(outcome) if table.rules.high_is_good else real(outcome)


# ---- decisions ----------------------------------------------------------------------------------


def options_are_sound(table: Table) -> None:
    for deal in table.positions():
        for seat in range(table.rules.seats):
            if seat not in deal.to_act:
                with pytest.raises(IllegalAction):
                    deal.legal_actions(seat)
                continue
            kind, options, least, most = choice = deal.legal_actions(seat)
            assert 0 <= least <= most <= len(options)
            assert most
            assert list(options) == sorted(set(options))
            assert kind is deal.kind
            assert choice.allows(choice.fallback())
            if kind in CARD_KINDS:
                assert not cards_to_set(options) & ~deal.hands[seat]


def legal_cards_are_those_of_the_book(table: Table) -> None:
    for deal in table.positions():
        if deal.kind is Kind.PLAY:
            seat = deal.to_act[0]
            suit = observation(deal, seat).led_suit
            if suit is None:
                suit = oracle.led_suit(oracle.tricks(deal)[-1])
            assert deal.legal_actions(seat).options == oracle.legal(deal, seat, suit)


def illegal_actions_change_nothing(table: Table) -> None:
    for deal in table.positions():
        if table.rng.random() < 0.2:
            before = state(deal)
            for seat, action in illegal_actions(deal, table.rng):
                with pytest.raises(IllegalAction):
                    deal.apply(seat, action)
            assert state(deal) == before


def illegal_actions(deal: Deal, rng: Random) -> Iterator[Action]:
    """Nothing, too much, the same twice, an option that is none, somebody else's turn."""
    seats = range(deal.rules.seats)
    for seat in deal.to_act:
        choice = deal.legal_actions(seat)
        for action in (
            b"",
            choice.options[: choice.most + 1],
            choice.options[:1] * 2,
            choice.fallback()[:-1] + rng.randbytes(1),
            choice.fallback()[:-1] + members_of(deal.hands[(seat + 1) % len(seats)])[:1],
        ):
            if not choice.allows(action):
                yield seat, action
        yield from ((other, choice.fallback()) for other in seats if other not in deal.to_act)
    if deal.is_over:
        yield from ((seat, deal.rules.pack[:1]) for seat in seats)


# ---- copies -------------------------------------------------------------------------------------


def copies_are_independent(table: Table) -> None:
    copies_go_the_same_way(table, Deal.copy)


def pickles_are_copies(table: Table) -> None:
    copies_go_the_same_way(table, lambda deal: pickle.loads(pickle.dumps(deal)))


def copies_go_the_same_way(table: Table, duplicate: Callable[[Deal], Deal]) -> None:
    """A copy stays as it is while the deal goes on, and comes to the same end by the same actions,
    without touching the deal it came from."""
    copies: list[tuple[Deal, int, dict[str, str]]] = []
    for deal in table.positions():
        if table.rng.random() < 0.1:
            copies.append((duplicate(deal), len(table.actions), state(deal)))
        if deal.is_over:
            end = state(deal)
            for copy, at, then in copies:
                assert state(copy) == then
                for seat, action in table.actions[at:]:
                    copy.apply(seat, action)
                assert state(copy) == state(deal) == end
            copies.clear()


def playouts_follow_the_rules(table: Table) -> None:
    """A playout comes to the points of a deal in which the same cards are played one by one."""
    for deal in table.positions():
        if table.rng.random() < 0.1:
            before, seed = state(deal), table.rng.random()
            assert playout(deal, Random(seed)) == step_by_step(deal, Random(seed)).points
            assert state(deal) == before


def games_replay_identically(table: Table) -> None:
    for _ in table.positions():
        pass
    again = table.new_game()
    for seat, action in table.all_actions:
        again.apply(seat, action)
    assert again.is_over
    assert again.history == table.game.history
    assert again.ranks() == table.game.ranks()


# ---- secrets ------------------------------------------------------------------------------------


def no_hidden_card_is_shown(table: Table) -> None:
    for deal in table.positions():
        for seat, hand in enumerate(deal.hands):
            seen = observation(deal, seat)
            assert seen.hand == members_of(hand)
            hidden = set(deal.stock).union(*map(members_of, deal.hands)) - set(seen.hand)
            if deal.kitty_taker is None:
                hidden |= set(deal.kitty)
            assert hidden.isdisjoint(seen.kitty + seen.received + seen.plays)
            assert seen.passed == deal.passed[seat]
            assert deal.kind is not Kind.EXPOSE or not seen.exposed


def observations_ignore_hidden_cards(table: Table) -> None:
    """Where two cards that a seat has not seen change places, it sees no difference."""
    rng = table.rng
    for deal in table.positions():
        if not table.actions:
            start = deal.copy()
        if deal.is_over or rng.random() > 0.15:
            continue
        seat = rng.randrange(table.rules.seats)
        unseen = [card for card in table.rules.pack if card not in seen_cards(deal, start, seat)]
        for _ in range(6):
            if len(unseen) < 2:
                break
            one, other = rng.sample(unseen, 2)
            twin = replayed(start, table.actions, {one: other, other: one})
            if twin and is_possible(twin, deal, seat):
                assert observation(twin, seat) == observation(deal, seat)
                if seat in deal.to_act:
                    assert twin.legal_actions(seat) == deal.legal_actions(seat)


def seen_cards(deal: Deal, start: Deal, seat: int) -> set[int]:
    """The cards whose place a seat knows or knew."""
    rules = deal.rules
    seen = set(members_of(start.hands[seat] | deal.hands[seat] | deal.exposed))
    seen |= {*deal.plays, *deal.passed[seat], *deal.received[seat]}
    if deal.kitty_taker == seat and (rules.kitty_seen or rules.kitty_use == "exchange_with_hand"):
        seen |= set(deal.kitty)
    return seen


def replayed(start: Deal, actions: list[Action], swap: dict[int, int]) -> Deal | None:
    """The deal with some cards swapped from its start on; None where that makes a play illegal."""

    def swapped(cards: bytes) -> bytes:
        return bytes(swap.get(card, card) for card in cards)

    twin = Deal(
        start.rules,
        [swapped(members_of(hand)) for hand in start.hands],
        start.deal_number,
        dealer=start.dealer,
        kitty=swapped(start.kitty),
        stock=swapped(start.stock),
        standing=start.standing,
    )
    for seat, action in actions:
        try:
            twin.apply(seat, swapped(action) if twin.kind in CARD_KINDS else action)
        except IllegalAction:
            return None
    return twin


def is_possible(twin: Deal, deal: Deal, seat: int) -> bool:
    """Whether all that the seat saw happen would have happened in the twin as well."""

    def happened(deal: Deal) -> tuple[object, ...]:
        sizes = [hand.bit_count() for hand in deal.hands]
        return deal.kind, deal.to_act, sizes, len(deal.stock), deal.hands[seat], deal.received[seat]

    return happened(twin) == happened(deal)


PROPERTIES: list[Callable[[Table], None]] = [
    deals_end,
    cards_are_conserved,
    every_card_is_won_once,
    tricks_go_to_their_winners,
    points_add_up,
    settlements_sum_to_zero,
    ranks_follow_the_outcome,
    options_are_sound,
    legal_cards_are_those_of_the_book,
    illegal_actions_change_nothing,
    copies_are_independent,
    pickles_are_copies,
    playouts_follow_the_rules,
    games_replay_identically,
    no_hidden_card_is_shown,
    observations_ignore_hidden_cards,
]
