"""The ``kolej`` command. Each group of commands is a module; heavy imports wait for their command."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kolej import __version__
from kolej.cli import bench, board, drawing, gallery, play, replay
from kolej.cli.say import SAY, fail

app = typer.Typer(
    name="kolej",
    help="Railway route games: play them, study them, design boards for them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(play.play)
app.command()(replay.replay)
app.command()(replay.verify)
app.command()(bench.bench)
board.app.command()(drawing.layout)
board.app.command()(drawing.draw)
board.app.command()(gallery.gallery)
app.add_typer(board.app, name="board")


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
    """Run the command; whatever goes wrong is told in a sentence."""
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
        fail("that is a fault of ours; KOLEJ_DEBUG=1 shows where it happened: please report it")
