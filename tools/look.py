"""Generates the look of boards for the web client: colours, the style of the printed board, card symbols.

``make look`` runs it; ``--check`` only reports whether the files are up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kolej.boards.drawing import sheet
from kolej.boards.drawing.svg import tag
from kolej.boards.drawing.symbols import SYMBOLS
from kolej.boards.drawing.theme import FILLS, THEMES

FOLDER = Path(__file__).parent.parent / "web" / "src" / "style"
HEAD = "Written by tools/look.py from kolej.boards.drawing; change it there, then: make look"
NAMES = {"locomotive": "loco"}


def main() -> None:
    written = {"palette.css": palette(), "printed.css": printed(), "cards.svg": cards()}
    stale = [name for name, text in written.items() if _read(FOLDER / name) != text]
    if "--check" in sys.argv[1:]:
        if stale:
            sys.exit(f"web/src/style/{stale[0]} is not what kolej.boards.drawing says now; run: make look")
        return
    for name in stale:
        (FOLDER / name).write_text(written[name], encoding="utf-8")
    print(f"written: {', '.join(stale) or 'nothing has changed'}")


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def palette() -> str:
    """Every colour of the light theme; those of the dark and contrast themes only where they differ."""
    light = sheet.tokens(THEMES["light"])
    blocks = [f"/* {HEAD} */", _block(":root", light)]
    for name in ("dark", "contrast"):
        own = sheet.tokens(THEMES[name])
        blocks.append(
            _block(f"[data-theme={name}]", {key: own[key] for key in own if own[key] != light[key]})
        )
    return "\n".join(blocks) + "\n"


def _block(selector: str, tokens: dict[str, str | float]) -> str:
    lines = [
        f"  --{name}: {value if isinstance(value, str) else f'{value:g}'};" for name, value in tokens.items()
    ]
    return "\n".join([f"{selector} {{", *lines, "}"])


def printed() -> str:
    colours = [f".printed .c-{name} {{ --c: var(--{name}); --on: var(--on-{name}); }}" for name in FILLS]
    return "\n".join([f"/* {HEAD} */", *colours, sheet.FILE.read_text(encoding="utf-8")])


def cards() -> str:
    symbols = [
        tag(
            "symbol",
            tag(
                "path",
                d=symbol.d,
                fill="currentColor" if symbol.stroke is None else "none",
                fill_rule="evenodd" if symbol.stroke is None else None,
                stroke=None if symbol.stroke is None else "currentColor",
                stroke_width=symbol.stroke,
            ),
            id=f"s-{NAMES.get(name, name)}",
            viewBox="0 0 20 20",
        )
        for name, symbol in SYMBOLS.items()
    ]
    opening = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute">'
    return "\n".join([opening, f"<!-- {HEAD} -->", *symbols, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
