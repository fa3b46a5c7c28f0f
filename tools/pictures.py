"""Draw the pictures of README and docs: every shipped board, light and dark, large and small.

    python tools/pictures.py [folder]

Pillow, if installed, reduces them to 256 colours, which makes them about a third as large.
"""

from __future__ import annotations

import io
import sys
from importlib import import_module
from pathlib import Path

from kolej.boards.drawing.export import png
from kolej.boards.drawing.picture import ThemeName, svg
from kolej.boards.layout.compute import layout_of
from kolej.boards.load import load, shipped

WIDTHS = {"nordic": 1200}
"""Pixels; tall boards are drawn narrower than the usual 1600."""
SMALL = 400


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    themes: tuple[ThemeName, ...] = ("light", "dark")
    for name, file in shipped().items():
        board = load(name)
        plan = layout_of(board, file)
        for theme in themes:
            large = png(svg(board, plan, theme), WIDTHS.get(name, 1600))
            small = png(svg(board, plan, theme, small=True), SMALL)
            for suffix, picture in (("", large), (f"-{SMALL}", small)):
                path = folder / f"{name}-{theme}{suffix}.png"
                path.write_bytes(packed(picture))
                print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def packed(picture: bytes) -> bytes:
    try:
        image = import_module("PIL.Image")
    except ImportError:
        return picture
    out = io.BytesIO()
    whole = image.open(io.BytesIO(picture)).convert("RGB")
    whole.quantize(colors=256, method=image.Quantize.MEDIANCUT, dither=image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return min(picture, out.getvalue(), key=len)


if __name__ == "__main__":
    main()
