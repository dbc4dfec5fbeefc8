"""The catalogue against the tables of the rule book: 2.1 to 2.5, row by row."""

import pytest

from protocol.cards import HEARTS, SUIT_SETS, cards_to_set, parse_card
from referee.rules import Rules, game_names, load
from tests.rules.helpers import cards, end_deal, new_game

# 2.2: id, game, players, best, strip set, exchange, lead, bar on trick 1, lock, forced card.
STRUCTURE = """
G01  hearts-1887                    3-6  4 M X   E  -       -   -
G02  eagle-game                     3-6  4 M X   E  -       -   -
G03  eagle-game-court               3-6  4 M X   E  -       -   -
G03a eagle-game-ones                3-6  4 M X   E  -       -   -
G04  hearts-by-deals                3-6  4 M X   E  -       -   -
G05  hearts-to-80                   3-6  4 M X   E  -       -   -
G06  hearts-for-stakes              3-6  4 M X   E  -       -   -
G07  auction-hearts                 4-6  4 F X   AW -       -   -
G08  black-jack-1909                3-6  4 F L3  E  -       -   -
G09  black-jack-1958                3-6  4 F L3  E  -       -   J♠
G10  black-jack-1974                3-6  4 F L3  E  -       -   -
G11  black-lady-1909                3-6  4 F L3  E  -       -   -
G12  black-lady-1909-howell         3-6  4 F L3  E  -       -   -
G13  hitting-the-moon               3-6  4 F L3  E  -       -   -
G14  black-lady-1950                3-7  4 C L3  E  -       -   -
G15  black-lady-2001                3-6  4 M L3  E  -       -   -
G16  american-hearts                3-6  4 M C4  E  -       -   -
G17  microsoft-hearts               4-4  4 M C4  C2 penalty ♥   -
G18  black-maria                    3-6  3 C R3  E  -       -   -
G18k black-maria-k10                3-6  3 C R3  E  -       -   -
G19  cancellation-hearts            5-11 6 - X   E  -       -   -
G20  domino-hearts                  2-7  4 - X   E  -       -   -
G21  greek-hearts-1939              3-6  4 M R3  E  -       -   -
G22  greek-hearts-1950              3-7  4 C R3  E  ♥       -   -
G23  greek-hearts-1990              3-6  4 M L3  E  -       -   -
G24  greek-hearts-2008              3-6  4 M L3  E  -       -   -
G25  heartsette                     3-6  4 W X   E  -       -   -
G26  joker-hearts                   3-6  4 A X   E  -       -   -
G27  omnibus-hearts                 3-7  4 C L3  E  -       -   -
G28  partnership-hearts-pooled      4-4  4 M C4  C2 penalty ♥   -
G29  partnership-hearts-individual  4-4  4 M C4  C2 penalty ♥   -
G30  partnership-hearts-slam-bid    4-4  4 C L3  E  -       -   -
G31  spot-hearts-1897               3-6  4 M X   E  -       -   -
G32  spot-hearts                    3-6  4 M X   E  -       -   -
G33  pink-lady                      3-6  4 M L3  E  -       -   -
G34  complex-hearts                 4-4  4 M C4  C2 penalty ♥Q  -
G35  dangerous-hearts               4-4  4 M C4  C2 penalty ♥   -
G36  royal-hearts                   3-5  4 M LAR C2 -       ♥Q  -
G37  gong-zhu                       4-5  4 5 X   Q♠ -       -   -
G38  leekha                         4-4  4 - RL  E  -       -   Q♠10♦
G39  four-five-four-hearts          4-4  4 M 454 C2 penalty ♥   -
G40  five-hundred-hearts            4-8  4 A C4  C2 penalty ♥   -
G41  booster-nines                  3-6  4 M C4  C2 penalty ♥   -
G42  jack-of-diamonds-hearts        3-6  4 M C4  E  -       -   -
G43  four-jacks                     4-4  4 - X   E  -       -   -
G44  reversis                       4-4  4 - X   E  -       -   -
"""

STRIPPED = {
    "-": {},
    "M": {3: "2♣", 5: "2♣ 2♦", 6: "2♣ 2♦ 3♣ 2♠"},
    "C": {3: "2♣", 5: "2♣ 2♦", 6: "2♣ 2♦ 2♠ 2♥", 7: "2♣ 2♦ 2♠"},
    "F": {3: "2♠", 5: "2♠ 2♣", 6: "2♣ 2♦ 2♠ 2♥"},
    "W": {3: "2♠", 4: "2♠"},
    "5": {5: "2♣ 2♦"},
    "A joker-hearts": {4: "2♣ 2♦", 5: "2♣ 2♦ 3♣ 2♠"},
    "A five-hundred-hearts": {7: "2♣ 2♦ 3♣ 2♠", 8: "2♣ 2♦ 3♣ 2♠"},
}
EXCHANGES = {
    "X": (),
    "L3": ("left 3",),
    "R3": ("right 3",),
    "C4": ("left 3", "right 3", "across 3", "hold"),
    "LAR": ("left 3", "across 3", "right 3"),
    "RL": ("right 3", "left 3"),
    "454": ("pass 1:4 2:5 3:4",),
}
LEADS = {
    "E": ("eldest", "any"),
    "C2": ("lowest_club", "that_card"),
    "AW": ("auction_winner", "any"),
    "Q♠": ("taker_of", "any"),
}

