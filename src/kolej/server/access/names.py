"""Names and chat as they are stored: no hidden characters, no line breaks, nothing that leaves its line."""

from __future__ import annotations

import unicodedata

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as printable but show nothing; a name of them would be invisible."""
MOST_MARKS = 3
"""Combining marks on one letter: as many as languages need; more would cover neighbouring lines."""


def tidied(text: str) -> str:
    """Compose a text: unseen characters become spaces, spaces are single, excess marks are dropped."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        if not sign.isprintable() or sign in BLANK:
            sign = " "
        if unicodedata.category(sign) in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
        kept.append(sign)
    return " ".join("".join(kept).split())


def good_name(name: str, most: int = 30) -> str | None:
    """A name as it is stored, or None if it hides something: bidirectional overrides, characters without
    width, stacked marks."""
    composed = " ".join(unicodedata.normalize("NFC", name).split())
    return composed if composed and composed == tidied(composed) and len(composed) <= most else None
