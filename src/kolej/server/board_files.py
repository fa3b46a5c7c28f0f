"""The board files of tables, by content hash: a file edited during a game is a different board."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from pathlib import Path

from kolej.boards.errors import BoardError
from kolej.boards.layout import compute
from kolej.boards.load import content_hash, read_board
from kolej.boards.versions import find_by_hash, write_whole
from kolej.game.rulebook import Options, Rulebook, rulebook
from kolej.server.store.database import StoreError
from kolej.server.store.store import Store


class BoardFiles:
    """The boards that a server's tables use, in a temporary folder of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folder = tempfile.TemporaryDirectory(prefix="kolej-boards-", ignore_cleanup_errors=True)

    def close(self) -> None:
        self._folder.cleanup()

    def path(self, book: Rulebook) -> Path:
        """A file with the board of a table, for the worker processes.

        Written again if it is gone, since systems clean up their temporary folders.
        """
        return self._put(book.content, book.file)

    async def book(self, name: str, content: str, options: Options) -> Rulebook:
        """The rulebook of exactly the board that a table was made with; raises ``StoreError``."""
        path = await self.find(content)
        if path is None:
            raise StoreError(f'the board "{name}" has changed, and its earlier version is not stored')
        return await asyncio.to_thread(rulebook, path, options)

    async def find(self, content: str) -> Path | None:
        """A file with the board of this hash; None if it is not here."""
        path = self._path(content)
        if path.is_file():
            return path
        file = await self.file(content)
        return None if file is None else self._put(content, file)

    async def file(self, content: str) -> bytes | None:
        """A board file by its hash: a table's, one of Kolej's, or one of the user's own."""
        path = await asyncio.to_thread(find_by_hash, content)
        if path is not None:
            try:
                file = await asyncio.to_thread(read_board, path)
            except BoardError:
                file = b""
            if content_hash(file) == content:  # otherwise it was edited just now
                return file
        text = await self._store.board(content)
        return None if text is None else _as_it_was(text, content)

    def _path(self, content: str) -> Path:
        return Path(self._folder.name) / f"{content}.toml"

    def _put(self, content: str, file: bytes) -> Path:
        path = self._path(content)
        if not path.is_file() and not write_whole(path, file):
            raise StoreError("cannot write to the folder for temporary files")
        return path


def _as_it_was(text: str, content: str) -> bytes:
    """Restore the line endings that give the file its hash; schema 1 stored boards with plain ones."""
    for ends in ("\n", "\r\n", "\r"):
        file = text.replace("\n", ends).encode()
        if content_hash(file) == content:
            return file
    return text.encode()


def layout_of(path: Path, book: Rulebook) -> tuple[str, str]:
    """The hash and the text of the layout stored for a board file; empty if none fits exactly this board."""
    file = compute.stored_file(book.board, path)
    return ("", "") if file is None else (hashlib.sha256(file).hexdigest(), file.decode())
