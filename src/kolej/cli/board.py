"""``kolej board``: list, show, check, create, lay out and draw boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from kolej.cli.output import OUT, SAY, AsJson, Output, fail, gave_json
from kolej.cli.usage import Program, board_names

if TYPE_CHECKING:
    from kolej.boards.load import Report
    from kolej.boards.schema import Board

app = typer.Typer(
    cls=Program,
    no_args_is_help=True,
    help="Boards: list, show, check, lay out and draw them; start one of your own.",
)

Name = Annotated[
    str,
    typer.Argument(
        help="A board's name, or the path of a board file.", metavar="NAME", autocompletion=board_names
    ),
]


def fetch(name: str | Path) -> tuple[Board, Path]:
    """A board and its file; exits with an error message if there is none."""
    from kolej.boards.errors import BoardError
    from kolej.boards.load import find, load

    try:
        return load(name), find(name)
    except BoardError as error:
        fail(str(error))


@app.command("list")
def list_boards(as_json: AsJson = False, output: Output = None) -> None:
    """List all boards, shipped ones and your own."""
    from kolej.boards.load import check_file, folders, own, shipped

    rows = []
    for whose, boards in (("shipped", shipped()), ("own", own())):
        for name, path in boards.items():
            rows.append(_row(name, path, whose, check_file(path)))
    if gave_json(rows, as_json, output):
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("name", "title", "players", "cities", "tracks", "tickets", ""):
        table.add_column(head, justify="right" if head in ("cities", "tracks", "tickets") else "left")
    for row in rows:
        remark = row["path"] if row["whose"] == "own" else escape(row.get("note", ""))
        if row["faults"]:
            remark = f"[red]{row['faults']} faults; kolej board check {escape(row['path'])}[/red]"
        values = [row.get(key, "") for key in ("title", "players", "cities", "tracks", "tickets")]
        table.add_row(row["name"], *map(str, values), remark)
    OUT.print(table)
    SAY.print(f"[dim]put your own boards into {escape(str(folders()[0]))}[/dim]", soft_wrap=True)


def _row(name: str, path: Path, whose: str, report: Report) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "whose": whose, "path": str(path), "faults": len(report.faults)}
    board = report.board
    if board is not None:
        least, most = board.rules.players
        row |= {
            "title": board.name.en,
            "players": f"{least}-{most}",
            "cities": len(board.cities),
            "tracks": len(board.routes),
            "tickets": len(board.tickets),
            "note": board.note,
        }
    return row


@app.command()
def show(
    name: Name,
    routes: Annotated[bool, typer.Option("--routes", help="List the routes.")] = False,
    tickets: Annotated[bool, typer.Option("--tickets", help="List the tickets.")] = False,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Show a board: its numbers and rules; its routes and tickets on request."""
    from kolej.boards.describe import facts
    from kolej.boards.load import digest

    board, path = fetch(name)
    told = facts(board) | {"content": digest(path), "path": str(path.resolve())}
    if gave_json(told, as_json, output):
        return
    names = {place.id: place.name for place in board.cities}
    names |= {country.id: country.shown.en for country in board.countries}
    if routes:
        OUT.print(_routes(board, names))
    if tickets:
        OUT.print(_tickets(board, names))
    if not (routes or tickets):
        OUT.print(f"[bold]{escape(board.name.en)}[/bold]  {escape(board.note)}")
        OUT.print(
            f"{len(board.cities)} cities, {len(board.routes)} tracks, "
            f"{sum(route.length for route in board.routes)} spaces, {len(board.tickets)} tickets"
        )
        OUT.print(_rules(board))


def _rules(board: Board) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for key in board.rules.__struct_fields__:
        value = getattr(board.rules, key)
        match value:
            case bool():
                text = "yes" if value else "no"
            case tuple():
                text = ", ".join(map(str, value)) or "-"
            case dict():
                text = ", ".join(f"{length}: {points}" for length, points in value.items())
            case int() | str():
                text = str(value)
            case _:
                text = ", ".join(f"{card} {getattr(value, card)}" for card in value.__struct_fields__)
        table.add_row(key.replace("_", " "), text)
    return table


def _routes(board: Board, names: dict[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("from", "to", "length", "colour", "kind", "points"):
        table.add_column(head, justify="right" if head in ("length", "points") else "left")
    for route in board.routes:
        kind: str = "" if route.kind == "normal" else route.kind
        if route.locomotives:
            kind += f", {route.locomotives} locomotive{'s' if route.locomotives > 1 else ''}"
        if route.swap:
            kind = f"any {route.swap} cards stand for one"
        points = str(board.rules.route_points[route.length])
        ends = (escape(names[route.a]), escape(names[route.b]))
        table.add_row(*ends, str(route.length), route.colour, kind, points)
    return table


def _tickets(board: Board, names: dict[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("from", "to", "points", ""):
        table.add_column(head, justify="right" if head == "points" else "left")
    for ticket in board.tickets:
        ends = (escape(names[ticket.a]), escape(names[ticket.b]))
        table.add_row(*ends, str(ticket.points), "long" if ticket.long else "")
    return table


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(help="Board files, or names of boards.", metavar="FILE...")],
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Explain every fault in board files; exit code 0 only if there are none."""
    import msgspec

    from kolej.boards.errors import BoardError
    from kolej.boards.load import check_file, find

    reports, missing = [], []
    for name in files:
        try:
            reports.append(check_file(find(name)))
        except BoardError as error:
            missing.append({"file": name, "reason": str(error)})
    told = [msgspec.to_builtins(report) for report in reports]
    for values in told:
        values["playable"] = values.pop("board") is not None
    if not gave_json({"reports": told, "missing": missing}, as_json, output):
        for report in reports:
            _tell(report)
        for absent in missing:
            SAY.print(f"[red]error:[/red] {escape(absent['reason'])}", soft_wrap=True)
    if missing or any(report.faults for report in reports):
        raise typer.Exit(1)


def _tell(report: Report) -> None:
    for colour, word, found in (("red", "fault", report.faults), ("yellow", "warning", report.warnings)):
        for fault in found:
            key = f"{escape(fault.key)}: " if fault.key else ""
            tail = ""
            if fault.code not in ("", "acknowledge"):
                tail = f' [dim]\\[acknowledge "{escape(fault.code)}"][/dim]'
            OUT.print(
                f"{escape(fault.file)}:{fault.line}: [{colour}]{word}[/{colour}] "
                f"[bold]{key}[/bold]{escape(fault.reason)}{tail}",
                soft_wrap=True,
            )
    said = f"{_counted(len(report.faults), 'fault')}, {_counted(len(report.warnings), 'warning')}"
    if report.acknowledged:
        said += f" ({report.acknowledged} more acknowledged)"
    OUT.print(f"{escape(report.file)}: {said}", soft_wrap=True)


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE")],
    like: Annotated[str | None, typer.Option(help="Start from a copy of this board.", metavar="NAME")] = None,
) -> None:
    """Write a commented board file that can be played at once, to change as you like."""
    from kolej.boards.errors import BoardError
    from kolej.boards.starter import start

    try:
        written = start(file, like)
    except BoardError as error:
        fail(str(error))
    OUT.print(f"wrote {escape(str(written))}; next:", soft_wrap=True)
    OUT.print(f"  kolej board draw {escape(str(written))} -o {escape(written.stem)}.svg", soft_wrap=True)
    OUT.print(f"  kolej board check {escape(str(written))}", soft_wrap=True)
