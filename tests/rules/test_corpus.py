"""The 800 recorded deals of `corpus/`, replayed exactly."""

import csv
from pathlib import Path
from typing import TypeAlias

import pytest

from protocol.cards import parse_card, parse_cards
from referee.rules import Deal, Rules, load

DEALS = Path(__file__).with_name("corpus") / "hearts_deals.csv"
SEATS = "NESW"
DIRECTIONS = {"left": (1, 1), "right": (2, 3), "across": (3, 2), "hold": (4, 0)}
"""The deal number whose exchange it is, and where the cards go, clockwise."""

Play: TypeAlias = tuple[int, int]
"""A seat and its card."""


def read_rows() -> list[dict[str, str]]:
    with DEALS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_tricks(text: str) -> list[list[Play]]:
    return [
        [
            (SEATS.index(trick[place]), parse_card(trick[place + 1 : place + 3]))
            for place in range(0, len(trick), 3)
        ]
        for trick in text.split("/")
    ]


def read_passes(text: str) -> list[bytes]:
    return [
        parse_cards(" ".join(cards[place : place + 2] for place in range(0, len(cards), 2)))
        for cards in text.split("/")
    ]


def dealt_hands(tricks: list[list[Play]], passes: list[bytes], offset: int) -> list[set[int]]:
    """The hands before the exchange: what was played, and every passed card back where it was."""
    hands = [{card for trick in tricks for seat, card in trick if seat == own} for own in range(4)]
    for seat, cards in enumerate(passes):
        hands[(seat + offset) % 4] -= set(cards)
    for seat, cards in enumerate(passes):
        hands[seat] |= set(cards)
    return hands


def replay(rules: Rules, row: dict[str, str]) -> None:
    number, offset = DIRECTIONS[row["direction"]]
    tricks, passes = read_tricks(row["plays_by_trick"]), read_passes(row["passes_nesw"])
    deal = Deal(rules, dealt_hands(tricks, passes, offset), number)
    for seat in deal.to_act if offset else ():
        deal.apply(seat, passes[seat])
    for trick in tricks:
        assert deal.leader == trick[0][0]
        for seat, card in trick:
            assert deal.to_act == (seat,)
            assert card in deal.legal_actions(seat).options
            deal.apply(seat, bytes([card]))
    assert deal.is_over
    assert deal.points == tuple(int(row[name]) for name in ("north", "east", "south", "west"))


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_recorded_deals_replay_exactly(direction: str) -> None:
    rows = [row for row in read_rows() if row["direction"] == direction]
    assert len(rows) == 200
    rules = load("microsoft-hearts")
    for row in rows:
        replay(rules, row)
