"""A game in one row of a table."""

from dataclasses import dataclass

from referee.rules.describe.words import count, number
from referee.rules.schema import Rules


@dataclass(frozen=True)
class GameSummary:
    """What tells games apart at a glance, as text: ``3-6 (4)``, ``52 cards``, ``100 points...``."""

    name: str
    book: str
    players: str
    pack: str
    goal: str
    aliases: tuple[str, ...]


def summary(rules: Rules) -> GameSummary:
    """The game in a few words."""
    return GameSummary(
        rules.name, rules.book, _players(rules), _pack(rules), _goal(rules), rules.aliases
    )


def _players(rules: Rules) -> str:
    if rules.players_min == rules.players_max:
        return str(rules.players_min)
    return f"{rules.players_min}-{rules.players_max} ({rules.players_best})"


def _pack(rules: Rules) -> str:
    cards = 60 if rules.pack_ranks == "fivehundred15" else 52
    parts = [f"{rules.pack_count} × {cards}" if rules.pack_count > 1 else str(cards)]
    if rules.pack_jokers:
        parts.append(count(rules.pack_jokers, "joker"))
    if rules.deal_hand:
        parts.append("stock")
    elif rules.kitty_size or rules.pack_surplus == "kitty":
        parts.append("kitty")
    return " + ".join(parts)


def _goal(rules: Rules) -> str:
    return f"{' or '.join(_ends(rules))}, {_best(rules)} wins"


def _ends(rules: Rules) -> list[str]:
    ends = []
    if rules.end_target is not None:
        above = "over " if rules.end_compare == "gt" else ""
        ends.append(f"{above}{number(rules.end_target)} points")
    if rules.end_goal is not None:
        ends.append(f"{number(rules.end_goal)} points")
    if rules.end_deals is not None:
        ends.append(count(rules.end_deals, "deal"))
    if rules.end_rounds is not None:
        ends.append(f"{count(rules.end_rounds, 'deal')} each")
    if rules.end_lives is not None:
        ends.append(f"{rules.end_lives} lives" if rules.end_lives > 1 else "1 life")
    if rules.end_chips:
        ends.append("no counters left")
    return ends


def _best(rules: Rules) -> str:
    side = " side" if rules.partnership.startswith("fixed") else ""
    if rules.chips:
        return "most counters"
    if rules.objective == "minimise_abs":
        return "nearest to zero"
    return f"{'highest' if rules.objective == 'maximise' else 'lowest'}{side}"
