"""What may be led and played, who takes a trick, and what else goes with it."""

from collections.abc import Iterator

from protocol.cards import CLUBS, card_name, suit_of
from referee.rules.describe.words import all_of, any_of, sentence
from referee.rules.schema import Rules


def leading(rules: Rules) -> Iterator[str]:
    """Who leads, and what."""
    yield f"{_first_leader(rules)} leads to the first trick{_first_card(rules)}."
    if barred := all_of(rules.first_trick_barred):
        yield (
            f"In the first trick {barred} may be neither led nor discarded by a player who has "
            "anything else to play."
        )
    if locked := all_of(rules.lock_cards):
        yield f"{sentence(locked)[:-1]} may not be led {_until(rules)}, {_released(rules)}."


def _first_leader(rules: Rules) -> str:
    match rules.lead_first:
        case "lowest_club":
            clubs = [card for card in rules.pack if suit_of(card) == CLUBS]
            lowest = f"of {card_name(clubs[0])}" if clubs else "of the lowest club"
            hidden = rules.plan.pack_shape.kitty or rules.plan.pack_shape.stock
            return f"The holder {lowest}{', or of the lowest club in a hand,' if hidden else ''}"
        case "auction_winner":
            return "The highest bidder, or if all passed the player next to the dealer,"
        case "taker_of":
            holder, taken = card_name(rules.lead_holder_of[0]), card_name(rules.lead_taker_of[0])
            return (
                f"In the first deal the holder of {holder}, in later deals whoever took {taken} "
                "in the deal before,"
            )
    return "The player next to the dealer"


def _first_card(rules: Rules) -> str:
    has_club = rules.lead_first == "lowest_club"
    if rules.lead_first_card == "any":
        return ", any card"
    if rules.lead_first_card == "any_club":
        return ", and must lead a club" + ("" if has_club else " if he has one")
    return " with that card" if has_club else " with his lowest club if he has one"


def _until(rules: Rules) -> str:
    breakers = any_of(rules.lock_breakers)
    return f"before {breakers} has been played, led or discarded" if breakers else "at all"


def _released(rules: Rules) -> str:
    if rules.lock_release == "only_locked_left":
        return "unless the leader has nothing else"
    return "unless the leader has nothing else, or nothing but cards that cost points"


def following(rules: Rules) -> Iterator[str]:
    """How to follow, and what must be played."""
    if rules.stock_draw == "until_can_follow":
        yield (
            "Follow suit if you can. Who cannot draws from the stock, card by card, until he can; "
            "when the stock is used up he plays any card."
        )
    else:
        yield "Follow suit if you can; if you cannot, play any card."
    if forced := any_of(rules.must_play_cards):
        yield f"A player who cannot follow suit must discard {forced} if he can."
        if rules.must_play_when == "void_or_covered":
            yield (
                f"When its suit is led and a higher card of the suit lies in the trick, {forced} "
                "must be played as well."
            )
    if rules.plan.jokers:
        yield from _jokers(rules)


def _jokers(rules: Rules) -> Iterator[str]:
    when = {
        "any_time": "A joker may be played to any trick, even by a player who can follow suit.",
        "void_only": "A joker may be played to a trick only by a player who cannot follow suit.",
    }
    lead = {
        "forced_only": "A joker may be led only by a player who has nothing else; "
        "the next card then fixes the suit to follow.",
        "calls_suit": "Who leads a joker names the suit to follow.",
        "next_card_decides": "After a led joker the next card fixes the suit to follow.",
    }
    yield when[rules.joker_play]
    yield lead[rules.joker_lead]
    yield (
        "A joker takes no trick, except for its leader when nobody plays a card of the suit to "
        "follow."
    )


def tricks(rules: Rules) -> Iterator[str]:
    """Who takes a trick."""
    if rules.pack_count == 1:
        yield "The highest card of the suit led takes the trick, and its player leads to the next."
    elif rules.trick_duplicates == "latest":
        yield (
            "The highest card of the suit led takes the trick, of two identical cards the later "
            "one, and its player leads to the next."
        )
    else:
        yield from _cancelling(rules)
    if rules.trick_boosters == "nines":
        yield (
            "If a nine was played, everybody adds one more card to the same trick, following the "
            "same suit, before the highest card of all takes it; so again after another nine, "
            "while there are cards."
        )
    if rules.deal_hand:
        yield (
            "A player without cards is out of the deal. When only one player has cards left he "
            "takes them and the stock; if all run out at once, the last to play takes the stock."
        )


def _cancelling(rules: Rules) -> Iterator[str]:
    yield (
        "Identical cards in a trick cancel each other. The highest card of the suit led that is "
        "left takes the trick, and its player leads to the next."
    )
    pairs = (
        " or two pairs of identical cards are in it," if rules.trick_void_on == "two_pairs" else ""
    )
    yield (
        f"If none is left,{pairs} the trick is void: it stays on the table, the same player leads "
        "again, and the next trick takes it along. A void last trick goes to its leader."
    )


def kitty(rules: Rules) -> Iterator[str]:
    """What becomes of the cards set aside."""
    if not has_kitty(rules):
        return
    first = rules.kitty_taker == "first_trick"
    taker = f"Whoever takes the {'first' if first else 'last'} trick"
    if first and rules.kitty_use == "exchange_with_hand":
        yield (
            f"{taker} takes the kitty into the hand and lays away as many cards, face down; what "
            "he lays away counts as taken by him."
        )
        return
    look = ""
    if first:
        look = " He alone may look at it." if rules.kitty_seen else " Nobody looks at it."
    yield f"{taker} takes the kitty as well, and its cards count.{look}"


def has_kitty(rules: Rules) -> bool:
    """Whether a kitty can occur with any number of players."""
    leftover = rules.pack_surplus == "kitty" and not rules.deal_hand
    return leftover or any(rules.kitty_size.values())
