"""Whole random games as one hash each; ``python tests/golden/make.py`` plays those of shipped boards anew.

A hash covers every action, every event and the score sheet as JSON: what programs and players are told, not
how a state is stored, and not how it is worded. The hashes of the tests' own boards were computed by version
0.1.0. Games on the tests' own boards are never made anew, because their boards never change: if one of them
differs, a rule has changed.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import msgspec

from kolej.game.game import new
from kolej.game.rulebook import Rulebook, rulebook

FILE = Path(__file__).parent / "games.json"
BOARDS = Path(__file__).parent.parent / "rules" / "boards"
OWN = ("euro", "grid", "neighbours", "north")
SHIPPED = ("europe", "nordic", "poland", "usa")

Told = dict[str, str | int | list[int]]


def book_of(board: str) -> Rulebook:
    return rulebook(BOARDS / f"{board}.toml" if board in OWN else board)


def tables(boards: tuple[str, ...]) -> list[str]:
    """A game for each board and number of players."""
    found = []
    for board in boards:
        least, most = book_of(board).board.rules.players
        found += [f"{board} {seats}" for seats in range(least, most + 1)]
    return found


def played(table: str) -> Told:
    """A seeded game whose actions are chosen by a seeded random player from the sorted legal ones."""
    board, seats = table.split()
    book = book_of(board)
    game = new(book, int(seats), seed=int(seats) + 1900)
    luck = random.Random(table)
    told = hashlib.sha256(msgspec.json.encode(game.events))
    while not game.over:
        seat = game.awaited[int(luck.random() * len(game.awaited))]
        legal = sorted(map(str, game.legal(seat)))
        action = legal[int(luck.random() * len(legal))]
        told.update(f"\n{seat} {action}\n".encode())
        told.update(msgspec.json.encode(game.play(action, seat)))
    sheet = game.score()
    told.update(msgspec.json.encode(sheet))
    return {
        "board": book.content[:16],
        "moves": game.moves,
        "totals": [score.total for score in sheet.seats],
        "game": told.hexdigest(),
    }


def kept() -> dict[str, Told]:
    found: dict[str, Told] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


if __name__ == "__main__":
    games = kept()
    for table in (*tables(OWN), *tables(SHIPPED)):
        if table.split()[0] in SHIPPED or table not in games:
            games[table] = played(table)
    lines = [f"{json.dumps(table)}: {json.dumps(games[table])}" for table in sorted(games)]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
