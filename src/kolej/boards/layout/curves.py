"""The curve of a way, with its spaces set evenly along it; compiled."""

from __future__ import annotations

import math

import numpy as np

from kolej.boards.layout.arrays import (
    BOX,
    BREADTH,
    FAR,
    GAP,
    LABEL,
    LEAD,
    LENGTH,
    NEAR,
    PLAQUE,
    PLATE,
    REACH,
    TAIL,
    TWIN,
    TWIST,
    Floats,
    LayoutArrays,
    R,
    X,
    Y,
    compiled,
)

STEPS = 18
"""Number of segments that a curve is divided into."""
BRIM = 0.42
"""How far the box of a way extends beyond it: ways whose boxes do not touch cost each other nothing."""


@compiled
def lay(i: int, layout: LayoutArrays) -> None:
    """Compute the curve of a way and set the spaces of its tracks evenly along it."""
    spot, way, ends, tracks = layout.spot, layout.way, layout.ends, layout.tracks
    space, line, size = layout.space, layout.line, layout.size
    a, b, m = ends[i, 0], ends[i, 1], ends[i, 2]
    length, breadth, twin = size[LENGTH], size[BREADTH], size[TWIN]
    ax, ay, bx, by = spot[a, X], spot[a, Y], spot[b, X], spot[b, Y]
    dx, dy = bx - ax, by - ay
    near, far = way[i, NEAR], way[i, FAR]
    px, py = ax + dx / 3 - dy * near, ay + dy / 3 + dx * near
    qx, qy = ax + dx * 2 / 3 - dy * far, ay + dy * 2 / 3 + dx * far
    curve = np.empty((STEPS + 1, 4))
    for k in range(STEPS + 1):
        t = k / STEPS
        u = 1 - t
        curve[k, 0] = u * u * u * ax + 3 * u * u * t * px + 3 * u * t * t * qx + t * t * t * bx
        curve[k, 1] = u * u * u * ay + 3 * u * u * t * py + 3 * u * t * t * qy + t * t * t * by
        gx = u * u * (px - ax) + 2 * u * t * (qx - px) + t * t * (bx - qx)
        gy = u * u * (py - ay) + 2 * u * t * (qy - py) + t * t * (by - qy)
        g = math.sqrt(gx * gx + gy * gy) + 1e-9
        curve[k, 2], curve[k, 3] = -gy / g, gx / g
    x = np.empty(STEPS + 1)
    y = np.empty(STEPS + 1)
    run = np.empty(STEPS + 1)
    spaces = lines = 0
    way[i, BOX] = way[i, BOX + 2] = ax
    way[i, BOX + 1] = way[i, BOX + 3] = ay
    way[i, GAP] = 1e9
    start = stop = 0.0
    for k in range(m):
        # Twins leave a plaque side by side, even where its edge is not at right angles to them.
        offset(curve, (k - (m - 1) / 2) * twin * way[i, TWIST], x, y, run)
        start = max(start, leave(x, y, run, spot, a, 1))
        stop = max(stop, run[STEPS] - leave(x, y, run, spot, b, -1))
    for k in range(m):
        n = tracks[i, k]
        if m > 1:
            offset(curve, (k - (m - 1) / 2) * twin * way[i, TWIST], x, y, run)
        first, last = start + way[i, LEAD], run[STEPS] - stop - way[i, TAIL]
        gap = (last - first - n * length) / (n + 1)
        way[i, GAP] = min(way[i, GAP], gap)
        at = 1
        fx, fy = ax, ay
        for j in range(n + 1):
            if j < n:
                middle = first + gap + length / 2 + j * (length + gap)
                cx, cy, at = along(x, y, run, middle, at)
                hx, hy, _ = along(x, y, run, middle - length * 0.45, max(1, at - 6))
                kx, ky, _ = along(x, y, run, middle + length * 0.45, at)
                g = math.sqrt((kx - hx) ** 2 + (ky - hy) ** 2) + 1e-9
                space[i, spaces, 0], space[i, spaces, 1] = cx, cy
                u, v = (kx - hx) / g, (ky - hy) / g
                space[i, spaces, 2], space[i, spaces, 3] = u, v
                spaces += 1
                wide = (abs(u) * length + abs(v) * breadth) / 2
                high = (abs(v) * length + abs(u) * breadth) / 2
                way[i, BOX] = min(way[i, BOX], cx - wide)
                way[i, BOX + 2] = max(way[i, BOX + 2], cx + wide)
                way[i, BOX + 1] = min(way[i, BOX + 1], cy - high)
                way[i, BOX + 3] = max(way[i, BOX + 3], cy + high)
            else:
                cx, cy = bx, by
            g = math.sqrt((cx - fx) ** 2 + (cy - fy) ** 2) + 1e-9
            line[i, lines, 0], line[i, lines, 1] = (cx + fx) / 2, (cy + fy) / 2
            line[i, lines, 2], line[i, lines, 3] = (cx - fx) / g, (cy - fy) / g
            line[i, lines, 4] = g / 2
            lines += 1
            way[i, BOX], way[i, BOX + 2] = min(way[i, BOX], cx), max(way[i, BOX + 2], cx)
            way[i, BOX + 1], way[i, BOX + 3] = min(way[i, BOX + 1], cy), max(way[i, BOX + 3], cy)
            fx, fy = cx, cy
    brim = BRIM * breadth
    way[i, BOX] -= brim
    way[i, BOX + 1] -= brim
    way[i, BOX + 2] += brim
    way[i, BOX + 3] += brim


