"""Reduces the web client's fonts to the characters and features that it uses.

The packages include small capitals, old-style figures and all of extended Latin: 75 kB for each face.
Run it when a font package changes: ``pip install brotli && python tools/fonts.py``.
"""

from __future__ import annotations

from pathlib import Path

from fontTools import subset

WEB = Path(__file__).parent.parent / "web"
LETTERS = {
    "latin": [
        *range(0x20, 0x100),
        0x131,
        *range(0x2010, 0x2030),
        0x2032,
        0x2033,
        0x2039,
        0x203A,
        0x2044,
        0x2212,
    ],
    "ext": [*range(0x100, 0x180), *range(0x218, 0x21C), 0x1E9E],
}
"""Latin-1 with typographic signs; Latin Extended-A, the Romanian commas, the capital sharp s."""
FEATURES = ["kern", "mark", "ccmp", "locl", "tnum", "lnum"]
SPACED = ["locl"]
POLISH = "ĄąĆćĘęŁłŃńŚśŹźŻż"
"""The italic is used for names of waters only, in the client's languages: widely spaced, without kerning."""


def main() -> None:
    folder = WEB / "src" / "style" / "fonts"
    folder.mkdir(exist_ok=True)
    style = (WEB / "src" / "style" / "fonts.css").read_text("utf-8")
    for found in sorted((WEB / "node_modules" / "@fontsource").glob("*/files/*-latin-*.woff2")):
        name = found.name.replace("latin-ext", "ext")
        if name in style:
            letters = LETTERS["ext" if name != found.name else "latin"]
            if "italic" in name:
                named = [
                    one
                    for one in letters
                    if chr(one) in f" '-.{POLISH}" or (one < 0x100 and chr(one).isalpha())
                ]
                cut(found, folder / name, named, SPACED)
            else:
                cut(found, folder / name, letters, FEATURES)


def cut(found: Path, made: Path, letters: list[int], features: list[str]) -> None:
    options = subset.Options(flavor="woff2", layout_features=features, hinting=False)
    font = subset.load_font(str(found), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    subset.save_font(font, str(made), options)
    print(f"{made.name}: {found.stat().st_size} -> {made.stat().st_size} bytes")


if __name__ == "__main__":
    main()
