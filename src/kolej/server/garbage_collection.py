"""Chooses when full garbage collections run, because every player waits for them.

By itself, Python collects whenever enough objects were made. With 300 tables a full collection takes 0.2 s,
and it came in the middle of play. So objects that exist at the start are never collected, and full
collections run rarely, when nobody has just moved.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

NEVER = 1_000_000_000
EVERY = 600.0
"""Seconds between full collections."""
QUIET = 0.25
"""A collection may begin after this many seconds without a move."""
PATIENCE = 60.0
"""It begins anyway after this many seconds: a busy server never gets quiet."""
YOUNG = (10_000, 20)
"""New objects before a small collection, and small ones before a middle one. At Python's 700 and 10, they
took more than 3 % of a busy server's processor time: a move drops most of what the one before made."""
USUAL = gc.get_threshold()


def begin() -> None:
    """Exempt all present objects, collect new ones less often, and leave full collections to ``sweep``."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


def end() -> None:
    gc.set_threshold(*USUAL)
    gc.unfreeze()


async def sweep(
    since_move: Callable[[], float], every: float = EVERY, quiet: float = QUIET, patience: float = PATIENCE
) -> None:
    """Run full collections for as long as the server runs; ``since_move``: seconds since the last move."""
    while True:
        await asyncio.sleep(every)
        waited = 0.0
        while since_move() < quiet and waited < patience:
            await asyncio.sleep(quiet)
            waited += quiet
        gc.collect()