@compiled
def offset(curve: Floats, aside: float, x: Floats, y: Floats, run: Floats) -> None:
    """The track at a fixed distance beside a curve, and its length up to each point."""
    for j in range(STEPS + 1):
        x[j], y[j] = curve[j, 0] + curve[j, 2] * aside, curve[j, 1] + curve[j, 3] * aside
        if j == 0:
            run[0] = 0.0
        else:
            run[j] = run[j - 1] + math.sqrt((x[j] - x[j - 1]) ** 2 + (y[j] - y[j - 1]) ** 2)


@compiled
def along(x: Floats, y: Floats, run: Floats, s: float, at: int) -> tuple[float, float, int]:
    """The point at distance s along a track, and its segment; the search starts at segment ``at``."""
    while at > 1 and run[at - 1] > s:
        at -= 1
    while at < STEPS and run[at] < s:
        at += 1
    f = (s - run[at - 1]) / (run[at] - run[at - 1] + 1e-9)
    return x[at - 1] + f * (x[at] - x[at - 1]), y[at - 1] + f * (y[at] - y[at - 1]), at


@compiled
def leave(x: Floats, y: Floats, run: Floats, spot: Floats, a: int, step: int) -> float:
    """The distance at which a track leaves its first spot, or reaches its last one."""
    if spot[a, PLAQUE] == 0:
        return float(spot[a, R] if step > 0 else run[STEPS] - spot[a, R])
    j = 0 if step > 0 else STEPS
    for _ in range(STEPS):
        k = j + step
        over = outside_plaque(x[k], y[k], spot, a)
        if over > 0:
            before = outside_plaque(x[j], y[j], spot, a)
            f = -before / (over - before + 1e-9) if before < 0 else 0.0
            return float(run[j] + f * (run[k] - run[j]))
        j = k
    return float(run[STEPS // 2])


@compiled
def outside_plaque(x: float, y: float, spot: Floats, a: int) -> float:
    dx, dy = x - spot[a, X], y - spot[a, Y]
    across = max(-spot[a, REACH] - dx, dx - spot[a, REACH + 2])
    return float(max(across, max(-spot[a, REACH + 1] - dy, dy - spot[a, REACH + 3])))


@compiled
def place(k: int, layout: LayoutArrays) -> None:
    """Move the label and the bounding boxes of a spot along with it."""
    spot, choice, offer = layout.spot, layout.choice, layout.offer
    x, y = spot[k, X], spot[k, Y]
    spot[k, PLATE], spot[k, PLATE + 1] = x - spot[k, REACH], y - spot[k, REACH + 1]
    spot[k, PLATE + 2], spot[k, PLATE + 3] = x + spot[k, REACH + 2], y + spot[k, REACH + 3]
    if choice[k] >= 0:
        c = choice[k]
        spot[k, LABEL], spot[k, LABEL + 1] = x + offer[k, c, 0], y + offer[k, c, 1]
        spot[k, LABEL + 2], spot[k, LABEL + 3] = x + offer[k, c, 2], y + offer[k, c, 3]
