"""Pictures as files: SVG as it is, PNG in pixels, PDF in vectors; redrawn while the board is edited."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

from kolej.boards.drawing import fonts
from kolej.boards.drawing.picture import ThemeName, svg
from kolej.boards.layout.layout import Layout
from kolej.boards.schema import Board

SUFFIXES = (".svg", ".png", ".pdf")
WIDTH = 1600
"""Default width of a PNG, in pixels."""
NARROW = 700
"""Pixels: a PNG narrower than this uses the drawing for small pictures."""
_WIDEST = 10_000
_TITLE = re.compile(r"<title\b[^>]*>([^<]*)</title>")
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


class PictureError(ValueError):
    """A picture could not be written; the message says why and what would help."""


def draw(
    path: Path,
    board: Board,
    plan: Layout,
    theme: ThemeName = "light",
    language: str = "en",
    width_px: int | None = None,
    small: bool | None = None,
) -> None:
    """Draw a board and write it in the format of the file's suffix.

    A PNG too narrow for the layout's names uses the drawing for small pictures, unless ``small`` is given.
    """
    if small is None:
        small = path.suffix.lower() == ".png" and width_px is not None and width_px < NARROW
    write(path, svg(board, plan, theme, language, small), width_px)


def write(path: Path, picture: str, width_px: int | None = None) -> None:
    """Write a picture in the format of the file's suffix, whole or not at all."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise PictureError(f"{path}: a picture is .svg, .png or .pdf, not {suffix or 'without a suffix'!r}")
    if not path.parent.is_dir():
        raise PictureError(f"{path}: there is no folder {path.parent}; make it first, or choose another")
    if path.is_dir():
        raise PictureError(f"{path}: this is a folder; give the name of a file in it")
    match suffix:
        case ".png":
            data = png(picture, width_px)
        case ".pdf":
            data = pdf(picture)
        case _:
            data = picture.encode()
    _replace(path, data)


def png(picture: str, width_px: int | None = None) -> bytes:
    """The picture in pixels; its height follows from its proportions."""
    width = WIDTH if width_px is None else width_px
    if not 1 <= width <= _WIDEST:
        raise PictureError(f"a picture is 1 to {_WIDEST} pixels wide, not {width}")
    import resvg_py  # imported here, because most programs that import boards draw no PNG

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            width=width,
            font_files=[str(fonts.FOLDER / face.file) for face in fonts.FACES],
            # System fonts are used only for characters that the shipped fonts lack.
            skip_system_fonts=_ours(picture),
        )
    )


def pdf(picture: str) -> bytes:
    """The picture as one page with the board's proportions, in vectors; text stays text."""
    try:
        import typst
    except ImportError as error:
        raise PictureError(
            'PDF needs the package typst: pip install "kolej[pictures]"; SVG and PNG work without it'
        ) from error
    size = _SIZE.search(picture)
    if size is None:
        raise PictureError("this SVG has no size: width and height are missing")
    width, height = size.groups()
    with tempfile.TemporaryDirectory(prefix="kolej-") as folder:
        (Path(folder) / "board.svg").write_text(picture, encoding="utf-8")
        page = Path(folder) / "page.typ"
        page.write_text(
            f"#set page(width: {width}pt, height: {height}pt, margin: 0pt)\n"
            "#set document(title: sys.inputs.title, date: none)\n"
            '#image("board.svg", width: 100%, height: 100%)\n',
            encoding="utf-8",
        )
        made = typst.compile(
            str(page),
            font_paths=[str(fonts.FOLDER)],
            ignore_system_fonts=_ours(picture),
            sys_inputs={"title": unescape(title[1]) if (title := _TITLE.search(picture)) else "Kolej"},
            format="pdf",
        )
    if not isinstance(made, bytes):
        raise PictureError("the PDF came out in several parts; write a PNG or an SVG instead")
    return made


def _ours(picture: str) -> bool:
    """Whether the shipped fonts have every character in the picture."""
    return fonts.covers(re.sub(r"<style>.*?</style>|<[^>]*>", "", picture, flags=re.S))


def _replace(path: Path, data: bytes) -> None:
    """Write to a temporary file and move it into place, so that nobody reads half a picture."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise PictureError(f"{path}: cannot be written ({error.strerror}); choose another place") from error


def changes(path: Path, pause: float = 0.3, wait: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Yield once at the start and again whenever the file is saved, until the caller stops.

    Editors often save by moving a new file over the old one, so the file may be missing for a moment.
    """
    seen = object()
    while True:
        now = _state(path)
        if now is not None and now != seen:
            seen = now
            yield
        wait(pause)


def watch(path: Path, draw: Callable[[], None], pause: float = 0.3) -> None:
    """Call ``draw`` now and after every change of the file, until interrupted (Ctrl+C)."""
    try:
        for _ in changes(path, pause):
            draw()
    except KeyboardInterrupt:
        return


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return (stat.st_mtime_ns, stat.st_size, stat.st_ino)
