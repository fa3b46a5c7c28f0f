"""``kolej report``: a page about the results of an arena."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from kolej.boards.errors import why
from kolej.cli.output import OUT, fail


def report(
    results: Annotated[
        Path, typer.Argument(help="The folder given to kolej arena --out.", metavar="RESULTS")
    ],
    folder: Annotated[
        Path, typer.Option("-o", "--output", help="Where to write the page.", metavar="DIR")
    ] = Path("report"),
) -> None:
    """Write a page with plots: scores, points by source, tickets, and the routes on the board."""
    from kolej.arena.report.page import write
    from kolej.arena.results import Results, ResultsError
    from kolej.boards.errors import BoardError

    try:
        page = write(Results.open(results), folder)
    except (ResultsError, BoardError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {why(error)}")
    OUT.print(f"wrote {escape(str(page))}", soft_wrap=True)
