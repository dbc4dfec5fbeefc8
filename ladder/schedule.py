"""Which bots meet in which matches. Pure: the same arguments give the same schedule.

Entrants are the numbers 0..m-1 around a circle. A *base* is a group of n of them; turning it one
step at a time gives its *orbit* of groups, in which every entrant plays equally often. A round is a
list of orbits in which, taken together, every pair meets equally often as well.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from hmac import digest
from itertools import combinations
from math import comb, gcd

from referee.errors import UserError

ALL_GROUPS = 500
"""A round holds every possible group when there are at most this many."""
ATTEMPTS = 5
"""Fresh starts of the search for a balanced round of a given size."""
MOVES = 2000
"""Moves that one start may try, per base."""


@dataclass(frozen=True)
class Fixture:
    """One match of a schedule: ``entrants`` by position; ``group`` and ``round`` count from 0."""

    round: int
    group: int
    entrants: tuple[int, ...]


def round_robin(entrants: int, seats: int, rounds: int = 1) -> Iterator[Fixture]:
    """Every fixture, in the order to play: round by round, in each everybody against everybody.

    The first ceil(entrants / seats) fixtures already hold everybody. Raises UserError when the
    entrants cannot fill a table.
    """
    bases = _bases(entrants, seats)
    for turn in range(rounds):
        groups = (group for base in bases for group in _orbit(base, entrants))
        for number, group in enumerate(groups):
            yield Fixture(turn, number, _arranged(group, turn + number))


def total(entrants: int, seats: int, rounds: int = 1) -> int:
    """How many fixtures `round_robin` gives."""
    return rounds * sum(_orbit_size(base, entrants) for base in _bases(entrants, seats))


def meetings(entrants: int, seats: int) -> int:
    """How often each pair meets in one round."""
    return total(entrants, seats) * comb(seats, 2) // comb(entrants, 2)


def duel(rounds: int, seats: int) -> Iterator[Fixture]:
    """The fixtures of two entrants: each enters as many players as may sit at a table at once."""
    half = (seats + 1) // 2
    for turn in range(rounds):
        yield Fixture(turn, 0, (0,) * half + (1,) * half)


def swap_pair(number: int, teams: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two seatings of a `duel` in which every hand is held once by each of the two bots.

    ``teams`` gives the side of each seat. Numbers 0, 1, 2, ... give all ways to sit in turn: at
    four seats AABB, ABAB and ABBA. Partners are always the same bot.
    """
    ways = _ways_to_sit(teams)
    seats, half, mine = range(len(teams)), (len(teams) + 1) // 2, ways[number % len(ways)]

    def seating(first: frozenset[int]) -> tuple[int, ...]:
        of_one, of_other = iter(range(half)), iter(range(half, 2 * half))
        return tuple(next(of_one if seat in first else of_other) for seat in seats)

    return seating(mine), seating(frozenset(seats) - mine)


