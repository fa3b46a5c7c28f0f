"""What crowding costs on a layout, compiled: the terms that ``anneal`` tries to lower.

A *way* is all tracks between the same two spots, laid side by side along one curve. A *spot* is a
city's disc or a country's plaque. Everything lies in a few flat arrays, which Numba handles best:

``spot``    one row a spot, columns X ... FREE below
``reach``   how far a spot's plaque reaches left, up, right and down; its disc for a city
``way``     one row a way, columns NEAR ... BACK below; ``box`` is what it covers
``ends``    the two spots of a way, its number of tracks, spaces and lines, 1 if its bend is pinned
``tracks``  the lengths of a way's tracks, then for each track 1 if it is a tunnel
``space``   middle and direction of every space of a way
``line``    middle, direction and half length of what joins spot, spaces and spot
``choice``  which of its candidates the label of a spot takes; -1 for none
``offer``   the candidates: box seen from the spot, and what each costs by itself
``size``    columns LENGTH ... HEIGHT below
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

import numba
import numpy as np

Call = TypeVar("Call", bound=Callable[..., object])


def compiled(function: Call) -> Call:
    made: Call = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return made


X, Y, TRUE_X, TRUE_Y, R, LEASH, PLAQUE, FREE = range(8)
NEAR, FAR, LEAD, TAIL, TWIST, GAP = range(6)
LENGTH, BREADTH, TWIN, WIDTH, HEIGHT, ANCHOR = range(6)
STEPS = 18
"""Pieces into which a curve is cut."""

# Clearances in breadths of a space: what is wished, and what is a fault.
BESIDE, TIGHT = 0.30, 0.12
FAULT = 0.6
BRIM = 0.42
"""What a way covers reaches so far beyond it that two that cover nothing in common cost nothing."""


@compiled
def apart(ax, ay, au, av, al, ab, bx, by, bu, bv, bl, bb):  # type: ignore[no-untyped-def]
    """How far two turned rectangles are apart along their own axes; negative if they overlap."""
    dx, dy = bx - ax, by - ay
    c, s = abs(au * bu + av * bv), abs(au * bv - av * bu)
    best = abs(dx * au + dy * av) - (al + bl * c + bb * s)
    best = max(best, abs(dx * av - dy * au) - (ab + bl * s + bb * c))
    best = max(best, abs(dx * bu + dy * bv) - (bl + al * c + ab * s))
    return max(best, abs(dx * bv - dy * bu) - (bb + al * s + ab * c))


@compiled
def off_disc(x, y, r, ax, ay, au, av, al, ab):  # type: ignore[no-untyped-def]
    """How far a turned rectangle is from a disc."""
    dx, dy = x - ax, y - ay
    p, q = abs(dx * au + dy * av) - al, abs(dx * av - dy * au) - ab
    if p > 0 and q > 0:
        return math.sqrt(p * p + q * q) - r
    return max(p, q) - r


@compiled
def off_box(box, k, ax, ay, au, av, al, ab):  # type: ignore[no-untyped-def]
    """How far a turned rectangle is from an upright box."""
    x, y = (box[k, 0] + box[k, 2]) / 2, (box[k, 1] + box[k, 3]) / 2
    half, high = (box[k, 2] - box[k, 0]) / 2, (box[k, 3] - box[k, 1]) / 2
    return apart(x, y, 1.0, 0.0, half, high, ax, ay, au, av, al, ab)


@compiled
def boxes_apart(a, i, b, j):  # type: ignore[no-untyped-def]
    return max(
        max(a[i, 0] - b[j, 2], b[j, 0] - a[i, 2]), max(a[i, 1] - b[j, 3], b[j, 1] - a[i, 3])
    )


@compiled
def near(a, i, b, j):  # type: ignore[no-untyped-def]
    """Whether two boxes have anything in common; asked first, since it is cheap."""
    return a[i, 0] <= b[j, 2] and b[j, 0] <= a[i, 2] and a[i, 1] <= b[j, 3] and b[j, 1] <= a[i, 3]


@compiled
def beyond(box, j, x, y, reach):  # type: ignore[no-untyped-def]
    """Whether nothing within reach of a point lies in a box."""
    return (
        x + reach < box[j, 0] or x - reach > box[j, 2] or y + reach < box[j, 1] or y - reach > box[j, 3]
    )


@compiled
def lack(room, wish, least, breadth, count):  # type: ignore[no-untyped-def]
    """What it costs that there is less room than wished; faults are counted."""
    if room >= wish:
        return 0.0
    q = (wish - room) / breadth
    cost = 1.2 * q + 6.0 * q * q
    if room < least:
        count[0] += 1
        cost += FAULT
    return cost


@compiled
def meet(line, i, p, j, q):  # type: ignore[no-untyped-def]
    """Whether two lines meet."""
    dx, dy = line[j, q, 0] - line[i, p, 0], line[j, q, 1] - line[i, p, 1]
    far = line[i, p, 4] + line[j, q, 4]
    if dx > far or -dx > far or dy > far or -dy > far:
        return False
    u, v, s, t = line[i, p, 2], line[i, p, 3], line[j, q, 2], line[j, q, 3]
    cross = u * t - v * s
    if abs(cross) < 1e-9:
        return abs(dx * v - dy * u) < 0.5 and abs(dx * u + dy * v) < far
    mine = (dx * t - dy * s) / cross
    yours = (dx * v - dy * u) / cross
    return abs(mine) <= line[i, p, 4] + 0.3 and abs(yours) <= line[j, q, 4] + 0.3


@compiled
def lay(i, spot, reach, way, box, ends, tracks, space, line, size):  # type: ignore[no-untyped-def]
    """Lays the curve of a way and sets the spaces of its tracks evenly upon it."""
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
    box[i, 0] = box[i, 2] = ax
    box[i, 1] = box[i, 3] = ay
    way[i, GAP] = 1e9
    start = stop = 0.0
    for k in range(m):
        # Twins leave a plaque side by side, even where its edge runs askew to them.
        offset(curve, (k - (m - 1) / 2) * twin * way[i, TWIST], x, y, run)
        start = max(start, leave(x, y, run, spot, reach, a, 1))
        stop = max(stop, run[STEPS] - leave(x, y, run, spot, reach, b, -1))
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
                box[i, 0], box[i, 2] = min(box[i, 0], cx - wide), max(box[i, 2], cx + wide)
                box[i, 1], box[i, 3] = min(box[i, 1], cy - high), max(box[i, 3], cy + high)
            else:
                cx, cy = bx, by
            g = math.sqrt((cx - fx) ** 2 + (cy - fy) ** 2) + 1e-9
            line[i, lines, 0], line[i, lines, 1] = (cx + fx) / 2, (cy + fy) / 2
            line[i, lines, 2], line[i, lines, 3] = (cx - fx) / g, (cy - fy) / g
            line[i, lines, 4] = g / 2
            lines += 1
            box[i, 0], box[i, 2] = min(box[i, 0], cx), max(box[i, 2], cx)
            box[i, 1], box[i, 3] = min(box[i, 1], cy), max(box[i, 3], cy)
            fx, fy = cx, cy
    brim = BRIM * breadth
    box[i, 0] -= brim
    box[i, 1] -= brim
    box[i, 2] += brim
    box[i, 3] += brim


@compiled
def offset(curve, aside, x, y, run):  # type: ignore[no-untyped-def]
    """The track that runs so far aside of a curve, and its length up to each point."""
    for j in range(STEPS + 1):
        x[j], y[j] = curve[j, 0] + curve[j, 2] * aside, curve[j, 1] + curve[j, 3] * aside
        if j == 0:
            run[0] = 0.0
        else:
            run[j] = run[j - 1] + math.sqrt((x[j] - x[j - 1]) ** 2 + (y[j] - y[j - 1]) ** 2)


@compiled
def along(x, y, run, s, at):  # type: ignore[no-untyped-def]
    """The point at the distance s, and the piece it lies on; the search starts at a piece."""
    while at > 1 and run[at - 1] > s:
        at -= 1
    while at < STEPS and run[at] < s:
        at += 1
    f = (s - run[at - 1]) / (run[at] - run[at - 1] + 1e-9)
    return x[at - 1] + f * (x[at] - x[at - 1]), y[at - 1] + f * (y[at] - y[at - 1]), at


@compiled
def leave(x, y, run, spot, reach, a, step):  # type: ignore[no-untyped-def]
    """The distance at which a track leaves its first spot, or reaches its last one."""
    if spot[a, PLAQUE] == 0:
        return spot[a, R] if step > 0 else run[STEPS] - spot[a, R]
    j = 0 if step > 0 else STEPS
    for _ in range(STEPS):
        k = j + step
        over = outside_plaque(x[k], y[k], spot, reach, a)
        if over > 0:
            before = outside_plaque(x[j], y[j], spot, reach, a)
            f = -before / (over - before + 1e-9) if before < 0 else 0.0
            return run[j] + f * (run[k] - run[j])
        j = k
    return run[STEPS // 2]


@compiled
def outside_plaque(x, y, spot, reach, a):  # type: ignore[no-untyped-def]
    dx, dy = x - spot[a, X], y - spot[a, Y]
    return max(max(-reach[a, 0] - dx, dx - reach[a, 2]), max(-reach[a, 1] - dy, dy - reach[a, 3]))


@compiled
def strain(i, way, ends, tracks, space, line, size, count):  # type: ignore[no-untyped-def]
    """What a way costs by itself: want of room, bends, crowded twins, the edge of the board."""
    length, breadth = size[LENGTH], size[BREADTH]
    al, ab = length / 2, breadth / 2
    m = ends[i, 2]
    near, far = way[i, NEAR], way[i, FAR]
    cost = 0.0
    n = tracks[i, 0]
    wish = 0.24 * breadth
    if way[i, GAP] < wish:
        q = (wish - way[i, GAP]) * (n + 1) / breadth
        cost += 0.8 * q + 1.0 * q * q
        if way[i, GAP] < 0.12 * breadth:
            count[0] += 1
            cost += FAULT
    if ends[i, 5] == 0:
        cost += 9.0 * (near * near + far * far) + 7.0 * (near - far) ** 2
        most = max(abs(near), abs(far))
        if most > 0.35:
            cost += 14.0 * (most - 0.35)
    sparse = way[i, GAP] / length - 0.8
    if sparse > 0:
        cost += 0.3 * sparse
    cost += 0.5 * (way[i, LEAD] + way[i, TAIL]) / breadth
    cost += 0.3 * abs(way[i, LEAD] - way[i, TAIL]) / breadth
    base = 0
    for k in range(m):
        for j in range(base, base + tracks[i, k]):
            x, y, u, v = space[i, j, 0], space[i, j, 1], space[i, j, 2], space[i, j, 3]
            dx, dy = abs(u) * al + abs(v) * ab, abs(v) * al + abs(u) * ab
            room = min(min(x - dx, size[WIDTH] - x - dx), min(y - dy, size[HEIGHT] - y - dy))
            cost += lack(room, 0.6 * breadth, 0.2 * breadth, breadth, count)
            if j + 1 < base + tracks[i, k]:
                room = apart(
                    x, y, u, v, al, ab, space[i, j + 1, 0], space[i, j + 1, 1],
                    space[i, j + 1, 2], space[i, j + 1, 3], al, ab,
                )  # fmt: skip
                cost += lack(room, 0.2 * breadth, 0.08 * breadth, breadth, count)
            if k + 1 < m:
                after = base + tracks[i, k]
                for o in range(after, after + tracks[i, k + 1]):
                    room = apart(
                        x, y, u, v, al, ab, space[i, o, 0], space[i, o, 1],
                        space[i, o, 2], space[i, o, 3], al, ab,
                    )  # fmt: skip
                    cost += lack(room, 0.1 * breadth, 0.04 * breadth, breadth, count)
        base += tracks[i, k]
    return cost + under_twin(i, ends, tracks, space, line, size)


@compiled
def under_twin(i, ends, tracks, space, line, size):  # type: ignore[no-untyped-def]
    """The outermost lines of a track under the spaces of its twin."""
    cost = 0.0
    al, ab = size[LENGTH] / 2, size[BREADTH] / 2
    p = 0
    for k in range(ends[i, 2]):
        base = 0
        for o in range(ends[i, 2]):
            for j in range(base, base + tracks[i, o]):
                if o == k or (j > base and j + 1 < base + tracks[i, o]):
                    continue
                for q in (p, p + tracks[i, k]):
                    room = apart(
                        line[i, q, 0], line[i, q, 1], line[i, q, 2], line[i, q, 3], line[i, q, 4],
                        0.0, space[i, j, 0], space[i, j, 1], space[i, j, 2], space[i, j, 3], al, ab,
                    )  # fmt: skip
                    if room < 0.0:
                        cost += 0.4 - room / size[BREADTH]
            base += tracks[i, o]
        p += tracks[i, k] + 1
    return cost


@compiled
def between_ways(i, j, spot, box, ends, tracks, space, line, size, count):  # type: ignore[no-untyped-def]
    """What it costs that two ways come close, run under each other or cross."""
    length, breadth = size[LENGTH], size[BREADTH]
    al, ab = length / 2, breadth / 2
    more = 0.16 * breadth * (tracks[i, -1] + tracks[j, -1])
    wish, least = BESIDE * breadth + more, TIGHT * breadth + 0.5 * more
    far = length + breadth + wish
    cost = 0.0
    for p in range(ends[i, 3]):
        x, y, u, v = space[i, p, 0], space[i, p, 1], space[i, p, 2], space[i, p, 3]
        if beyond(box, j, x, y, al + ab):
            continue
        for q in range(ends[j, 3]):
            dx, dy = space[j, q, 0] - x, space[j, q, 1] - y
            if dx * dx + dy * dy > far * far:
                continue
            room = apart(
                x, y, u, v, al, ab, space[j, q, 0], space[j, q, 1],
                space[j, q, 2], space[j, q, 3], al, ab,
            )  # fmt: skip
            cost += lack(room, wish, least, breadth, count)
    cost += under(i, j, box, ends, space, line, al, ab, breadth, count)
    cost += under(j, i, box, ends, space, line, al, ab, breadth, count)
    cost += crossings(i, j, box, ends, tracks, line, count)
    return cost + narrow(i, j, ends, tracks, line)


@compiled
def under(i, j, box, ends, space, line, al, ab, breadth, count):  # type: ignore[no-untyped-def]
    """The lines of one way under the spaces of another."""
    cost = 0.0
    for p in range(ends[i, 4]):
        x, y, u, v, half = line[i, p, 0], line[i, p, 1], line[i, p, 2], line[i, p, 3], line[i, p, 4]
        far = half + al + breadth
        if beyond(box, j, x, y, half):
            continue
        for q in range(ends[j, 3]):
            dx, dy = space[j, q, 0] - x, space[j, q, 1] - y
            if dx * dx + dy * dy > far * far:
                continue
            room = apart(
                x, y, u, v, half, 0.0, space[j, q, 0], space[j, q, 1],
                space[j, q, 2], space[j, q, 3], al, ab,
            )  # fmt: skip
            cost += lack(room, 0.22 * breadth, 0.06 * breadth, breadth, count)
    return cost


@compiled
def crossings(i, j, box, ends, tracks, line, count):  # type: ignore[no-untyped-def]
    cost = 0.0
    p = 0
    for k in range(ends[i, 2]):
        for step in range(tracks[i, k] + 1):
            if beyond(box, j, line[i, p, 0], line[i, p, 1], line[i, p, 4]):
                p += 1
                continue
            q = 0
            for o in range(ends[j, 2]):
                for other in range(tracks[j, o] + 1):
                    mine = ends[i, 0] if step == 0 else (ends[i, 1] if step == tracks[i, k] else -1)
                    yours = ends[j, 0] if other == 0 else (ends[j, 1] if other == tracks[j, o] else -2)
                    if mine != yours and meet(line, i, p, j, q):
                        count[0] += 1
                        cost += 4.0
                    q += 1
            p += 1
    return cost


@compiled
def narrow(i, j, ends, tracks, line):  # type: ignore[no-untyped-def]
    """Two ways that leave a spot in nearly the same direction are hard to tell apart."""
    cost = 0.0
    for e in range(2):
        for f in range(2):
            if ends[i, e] != ends[j, f]:
                continue
            p = 0 if e == 0 else ends[i, 4] - 1
            q = 0 if f == 0 else ends[j, 4] - 1
            c = line[i, p, 2] * line[j, q, 2] + line[i, p, 3] * line[j, q, 3]
            if e != f:
                c = -c
            if c > 0.8:
                cost += 8.0 * (c - 0.8)
    return cost


@compiled
def way_at_spot(i, k, spot, reach, box, ends, space, line, size, plate, count):  # type: ignore[no-untyped-def]
    """What it costs that a way comes close to a spot: its own, or another it has to pass by."""
    length, breadth = size[LENGTH], size[BREADTH]
    al, ab = length / 2, breadth / 2
    own = ends[i, 0] == k or ends[i, 1] == k
    x, y, r = spot[k, X], spot[k, Y], spot[k, R]
    wish, least = (0.14 * breadth, 0.08 * breadth) if own else (0.4 * breadth, 0.2 * breadth)
    cost = 0.0
    for p in range(ends[i, 3]):
        if beyond(plate, k, space[i, p, 0], space[i, p, 1], al + ab):
            continue
        if spot[k, PLAQUE] > 0:
            room = off_box(plate, k, space[i, p, 0], space[i, p, 1], space[i, p, 2], space[i, p, 3], al, ab)
        else:
            room = off_disc(x, y, r, space[i, p, 0], space[i, p, 1], space[i, p, 2], space[i, p, 3], al, ab)
        cost += lack(room, wish, least, breadth, count)
    if own:
        return cost
    for p in range(ends[i, 4]):
        if beyond(plate, k, line[i, p, 0], line[i, p, 1], line[i, p, 4] + ab):
            continue
        if spot[k, PLAQUE] > 0:
            room = off_box(plate, k, line[i, p, 0], line[i, p, 1], line[i, p, 2], line[i, p, 3], line[i, p, 4], 0.0)
        else:
            room = off_disc(x, y, r, line[i, p, 0], line[i, p, 1], line[i, p, 2], line[i, p, 3], line[i, p, 4], 0.0)
        cost += lack(room, 0.4 * breadth, 0.15 * breadth, breadth, count)
    return cost


@compiled
def way_at_label(i, k, box, ends, space, line, size, choice, label, count):  # type: ignore[no-untyped-def]
    if choice[k] < 0:
        return 0.0
    length, breadth = size[LENGTH], size[BREADTH]
    al, ab = length / 2, breadth / 2
    cost = 0.0
    for p in range(ends[i, 3]):
        if beyond(label, k, space[i, p, 0], space[i, p, 1], al + ab):
            continue
        room = off_box(label, k, space[i, p, 0], space[i, p, 1], space[i, p, 2], space[i, p, 3], al, ab)
        cost += lack(room, 0.26 * breadth, 0.13 * breadth, breadth, count)
    for p in range(ends[i, 4]):
        if beyond(label, k, line[i, p, 0], line[i, p, 1], line[i, p, 4] + ab):
            continue
        room = off_box(label, k, line[i, p, 0], line[i, p, 1], line[i, p, 2], line[i, p, 3], line[i, p, 4], 0.0)
        if room < 0.15 * breadth:
            cost += 0.8 + 0.8 * min(1.0, 0.15 - room / breadth)
    return cost


@compiled
def between_spots(k, o, spot, plate, size, count):  # type: ignore[no-untyped-def]
    breadth = size[BREADTH]
    if spot[k, PLAQUE] + spot[o, PLAQUE] > 0:
        return lack(boxes_apart(plate, k, plate, o), breadth, 0.3 * breadth, breadth, count)
    dx, dy = spot[k, X] - spot[o, X], spot[k, Y] - spot[o, Y]
    room = math.sqrt(dx * dx + dy * dy) - spot[k, R] - spot[o, R]
    return lack(room, 1.2 * breadth, 0.4 * breadth, breadth, count)


@compiled
def label_at_spot(k, o, plate, size, choice, label, count):  # type: ignore[no-untyped-def]
    if choice[k] < 0 or k == o:
        return 0.0
    breadth = size[BREADTH]
    return lack(boxes_apart(label, k, plate, o), 0.7 * breadth, 0.15 * breadth, breadth, count)


@compiled
def between_labels(k, o, size, choice, label, count):  # type: ignore[no-untyped-def]
    if choice[k] < 0 or choice[o] < 0:
        return 0.0
    breadth = size[BREADTH]
    return lack(boxes_apart(label, k, label, o), 0.6 * breadth, 0.15 * breadth, breadth, count)


@compiled
def stray(k, spot, plate, choice, label, offer, size, count):  # type: ignore[no-untyped-def]
    """What a spot costs by itself: how far it lies from its true place, and the edge of the board."""
    breadth = size[BREADTH]
    cost = 0.0
    if spot[k, LEASH] > 0:
        dx, dy = spot[k, X] - spot[k, TRUE_X], spot[k, Y] - spot[k, TRUE_Y]
        far = math.sqrt(dx * dx + dy * dy) / size[ANCHOR]
        cost += spot[k, LEASH] * far * far
        if spot[k, PLAQUE] == 0 and spot[k, LEASH] > 0.5 and far > 0.95:
            cost += 40.0 * (far - 0.95)
            if far > 0.99:
                count[0] += 1
    room = min(plate[k, 0], plate[k, 1])
    room = min(room, min(size[WIDTH] - plate[k, 2], size[HEIGHT] - plate[k, 3]))
    cost += lack(room, 0.8 * breadth, 0.4 * breadth, breadth, count)
    if choice[k] >= 0:
        cost += offer[k, choice[k], 4]
        room = min(label[k, 0], label[k, 1])
        room = min(room, min(size[WIDTH] - label[k, 2], size[HEIGHT] - label[k, 3]))
        cost += lack(room, 0.6 * breadth, 0.3 * breadth, breadth, count)
    return cost


@compiled
def place(k, spot, reach, plate, choice, label, offer):  # type: ignore[no-untyped-def]
    """Takes what a spot covers, and its label, along with it."""
    x, y = spot[k, X], spot[k, Y]
    plate[k, 0], plate[k, 1] = x - reach[k, 0], y - reach[k, 1]
    plate[k, 2], plate[k, 3] = x + reach[k, 2], y + reach[k, 3]
    if choice[k] >= 0:
        c = choice[k]
        label[k, 0], label[k, 1] = x + offer[k, c, 0], y + offer[k, c, 1]
        label[k, 2], label[k, 3] = x + offer[k, c, 2], y + offer[k, c, 3]
