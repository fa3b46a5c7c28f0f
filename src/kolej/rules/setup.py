"""Setting up: an empty table, the first cards and tickets, and who starts (C16, C17, E1)."""

from __future__ import annotations

from kolej.rules.board import Board
from kolej.rules.draw import refill
from kolej.rules.jit import U, bit, rule, whole
from kolej.rules.luck import (
    NOTE_DEALT,
    NOTE_OFFERED,
    NOTE_STARTS,
    OUTCOMES,
    Luck,
    below,
    draw_card,
    note,
    outcome,
    pick_ticket,
)
from kolej.rules.state import COUNTRIES, FIRST_TICKETS, PLAYERS, STACK, STATIONS, TICKETS, State
from kolej.rules.tickets import FIRST_BLOCK, offer, place_offer


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
    """A player's trains and stations; seats without a player stay empty."""
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
    """Set up, deal cards and first tickets, and draw who starts (C16, C17, E1)."""
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
