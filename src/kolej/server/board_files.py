"""The board files of tables, by the hash of their content: a file edited during a game is another board."""

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
    """Boards that a server's tables are played on, in a folder of the server's own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folder = tempfile.TemporaryDirectory(prefix="kolej-boards-", ignore_cleanup_errors=True)

    def close(self) -> None:
        self._folder.cleanup()

    def path(self, book: Rulebook) -> Path:
        """A file with the board of a table, for processes that think about it.

        Written again when it is gone: systems clear their folders of temporary files out.
        """
        return self._put(book.content, book.file)

    async def book(self, name: str, content: str, options: Options) -> Rulebook:
        """The rulebook of the very board that a table was made with; raises ``StoreError``."""
        path = await self.find(content)
        if path is None:
            raise StoreError(f'the board "{name}" has changed, and how it was is not stored')
        return await asyncio.to_thread(rulebook, path, options)

    async def find(self, content: str) -> Path | None:
        """A file with the board of that hash; None if there is none here."""
        path = self._path(content)
        if path.is_file():
            return path
        file = await self.file(content)
        return None if file is None else self._put(content, file)

    async def file(self, content: str) -> bytes | None:
        """A board file by its hash: of a table, of Kolej's boards or of the user's own."""
        path = await asyncio.to_thread(find_by_hash, content)
        if path is not None:
            try:
                file = await asyncio.to_thread(read_board, path)
            except BoardError:
                file = b""
            if content_hash(file) == content:  # else it was edited just now
                return file
        text = await self._store.board(content)
        return None if text is None else _as_it_was(text, content)

    def _path(self, content: str) -> Path:
        return Path(self._folder.name) / f"{content}.toml"

    def _put(self, content: str, file: bytes) -> Path:
        path = self._path(content)
        if not path.is_file() and not write_whole(path, file):
            raise StoreError("the folder for temporary files cannot be written")
        return path


def _as_it_was(text: str, content: str) -> bytes:
    """Schema 1 kept boards with line ends changed to plain ones; only those of the file give its hash."""
    for ends in ("\n", "\r\n", "\r"):
        file = text.replace("\n", ends).encode()
        if content_hash(file) == content:
            return file
    return text.encode()


def layout_of(path: Path, book: Rulebook) -> tuple[str, str]:
    """The hash and the text of the layout stored for a board file; empty if none fits this very board."""
    file = compute.stored_file(book.board, path)
    return ("", "") if file is None else (hashlib.sha256(file).hexdigest(), file.decode())
