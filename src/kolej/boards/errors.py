"""Errors about board files: where the fault is, what is wrong, and what would fix it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Literal

import msgspec

from kolej.boards.line_numbers import Path


class Fault(msgspec.Struct, frozen=True, order=True):
    """One fault or warning in a board file."""

    file: str
    line: int
    key: str
    reason: str
    code: str = ""
    """For a warning: the code that ``acknowledge`` takes to accept it."""
    severity: Literal["fault", "warning"] = "fault"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: {self.key}: " if self.key else f"{self.file}:{self.line}: "
        return place + self.reason


class BoardError(ValueError):
    """A board cannot be loaded; the message says why and what would help."""

    def __init__(self, message: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


def dotted(path: Path) -> str:
    """``("routes", 41, "b")`` as ``routes[41].b``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def shown(value: Any) -> str:
    """A value as it would be written in the file, shortened to fit in a sentence."""
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = f'"{value}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            text = str(value)
    return text if len(text) <= 50 else text[:47] + "..."


def folded(name: str) -> str:
    """A name without case, accents and punctuation, for comparing what people type."""
    plain = name.replace("ł", "l").replace("Ł", "L").replace("ø", "o").replace("Ø", "O")
    letters = unicodedata.normalize("NFKD", plain).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def nearest(word: str, names: Iterable[str], known_as: dict[str, str] | None = None) -> str:
    """``; did you mean "x"?``, or an empty string. ``known_as`` maps other spellings to their name."""
    choices = {folded(name): name for name in names}
    for spelling, name in (known_as or {}).items():
        choices.setdefault(folded(spelling), name)
    found = get_close_matches(folded(str(word)[:80]), choices, n=1, cutoff=0.6)
    return f'; did you mean "{choices[found[0]]}"?' if found else ""


def inline(message: object, most: int = 300) -> str:
    """A message as the rest of a sentence: in lower case, unless it starts with a name such as JSON.

    >>> inline("JSON is malformed: invalid character")
    'JSON is malformed: invalid character'
    >>> inline("Expected `int`, got `str`")
    'expected "int", got "str"'
    """
    text = str(message).replace("`", '"')
    if not (text[:2].isalpha() and text[:2].isupper()):
        text = text[:1].lower() + text[1:]
    return text if len(text) <= most else text[: most - 3] + "..."


def why(error: OSError) -> str:
    """Why the operating system refused."""
    return (error.strerror or "unknown error").lower()
