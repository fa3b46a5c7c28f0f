"""Whether functions are compiled, and the two ways to compile one.

Numba is imported when the first function is compiled: that takes a while, and with ``NUMBA_DISABLE_JIT=1`` it
never happens.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def inner(function: Any, folder: Path, **options: Any) -> Any:
    """Compile a function that only compiled ones call.

    ``without_floats`` refuses a function that takes or returns a float; all other options are Numba's.
    """
    if not COMPILED:
        return function
    from kolej.compiling.linking import Inner

    return Inner(function, folder, **options)


def entry(function: Any, folder: Path, **options: Any) -> Any:
    """Compile a function that Python calls; its machine code is kept in the folder."""
    if not COMPILED:
        return function
    from kolej.compiling.linking import entry

    return entry(function, folder, **options)


def compile_for(entry: Any, *given: Any) -> None:
    """Compile an entry point for arguments of these types, or load it from the cache, without calling it."""
    if COMPILED:
        entry.compile(tuple(map(entry.typeof_pyval, given)))
