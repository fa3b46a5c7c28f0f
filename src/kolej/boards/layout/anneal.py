"""Simulated annealing of a layout, compiled: a small change is kept if it costs little more.

The structs are those of ``arrays``. All costs are kept in tables, so a change recomputes only what it
touches. How much a change may cost is drawn before it is tried, so a bad one is abandoned early.
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
    LEAD,
    LEASH,
    NEAR,
    PLAQUE,
    TAIL,
    TWIST,
    WAYS,
    WIDTH,
    Costs,
    LayoutArrays,
    Tried,
    X,
    Y,
    compiled,
    compiled_entry,
)
from kolej.boards.layout.cost import (
    between_labels,
    between_spots,
    label_at_spot,
    strain,
    stray,
    way_close_to_label,
    way_close_to_spot,
    ways_close,
)
from kolej.boards.layout.curves import lay, place


@compiled_entry
def weigh(layout: LayoutArrays, costs: Costs) -> float:
    """Lay everything out again, fill all tables, count the faults, and return the total cost."""
    ways, spots = layout.ways[0], layout.spots[0]
    layout.faults[0] = 0
    total = 0.0
    for k in range(spots):
        place(k, layout)
    for i in range(ways):
        lay(i, layout)
    for i in range(ways):
        costs.ways[i] = strain(i, layout)
        total += costs.ways[i]
        for j in range(i):
            cost = ways_close(i, j, layout)
            costs.way_way[i, j] = costs.way_way[j, i] = cost
            total += cost
        for k in range(spots):
            costs.way_spot[i, k] = way_close_to_spot(i, k, layout)
            costs.way_label[i, k] = way_close_to_label(i, k, layout)
            total += costs.way_spot[i, k] + costs.way_label[i, k]
    for k in range(spots):
        costs.spots[k] = stray(k, layout)
        total += costs.spots[k]
        for o in range(k):
            apart, labels = between_spots(k, o, layout), between_labels(k, o, layout)
            costs.spot_spot[k, o] = costs.spot_spot[o, k] = apart
            costs.label_label[k, o] = costs.label_label[o, k] = labels
            total += apart + labels
        for o in range(spots):
            costs.label_spot[k, o] = label_at_spot(k, o, layout)
            total += costs.label_spot[k, o]
    return total


@compiled
def save(i: int, d: int, layout: LayoutArrays, tried: Tried) -> None:
    """Save the geometry of a way in row ``d``."""
    for p in range(layout.ends[i, 3]):
        for c in range(4):
            tried.space[d, p, c] = layout.space[i, p, c]
    for p in range(layout.ends[i, 4]):
        for c in range(5):
            tried.line[d, p, c] = layout.line[i, p, c]
    for c in range(4):
        tried.box[d, c] = layout.way[i, BOX + c]
    tried.gap[d] = layout.way[i, GAP]


@compiled
def lay_back(i: int, d: int, layout: LayoutArrays, tried: Tried) -> None:
    """Restore the geometry of a way from row ``d``."""
    for p in range(layout.ends[i, 3]):
        for c in range(4):
            layout.space[i, p, c] = tried.space[d, p, c]
    for p in range(layout.ends[i, 4]):
        for c in range(5):
            layout.line[i, p, c] = tried.line[d, p, c]
    for c in range(4):
        layout.way[i, BOX + c] = tried.box[d, c]
    layout.way[i, GAP] = tried.gap[d]


@compiled
def shift_way(i: int, limit: float, layout: LayoutArrays, costs: Costs, tried: Tried) -> bool:
    """Lay a changed way; keep it if it costs at most ``limit`` more, else restore it."""
    ways, spots, row = layout.ways[0], layout.spots[0], tried.row
    allowed = costs.ways[i] + limit
    for j in range(ways):
        allowed += costs.way_way[i, j]
    for k in range(spots):
        allowed += costs.way_spot[i, k] + costs.way_label[i, k]
    save(i, 0, layout, tried)
    lay(i, layout)
    own = strain(i, layout)
    cost = own
    for j in range(ways):
        if cost > allowed:
            break
        row[0, j] = ways_close(i, j, layout) if i != j else 0.0
        cost += row[0, j]
    for k in range(spots):
        if cost > allowed:
            break
        row[1, k] = way_close_to_spot(i, k, layout)
        row[2, k] = way_close_to_label(i, k, layout)
        cost += row[1, k] + row[2, k]
    if cost > allowed:
        lay_back(i, 0, layout, tried)
        return False
    costs.ways[i] = own
    for j in range(ways):
        costs.way_way[i, j] = costs.way_way[j, i] = row[0, j]
    for k in range(spots):
        costs.way_spot[i, k], costs.way_label[i, k] = row[1, k], row[2, k]
    return True


@compiled
def shift_label(k: int, limit: float, layout: LayoutArrays, costs: Costs, tried: Tried) -> bool:
    """Set a label to its changed position if that costs at most ``limit`` more."""
    ways, spots, row = layout.ways[0], layout.spots[0], tried.row
    place(k, layout)
    allowed = costs.spots[k] + limit
    for i in range(ways):
        allowed += costs.way_label[i, k]
    for o in range(spots):
        allowed += costs.label_spot[k, o] + costs.label_label[k, o]
    own = stray(k, layout)
    cost = own
    for o in range(spots):
        if cost > allowed:
            break
        row[1, o] = label_at_spot(k, o, layout)
        row[2, o] = between_labels(k, o, layout) if o != k else 0.0
        cost += row[1, o] + row[2, o]
    for i in range(ways):
        if cost > allowed:
            break
        row[0, i] = way_close_to_label(i, k, layout)
        cost += row[0, i]
    if cost > allowed:
        return False
    costs.spots[k] = own
    for o in range(spots):
        costs.label_spot[k, o] = row[1, o]
        costs.label_label[k, o] = costs.label_label[o, k] = row[2, o]
    for i in range(ways):
        costs.way_label[i, k] = row[0, i]
    return True


@compiled
def shift_spot(k: int, limit: float, layout: LayoutArrays, costs: Costs, tried: Tried) -> bool:
    """Lay a moved spot and all its ways; True if kept. If not, the caller moves the spot itself back."""
    meeting, moved = layout.meeting, tried.moved
    many = 0
    while meeting[k, many] >= 0:
        moved[meeting[k, many]] = many
        many += 1
    allowed = cost_of_spot(k, many, limit, layout, costs, tried)
    for d in range(many):
        save(meeting[k, d], d, layout, tried)
    place(k, layout)
    own = stray(k, layout)
    cost = try_spot(k, own, allowed, layout, tried)
    if cost <= allowed:
        for d in range(many):
            lay(meeting[k, d], layout)
            tried.rows[d, 0, WAYS] = strain(meeting[k, d], layout)
            cost += tried.rows[d, 0, WAYS]
    cost = try_ways(k, many, cost, allowed, layout, tried)
    kept = cost <= allowed
    if kept:
        costs.spots[k] = own
        keep_spot(k, many, layout, costs, tried)
    else:
        for d in range(many):
            lay_back(meeting[k, d], d, layout, tried)
    for d in range(many):
        moved[meeting[k, d]] = -1
    return bool(kept)


@compiled
def cost_of_spot(k: int, many: int, limit: float, layout: LayoutArrays, costs: Costs, tried: Tried) -> float:
    """What a spot and its ways cost now, plus the limit."""
    ways, spots, moved = layout.ways[0], layout.spots[0], tried.moved
    allowed = costs.spots[k] + limit
    for d in range(many):
        i = layout.meeting[k, d]
        allowed += costs.ways[i]
        for j in range(ways):
            if moved[j] < d:
                allowed += costs.way_way[i, j]
        for o in range(spots):
            allowed += costs.way_spot[i, o] + costs.way_label[i, o]
    for i in range(ways):
        if moved[i] < 0:
            allowed += costs.way_spot[i, k] + costs.way_label[i, k]
    for o in range(spots):
        allowed += (
            costs.spot_spot[k, o] + costs.label_spot[k, o] + costs.label_label[k, o] + costs.label_spot[o, k]
        )
    return float(allowed)


@compiled
def try_spot(k: int, cost: float, allowed: float, layout: LayoutArrays, tried: Tried) -> float:
    """Add what a moved spot would cost with other spots, until it is too much."""
    row = tried.row
    for o in range(layout.spots[0]):
        if cost > allowed:
            break
        row[0, o] = between_spots(k, o, layout) if o != k else 0.0
        row[1, o] = label_at_spot(k, o, layout)
        row[2, o] = between_labels(k, o, layout) if o != k else 0.0
        row[3, o] = label_at_spot(o, k, layout)
        cost += row[0, o] + row[1, o] + row[2, o] + row[3, o]
    return cost


@compiled
def try_ways(k: int, many: int, cost: float, allowed: float, layout: LayoutArrays, tried: Tried) -> float:
    """Add what the ways of a moved spot would cost, including with other ways, until it is too much."""
    ways, spots = layout.ways[0], layout.spots[0]
    row, rows, moved = tried.row, tried.rows, tried.moved
    for d in range(many):
        if cost > allowed:
            break
        i = layout.meeting[k, d]
        for j in range(ways):
            if cost > allowed:
                break
            if moved[j] < d:
                rows[d, 0, j] = ways_close(i, j, layout)
                cost += rows[d, 0, j]
        for o in range(spots):
            if cost > allowed:
                break
            rows[d, 1, o] = way_close_to_spot(i, o, layout)
            rows[d, 2, o] = way_close_to_label(i, o, layout)
            cost += rows[d, 1, o] + rows[d, 2, o]
    for i in range(ways):
        if cost > allowed:
            break
        if moved[i] < 0:
            row[4, i] = way_close_to_spot(i, k, layout)
            row[5, i] = way_close_to_label(i, k, layout)
            cost += row[4, i] + row[5, i]
    return cost


@compiled
def keep_spot(k: int, many: int, layout: LayoutArrays, costs: Costs, tried: Tried) -> None:
    """Write the costs that were tried into the tables."""
    ways, spots = layout.ways[0], layout.spots[0]
    row, rows, moved = tried.row, tried.rows, tried.moved
    for o in range(spots):
        costs.spot_spot[k, o] = costs.spot_spot[o, k] = row[0, o]
        costs.label_label[k, o] = costs.label_label[o, k] = row[2, o]
        costs.label_spot[k, o], costs.label_spot[o, k] = row[1, o], row[3, o]
    for i in range(ways):
        if moved[i] < 0:
            costs.way_spot[i, k], costs.way_label[i, k] = row[4, i], row[5, i]
    for d in range(many):
        i = layout.meeting[k, d]
        costs.ways[i] = rows[d, 0, WAYS]
        for j in range(ways):
            if moved[j] < d:
                costs.way_way[i, j] = costs.way_way[j, i] = rows[d, 0, j]
        for o in range(spots):
            costs.way_spot[i, o], costs.way_label[i, o] = rows[d, 1, o], rows[d, 2, o]


@compiled_entry
def anneal(
    steps: int, hot: float, cold: float, seed: int, layout: LayoutArrays, costs: Costs, tried: Tried
) -> None:
    """Try ``steps`` changes while the temperature falls; call ``weigh`` first to fill the tables."""
    np.random.seed(seed)
    spot, way, choice = layout.spot, layout.way, layout.choice
    ways, spots = layout.ways[0], layout.spots[0]
    before = np.empty(GAP)
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
            move(k, layout, stride, hot)
            if not shift_spot(k, limit, layout, costs, tried):
                spot[k, X], spot[k, Y] = x, y
                place(k, layout)
        elif kind < 0.9:
            i = np.random.randint(ways)
            for c in range(GAP):
                before[c] = way[i, c]
            change(i, layout, stride, hot)
            if not shift_way(i, limit, layout, costs, tried):
                for c in range(GAP):
                    way[i, c] = before[c]
        else:
            k = np.random.randint(spots)
            if layout.offers[k] < 2:
                continue
            taken = choice[k]
            choice[k] = np.random.randint(layout.offers[k])
            if not shift_label(k, limit, layout, costs, tried):
                choice[k] = taken
                place(k, layout)


@compiled
def move(k: int, layout: LayoutArrays, stride: float, hot: float) -> None:
    """Move a spot a little, or, rarely, a plaque or a spot without a true place a long way."""
    spot, size = layout.spot, layout.size
    breadth = size[BREADTH]
    if spot[k, PLAQUE] > 0 and hot > 0.1 and np.random.random() < 0.1:
        spot[k, X] = np.random.random() * size[WIDTH]
        spot[k, Y] = np.random.random() * size[HEIGHT]
    elif spot[k, LEASH] < 0.5 and hot > 0.1 and np.random.random() < 0.1:
        spot[k, X] += np.random.normal() * breadth * 12
        spot[k, Y] += np.random.normal() * breadth * 12
    else:
        spot[k, X] += np.random.normal() * breadth * 1.5 * stride
        spot[k, Y] += np.random.normal() * breadth * 1.5 * stride


@compiled
def change(i: int, layout: LayoutArrays, stride: float, hot: float) -> None:
    """Change the bend of a way a little or completely, or move its spaces away from an end."""
    way, breadth = layout.way, layout.size[BREADTH]
    kind = np.random.random()
    if layout.ends[i, 5] == 1:
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
