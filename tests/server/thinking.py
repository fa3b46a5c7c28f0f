"""Lends the servers of tests one pool of processes for their bots: to start a process takes seconds."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

from kolej.server.workers.bot_pool import Workers

_lenders: list[Workers] = []
"""At most one; its own pool is the one that is lent."""


def lend_processes(workers: Workers) -> None:
    """Have a server's bots think in the processes that all share, which outlive the server.

    A server that drops them, because a bot died or hung, gets its own, and the next one borrows new ones.
    """
    if workers._pool is not None or workers._count != 1:
        return
    shared = workers._pool = _pool()
    close = workers.close

    def close_unless_shared() -> None:
        if workers._pool is not shared:
            close()

    workers.close = close_unless_shared  # type: ignore[method-assign]


def _pool() -> ProcessPoolExecutor:
    if not _lenders:
        _lenders.append(Workers(1))
    lender = _lenders[0]
    if lender._pool is not None and (lender._pool._broken or lender._pool._shutdown_thread):
        lender._pool = None
    return lender._executor()
