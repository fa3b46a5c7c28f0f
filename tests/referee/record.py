"""A record, played again by the referee."""

from __future__ import annotations

import hashlib
from pathlib import Path

import kolej

from .board_file import BoardFile, Told, check
from .luck import Luck
from .sheet import compare
from .table import Table

BOARDS = Path(kolej.__file__).parent / "boards"


def replay(told: Told, board: Path | None = None) -> Table:
    """The game of a record, every step and every point checked; raises ``Wrong``."""
    data = (board or BOARDS / f"{told['board']}.toml").read_bytes()
    check(hashlib.sha256(data).hexdigest() == told["content"], "content")
    table = Table(BoardFile(data, told["options"]), told["seats"], Luck(told["source"]), told["deal"])
    for move in told["moves"]:
        table.move(move["seat"], move["action"], move.get("luck", []))
    check(table.over == (told.get("score") is not None), "score or no score")
    if table.over:
        compare(table, told["score"])
    return table
