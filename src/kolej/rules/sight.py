"""What a seat may know (C19), filled in field by field; never a state with things removed."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule
from kolej.rules.rows import LOCO
from kolej.rules.state import (
    COUNTRIES,
    FIRST_TICKETS,
    PAY_SWAP,
    PLAYERS,
    STACK,
    STATIONS,
    TICKETS,
    TUNNEL,
    TURN,
    State,
)
from kolej.rules.structs import Bits, Numbers, One, Set
from kolej.rules.swaps import hand_size

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
    hidden: Annotated[Numbers, (9,)]
    """Cards of each kind in the deck or in hands, as far as the seat can know."""
    hand_size: Annotated[Numbers, (PLAYERS,)]
    ticket_count: Annotated[Numbers, (PLAYERS,)]
    """Number of tickets kept; first tickets count only when all players have chosen (C16)."""
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
    """Number of tickets in the deck that nobody has looked at."""
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
    copy_open(state, sight)
    look_at_own(state, seat, sight)
    look_at_seats(state, seat, sight)
    look_at_blocks(state, sight)
    if state.phase[0] == PAY_SWAP and state.player[0] != seat:
        hide_payment(sight)
    count_hidden(board, sight)


@rule
def copy_open(source: Any, target: Any) -> None:
    """Copy what everybody can see: from a state to a sight, and back when a state is guessed."""
    for player in range(PLAYERS):
        for word in range(2):
            target.claimable[player, word] = source.claimable[player, word]
            target.owned[player, word] = source.owned[player, word]
        for card in range(9):
            target.known[player, card] = source.known[player, card]
        for station in range(STATIONS):
            target.station_city[player, station] = source.station_city[player, station]
        target.score[player] = source.score[player]
        target.trains[player] = source.trains[player]
        target.stations[player] = source.stations[player]
        target.offered_count[player] = source.offered_count[player]
    for card in range(9):
        target.swapped[card] = source.swapped[card]
        target.discard[card] = source.discard[card]
        target.display[card] = source.display[card]
        target.turned[card] = source.turned[card]
    for country in range(COUNTRIES):
        target.stack_next[country] = source.stack_next[country]
        for card in range(STACK):
            target.card_owner[country, card] = source.card_owner[country, card]
    copy_open_numbers(source, target)


@rule
def copy_open_numbers(source: Any, target: Any) -> None:
    target.swaps_due[0] = source.swaps_due[0]
    target.laid[0] = source.laid[0]
    target.phase[0] = source.phase[0]
    target.free_cities[0] = source.free_cities[0]
    target.deck_size[0] = source.deck_size[0]
    target.discard_size[0] = source.discard_size[0]
    target.display_size[0] = source.display_size[0]
    target.display_stays[0] = source.display_stays[0]
    target.extra[0] = source.extra[0]
    target.blocks[0] = source.blocks[0]
    target.players[0] = source.players[0]
    target.player[0] = source.player[0]
    target.starter[0] = source.starter[0]
    target.waiting[0] = source.waiting[0]
    target.last_turns[0] = source.last_turns[0]
    target.passes[0] = source.passes[0]
    target.idle[0] = source.idle[0]
    target.turns[0] = source.turns[0]


@rule
def hide_payment(sight: Sight) -> None:
    """Hide a payment with swaps until it is complete."""
    for card in range(9):
        sight.swapped[card] = 0
    sight.swaps_due[0] = 0
    sight.laid[0] = 0
    sight.phase[0] = TURN


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
    """How many cards and tickets others hold; first tickets count only when all players have chosen (C16)."""
    choosing = state.phase[0] == FIRST_TICKETS
    for player in range(PLAYERS):
        sight.hand_size[player] = hand_size(state, player)
        hidden = choosing and player != seat
        sight.ticket_count[player] = 0 if hidden else popcount(state.tickets[player])


@rule
def look_at_blocks(state: State, sight: Sight) -> None:
    """Sizes of the blocks under the ticket deck; those of first tickets show when all players have chosen."""
    sight.unseen_count[0] = popcount(state.unseen[0])
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


@rule
def count_hidden(board: Board, sight: Sight) -> None:
    """Subtract from the whole deck what the seat sees; the cards laid for a tunnel are in no hand."""
    for card in range(9):
        rest = board.cards[card] - sight.hand[card] - sight.display[card]
        rest -= sight.discard[card] + sight.turned[card]
        for other in range(sight.players[0]):
            if other != sight.seat[0]:
                rest -= sight.known[other, card]
        sight.hidden[card] = rest
    if sight.phase[0] == TUNNEL:
        row = sight.laid[0]
        locos = board.action[row, 3]
        sight.hidden[LOCO] -= locos
        sight.hidden[board.action[row, 2]] -= board.length[board.action[row, 1]] - locos
