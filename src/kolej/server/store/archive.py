"""Archives: zip files that are written completely or not at all, and that only their owner can read."""

from __future__ import annotations

import contextlib
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kolej.boards.errors import why


class ArchiveError(Exception):
    """An archive cannot be written or read; the text says why, and what would help."""


@contextmanager
def new_archive(path: Path, *, replace: bool = False) -> Iterator[zipfile.ZipFile]:
    """A zip file to fill; it gets its final name only if the block succeeds."""
    if path.is_dir():
        raise ArchiveError(f"{path} is a folder; name a file in it")
    if path.exists() and not replace:
        raise ArchiveError(f"{path} already exists; --force overwrites it")
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield archive
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise ArchiveError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


@contextmanager
def open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """A zip file to read; any damage is an ``ArchiveError``."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read: {why(error)}") from None
    except (zipfile.BadZipFile, EOFError, NotImplementedError, zlib.error):
        raise ArchiveError(f"{path} is not a Kolej archive, or it is damaged") from None
