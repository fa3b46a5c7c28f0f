"""The ``kolej`` command. Each group of commands is a module; heavy imports wait until they are needed."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kolej import __version__
from kolej.cli import (
    admin,
    arena,
    bench,
    board,
    board_balance,
    board_draw,
    board_gallery,
    bot,
    lesson,
    play,
    replay,
    report,
    serve,
    warm,
)
from kolej.cli.output import SAY, fail
from kolej.cli.usage import OldJson, Program

app = typer.Typer(
    cls=Program,
    name="kolej",
    help="Railway route games: play them, study them, design boards for them.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(short_help="Play a game against bots, in the browser or in the terminal.")(play.play)
app.command()(replay.replay)
app.command(short_help="Replay recorded games and check everything they say.")(replay.verify)
app.command(short_help="Run a game server: people share a link and play.")(serve.serve)
app.command(cls=OldJson, short_help="Let bots play many games, every seating of each seed.")(arena.arena)
app.command(short_help="Write a page with plots of an arena's results.")(report.report)
app.command()(bench.bench)
app.command(short_help="Compile everything now, so that nobody waits for it later.")(warm.warm)
board.app.command()(board_draw.layout)
board.app.command()(board_draw.draw)
board.app.command()(board_gallery.gallery)
board.app.command()(board_balance.balance)
app.add_typer(board.app, name="board", short_help="Boards: list, check, lay out, draw and balance them.")
app.add_typer(bot.app, name="bot")
app.add_typer(lesson.app, name="lesson")
app.add_typer(admin.app, name="admin", short_help="Administer a server: backups, tables, players.")


@app.command(hidden=True)  # the same as --version, and help must fit on a screen
def version() -> None:
    """Print the version."""
    print(f"kolej {__version__}")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"kolej {__version__}")
        raise typer.Exit


@app.callback()
def kolej(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Railway route games: play them, study them, design boards for them."""


def main() -> None:
    """Run the command; report every error in a sentence."""
    try:
        app()
    except KeyboardInterrupt:
        fail("stopped", code=130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except Exception as error:
        if os.environ.get("KOLEJ_DEBUG"):
            raise
        kind = type(error).__name__
        SAY.print(f"[red]something went wrong inside kolej:[/red] {kind}: {error}", highlight=False)
        SAY.print("this is a bug in kolej: please report it; KOLEJ_DEBUG=1 shows where it happened")
        sys.exit(1)
