"""Invariants: what must hold at every moment of every game, checked inside compiled play by long tests."""

from __future__ import annotations

from typing import Any

from kolej.rules.board import Board
from kolej.rules.jit import U, long_entry, popcount, rule, whole
from kolej.rules.legal import legal_rows
from kolej.rules.luck import choose
from kolej.rules.playout import seed_luck
from kolej.rules.rows import LOCO
from kolej.rules.scoring import final_scores
from kolej.rules.setup import new_game
from kolej.rules.state import OVER, PAY_SWAP, PLAYERS, TUNNEL, State
from kolej.rules.structs import Numbers
from kolej.rules.turn import step

LAWFUL, CARDS, SIZES, TRAINS, TICKETS, KNOWN, ROUTES, ACTIONS, SCORE, ENDLESS = range(10)
"""Which invariant was broken."""
MOST_DECISIONS = 20_000


@rule
def broken_law(board: Board, state: State, claimed: bool) -> int:
    """The first invariant that does not hold, or ``LAWFUL``; checks those about routes only after a claim."""
    if not cards_conserved(board, state):
        return CARDS
    if not sizes_right(board, state):
        return SIZES
    if claimed and not trains_conserved(board, state):
        return TRAINS
    if not tickets_conserved(board, state):
        return TICKETS
    if not hands_known(state):
        return KNOWN
    if claimed and not routes_owned_once(board, state):
        return ROUTES
    return LAWFUL


@rule
def cards_conserved(board: Board, state: State) -> bool:
    for card in range(9):
        count = state.deck[card] + state.discard[card] + state.display[card] + state.turned[card]
        for player in range(PLAYERS):
            if state.hand[player, card] < 0:
                return False
            count += state.hand[player, card]
        if state.phase[0] == TUNNEL:
            row = state.laid[0]
            locos = board.action[row, 3]
            if card == LOCO:
                count += locos
            if card == board.action[row, 2]:
                count += board.length[board.action[row, 1]] - locos
        if count != board.cards[card] or state.deck[card] < 0 or state.discard[card] < 0:
            return False
    return True


@rule
def sizes_right(board: Board, state: State) -> bool:
    """Sizes equal sums; a deck is empty, or a display short, only if there are no discards (C5, C6)."""
    deck = 0
    discards = 0
    display = 0
    for card in range(9):
        deck += state.deck[card]
        discards += state.discard[card]
        display += state.display[card]
    if deck != state.deck_size[0] or discards != state.discard_size[0] or display != state.display_size[0]:
        return False
    if deck == 0 and discards > 0:
        return False
    if display > board.display[0] or (display < board.display[0] and deck > 0):
        return False
    return state.display[LOCO] < board.replaced_at[0] or state.display_stays[0] > 0


@rule
def trains_conserved(board: Board, state: State) -> bool:
    for player in range(state.players[0]):
        used = 0
        points = 0
        for route in range(board.route_count[0]):
            if state.owned[player, route >> 6] >> U(route & 63) & U(1):
                used += board.length[route]
                points += board.points[route]
        if state.trains[player] < 0 or used + state.trains[player] != board.trains[0]:
            return False
        if points != state.score[player]:
            return False
    return True


@rule
def tickets_conserved(board: Board, state: State) -> bool:
    """Each ticket is in exactly one place."""
    every = board.long_tickets[0] | board.ordinary_tickets[0]
    count = popcount(state.unseen[0]) + popcount(state.under[0]) + popcount(state.gone[0])
    union = state.unseen[0] | state.under[0] | state.gone[0]
    for player in range(state.players[0]):
        count += popcount(state.tickets[player])
        union |= state.tickets[player]
        for place in range(state.offered_count[player]):
            count += 1
            union |= U(1) << U(state.offered[player, place])
    return union == every and count == popcount(every)


@rule
def hands_known(state: State) -> bool:
    for player in range(state.players[0]):
        for card in range(9):
            if state.known[player, card] < 0 or state.known[player, card] > state.hand[player, card]:
                return False
            if state.phase[0] != PAY_SWAP and state.swapped[card] != 0:
                return False
    return True


@rule
def routes_owned_once(board: Board, state: State) -> bool:
    """No route has two owners, nobody owns two exclusive routes, and no claimed route is claimable."""
    for word in range(2):
        taken = U(0)
        for player in range(state.players[0]):
            if taken & state.owned[player, word]:
                return False
            taken |= state.owned[player, word]
        for player in range(state.players[0]):
            if state.claimable[player, word] & taken:
                return False
    for player in range(state.players[0]):
        for route in range(board.route_count[0]):
            if state.owned[player, route >> 6] >> U(route & 63) & U(1):
                if state.owned[player, 0] & board.own_closes[route, 0]:
                    return False
                if state.owned[player, 1] & board.own_closes[route, 1]:
                    return False
    return True


@rule
def total_points(state: State) -> int:
    points = 0
    for player in range(state.players[0]):
        points += state.score[player]
    return points


@long_entry
def play_lawfully(
    boards: Any,
    states: Any,
    lucks: Any,
    sheets: Any,
    rows: Numbers,
    players: int,
    games: int,
    seed: Any,
    told: Any,
) -> int:
    """Play random games and check every invariant after every step.

    Takes handles, as other entry points do. Returns how many decisions there were.
    """
    board, state, luck, sheet = boards[0], states[0], lucks[0], sheets[0]
    decisions = 0
    for game in range(games):
        seed_luck(luck, U(seed) + U(game))
        new_game(board, state, luck, players)
        count = 0
        points = 0
        while True:
            claimed = total_points(state) != points
            points = total_points(state)
            law = broken_law(board, state, claimed or state.phase[0] == OVER)
            legal = legal_rows(board, state, rows)
            if law == LAWFUL and (legal == 0) != (state.phase[0] == OVER):
                law = ACTIONS
            if count > MOST_DECISIONS:
                law = ENDLESS
            if law != LAWFUL:
                told[0] = law
                told[1] = game
                told[2] = count
                return decisions
            if state.phase[0] == OVER:
                break
            step(board, state, luck, whole(rows[choose(luck, legal)]))
            count += 1
        decisions += count
        final_scores(board, state, sheet)
        for player in range(players):
            if sheet.routes[player] != state.score[player] or sheet.rank[player] < 1:
                told[0] = SCORE
                told[1] = game
                return decisions
    return decisions
