"""Find lesson files and read them."""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from kolej import __version__
from kolej.boards.errors import Fault, dotted, inline, nearest, why
from kolej.boards.line_numbers import Path as KeyPath
from kolej.boards.line_numbers import line_of, positions
from kolej.game.record import Record, Source
from kolej.game.rulebook import Rulebook, rulebook
from kolej.lessons.schema import Lesson, Script, script

SHIPPED = Path(__file__).parent / "data"
MOST_BYTES = 200_000
_PLACE = re.compile(r" - at `\$([^`]*)`$")


class LessonError(ValueError):
    """A lesson cannot be read or played; the message says why and where."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class LessonFile(NamedTuple):
    """A lesson as it was read, with the lines of its keys."""

    id: str
    path: Path
    content: str
    """The SHA-256 of the file."""
    lesson: Lesson
    lines: dict[KeyPath, int]

    def fault(self, path: KeyPath, reason: str) -> Fault:
        return Fault(self.path.name, line_of(self.lines, path), dotted(path), reason)

    @property
    def script(self) -> Script:
        return script(self.id, self.content, self.lesson)

    def book(self) -> Rulebook:
        """The rulebook of its board; raises ``BoardError``."""
        return rulebook(self.lesson.board, self.lesson.options)

    def position(self, book: Rulebook) -> Record:
        """The position that it starts from."""
        return Record(
            kolej=__version__,
            board=book.board.id,
            content=book.content,
            options=book.options,
            seats=len(self.lesson.seats),
            source=Source(kind="outcomes"),
            deal=self.lesson.position.deal,
            moves=self.lesson.position.moves,
        )


def shipped() -> dict[str, Path]:
    """The lessons that come with Kolej, by name."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.toml"))}


@cache
def lessons() -> tuple[LessonFile, ...]:
    """The lessons that come with Kolej, in the order in which they are offered."""
    found = [read(path) for path in shipped().values()]
    return tuple(sorted(found, key=lambda each: (each.lesson.order, each.id)))


def find(name: str) -> Path:
    """The file of a lesson, given its name or path."""
    if name in shipped():
        return shipped()[name]
    path = Path(name).expanduser()
    if path.suffix == ".toml" or path.is_file():
        if path.exists():
            return path
        raise LessonError(f'there is no file "{name}"')
    hint = nearest(name, shipped()) or f"; there are {', '.join(shipped())}, or give the path of a file"
    raise LessonError(f'there is no lesson "{name}"{hint}')


def read(path: Path) -> LessonFile:
    """A lesson file; raises ``LessonError`` with the place of what is wrong."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise _broken(path, 1, f"this is not a text file of at most {MOST_BYTES // 1000} kB")
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
        raw = tomllib.loads(text)
        lines = positions(text)
    except OSError as error:
        raise _broken(path, 1, f"cannot be read: {why(error)}") from None
    except UnicodeDecodeError:
        raise _broken(path, 1, "the text is not UTF-8; save the file in that encoding") from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise _broken(path, line, f"this is not TOML: {inline(error)}") from None
    try:
        lesson = msgspec.convert(raw, Lesson)
    except msgspec.ValidationError as error:
        place = _place(str(error))
        reason = inline(_PLACE.sub("", str(error)))
        raise _broken(path, line_of(lines, place), reason, dotted(place)) from None
    return LessonFile(path.stem, path, hashlib.sha256(data).hexdigest(), lesson, lines)


def _place(message: str) -> KeyPath:
    """The keys that a message of msgspec's names: ``$.steps[2].text``."""
    found = _PLACE.search(message)
    parts: list[Any] = re.findall(r"[\w-]+", found[1]) if found else []
    return tuple(int(part) if part.isdecimal() else part for part in parts)


def _broken(path: Path, line: int, reason: str, key: str = "") -> LessonError:
    fault = Fault(path.name, line, key, reason)
    return LessonError(str(fault), (fault,))
