"""How the command line talks: tables to standard output, everything else to standard error."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

OUT = Console(highlight=False)
SAY = Console(stderr=True, highlight=False)


def fail(message: str, code: int = 1) -> NoReturn:
    """Say why, and stop."""
    SAY.print(f"[red]error:[/red] {escape(message)}", soft_wrap=True)
    raise typer.Exit(code) if code == 1 else SystemExit(code)


def print_json(value: Any) -> None:
    """One JSON document on standard output, as it is: not coloured, not wrapped."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")
