"""Kolej: play, study and design railway route games.

>>> import kolej
>>> game = kolej.new("europe", seats=3, seed=7)
>>> game.awaited
(0, 1, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kolej.actions import IllegalAction, InvalidAction
    from kolej.boards.load import load as board
    from kolej.game import Game, new, new_fair
    from kolej.resample import resample

__all__ = ["Game", "IllegalAction", "InvalidAction", "board", "new", "new_fair", "resample"]

_HOMES = {
    "Game": ("kolej.game", "Game"),
    "new": ("kolej.game", "new"),
    "new_fair": ("kolej.game", "new_fair"),
    "resample": ("kolej.resample", "resample"),
    "board": ("kolej.boards.load", "load"),
    "IllegalAction": ("kolej.actions", "IllegalAction"),
    "InvalidAction": ("kolej.actions", "InvalidAction"),
}


def __getattr__(name: str) -> Any:
    """The parts are loaded when they are asked for, so that importing Kolej loads no compiler."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kolej' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
