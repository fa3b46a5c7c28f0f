"""Reading and checking a board file, as a multiple of merely parsing its TOML."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable

from kolej.boards.load import check_file, shipped


def best(work: Callable[[], object], times: int = 15) -> float:
    """Seconds of the fastest of several runs."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def main() -> None:
    for name, path in shipped().items():
        text = path.read_text(encoding="utf-8")
        parse = best(lambda text=text: tomllib.loads(text))  # type: ignore[misc]
        check = best(lambda path=path: check_file(path))  # type: ignore[misc]
        told = f"{name}: read and checked in {check / parse:.1f} x the time of tomllib alone"
        print(f"{told} ({check * 1e3:.0f} ms)")


if __name__ == "__main__":
    main()
