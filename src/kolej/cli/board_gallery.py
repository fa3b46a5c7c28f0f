"""``kolej board gallery``: a page with all boards."""

from __future__ import annotations

import os
import sys
import webbrowser
from html import escape as html
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from kolej.boards.errors import why
from kolej.cli.output import OUT, fail

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kolej: the boards</title>
<style>
:root {{ color-scheme: light dark }}
body {{ margin: 0 auto; max-width: 1600px; padding: 24px; font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#ece5d6, #15181a); color: light-dark(#26221d, #f0e9da) }}
picture, img {{ display: block; width: 100%; height: auto; border-radius: 8px; margin: 0 0 40px }}
h1, h2 {{ font-weight: 600 }}
</style>
<h1>Kolej</h1>
<p>The boards, as they are played on. <code>kolej play --board europe</code> plays on one.</p>
{boards}
</html>
"""


BOARD = """<h2>{title}</h2><p>{note}</p>
<picture><source srcset="{name}-dark.svg" media="(prefers-color-scheme: dark)">
<img src="{name}-light.svg" alt="The board {title}"></picture>"""


def gallery(
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where to draw them.", metavar="DIR")
    ] = None,
) -> None:
    """Draw all shipped boards and a page that shows them."""
    try:
        page = draw_boards(folder) / "index.html"
    except OSError as error:
        fail(f"the boards cannot be drawn there: {why(error)}")
    OUT.print(f"drew the boards: {escape(str(page))}", soft_wrap=True)
    if folder is None and _can_show():
        webbrowser.open(page.absolute().as_uri())


def draw_boards(folder: Path | None = None) -> Path:
    """Draw every shipped board in both themes, with a page that shows them; returns the folder."""
    import platformdirs

    from kolej.boards.drawing.export import draw
    from kolej.boards.layout.compute import layout_of
    from kolej.boards.load import load, shipped

    folder = folder or Path(platformdirs.user_cache_dir("kolej")) / "boards"
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, path in shipped().items():
        board = load(name)
        plan = layout_of(board, path)
        draw(folder / f"{name}-light.svg", board, plan, "light")
        draw(folder / f"{name}-dark.svg", board, plan, "dark")
        parts.append(BOARD.format(name=name, title=html(board.name.en), note=html(board.note)))
    (folder / "index.html").write_text(PAGE.format(boards="\n".join(parts)), encoding="utf-8")
    return folder


def _can_show() -> bool:
    """Whether there is a screen; a text browser in the terminal would be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
