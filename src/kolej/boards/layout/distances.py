"""Distances between shapes, compiled."""

from __future__ import annotations

import math

from kolej.boards.layout.arrays import PLAQUE, PLATE, Floats, R, X, Y, compiled


@compiled
def apart(
    ax: float, ay: float, au: float, av: float, al: float, ab: float, bx: float, by: float, bu: float,
    bv: float, bl: float, bb: float,
) -> float:  # fmt: skip
    """Distance between two rotated rectangles along their own axes; negative if they overlap."""
    dx, dy = bx - ax, by - ay
    c, s = abs(au * bu + av * bv), abs(au * bv - av * bu)
    best = abs(dx * au + dy * av) - (al + bl * c + bb * s)
    best = max(best, abs(dx * av - dy * au) - (ab + bl * s + bb * c))
    best = max(best, abs(dx * bu + dy * bv) - (bl + al * c + ab * s))
    return max(best, abs(dx * bv - dy * bu) - (bb + al * s + ab * c))


@compiled
def off_disc(
    x: float, y: float, r: float, ax: float, ay: float, au: float, av: float, al: float, ab: float,
) -> float:  # fmt: skip
    """Distance between a rotated rectangle and a disc."""
    dx, dy = x - ax, y - ay
    p, q = abs(dx * au + dy * av) - al, abs(dx * av - dy * au) - ab
    if p > 0 and q > 0:
        return math.sqrt(p * p + q * q) - r
    return max(p, q) - r


@compiled
def off_box(
    a: Floats, i: int, at: int, x: float, y: float, u: float, v: float, half: float, ab: float,
) -> float:  # fmt: skip
    """Distance between a rotated rectangle and the upright box stored in the columns from ``at``."""
    wide, high = (a[i, at + 2] - a[i, at]) / 2, (a[i, at + 3] - a[i, at + 1]) / 2
    return apart(a[i, at] + wide, a[i, at + 1] + high, 1.0, 0.0, wide, high, x, y, u, v, half, ab)


@compiled
def boxes_apart(a: Floats, i: int, at: int, b: Floats, j: int, to: int) -> float:
    """Distance between two upright boxes; negative if they overlap."""
    across = max(a[i, at] - b[j, to + 2], b[j, to] - a[i, at + 2])
    return float(max(across, max(a[i, at + 1] - b[j, to + 3], b[j, to + 1] - a[i, at + 3])))


@compiled
def near(a: Floats, i: int, at: int, b: Floats, j: int, to: int) -> bool:
    """Whether two boxes overlap; a cheap test to run first."""
    return bool(
        a[i, at] <= b[j, to + 2]
        and b[j, to] <= a[i, at + 2]
        and a[i, at + 1] <= b[j, to + 3]
        and b[j, to + 1] <= a[i, at + 3]
    )


@compiled
def beyond(a: Floats, i: int, at: int, x: float, y: float, reach: float) -> bool:
    """Whether a box has nothing within reach of a point."""
    return bool(
        x + reach < a[i, at]
        or x - reach > a[i, at + 2]
        or y + reach < a[i, at + 1]
        or y - reach > a[i, at + 3]
    )


@compiled
def meet(line: Floats, i: int, p: int, j: int, q: int) -> bool:
    """Whether two line segments cross."""
    dx, dy = line[j, q, 0] - line[i, p, 0], line[j, q, 1] - line[i, p, 1]
    far = line[i, p, 4] + line[j, q, 4]
    if dx > far or -dx > far or dy > far or -dy > far:
        return False
    u, v, s, t = line[i, p, 2], line[i, p, 3], line[j, q, 2], line[j, q, 3]
    cross = u * t - v * s
    if abs(cross) < 1e-9:
        return bool(abs(dx * v - dy * u) < 0.5 and abs(dx * u + dy * v) < far)
    mine = (dx * t - dy * s) / cross
    yours = (dx * v - dy * u) / cross
    return bool(abs(mine) <= line[i, p, 4] + 0.3 and abs(yours) <= line[j, q, 4] + 0.3)


@compiled
def off_spot(spot: Floats, k: int, x: float, y: float, u: float, v: float, half: float, ab: float) -> float:
    """Distance between a rotated rectangle and a disc or a plaque."""
    if spot[k, PLAQUE] > 0:
        return off_box(spot, k, PLATE, x, y, u, v, half, ab)
    return off_disc(spot[k, X], spot[k, Y], spot[k, R], x, y, u, v, half, ab)
