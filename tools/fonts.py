"""Reduces the web client's fonts to the characters and features that it uses, and writes their style sheet.

The packages include small capitals, old-style figures and all of extended Latin: 75 kB for each face.
Run it when a font package changes: ``pip install brotli && python tools/fonts.py``, then ``make fmt``.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

WEB = Path(__file__).parent.parent / "web"
STYLE = WEB / "src" / "style"
HEAD = "/* SIL Open Font License 1.1, from npm @fontsource, cut down and written by tools/fonts.py. */\n"

ACCENTED = "ÄÅÈÉÖØÜßàáäåæçèéêëìíïñòóôöøùúü"
POLISH = "ĄąĆćĘęŁłŃńŚśŹźŻż"
SIGNS = (0x2032, 0x2033, 0x2039, 0x203A, 0x2044)
LATIN = (*range(0x20, 0x7F), 0xA0, 0xB7, *map(ord, ACCENTED), *range(0x2010, 0x2030), 0x2212)
NEAR = (*map(ord, POLISH), ord("ș"))
LETTERS: dict[str, tuple[int, ...]] = {
    "latin": LATIN,
    "rare": tuple(one for one in (*range(0xA1, 0x100), 0x131, *SIGNS) if one not in LATIN),
    "near": NEAR,
    "ext": tuple(
        one for one in (*range(0x100, 0x180), *range(0x218, 0x21C), 0x1E9E) if one not in (*NEAR, 0x131)
    ),
}
"""The files of a face. Texts and shipped boards need ``latin`` and, in Polish and for some cities, ``near``;
names of people and boards of one's own may need the others, which are fetched only then."""
SOURCES = {"latin": "latin", "rare": "latin", "near": "latin-ext", "ext": "latin-ext"}
FEATURES = ("kern", "mark", "ccmp", "locl", "tnum", "lnum")


class Face(NamedTuple):
    family: str
    weight: int
    style: str = "normal"
    parts: tuple[str, ...] = ("ext", "rare", "near", "latin")

    @property
    def package(self) -> str:
        return self.family.lower().replace(" ", "-")

    def file(self, part: str) -> str:
        return f"{self.package}-{part}-{self.weight}-{self.style}.woff2"

    def letters(self, part: str) -> tuple[int, ...]:
        """The italic is for names of waters only, in the client's languages: widely spaced, not kerned."""
        if self.style != "italic":
            return LETTERS[part]
        return tuple(one for one in LETTERS[part] if chr(one).isalpha() or chr(one) in " '-.")

    @property
    def features(self) -> tuple[str, ...]:
        return ("locl",) if self.style == "italic" else FEATURES


FACES = (
    Face("Fira Sans", 400),
    Face("Fira Sans", 600),
    Face("Fira Sans Condensed", 600),
    Face("Alegreya", 700),
    Face("Alegreya", 500, "italic", ("near", "latin")),
)


def main() -> None:
    folder = STYLE / "fonts"
    folder.mkdir(exist_ok=True)
    rules = [HEAD]
    for face in FACES:
        for part in face.parts:
            source = WEB / "node_modules/@fontsource" / face.package / "files" / face.file(SOURCES[part])
            cut(source, folder / face.file(part), face.letters(part), face.features)
            rules.append(rule(face, part))
    (STYLE / "fonts.css").write_text("".join(rules), "utf-8")


def rule(face: Face, part: str) -> str:
    return (
        f'@font-face {{\n  font-family: "{face.family}";\n  font-style: {face.style};\n'
        f"  font-weight: {face.weight};\n  font-display: swap;\n"
        f'  src: url("./fonts/{face.file(part)}") format("woff2");\n'
        f"  unicode-range: {ranges(LETTERS[part])};\n}}\n"
    )


def ranges(letters: Iterable[int]) -> str:
    """Characters as CSS writes them: neighbours as a range."""
    found: list[list[int]] = []
    for one in sorted(letters):
        if found and found[-1][1] == one - 1:
            found[-1][1] = one
        else:
            found.append([one, one])
    return ", ".join(f"U+{a:04X}" if a == b else f"U+{a:04X}-{b:04X}" for a, b in found)


def cut(found: Path, made: Path, letters: Iterable[int], features: Iterable[str]) -> None:
    from fontTools import subset

    options = subset.Options(flavor="woff2", layout_features=list(features), hinting=False)
    font = subset.load_font(str(found), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    subset.save_font(font, str(made), options)
    print(f"{made.name}: {found.stat().st_size} -> {made.stat().st_size} bytes")


if __name__ == "__main__":
    main()
