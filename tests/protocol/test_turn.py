"""The helpers of a turn, on positions made by hand."""

import json
from typing import Any

import pytest

from protocol import referee_pb2 as pb
from protocol.cards import CLUBS, DIAMONDS, HEARTS, SPADES, members_of, parse_card, parse_cards
from protocol.turn import NOBODY, GameRules, Kind, Trick, Turn

FRENCH = bytes(16 * suit + rank for suit in range(4) for rank in (*range(1, 10), *range(12, 16)))


def make_rules(pack: bytes = FRENCH, high_is_good: bool = False, **parameters: Any) -> GameRules:
    """American Hearts for four, with parameters such as ``trick__duplicates="cancel"``."""
    named = {key.replace("__", "."): value for key, value in parameters.items()}
    costs = {parse_card("Q♠"): 13} | {card: 1 for card in pack if card >> 4 & 3 == HEARTS}
    points = [costs.get(card & 63, 0) if card < 128 else 0 for card in pack]
    message = pb.Rules(
        id=1,
        name="test",
        seats=4,
        pack=pack,
        points=[-value for value in points] if high_is_good else points,
        high_is_good=high_is_good,
        parameters=json.dumps(named),
    )
    return GameRules(message)


def make_turn(
    options: str = "",
    tricks: tuple[tuple[int, str, int | None], ...] = (),
    trick: tuple[int, str] | None = None,
    rules: GameRules | None = None,
    seat: int = 0,
    **known: Any,
) -> Turn:
    """A turn to play. A trick is its leader, its cards and, when it is finished, its winner."""
    plays, seats, starts = b"", b"", b""
    for leader, cards in [(t[0], t[1]) for t in tricks] + ([trick] if trick else [(seat, "")]):
        starts += bytes((len(plays),))
        played = parse_cards(cards)
        plays += played
        seats += bytes((leader + place) % 4 for place in range(len(played)))
    winners = bytes(NOBODY if winner is None else winner for _, _, winner in tricks)
    hand = parse_cards(known.pop("hand", options))
    observation = pb.Observation(
        hand=hand,
        plays=plays,
        play_seats=seats,
        trick_starts=starts,
        trick_winners=winners,
        **known,
    )
    message = pb.Turn(
        id=5,
        seat=seat,
        kind=pb.PLAY,
        options=parse_cards(options),
        least=1,
        most=1,
        observation=observation,
    )
    return Turn(message, rules or make_rules())


def test_the_question() -> None:
    turn = make_turn("2♣ 3♦")
    assert (turn.id, turn.kind, turn.least, turn.most, turn.seats) == (5, Kind.PLAY, 1, 1, 4)
    assert repr(turn) == "<Turn 5: seat 0, PLAY 1 of 2♣ 3♦>"


def test_hand_and_options_by_suit_go_up_in_rank() -> None:
    pack = FRENCH + bytes(card + 64 for card in FRENCH) + bytes((128,))
    turn = make_turn("3♣' K♣ 3♣ A♥ *1", rules=make_rules(pack))
    expected = tuple(map(parse_cards, ("3♣ 3♣' K♣", "", "", "A♥", "*1")))
    assert turn.hand_by_suit == expected
    assert turn.options_by_suit == expected


def test_leading() -> None:
    turn = make_turn("2♣ A♥", tricks=((2, "3♣ 4♣ 9♣ 5♣", 0),))
    assert turn.trick == Trick(b"", b"", None)
    assert turn.tricks == (Trick(parse_cards("3♣ 4♣ 9♣ 5♣"), b"\2\3\0\1", 0),)
    assert turn.led_suit is None
    assert turn.winning_card is None
    assert turn.seats_after == b"\1\2\3"
    assert turn.wins(parse_card("2♣"))


def test_following() -> None:
    turn = make_turn("2♦ J♦ A♥", trick=(2, "10♦ Q♠"))
    assert turn.led_suit == DIAMONDS
    assert turn.trick.winner == 2
    assert turn.winning_card == parse_card("10♦")
    assert turn.stake == 13
    assert turn.seats_after == b"\1"
    assert list(turn.hand_sizes) == [3, 3, 2, 2]
    assert [turn.wins(card) for card in turn.options] == [False, True, False]


