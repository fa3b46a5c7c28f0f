"""SVG as text: elements, numbers and escaping."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kolej.boards.layout.layout import Point

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 forbids, even escaped."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text).translate(_ESCAPES)


def number(value: float) -> str:
    """At most two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element. Children are markup; attributes are escaped, and left out if None.

    ``stroke_width`` becomes ``stroke-width``, and ``class_`` becomes ``class``. A colour with an alpha
    is written as two attributes, for programs that do not support such colours.
    """
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        key = key.rstrip("_").replace("_", "-")
        if isinstance(value, str):
            if key in ("fill", "stroke") and len(value) == 9 and value[0] == "#":
                words.append(f'{key}-opacity="{number(int(value[7:], 16) / 255)}"')
                value = value[:7]
            words.append(f'{key}="{escaped(value)}"')
        else:
            words.append(f'{key}="{number(value)}"')
    if not children:
        return f"<{' '.join(words)}/>"
    return f"<{' '.join(words)}>{''.join(children)}</{name}>"


def points(line: Iterable[Point]) -> str:
    return "L".join(f"{number(x)} {number(y)}" for x, y in line)


def smooth(line: Sequence[Point]) -> str:
    """Path data of a curve through the midpoints of a line's segments, from its first to its last point."""
    (x, y), *rest = line
    path = f"M{number(x)} {number(y)}"
    if len(rest) == 1:
        return f"{path}L{points(rest)}"
    for i, (x, y) in enumerate(rest[:-1]):
        after = rest[i + 1]
        end = after if i == len(rest) - 2 else ((x + after[0]) / 2, (y + after[1]) / 2)
        path += f"Q{number(x)} {number(y)} {points([end])}"
    return path
