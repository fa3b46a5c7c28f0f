"""The legal actions of a turn as a client shows them: draws, claims route by route, stations."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from kolej.rules.board import ACTIONS, Board
from kolej.rules.jit import rule
from kolej.rules.legal import legal_rows_of
from kolej.rules.rows import CLAIM, FIRST_FREE, SWAP
from kolej.rules.state import ROUTES, State
from kolej.rules.structs import Numbers


class TurnRows(NamedTuple):
    """Legal rows in sections, and the claims once more, sorted by route."""

    ends: Annotated[Numbers, (4,)]
    """Where the sections end: draws and tickets, claims, claims with swaps, stations."""
    routes: Annotated[Numbers, (1,)]
    """Number of routes that can be claimed without swaps."""
    route: Annotated[Numbers, (ROUTES,)]
    """These routes, in the order of their first claim."""
    end: Annotated[Numbers, (ROUTES,)]
    """Where the claims of each of them end in ``claim``."""
    claim: Annotated[Numbers, (ACTIONS,)]
    """The rows of the claims, route by route."""
    place: Annotated[Numbers, (ROUTES,)]
    """Scratch space: by route, the number of its claims, then where its next one is written."""


@rule
def list_turn_rows(board: Board, state: State, player: int, found: TurnRows, rows: Numbers) -> int:
    """List what is legal for a player; returns how many actions. Sections are for turns only."""
    count = legal_rows_of(board, state, player, rows)
    end = 0
    while end < count and rows[end] < FIRST_FREE:
        end += 1
    found.ends[0] = end
    while end < count and board.action[rows[end], 0] == CLAIM:
        end += 1
    found.ends[1] = end
    while end < count and board.action[rows[end], 0] == SWAP:
        end += 1
    found.ends[2] = end
    found.ends[3] = count
    sort_claims(board, found, rows)
    return count


@rule
def sort_claims(board: Board, found: TurnRows, rows: Numbers) -> None:
    """Sort the claims by route; those of one route stay in their order."""
    found.place[:] = 0
    routes = 0
    for i in range(found.ends[0], found.ends[1]):
        route = board.action[rows[i], 1]
        if found.place[route] == 0:
            found.route[routes] = route
            routes += 1
        found.place[route] += 1
    found.routes[0] = routes
    end = 0
    for i in range(routes):
        route = found.route[i]
        begin = end
        end += found.place[route]
        found.end[i] = end
        found.place[route] = begin
    for i in range(found.ends[0], found.ends[1]):
        route = board.action[rows[i], 1]
        found.claim[found.place[route]] = rows[i]
        found.place[route] += 1
