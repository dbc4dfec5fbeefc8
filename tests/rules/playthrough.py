"""One deal told for people: hands, exchange, every trick, special events, points.

A playthrough follows from the rules and a number, which chooses the deck and all decisions. Of
Python's random numbers only ``random()`` is used, which is the same in every version.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random

from protocol.cards import HEARTS, JOKER, SUIT_NAMES, card_name, card_names, members_of, sort_key
from referee.rules import Choice, Deal, DealResult, Game, Kind, Rules, shuffled_deck
from referee.rules.exchange import MIDDLE
from referee.rules.tricks import NOBODY

SECTIONS = {
    Kind.EXPOSE: "exposed",
    Kind.CALL: "exchange",
    Kind.PASS: "exchange",
    Kind.BID: "auction",
    Kind.PLAY: "tricks",
    Kind.MOON: "moon",
}
MOONS = ("the others get the points", "it takes the points off its own", "its total becomes 0")
NUMBERS = 1000
"""How many numbers are tried for a deal that shows what is special about a game."""


def playthrough(rules: Rules, number: int) -> str:
    """The story of the deal with this number."""
    game = _new_game(rules, number)
    start = game.deal.copy()
    events = [line for lines in _events(game, Random(number)) for line in lines]
    (result,) = game.history
    head = [f"{rules.name}, {rules.seats} players, deal number {number}", *_cards(start)]
    return "\n".join([*head, *events, *_result(game.deal, result)]) + "\n"


def number_in(text: str) -> int:
    """The number of a written playthrough."""
    return int(text.splitlines()[0].rpartition(" ")[2])


def best_number(rules: Rules) -> int:
    """The first number whose deal shows most of what is special about the rules."""
    best, most = 1, -1
    for number in range(1, NUMBERS):
        game = _new_game(rules, number)
        for _ in _events(game, Random(number)):
            pass
        special = _special(game.deal)
        if sum(special) > most:
            best, most = number, sum(special)
        if all(special):
            break
    return best


def _new_game(rules: Rules, number: int) -> Game:
    secret = b"hearts-arena playthrough %d" % number
    return Game(rules, partial(shuffled_deck, rules.pack, secret), max_deals=1)


def _special(deal: Deal) -> list[bool]:
    """For everything that is special in these rules, whether the finished deal shows it."""
    rules, plan = deal.rules, deal.rules.plan
    sizes = {end - start for start, end in pairwise(deal.trick_starts)}
    things = [
        (rules.slam_effect != "none" and not rules.called_card, deal.slam is not None),
        (rules.auction_kind == "penalty_suit", deal.scale.suit != HEARTS),
        (bool(rules.called_card), deal.partner is not None),
        (rules.trick_duplicates == "cancel", NOBODY in deal.trick_winners),
        (bool(plan.nines), len(sizes) > 1),
        (plan.draws and rules.seats > 2, len(sizes) > 1),
        (bool(rules.points_modifiers), list(deal.points) != deal.raw),
        (bool(plan.jokers), any(card >= JOKER for card in deal.plays)),
    ]
    return [shown for in_these_rules, shown in things if in_these_rules]


# ---- cards --------------------------------------------------------------------------------------


def _names(cards: Iterable[int]) -> str:
    """Cards for people, sorted by suit."""
    return card_names(sorted(cards, key=sort_key))


def _cards(deal: Deal) -> Iterator[str]:
    """Who deals, and who got what."""
    rules = deal.rules
    yield f"{len(rules.pack)} cards; seat {deal.dealer} deals, {rules.direction}"
    yield ""
    yield "hands"
    yield from (f"  {seat}  {_names(members_of(hand))}" for seat, hand in enumerate(deal.hands))
    if deal.kitty:
        yield f"  kitty  {_names(deal.kitty)}"
    if deal.stock:
        yield f"  stock  {card_names(deal.stock)}"


# ---- events -------------------------------------------------------------------------------------


def _events(game: Game, rng: Random) -> Iterator[list[str]]:
    """Play the deal; what each decision adds to the story."""
    deal, section = game.deal, ""
    while not deal.is_over:
        seat, kind = deal.to_act[0], deal.kind
        assert kind is not None
        heading = ["", SECTIONS[kind]] if SECTIONS.get(kind, section) != section else []
        section = SECTIONS.get(kind, section)
        action = _choose(deal.legal_actions(seat), rng)
        stock, kitty_taker = deal.stock, deal.kitty_taker
        game.apply(seat, action)
        lines = [*_decision(deal, kind, seat, action), *_trick(deal, kind)]
        if deal.kitty and deal.kitty_taker != kitty_taker:
            lines.append(f"     {deal.kitty_taker} takes the kitty")
        if drawn := stock[: len(stock) - len(deal.stock)]:
            who = "the last to hold cards takes" if deal.is_over else f"{deal.to_act[0]} draws"
            lines.append(f"     {who} {card_names(drawn)}")
        yield heading + lines


def _choose(choice: Choice, rng: Random) -> bytes:
    """A random legal action."""
    rest = bytearray(choice.options)
    count = choice.least + int(rng.random() * (choice.most + 1 - choice.least))
    return bytes([rest.pop(int(rng.random() * len(rest))) for _ in range(count)])


def _decision(deal: Deal, kind: Kind, seat: int, action: bytes) -> Iterator[str]:
    """A decision that is not the play of a card."""
    if kind is Kind.PASS and deal.passed[seat]:  # the last to choose: now all cards move
        for giver, cards in enumerate(deal.passed):
            yield f"  {giver}  passes {_to(cards, deal.exchange_to[giver])}"
        for taker, cards in enumerate(deal.received):
            yield f"  {taker}  gets {_names(cards)}"
    elif kind is Kind.CALL:
        yield f"  {seat}  calls for {action[0] & 15} cards to offset {action[0] >> 4}"
    elif kind is Kind.BID:
        bid = "a slam" if deal.rules.auction_kind == "slam" else action[0]
        yield f"  {seat}  {f'bids {bid}' if action[0] else 'passes'}"
    elif kind is Kind.SUIT:
        yield f"  {seat}  names {SUIT_NAMES[action[0]]}"
    elif kind is Kind.EXPOSE:
        yield f"  {seat}  {card_names(action) or 'nothing'}"
    elif kind is Kind.BURY:
        yield f"     {seat} lays away {_names(action)}"
    elif kind is Kind.MOON:
        yield f"  {seat}  {MOONS[action[0]]}"


def _to(cards: bytes, receivers: bytes) -> str:
    """``A♥ K♥ to 1, Q♥ to 2``."""
    shares = {
        to: [card for card, other in zip(cards, receivers, strict=False) if other == to]
        for to in dict.fromkeys(receivers)
    }
    return ", ".join(
        f"{_names(share)} to {'the middle' if to == MIDDLE else to}" for to, share in shares.items()
    )


def _trick(deal: Deal, kind: Kind) -> list[str]:
    """The line of a trick that has just ended: who played what, the leader first, and who won."""
    number = len(deal.trick_winners)
    ends = [*deal.trick_starts[1:], len(deal.plays)]
    if kind is not Kind.PLAY or not number or ends[number - 1] != len(deal.plays):
        return []
    places = range(deal.trick_starts[number - 1], len(deal.plays))
    cards = " ".join(f"{deal.play_seats[at]}:{card_name(deal.plays[at])}" for at in places)
    winner = deal.trick_winners[-1]
    takes = "nobody wins, it waits" if winner == NOBODY else f"{winner} wins"
    return [f"{number:3}  {cards}   {takes}"]


# ---- the end ------------------------------------------------------------------------------------


def _result(deal: Deal, result: DealResult) -> Iterator[str]:
    yield ""
    if deal.declarer is not None and deal.partner is not None:
        yield f"{deal.partner} was the partner of {deal.declarer}"
    if deal.slam:
        who = " and ".join(map(str, deal.slam.shooters))
        yield f"{who} shot the {'sun' if deal.slam.sun else 'moon'}"
    rows: list[tuple[str, Sequence[object]]] = [
        ("tricks", deal.tricks_won), ("cards", deal.raw), ("points", result.points),
        ("totals", result.totals), ("chips", result.chips),
    ]  # fmt: skip
    yield from (
        f"{name:8}{' '.join(f'{value!s:>8}' for value in row)}" for name, row in rows if row
    )
    if result.chips:
        yield f"{'pool':8}{result.pool:8}"
