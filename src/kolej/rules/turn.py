"""The course of a game: set-up, legal actions, one step, the end (C1, C12, C15-C17)."""

from __future__ import annotations

import numpy as np

from kolej.rules.board import Board
from kolej.rules.claim import count_claims, lay, list_claims, nth_claim, spend, take_route
from kolej.rules.countries import take_cards
from kolej.rules.draw import (
    count_draws,
    list_draws,
    nth_draw,
    refill,
    second_card_follows,
    take_blind,
    take_open,
)
from kolej.rules.jit import U, bit, rule, whole
from kolej.rules.luck import (
    NOTE_DEALT,
    NOTE_LAST_ROUND,
    NOTE_OFFERED,
    NOTE_OVER,
    NOTE_PASSED,
    NOTE_STARTS,
    OUTCOMES,
    Luck,
    below,
    choose,
    draw_card,
    note,
    outcome,
    pick_ticket,
    tickets_left,
)
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
    ROW_TICKETS,
    STATION,
    SWAP,
)
from kolej.rules.state import (
    CHOOSE_TICKETS,
    COUNTRIES,
    FIRST_TICKETS,
    OVER,
    PAY_SWAP,
    PLAYERS,
    SECOND_CARD,
    STACK,
    STATIONS,
    TICKETS,
    TUNNEL,
    TURN,
    State,
)
from kolej.rules.stations import build, count_stations, list_stations, nth_station
from kolej.rules.structs import Numbers
from kolej.rules.swaps import (
    add_card,
    count_cards,
    count_swaps,
    forget_swap,
    list_cards,
    list_swaps,
    nth_card,
    nth_swap,
    pay_swap,
    start_swap,
)
from kolej.rules.tickets import count_keeps, keep, list_keeps, nth_keep, offer, place_offer
from kolej.rules.tunnels import (
    clear_turned,
    count_extras,
    give_up,
    list_extras,
    nth_extra,
    pay_extra,
    turn_up,
)

IDLE_ROUNDS = 10
"""This many rounds of nothing but passes and abandoned tunnels end the game (C15)."""
FIRST_BLOCK: int = np.int64(1)  # type: ignore[assignment]


@rule
def clear_table(board: Board, state: State, players: int) -> None:
    """An empty table for this many players."""
    for card in range(9):
        state.deck[card] = board.cards[card]
        state.discard[card] = 0
        state.display[card] = 0
        state.turned[card] = 0
        state.swapped[card] = 0
    state.deck_size[0] = 0
    for card in range(9):
        state.deck_size[0] += board.cards[card]
    state.discard_size[0] = 0
    state.display_size[0] = 0
    state.display_stays[0] = 0
    state.laid[0] = 0
    state.extra[0] = 0
    state.swaps_due[0] = 0
    state.unseen[0] = board.ordinary_tickets[0]
    state.under[0] = U(0)
    state.gone[0] = board.long_tickets[0]
    state.free_cities[0] = board.cities[0]
    state.blocks[0] = FIRST_BLOCK
    for ticket in range(TICKETS):
        state.block[ticket] = 0
    for country in range(COUNTRIES):
        state.stack_next[country] = 0
        for card in range(STACK):
            state.card_owner[country, card] = -1
    state.players[0] = players
    state.last_turns[0] = -1
    state.passes[0] = 0
    state.idle[0] = 0
    state.turns[0] = 0
    state.phase[0] = FIRST_TICKETS
    state.waiting[0] = (1 << players) - 1


@rule
def clear_seat(board: Board, state: State, player: int, plays: bool) -> None:
    """Set a player's trains and stations; unused seats stay empty."""
    state.trains[player] = board.trains[0] if plays else 0
    state.stations[player] = board.stations[0] if plays else 0
    state.score[player] = 0
    state.tickets[player] = U(0)
    state.given[player] = U(0)
    state.offered_count[player] = 0
    for word in range(2):
        state.claimable[player, word] = board.routes[word] if plays else U(0)
        state.owned[player, word] = U(0)
    for card in range(9):
        state.hand[player, card] = 0
        state.known[player, card] = 0
    for station in range(STATIONS):
        state.station_city[player, station] = -1
    for place in range(7):
        state.offered[player, place] = 0
    for ticket in range(TICKETS):
        state.given_in[player, ticket] = 0


@rule
def new_game(board: Board, state: State, luck: Luck, players: int) -> None:
    """Set up, deal cards and first tickets, and draw the starting player (C16, C17, E1)."""
    clear_table(board, state, players)
    for player in range(PLAYERS):
        clear_seat(board, state, player, player < players)
    for player in range(players):
        for _ in range(board.hand[0]):
            state.hand[player, draw_card(state, luck, NOTE_DEALT)] += 1
    refill(board, state, luck)
    for player in range(players):
        for _ in range(board.first_long[0]):
            long = pick_ticket(state.gone[0] & board.long_tickets[0], luck)
            state.gone[0] &= ~bit(long)
            note(luck, NOTE_OFFERED, long)
            place_offer(state, player, long)
        offer(state, luck, player, whole(board.first_tickets[0]))
    starter = draw_starter(luck, players)
    state.starter[0] = starter
    state.player[0] = starter


@rule
def draw_starter(luck: Luck, players: int) -> int:
    if luck.source[0] == OUTCOMES:
        starter = outcome(luck)
        if starter < 0 or starter >= players:
            luck.fault[0] = 1
            starter = 0
    else:
        starter = below(luck, players)
    note(luck, NOTE_STARTS, starter)
    return starter


@rule
def sample_legal(board: Board, state: State, luck: Luck) -> int:
    """A random legal action of the player whose choice is awaited, all equally likely."""
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
def legal_rows(board: Board, state: State, rows: Numbers) -> int:
    """Write the legal actions of the player whose choice is awaited into rows; returns how many."""
    return legal_rows_of(board, state, whole(state.player[0]), rows)


@rule
def legal_rows_of(board: Board, state: State, player: int, rows: Numbers) -> int:
    """The same for a given seat; all seats choose first tickets at the same time (C16)."""
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
def step(board: Board, state: State, luck: Luck, row: int) -> None:
    """Carry out a legal action of the player whose choice is awaited."""
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
    """Lay the cards. False if a tunnel must now be decided."""
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
def can_act(board: Board, state: State, luck: Luck, player: int) -> bool:
    """Whether the player has a legal action; usually because cards can be drawn."""
    if state.deck_size[0] + state.display_size[0] > 0 or tickets_left(state) > 0:
        return True
    if count_claims(board, state, luck, player) > 0 or count_stations(board, state, player) > 0:
        return True
    return count_swaps(board, state, player) > 0


@rule
def pass_over(board: Board, state: State, luck: Luck) -> None:
    """Let players without a legal action pass; the game does it for them (C15)."""
    while state.phase[0] == TURN and not can_act(board, state, luck, whole(state.player[0])):
        note(luck, NOTE_PASSED, whole(state.player[0]))
        state.passes[0] += 1
        state.idle[0] += 1
        count_turn(board, state, luck)
