"""Find a board by name or path, read it, check it."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import platformdirs

from kolej.boards.checks.faults import faults
from kolej.boards.checks.warnings import warnings
from kolej.boards.errors import BoardError, Fault, dotted, inline, nearest, why
from kolej.boards.line_numbers import line_of, positions
from kolej.boards.parsing.draft import Draft, Finding, made_ids
from kolej.boards.parsing.reader import draft
from kolej.boards.schema import Board

SHIPPED = Path(__file__).parent / "data"
MOST_BYTES = 1_000_000


class Report(msgspec.Struct, frozen=True):
    """What a check of a board file found."""

    file: str
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    acknowledged: int
    """How many warnings the file acknowledges."""
    board: Board | None
    """The board, or None if it has faults."""


def folders() -> list[Path]:
    """Folders of the user's own boards: those in ``KOLEJ_BOARDS``, then the default one."""
    named = [Path(part).expanduser() for part in os.environ.get("KOLEJ_BOARDS", "").split(os.pathsep) if part]
    return [*named, Path(platformdirs.user_data_dir("kolej")) / "boards"]


def shipped() -> dict[str, Path]:
    """The boards that come with Kolej, by name."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.toml"))}


def for_lessons() -> dict[str, Path]:
    """The small boards of lessons, by name; found by their names, but listed nowhere."""
    return {path.stem: path for path in sorted((SHIPPED / "lessons").glob("*.toml"))}


def own() -> dict[str, Path]:
    """The user's own boards by name; a shipped board wins if the names are equal."""
    found: dict[str, Path] = {}
    for folder in folders():
        try:
            paths = [folder] if folder.is_file() else sorted(folder.glob("*.toml"))
        except OSError:
            continue
        for path in paths:
            if path.stem not in shipped():
                found.setdefault(path.stem, path)
    return found


def find(name: str | Path) -> Path:
    """The file of a board, given its name or path."""
    text = str(name)
    named = shipped() | own()
    known = for_lessons() | named
    if text in known:
        return known[text]
    path = Path(text).expanduser()
    looks_like_path = path.suffix == ".toml" or os.sep in text or "/" in text
    if path.is_dir():
        raise BoardError(f'"{text}" is a folder; name a board file in it, such as {path / "my-board.toml"}')
    if looks_like_path or path.is_file():
        if path.exists():
            return path
        near = nearest(path.name, _siblings(path)) or "; kolej board list shows the boards there are"
        raise BoardError(f'there is no file "{text}"{near}')
    hint = nearest(text, named) or f"; there are {', '.join(named)}, or give the path of a file"
    raise BoardError(f'there is no board "{text}"{hint}')


def _siblings(path: Path) -> Iterator[str]:
    try:
        yield from (other.name for other in path.parent.glob("*.toml"))
    except OSError:
        return


def load(name: str | Path) -> Board:
    """A board by name or path, checked; raises ``BoardError`` with all its faults."""
    return _faultless(check_file(find(name)), str(name))


def load_bytes(data: bytes, path: Path) -> Board:
    """The board in these bytes, read from a file called ``path``; raises ``BoardError``."""
    return _faultless(check_bytes(data, path), str(path))


def _faultless(report: Report, name: str) -> Board:
    if report.board is None:
        count = len(report.faults)
        head = "a fault" if count == 1 else f"{count} faults"
        lines = "\n".join(f"  {fault}" for fault in report.faults)
        raise BoardError(f'the board "{name}" has {head}:\n{lines}', report.faults)
    return report.board


def content_hash(data: bytes) -> str:
    """The hash of a board file's bytes, by which a record names the board."""
    return hashlib.sha256(data).hexdigest()


def digest(path: Path) -> str:
    """The content hash of a board file."""
    return content_hash(path.read_bytes())


def read_board(path: Path) -> bytes:
    """The bytes of a board file; raises ``BoardError`` if the file cannot be a board."""
    found = _bytes(path)
    if isinstance(found, Report):
        _faultless(found, str(path))
        raise AssertionError("an unreadable file must have a fault")
    return found


def check_file(path: Path) -> Report:
    """Read and check a board file; faults are returned, never raised."""
    found = _bytes(path)
    return found if isinstance(found, Report) else check_bytes(found, path)


def _bytes(path: Path) -> bytes | Report:
    try:
        if not path.is_file():
            return _unreadable(path, 1, "this is not a regular file; a board is a text file")
        if path.stat().st_size > MOST_BYTES:
            return _unreadable(
                path, 1, f"the file is larger than {MOST_BYTES // 1000} kB, too large for a board"
            )
        return path.read_bytes()
    except OSError as error:
        return _unreadable(path, 1, f"cannot be read: {why(error)}")


def check_bytes(data: bytes, path: Path) -> Report:
    """Check the bytes of a board file called ``path``."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return _unreadable(path, line, "the text is not UTF-8; save the file in that encoding")
    return check_text(text, path)


def check_text(text: str, path: Path) -> Report:
    """Check the text of a board file called ``path``."""
    try:
        raw = tomllib.loads(text)
        lines = positions(text)
    except tomllib.TOMLDecodeError as error:
        return _unreadable(path, *_toml_fault(error, text))
    except (RecursionError, ValueError):
        return _unreadable(path, 1, "this is not a board: a number is too large or the nesting too deep")

    told: list[Finding] = []
    kept = draft(raw, lambda where, reason: told.append(Finding(where, reason)))
    sketch = Draft(kept)
    told.extend(faults(sketch))
    acknowledged, warned = set(kept.get("acknowledge", ())), list(warnings(sketch))
    codes = {finding.code for finding in warned}
    open_warnings = [finding for finding in warned if finding.code not in acknowledged]
    for i, code in enumerate(kept.get("acknowledge", ())):
        if code not in codes:
            reason = f'"{code}" acknowledges a warning that was not raised{nearest(code, codes)}'
            open_warnings.append(Finding(("acknowledge", i), reason, "acknowledge"))

    def placed(findings: list[Finding]) -> tuple[Fault, ...]:
        return tuple(
            sorted(
                Fault(
                    path.name,
                    line_of(lines, finding.path),
                    dotted(finding.path),
                    finding.reason,
                    finding.code,
                    "warning" if finding.code else "fault",
                )
                for finding in findings
            )
        )

    board = None if told else _board(kept)
    count = len(warned) - sum(finding.code in codes for finding in open_warnings)
    return Report(str(path), placed(told), placed(open_warnings), count, board)


def _board(kept: dict[str, object]) -> Board:
    routes = kept["routes"]
    assert isinstance(routes, list)
    named = [route | {"id": name} for route, name in zip(routes, made_ids(routes), strict=True)]
    return msgspec.convert(kept | {"routes": named}, Board)


def _unreadable(path: Path, line: int, reason: str) -> Report:
    return Report(str(path), (Fault(path.name, line, "", reason),), (), 0, None)


def _toml_fault(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, str]:
    """Line and reason of a grammar error, from ``tomllib``'s message (it has no fields before 3.14)."""
    message, _, place = str(error).partition(" (at ")
    line = int(place.split()[1].rstrip(",")) if place.startswith("line ") else text.count("\n") + 1
    return line, f"this is not TOML: {inline(message)}"
