"""Results in a folder: the match in ``match.json``, one line for each block in ``games.jsonl``.

Blocks are appended in order, so an interrupted match leaves the beginning of the complete one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kolej import __version__
from kolej.arena.game_result import GameResult
from kolej.arena.match import Match
from kolej.boards.errors import inline

FORMAT = 1
HEAD, GAMES = "match.json", "games.jsonl"


class Block(msgspec.Struct, frozen=True):
    """The games of one seed."""

    block: int
    games: tuple[GameResult, ...]


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of ``match.json``."""

    format: int = FORMAT
    kolej: str = __version__
    match: Match
    routes: tuple[str, ...]
    """The names of what the games refer to by number."""
    tickets: tuple[str, ...]
    countries: tuple[str, ...]
    cities: tuple[str, ...]


class ResultsError(ValueError):
    """A folder of results cannot be used; the message says why."""


class Results:
    """A folder of results, to read or to continue."""

    def __init__(self, folder: Path, head: Head) -> None:
        self.folder = folder
        self.head = head
        self.match = head.match

    @classmethod
    def open(cls, folder: Path) -> Results:
        """Results that exist."""
        folder = folder.parent if folder.name in (HEAD, GAMES) else folder
        if folder.is_file():
            raise ResultsError(f"{folder} is a file; kolej arena --out DIR creates a folder of results")
        if not (folder / HEAD).is_file():
            raise ResultsError(f"{folder} holds no results; kolej arena --out {folder} creates them")
        try:
            head = msgspec.json.decode((folder / HEAD).read_bytes(), type=Head)
        except msgspec.MsgspecError as error:
            raise ResultsError(f"{folder / HEAD} is damaged: {inline(error)}") from None
        if head.format != FORMAT:
            raise ResultsError(f"{folder} was written by another version of Kolej, {head.kolej}")
        return cls(folder, head)

    @classmethod
    def begin(cls, folder: Path, match: Match) -> Results:
        """Results of this match: those in the folder, or none yet."""
        if (folder / HEAD).exists():
            found = cls.open(folder)
            _same(found.match, match, folder)
            return found
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ResultsError(f"{folder} is not empty, but holds no results")
        book = match.book
        head = Head(
            match=match,
            routes=tuple(book.routes),
            tickets=tuple(book.tickets),
            countries=tuple(book.countries),
            cities=tuple(book.cities),
        )
        (folder / HEAD).write_bytes(msgspec.json.format(msgspec.json.encode(head), indent=1) + b"\n")
        (folder / GAMES).touch()
        return cls(folder, head)

    def blocks(self) -> Iterator[Block]:
        """The blocks played so far; an incomplete last line does not count."""
        with (self.folder / GAMES).open("rb") as file:
            for number, line in enumerate(file):
                if not line.endswith(b"\n"):
                    return
                try:
                    block = msgspec.json.decode(line, type=Block)
                except msgspec.MsgspecError as error:
                    raise ResultsError(f"{file.name}:{number + 1} is damaged: {inline(error)}") from None
                if block.block != number:
                    raise ResultsError(f"{file.name}:{number + 1} is block {block.block}, not {number}")
                yield block

    def games(self) -> Iterator[GameResult]:
        for block in self.blocks():
            yield from block.games

    def mend(self) -> None:
        """Remove an incomplete last line that an interruption left."""
        path = self.folder / GAMES
        data = path.read_bytes()
        if data and not data.endswith(b"\n"):
            with path.open("r+b") as file:
                file.truncate(data.rfind(b"\n") + 1)

    def append(self, block: Block) -> None:
        with (self.folder / GAMES).open("ab") as file:
            file.write(msgspec.json.encode(block) + b"\n")
            file.flush()
            os.fsync(file.fileno()) if block.block % 100 == 0 else None


def _same(there: Match, wanted: Match, folder: Path) -> None:
    for field in ("board", "content", "options", "bots", "players", "seed"):
        old, new = getattr(there, field), getattr(wanted, field)
        if old != new:
            what = "the board file has changed" if field == "content" else f"{field} was {old}, not {new}"
            raise ResultsError(f"{folder} holds results of another match: {what}")