def test_seats_after_go_against_the_clock_where_the_game_does() -> None:
    turn = make_turn("2♦", rules=make_rules(direction="anticlockwise"))
    assert turn.seats_after == b"\3\2\1"


def test_voids_are_shown_by_discards_and_stay() -> None:
    turn = make_turn("2♣", tricks=((0, "3♣ 4♣ 9♦ 5♣", 3),), trick=(3, "2♠"))
    assert turn.voids == (frozenset(), frozenset(), frozenset({CLUBS}), frozenset())


def test_the_current_trick_shows_voids_too() -> None:
    turn = make_turn("2♣", trick=(1, "3♦ 4♠ A♥"))
    assert turn.voids[2] == turn.voids[3] == {DIAMONDS}


JOKER_PACK = FRENCH + bytes((128, 129))


@pytest.mark.parametrize(
    ("parameters", "shown"), [({}, set()), ({"joker__play": "void_only"}, {CLUBS})]
)
def test_a_joker_shows_a_void_only_where_it_may_not_be_played_otherwise(
    parameters: dict[str, Any], shown: set[int]
) -> None:
    rules = make_rules(JOKER_PACK, **parameters)
    turn = make_turn("2♣", tricks=((1, "3♣ *1 4♣ 5♣", 0),), rules=rules)
    assert turn.voids[2] == shown


@pytest.mark.parametrize(
    ("lead", "shown"), [("next_card_decides", {DIAMONDS}), ("calls_suit", set())]
)
def test_behind_a_led_joker_the_suit_asked_for_counts(lead: str, shown: set[int]) -> None:
    rules = make_rules(JOKER_PACK, joker__lead=lead)
    turn = make_turn("2♣", tricks=((1, "*1 3♦ 4♠ 5♦", 0),), rules=rules)
    assert turn.voids[3] == shown


def test_the_suit_that_a_joker_called() -> None:
    rules = make_rules(JOKER_PACK, joker__lead="calls_suit")
    turn = make_turn("2♣ A♠", trick=(2, "*1 3♦"), rules=rules, led_suit=pb.SPADES)
    assert turn.led_suit == SPADES
    assert turn.trick.winner == 2
    assert turn.voids[3] == {SPADES}
    assert [turn.wins(card) for card in turn.options] == [False, True]


def test_of_two_identical_cards_the_later_wins_unless_they_cancel() -> None:
    pack = FRENCH + bytes(card + 64 for card in FRENCH)
    latest = make_turn("K♣'", trick=(1, "K♣ 5♣ 6♣"), rules=make_rules(pack))
    cancel = make_turn(
        "K♣' 7♣", trick=(1, "K♣ 5♣ 6♣"), rules=make_rules(pack, trick__duplicates="cancel")
    )
    assert latest.wins(parse_card("K♣'"))
    assert cancel.trick.winner == 1
    assert not cancel.wins(parse_card("K♣'"))
    assert not cancel.wins(parse_card("7♣"))


def test_two_pairs_void_a_trick() -> None:
    pack = FRENCH + bytes(card + 64 for card in FRENCH)
    rules = make_rules(pack, trick__duplicates="cancel", trick__void_on="two_pairs")
    assert rules.winning_index(parse_cards("5♣ 5♣' 9♣ 9♣' K♣"), CLUBS) is None
    assert rules.winning_index(parse_cards("5♣ 5♣' 9♣ 8♣ K♣"), CLUBS) == 4


def test_cards_of_a_void_trick_wait_for_the_next_taker() -> None:
    first, second = "5♣ 5♣' Q♥ 9♦", "2♦ 3♦ 4♦ Q♠"
    pack = FRENCH + bytes(card + 64 for card in FRENCH)
    rules = make_rules(pack, trick__duplicates="cancel")
    waiting = make_turn("2♣", tricks=((1, first, None),), trick=(1, "7♣"), rules=rules)
    assert waiting.waiting == parse_cards(first)
    assert waiting.stake == 1
    taken = make_turn("2♣", tricks=((1, first, None), (1, second, 3)), rules=rules)
    assert taken.waiting == b""
    assert taken.cards_taken[3] == parse_cards(first + " " + second)


