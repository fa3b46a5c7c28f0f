"""Bots: who plays when no person does. One bot a file, behind one small contract.

A bot gets a view, which is what its seat may know, and the legal actions; never the game. It has to choose
the same for the same seed and the same view, so that a game can be played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from kolej.actions import Action
from kolej.boards.faults import nearest
from kolej.view import View

BOTS = {
    "greedy": ("kolej.bots.greedy", "Greedy"),
    "random": ("kolej.bots.random", "Random"),
}
"""The bots there are, the strongest first, with the places of their classes; loaded when asked for."""


class Bot(Protocol):
    """What every bot can do."""

    name: str

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        """One of the legal actions, for the seat of the view; ``limit``: seconds it may take, about."""
        ...


class BotError(ValueError):
    """There is no such bot; the text says which there are."""


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; raises ``BotError``."""
    if name not in BOTS:
        hint = nearest(name, BOTS) or f"; there are {', '.join(BOTS)}"
        raise BotError(f'there is no bot "{name[:40]}"{hint}')
    module, kind = BOTS[name]
    made: Bot = getattr(import_module(module), kind)(seed)
    return made