@cache
def _ways_to_sit(teams: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """The seats that the first bot holds at the first table of a pair."""
    seats = len(teams)
    if len(set(teams)) < seats:
        return (frozenset(seat for seat in range(seats) if teams[seat] == teams[0]),)
    ways = map(frozenset, combinations(range(seats), (seats + 1) // 2))
    return tuple(way for way in ways if seats % 2 or 0 in way)


def decks(fixture_round: int, count: int) -> tuple[int, ...]:
    """Deal numbers of a match: they go on from round to round, through the game's exchanges."""
    return tuple(range(fixture_round * count + 1, (fixture_round + 1) * count + 1))


def match_secret(run_secret: bytes, fixture_round: int, group: int) -> bytes:
    """The secret of a match's decks. A match that is run again has the same one."""
    return digest(run_secret, f"{fixture_round}/{group}".encode(), sha256)


@cache
def _bases(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    if entrants < seats:
        raise UserError(
            f"a table has {seats} seats and only {entrants} "
            f"{'bot is' if entrants == 1 else 'bots are'} there to fill it; "
            f"submit at least {seats - entrants} more"
        )
    if seats == 2 or comb(entrants, seats) <= ALL_GROUPS:
        return _all_bases(entrants, seats)
    return _balanced_bases(entrants, seats)


def _all_bases(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """One base for each orbit of all the groups."""
    return tuple(
        base
        for rest in combinations(range(1, entrants), seats - 1)
        if (base := (0, *rest)) == min(_turned(base, -start, entrants) for start in base)
    )


def _balanced_bases(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """As few bases as the search finds in whose orbits, together, each pair meets equally often.

    Two entrants meet once for every two members of a base that lie as far apart on the circle as
    they do. So every distance must come up equally often, and half the circle half as often.
    """
    ordered_pairs = seats * (seats - 1)
    fewest = (entrants - 1) // gcd(entrants - 1, ordered_pairs)
    for count in range(fewest, comb(entrants, seats) // entrants + 1, fewest):
        times, odd = divmod(count * ordered_pairs, 2 * (entrants - 1))
        if odd and entrants % 2 == 0:
            continue  # half of an odd number of meetings
        wanted = [2 * times + bool(odd)] * (entrants // 2 + 1)
        if entrants % 2 == 0:
            wanted[-1] = times
        for attempt in range(ATTEMPTS):
            generator = random.Random(f"{entrants} {seats} {count} {attempt}")
            if bases := _search(entrants, seats, count, wanted, generator):
                return bases
    return _all_bases(entrants, seats)


def _search(
    entrants: int, seats: int, count: int, wanted: list[int], generator: random.Random
) -> tuple[tuple[int, ...], ...] | None:
    """Moves one member of one base at a time as long as that does not harm the balance."""
    bases = [generator.sample(range(entrants), seats) for _ in range(count)]
    missing = wanted.copy()  # by distance: how often it should come up, less how often it does
    for base in bases:
        for one, other in combinations(base, 2):
            missing[_distance(one, other, entrants)] -= 1
    excess = sum(number * number for number in missing[1:])
    for _ in range(MOVES * count):
        if not excess:
            found = [_turned(tuple(base), -min(base), entrants) for base in bases]
            if all(_orbit_size(base, entrants) == entrants for base in found):
                return tuple(sorted(found))
            return None
        base = bases[generator.randrange(count)]
        place, new = generator.randrange(seats), generator.randrange(entrants)
        if new in base:
            continue
        old = base[place]
        change = 0
        for member in base:
            if member != old:
                change += _shift(missing, _distance(member, old, entrants), 1)
                change += _shift(missing, _distance(member, new, entrants), -1)
        if change <= 0:
            base[place] = new
            excess += change
            continue
        for member in base:
            if member != old:
                missing[_distance(member, old, entrants)] -= 1
                missing[_distance(member, new, entrants)] += 1
    return None


def _shift(missing: list[int], distance: int, step: int) -> int:
    """Changes one count and returns by how much the sum of squares changed."""
    before = missing[distance]
    missing[distance] = before + step
    return 2 * before * step + 1


def _distance(one: int, other: int, entrants: int) -> int:
    apart = abs(one - other)
    return min(apart, entrants - apart)


def _arranged(group: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The group in the number-th order around a table, so that neighbours change as well."""
    rest, order = list(group[1:]), [group[0]]
    while rest:
        number, place = divmod(number, len(rest))
        order.append(rest.pop(place))
    return tuple(order)


def _turned(group: tuple[int, ...], step: int, entrants: int) -> tuple[int, ...]:
    return tuple(sorted((member + step) % entrants for member in group))


def _orbit_size(base: tuple[int, ...], entrants: int) -> int:
    return next(
        step
        for step in range(1, entrants + 1)
        if entrants % step == 0 and _turned(base, step, entrants) == base
    )


def _orbit(base: tuple[int, ...], entrants: int) -> Iterator[tuple[int, ...]]:
    """The groups of an orbit, those far apart first."""
    size, stride = _orbit_size(base, entrants), len(base)
    for start in range(stride):
        for step in range(start, size, stride):
            yield _turned(base, step, entrants)
