"""What is compiled together: a package declares its part, and any code can ask whether it is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from kolej.compiling.functions import COMPILED


class Part(NamedTuple):
    """Something that is compiled as a whole."""

    title: str
    declared_in: str
    """``module:NAME`` of this part itself, by which another process finds it."""
    entry_module: str
    """The module whose entry points make up this part."""
    folder: Callable[[], Path]
    """Where its machine code is kept."""
    compile_entries: Callable[[], object]
    """Compiles every entry point for the types that callers use, or loads it from the cache."""
    after: tuple[Part, ...] = ()
    """Parts whose entry points this one calls, so they must be compiled first."""


def mark(part: Part) -> Path:
    """A file that exists if the whole part is compiled."""
    name = part.declared_in.rpartition(":")[2].lower()
    return part.folder() / f"{name}-is-complete"


def is_warm(*parts: Part) -> bool:
    """Whether these parts are already compiled."""
    return not COMPILED or all(mark(part).exists() for part in parts)


def titles(parts: Iterable[Part]) -> str:
    """The titles of parts as a phrase."""
    *first, last = (part.title for part in parts)
    return f"{', '.join(first)} and {last}" if first else last


def find(declared_in: str) -> Part:
    """A part by the place where it is declared."""
    module, _, name = declared_in.partition(":")
    found: Part = getattr(import_module(module), name)
    return found


def entries(part: Part) -> dict[str, Any]:
    """The compiled entry points of a part by name."""
    from kolej.compiling.linking import is_entry

    module = import_module(part.entry_module)
    return {name: value for name, value in vars(module).items() if is_entry(value, part.entry_module)}


def count_functions(parts: Iterable[Part]) -> int:
    """How many functions these parts consist of."""
    from kolej.compiling.linking import reached

    return len(reached(entry for part in parts for entry in entries(part).values()))
