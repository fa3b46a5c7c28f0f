"""The shipped fonts embedded in a picture, reduced to the characters it uses."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "fonts"


@dataclass(frozen=True)
class Face:
    """A font file, and how a picture refers to it."""

    file: str
    family: str
    weight: int
    italic: bool = False

    @property
    def attributes(self) -> dict[str, str | float | None]:
        """Attributes of a ``text`` element. Some programs list a condensed font under its plain family."""
        condensed = self.family.endswith(" Condensed")
        families = [self.family, self.family.removesuffix(" Condensed")] if condensed else [self.family]
        return {
            "font_family": ", ".join([*families, "sans-serif" if condensed else "serif"]),
            "font_weight": str(self.weight),
            "font_stretch": "condensed" if condensed else None,
            "font_style": "italic" if self.italic else None,
        }


CITY = Face("FiraSansCondensed-SemiBold.ttf", "Fira Sans Condensed", 600)
COUNTRY = Face("Alegreya-Bold.ttf", "Alegreya", 700)
WATER = Face("Alegreya-MediumItalic.ttf", "Alegreya", 500, italic=True)
FACES = (CITY, COUNTRY, WATER)


def style(used: dict[Face, set[str]]) -> str:
    """A style sheet with every face that is used, reduced to its characters."""
    rules = []
    for face, letters in used.items():
        if known := letters & _letters(face):
            font = base64.b64encode(_subset(face, "".join(sorted(known)))).decode()
            rules.append(
                f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
                f"font-style:{'italic' if face.italic else 'normal'};"
                f'src:url(data:font/woff;base64,{font})format("woff")}}'
            )
    return "".join(rules)


def covers(text: Iterable[str]) -> bool:
    """Whether the shipped fonts have every character of the text."""
    return all(letter in _letters(CITY) or not letter.isprintable() for letter in set(text))


@cache
def _letters(face: Face) -> frozenset[str]:
    from fontTools.ttLib import TTFont

    with TTFont(FOLDER / face.file, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


@lru_cache(maxsize=32)
def _subset(face: Face, letters: str) -> bytes:
    from fontTools import subset

    options = subset.Options()
    options.flavor = "woff"
    options.hinting = False
    options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
    options.notdef_outline = True
    font = subset.load_font(FOLDER / face.file, options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    font.close()
    return out.getvalue()
