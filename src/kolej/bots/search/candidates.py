"""Which actions a search tries: the planner's choice, what it likes next, and what the others need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kolej.bots.search.workspace import CANDIDATES
from kolej.rules import rows as kinds

Fact = Sequence[int]
"""A row of the board's table: kind, target, colour, locomotives, swaps."""

LIKED = 6
"""How many actions are tried because the planner values them."""
DRAWS = 2
"""How many ways to draw cards are tried beside the planner's choice."""
BLOCKS = 2
"""How many claims are tried because others need the route."""
NEEDED = 0.35
"""The share of guesses in which somebody must need a route for that."""
NARROW = 12.0
"""Points by which the planner may value an action less than its choice."""


class Candidate(NamedTuple):
    row: int
    prior: float
    """Points by which the planner values it more than its choice; usually negative."""
    style: int = 0
    """The mind that plays on for the seat."""


def candidates(
    facts: Sequence[Fact],
    rows: Sequence[int],
    values: Sequence[float],
    chosen: int,
    wanted: Sequence[float],
    styles: Sequence[int] = (),
    most: int = CANDIDATES,
) -> list[Candidate]:
    """The candidates, the planner's choice first. ``styles`` are the choices of the minds from 1 on."""
    worth = dict(zip(rows, values, strict=True))
    top = worth.get(chosen, 0.0)
    best = _best_of_each_kind(facts, worth, chosen)
    found = [Candidate(chosen, 0.0)]
    draws = 0
    for row in sorted(best, key=lambda row: -worth[row]):
        if worth[row] < top - NARROW or len(found) > LIKED:
            break
        if facts[row][0] in (kinds.DRAW_OPEN, kinds.DRAW_BLIND):
            draws += 1
            if draws > DRAWS:
                continue
        found.append(Candidate(row, worth[row] - top))
    known = {candidate.row for candidate in found}
    tickets = [row for row in best if facts[row][0] == kinds.DRAW_TICKETS]
    blocks = [row for row in best if facts[row][0] == kinds.CLAIM and wanted[facts[row][1]] >= NEEDED]
    blocks.sort(key=lambda row: -wanted[facts[row][1]])
    for row in [*tickets, *blocks[:BLOCKS]]:
        if row not in known:
            known.add(row)
            found.append(Candidate(row, max(worth[row] - top, -NARROW)))
    for style, row in enumerate(styles, 1):
        if row not in known:
            known.add(row)
            found.append(Candidate(row, max(worth.get(row, -NARROW) - top, -NARROW), style))
    return found[:most]


def _best_of_each_kind(facts: Sequence[Fact], worth: dict[int, float], chosen: int) -> list[int]:
    """One payment for each route, one station, and every other row; without the planner's choice."""
    best: dict[tuple[int, int], int] = {}
    for row, value in worth.items():
        key = _thing(facts, row)
        if key not in best or value > worth[best[key]]:
            best[key] = row
    best.pop(_thing(facts, chosen), None)
    return list(best.values())


def _thing(facts: Sequence[Fact], row: int) -> tuple[int, int]:
    """What an action is about, whatever it is paid with."""
    kind, target = facts[row][0], facts[row][1]
    if kind in (kinds.CLAIM, kinds.SWAP):
        return kinds.CLAIM, target
    return (kind, 0) if kind == kinds.STATION else (-1, row)
