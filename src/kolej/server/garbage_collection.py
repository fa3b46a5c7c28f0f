"""When memory is looked through for what nobody needs any more; everybody waits meanwhile.

Python does it of itself whenever enough was made. With 300 tables a whole look takes 0.2 s, and it came in
the middle of play. So what is there at the start is never looked at again, and whole looks are taken rarely,
when nobody has just moved.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

NEVER = 1_000_000_000
EVERY = 600.0
"""Seconds between whole looks."""
QUIET = 0.25
"""Seconds without a move in which one may begin."""
PATIENCE = 60.0
"""Seconds after which it begins anyway: a busy server never gets quiet."""
USUAL = gc.get_threshold()


def begin() -> None:
    """Leave alone what is there now, and whole looks to ``sweep``."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*USUAL[:2], NEVER)


def end() -> None:
    gc.set_threshold(*USUAL)
    gc.unfreeze()


async def sweep(
    since_move: Callable[[], float], every: float = EVERY, quiet: float = QUIET, patience: float = PATIENCE
) -> None:
    """Take whole looks for as long as the server runs; ``since_move``: seconds since somebody moved."""
    while True:
        await asyncio.sleep(every)
        waited = 0.0
        while since_move() < quiet and waited < patience:
            await asyncio.sleep(quiet)
            waited += quiet
        gc.collect()
