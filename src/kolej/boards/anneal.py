"""Simulated annealing of a layout, compiled: small changes that cost little more are kept.

The arrays are those of ``crowding``. All costs are kept in tables, so that a change has to weigh
only what it touches; and what it may cost is drawn beforehand, so that a bad one is given up early.
"""

from __future__ import annotations

import math

import numpy as np

from .crowding import (
    BREADTH,
    FAR,
    FREE,
    GAP,
    HEIGHT,
    LEAD,
    LEASH,
    NEAR,
    PLAQUE,
    TAIL,
    TWIST,
    WIDTH,
    X,
    Y,
    between_labels,
    between_spots,
    between_ways,
    compiled,
    label_at_spot,
    lay,
    near,
    place,
    stray,
    strain,
    way_at_label,
    way_at_spot,
)


@compiled
def weigh(spot, reach, way, box, ends, tracks, space, line, choice, label, offer, size, plate,
          ww, ws, wl, ss, ls, ll, wo, so, count):  # type: ignore[no-untyped-def]  # fmt: skip
    """Lays everything anew, fills all tables, counts the faults, and returns the whole cost."""
    ways, spots = way.shape[0], spot.shape[0]
    count[0] = 0
    total = 0.0
    for k in range(spots):
        place(k, spot, reach, plate, choice, label, offer)
    for i in range(ways):
        lay(i, spot, reach, way, box, ends, tracks, space, line, size)
    for i in range(ways):
        wo[i] = strain(i, way, ends, tracks, space, line, size, count)
        total += wo[i]
        for j in range(i):
            ww[i, j] = between_ways(i, j, spot, box, ends, tracks, space, line, size, count) if near(box, i, box, j) else 0.0
            ww[j, i] = ww[i, j]
            total += ww[i, j]
        for k in range(spots):
            ws[i, k] = way_at_spot(i, k, spot, reach, box, ends, space, line, size, plate, count) if near(box, i, plate, k) else 0.0
            wl[i, k] = way_at_label(i, k, box, ends, space, line, size, choice, label, count) if near(box, i, label, k) else 0.0
            total += ws[i, k] + wl[i, k]
    for k in range(spots):
        so[k] = stray(k, spot, plate, choice, label, offer, size, count)
        total += so[k]
        for o in range(k):
            ss[k, o] = between_spots(k, o, spot, plate, size, count)
            ll[k, o] = between_labels(k, o, size, choice, label, count)
            ss[o, k], ll[o, k] = ss[k, o], ll[k, o]
            total += ss[k, o] + ll[k, o]
        for o in range(spots):
            ls[k, o] = label_at_spot(k, o, plate, size, choice, label, count)
            total += ls[k, o]
    return total


@compiled
def shift_way(i, limit, spot, reach, way, box, ends, tracks, space, line, choice, label, size, plate,
              ww, ws, wl, wo, count, old_space, old_line, old_box, row):  # type: ignore[no-untyped-def]  # fmt: skip
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
        old_box[0, c] = box[i, c]
    gap = way[i, GAP]
    lay(i, spot, reach, way, box, ends, tracks, space, line, size)
    own = strain(i, way, ends, tracks, space, line, size, count)
    cost = own
    j = 0
    while j < ways and cost <= allowed:
        row[0, j] = between_ways(i, j, spot, box, ends, tracks, space, line, size, count) if i != j and near(box, i, box, j) else 0.0
        cost += row[0, j]
        j += 1
    k = 0
    while k < spots and cost <= allowed:
        row[1, k] = way_at_spot(i, k, spot, reach, box, ends, space, line, size, plate, count) if near(box, i, plate, k) else 0.0
        row[2, k] = way_at_label(i, k, box, ends, space, line, size, choice, label, count) if near(box, i, label, k) else 0.0
        cost += row[1, k] + row[2, k]
        k += 1
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
        box[i, c] = old_box[0, c]
    way[i, GAP] = gap
    return False


