"""Small helpers of the rule tests: rules with changes, hands and tricks as text, end states.

Hands and piles (cards taken) are written by seat with ``|`` between them: ``"A♣ 2♥ | K♣ Q♠"``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from protocol.cards import (
    HEARTS,
    SUIT_SETS,
    card_names,
    cards_to_set,
    members_of,
    parse_card,
    parse_cards,
)
from referee.rules import Deal, DealResult, Game, Kind, Rules, Score, Standing, load, shuffled_deck
from referee.rules.load import build

QUEEN_OF_SPADES = parse_card("Q♠")


def house(name: str, changes: Mapping[str, Any], players: int | None = None) -> Rules:
    """A built-in game with some parameters changed, as in a file of house rules."""
    values = load(name).parameters() | {"seats": 0} | dict(changes)
    return build(values, players)


# ---- deals --------------------------------------------------------------------------------------


def start(
    rules: Rules,
    hands: str,
    *,
    leader: int = 0,
    number: int = 1,
    exchange: bool = False,
    kitty: str = "",
    stock: str = "",
    totals: Sequence[Score] = (),
) -> Deal:
    """A deal of these hands in which ``leader`` is eldest; without exchange unless asked for."""
    if not exchange and rules.exchange_schedule:
        rules = build(rules.parameters() | {"exchange.schedule": []})
    return Deal(
        rules,
        [cards(hand) for hand in hands.split("|")],
        number,
        dealer=(leader - rules.plan.step) % rules.seats,
        kitty=parse_cards(kitty),
        stock=parse_cards(stock),
        standing=Standing(tuple(totals)) if totals else None,
    )


def cards(text: str) -> int:
    """A set of cards as text; a suit alone stands for all its cards of the first pack."""
    result = 0
    for word in text.split():
        if len(word) == 1 and word in "♣♦♠♥":
            ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
            result |= cards_to_set(parse_card(rank + word) for rank in ranks)
        else:
            result |= 1 << parse_card(word)
    return result


def play(deal: Deal, text: str) -> Deal:
    """Play these cards, each by the seat that is to act."""
    for card in parse_cards(text):
        deal.apply(deal.to_act[0], bytes([card]))
    return deal


def act(deal: Deal, *actions: str) -> Deal:
    """Each seat that is to act chooses these cards, in the order of ``to_act``."""
    for seat, action in zip(deal.to_act, actions, strict=True):
        deal.apply(seat, parse_cards(action))
    return deal


def options(deal: Deal, seat: int | None = None) -> str:
    """The names of the cards that a seat, or the seat to act, may choose from."""
    return card_names(deal.legal_actions(deal.to_act[0] if seat is None else seat).options)


def hands(deal: Deal) -> list[str]:
    """The hands as text."""
    return [card_names(members_of(hand)) for hand in deal.hands]


def fall_back(deal: Deal, until: Kind | None = None) -> Deal:
    """Choose the lowest options until a decision of this kind, or the end of the deal, comes."""
    while not deal.is_over and deal.kind is not until:
        seat = deal.to_act[0]
        deal.apply(seat, deal.legal_actions(seat).fallback())
    return deal


def deck_for(rules: Rules, hands: str, dealer: int = 0) -> bytes:
    """A deck that deals these hands from the front; the rest of the pack fills them up."""
    step, n = rules.plan.step, rules.seats
    wanted = [list(members_of(cards(hand))) for hand in hands.split("|")]
    size = rules.plan.pack_shape.hand
    taken = cards_to_set(card for hand in wanted for card in hand[:size])
    spare = [card for card in rules.pack if not taken >> card & 1]
    full = [(hand + [spare.pop() for _ in range(size - len(hand))])[:size] for hand in wanted]
    order = [full[(dealer + step * (place + 1)) % n] for place in range(n)]
    return bytes(hand[turn] for turn in range(size) for hand in order) + bytes(spare)


# ---- end states ---------------------------------------------------------------------------------


def new_game(rules: Rules, totals: Sequence[Score] = (), **where: int) -> Game:
    """A game on fixed decks that stands at these totals."""
    game = Game(rules, lambda number: shuffled_deck(rules.pack, b"rule tests", number), **where)
    if totals:
        game.totals = list(totals)
        game.deal.standing = replace(game.deal.standing, totals=tuple(totals))
    return game


def end_deal(
    game: Game,
    taken: str | Sequence[int],
    tricks: Sequence[int] = (),
    *,
    moon: int | None = None,
    kitty: str = "",
) -> DealResult:
    """End the current deal with these cards, or hearts and Q♠ for these points, taken by seat."""
    deal = before_last_trick(game.deal, taken, tricks, kitty=kitty)
    while True:
        seat = deal.to_act[0]
        chosen = bytes([moon]) if deal.kind is Kind.MOON and moon is not None else None
        result = game.apply(seat, chosen or deal.legal_actions(seat).fallback())
        if result:
            return result


def score(
    rules: Rules,
    taken: str | Sequence[int],
    tricks: Sequence[int] = (),
    *,
    moon: int | None = None,
    totals: Sequence[Score] = (),
    kitty: str = "",
) -> tuple[Score, ...]:
    """What a deal scores that ends with these cards taken by seat."""
    return end_deal(new_game(rules, totals), taken, tricks, moon=moon, kitty=kitty).points


def settled(game: Game) -> tuple[int, ...]:
    """What the last deal changed in the counters."""
    before = game.history[-2].chips if len(game.history) > 1 else (game.rules.chips,) * 11
    after = game.history[-1].chips
    return tuple(now - then for then, now in zip(before, after, strict=False))


def before_last_trick(
    deal: Deal, taken: str | Sequence[int], tricks: Sequence[int] = (), *, kitty: str = ""
) -> Deal:
    """Skip to the last trick: these cards are taken, and each seat holds one worthless card.

    ``tricks`` are those of each seat after the last one, which the first seat with any wins.
    """
    rules, scale = deal.rules, fall_back(deal, Kind.PLAY).scale
    piles = _piles(rules, taken) if isinstance(taken, str) else _piles_for_points(rules, taken)
    tricks = list(tricks) or [int(bool(pile)) for pile in piles]
    if not any(tricks):
        tricks[0] = 1
    last = next(seat for seat, number in enumerate(tricks) if number)
    tricks[last] -= 1
    deal.won[:] = piles
    deal.tricks_won[:] = tricks
    deal.raw[:] = [
        sum((scale.values[card] for card in members_of(pile)), rules.points_per_trick * number)
        for pile, number in zip(piles, tricks, strict=True)
    ]
    deal.kitty, deal.stock = parse_cards(kitty), b""
    # What the deal remembers of the hands that it had.
    deal.legal, deal.held = 0, []
    fillers = list(_worthless(deal, sum(piles) | cards_to_set(deal.kitty)))
    highest = fillers.pop()
    deal.hands[:] = [
        1 << (highest if seat == last else fillers.pop()) for seat in range(len(piles))
    ]
    return deal


def _worthless(deal: Deal, used: int) -> bytes:
    """Unused cards of one plain suit, one for each seat, that have no part in the scoring."""
    used |= deal.scale.counting
    for modifier in deal.rules.points_modifiers:
        used |= modifier.card.cards
    for suit in SUIT_SETS:
        if suit != SUIT_SETS[deal.scale.suit]:
            free = members_of(suit & cards_to_set(deal.rules.pack) & ~used)
            free = bytes(card for card in free if card < 64)
            if len(free) >= deal.rules.seats:
                return free[: deal.rules.seats]
    raise ValueError("too few worthless cards for a last trick")


def _piles(rules: Rules, text: str) -> list[int]:
    """Piles by seat; ``rest`` stands for all cards with a value that are in no other pile."""
    parts = [part.strip() for part in text.split("|")]
    parts += [""] * (rules.seats - len(parts))
    piles = [cards(part) if part != "rest" else 0 for part in parts]
    if "rest" in parts:
        valued = cards_to_set(card for card in rules.pack if rules.card_points(card))
        piles[parts.index("rest")] = valued & ~sum(piles)
    return [pile & cards_to_set(rules.pack) for pile in piles]


def _piles_for_points(rules: Rules, points: Sequence[int]) -> list[int]:
    """Piles of hearts at 1 each, and of Q♠ where it costs 13, that make these points."""
    hearts = list(members_of(SUIT_SETS[HEARTS] & cards_to_set(rules.pack)))
    piles, wanted = [0] * len(points), list(points)
    if rules.card_points(QUEEN_OF_SPADES) == 13 and max(wanted) >= 13:
        seat = wanted.index(max(wanted))
        piles[seat], wanted[seat] = 1 << QUEEN_OF_SPADES, wanted[seat] - 13
    for seat, number in enumerate(wanted):
        for _ in range(number):
            piles[seat] |= 1 << hearts.pop()
    return piles
