"""Simulated annealing of a layout, compiled: small changes that cost little more are kept.

The arrays are those of ``columns``. All costs are kept in tables, so that a change has to weigh
only what it touches; and what it may cost is drawn beforehand, so that a bad one is given up early.
"""

from __future__ import annotations

import math

import numpy as np

from kolej.boards.layout.arrays import (
    BOX,
    BREADTH,
    FAR,
    FREE,
    GAP,
    HEIGHT,
    LABEL,
    LEAD,
    LEASH,
    NEAR,
    PLAQUE,
    PLATE,
    TAIL,
    TWIST,
    WIDTH,
    Floats,
    Ints,
    X,
    Y,
    compiled,
)
from kolej.boards.layout.cost import (
    between_labels,
    between_spots,
    between_ways,
    label_at_spot,
    near,
    strain,
    stray,
    way_at_label,
    way_at_spot,
)
from kolej.boards.layout.curves import lay, place


@compiled
def weigh(
    spot: Floats, way: Floats, ends: Ints, tracks: Ints, space: Floats, line: Floats, choice: Ints,
    offer: Floats, size: Floats, ww: Floats, ws: Floats, wl: Floats, ss: Floats, ls: Floats,
    ll: Floats, wo: Floats, so: Floats, count: Ints,
) -> float:  # fmt: skip
    """Lays everything anew, fills all tables, counts the faults, and returns the whole cost."""
    ways, spots = way.shape[0], spot.shape[0]
    count[0] = 0
    total = 0.0
    for k in range(spots):
        place(k, spot, choice, offer)
    for i in range(ways):
        lay(i, spot, way, ends, tracks, space, line, size)
    for i in range(ways):
        wo[i] = strain(i, way, ends, tracks, space, line, size, count)
        total += wo[i]
        for j in range(i):
            ww[i, j] = 0.0
            if near(way, i, BOX, way, j, BOX):
                ww[i, j] = between_ways(i, j, way, ends, tracks, space, line, size, count)
            ww[j, i] = ww[i, j]
            total += ww[i, j]
        for k in range(spots):
            ws[i, k] = 0.0
            if near(way, i, BOX, spot, k, PLATE):
                ws[i, k] = way_at_spot(i, k, spot, ends, space, line, size, count)
            wl[i, k] = 0.0
            if near(way, i, BOX, spot, k, LABEL):
                wl[i, k] = way_at_label(i, k, spot, ends, space, line, size, choice, count)
            total += ws[i, k] + wl[i, k]
    for k in range(spots):
        so[k] = stray(k, spot, choice, offer, size, count)
        total += so[k]
        for o in range(k):
            ss[k, o] = between_spots(k, o, spot, size, count)
            ll[k, o] = between_labels(k, o, spot, size, choice, count)
            ss[o, k], ll[o, k] = ss[k, o], ll[k, o]
            total += ss[k, o] + ll[k, o]
        for o in range(spots):
            ls[k, o] = label_at_spot(k, o, spot, size, choice, count)
            total += ls[k, o]
    return total


