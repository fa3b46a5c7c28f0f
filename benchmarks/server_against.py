"""Two versions of the server side by side: processor time and bytes of a move, alternately at one rate.

Give a checkout of the other version, such as that of 0.1.0::

    git worktree add ../kolej-0.1.0 66f85e34e3a47823ba41071ff36c4fd186f32e4f
    python benchmarks/server_against.py ../kolej-0.1.0

Both servers run all the time, and each round loads one after the other, so that a busy machine troubles both
alike. Exits with 1 if a move costs more processor time than the limit allows.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import statistics
import sys
import tempfile
from pathlib import Path

import uvloop

from server import SETTLING, Load, Match, Program, matches

LIMIT = 1.05
"""Of the other version's processor time."""

SERVER = """
import logging, sys
logging.basicConfig(level="WARNING")
try:
    from kolej.server.lifecycle import server
except ImportError:  # 0.1.0
    from kolej.server.running import server
from kolej.server.settings import Settings
server(Settings(port=int(sys.argv[1]), data=sys.argv[2], limits=False)).run()
"""


class Side:
    """One version: its server, its load, and what was measured."""

    def __init__(self, name: str, source: Path, port: int, data: str) -> None:
        self.name, self.port = name, port
        self.load = Load()
        self.bytes = 0
        self.costs: list[float] = []
        self.sizes: list[float] = []
        self.fed = True
        path = os.environ.get("PYTHONPATH", "")
        os.environ["PYTHONPATH"] = str(source)
        self.program = Program(SERVER, port, data)
        os.environ["PYTHONPATH"] = path

    async def open(self, tables: int) -> None:
        self.program.wait("/health")
        for match in await matches(self.load, self.port, tables):
            self._count(match)

    def _count(self, match: Match) -> None:
        told = match.heard

        def heard(seat: int, body: bytes) -> None:
            self.bytes += len(body)
            told(seat, body)

        match.heard = heard  # type: ignore[method-assign]

    async def round(self, rate: float, seconds: float) -> bool:
        """Load it for a while; False if it got too few moves: games are over, or it was too slow."""
        cpu, size = self.program.cpu(), self.bytes
        started, starved = await self.load.run(rate, seconds)
        self.costs.append((self.program.cpu() - cpu) / max(1, started))
        self.sizes.append((self.bytes - size) / max(1, started))
        return not starved

    def __str__(self) -> str:
        cost, size = statistics.median(self.costs) * 1e6, statistics.median(self.sizes)
        return f"{self.name:8} {cost:6.0f} us of processor time and {size:6.0f} bytes a move"


async def main(arguments: argparse.Namespace) -> int:
    gc.freeze()
    here = Path(__file__).parents[1] / "src"
    with tempfile.TemporaryDirectory() as folder:
        sides = [
            Side("here", here, arguments.port, f"{folder}/here"),
            Side("against", arguments.checkout / "src", arguments.port + 1, f"{folder}/against"),
        ]
        try:
            for side in sides:
                await side.open(arguments.tables)
            await asyncio.sleep(SETTLING)
            for number in range(arguments.rounds):
                for side in sides if number % 2 else reversed(sides):
                    side.fed = await side.round(arguments.rate, arguments.seconds)
                if not all(side.fed for side in sides):
                    print(f"round {number + 1} is not counted: too few games wait for a move")
                    for side in sides:
                        side.costs.pop()
                        side.sizes.pop()
            for side in sides:
                side.load.stopping = True
        finally:
            for side in sides:
                side.program.stop()
    return told(*sides)


def told(here: Side, against: Side) -> int:
    """Print medians and ratios; the exit code."""
    if not here.costs:
        print("no round could be measured")
        return 1
    print(here, against, sep="\n")
    ratios = [mine / other for mine, other in zip(here.costs, against.costs, strict=True)]
    ratio = statistics.median(ratios)
    print(
        f"processor time {ratio:.3f} of the other's (rounds {min(ratios):.3f} to {max(ratios):.3f}, "
        f"limit {LIMIT}){'' if ratio <= LIMIT else '  MISSED'}; "
        f"bytes {statistics.median(here.sizes) / statistics.median(against.sizes):.2f}"
    )
    for side in (here, against):
        if side.load.errors:
            print(f"{side.name}: {len(side.load.errors)} errors, such as {side.load.errors[0]}")
    return 0 if ratio <= LIMIT and not (here.load.errors or against.load.errors) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of the other version")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rate", type=float, default=250.0, help="moves a second")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round, for each version")
    parser.add_argument("--port", type=int, default=8490)
    sys.exit(uvloop.run(main(parser.parse_args())))