def test_a_nine_gives_the_trick_another_round() -> None:
    rules = make_rules(trick__boosters="nines")
    turn = make_turn("2♦ 3♦", trick=(3, "10♦ 9♦ J♦ Q♦ A♦"), rules=rules)
    assert turn.seats_after == b"\1\2"
    assert list(turn.hand_sizes) == [2, 2, 2, 1]


def test_where_the_cards_are() -> None:
    turn = make_turn(
        "2♣ 3♣",
        tricks=((0, "4♣ A♠ 6♣ 7♣", 3),),
        exchange_to=b"\1\1\1",
        passed=parse_cards("A♠ K♠ Q♠"),
        kitty=parse_cards("8♣"),
    )
    assert turn.gone == sum(1 << card for card in parse_cards("4♣ A♠ 6♣ 7♣"))
    assert turn.known == {parse_card("K♠"): 1, parse_card("Q♠"): 1}
    assert len(members_of(turn.out)) == 52 - 4 - 2 - 1
    assert turn.out & ~turn.unseen == sum(1 << card for card in turn.known)


def test_the_taker_of_the_kitty_may_have_changed_his_hand() -> None:
    rules = make_rules(kitty__use="exchange_with_hand")
    turn = make_turn(
        "2♣",
        tricks=((1, "3♣ 4♦ 9♦ 5♣", 1), (1, "6♣ 7♦ 8♦ 7♣", 0)),
        rules=rules,
        exchange_to=b"\1\2",
        passed=parse_cards("A♠ K♠"),
    )
    assert turn.known == {parse_card("K♠"): 2}
    assert turn.voids == (frozenset(), frozenset(), frozenset({CLUBS}), frozenset({CLUBS}))
    swapped = make_turn("2♣", tricks=((0, "3♦ 4♣ 9♦ 5♦", 1), (1, "6♣ 7♦ 8♦ 7♣", 1)), rules=rules)
    assert swapped.voids[1] == frozenset()


def test_exposed_cards_stay_known_only_where_nothing_is_passed_after() -> None:
    exposed: dict[str, Any] = {"exposed": parse_cards("J♦"), "exposed_seats": b"\2"}
    assert make_turn("2♣", **exposed).known == {parse_card("J♦"): 2}
    passed = make_turn("2♣", exchange_to=b"\1", passed=parse_cards("K♠"), **exposed)
    assert passed.known == {parse_card("K♠"): 1}


def test_nobody_knows_who_gets_what_goes_through_the_middle() -> None:
    turn = make_turn("2♣", exchange_to=b"\xff", passed=parse_cards("K♠"))
    assert turn.known == {}


def test_costs_are_bad_above_zero_in_every_game() -> None:
    queen, ace = parse_card("Q♠"), parse_card("A♥")
    assert make_rules().points[queen] == make_rules().costs[queen] == 13
    high = make_rules(high_is_good=True)
    assert (high.points[queen], high.costs[queen], high.costs[ace]) == (-13, 13, 1)


def test_the_suit_that_the_auction_named_costs_what_hearts_cost() -> None:
    turn = make_turn("2♣", penalty_suit=pb.CLUBS)
    costs = {card: cost for card, cost in turn.costs.items() if cost}
    assert costs == dict.fromkeys(parse_cards("2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣"), 1) | {
        parse_card("Q♠"): 13
    }


def test_complex_points_have_a_size() -> None:
    message = pb.Rules(pack=parse_cards("Q♠ J♦"), points=[0, -10], points_imaginary=[13, 0])
    assert list(GameRules(message).costs.values()) == [13, -10]


def test_a_trick_may_cost_by_itself() -> None:
    turn = make_turn("2♣", rules=make_rules(points__per_trick=1), trick=(1, "3♥"))
    assert turn.stake == 2


def test_points_by_seat_are_zero_before_there_are_any() -> None:
    assert make_turn("2♣").taken == (0, 0, 0, 0)
    assert make_turn("2♣", totals=[3, 1, 4, 1]).totals == (3, 1, 4, 1)
