"""Edge cases of the rule book about a slam that is bid with an unknown partner: E72, E73."""

from random import Random

import pytest

from referee.rules import Deal, Kind, Score, load
from referee.rules.playout import playout
from tests.rules.helpers import end_deal, fall_back, new_game, play, start


def bid_deal(bids: bytes, hands: str = "A♣ K♣ | 10♦ 2♥ | 3♦ 3♥ | Q♠ 4♥") -> Deal:
    """A deal after these bids from eldest, seat 0."""
    deal = start(load("partnership-hearts-slam-bid"), hands)
    for bid in bids:
        deal.apply(deal.to_act[0], bytes([bid]))
    return deal


def test_e72_declarer_holds_the_ten() -> None:
    deal = bid_deal(b"\1", "10♦ A♣ | 2♣ 2♥ | 3♣ 3♥ | Q♠ 4♥")
    play(deal, "A♣ 2♣ 3♣ Q♠ 10♦ 2♥ 3♥ 4♥")
    assert deal.partner is None
    assert deal.points == (-26, 0, 0, 0)
    deal = bid_deal(b"\1", "10♦ A♣ | J♦ 2♥ | 3♣ 3♥ | Q♠ 4♥")
    play(deal, "10♦ J♦ 3♥ 4♥ 2♥ 3♣ Q♠ A♣")
    assert deal.points == (0, 6, 0, 0)


def test_e73_order_and_closing_of_the_auction() -> None:
    deal = bid_deal(b"\0\0")
    assert (deal.kind, deal.to_act) == (Kind.BID, (2,))
    deal.apply(2, b"\1")
    assert (deal.kind, deal.declarer, deal.to_act) == (Kind.PLAY, 2, (0,))
    deal = bid_deal(b"\0\0\0\0")
    assert (deal.kind, deal.declarer, deal.to_act) == (Kind.PLAY, None, (0,))


def test_e73_auction_follows_the_exchange() -> None:
    deal = start(load("partnership-hearts-slam-bid"), "♣ | ♦ | ♠ | ♥", exchange=True)
    assert deal.kind is Kind.PASS
    assert fall_back(deal, Kind.BID).to_act == (0,)


def test_e73_partner_is_unknown_until_the_ten_falls() -> None:
    deal = bid_deal(b"\1")
    assert deal.partner is None
    assert play(deal, "A♣ 10♦").partner == 1


@pytest.mark.parametrize(
    ("hands", "cards", "points"),
    [
        ("A♣ K♣ | 10♦ 2♥ | 3♦ 3♥ | Q♠ 4♥", "A♣ 10♦ 3♦ Q♠ K♣ 2♥ 3♥ 4♥", (-26, -26, 0, 0)),
        ("A♣ 2♠ | 10♦ 2♥ | 3♠ 3♥ | Q♠ 4♥", "A♣ 10♦ 3♥ 4♥ 2♠ 2♥ 3♠ Q♠", (-8, -8, 0, 14)),
    ],
    ids=["made", "failed"],
)
def test_e73_scores_of_the_pair(hands: str, cards: str, points: tuple[Score, ...]) -> None:
    assert play(bid_deal(b"\1", hands), cards).points == points


def test_e73_random_play_knows_the_partner() -> None:
    deal = bid_deal(b"\1", "A♣ K♣ Q♣ | 2♣ 10♦ 2♥ | 3♣ 3♦ 3♥ | 4♣ Q♠ 4♥")
    assert playout(play(deal, "A♣ 2♣ 3♣ 4♣"), Random(1)) == (-26, -26, 0, 0)


def test_e73_no_bid_is_omnibus() -> None:
    game = new_game(load("partnership-hearts-slam-bid"))
    fall_back(game.deal, Kind.PLAY)
    assert end_deal(game, "♥ Q♠ 10♦", (13, 0, 0, 0)).points == (-26, 0, 0, 0)
