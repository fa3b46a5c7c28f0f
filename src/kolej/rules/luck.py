"""All randomness in a game: its sources, and the two decks that draw from it.

A number comes from a small generator (search, tests, arena) or from numbers handed in (served games);
an outcome can also be handed in directly (replay). What happens is noted on the tape, if it is read.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from kolej.rules.jit import U, bit, lowest, nth_bit, popcount, rule, whole
from kolej.rules.state import PLACES, State
from kolej.rules.structs import Bits, Numbers, One

NO_CARD = -1
SEEDED, NUMBERS, OUTCOMES = range(3)
ROOM = 256

_NOTES: Any = np.arange(12)
(
    NOTE_DEALT,
    NOTE_OFFERED,
    NOTE_STARTS,
    NOTE_OPEN,
    NOTE_BLIND,
    NOTE_TURNED,
    NOTE_REPLACED,
    NOTE_RESHUFFLED,
    NOTE_COUNTRY,
    NOTE_PASSED,
    NOTE_LAST_ROUND,
    NOTE_OVER,
) = _NOTES
"""Kinds of notes on the tape; the first six are random outcomes. NumPy integers, as ``LOCO`` is."""


class Luck(NamedTuple):
    random: Annotated[Bits, (2,)]
    """Two generators: for the game, and for choosing among legal actions."""
    numbers: Annotated[Bits, (ROOM,)]
    outcomes: Annotated[Numbers, (ROOM,)]
    source: One
    used: One
    """Numbers or outcomes used so far."""
    given: One
    """How many there are."""
    fault: One
    """Set if an outcome handed in was impossible, or if too few were handed in."""
    noting: One
    noted: One
    tape: Annotated[Numbers, (ROOM, 2)]
    """What happened, and its card, ticket, seat or country."""
    tally: Annotated[Numbers, (13 * 9,)]
    """Scratch space: payable claims, by locomotives and colour."""
    group: Annotated[Numbers, (PLACES,)]
    """Scratch space: connected places."""


@rule
def note(luck: Luck, what: int, value: int) -> None:
    if luck.noting[0]:
        place = luck.noted[0]
        if place < ROOM:
            luck.tape[place, 0] = what
            luck.tape[place, 1] = value
            luck.noted[0] = place + 1
        else:
            luck.fault[0] = 1


@rule
def next_number(luck: Luck, which: int) -> Any:
    """64 random bits, by xorshift."""
    x = luck.random[which]
    x ^= x << U(13)
    x ^= x >> U(7)
    x ^= x << U(17)
    luck.random[which] = x
    return x


@rule
def scaled(x: Any, n: int) -> int:
    """The upper half of a random number, scaled to 0 to n-1."""
    return np.int64(((x >> U(32)) * U(n)) >> U(32))  # type: ignore[return-value]


@rule
def below(luck: Luck, n: int) -> int:
    """A number from 0 to n-1."""
    if luck.source[0] == SEEDED:
        return scaled(next_number(luck, 0), n)
    used = luck.used[0]
    if used >= luck.given[0]:
        luck.fault[0] = 1
        return 0
    luck.used[0] = used + 1
    return scaled(luck.numbers[used], n)


@rule
def choose(luck: Luck, n: int) -> int:
    """Which of n legal actions a random player takes; independent of the luck of the game."""
    return scaled(next_number(luck, 1), n)


@rule
def outcome(luck: Luck) -> int:
    """The next outcome handed in; -1 if there is none."""
    used = luck.used[0]
    if used >= luck.given[0]:
        luck.fault[0] = 1
        return -1
    luck.used[0] = used + 1
    return luck.outcomes[used]


@rule
def reshuffle(state: State, luck: Luck) -> None:
    """If the deck is empty, turn the discards into the new deck (C5)."""
    if state.deck_size[0] == 0 and state.discard_size[0] > 0:
        for card in range(9):
            state.deck[card] = state.discard[card]
            state.discard[card] = 0
        state.deck_size[0] = state.discard_size[0]
        state.discard_size[0] = 0
        note(luck, NOTE_RESHUFFLED, whole(state.deck_size[0]))


@rule
def pick_card(state: State, luck: Luck) -> int:
    """Draw which card is on top: the deck has no order until a card is drawn."""
    if luck.source[0] == OUTCOMES:
        told = outcome(luck)
        if 0 <= told < 9 and state.deck[told] > 0:
            return told
        luck.fault[0] = 1
        n = 0
    else:
        n = below(luck, whole(state.deck_size[0]))
    card = 0
    passed = 0
    for kind in range(8):
        passed += state.deck[U(kind)]
        card += passed <= n
    return card


@rule
def draw_card(state: State, luck: Luck, why: int) -> int:
    """The next card of the deck, or ``NO_CARD``."""
    if state.deck_size[0] == 0:
        return NO_CARD
    card = pick_card(state, luck)
    state.deck[card] -= 1
    state.deck_size[0] -= 1
    note(luck, why, card)
    reshuffle(state, luck)
    return card


@rule
def discard(state: State, card: int, count: int) -> None:
    state.discard[card] += count
    state.discard_size[0] += count


@rule
def pick_ticket(choice: Any, luck: Luck) -> int:
    """A random ticket of a set."""
    if luck.source[0] == OUTCOMES:
        told = outcome(luck)
        if 0 <= told < 64 and choice & bit(told):
            return told
        luck.fault[0] = 1
        return lowest(choice)
    return nth_bit(choice, below(luck, popcount(choice)))


@rule
def draw_ticket(state: State, luck: Luck, player: int) -> int:
    """The top ticket: any that nobody has seen; after those, one of the earliest block (C11)."""
    if state.unseen[0]:
        ticket = pick_ticket(state.unseen[0], luck)
        state.unseen[0] &= ~bit(ticket)
    else:
        ticket = pick_ticket(top_block(state), luck)
        state.under[0] &= ~bit(ticket)
        state.given[player] &= ~bit(ticket)
    note(luck, NOTE_OFFERED, ticket)
    return ticket


@rule
def top_block(state: State) -> Any:
    """The tickets of the earliest block under the deck."""
    earliest = 32767
    members = U(0)
    rest = state.under[0]
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        if state.block[ticket] < earliest:
            earliest = state.block[ticket]
            members = U(0)
        if state.block[ticket] == earliest:
            members |= bit(ticket)
    return members


@rule
def tickets_left(state: State) -> int:
    return popcount(state.unseen[0]) + popcount(state.under[0])


@rule
def blind_left(state: State) -> bool:
    """Whether a card can be drawn blind; discards are in the deck by then (C5)."""
    return state.deck_size[0] > 0
