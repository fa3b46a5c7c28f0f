"""``kolej board layout`` and ``kolej board draw``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from kolej.cli.board import fetch
from kolej.cli.output import OUT, SAY, AsJson, Output, check_output, fail, gave_json
from kolej.cli.usage import board_names, whole

if TYPE_CHECKING:
    from kolej.boards.layout.layout import Layout
    from kolej.boards.layout.measure import Figures
    from kolej.boards.schema import Board

Fresh = Annotated[bool, typer.Option("--fresh", help="Compute the layout again, even if one is stored.")]


@contextmanager
def laying_out(name: str) -> Iterator[Callable[[float], None]]:
    """A progress bar that appears with the first progress, so that a stored layout shows none."""
    columns = (TextColumn("laying out {task.description}"), BarColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=SAY, transient=True)
    task = bar.add_task(escape(name), total=1.0)

    def progress(done: float) -> None:
        if not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield progress
    finally:
        if bar.live.is_started:
            bar.stop()


def plan_for(board: Board, path: Path, fresh: bool = False) -> Layout:
    from kolej.boards.layout.compute import layout_of

    with laying_out(board.name.en) as progress:
        return layout_of(board, path, progress, fresh)


def layout(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Boards, by name or path.", metavar="NAME...", autocompletion=board_names),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All shipped boards.")] = False,
    figures: Annotated[
        bool, typer.Option("--figures", help="Measure it: overlaps, sizes, positions.")
    ] = False,
    fresh: Fresh = False,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Find a place for every city, train space and label; measure the result."""
    import msgspec

    from kolej.boards.load import shipped

    chosen = [*(names or []), *(shipped() if every else [])]
    if not chosen:
        fail("which board? Name one, or use --all")
    check_output(output)
    plans = []
    for name in chosen:
        board, path = fetch(name)
        began = time.perf_counter()
        plan = plan_for(board, path, fresh)
        plans.append((board, plan, time.perf_counter() - began))
    if figures:
        measure(plans, as_json, output)
        return
    told = [msgspec.to_builtins(plan) for _, plan, _ in plans]
    if not gave_json(told[0] if len(told) == 1 else told, as_json, output):
        for _, plan, seconds in plans:
            length, breadth = plan.space
            OUT.print(
                f"{plan.board}: {plan.width:g} x {plan.height:g} units, {len(plan.spaces)} spaces "
                f"of {length:g} x {breadth:g}, {seconds:.1f} s"
            )


def measure(plans: list[tuple[Board, Layout, float]], as_json: bool, output: Path | None) -> None:
    """Print the figures of layouts; exit code 1 if any has a fault."""
    import msgspec

    from kolej.boards.layout.measure import figures

    measured = [(figures(plan, board), seconds) for board, plan, seconds in plans]
    told: list[dict[str, Any]] = [msgspec.to_builtins(found) for found, _ in measured]
    if not gave_json(told, as_json, output):
        OUT.print(_table(measured))
        for found, _ in measured:
            for fault in found.faults:
                OUT.print(f"{found.board}: {escape(str(fault))}", soft_wrap=True)
    if not all(found.clean for found, _ in measured):
        raise typer.Exit(1)


def _table(measured: list[tuple[Figures, float]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for found, _ in measured:
        table.add_column(found.board, justify="right")
    rows: list[tuple[str, Callable[[Figures], object]]] = [
        ("board, units", lambda f: f"{f.width:g} x {f.height:g}"),
        ("train spaces", lambda f: f.spaces),
        ("smallest space, units", lambda f: f"{f.length:g} x {f.breadth:g}"),
        ("largest space, units", lambda f: f"{f.largest_length:g} x {f.largest_breadth:g}"),
        ("spaces that overlap", lambda f: f.space_overlaps),
        ("spaces under a city", lambda f: f.spaces_under_cities),
        ("labels over a space", lambda f: f.labels_over_spaces),
        ("labels over a city", lambda f: f.labels_over_cities),
        ("labels over a label", lambda f: f.labels_over_labels),
        ("things outside the board", lambda f: f.outside),
        ("routes that cross", lambda f: f.crossings),
        ("unevenness of a route, units", lambda f: f"{f.unevenness:g}"),
        ("farthest city, % of the width", lambda f: f"{f.farthest:g}"),
        ("cities farther than 4 %", lambda f: ", ".join(f.far) or "none"),
    ]
    for head, value in rows:
        table.add_row(head, *(str(value(found)) for found, _ in measured))
    table.add_row("seconds", *(f"{seconds:.1f}" for _, seconds in measured))
    return table


def draw(
    name: Annotated[
        str,
        typer.Argument(
            help="A board's name, or the path of a board file.", metavar="NAME", autocompletion=board_names
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The picture: .svg, .png or .pdf.", metavar="FILE")
    ],
    theme: Annotated[Literal["light", "dark", "contrast"], typer.Option(help="Colours.")] = "light",
    language: Annotated[str, typer.Option(help="Language of the words and names, such as en.")] = "en",
    width: Annotated[
        int | None,
        whole("Width of a PNG in pixels; 1600 by default.", 1, 10000),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Redraw whenever the file is saved.")] = False,
    fresh: Fresh = False,
) -> None:
    """Draw a board as SVG, PNG or PDF."""
    from kolej.boards.drawing.export import PictureError, changes
    from kolej.boards.drawing.export import draw as draw_picture
    from kolej.boards.errors import BoardError
    from kolej.boards.load import find, load
    from kolej.boards.schema import LANGUAGES

    if language not in LANGUAGES:
        fail(f'there are no pictures in "{language}"; there are {", ".join(LANGUAGES)}')

    def once(anew: bool = False) -> None:
        board = load(name)
        plan = plan_for(board, find(name), anew)
        draw_picture(output, board, plan, theme, language, width)
        OUT.print(f"drew {escape(board.name.en)} to {escape(str(output))}", soft_wrap=True)

    try:
        once(fresh)
    except (BoardError, PictureError) as error:
        if not watch or isinstance(error, PictureError):
            fail(str(error))
        SAY.print(f"[red]error:[/red] {escape(str(error))}", soft_wrap=True)
    if not watch:
        return
    saves = changes(find(name))
    next(saves)
    SAY.print("[dim]watching; stop with Ctrl+C[/dim]")
    for _ in saves:
        try:
            once()
        except (BoardError, PictureError) as error:
            SAY.print(f"[red]error:[/red] {escape(str(error))}", soft_wrap=True)