@compiled
def shift_way(
    i: int, limit: float, spot: Floats, way: Floats, ends: Ints, tracks: Ints, space: Floats, line: Floats,
    choice: Ints, size: Floats, ww: Floats, ws: Floats, wl: Floats, wo: Floats, count: Ints,
    old_space: Floats, old_line: Floats, old_box: Floats, row: Floats,
) -> bool:  # fmt: skip
    """Lays a changed way; keeps it if it costs at most so much more, else lays it back."""
    ways, spots = way.shape[0], spot.shape[0]
    allowed = wo[i] + limit
    for j in range(ways):
        allowed += ww[i, j]
    for k in range(spots):
        allowed += ws[i, k] + wl[i, k]
    for p in range(ends[i, 3]):
        for c in range(4):
            old_space[0, p, c] = space[i, p, c]
    for p in range(ends[i, 4]):
        for c in range(5):
            old_line[0, p, c] = line[i, p, c]
    for c in range(4):
        old_box[0, c] = way[i, BOX + c]
    gap = way[i, GAP]
    lay(i, spot, way, ends, tracks, space, line, size)
    own = strain(i, way, ends, tracks, space, line, size, count)
    cost = own
    for j in range(ways):
        if cost > allowed:
            break
        row[0, j] = 0.0
        if i != j and near(way, i, BOX, way, j, BOX):
            row[0, j] = between_ways(i, j, way, ends, tracks, space, line, size, count)
        cost += row[0, j]
    for k in range(spots):
        if cost > allowed:
            break
        row[1, k] = 0.0
        if near(way, i, BOX, spot, k, PLATE):
            row[1, k] = way_at_spot(i, k, spot, ends, space, line, size, count)
        row[2, k] = 0.0
        if near(way, i, BOX, spot, k, LABEL):
            row[2, k] = way_at_label(i, k, spot, ends, space, line, size, choice, count)
        cost += row[1, k] + row[2, k]
    if cost <= allowed:
        wo[i] = own
        for j in range(ways):
            ww[i, j] = ww[j, i] = row[0, j]
        for k in range(spots):
            ws[i, k], wl[i, k] = row[1, k], row[2, k]
        return True
    for p in range(ends[i, 3]):
        for c in range(4):
            space[i, p, c] = old_space[0, p, c]
    for p in range(ends[i, 4]):
        for c in range(5):
            line[i, p, c] = old_line[0, p, c]
    for c in range(4):
        way[i, BOX + c] = old_box[0, c]
    way[i, GAP] = gap
    return False


@compiled
def shift_label(
    k: int, limit: float, spot: Floats, way: Floats, ends: Ints, space: Floats, line: Floats, choice: Ints,
    offer: Floats, size: Floats, wl: Floats, ls: Floats, ll: Floats, so: Floats, count: Ints,
    row: Floats,
) -> bool:  # fmt: skip
    """Sets a label to its changed choice if it costs at most so much more."""
    ways, spots = way.shape[0], spot.shape[0]
    place(k, spot, choice, offer)
    allowed = so[k] + limit
    for i in range(ways):
        allowed += wl[i, k]
    for o in range(spots):
        allowed += ls[k, o] + ll[k, o]
    own = stray(k, spot, choice, offer, size, count)
    cost = own
    for o in range(spots):
        if cost > allowed:
            break
        row[1, o] = label_at_spot(k, o, spot, size, choice, count)
        row[2, o] = between_labels(k, o, spot, size, choice, count) if o != k else 0.0
        cost += row[1, o] + row[2, o]
    for i in range(ways):
        if cost > allowed:
            break
        row[0, i] = 0.0
        if near(way, i, BOX, spot, k, LABEL):
            row[0, i] = way_at_label(i, k, spot, ends, space, line, size, choice, count)
        cost += row[0, i]
    if cost > allowed:
        return False
    so[k] = own
    for o in range(spots):
        ls[k, o] = row[1, o]
        ll[k, o] = ll[o, k] = row[2, o]
    for i in range(ways):
        wl[i, k] = row[0, i]
    return True


