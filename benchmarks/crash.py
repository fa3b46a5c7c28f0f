"""Kill -9 under load: compares what clients saw acknowledged or published with the store and the views.

    python benchmarks/crash.py [--kills 200] [--tables 6] [--bots 2] [--postgresql] [--seed N]

Each kill comes at a random moment of a server's life, its start included, and takes the bot processes
with it. Fails unless nothing was lost, nothing was duplicated, and all views are equal.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from crashing import crash
from postgres import INSTALL, cluster


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--tables", type=int, default=6, help="tables of two people")
    words.add_argument("--bots", type=int, default=2, help="tables of a person and a bot")
    words.add_argument("--longest", type=float, default=2.0, help="most seconds that a server lives")
    words.add_argument(
        "--postgresql", action="store_true", help="use PostgreSQL instead of SQLite, in a temporary cluster"
    )
    words.add_argument("--seed", type=int, default=None)
    given = words.parse_args()
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kolej-crash-") as folder, ExitStack() as stack:
        store = None
        if given.postgresql:
            server = stack.enter_context(cluster("-c fsync=on"))
            if server is None:
                sys.exit(f"error: there is no PostgreSQL: {INSTALL}")
            store = server.database()
        load = crash(Path(folder), seed, given.kills, given.tables, given.bots, given.longest, store)
        found = asyncio.run(load)
    took = time.monotonic() - began
    print(f"{found.kills} kills in {took:.0f} s, {found.moves} moves at {found.tables} tables")
    print(f"{found.acknowledged} commands acknowledged, {found.repeated} repeated after a kill")
    print(f"{found.published} entries seen by clients, {found.views} views compared")
    print(f"lost {len(found.lost)}, doubled {len(found.doubled)}, different {len(found.different)}, ", end="")
    print(f"refused {len(found.refused)}  (each must be 0)")
    for line in (*found.lost, *found.doubled, *found.different, *found.refused)[:20]:
        print("  ", line[:300])
    sys.exit(not found.good)


if __name__ == "__main__":
    main()
