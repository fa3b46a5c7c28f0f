"""What crowding costs, compiled: the terms that ``anneal`` minimizes.

The weights and distances were chosen by hand; no measurements of single values were kept. How good the
resulting layouts are is measured by ``measure`` (``kolej board layout --figures``).
"""

from __future__ import annotations

import math

from kolej.boards.layout.arrays import (
    ANCHOR,
    BOX,
    BREADTH,
    FAR,
    GAP,
    HEIGHT,
    LABEL,
    LEAD,
    LEASH,
    LENGTH,
    NEAR,
    PLAQUE,
    PLATE,
    TAIL,
    TRUE_X,
    TRUE_Y,
    WIDTH,
    Ints,
    LayoutArrays,
    R,
    X,
    Y,
    compiled,
)
from kolej.boards.layout.distances import apart, beyond, boxes_apart, meet, near, off_box, off_spot

BESIDE, TIGHT = 0.30, 0.12
"""Distance between spaces of two ways, in breadths: desired, and below which it is a fault."""
FAULT = 0.6
"""Cost of a fault, on top of the cost of the missing room."""


@compiled
def lack(room: float, wish: float, least: float, breadth: float, faults: Ints) -> float:
    """What it costs to have less room than desired; faults are counted."""
    if room >= wish:
        return 0.0
    q = (wish - room) / breadth
    cost = 1.2 * q + 6.0 * q * q
    if room < least:
        faults[0] += 1
        cost += FAULT
    return cost


@compiled
def strain(i: int, layout: LayoutArrays) -> float:
    """What a way costs by itself: lack of room, bends, crowded twins, the edge of the board."""
    way, ends, tracks, space = layout.way, layout.ends, layout.tracks, layout.space
    size, faults = layout.size, layout.faults
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
            faults[0] += 1
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
            cost += lack(room, 0.6 * breadth, 0.2 * breadth, breadth, faults)
            if j + 1 < base + tracks[i, k]:
                room = apart(
                    x, y, u, v, al, ab, space[i, j + 1, 0], space[i, j + 1, 1],
                    space[i, j + 1, 2], space[i, j + 1, 3], al, ab,
                )  # fmt: skip
                cost += lack(room, 0.2 * breadth, 0.08 * breadth, breadth, faults)
            if k + 1 < m:
                after = base + tracks[i, k]
                for o in range(after, after + tracks[i, k + 1]):
                    room = apart(
                        x, y, u, v, al, ab, space[i, o, 0], space[i, o, 1],
                        space[i, o, 2], space[i, o, 3], al, ab,
                    )  # fmt: skip
                    cost += lack(room, 0.1 * breadth, 0.04 * breadth, breadth, faults)
        base += tracks[i, k]
    return float(cost + under_twin(i, layout))


@compiled
def under_twin(i: int, layout: LayoutArrays) -> float:
    """What it costs that the outermost lines of a track run under the spaces of its twin."""
    ends, tracks, space, line, size = layout.ends, layout.tracks, layout.space, layout.line, layout.size
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
def between_ways(i: int, j: int, layout: LayoutArrays) -> float:
    """What it costs that two ways come close, run under each other or cross."""
    way, ends, tracks, space = layout.way, layout.ends, layout.tracks, layout.space
    size, faults = layout.size, layout.faults
    length, breadth = size[LENGTH], size[BREADTH]
    al, ab = length / 2, breadth / 2
    more = 0.16 * breadth * (tracks[i, -1] + tracks[j, -1])
    wish, least = BESIDE * breadth + more, TIGHT * breadth + 0.5 * more
    far = length + breadth + wish
    cost = 0.0
    for p in range(ends[i, 3]):
        x, y, u, v = space[i, p, 0], space[i, p, 1], space[i, p, 2], space[i, p, 3]
        if beyond(way, j, BOX, x, y, al + ab):
            continue
        for q in range(ends[j, 3]):
            dx, dy = space[j, q, 0] - x, space[j, q, 1] - y
            if dx * dx + dy * dy > far * far:
                continue
            room = apart(
                x, y, u, v, al, ab, space[j, q, 0], space[j, q, 1],
                space[j, q, 2], space[j, q, 3], al, ab,
            )  # fmt: skip
            cost += lack(room, wish, least, breadth, faults)
    cost += under(i, j, layout)
    cost += under(j, i, layout)
    cost += crossings(i, j, layout)
    return cost + narrow(i, j, layout)


