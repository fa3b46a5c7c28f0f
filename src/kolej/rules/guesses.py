"""A random full state that a seat cannot distinguish from the true one, made from its sight alone."""

from __future__ import annotations

from typing import Any

from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, nth_bit, popcount, rule
from kolej.rules.luck import Luck, choose
from kolej.rules.rows import LOCO
from kolej.rules.sight import Sight, copy_open
from kolej.rules.state import FIRST_TICKETS, PLAYERS, TICKETS, TUNNEL, State


@rule
def guess(board: Board, sight: Sight, state: State, luck: Luck) -> None:
    """Make a random full state that the seat cannot distinguish from the true one."""
    copy_open(sight, state)
    guess_cards(board, sight, state, luck)
    guess_tickets(board, sight, state, luck)


@rule
def laid_of(board: Board, sight: Sight, card: int) -> int:
    """Cards of a kind laid for a tunnel that is not decided yet."""
    if sight.phase[0] != TUNNEL:
        return 0
    row = sight.laid[0]
    locos = board.action[row, 3]
    count = locos if card == LOCO else 0
    if card == board.action[row, 2]:
        count += board.length[board.action[row, 1]] - locos
    return count


@rule
def guess_cards(board: Board, sight: Sight, state: State, luck: Luck) -> None:
    """Deal the unseen cards to the other hands, beyond what is known of them; the rest is the deck."""
    seat = sight.seat[0]
    left = 0
    for card in range(9):
        count = board.cards[card] - sight.discard[card] - sight.display[card] - sight.turned[card]
        count -= laid_of(board, sight, card)
        for player in range(PLAYERS):
            held = sight.hand[card] if player == seat else sight.known[player, card]
            state.hand[player, card] = held
            count -= held
        state.deck[card] = count
        left += count
    for player in range(sight.players[0]):
        if player == seat:
            continue
        missing = sight.hand_size[player]
        for card in range(9):
            missing -= sight.known[player, card]
        for _ in range(missing):
            n = choose(luck, left)
            card = 0
            passed = 0
            for kind in range(8):
                passed += state.deck[kind]
                card += passed <= n
            state.deck[card] -= 1
            left -= 1
            state.hand[player, card] += 1


@rule
def pick(pool: Any, luck: Luck) -> Any:
    """A random element of a set, as a bit; 0 if the set is empty."""
    if not pool:
        return U(0)
    return bit(nth_bit(pool, choose(luck, popcount(pool))))


@rule
def guess_tickets(board: Board, sight: Sight, state: State, luck: Luck) -> None:
    """Put every unseen ticket somewhere it may be.

    A ticket that the seat gave back stays where it was put, unless its block has been reached since.
    """
    seat = sight.seat[0]
    every = board.long_tickets[0] | board.ordinary_tickets[0]
    own = sight.tickets[0]
    for player in range(PLAYERS):
        mine = player == seat
        state.tickets[player] = sight.tickets[0] if mine else U(0)
        state.given[player] = sight.given[0] if mine else U(0)
        for place in range(7):
            state.offered[player, place] = sight.offered[place] if mine else 0
        for ticket in range(TICKETS):
            state.given_in[player, ticket] = sight.given_in[ticket] if mine else 0
        if mine:
            for place in range(sight.offered_count[player]):
                own |= bit(sight.offered[place])
    free = every & ~own
    state.gone[0] = U(0)
    state.under[0] = U(0)
    for ticket in range(TICKETS):
        state.block[ticket] = 0
    free &= ~place_given(sight, state)
    free = fill_unseen(board, sight, state, luck, free)
    free = fill_blocks(board, sight, state, luck, free)
    free = fill_hands(board, sight, state, luck, free)
    hide_rest(board, sight, state, free)


@rule
def place_given(sight: Sight, state: State) -> Any:
    """The seat's returned tickets whose place is certain: out of the game, or in an untouched block."""
    placed = U(0)
    rest = sight.given[0]
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        number = sight.given_in[ticket]
        if number == 0:
            state.gone[0] |= bit(ticket)
            placed |= bit(ticket)
        elif untouched(sight, number):
            state.under[0] |= bit(ticket)
            state.block[ticket] = number
            placed |= bit(ticket)
    return placed


