"""Compiles parts before they are needed: once after installation, in parallel processes, with a progress bar.

The result is kept for every later process.
"""

from __future__ import annotations

import gc
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable
from contextlib import ExitStack
from functools import cache
from typing import Any, NamedTuple

from kolej.compiling.cache import warn_not_kept
from kolej.compiling.child_process import end_with_parent, start_child
from kolej.compiling.parts import Part, count_functions, find, is_warm, mark, titles
from kolej.compiling.progress_bar import Counter, shown

_asked: set[str] = set()
"""Parts that this process has dealt with; checking again would access the disk."""
_compiling_here = False


class Compiled(NamedTuple):
    """What a call of ``warm`` did."""

    parts: tuple[Part, ...]
    functions: int
    seconds: float


def warm(*parts: Part, bar: bool = True) -> Compiled:
    """Compile those of these parts that are not compiled yet, and tell the user, since it takes a while."""
    new = [part for part in parts if part.declared_in not in _asked]
    if not new or _compiling_here:
        return Compiled((), 0, 0.0)
    _asked.update(part.declared_in for part in new)
    missing = tuple(part for part in new if not is_warm(part))
    if not missing or not _can_keep(missing):
        return Compiled((), 0, 0.0)
    began = time.monotonic()
    with shown(titles(missing), bar) as counter, ExitStack() as stack:
        for stage in staged(missing):
            children = [stack.enter_context(_Child(part, counter)) for part in stage]
            failed = [child.part for child in children if child.wait()]
            if failed:
                raise RuntimeError(f"{titles(failed)} could not be compiled; the reason is printed above")
    return Compiled(missing, counter.done, time.monotonic() - began)


@cache
def load(part: Part) -> None:
    """Load a compiled part into this process, so that its first use does not wait."""
    warm(part)
    part.compile_entries()


def staged(parts: Iterable[Part]) -> list[list[Part]]:
    """The parts in stages: those of one stage can be compiled in parallel, after those of earlier stages."""
    parts = list(parts)
    stages: list[list[Part]] = []
    while parts:
        waiting = [part for part in parts if any(needed in parts for needed in part.after)]
        stages.append([part for part in parts if part not in waiting])
        parts = waiting
    return stages


def compile_here(declared_in: str) -> None:
    """Compile a part in this process, a child of the one that asked; prints every function compiled."""
    global _compiling_here
    from numba.core import event

    end_with_parent()
    _compiling_here = True  # code called here must not start processes that compile the same part

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, _: Any) -> None: ...

        def on_end(self, ended: Any) -> None:
            function = ended.data["dispatcher"].py_func
            if function.__module__.startswith("kolej."):
                _say(f"+ {function.__module__}.{function.__name__}")

    gc.set_threshold(100_000, 20, 20)  # compiling makes many objects and drops few
    part = find(declared_in)
    _say(f"= {count_functions([part])}")
    event.register("numba:compile", Listener())
    part.compile_entries()
    mark(part).touch()


def _say(line: str) -> None:
    print(line, flush=True)


class _Child:
    """A process that compiles a part and reports its progress."""

    def __init__(self, part: Part, counter: Counter) -> None:
        self.part, self.counter = part, counter
        code = f"from kolej.compiling.warm import compile_here; compile_here({part.declared_in!r})"
        self.process = start_child(code, stdout=subprocess.PIPE, text=True)
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            sign, _, told = line.strip().partition(" ")
            if sign == "=":
                self.counter.expect(int(told))
            elif sign == "+":
                self.counter.advance(told)

    def wait(self) -> int:
        self.listener.join()
        return int(self.process.wait())

    def __enter__(self) -> _Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.listener.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.process.wait()


def _can_keep(parts: tuple[Part, ...]) -> bool:
    """Whether the result can be kept; if not, says so once, and every process compiles for itself."""
    for folder in {part.folder() for part in parts}:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            warn_not_kept(folder, error)
            return False
    return True
