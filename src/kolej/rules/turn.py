"""The course of a game: one step, the end of a turn, the end of the game (C1, C12, C15, C16)."""

from __future__ import annotations

from kolej.rules.board import Board
from kolej.rules.claim import lay, spend, take_route
from kolej.rules.countries import take_cards
from kolej.rules.draw import second_card_follows, take_blind, take_open
from kolej.rules.jit import rule, whole
from kolej.rules.legal import can_act
from kolej.rules.luck import NOTE_LAST_ROUND, NOTE_OVER, NOTE_PASSED, Luck, note
from kolej.rules.rows import (
    CLAIM,
    DRAW_BLIND,
    DRAW_OPEN,
    DRAW_TICKETS,
    GIVE_UP,
    KEEP,
    LEAVE,
    LOCO,
    PAY_CARD,
    PAY_EXTRA,
    STATION,
    SWAP,
)
from kolej.rules.state import CHOOSE_TICKETS, FIRST_TICKETS, OVER, PAY_SWAP, TUNNEL, TURN, State
from kolej.rules.stations import build
from kolej.rules.swaps import add_card, forget_swap, pay_swap, start_swap
from kolej.rules.tickets import FIRST_BLOCK, keep, offer
from kolej.rules.tunnels import clear_turned, give_up, pay_extra, turn_up

IDLE_ROUNDS = 10
"""The game ends after this many rounds of nothing but passes and abandoned tunnels (C15)."""


@rule
def step(board: Board, state: State, luck: Luck, row: int) -> None:
    """Carry out a legal action of the awaited player."""
    player = whole(state.player[0])
    kind = whole(board.action[row, 0])
    target = whole(board.action[row, 1])
    if kind == DRAW_OPEN:
        was_all = take_open(board, state, luck, player, whole(board.action[row, 2]))
        if not was_all and second_card_follows(board, state):
            return
    elif kind == DRAW_BLIND:
        take_blind(state, luck, player)
        if second_card_follows(board, state):
            return
    elif kind == CLAIM:
        if not lay_claim(board, state, luck, player, row):
            return
    elif kind == STATION:
        build(board, state, luck, player, target, row)
    elif kind == DRAW_TICKETS:
        offer(state, luck, player, whole(board.later_tickets[0]))
        state.phase[0] = CHOOSE_TICKETS
        return
    elif kind == KEEP:
        if state.phase[0] == FIRST_TICKETS:
            keep_first(board, state, luck, player, target)
            return
        keep_later(board, state, player, target)
    elif kind == PAY_EXTRA:
        win_tunnel(board, state, luck, player, whole(board.action[row, 3]))
    elif kind == GIVE_UP:
        give_up(board, state, luck, player)
        state.laid[0] = 0
        state.extra[0] = 0
    else:
        if not step_swap(board, state, luck, player, kind, row):
            return
    end_turn(board, state, luck, kind == GIVE_UP)


@rule
def step_swap(board: Board, state: State, luck: Luck, player: int, kind: int, row: int) -> bool:
    """A step of a claim paid with swaps; True if it was the last."""
    if kind == SWAP:
        start_swap(board, state, row)
        state.phase[0] = PAY_SWAP
        return False
    if kind == LEAVE:
        forget_swap(state)
        state.phase[0] = TURN
        return False
    if kind == PAY_CARD and add_card(state, whole(board.action[row, 2])):
        route = whole(board.action[state.laid[0], 1])
        take_route(board, state, player, route)
        pay_swap(board, state, luck, player)
        take_cards(board, state, luck, player, route)
        return True
    return False


@rule
def keep_first(board: Board, state: State, luck: Luck, player: int, kept: int) -> None:
    """Keep one seat's first tickets; when all have chosen, the starting player begins (C16)."""
    under = board.first_under[0] > 0
    keep(state, player, kept, under, FIRST_BLOCK)
    state.waiting[0] &= ~(1 << player)
    if state.waiting[0] == 0:
        state.phase[0] = TURN
        state.player[0] = state.starter[0]
        pass_over(board, state, luck)
        return
    next_player(state)
    while not state.waiting[0] >> state.player[0] & 1:
        next_player(state)


@rule
def keep_later(board: Board, state: State, player: int, kept: int) -> None:
    block = whole(state.blocks[0]) + 1
    if keep(state, player, kept, board.later_under[0] > 0, block):
        state.blocks[0] = block


@rule
def lay_claim(board: Board, state: State, luck: Luck, player: int, row: int) -> bool:
    """Lay the cards; returns False if a tunnel must now be decided."""
    route = whole(board.action[row, 1])
    colour = whole(board.action[row, 2])
    locos = whole(board.action[row, 3])
    cards = board.length[route] - locos
    lay(state, player, colour, cards)
    lay(state, player, LOCO, locos)
    if board.tunnel[route]:
        extra = turn_up(board, state, luck, colour)
        if extra:
            state.extra[0] = extra
            state.laid[0] = row
            state.phase[0] = TUNNEL
            return False
        clear_turned(state)
    take_route(board, state, player, route)
    spend(board, state, luck, colour, cards, locos)
    take_cards(board, state, luck, player, route)
    return True


@rule
def win_tunnel(board: Board, state: State, luck: Luck, player: int, locos: int) -> None:
    route = whole(board.action[state.laid[0], 1])
    take_route(board, state, player, route)
    pay_extra(board, state, luck, player, locos)
    state.laid[0] = 0
    state.extra[0] = 0
    take_cards(board, state, luck, player, route)


@rule
def next_player(state: State) -> None:
    player = state.player[0] + 1
    state.player[0] = 0 if player == state.players[0] else player


@rule
def end_turn(board: Board, state: State, luck: Luck, idle: bool) -> None:
    """Pass the turn on, skipping players who can do nothing (C12, C15)."""
    state.passes[0] = 0
    state.idle[0] = state.idle[0] + 1 if idle else 0
    count_turn(board, state, luck)
    pass_over(board, state, luck)


@rule
def count_turn(board: Board, state: State, luck: Luck) -> None:
    """Count the finished turn: the last round starts, continues or ends."""
    state.phase[0] = TURN
    state.turns[0] += 1
    if state.last_turns[0] >= 0:
        state.last_turns[0] -= 1
    elif state.trains[state.player[0]] <= board.last_round_at[0]:
        state.last_turns[0] = state.players[0]
        note(luck, NOTE_LAST_ROUND, whole(state.player[0]))
    next_player(state)
    finished = state.last_turns[0] == 0 or state.passes[0] == state.players[0]
    if finished or state.idle[0] >= IDLE_ROUNDS * state.players[0]:
        state.phase[0] = OVER
        note(luck, NOTE_OVER, whole(0))


@rule
def pass_over(board: Board, state: State, luck: Luck) -> None:
    """Pass for players without a legal action (C15)."""
    while state.phase[0] == TURN and not can_act(board, state, luck, whole(state.player[0])):
        note(luck, NOTE_PASSED, whole(state.player[0]))
        state.passes[0] += 1
        state.idle[0] += 1
        count_turn(board, state, luck)
