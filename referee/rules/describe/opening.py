"""What happens before the first card: pack, deal, exposed cards, exchange, auction."""

from collections.abc import Iterator

from protocol.cards import JOKER, card_name, card_names
from referee.rules.describe.slams import moon_value
from referee.rules.describe.words import all_of, any_of, cards_text, count, listed
from referee.rules.exchange import MOST_CALLED
from referee.rules.schema import Rules

PACKS = {
    "french13": "52 cards, ace high and two low",
    "fivehundred15": "60 cards, the one for Five Hundred: ace high, and an 11 and a 12 between ten "
    "and jack",
}


def pack(rules: Rules) -> Iterator[str]:
    """Players, cards, kitty and stock."""
    fewest, most, best = rules.players_min, rules.players_max, rules.players_best
    if fewest == most:
        yield f"For {fewest} players."
    else:
        yield f"For {fewest} to {most} players, best with {best}."
    one_pack = PACKS[rules.pack_ranks]
    if rules.pack_count == 1:
        yield f"One pack of {one_pack}. No suit is trumps."
    else:
        yield f"Two packs shuffled together, each of {one_pack}. No suit is trumps."
    if rules.pack_jokers:
        yield _jokers(rules)
    seats = range(fewest, most + 1)
    removed = rules.pack_removed
    left_out = [f"{card_names(removed[n])} with {n} players" for n in seats if removed.get(n)]
    if left_out:
        yield f"Left out: {'; '.join(left_out)}."
    if not rules.deal_hand:
        yield from _uneven_packs(rules)
    sizes = rules.kitty_size
    kitty = [f"{sizes[n]} with {n} players" for n in seats if sizes.get(n)]
    if kitty:
        yield f"Cards set aside as the kitty: {listed(kitty)}."
    yield _this_table(rules)


def _jokers(rules: Rules) -> str:
    if rules.joker_nature == "zero_of_suit":
        zeros = [card for card in rules.pack if not card & 15 and card < JOKER]
        return f"Added: {count(rules.pack_jokers, 'joker')}, which count as {cards_text(zeros)}."
    return f"Added: {count(rules.pack_jokers, 'joker')}."


def _uneven_packs(rules: Rules) -> Iterator[str]:
    if rules.pack_surplus == "strip":
        if rules.pack_strip_order:
            yield (
                "While the cards cannot be dealt out evenly, cards are left out in this order: "
                f"{card_names(rules.pack_strip_order)}."
            )
    elif rules.pack_surplus == "kitty" and not rules.kitty_size:
        yield "Cards that cannot be dealt out evenly are the kitty."
    else:
        yield "No other card is left out: the pack must come out even."


def _this_table(rules: Rules) -> str:
    shape = rules.plan.pack_shape
    parts = [f"{len(shape.cards)} cards, {shape.hand} in each hand"]
    if shape.kitty:
        parts.append(f"{shape.kitty} in the kitty")
    if shape.stock:
        parts.append(f"{shape.stock} in the stock, face down")
    return f"With {rules.seats} players: {listed(parts)}."


def deal(rules: Rules) -> Iterator[str]:
    """Dealing, and cards laid open before play."""
    yield f"Dealing and play go {rules.direction}, and after each deal the next player deals."
    if rules.deal_all_penalty == "redeal":
        yield "A hand of nothing but cards that cost points is thrown in: the same dealer deals."
    if rules.misdeal == "deal_passes":
        yield "After a misdeal the deal passes to the next player."
    if rules.exposure.cards:
        yield from _exposure(rules)


def _exposure(rules: Rules) -> Iterator[str]:
    yield (
        f"Before anything else the holders of {all_of(rules.exposure)} may lay them open on the "
        "table. All decide before anybody looks, and the cards stay in the hand."
    )
    suit = "the named suit" if rules.points_suit == "auction" else "hearts"
    yield (
        "What an exposed card scores, or multiplies, counts double; but of the cards of "
        f"{suit} only an exposed ace does that, for the whole suit."
    )
    yield (
        "An exposed card may not be played to the first trick in which its suit is led, unless its "
        "holder has no other card of that suit."
    )


