"""The line number of each key and value in a TOML text.

``tomllib`` checks the grammar but keeps no positions. This module walks a text that ``tomllib`` has
accepted, so it may trust every bracket and quote.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right

Path = tuple[str | int, ...]


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of a key, or of the nearest enclosing table that has a line."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def positions(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every key path of a valid TOML text."""
    return _Walk(text.replace("\r\n", "\n")).document()


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [i for i, letter in enumerate(text) if letter == "\n"]
        self.lines: dict[Path, int] = {}
        self.tables: dict[Path, int] = {}
        """Number of elements so far in each array of tables."""

    def document(self) -> dict[Path, int]:
        table: Path = ()
        while self.skip():
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)
        return self.lines

    def skip(self) -> bool:
        """Skip white space, line breaks and comments; False at the end."""
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif letter in " \t\n\r":
                self.at += 1
            else:
                return True
        return False

    def note(self, path: Path) -> None:
        self.lines.setdefault(path, bisect_right(self.breaks, self.at - 1) + 1)

    def header(self) -> Path:
        several = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 2 if several else 1
        keys = self.keys()
        self.at += 2 if several else 1
        path: Path = ()
        for i, key in enumerate(keys):
            path = (*path, key)
            if several and i == len(keys) - 1:
                self.tables[path] = self.tables.get(path, 0) + 1
            if path in self.tables:
                path = (*path, self.tables[path] - 1)
        end, self.at = self.at, start
        self.note(path)
        self.at = end
        return path

    def keys(self) -> list[str]:
        """Read a dotted key and stop right after it."""
        keys = []
        while True:
            self.skip()
            keys.append(self.key())
            self.skip()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def key(self) -> str:
        start = self.at
        if self.text[start] in "\"'":
            self.string()
            return str(tomllib.loads(f"k = {self.text[start : self.at]}")["k"])
        while self.text[self.at] not in " \t.=]":
            self.at += 1
        return self.text[start : self.at]

    def pair(self, table: Path) -> None:
        start = self.at
        path = (*table, *self.keys())
        end, self.at = self.at, start
        for i in range(len(table) + 1, len(path) + 1):
            self.note(path[:i])
        self.at = end + 1
        self.skip()
        self.value(path)

    def value(self, path: Path) -> None:
        self.note(path)
        match self.text[self.at]:
            case '"' | "'":
                self.string()
            case "[":
                self.array(path)
            case "{":
                self.table(path)
            case _:
                while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                    self.at += 1

    def string(self) -> None:
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(mark)
        while not self.text.startswith(mark, self.at):
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        self.at += len(mark)
        while len(mark) == 3 and self.text.startswith(quote, self.at):
            self.at += 1

    def array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while self.skip() and self.text[self.at] != "]":
            self.value((*path, index))
            index += 1
            self.comma()
        self.at += 1

    def table(self, path: Path) -> None:
        self.at += 1
        while self.skip() and self.text[self.at] != "}":
            self.pair(path)
            self.comma()
        self.at += 1

    def comma(self) -> None:
        if self.skip() and self.text[self.at] == ",":
            self.at += 1
