"""The kinds of action, and the rows that all boards share.

An action is a row of the board's table: kind, target, colour, locomotives, swaps. Its number is its id.
"""

from __future__ import annotations

import numpy as np

PASS, DRAW_OPEN, DRAW_BLIND, DRAW_TICKETS, KEEP, PAY_EXTRA, GIVE_UP, CLAIM, STATION, SWAP, PAY_CARD, LEAVE = (
    range(12)
)
"""``SWAP`` starts a claim paid with swaps, ``PAY_CARD`` adds a swapped card, ``LEAVE`` goes back."""

LOCO: int = np.int64(8)  # type: ignore[assignment]
"""The locomotive's index after the eight colours; as the colour of a payment: locomotives alone.

A NumPy integer, because Numba compiles a function again for every plain constant it is called with.
"""
MOST_OFFERED = 7
"""Most tickets that can be offered at once."""
MOST_TURNED = 9
"""Most cards that can be turned up for a tunnel."""

ROW_PASS = 0
ROW_OPEN = 1
ROW_BLIND = ROW_OPEN + 9
ROW_TICKETS = ROW_BLIND + 1
ROW_KEEP = ROW_TICKETS + 1
ROW_EXTRA = ROW_KEEP + (1 << MOST_OFFERED)
ROW_GIVE_UP = ROW_EXTRA + MOST_TURNED + 1
ROW_CARD = ROW_GIVE_UP + 1
ROW_LEAVE = ROW_CARD + 9
FIRST_FREE = ROW_LEAVE + 1

Row = tuple[int, int, int, int, int]


def common_rows() -> list[Row]:
    """The rows up to ``FIRST_FREE``; claims and stations follow, board by board."""
    rows: list[Row] = [(PASS, 0, 0, 0, 0)]
    rows += [(DRAW_OPEN, 0, card, 0, 0) for card in range(9)]
    rows += [(DRAW_BLIND, 0, 0, 0, 0), (DRAW_TICKETS, 0, 0, 0, 0)]
    rows += [(KEEP, kept, 0, 0, 0) for kept in range(1 << MOST_OFFERED)]
    rows += [(PAY_EXTRA, 0, 0, locos, 0) for locos in range(MOST_TURNED + 1)]
    rows += [(GIVE_UP, 0, 0, 0, 0)]
    rows += [(PAY_CARD, 0, card, 0, 0) for card in range(9)]
    rows += [(LEAVE, 0, 0, 0, 0)]
    return rows
