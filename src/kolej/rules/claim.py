"""Claiming a route: what can be paid, and what follows (C7-C10, E2)."""

from __future__ import annotations

from kolej.rules.board import MOST, Board
from kolej.rules.draw import refill
from kolej.rules.jit import U, bit, lowest, nth_bit, popcount, rule
from kolej.rules.luck import Luck, discard, reshuffle
from kolej.rules.rows import LOCO
from kolej.rules.state import State
from kolej.rules.structs import Numbers


@rule
def at_most(count: int) -> int:
    """The number, capped at the most cards or trains that any route needs."""
    return min(count, MOST)


@rule
def count_claims(board: Board, state: State, luck: Luck, player: int) -> int:
    """How many (route, colour, locomotives) the player could play now; the parts are left in the tally.

    Indices are unsigned here because signed ones cost a test for counting from the end.
    """
    seat = U(player)
    trains = U(at_most(state.trains[seat]))
    low = state.claimable[seat, 0] & board.within[trains, 0]
    high = state.claimable[seat, 1] & board.within[trains, 1]
    count = 0
    for locos in range(at_most(state.hand[seat, LOCO]) + 1):
        used = U(locos)
        for kind in range(9):
            colour = U(kind)
            cards = U(at_most(state.hand[seat, colour]))
            here = popcount(board.payable[used, colour, cards, 0] & low)
            here += popcount(board.payable[used, colour, cards, 1] & high)
            luck.tally[used * U(9) + colour] = here
            count += here
    return count


@rule
def nth_claim(board: Board, state: State, luck: Luck, player: int, n: int) -> int:
    """The n-th of those just counted."""
    place = 0
    while n >= luck.tally[place]:
        n -= luck.tally[place]
        place += 1
    used = place // 9
    colour = place - 9 * used
    cards = at_most(state.hand[player, colour])
    trains = at_most(state.trains[player])
    routes = board.payable[used, colour, cards, 0] & state.claimable[player, 0] & board.within[trains, 0]
    count = popcount(routes)
    if n < count:
        return board.claim_row[colour, used, nth_bit(routes, n)]
    routes = board.payable[used, colour, cards, 1] & state.claimable[player, 1] & board.within[trains, 1]
    return board.claim_row[colour, used, 64 + nth_bit(routes, n - count)]


@rule
def list_claims(board: Board, state: State, player: int, rows: Numbers, count: int) -> int:
    trains = at_most(state.trains[player])
    for used in range(at_most(state.hand[player, LOCO]) + 1):
        for colour in range(9):
            cards = at_most(state.hand[player, colour])
            for word in range(2):
                routes = board.payable[used, colour, cards, word]
                routes &= state.claimable[player, word] & board.within[trains, word]
                while routes:
                    rows[count] = board.claim_row[colour, used, 64 * word + lowest(routes)]
                    count += 1
                    routes &= routes - U(1)
    return count


@rule
def few_players(board: Board, state: State) -> bool:
    """Whether a claim closes the other track of a double to everybody (C9)."""
    return state.players[0] < board.doubles_from[0]


@rule
def take_route(board: Board, state: State, player: int, route: int) -> None:
    """Give the route to the player, and close what that closes (C9, P2)."""
    word = route >> 6
    state.owned[player, word] |= bit(route & 63)
    state.trains[player] -= board.length[route]
    state.score[player] += board.points[route]
    few = few_players(board, state)
    for other in range(state.players[0]):
        state.claimable[other, word] &= ~bit(route & 63)
        if other == player:
            state.claimable[other, 0] &= ~board.own_closes[route, 0]
            state.claimable[other, 1] &= ~board.own_closes[route, 1]
        elif few:
            state.claimable[other, 0] &= ~board.all_closes[route, 0]
            state.claimable[other, 1] &= ~board.all_closes[route, 1]


@rule
def lay(state: State, player: int, card: int, count: int) -> None:
    """Move cards from the hand to the table."""
    state.hand[player, card] -= count
    known = state.known[player, card] - count
    state.known[player, card] = max(known, 0)


@rule
def take_back(state: State, player: int, card: int, count: int) -> None:
    """Return cards from the table to the hand; everybody has seen them (C19)."""
    state.hand[player, card] += count
    state.known[player, card] += count


@rule
def spend(board: Board, state: State, luck: Luck, colour: int, cards: int, locos: int) -> None:
    """Discard the payment; deck and display may be refilled from it (C6)."""
    discard(state, colour, cards)
    discard(state, LOCO, locos)
    reshuffle(state, luck)
    refill(board, state, luck)
