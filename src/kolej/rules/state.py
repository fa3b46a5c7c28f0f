"""The state of a game: what lies on the table."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from kolej.rules.structs import Bits, Numbers, One, Set

PLAYERS, PLACES, ROUTES, TICKETS, COUNTRIES, STACK, STATIONS = 5, 64, 128, 64, 16, 8, 5
"""Capacity for players, places, tracks, tickets, countries, cards of a country, stations of a player."""

FIRST_TICKETS, TURN, SECOND_CARD, CHOOSE_TICKETS, TUNNEL, PAY_SWAP, OVER = range(7)
"""What the game is waiting for."""


class State(NamedTuple):
    claimable: Annotated[Bits, (PLAYERS, 2)]
    """Routes that the player may still claim, regardless of cards and trains."""
    owned: Annotated[Bits, (PLAYERS, 2)]
    tickets: Annotated[Bits, (PLAYERS,)]
    given: Annotated[Bits, (PLAYERS,)]
    """Tickets that the player gave back and has not drawn again."""
    unseen: Set
    """Tickets in the deck that nobody has looked at."""
    under: Set
    """Tickets returned under the deck."""
    gone: Set
    """Tickets out of the game."""
    free_cities: Set
    """Cities without a station."""
    score: Annotated[Numbers, (PLAYERS,)]
    """Points for routes; the rest is counted at the end."""
    trains: Annotated[Numbers, (PLAYERS,)]
    stations: Annotated[Numbers, (PLAYERS,)]
    """Stations still to build."""
    station_city: Annotated[Numbers, (PLAYERS, STATIONS)]
    """Where they were built, in order; -1 for those not built."""
    hand: Annotated[Numbers, (PLAYERS, 9)]
    known: Annotated[Numbers, (PLAYERS, 9)]
    """Cards that everybody knows to be in the hand (C19)."""
    deck: Annotated[Numbers, (9,)]
    deck_size: One
    discard: Annotated[Numbers, (9,)]
    discard_size: One
    display: Annotated[Numbers, (9,)]
    """Face-up cards by kind."""
    display_size: One
    display_stays: One
    """Set when replacing the display cannot help, until a card is taken from it (C4)."""
    laid: One
    """The row of the claim being decided or paid."""
    turned: Annotated[Numbers, (9,)]
    """Cards turned up for the tunnel being decided."""
    extra: One
    """Cards that the tunnel costs beyond those laid."""
    swapped: Annotated[Numbers, (9,)]
    """Cards chosen so far for the swaps of the claim being paid."""
    swaps_due: One
    """How many more are to be chosen."""
    offered: Annotated[Numbers, (PLAYERS, 7)]
    offered_count: Annotated[Numbers, (PLAYERS,)]
    block: Annotated[Numbers, (TICKETS,)]
    """For tickets under the deck: their block, numbered in order of arrival."""
    blocks: One
    """Number of blocks so far."""
    given_in: Annotated[Numbers, (PLAYERS, TICKETS)]
    """For ``given``: the block that the ticket went into."""
    stack_next: Annotated[Numbers, (COUNTRIES,)]
    """Index of the next card of each country, which is also how many are taken."""
    card_owner: Annotated[Numbers, (COUNTRIES, STACK)]
    """The seat that holds each country card, or -1."""
    players: One
    player: One
    """Whose choice is awaited."""
    starter: One
    phase: One
    waiting: One
    """Seats that have not chosen their first tickets, as bits."""
    last_turns: One
    """Turns left in the last round; -1 before it."""
    passes: One
    """Turns in a row that were passes."""
    idle: One
    """Turns in a row that were passes or tunnels given up."""
    turns: One
    """Turns finished."""
