"""How much room a name takes, measured with the shipped fonts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from typing import NamedTuple

from fontTools.ttLib import TTFont

from kolej.boards.layout.layout import Box

CITY = "FiraSansCondensed-SemiBold.ttf"
COUNTRY = "Alegreya-Bold.ttf"
LEADING = 1.02
"""Distance from baseline to baseline, in font sizes."""


class Glyph(NamedTuple):
    advance: float
    ink: Box | None
    """In font sizes, y upwards, relative to the pen on the baseline; None for a blank."""


class Block(NamedTuple):
    """Lines of text, one under the other."""

    lines: tuple[str, ...]
    starts: tuple[tuple[float, float], ...]
    """Where each baseline starts, relative to the top left corner of the ink."""
    width: float
    height: float


def ink(text: str, font: str) -> Box:
    """What the letters cover: left, top, right, bottom relative to the pen, in font sizes, y downwards."""
    pen, boxes = 0.0, []
    for letter in text:
        glyph = _glyph(font, letter)
        if glyph.ink is not None:
            left, low, right, high = glyph.ink
            boxes.append((pen + left, -high, pen + right, -low))
        pen += glyph.advance
    if not boxes:
        return (0.0, 0.0, pen, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def block(lines: Sequence[str], font: str, size: float, align: float) -> Block:
    """Lines set at a font size; align is 0 for flush left, 1 for flush right, 0.5 for centred."""
    inks = [ink(line, font) for line in lines]
    width = max(box[2] - box[0] for box in inks)
    top = min(box[1] + LEADING * row for row, box in enumerate(inks))
    bottom = max(box[3] + LEADING * row for row, box in enumerate(inks))
    starts = tuple(
        (
            ((width - (box[2] - box[0])) * align - box[0]) * size,
            (LEADING * row - top) * size,
        )
        for row, box in enumerate(inks)
    )
    return Block(tuple(lines), starts, width * size, (bottom - top) * size)


def broken(name: str, font: str) -> tuple[str, str] | None:
    """The name in two lines, as even as possible; None if it has no space to break at."""
    words = name.split(" ")
    if len(words) < 2:
        return None
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return min(ways, key=lambda way: max(_breadth(line, font) for line in way))


def _breadth(text: str, font: str) -> float:
    left, _, right, _ = ink(text, font)
    return right - left


@cache
def _glyph(font: str, letter: str) -> Glyph:
    face, cmap = _face(font)
    units = float(face["head"].unitsPerEm)
    name = cmap.get(ord(letter), ".notdef")
    advance = face["hmtx"][name][0] / units
    shape = face["glyf"][name]
    if shape.numberOfContours == 0:
        return Glyph(advance, None)
    box = (shape.xMin / units, shape.yMin / units, shape.xMax / units, shape.yMax / units)
    return Glyph(advance, box)


@cache
def _face(font: str) -> tuple[TTFont, dict[int, str]]:
    with as_file(files("kolej.boards") / "data" / "fonts" / font) as path:
        face = TTFont(path)
        cmap: dict[int, str] = face.getBestCmap()
        face["glyf"]  # read now, because the file may be gone later
        face["hmtx"]
    return face, cmap