# 2.3: id, T at four players (G19: six), slam, its value, end, settlement, chips, sources.
SCORING = """
G01  13      -                total rounds4+chips low_takes  25  S1
G02  104     -                total rounds4+chips low_takes  50  S1
G03  68      -                total rounds4+chips low_takes  50  S1
G03a 23      -                total rounds4+chips low_takes  50  WPN
G04  13      -                total rounds4       none       0   S1
G05  13      -                total target80      none       0   S1
G06  13      -                total rounds4       mean       0   S1
G07  13      -                total rounds4+chips sweepstake 50  S1,FOS
G08  23      -                total rounds4+chips sweepstake 50  S0,S1
G09  23      -                total target100     none       0   S0,S2
G10  26      -                total target100     none       0   S1
G11  26      -                total rounds4+chips sweepstake 50  S0,FOS
G12  26      -                total rounds4+chips howell     100 S0,FOS
G13  26      others_add       total target100     none       0   S0,S2
G14  26      annul            total target100     none       0   S0,S2
G15  26      others_add       total target100     none       0   S0,S2
G16  26      others_add       total target100     none       0   S0,S2
G17  26      others_add       26    target100     none       0   S0
G18  43      -                total target100     none       0   S1,PAR
G18k 43      -                total target100     none       0   PAR
G19  52      -                total target100     none       0   S0,S1,BIC,WPC
G20  13      -                total target31      none       0   S1,BIC
G21  149     others_add       150   rounds4       none       0   S1
G22  26      annul            total target100     none       0   S1
G23  104     -                total rounds4       none       0   S1
G24  104     -                total rounds4       none       0   S1
G25  13      -                total rounds4+chips sweepstake 50  S1,GBK
G26  13      -                total rounds4       none       0   S1,WPH
G27  26      shooter_subtract 26    target100     none       0   S0,S1,BIC
G28  26      others_add       total target100     none       0   S1
G29  26      others_add       total target100     none       0   S1
G30  26      shooter_subtract 26    target100     none       0   S1
G31  104     -                total rounds4+chips sweepstake 50  S1
G32  91      -                total rounds4       none       0   S1
G33  38      others_add       total target100     none       0   S0,S2
G34  13+13i  choice           total target100     none       0   S0,S2,UNL
G35  26      others_add       26    deals10       none       0   S0,S2
G36  39      others_add       52    target100     none       0   S0,S2,ROY
G37  -300    -                total target-1000   none       0   S0,S2,GAM
G38  36      shooter_add      37    target101     none       0   S0,S2,JAW
G39  26      others_add       total target100     none       0   S1
G40  28      others_add       total target100     none       0   S1
G41  26      others_add       total target100     none       0   S0,S1
G42  26      others_add       26    target100     none       0   S1
G43  5       -                total rounds4       none       0   S1
G44  2       -                total rounds4       none       0   S1
"""

ROWS = {row.split()[0]: row.split() for row in STRUCTURE.strip().splitlines()}
NAMES = {book: row[1] for book, row in ROWS.items()}


def test_every_row_has_one_game_and_every_game_one_row() -> None:
    assert sorted(NAMES.values()) == game_names()
    assert len(NAMES) == 46
    for book, name in NAMES.items():
        assert load(name).book == book


@pytest.mark.parametrize("book", ROWS)
def test_structure(book: str) -> None:
    _, name, players, best, strip, exchange, lead, barred, lock, forced = ROWS[book]
    rules = load(name)
    assert f"{rules.players_min}-{rules.players_max}" == players
    assert (rules.seats, rules.players_best) == (int(best), int(best))
    stripped = STRIPPED[f"A {name}" if strip == "A" else strip]
    for seats in range(rules.players_min, rules.players_max + 1):
        assert missing(load(name, seats)) == cards(stripped.get(seats, ""))
    assert rules.exchange_schedule == EXCHANGES[exchange]
    assert (rules.lead_first, rules.lead_first_card) == LEADS[lead]
    scale = rules.plan.scales[HEARTS]
    hearts = SUIT_SETS[HEARTS] & rules.plan.cards
    assert scale.barred == {"-": 0, "♥": hearts, "penalty": scale.penalty}[barred]
    assert scale.locked == (0 if lock == "-" else hearts)
    if lock != "-":
        assert scale.breakers == hearts | (cards("Q♠") if lock == "♥Q" else 0)
    assert rules.plan.must_play == {"-": 0, "J♠": cards("J♠"), "Q♠10♦": cards("Q♠ 10♦")}[forced]
    assert rules.must_play_when == "void"
    turned = book in ("G37", "G38")
    assert rules.direction == ("anticlockwise" if turned else "clockwise")


