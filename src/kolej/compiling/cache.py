"""Where compiled code is kept for the next process."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT")
"""Numba's environment variables that change the machine code."""


def cache_folder(name: str, sources: Iterable[Path], *settings: object) -> Path:
    """The folder for code compiled from these sources, by these libraries, for this processor.

    Numba keys its own cache on a file's path and content (older versions: its time) and ignores what the
    functions in it call. Our key is the content of all sources: copies of a checkout share compiled code, and
    changed sources never use stale code.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in (Path(__file__).with_name("linking.py"), *sources):
        digest.update(path.name.encode() + path.read_bytes())
    made_by = [version(library) for library in ("numba", "llvmlite", "numpy")]
    digest.update(repr((made_by, sys.version, _processor(), settings)).encode())
    return Path(platformdirs.user_cache_dir("kolej")) / name / digest.hexdigest()


@cache
def _processor() -> tuple[object, ...]:
    """The processor that code is compiled for: this one, unless Numba is told to use another."""
    from llvmlite import binding

    name, features, level = map(os.environ.get, SETTINGS)
    own_name = binding.get_host_cpu_name() if name is None else None
    own_features = None
    if features is None and name != "generic":
        own_features = binding.get_host_cpu_features().flatten()
    return binding.get_process_triple(), own_name, own_features, name, features, level


_warned: list[str] = []


def warn_not_kept(folder: object, error: OSError) -> None:
    """Say once that compiled code cannot be kept, and what would help."""
    if not _warned:
        _warned.append(str(folder))
        print(
            f"warning: cannot write to {folder} ({error.strerror}), so every process compiles again; "
            "set XDG_CACHE_HOME to a folder that you can write to",
            file=sys.stderr,
        )