# ---- exchange ------------------------------------------------------------------------------------


def exchange(rules: Rules) -> Iterator[str]:
    """Passing cards."""
    if not rules.exchange_schedule:
        return
    steps = [_step(text.split(), rules.seats) for text in rules.exchange_schedule]
    if len(steps) == 1:
        yield f"Before play cards are passed: {steps[0]}."
    else:
        steps_in_turn = "; ".join(steps)
        yield (
            f"Before play cards are passed, from deal to deal in turn: {steps_in_turn}; and over "
            "again."
        )
    yield "All choose before anybody looks, and all cards change hands at once."
    if forbidden := any_of(rules.exchange_forbidden):
        yield f"Nobody may pass {forbidden}, unless too few other cards are in the hand."


def _step(words: list[str], seats: int) -> str:
    """One step of the schedule in words; its text is known to be right."""
    match words:
        case ["left" | "right" as side, amount]:
            return f"{count(int(amount), 'card')} to the {side}"
        case ["across", amount]:
            return f"{count(int(amount), 'card')} across, if the number of players is even"
        case ["rotate", amount, *rest]:
            pause = ", then no exchange" if rest else ""
            return (
                f"{count(int(amount), 'card')} to the first player to the left, in the next deal "
                f"to the second, and so on through all the others{pause}"
            )
        case ["scatter"]:
            return "1 card to each other player"
        case ["star"]:
            return (
                "1 card to each of the two players opposite (only with 5 or more players, and an "
                "odd number of them)"
            )
        case ["shuffle", amount]:
            return (
                f"{count(int(amount), 'card')} from everybody into the middle, shuffled and dealt "
                "back"
            )
        case ["dealers_choice"]:
            return f"as the dealer calls: up to {MOST_CALLED} cards, and to whom, or no exchange"
        case ["pass", *parts]:
            return listed([_share(part, seats) for part in parts])
    return "no exchange"


def _share(part: str, seats: int) -> str:
    offset, _, amount = part.partition(":")
    places = {"1": "to the left", str(seats - 1): "to the right"}
    if seats % 2 == 0:
        places.setdefault(str(seats // 2), "across")
    place = places.get(offset, f"to the player {offset} places to the left")
    return f"{count(int(amount), 'card')} {place}"


# ---- auction -------------------------------------------------------------------------------------


def auction(rules: Rules) -> Iterator[str]:
    """Bidding for the penalty suit, or to take every trick."""
    if rules.auction_kind == "penalty_suit":
        yield (
            "Then each player once, the one next to the dealer first, passes or bids counters: "
            f"at least {rules.auction_min_bid}, more than anybody before, and no more than he has."
        )
        yield f"The highest bidder pays his bid into the pool and names {_named(rules)}."
    elif rules.auction_kind == "slam":
        yield from _slam_bid(rules)


def _named(rules: Rules) -> str:
    if rules.points_suit == "auction":
        return "the suit that costs points in this deal; if all pass it is hearts"
    return "a suit, which changes nothing"


def _slam_bid(rules: Rules) -> Iterator[str]:
    yield (
        "Then each player in turn, the one next to the dealer first, may undertake to take every "
        "trick; the first to do so closes the bidding."
    )
    pair = "he"
    if rules.called_card:
        called = card_name(rules.called_card[0])
        pair = "the two together"
        yield (
            f"The holder of {called} is his partner, and nobody knows it until that card falls. "
            "A bidder who holds it himself plays alone."
        )
    each = "each of them" if rules.called_card else "he"
    failure = (
        "each of them scores what both took" if rules.called_card else "he scores what he took"
    )
    yield (
        f"If {pair} took every trick, {each} scores {moon_value(rules, -1)} and the others 0; "
        f"otherwise {failure}, and the others score their own."
    )
