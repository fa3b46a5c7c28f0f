"""What a seat may know (C19), filled in field by field; never a state with things removed."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from .board import Board
from .jit import U, bit, lowest, popcount, rule
from .records import Bits, Numbers, One, Set
from .state import (
    COUNTRIES,
    FIRST_TICKETS,
    PAY_SWAP,
    PLAYERS,
    STACK,
    STATIONS,
    TICKETS,
    TURN,
    State,
)
from .swaps import hand_size

NOBODY = -1
"""The seat of a spectator."""


class Sight(NamedTuple):
    claimable: Annotated[Bits, (PLAYERS, 2)]
    owned: Annotated[Bits, (PLAYERS, 2)]
    free_cities: Set
    tickets: Set
    """The seat's own, from here to ``given_in``; empty for a spectator."""
    given: Set
    hand: Annotated[Numbers, (9,)]
    offered: Annotated[Numbers, (7,)]
    given_in: Annotated[Numbers, (TICKETS,)]
    swapped: Annotated[Numbers, (9,)]
    swaps_due: One
    seat: One
    score: Annotated[Numbers, (PLAYERS,)]
    """Open to all, from here on."""
    trains: Annotated[Numbers, (PLAYERS,)]
    stations: Annotated[Numbers, (PLAYERS,)]
    station_city: Annotated[Numbers, (PLAYERS, STATIONS)]
    known: Annotated[Numbers, (PLAYERS, 9)]
    hand_size: Annotated[Numbers, (PLAYERS,)]
    ticket_count: Annotated[Numbers, (PLAYERS,)]
    """Tickets kept; of first tickets only when all have chosen (C16)."""
    offered_count: Annotated[Numbers, (PLAYERS,)]
    deck_size: One
    discard: Annotated[Numbers, (9,)]
    discard_size: One
    display: Annotated[Numbers, (9,)]
    display_size: One
    display_stays: One
    laid: One
    turned: Annotated[Numbers, (9,)]
    extra: One
    unseen_count: One
    """Tickets of the deck that nobody has looked at."""
    blocks: One
    block_number: Annotated[Numbers, (TICKETS,)]
    """The blocks under the deck, the earliest first."""
    block_size: Annotated[Numbers, (TICKETS,)]
    block_count: One
    stack_next: Annotated[Numbers, (COUNTRIES,)]
    card_owner: Annotated[Numbers, (COUNTRIES, STACK)]
    players: One
    player: One
    starter: One
    phase: One
    waiting: One
    last_turns: One
    passes: One
    idle: One
    turns: One


@rule
def look(board: Board, state: State, seat: int, sight: Sight) -> None:
    """Fill in what this seat may know."""
    sight.seat[0] = seat
    look_at_own(state, seat, sight)
    look_at_seats(state, seat, sight)
    look_at_table(state, seat, sight)
    look_at_blocks(state, sight)


@rule
def look_at_own(state: State, seat: int, sight: Sight) -> None:
    plays = seat >= 0
    sight.tickets[0] = state.tickets[seat] if plays else U(0)
    sight.given[0] = state.given[seat] if plays else U(0)
    for card in range(9):
        sight.hand[card] = state.hand[seat, card] if plays else 0
    for place in range(7):
        sight.offered[place] = state.offered[seat, place] if plays else 0
    for ticket in range(TICKETS):
        sight.given_in[ticket] = state.given_in[seat, ticket] if plays else 0


@rule
def look_at_seats(state: State, seat: int, sight: Sight) -> None:
    choosing = state.phase[0] == FIRST_TICKETS
    for player in range(PLAYERS):
        for word in range(2):
            sight.claimable[player, word] = state.claimable[player, word]
            sight.owned[player, word] = state.owned[player, word]
        for card in range(9):
            sight.known[player, card] = state.known[player, card]
        for station in range(STATIONS):
            sight.station_city[player, station] = state.station_city[player, station]
        sight.score[player] = state.score[player]
        sight.trains[player] = state.trains[player]
        sight.stations[player] = state.stations[player]
        sight.hand_size[player] = hand_size(state, player)
        sight.offered_count[player] = state.offered_count[player]
        hidden = choosing and player != seat
        sight.ticket_count[player] = 0 if hidden else popcount(state.tickets[player])


@rule
def look_at_table(state: State, seat: int, sight: Sight) -> None:
    """All that lies open; a payment with swaps is nobody's business before it is made."""
    paying = state.phase[0] == PAY_SWAP
    hidden = paying and state.player[0] != seat
    for card in range(9):
        sight.swapped[card] = state.swapped[card] if not hidden else 0
        sight.discard[card] = state.discard[card]
        sight.display[card] = state.display[card]
        sight.turned[card] = state.turned[card]
    sight.swaps_due[0] = 0 if hidden else state.swaps_due[0]
    sight.laid[0] = 0 if hidden else state.laid[0]
    sight.phase[0] = TURN if hidden else state.phase[0]
    sight.free_cities[0] = state.free_cities[0]
    sight.deck_size[0] = state.deck_size[0]
    sight.discard_size[0] = state.discard_size[0]
    sight.display_size[0] = state.display_size[0]
    sight.display_stays[0] = state.display_stays[0]
    sight.extra[0] = state.extra[0]
    for country in range(COUNTRIES):
        sight.stack_next[country] = state.stack_next[country]
        for card in range(STACK):
            sight.card_owner[country, card] = state.card_owner[country, card]
    sight.players[0] = state.players[0]
    sight.player[0] = state.player[0]
    sight.starter[0] = state.starter[0]
    sight.waiting[0] = state.waiting[0]
    sight.last_turns[0] = state.last_turns[0]
    sight.passes[0] = state.passes[0]
    sight.idle[0] = state.idle[0]
    sight.turns[0] = state.turns[0]


@rule
def look_at_blocks(state: State, sight: Sight) -> None:
    """Sizes of what lies under the ticket deck; what first tickets add shows when all have chosen."""
    sight.unseen_count[0] = popcount(state.unseen[0])
    sight.blocks[0] = state.blocks[0]
    for place in range(TICKETS):
        sight.block_number[place] = 0
        sight.block_size[place] = 0
    count = 0
    rest = U(0) if state.phase[0] == FIRST_TICKETS else state.under[0]
    while rest:
        number = state.block[lowest(rest)]
        left = rest
        while left:
            ticket = lowest(left)
            left &= left - U(1)
            number = min(number, state.block[ticket])
        left = rest
        while left:
            ticket = lowest(left)
            left &= left - U(1)
            if state.block[ticket] == number:
                rest &= ~bit(ticket)
                sight.block_size[count] += 1
        sight.block_number[count] = number
        count += 1
    sight.block_count[0] = count
