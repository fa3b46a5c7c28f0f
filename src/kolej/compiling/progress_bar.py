"""Shows the progress of compiling: a bar in a terminal, otherwise a line at the start and one at the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Counter:
    """Counts compiled functions, from several threads, and moves the bar if there is one."""

    def __init__(self, progress: Any = None, task: Any = None) -> None:
        self.progress, self.task = progress, task
        self.total = self.done = 0
        self.lock = threading.Lock()

    def expect(self, more: int) -> None:
        with self.lock:
            self.total += more
            if self.progress is not None:
                self.progress.update(self.task, total=self.total)

    def advance(self, function: str) -> None:
        with self.lock:
            self.done += 1
            if self.progress is not None:
                name = function.removeprefix("kolej.")
                self.progress.update(self.task, completed=min(self.done, self.total), function=name)


@contextmanager
def shown(what: str, with_bar: bool) -> Iterator[Counter]:
    """Print what is being compiled, and afterwards how long it took."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, highlight=False)
    console.print(f"compiling {what}, once after an installation ...", soft_wrap=True)
    began = time.monotonic()
    if with_bar and console.is_terminal:
        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[function]}"),
        )
        with Progress(*columns, console=console, transient=True) as progress:
            counter = Counter(progress, progress.add_task("", total=None, function=""))
            yield counter
    else:
        counter = Counter()
        yield counter
    seconds = time.monotonic() - began
    console.print(f"compiled {what} in {seconds:.0f} s: {counter.done} functions", soft_wrap=True)
