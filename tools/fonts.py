"""Reduces the web client's fonts to the characters and features that it uses.

The packages include small capitals, old-style figures and all of extended Latin: 75 kB for each face.
Run it when a font package changes: ``pip install brotli && python tools/fonts.py``.
"""

from __future__ import annotations

from pathlib import Path

from fontTools import subset

WEB = Path(__file__).parent.parent / "web"
POLISH = "ĄąĆćĘęŁłŃńŚśŹźŻż"
NEAR = [ord(one) for one in f"{POLISH}ș"]
"""In texts and on shipped boards; in files of their own, because the others are rarely needed."""
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
    "near": NEAR,
    "ext": [one for one in (*range(0x100, 0x180), *range(0x218, 0x21C), 0x1E9E) if one not in NEAR],
}
"""Latin-1 with typographic signs; Polish; the rest of Latin Extended-A and a few more letters."""
FEATURES = ["kern", "mark", "ccmp", "locl", "tnum", "lnum"]
SPACED = ["locl"]


def main() -> None:
    folder = WEB / "src" / "style" / "fonts"
    folder.mkdir(exist_ok=True)
    style = (WEB / "src" / "style" / "fonts.css").read_text("utf-8")
    for found in sorted((WEB / "node_modules" / "@fontsource").glob("*/files/*-latin-*.woff2")):
        for part in ("near", "ext") if "latin-ext" in found.name else ("latin",):
            name = found.name.replace("latin-ext", part)
            if name in style:
                cut(found, folder / name, *contents(name, part))


def contents(name: str, part: str) -> tuple[list[int], list[str]]:
    """Letters and features of a file.

    The italic is used for names of waters only, in the client's languages: widely spaced, without kerning.
    """
    letters = LETTERS[part]
    if "italic" not in name:
        return letters, FEATURES
    return [one for one in letters if chr(one).isalpha() or chr(one) in " '-."], SPACED


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
