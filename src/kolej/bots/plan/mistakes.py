"""Mistakes that people make, each with a weight: its probability. The seed decides when."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.weights import FORGETS, NOISE
from kolej.bots.plan.workspace import Mind
from kolej.rules.jit import U, bit, lowest, rule, whole
from kolej.rules.playout import mixed
from kolej.rules.sight import Sight


@rule
def chance(mind: Mind, which: int, salt: int) -> float:
    """A number from 0 to 1, the same for the same seed, mistake and occasion."""
    x = mixed(mind.seed[0] ^ (U(salt) << U(8)), U(901 + which))
    return float(x >> U(44)) / 1048576.0


@rule
def errs(mind: Mind, which: int, salt: int) -> bool:
    """Whether this mistake is made on this occasion."""
    return mind.weight[which] > 0.0 and chance(mind, which, salt) < mind.weight[which]


@rule
def remembered(sight: Sight, mind: Mind) -> Any:
    """The tickets that the player remembers."""
    tickets = sight.tickets[0]
    if mind.weight[FORGETS] == 0.0:
        return tickets
    rest = tickets
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        if errs(mind, whole(FORGETS), whole(ticket)):
            tickets &= ~bit(ticket)
    return tickets


@rule
def slip(sight: Sight, mind: Mind, row: int) -> float:
    """By how many points the player misjudges an action."""
    if mind.weight[NOISE] == 0.0:
        return 0.0
    occasion = 16384 * whole(sight.turns[0]) + row
    return mind.weight[NOISE] * (2.0 * chance(mind, whole(NOISE), whole(occasion)) - 1.0)
