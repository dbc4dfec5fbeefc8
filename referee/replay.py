"""Plays a match record again and checks that everything in it holds."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from protocol.cards import card_names, members_of, parse_cards
from referee.decks import Decks, open_unit, unit_decks
from referee.faults import Fault
from referee.record import (
    DealLine,
    FaultLine,
    Header,
    Line,
    RecordError,
    ResultLine,
    RevealLine,
    ScoreText,
    parse_action,
    read_record,
    score_text,
)
from referee.rules import Deal, DealResult, Game, Rules, RulesError, commitment
from referee.rules.load import build


@dataclass(frozen=True)
class ReplayedDeal:
    """A deal as recorded, and as the engine left it at its end."""

    line: DealLine
    deal: Deal


@dataclass(frozen=True)
class Replay:
    """A record that held: its header, rules and deals, and whether it has its end."""

    header: Header
    rules: Rules
    deals: list[ReplayedDeal]
    complete: bool


Outcomes = dict[tuple[int, tuple[int, ...]], list[ScoreText]]
"""By deck and seating, what each seat has to show."""


def replay(path: Path) -> Replay:
    """Read a record, play every action again, and compare hands, points, decks and the result.

    Decks are compared with the secret where it was revealed. A record that was cut off is fine as
    far as it goes. Raises RecordError with the line that does not hold.
    """
    lines = list(read_record(path))
    header = lines[0][1]
    assert isinstance(header, Header)
    try:
        rules = build(header.rules, header.seats, "rules")
    except RulesError as error:
        raise RecordError(path, 1, str(error)) from None
    secret = None
    entries: dict[int, list[tuple[int, DealLine]]] = defaultdict(list)
    for number, line in lines:
        if isinstance(line, RevealLine):
            secret = _secret(path, number, line, header)
        elif isinstance(line, DealLine):
            entries[line.table].append((number, line))
    ended: dict[int, ReplayedDeal] = {}
    outcomes: Outcomes = {}
    for deals in entries.values():
        first = deals[0][1]
        game = _open_table(path, header, rules, secret, deals)
        for number, line in deals:
            ended[number] = ReplayedDeal(line, game.deal)
            try:
                _check_deal(game, line)
            except ValueError as error:
                raise RecordError(path, number, str(error)) from None
        outcomes[first.deck, first.seating] = [*map(score_text, game.outcome())]
    _check_result(path, header, lines, outcomes)
    deals_in_order = [ended[number] for number in sorted(ended)]
    return Replay(header, rules, deals_in_order, secret is not None)


def _secret(path: Path, number: int, line: RevealLine, header: Header) -> bytes:
    try:
        secret = bytes.fromhex(line.secret)
    except ValueError:
        raise RecordError(path, number, "the secret is not hexadecimal") from None
    if commitment(secret) != header.commitment:
        raise RecordError(path, number, "the secret does not match the commitment of the header")
    return secret


def _open_table(
    path: Path,
    header: Header,
    rules: Rules,
    secret: bytes | None,
    deals: list[tuple[int, DealLine]],
) -> Game:
    """The game of one table: on the decks that the secret gives, or else on the recorded ones."""
    recorded = {}
    for number, line in deals:
        try:
            recorded[line.deal] = parse_cards(line.cards)
        except ValueError as error:
            raise RecordError(path, number, str(error)) from None
        if sorted(recorded[line.deal]) != sorted(rules.pack):
            raise RecordError(path, number, "the deck is not the pack of the game")

    def recorded_deck(deal: int) -> bytes:
        # The deal after the last one of a record that was cut off has no deck; any will do.
        return recorded.get(deal, rules.pack)

    unit, games = deals[0][1].deck, header.unit == "game"
    decks: Decks = recorded_deck
    if secret is not None:
        decks = unit_decks(rules, secret, unit, games=games)
    return open_unit(rules, decks, unit, games=games)


def _check_deal(game: Game, line: DealLine) -> None:
    """Play a deal again. Raises ValueError with what does not hold."""
    deal = game.deal
    if game.is_over or (deal.deal_number, deal.dealer) != (line.deal, line.dealer):
        raise ValueError(f"deal {line.deal} with dealer {line.dealer} is not the next one here")
    if card_names(game.deck) != line.cards:
        raise ValueError("the deck does not follow from the secret")
    if [card_names(members_of(hand)) for hand in deal.hands] != line.hands:
        raise ValueError("the hands are not what the deck deals")
    result = None
    for place, action in enumerate(line.actions, 1):
        if result is not None:
            raise ValueError(f"action {place} comes after the end of the deal")
        try:
            result = _check_action(game, *action)
        except ValueError as error:
            raise ValueError(f"action {place}: {error}") from None
    if result is None:
        raise ValueError("the deal does not end")
    for what, found, noted in (
        ("points", result.points, line.points),
        ("totals", result.totals, line.totals),
    ):
        if list(map(score_text, found)) != noted:
            raise ValueError(f"{what} are {[*map(score_text, found)]}, not {noted}")


def _check_action(
    game: Game, seat: int, kind: str, text: str, _: float | None, fault: Fault | None = None
) -> DealResult | None:
    if seat not in game.deal.to_act:
        raise ValueError(f"seat {seat} is not to act")
    choice = game.deal.legal_actions(seat)
    if choice.kind.name.lower() != kind:
        raise ValueError(f"is called {kind}, not {choice.kind.name.lower()}")
    action = parse_action(choice.kind, text)
    if not choice.allows(action):
        raise ValueError(f"seat {seat} may not {kind} {text!r}")
    if fault is not None and action != choice.fallback():
        raise ValueError(f"a fault ({fault}) without the fallback")
    return game.apply(seat, action)


def _check_result(path: Path, header: Header, lines: list[tuple[int, Line]], by: Outcomes) -> None:
    """Compare the result with the deals, except for players that may have been out."""
    faults = [line for _, line in lines if isinstance(line, FaultLine)]
    out = {line.player for line in faults if line.fault in (Fault.CRASHED, Fault.START_FAILED)}
    counts = Counter(line.player for line in faults)
    out |= {player for player, count in counts.items() if count > header.max_faults}
    for number, result in lines:
        if not isinstance(result, ResultLine):
            continue
        for table in result.tables:
            played = by.get((table.deck, table.seating))
            if played is None:
                raise RecordError(path, number, f"deck {table.deck} has a result but no deal")
            for player, counted, total in zip(table.seating, table.points, played, strict=True):
                if player not in out and counted != total:
                    trouble = f"deck {table.deck}: player {player} has {total}, not {counted}"
                    raise RecordError(path, number, trouble)
