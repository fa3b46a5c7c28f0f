"""What Python calls in the planner: thin functions over arrays, like ``kolej.rules.entry_points``."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.decide import decide, think, worth_of
from kolej.bots.plan.payments import choose_swapped as pick_swapped
from kolej.rules.jit import entry

Handle = Any


@entry
def choose(boards: Handle, sights: Handle, minds: Handle) -> int:
    return decide(boards[0], sights[0], minds[0])


@entry
def choose_swapped(boards: Handle, sights: Handle, minds: Handle, row: int) -> None:
    """After ``choose`` has chosen a payment with swaps: write which cards it swaps into ``swapped``."""
    pick_swapped(boards[0], sights[0], minds[0], row)


@entry
def make_plan(boards: Handle, sights: Handle, minds: Handle) -> None:
    """Work out the plan and leave it in the mind."""
    think(boards[0], sights[0], minds[0])


@entry
def weigh(boards: Handle, sights: Handle, minds: Handle, rows: Any, values: Any) -> None:
    """Work out what each of these legal rows is worth."""
    think(boards[0], sights[0], minds[0])
    for place in range(len(rows)):
        values[place] = worth_of(boards[0], sights[0], minds[0], rows[place])
    think(boards[0], sights[0], minds[0])
