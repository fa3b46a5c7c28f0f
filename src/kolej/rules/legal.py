"""What is legal now: listed, drawn at random, or whether there is anything at all (C1, C15, C16)."""

from __future__ import annotations

from kolej.rules.board import Board
from kolej.rules.claim import count_claims, list_claims, nth_claim
from kolej.rules.draw import count_draws, list_draws, nth_draw
from kolej.rules.jit import rule, whole
from kolej.rules.luck import Luck, choose, tickets_left
from kolej.rules.rows import ROW_TICKETS
from kolej.rules.state import FIRST_TICKETS, OVER, PAY_SWAP, SECOND_CARD, TUNNEL, TURN, State
from kolej.rules.stations import count_stations, list_stations, nth_station
from kolej.rules.structs import Numbers
from kolej.rules.swaps import count_cards, count_swaps, list_cards, list_swaps, nth_card, nth_swap
from kolej.rules.tickets import count_keeps, list_keeps, nth_keep
from kolej.rules.tunnels import count_extras, list_extras, nth_extra


@rule
def legal_rows(board: Board, state: State, rows: Numbers) -> int:
    """Write the legal actions of the awaited player into rows; returns how many."""
    return legal_rows_of(board, state, whole(state.player[0]), rows)


@rule
def legal_rows_of(board: Board, state: State, player: int, rows: Numbers) -> int:
    """The same for a seat; first tickets are chosen by all at the same time (C16)."""
    phase = state.phase[0]
    if phase == FIRST_TICKETS:
        return list_keeps(board, state, player, rows, 0) if state.waiting[0] >> player & 1 else 0
    if player != state.player[0] or phase == OVER:
        return 0
    if phase == TURN:
        return list_turn(board, state, player, rows)
    if phase == SECOND_CARD:
        return list_draws(board, state, rows, 0)
    if phase == TUNNEL:
        return list_extras(board, state, player, rows, 0)
    if phase == PAY_SWAP:
        return list_cards(board, state, player, rows, 0)
    return list_keeps(board, state, player, rows, 0)


@rule
def list_turn(board: Board, state: State, player: int, rows: Numbers) -> int:
    count = list_draws(board, state, rows, 0)
    if tickets_left(state) > 0:
        rows[count] = ROW_TICKETS
        count += 1
    count = list_claims(board, state, player, rows, count)
    count = list_swaps(board, state, player, rows, count)
    return list_stations(board, state, player, rows, count)


@rule
def sample_legal(board: Board, state: State, luck: Luck) -> int:
    """A random legal action of the awaited player, each equally likely."""
    player = whole(state.player[0])
    phase = state.phase[0]
    if phase == TURN:
        return sample_turn(board, state, luck, player)
    if phase == SECOND_CARD:
        return nth_draw(board, state, choose(luck, count_draws(board, state)))
    if phase == TUNNEL:
        return nth_extra(board, state, player, choose(luck, count_extras(board, state, player)))
    if phase == PAY_SWAP:
        return nth_card(board, state, player, choose(luck, count_cards(board, state, player)))
    return nth_keep(board, state, player, choose(luck, count_keeps(board, state, player)))


@rule
def sample_turn(board: Board, state: State, luck: Luck, player: int) -> int:
    claims = count_claims(board, state, luck, player)
    stations = count_stations(board, state, player)
    swaps = count_swaps(board, state, player)
    draws = count_draws(board, state)
    n = choose(luck, claims + stations + swaps + draws + (tickets_left(state) > 0))
    if n < claims:
        return nth_claim(board, state, luck, player, n)
    n -= claims
    if n < stations:
        return nth_station(board, state, player, n)
    n -= stations
    if n < draws:
        return nth_draw(board, state, n)
    n -= draws
    if n < swaps:
        return nth_swap(board, state, player, n)
    return ROW_TICKETS


@rule
def can_act(board: Board, state: State, luck: Luck, player: int) -> bool:
    """Whether the player has a legal action; usually because cards can be drawn."""
    if state.deck_size[0] + state.display_size[0] > 0 or tickets_left(state) > 0:
        return True
    if count_claims(board, state, luck, player) > 0 or count_stations(board, state, player) > 0:
        return True
    return count_swaps(board, state, player) > 0
