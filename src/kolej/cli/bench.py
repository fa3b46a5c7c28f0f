"""``kolej bench``: how fast the rules run on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Annotated, Any

import typer
from rich.table import Table

from kolej.cli.output import OUT, SAY, AsJson, Output, check_output, fail, gave_json
from kolej.cli.usage import board_names, real, whole


def bench(
    board: Annotated[
        str | None, typer.Option(help="One board only.", metavar="NAME", autocompletion=board_names)
    ] = None,
    players: Annotated[int | None, whole("Only this number of players.", 2, 5)] = None,
    seconds: Annotated[float, real("Seconds for each setting.", 0.1, 600)] = 2.0,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Play random games with full rules and scoring, on one core.

    Games are played in batches. All figures are those of the best batch, which other programs on the machine
    disturbed least; --json also has the mean of all batches ("mean_games_per_second", "batches").
    """
    from kolej.boards.errors import BoardError
    from kolej.boards.load import load, shipped

    check_output(output)
    try:
        boards = {name: load(name) for name in ([board] if board else shipped())}
    except BoardError as error:
        fail(str(error))
    settings = []
    for name, found in boards.items():
        least, most = found.rules.players
        if players is not None and not least <= players <= most:
            fail(f"{found.name.en} is for {least} to {most} players, not {players}")
        settings += [(name, count) for count in ([players] if players else sorted({least, most}))]
    compile_seconds = warm_up()
    rows = [measure(name, count, seconds) for name, count in settings]
    if gave_json(rows[0] if len(rows) == 1 else rows, as_json, output):
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("board", "players", "games/s", "decisions/s", "decisions/game", "interpreted decisions/s"):
        table.add_column(head, justify="left" if head == "board" else "right")
    for row in rows:
        plain = interpreted(row["board"], row["players"])
        table.add_row(
            row["board"],
            str(row["players"]),
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_second']:,.0f}",
            f"{row['decisions'] / row['games']:.1f}",
            f"{plain['decisions_per_second']:,.0f}",
        )
    OUT.print(table)
    told = (
        f"one core, the best of several batches; loading or compiling the rules took {compile_seconds:.1f} s"
    )
    SAY.print(f"[dim]{told}[/dim]")


def warm_up() -> float:
    """Load or compile the rules; the seconds it took."""
    from kolej.compiling.warm import warm
    from kolej.rules.compilation import RULES

    began = time.perf_counter()
    warm(RULES)
    return time.perf_counter() - began


def measure(board: str, players: int, seconds: float) -> dict[str, Any]:
    """The best of several batches that take ``seconds`` together, and their mean, in this thread's time."""
    from kolej.game.batch import random_games
    from kolej.game.rulebook import rulebook

    book = rulebook(board)
    random_games(book, players, 1, threads=1)
    size, seed = 1, 0
    batches, all_games, all_seconds = 0, 0, 0.0
    best: tuple[float, int, int, float] | None = None
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or best is None:
        began = time.thread_time()
        done = random_games(book, players, size, seed, threads=1)
        spent = max(time.thread_time() - began, 1e-9)
        seed += size
        if spent < seconds / 20:
            size *= 2
            continue
        batches, all_games, all_seconds = batches + 1, all_games + size, all_seconds + spent
        if best is None or size / spent > best[0]:
            best = (size / spent, size, done.decisions, spent)
    rate, games, decisions, spent = best
    return {
        "board": book.board.id,
        "players": players,
        "games": games,
        "decisions": decisions,
        "seconds": spent,
        "games_per_second": rate,
        "decisions_per_second": decisions / spent,
        "batches": batches,
        "mean_games_per_second": all_games / all_seconds,
    }


def interpreted(board: str, players: int) -> dict[str, Any]:
    """The same without the compiler, in a separate process."""
    command = [sys.executable, "-m", "kolej", "bench", "--json", "--seconds", "0.5"]
    command += ["--board", board, "--players", str(players)]
    done = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told
