"""What a turn tells, against the deal behind it, over every game and random mixes of options."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.cards import SUIT_SETS, cards_to_set, members_of
from protocol.turn import Kind, Turn
from referee.rules import Deal, Rules, load
from sample_bots.random.bot import Random
from tests.rules.mixes import CATALOGUE, Mix, playable_mixes
from tests.sample_bots.arena import game_rules, play_deal


def cards_are_where_the_turn_says(turn: Turn, deal: Deal) -> None:
    others = [hand for seat, hand in enumerate(deal.hands) if seat != turn.seat]
    held = sum(others)
    assert turn.gone == cards_to_set(deal.plays)
    assert cards_to_set(turn.hand) == deal.hands[turn.seat]
    assert b"".join(turn.hand_by_suit).translate(None, turn.hand) == b""
    assert sum(map(len, turn.hand_by_suit)) == len(turn.hand)
    assert held & ~turn.out == 0
    assert turn.out & deal.hands[turn.seat] == 0
    assert turn.unseen & cards_to_set(turn.known) == 0
    assert all(deal.hands[seat] >> card & 1 for card, seat in turn.known.items())


def hand_sizes_are_true(turn: Turn, deal: Deal) -> None:
    assert list(turn.hand_sizes) == [hand.bit_count() for hand in deal.hands]


def voids_are_true(turn: Turn, deal: Deal) -> None:
    for seat, suits in enumerate(turn.voids):
        assert not any(deal.hands[seat] & SUIT_SETS[suit] for suit in suits)


def costs_follow_the_scale(turn: Turn, deal: Deal) -> None:
    rules = deal.rules
    if rules.points_domain != "integer" or (
        # a card of the named suit that has a price of its own is a matter of the order in the rules
        rules.points_suit == "auction" and [*rules.points_cards] != ["♥"]
    ):
        return
    sign = -1 if rules.objective == "maximise" else 1
    assert turn.costs == {card: sign * deal.scale.values[card] for card in rules.pack}


def tricks_hold_together(turn: Turn, deal: Deal) -> None:
    cards = b"".join(trick.cards for trick in (*turn.tricks, turn.trick))
    assert cards == bytes(deal.plays)
    assert len(turn.tricks) == len(deal.trick_winners)
    buried = cards_to_set(deal.buried) | cards_to_set(deal.kitty)
    for seat, pile in enumerate(turn.cards_taken):
        assert deal.won[seat] & ~buried == cards_to_set(pile) & ~buried
    assert cards_to_set(turn.waiting) == deal.pile


def wins_is_what_the_table_says(turn: Turn, deal: Deal) -> None:
    if turn.kind != Kind.PLAY or turn.seats_after:
        return
    for card in turn.options:
        after, done = deal.copy(), len(deal.trick_winners)
        after.apply(turn.seat, bytes((card,)))
        if len(after.trick_winners) == done:
            continue  # a joker that wants its suit named, or one more round of the trick
        winner = after.trick_winners[done]
        if winner == turn.seat and not turn.wins(card):
            # the last trick goes to its leader when it is void
            assert not any(after.hands)
            assert deal.play_seats[deal.trick_start] == turn.seat or not turn.trick.cards
        else:
            assert turn.wins(card) == (winner == turn.seat)


class Order:
    """Whether the seats that were to play after a turn did, in that order."""

    def __init__(self) -> None:
        self.expected: bytes = b""
        self.plays = 0

    def __call__(self, turn: Turn, deal: Deal) -> None:
        if turn.kind != Kind.PLAY:
            return
        if self.expected and len(deal.plays) == self.plays + 1:
            assert turn.seat == self.expected[0]
            assert turn.seats_after == self.expected[1:]
        self.expected, self.plays = turn.seats_after, len(deal.plays)


TRUTHS = [
    cards_are_where_the_turn_says,
    hand_sizes_are_true,
    voids_are_true,
    costs_follow_the_scale,
    tricks_hold_together,
    wins_is_what_the_table_says,
]


def watch(rules: Rules, seed: int) -> None:
    truths: list[Any] = [*TRUTHS, Order()]

    def witness(turn: Turn, deal: Deal) -> None:
        for truth in truths:
            truth(turn, deal)

    bots = [Random(seed + seat) for seat in range(rules.seats)]
    play_deal(rules, game_rules(rules), bots, seed % 1000 + 1, witness)


@pytest.mark.parametrize(("name", "players"), CATALOGUE)
def test_every_game(name: str, players: int) -> None:
    watch(load(name, players), 1)


@given(mix=playable_mixes(), seed=st.integers(0, 2**16))
def test_random_mixes(mix: Mix, seed: int) -> None:
    watch(mix.build(), seed)


def test_members_of_out_are_the_rest_of_the_pack() -> None:
    rules = load("american-hearts")
    seen: list[int] = []

    def witness(turn: Turn, deal: Deal) -> None:
        del deal
        seen.append(len(members_of(turn.out)) + len(members_of(turn.gone)) + len(turn.hand))

    play_deal(rules, game_rules(rules), [Random(seat) for seat in range(4)], 1, witness)
    assert set(seen) == {52}
