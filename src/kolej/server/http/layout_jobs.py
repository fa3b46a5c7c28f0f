"""Makes layouts of boards that have none, on request, each in a process of its own.

A layout takes up to a minute of one core, and the server must carry out moves meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

from kolej.boards.layout import compute
from kolej.boards.load import load
from kolej.boards.schema import Board


class LayoutFailed(Exception):
    """The process that laid a board out ended without a layout."""


class LayoutJobs:
    """The boards that are being laid out, and how far each has got."""

    def __init__(self) -> None:
        self._progress: dict[str, float] = {}
        self._failed: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()

    async def progress(self, board: Board, file: Path, beside: Path | None) -> float:
        """How far the layout of a board has got: 1 if it is stored; otherwise starts the work.

        ``beside`` is the file beside which it is stored; None for a file that is not the user's.
        Raises ``LayoutFailed`` once for every attempt that failed; asking again tries again.
        """
        if await asyncio.to_thread(compute.stored, board, beside) is not None:
            return 1.0
        key = compute.digest(board)
        if key in self._failed:
            self._failed.discard(key)
            raise LayoutFailed
        if key not in self._progress:
            self._progress[key] = 0.0
            task = asyncio.create_task(self._make(key, file, beside))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._progress[key]

    async def _make(self, key: str, file: Path, beside: Path | None) -> None:
        try:
            async with self._one:
                await self._run(key, file, beside)
        finally:
            del self._progress[key]

    async def _run(self, key: str, file: Path, beside: Path | None) -> None:
        words = [str(file), *([str(beside)] if beside else [])]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, *words, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                with contextlib.suppress(ValueError):
                    self._progress[key] = min(0.99, float(line))
            if await process.wait() != 0:
                self._failed.add(key)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # closes the pipe of a process that was stopped

    async def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def main(file: str, beside: str | None = None) -> None:
    """Lay a board out and print how far it has got, one number per line."""

    def told(share: float) -> None:
        print(f"{share:.3f}", flush=True)  # noqa: T201  the server reads it

    compute.layout_of(load(Path(file)), Path(beside) if beside else None, told)


if __name__ == "__main__":
    main(*sys.argv[1:])
