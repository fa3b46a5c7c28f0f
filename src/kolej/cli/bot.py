"""``kolej bot``: the bots to play against."""

from __future__ import annotations

import typer
from rich.markup import escape
from rich.table import Table

from kolej.cli.output import OUT, AsJson, Output, gave_json
from kolej.cli.usage import Program

app = typer.Typer(cls=Program, help="Bots: list them.", no_args_is_help=True)


@app.callback()
def bot() -> None:
    """Bots: list them."""


@app.command("list")
def listing(as_json: AsJson = False, output: Output = None) -> None:
    """List the shipped bots, and those of other packages. A bot in a file is path.py::MyBot."""
    from kolej.bots import BOTS, for_people
    from kolej.bots.characters import characters
    from kolej.bots.load import installed

    study = {name: listed for name, listed in BOTS.items() if listed.role == "study"}
    rows = [
        {"name": name, "about": listed.about, "role": listed.role, "from": "kolej"}
        for name, listed in (for_people() | study).items()
    ]
    for name, entry in installed().items():
        if name not in BOTS:
            package = entry.dist.name if entry.dist else entry.value
            rows.append({"name": name, "about": "", "role": "bot", "from": package})
    for row in rows:
        row["people"] = ", ".join(one.name for one in characters().get(row["name"], ()))
    if gave_json(rows, as_json, output):
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("name", "how it plays", "for", "seen in the browser as", "from"):
        table.add_column(head, no_wrap=head == "name")
    for row in rows:
        whom = {"level": "people, as a level", "bot": "people", "study": "study"}[row["role"]]
        table.add_row(escape(row["name"]), escape(row["about"]), whom, row["people"], escape(row["from"]))
    OUT.print(table)
    OUT.print(
        "[dim]path.py::MyBot is your own class; name@2ms gives a bot 2 ms for each choice[/dim]",
        soft_wrap=True,
    )