@compiled
def shift_spot(
    k: int, limit: float, spot: Floats, way: Floats, ends: Ints, tracks: Ints, space: Floats, line: Floats,
    choice: Ints, offer: Floats, size: Floats, meeting: Ints, ww: Floats, ws: Floats, wl: Floats,
    ss: Floats, ls: Floats, ll: Floats, wo: Floats, so: Floats, count: Ints, old_space: Floats,
    old_line: Floats, old_box: Floats, old_gap: Floats, row: Floats, rows: Floats, moved: Ints,
) -> bool:  # fmt: skip
    """Lays a moved spot and all its ways; True if kept. The caller takes the spot itself back."""
    ways, spots = way.shape[0], spot.shape[0]
    many = 0
    while meeting[k, many] >= 0:
        moved[meeting[k, many]] = many
        many += 1
    allowed = so[k] + limit
    for d in range(many):
        i = meeting[k, d]
        allowed += wo[i]
        for j in range(ways):
            if moved[j] < d:
                allowed += ww[i, j]
        for o in range(spots):
            allowed += ws[i, o] + wl[i, o]
    for i in range(ways):
        if moved[i] < 0:
            allowed += ws[i, k] + wl[i, k]
    for o in range(spots):
        allowed += ss[k, o] + ls[k, o] + ll[k, o] + ls[o, k]
    for d in range(many):
        i = meeting[k, d]
        for p in range(ends[i, 3]):
            for c in range(4):
                old_space[d, p, c] = space[i, p, c]
        for p in range(ends[i, 4]):
            for c in range(5):
                old_line[d, p, c] = line[i, p, c]
        for c in range(4):
            old_box[d, c] = way[i, BOX + c]
        old_gap[d] = way[i, GAP]
    place(k, spot, choice, offer)
    own = stray(k, spot, choice, offer, size, count)
    cost = own
    for o in range(spots):
        if cost > allowed:
            break
        row[0, o] = between_spots(k, o, spot, size, count) if o != k else 0.0
        row[1, o] = label_at_spot(k, o, spot, size, choice, count)
        row[2, o] = between_labels(k, o, spot, size, choice, count) if o != k else 0.0
        row[3, o] = label_at_spot(o, k, spot, size, choice, count)
        cost += row[0, o] + row[1, o] + row[2, o] + row[3, o]
    if cost <= allowed:
        for d in range(many):
            i = meeting[k, d]
            lay(i, spot, way, ends, tracks, space, line, size)
            rows[d, 0, ways] = strain(i, way, ends, tracks, space, line, size, count)
            cost += rows[d, 0, ways]
    for d in range(many):
        if cost > allowed:
            break
        i = meeting[k, d]
        for j in range(ways):
            if cost > allowed:
                break
            if moved[j] < d:
                rows[d, 0, j] = 0.0
                if near(way, i, BOX, way, j, BOX):
                    rows[d, 0, j] = between_ways(i, j, way, ends, tracks, space, line, size, count)
                cost += rows[d, 0, j]
        for o in range(spots):
            if cost > allowed:
                break
            rows[d, 1, o] = 0.0
            if near(way, i, BOX, spot, o, PLATE):
                rows[d, 1, o] = way_at_spot(i, o, spot, ends, space, line, size, count)
            rows[d, 2, o] = 0.0
            if near(way, i, BOX, spot, o, LABEL):
                rows[d, 2, o] = way_at_label(i, o, spot, ends, space, line, size, choice, count)
            cost += rows[d, 1, o] + rows[d, 2, o]
    for i in range(ways):
        if cost > allowed:
            break
        if moved[i] < 0:
            row[4, i] = 0.0
            if near(way, i, BOX, spot, k, PLATE):
                row[4, i] = way_at_spot(i, k, spot, ends, space, line, size, count)
            row[5, i] = 0.0
            if near(way, i, BOX, spot, k, LABEL):
                row[5, i] = way_at_label(i, k, spot, ends, space, line, size, choice, count)
            cost += row[4, i] + row[5, i]
    kept = cost <= allowed
    if kept:
        so[k] = own
        for o in range(spots):
            ss[k, o] = ss[o, k] = row[0, o]
            ll[k, o] = ll[o, k] = row[2, o]
            ls[k, o], ls[o, k] = row[1, o], row[3, o]
        for i in range(ways):
            if moved[i] < 0:
                ws[i, k], wl[i, k] = row[4, i], row[5, i]
        for d in range(many):
            i = meeting[k, d]
            wo[i] = rows[d, 0, ways]
            for j in range(ways):
                if moved[j] < d:
                    ww[i, j] = ww[j, i] = rows[d, 0, j]
            for o in range(spots):
                ws[i, o], wl[i, o] = rows[d, 1, o], rows[d, 2, o]
    else:
        for d in range(many):
            i = meeting[k, d]
            for p in range(ends[i, 3]):
                for c in range(4):
                    space[i, p, c] = old_space[d, p, c]
            for p in range(ends[i, 4]):
                for c in range(5):
                    line[i, p, c] = old_line[d, p, c]
            for c in range(4):
                way[i, BOX + c] = old_box[d, c]
            way[i, GAP] = old_gap[d]
    for d in range(many):
        moved[meeting[k, d]] = -1
    return bool(kept)


