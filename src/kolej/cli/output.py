"""Output of the command line: tables and JSON to standard output, everything else to standard error."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from kolej.boards.errors import why

OUT = Console(highlight=False)
SAY = Console(stderr=True, highlight=False)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write the JSON to a file.", metavar="FILE")
]


def fail(message: str, code: int = 1) -> NoReturn:
    """Print an error and exit."""
    SAY.print(f"[red]error:[/red] {escape(message)}", soft_wrap=True)
    raise typer.Exit(code) if code == 1 else SystemExit(code)


def gave_json(value: Any, as_json: bool, output: Path | None) -> bool:
    """Write JSON to a file if one is named, print it if asked; True if nothing else should be printed."""
    if output is not None:
        check_output(output)
        text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
        try:
            output.write_text(text, "utf-8")
        except OSError as error:
            fail(f"{output}: {why(error)}")
    if as_json:
        print_json(value)
    return as_json


def check_output(*files: Path | None) -> None:
    """Exit before the work begins if its output could not be written."""
    for file in files:
        if file is not None and not file.absolute().parent.is_dir():
            fail(f"{file}: there is no folder {file.parent}")
        if file is not None and file.is_dir():
            fail(f"{file} is a folder; name a file in it")


def print_json(value: Any) -> None:
    """One JSON document on standard output, unchanged: not coloured, not wrapped."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")