def missing(rules: Rules) -> int:
    """The cards of the pack's kind that are not in play."""
    ranks = [str(rank) for rank in range(2, 11)] + ["J", "Q", "K", "A"]
    if rules.pack_ranks == "fivehundred15":
        ranks += ["11", "12"]
    full = {parse_card(rank + suit) for rank in ranks for suit in "♣♦♠♥"}
    return cards_to_set(full - set(rules.pack))


@pytest.mark.parametrize("row", SCORING.strip().splitlines(), ids=lambda row: row.split()[0])
def test_scoring(row: str) -> None:
    book, total, slam, value, end, settlement, chips, sources = row.split()
    rules = load(NAMES[book], 6 if book == "G19" else 4)
    assert str(rules.plan.scales[HEARTS].total) == total
    assert rules.slam_effect == slam.replace("-", "none")
    assert str(rules.slam_value) == value
    assert ends(rules) == end
    assert (rules.settlement, rules.chips) == (settlement, int(chips))
    assert rules.sources == tuple(sources.split(","))
    assert not rules.sun_on
    assert rules.big_moon == "off"


def ends(rules: Rules) -> str:
    """How the game ends, in the notation of the table."""
    parts = [
        f"{word}{value}"
        for word, value in (
            ("rounds", rules.end_rounds),
            ("deals", rules.end_deals),
            ("target", rules.end_target),
            ("goal", rules.end_goal),
        )
        if value is not None
    ]
    return "+".join(parts + ["chips"] * rules.end_chips)


# What single rows of 2.2 and 2.3 say beside the columns.
OTHER = {
    "G01 G02 G03 G03a": {"misdeal": "deal_passes"},
    "G06": {"points.domain": "rational"},
    "G07": {"auction.kind": "penalty_suit", "points.suit": "auction"},
    "G19": {
        "pack.count": 2,
        "pack.surplus": "kitty",
        "trick.duplicates": "cancel",
        "trick.void_on": "two_pairs",
    },
    "G20": {"deal.hand": 6, "stock.draw": "until_can_follow"},
    "G25": {"kitty.size": {"3": 3, "4": 3, "5": 2, "6": 4}, "kitty.seen": True},
    "G26": {"pack.jokers": 2},
    "G27": {"slam.needs": "counting_cards"},
    "G28": {"partnership": "fixed_pooled", "slam.by": "side"},
    "G29": {"partnership": "fixed_individual", "tie": "extra_deal"},
    "G30": {
        "slam.needs": "counting_cards",
        "auction.kind": "slam",
        "partnership": "called",
        "called_card": "10♦",
    },
    "G34": {
        "points.domain": "gaussian",
        "points.modifiers": [{"kind": "times", "card": "10♣", "target": "none", "value": "2i"}],
        "objective": "minimise_abs",
        "end.measure": "abs",
    },
    "G35": {"end.lives": 3, "end.life_loss_at": 15},
    "G36": {
        "points.modifiers": [
            {"kind": "double", "card": "Q♥", "target": "♥", "value": 0},
            {"kind": "cancel", "card": "Q♣", "target": "Q♠", "value": 0},
        ],
        "end.compare": "gt",
    },
    "G37": {
        "lead.holder_of": "2♠",
        "lead.taker_of": "Q♠",
        "points.modifiers": [
            {"kind": "flip", "card": "none", "target": "♥", "value": 0},
            {"kind": "alone", "card": "10♣", "target": "none", "value": 50},
            {"kind": "times", "card": "10♣", "target": "none", "value": 2},
        ],
        "objective": "maximise",
    },
    "G38": {"partnership": "fixed_loser_side", "tie": "extra_deal"},
    "G40": {"pack.ranks": "fivehundred15"},
    "G41": {"trick.boosters": "nines"},
    "G44": {"points.per_trick": 1},
}
IN_COLUMNS = (
    "name book aliases description sources seats players.min players.max players.best direction "
    "pack.removed pack.strip_order exchange.schedule lead.first lead.first_card first_trick.barred "
    "lock.cards lock.breakers must_play.cards points.cards slam.effect slam.value end.target "
    "end.rounds end.deals end.chips settlement chips"
)


@pytest.mark.parametrize("book", NAMES)
def test_a_parameter_not_shown_has_its_default(book: str) -> None:
    defaults = Rules(name="").parameters()
    given = load(NAMES[book]).parameters()
    other = {key: given[key] for key in given if given[key] != defaults[key]}
    expected = next((keys for books, keys in OTHER.items() if book in books.split()), {})
    assert {key: other[key] for key in other if key not in IN_COLUMNS.split()} == expected


def test_a_pooled_side_ends_the_game() -> None:
    game = new_game(load("partnership-hearts-pooled"), (90, 70, 90, 70))
    end_deal(game, (6, 1, 4, 2))
    assert game.is_over
    assert game.ranks() == (2, 1, 2, 1)
