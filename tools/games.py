"""Writes a game on each board as text for the documentation: local bots, always the same seed."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

import kolej
from kolej.boards.load import shipped
from kolej.bots import bot
from kolej.cli.replay import tell_all
from kolej.game.replay import begin

SEED, SEATS = 7, 3
FOLDER = Path(__file__).parent.parent / "docs" / "games"


def told(board: str) -> str:
    """A whole game in words, as ``kolej replay`` prints it."""
    game = kolej.new(board, SEATS, SEED, names=("Ada", "Bo", "Cy"))
    players = [bot("local", seat) for seat in range(SEATS)]
    while not game.over:
        seat = game.awaited[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)), seat)
    text = io.StringIO()
    out = Console(file=text, highlight=False, width=200, color_system=None)
    tell_all(game.record(), begin(game.record()), game.moves, out)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for board in sys.argv[1:] or shipped():
        (FOLDER / f"{board}.txt").write_text(told(board), encoding="utf-8")
        print(f"docs/games/{board}.txt")


if __name__ == "__main__":
    main()
