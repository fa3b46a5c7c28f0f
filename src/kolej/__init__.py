"""Kolej: play, study and design railway route games.

>>> import kolej
>>> game = kolej.new("europe", seats=3, seed=7)
>>> game.awaited
(0, 1, 2)
>>> kolej.bots.bot("greedy").choose(game.view(0), game.legal(0))
keep athina--wilno berlin--bucuresti
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from kolej import bots
    from kolej.boards.errors import BoardError
    from kolej.boards.load import load as board
    from kolej.game.actions import IllegalAction, InvalidAction
    from kolej.game.determinize import resample
    from kolej.game.game import Game, new, new_fair
    from kolej.game.record import RecordError
    from kolej.game.view import View

__all__ = [
    "BoardError",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "RecordError",
    "View",
    "board",
    "bots",
    "new",
    "new_fair",
    "resample",
]

_HOMES = {
    "BoardError": "kolej.boards.errors",
    "Game": "kolej.game.game",
    "IllegalAction": "kolej.game.actions",
    "InvalidAction": "kolej.game.actions",
    "RecordError": "kolej.game.record",
    "View": "kolej.game.view",
    "board": "kolej.boards.load:load",
    "bots": "kolej.bots:",
    "new": "kolej.game.game",
    "new_fair": "kolej.game.game",
    "resample": "kolej.game.determinize",
}
"""Where each public name is defined; after a colon, its name there, or nothing for the module itself."""


def __getattr__(name: str) -> Any:
    """Load a part when it is asked for, so that ``import kolej`` loads no compiler."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kolej' has no attribute {name!r}")
    module, colon, attribute = _HOMES[name].partition(":")
    home = import_module(module)
    found = home if colon and not attribute else getattr(home, attribute or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