@compiled
def shift_label(k, limit, spot, reach, way, box, ends, space, line, choice, label, offer, size, plate,
                wl, ls, ll, so, count, row):  # type: ignore[no-untyped-def]  # fmt: skip
    """Sets a label to its changed choice if it costs at most so much more."""
    ways, spots = way.shape[0], spot.shape[0]
    place(k, spot, reach, plate, choice, label, offer)
    allowed = so[k] + limit
    for i in range(ways):
        allowed += wl[i, k]
    for o in range(spots):
        allowed += ls[k, o] + ll[k, o]
    own = stray(k, spot, plate, choice, label, offer, size, count)
    cost = own
    o = 0
    while o < spots and cost <= allowed:
        row[1, o] = label_at_spot(k, o, plate, size, choice, label, count)
        row[2, o] = between_labels(k, o, size, choice, label, count) if o != k else 0.0
        cost += row[1, o] + row[2, o]
        o += 1
    i = 0
    while i < ways and cost <= allowed:
        row[0, i] = way_at_label(i, k, box, ends, space, line, size, choice, label, count) if near(box, i, label, k) else 0.0
        cost += row[0, i]
        i += 1
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
def shift_spot(k, limit, spot, reach, way, box, ends, tracks, space, line, choice, label, offer, size,
               plate, at, ww, ws, wl, ss, ls, ll, wo, so, count, old_space, old_line, old_box,
               old_gap, row, rows, moved):  # type: ignore[no-untyped-def]  # fmt: skip
    """Lays a moved spot and all its ways; True if kept. The caller takes the spot itself back."""
    ways, spots = way.shape[0], spot.shape[0]
    many = 0
    while at[k, many] >= 0:
        moved[at[k, many]] = many
        many += 1
    allowed = so[k] + limit
    for d in range(many):
        i = at[k, d]
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
        i = at[k, d]
        for p in range(ends[i, 3]):
            for c in range(4):
                old_space[d, p, c] = space[i, p, c]
        for p in range(ends[i, 4]):
            for c in range(5):
                old_line[d, p, c] = line[i, p, c]
        for c in range(4):
            old_box[d, c] = box[i, c]
        old_gap[d] = way[i, GAP]
    place(k, spot, reach, plate, choice, label, offer)
    own = stray(k, spot, plate, choice, label, offer, size, count)
    cost = own
    o = 0
    while o < spots and cost <= allowed:
        row[0, o] = between_spots(k, o, spot, plate, size, count) if o != k else 0.0
        row[1, o] = label_at_spot(k, o, plate, size, choice, label, count)
        row[2, o] = between_labels(k, o, size, choice, label, count) if o != k else 0.0
        row[3, o] = label_at_spot(o, k, plate, size, choice, label, count)
        cost += row[0, o] + row[1, o] + row[2, o] + row[3, o]
        o += 1
    if cost <= allowed:
        for d in range(many):
            i = at[k, d]
            lay(i, spot, reach, way, box, ends, tracks, space, line, size)
            rows[d, 0, ways] = strain(i, way, ends, tracks, space, line, size, count)
            cost += rows[d, 0, ways]
    d = 0
    while d < many and cost <= allowed:
        i = at[k, d]
        j = 0
        while j < ways and cost <= allowed:
            if moved[j] < d:
                rows[d, 0, j] = between_ways(i, j, spot, box, ends, tracks, space, line, size, count) if near(box, i, box, j) else 0.0
                cost += rows[d, 0, j]
            j += 1
        o = 0
        while o < spots and cost <= allowed:
            rows[d, 1, o] = way_at_spot(i, o, spot, reach, box, ends, space, line, size, plate, count) if near(box, i, plate, o) else 0.0
            rows[d, 2, o] = way_at_label(i, o, box, ends, space, line, size, choice, label, count) if near(box, i, label, o) else 0.0
            cost += rows[d, 1, o] + rows[d, 2, o]
            o += 1
        d += 1
    i = 0
    while i < ways and cost <= allowed:
        if moved[i] < 0:
            row[4, i] = way_at_spot(i, k, spot, reach, box, ends, space, line, size, plate, count) if near(box, i, plate, k) else 0.0
            row[5, i] = way_at_label(i, k, box, ends, space, line, size, choice, label, count) if near(box, i, label, k) else 0.0
            cost += row[4, i] + row[5, i]
        i += 1
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
            i = at[k, d]
            wo[i] = rows[d, 0, ways]
            for j in range(ways):
                if moved[j] < d:
                    ww[i, j] = ww[j, i] = rows[d, 0, j]
            for o in range(spots):
                ws[i, o], wl[i, o] = rows[d, 1, o], rows[d, 2, o]
    else:
        for d in range(many):
            i = at[k, d]
            for p in range(ends[i, 3]):
                for c in range(4):
                    space[i, p, c] = old_space[d, p, c]
            for p in range(ends[i, 4]):
                for c in range(5):
                    line[i, p, c] = old_line[d, p, c]
            for c in range(4):
                box[i, c] = old_box[d, c]
            way[i, GAP] = old_gap[d]
    for d in range(many):
        moved[at[k, d]] = -1
    return kept


@compiled
def anneal(steps, hot, cold, seed, spot, reach, way, box, ends, tracks, space, line, choice, label,
           offers, offer, size, plate, at, ww, ws, wl, ss, ls, ll, wo, so, count):  # type: ignore[no-untyped-def]  # fmt: skip
    """Tries so many changes while the temperature falls; the tables must be weighed before."""
    np.random.seed(seed)
    ways, spots = way.shape[0], spot.shape[0]
    most = at.shape[1]
    old_space = np.empty((most, space.shape[1], 4))
    old_line = np.empty((most, line.shape[1], 5))
    old_box = np.empty((most, 4))
    old_gap = np.empty(most)
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
            if not shift_spot(k, limit, spot, reach, way, box, ends, tracks, space, line, choice,
                              label, offer, size, plate, at, ww, ws, wl, ss, ls, ll, wo, so, count,
                              old_space, old_line, old_box, old_gap, row, rows, moved):  # fmt: skip
                spot[k, X], spot[k, Y] = x, y
                place(k, spot, reach, plate, choice, label, offer)
        elif kind < 0.9:
            i = np.random.randint(ways)
            near, far, lead, tail, twist = way[i, NEAR], way[i, FAR], way[i, LEAD], way[i, TAIL], way[i, TWIST]
            change(i, way, ends, breadth, stride, hot)
            if not shift_way(i, limit, spot, reach, way, box, ends, tracks, space, line, choice, label,
                             size, plate, ww, ws, wl, wo, count, old_space, old_line, old_box, row):  # fmt: skip
                way[i, NEAR], way[i, FAR], way[i, LEAD], way[i, TAIL], way[i, TWIST] = near, far, lead, tail, twist
        else:
            k = np.random.randint(spots)
            if offers[k] < 2:
                continue
            before = choice[k]
            choice[k] = np.random.randint(offers[k])
            if not shift_label(k, limit, spot, reach, way, box, ends, space, line, choice, label,
                               offer, size, plate, wl, ls, ll, so, count, row):  # fmt: skip
                choice[k] = before
                place(k, spot, reach, plate, choice, label, offer)


@compiled
def change(i, way, ends, breadth, stride, hot):  # type: ignore[no-untyped-def]
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
