"""``kolej lesson``: list lessons, and check a lesson by playing it."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from kolej.cli.output import OUT, SAY, AsJson, Output, gave_json
from kolej.cli.usage import Program

app = typer.Typer(cls=Program, no_args_is_help=True, help="Lessons: list them, check one of your own.")


@app.command("list")
def list_lessons(as_json: AsJson = False, output: Output = None) -> None:
    """List the lessons that come with Kolej."""
    from kolej.lessons.load import lessons

    rows = [
        {
            "name": file.id,
            "title": file.lesson.title["en"],
            "board": file.lesson.board,
            "minutes": file.lesson.minutes,
            "steps": len(file.lesson.steps),
        }
        for file in lessons()
    ]
    if gave_json(rows, as_json, output):
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("name", "title", "board", "minutes", "steps"):
        table.add_column(head, justify="right" if head in ("minutes", "steps") else "left")
    for row in rows:
        table.add_row(*(escape(str(value)) for value in row.values()))
    OUT.print(table)


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(help="Lesson files, or names of lessons.", metavar="FILE...")],
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Explain every fault in lesson files and play their solutions; exit code 0 only if all are won."""
    told = [_checked(name) for name in files]
    if not gave_json(told, as_json, output):
        for report in told:
            _tell(report)
    if any(report["faults"] for report in told):
        raise typer.Exit(1)


def _checked(name: str) -> dict[str, Any]:
    import msgspec

    from kolej.lessons.checks import check as check_lesson
    from kolej.lessons.load import LessonError, find, read

    report: dict[str, Any] = {"file": name, "faults": [], "moves": None, "points": None, "over": None}
    try:
        file = read(find(name))
        faults, played = check_lesson(file)
    except LessonError as error:
        faults, played = error.faults, None
        if not faults:
            return report | {"faults": [{"reason": str(error)}]}
    report["faults"] = [msgspec.to_builtins(fault) | {"text": str(fault)} for fault in faults]
    if played is not None:
        report |= {"moves": played.moves, "points": played.points, "over": played.over}
    return report


def _tell(report: dict[str, Any]) -> None:
    for fault in report["faults"]:
        if "text" in fault:
            OUT.print(escape(fault["text"]), soft_wrap=True)
        else:
            SAY.print(f"[red]error:[/red] {escape(fault['reason'])}", soft_wrap=True)
    count = len(report["faults"])
    if count:
        OUT.print(f"{escape(report['file'])}: {count} fault{'' if count == 1 else 's'}", soft_wrap=True)
    else:
        end = "the game is over" if report["over"] else "the game could go on"
        said = f"played and won: {report['moves']} moves, {report['points']} points, {end}"
        OUT.print(f"{escape(report['file'])}: {said}", soft_wrap=True)
