"""Plays candidates to the end of the game, compiled: hidden cards guessed, planners in all seats."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan import entry_points as planner
from kolej.bots.search.inference import exchange_tickets, infer
from kolej.bots.search.workspace import Work
from kolej.rules import entry_points as rules
from kolej.rules.jit import U, entry, long_entry, lowest, rule, whole
from kolej.rules.playout import mixed
from kolej.rules.scoring import Sheet
from kolej.rules.state import FIRST_TICKETS, OVER, ROUTES, State

Handle = Any
LOOKS = 8
"""Guesses from which it is told what the others need."""


@rule
def deal(boards: Handle, seens: Handle, states: Handle, lucks: Handle, work: Work, number: int) -> None:
    """Guess what the seat cannot see, anew for every number and always the same way."""
    rules.seed(lucks, mixed(work.seed[0] + U(number), U(5)))
    rules.guess(boards, seens, states, lucks)
    exchange_tickets(boards[0], seens[0], states[0], lucks[0], work)
    work.start[0] = lucks[0].random[0]


@entry
def prepare(
    boards: Handle,
    seens: Handle,
    states: Handle,
    lucks: Handle,
    sights: Handle,
    minds: Handle,
    works: Handle,
    rows: Any,
) -> int:
    """List the legal rows; find out what the others' routes tell, and which routes they seem to need."""
    board, seen, work = boards[0], seens[0], works[0]
    infer(board, seen, work)
    for route in range(ROUTES):
        work.wanted[route] = 0.0
    if seen.phase[0] != FIRST_TICKETS:
        for look in range(LOOKS):
            deal(boards, seens, states, lucks, work, -1 - look)
            for other in range(seen.players[0]):
                if other != seen.seat[0]:
                    rules.look(boards, states, whole(other), sights)
                    planner.make_plan(boards, sights, minds)
                    note_needed(work, minds[0].needed[0], minds[0].needed[1])
    else:
        rules.guess(boards, seens, states, lucks)
    return rules.legal_rows(boards, states, whole(seen.seat[0]), rows)


@rule
def note_needed(work: Work, low: Any, high: Any) -> None:
    for word in range(2):
        rest = low if word == 0 else high
        while rest:
            work.wanted[64 * word + lowest(rest)] += 1.0 / LOOKS
            rest &= rest - U(1)


@long_entry
def simulate(
    boards: Handle,
    seens: Handle,
    states: Handle,
    memory: Any,
    lucks: Handle,
    sights: Handle,
    minds: Handle,
    sheets: Handle,
    works: Handle,
    leads: Any,
    rounds: int,
    budget: int,
) -> int:
    """Play until these rounds are over, or for about as many decisions as the budget says.

    A later call goes on where this one stopped. ``leads`` gets, by round and candidate, by how many points
    the seat is ahead of the best other. Returns the number of decisions.
    """
    work = works[0]
    seat = whole(seens[0].seat[0])
    spent = 0
    while work.round[0] < rounds and spent < budget:
        candidate = whole(work.next[0])
        if candidate == 0:
            deal(boards, seens, states, lucks, work, whole(work.round[0]))
        if work.alive[candidate]:
            for place in range(memory.shape[1]):
                memory[1, place] = memory[0, place]
            lucks[0].random[0] = work.start[0]
            begin(boards, states[1:2], lucks, seat, whole(work.row[candidate]))
            style = whole(work.style[candidate])
            spent += 1 + play_out(boards, states[1:2], lucks, sights, minds, seat, style)
            rules.final_scores(boards, states[1:2], sheets)
            leads[work.round[0], candidate] = lead(states[1], sheets[0], seat)
            work.rollouts[0] += 1
        work.next[0] += 1
        if work.next[0] == work.tried[0]:
            work.next[0] = 0
            work.round[0] += work.stride[0]
    work.decisions[0] += spent
    return spent


@rule
def begin(boards: Handle, states: Handle, lucks: Handle, seat: int, row: int) -> None:
    """Carry out the candidate; first tickets are chosen by all at the same time."""
    if states[0].phase[0] == FIRST_TICKETS:
        rules.keep_first(boards, states, lucks, seat, whole(boards[0].action[row, 1]))
    else:
        rules.step(boards, states, lucks, row)


@rule
def play_out(
    boards: Handle, states: Handle, lucks: Handle, sights: Handle, minds: Handle, seat: int, style: int
) -> int:
    """Play to the end; returns the number of decisions."""
    state = states[0]
    count = 0
    while state.phase[0] != OVER:
        player = whole(state.player[0])
        rules.look(boards, states, player, sights)
        which = style if player == seat else 0
        rules.step(boards, states, lucks, planner.choose(boards, sights, minds[which : which + 1]))
        count += 1
    return count


@rule
def lead(state: State, sheet: Sheet, seat: int) -> float:
    """By how many points the seat is ahead of the best other player."""
    best = -10000
    for other in range(state.players[0]):
        if other != seat:
            best = max(best, whole(sheet.total[other]))
    return float(sheet.total[seat] - best)