@compiled
def under(i: int, j: int, layout: LayoutArrays) -> float:
    """What it costs that the lines of one way run under the spaces of another."""
    way, ends, space, line, faults = layout.way, layout.ends, layout.space, layout.line, layout.faults
    length, breadth = layout.size[LENGTH], layout.size[BREADTH]
    al, ab = length / 2, breadth / 2
    cost = 0.0
    for p in range(ends[i, 4]):
        x, y, u, v, half = line[i, p, 0], line[i, p, 1], line[i, p, 2], line[i, p, 3], line[i, p, 4]
        far = half + al + breadth
        if beyond(way, j, BOX, x, y, half):
            continue
        for q in range(ends[j, 3]):
            dx, dy = space[j, q, 0] - x, space[j, q, 1] - y
            if dx * dx + dy * dy > far * far:
                continue
            room = apart(
                x, y, u, v, half, 0.0, space[j, q, 0], space[j, q, 1],
                space[j, q, 2], space[j, q, 3], al, ab,
            )  # fmt: skip
            cost += lack(room, 0.22 * breadth, 0.06 * breadth, breadth, faults)
    return cost


@compiled
def crossings(i: int, j: int, layout: LayoutArrays) -> float:
    way, ends, tracks, line, faults = layout.way, layout.ends, layout.tracks, layout.line, layout.faults
    cost = 0.0
    p = 0
    for k in range(ends[i, 2]):
        for step in range(tracks[i, k] + 1):
            if beyond(way, j, BOX, line[i, p, 0], line[i, p, 1], line[i, p, 4]):
                p += 1
                continue
            q = 0
            for o in range(ends[j, 2]):
                for other in range(tracks[j, o] + 1):
                    mine = ends[i, 0] if step == 0 else (ends[i, 1] if step == tracks[i, k] else -1)
                    yours = ends[j, 0] if other == 0 else (ends[j, 1] if other == tracks[j, o] else -2)
                    if mine != yours and meet(line, i, p, j, q):
                        faults[0] += 1
                        cost += 4.0
                    q += 1
            p += 1
    return cost


@compiled
def narrow(i: int, j: int, layout: LayoutArrays) -> float:
    """What it costs that two ways leave a spot in nearly the same direction: they are hard to tell apart."""
    ends, line = layout.ends, layout.line
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
def way_at_spot(i: int, k: int, layout: LayoutArrays) -> float:
    """What it costs that a way comes close to a spot: its own, or another that it passes."""
    spot, ends, space, line = layout.spot, layout.ends, layout.space, layout.line
    size, faults = layout.size, layout.faults
    breadth = size[BREADTH]
    al, ab = size[LENGTH] / 2, breadth / 2
    own = ends[i, 0] == k or ends[i, 1] == k
    wish, least = (0.14 * breadth, 0.08 * breadth) if own else (0.4 * breadth, 0.2 * breadth)
    cost = 0.0
    for p in range(ends[i, 3]):
        x, y, u, v = space[i, p, 0], space[i, p, 1], space[i, p, 2], space[i, p, 3]
        if not beyond(spot, k, PLATE, x, y, al + ab):
            cost += lack(off_spot(spot, k, x, y, u, v, al, ab), wish, least, breadth, faults)
    if own:
        return cost
    for p in range(ends[i, 4]):
        x, y, u, v, half = line[i, p, 0], line[i, p, 1], line[i, p, 2], line[i, p, 3], line[i, p, 4]
        if not beyond(spot, k, PLATE, x, y, half + ab):
            room = off_spot(spot, k, x, y, u, v, half, 0.0)
            cost += lack(room, 0.4 * breadth, 0.15 * breadth, breadth, faults)
    return cost