@compiled
def anneal(
    steps: int, hot: float, cold: float, seed: int, spot: Floats, way: Floats, ends: Ints, tracks: Ints,
    space: Floats, line: Floats, choice: Ints, offers: Ints, offer: Floats, size: Floats,
    meeting: Ints, ww: Floats, ws: Floats, wl: Floats, ss: Floats, ls: Floats, ll: Floats, wo: Floats,
    so: Floats, count: Ints,
) -> None:  # fmt: skip
    """Tries so many changes while the temperature falls; the tables must be weighed before."""
    np.random.seed(seed)
    ways, spots = way.shape[0], spot.shape[0]
    most = meeting.shape[1]
    old_space = np.empty((most, space.shape[1], 4))
    old_line = np.empty((most, line.shape[1], 5))
    old_box = np.empty((most, 4))
    old_gap = np.empty(most)
    before = np.empty(GAP)
    row = np.empty((6, ways + spots))
    rows = np.empty((most, 3, ways + spots + 1))
    moved = np.full(ways, -1, np.int64)
    breadth = size[BREADTH]
    for step in range(steps):
        f = step / steps
        heat = hot * (cold / hot) ** f
        stride = 0.06 + 0.94 * (1 - f) ** 2 if hot > 0.1 else 0.08 + 0.25 * (1 - f)
        limit = -heat * math.log(np.random.random() + 1e-300)
        kind = np.random.random()
        if kind < 0.3:
            k = np.random.randint(spots)
            if spot[k, FREE] == 0:
                continue
            x, y = spot[k, X], spot[k, Y]
            if spot[k, PLAQUE] > 0 and hot > 0.1 and np.random.random() < 0.1:
                spot[k, X] = np.random.random() * size[WIDTH]
                spot[k, Y] = np.random.random() * size[HEIGHT]
            elif spot[k, LEASH] < 0.5 and hot > 0.1 and np.random.random() < 0.1:
                spot[k, X] += np.random.normal() * breadth * 12
                spot[k, Y] += np.random.normal() * breadth * 12
            else:
                spot[k, X] += np.random.normal() * breadth * 1.5 * stride
                spot[k, Y] += np.random.normal() * breadth * 1.5 * stride
            if not shift_spot(k, limit, spot, way, ends, tracks, space, line, choice,
                              offer, size, meeting, ww, ws, wl, ss, ls, ll, wo, so, count,
                              old_space, old_line, old_box, old_gap, row, rows, moved):  # fmt: skip
                spot[k, X], spot[k, Y] = x, y
                place(k, spot, choice, offer)
        elif kind < 0.9:
            i = np.random.randint(ways)
            for c in range(GAP):
                before[c] = way[i, c]
            change(i, way, ends, breadth, stride, hot)
            if not shift_way(i, limit, spot, way, ends, tracks, space, line, choice,
                             size, ww, ws, wl, wo, count, old_space, old_line, old_box, row):  # fmt: skip
                for c in range(GAP):
                    way[i, c] = before[c]
        else:
            k = np.random.randint(spots)
            if offers[k] < 2:
                continue
            taken = choice[k]
            choice[k] = np.random.randint(offers[k])
            if not shift_label(k, limit, spot, way, ends, space, line, choice,
                               offer, size, wl, ls, ll, so, count, row):  # fmt: skip
                choice[k] = taken
                place(k, spot, choice, offer)


@compiled
def change(i: int, way: Floats, ends: Ints, breadth: float, stride: float, hot: float) -> None:
    """Bends a way a little otherwise, or wholly, or moves its spaces away from an end."""
    kind = np.random.random()
    if ends[i, 5] == 1:
        kind = 0.6 + 0.4 * kind
    if kind < 0.2:
        by = np.random.normal() * 0.12 * stride
        way[i, NEAR] += by
        way[i, FAR] += by
    elif kind < 0.55:
        side = NEAR if np.random.random() < 0.5 else FAR
        way[i, side] += np.random.normal() * 0.16 * stride
    elif kind < 0.6:
        if hot > 0.1:
            by = (np.random.random() * 2 - 1) * 0.6
            way[i, NEAR] = way[i, FAR] = by
        else:
            way[i, NEAR], way[i, FAR] = way[i, FAR], way[i, NEAR]
    elif kind < 0.97:
        end = LEAD if np.random.random() < 0.5 else TAIL
        if np.random.random() < 0.15:
            way[i, end] = 0.0
        else:
            way[i, end] = max(0.0, way[i, end] + np.random.normal() * breadth * 0.8 * stride)
    else:
        way[i, TWIST] = -way[i, TWIST]