@rule
def untouched(sight: Sight, number: int) -> bool:
    """Whether nobody can have drawn from this block yet."""
    if sight.phase[0] == FIRST_TICKETS or sight.unseen_count[0] > 0:
        return True
    for place in range(1, sight.block_count[0]):
        if sight.block_number[place] == number:
            return True
    return False


@rule
def fill_unseen(board: Board, sight: Sight, state: State, luck: Luck, free: Any) -> Any:
    """Fill the unseen deck, which holds ordinary tickets only."""
    unseen = U(0)
    for _ in range(sight.unseen_count[0]):
        unseen |= pick(free & board.ordinary_tickets[0] & ~unseen & ~sight.given[0], luck)
    state.unseen[0] = unseen
    return free & ~unseen


@rule
def fill_blocks(board: Board, sight: Sight, state: State, luck: Luck, free: Any) -> Any:
    """Fill the blocks that are not fully known; of the top block, the seat may know what it held before."""
    for place in range(sight.block_count[0]):
        number = sight.block_number[place]
        missing = sight.block_size[place]
        given = U(0)
        rest = sight.given[0]
        while rest:
            ticket = lowest(rest)
            rest &= rest - U(1)
            if sight.given_in[ticket] == number:
                given |= bit(ticket)
                missing -= popcount(state.under[0] & bit(ticket))
        for _ in range(missing):
            some = pick(block_pool(board, sight, free, given, number), luck)
            if not some:
                some = pick(free, luck)
            if some:
                state.under[0] |= some
                state.block[lowest(some)] = number
                free &= ~some
    return free


@rule
def block_pool(board: Board, sight: Sight, free: Any, given: Any, number: int) -> Any:
    """What a block may hold: only own tickets in a later block of the seat, others' too in the first one."""
    if number > 1 and given & free:
        return given & free
    if number == 1 and board.first_long[0] == 0:
        return free & board.ordinary_tickets[0] & (~sight.given[0] | given)
    return free & (~sight.given[0] | given)


@rule
def fill_hands(board: Board, sight: Sight, state: State, luck: Luck, free: Any) -> Any:
    """Fill the other players' tickets, with no more long ones than each was dealt."""
    seat = sight.seat[0]
    choosing = sight.phase[0] == FIRST_TICKETS
    for player in range(sight.players[0]):
        if player == seat:
            continue
        first = choosing and sight.waiting[0] >> player & 1
        for place in range(sight.offered_count[player]):
            long = first and place < board.first_long[0]
            pool = board.long_tickets[0] if long else board.ordinary_tickets[0]
            some = pick(free & pool, luck)
            if not some:
                some = pick(free, luck)
            if some:
                state.offered[player, place] = lowest(some)
                free &= ~some
        free = fill_hand(board, sight, state, luck, free, player)
    return free


@rule
def fill_hand(board: Board, sight: Sight, state: State, luck: Luck, free: Any, player: int) -> Any:
    """Fill one player's kept tickets; while first tickets are chosen, nobody knows how many there are."""
    count = sight.ticket_count[player]
    if sight.phase[0] == FIRST_TICKETS and not sight.waiting[0] >> player & 1:
        count = board.first_keep[0]
    for _ in range(count):
        pool = free
        if popcount(state.tickets[player] & board.long_tickets[0]) >= board.first_long[0]:
            pool = free & board.ordinary_tickets[0]
        some = pick(pool, luck)
        if not some:
            some = pick(free, luck)
        state.tickets[player] |= some
        free &= ~some
    return free


@rule
def hide_rest(board: Board, sight: Sight, state: State, free: Any) -> None:
    """Put away the rest, returned unseen: under the deck while first tickets are chosen, else out."""
    if sight.phase[0] == FIRST_TICKETS and board.first_under[0]:
        state.gone[0] |= free & board.long_tickets[0]
        rest = free & board.ordinary_tickets[0]
        state.under[0] |= rest
        while rest:
            state.block[lowest(rest)] = 1
            rest &= rest - U(1)
    else:
        state.gone[0] |= free