@compiled
def way_at_label(i: int, k: int, layout: LayoutArrays) -> float:
    """What it costs that the spaces or the bare line of a way come close to a label."""
    spot, ends, space, line = layout.spot, layout.ends, layout.space, layout.line
    size, faults = layout.size, layout.faults
    if layout.choice[k] < 0:
        return 0.0
    breadth = size[BREADTH]
    al, ab = size[LENGTH] / 2, breadth / 2
    cost = 0.0
    for p in range(ends[i, 3]):
        x, y, u, v = space[i, p, 0], space[i, p, 1], space[i, p, 2], space[i, p, 3]
        if not beyond(spot, k, LABEL, x, y, al + ab):
            room = off_box(spot, k, LABEL, x, y, u, v, al, ab)
            cost += lack(room, 0.26 * breadth, 0.13 * breadth, breadth, faults)
    for p in range(ends[i, 4]):
        x, y, u, v, half = line[i, p, 0], line[i, p, 1], line[i, p, 2], line[i, p, 3], line[i, p, 4]
        if not beyond(spot, k, LABEL, x, y, half + ab):
            room = off_box(spot, k, LABEL, x, y, u, v, half, 0.0) / breadth
            if room < 0.15:
                cost += 0.8 + 0.8 * min(1.0, 0.15 - room)
    return cost


@compiled
def between_spots(k: int, o: int, layout: LayoutArrays) -> float:
    spot, faults = layout.spot, layout.faults
    breadth = layout.size[BREADTH]
    if spot[k, PLAQUE] + spot[o, PLAQUE] > 0:
        return lack(boxes_apart(spot, k, PLATE, spot, o, PLATE), breadth, 0.3 * breadth, breadth, faults)
    dx, dy = spot[k, X] - spot[o, X], spot[k, Y] - spot[o, Y]
    room = math.sqrt(dx * dx + dy * dy) - spot[k, R] - spot[o, R]
    return lack(room, 1.2 * breadth, 0.4 * breadth, breadth, faults)


@compiled
def label_at_spot(k: int, o: int, layout: LayoutArrays) -> float:
    spot, faults = layout.spot, layout.faults
    if layout.choice[k] < 0 or k == o:
        return 0.0
    breadth = layout.size[BREADTH]
    return lack(boxes_apart(spot, k, LABEL, spot, o, PLATE), 0.7 * breadth, 0.15 * breadth, breadth, faults)


@compiled
def between_labels(k: int, o: int, layout: LayoutArrays) -> float:
    spot, faults = layout.spot, layout.faults
    if layout.choice[k] < 0 or layout.choice[o] < 0:
        return 0.0
    breadth = layout.size[BREADTH]
    return lack(boxes_apart(spot, k, LABEL, spot, o, LABEL), 0.6 * breadth, 0.15 * breadth, breadth, faults)


@compiled
def stray(k: int, layout: LayoutArrays) -> float:
    """What a spot costs by itself: its distance from its true place, and the edge of the board."""
    spot, choice, size, faults = layout.spot, layout.choice, layout.size, layout.faults
    breadth = size[BREADTH]
    cost = 0.0
    if spot[k, LEASH] > 0:
        dx, dy = spot[k, X] - spot[k, TRUE_X], spot[k, Y] - spot[k, TRUE_Y]
        far = math.sqrt(dx * dx + dy * dy) / size[ANCHOR]
        cost += spot[k, LEASH] * far * far
        if spot[k, PLAQUE] == 0 and spot[k, LEASH] > 0.5 and far > 0.95:
            cost += 40.0 * (far - 0.95)
            if far > 0.99:
                faults[0] += 1
    room = min(spot[k, PLATE], spot[k, PLATE + 1])
    room = min(room, min(size[WIDTH] - spot[k, PLATE + 2], size[HEIGHT] - spot[k, PLATE + 3]))
    cost += lack(room, 0.8 * breadth, 0.4 * breadth, breadth, faults)
    if choice[k] >= 0:
        cost += layout.offer[k, choice[k], 4]
        room = min(spot[k, LABEL], spot[k, LABEL + 1])
        room = min(room, min(size[WIDTH] - spot[k, LABEL + 2], size[HEIGHT] - spot[k, LABEL + 3]))
        cost += lack(room, 0.6 * breadth, 0.3 * breadth, breadth, faults)
    return cost


@compiled
def ways_close(i: int, j: int, layout: LayoutArrays) -> float:
    if near(layout.way, i, BOX, layout.way, j, BOX):
        return between_ways(i, j, layout)
    return 0.0


@compiled
def way_close_to_spot(i: int, k: int, layout: LayoutArrays) -> float:
    if near(layout.way, i, BOX, layout.spot, k, PLATE):
        return way_at_spot(i, k, layout)
    return 0.0


@compiled
def way_close_to_label(i: int, k: int, layout: LayoutArrays) -> float:
    if near(layout.way, i, BOX, layout.spot, k, LABEL):
        return way_at_label(i, k, layout)
    return 0.0
