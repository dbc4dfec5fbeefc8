"""Questions made by hand, as a bot gets them."""

from typing import Any

from protocol import referee_pb2 as pb
from protocol.cards import parse_cards
from protocol.turn import Turn
from referee.rules import load
from tests.sample_bots.arena import game_rules

RULES = game_rules(load("american-hearts"))


def ask(kind: pb.Kind, options: bytes, least: int = 1, most: int = 1, **known: Any) -> Turn:
    """A question to seat 0 of American Hearts."""
    known.setdefault("hand", options)
    message = pb.Turn(id=1, rules=RULES.id, kind=kind, options=options, least=least, most=most)
    message.observation.CopyFrom(pb.Observation(**known))
    return Turn(message, RULES)


def ask_pass(hand: str, count: int = 3) -> Turn:
    """Which cards to pass to the left."""
    return ask(pb.PASS, parse_cards(hand), count, count, exchange_to=b"\1" * count)


def ask_play(options: str, trick: str = "", hand: str = "", before: str = "") -> Turn:
    """Which card to play.

    `trick` holds the cards of the players before, the last of whom is seat 3. `before` are finished
    tricks of four cards, all led and won by seat 3.
    """
    done, current = parse_cards(before), parse_cards(trick)
    seats = bytes((3, 0, 1, 2)) * (len(done) // 4) + bytes(range(4 - len(current), 4))
    return ask(
        pb.PLAY,
        parse_cards(options),
        hand=parse_cards(hand or options),
        plays=done + current,
        play_seats=seats,
        trick_starts=bytes(range(0, len(done) + 1, 4)),
        trick_winners=b"\3" * (len(done) // 4),
    )
