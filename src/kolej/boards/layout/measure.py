"""The quality of a layout, measured from the layout alone: nothing may overlap, nothing may cross.

Written from the meaning of a layout, with plain geometry of polygons, discs and boxes. It shares
no code with the program that computes layouts, so it can check that program.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import msgspec

from kolej.boards.layout.layout import Box, Layout, Point, Spot
from kolej.boards.schema import Board

TOUCH = 1e-6
"""Overlaps up to this size only touch."""
FAR = 0.04
"""A city further from its true place than this share of the width is counted."""

Polygon = Sequence[Point]


class Fault(msgspec.Struct, frozen=True):
    kind: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.kind.replace('_', ' ')}: {self.one}, {self.other}"


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    board: str
    width: float
    height: float
    spaces: int
    length: float
    """Of the smallest space."""
    breadth: float
    largest_length: float
    largest_breadth: float
    space_overlaps: int
    spaces_under_cities: int
    """Includes those that touch the disc of their own end, or a plaque."""
    labels_over_spaces: int
    labels_over_cities: int
    labels_over_labels: int
    outside: int
    crossings: int
    missing: int
    """Spaces, cities or countries of the board that the layout lacks, or has in excess."""
    lines_under_spaces: int
    lines_under_cities: int
    lines_under_labels: int
    """The bare line of a track running under something else: not a fault, but not pretty."""
    unevenness: float
    """Largest deviation of the distance between two spaces from its mean on the same route, in units."""
    farthest: float
    """How far the most displaced city lies from its true place, in percent of the width."""
    far: tuple[str, ...]
    """Cities displaced by more than four percent."""
    faults: tuple[Fault, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing overlaps, crosses, leaves the board or is missing."""
        return not any(
            (
                self.space_overlaps,
                self.spaces_under_cities,
                self.labels_over_spaces,
                self.labels_over_cities,
                self.labels_over_labels,
                self.outside,
                self.crossings,
                self.missing,
            )
        )


def figures(plan: Layout, board: Board) -> Figures:
    """Measure a layout against its board."""
    tracks = _tracks(plan, board)
    faults = [
        *_missing(plan, board),
        *_space_overlaps(plan),
        *_spaces_under_cities(plan),
        *_labels(plan),
        *_outside(plan),
        *_crossings(tracks),
        *_lines(plan, tracks),
    ]
    counts: dict[str, int] = defaultdict(int)
    for fault in faults:
        counts[fault.kind] += 1
    sides = [
        ((math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2)
        for a, b, c, d in (space.polygon for space in plan.spaces)
    ]
    moved = {
        city.id: math.dist((city.x, city.y), city.true) / plan.width
        for city in plan.cities
        if city.true is not None
    }
    return Figures(
        board=plan.board,
        width=plan.width,
        height=plan.height,
        spaces=len(plan.spaces),
        length=round(min(side[0] for side in sides), 2),
        breadth=round(min(side[1] for side in sides), 2),
        largest_length=round(max(side[0] for side in sides), 2),
        largest_breadth=round(max(side[1] for side in sides), 2),
        space_overlaps=counts["space_overlaps"],
        spaces_under_cities=counts["spaces_under_cities"],
        labels_over_spaces=counts["labels_over_spaces"],
        labels_over_cities=counts["labels_over_cities"],
        labels_over_labels=counts["labels_over_labels"],
        outside=counts["outside"],
        crossings=counts["crossings"],
        missing=counts["missing"],
        lines_under_spaces=counts["lines_under_spaces"],
        lines_under_cities=counts["lines_under_cities"],
        lines_under_labels=counts["lines_under_labels"],
        unevenness=round(max((_unevenness(track) for track in tracks.values()), default=0.0), 2),
        farthest=round(100 * max(moved.values(), default=0.0), 2),
        far=tuple(city for city, share in moved.items() if share > FAR),
        faults=tuple(faults),
    )


class Track(msgspec.Struct, frozen=True):
    a: str
    b: str
    points: tuple[Point, ...]
    """The centres of a, of every space in order, and of b."""


def _tracks(plan: Layout, board: Board) -> dict[str, Track]:
    spots = {spot.id: (spot.x, spot.y) for spot in (*plan.cities, *plan.countries)}
    middles: dict[str, list[tuple[int, Point]]] = defaultdict(list)
    for space in plan.spaces:
        x = sum(corner[0] for corner in space.polygon) / 4
        y = sum(corner[1] for corner in space.polygon) / 4
        middles[space.route].append((space.index, (x, y)))
    return {
        route.id: Track(
            route.a,
            route.b,
            (spots[route.a], *(p for _, p in sorted(middles[route.id])), spots[route.b]),
        )
        for route in board.routes
        if route.a in spots and route.b in spots
    }


def _missing(plan: Layout, board: Board) -> Iterator[Fault]:
    wanted = {(route.id, index) for route in board.routes for index in range(route.length)}
    drawn = [(space.route, space.index) for space in plan.spaces]
    for route, index in sorted(wanted.symmetric_difference(drawn)):
        yield Fault("missing", route, str(index))
    if len(drawn) > len(set(drawn)):
        yield Fault("missing", "a space drawn twice", "")
    spots = {spot.id for spot in (*plan.cities, *plan.countries)}
    named = {city.id for city in board.cities} | {country.id for country in board.countries}
    for spot in sorted(spots ^ named):
        yield Fault("missing", spot, "")


def _space_overlaps(plan: Layout) -> Iterator[Fault]:
    framed = [(space, _frame(space.polygon)) for space in plan.spaces]
    for (one, a), (other, b) in combinations(framed, 2):
        if _boxes_meet(a, b) and _polygons_meet(one.polygon, other.polygon):
            yield Fault("space_overlaps", f"{one.route} {one.index}", f"{other.route} {other.index}")


def _spaces_under_cities(plan: Layout) -> Iterator[Fault]:
    for space in plan.spaces:
        for spot in (*plan.cities, *plan.countries):
            if _under(space.polygon, spot):
                yield Fault("spaces_under_cities", f"{space.route} {space.index}", spot.id)


def _labels(plan: Layout) -> Iterator[Fault]:
    spots = (*plan.cities, *plan.countries)
    for owner in spots:
        box = owner.label.box
        shape = _corners(box)
        for space in plan.spaces:
            if _boxes_meet(box, _frame(space.polygon)) and _polygons_meet(shape, space.polygon):
                yield Fault("labels_over_spaces", owner.id, f"{space.route} {space.index}")
        for spot in spots:
            # The name of a country is on its own plaque, but beside its disc.
            if _disc_meets(spot, shape) or (
                spot is not owner and spot.box is not None and _boxes_meet(box, spot.box)
            ):
                yield Fault("labels_over_cities", owner.id, spot.id)
    for one, other in combinations(spots, 2):
        if _boxes_meet(one.label.box, other.label.box):
            yield Fault("labels_over_labels", one.id, other.id)
        apart = math.dist((one.x, one.y), (other.x, other.y)) - one.r - other.r
        if apart < -TOUCH or (
            one.box is not None and other.box is not None and _boxes_meet(one.box, other.box)
        ):
            yield Fault("spaces_under_cities", one.id, other.id)


def _outside(plan: Layout) -> Iterator[Fault]:
    def beyond(box: Box) -> bool:
        left, top, right, bottom = box
        over = max(-left, -top, right - plan.width, bottom - plan.height)
        return over > TOUCH

    for space in plan.spaces:
        if beyond(_frame(space.polygon)):
            yield Fault("outside", f"{space.route} {space.index}", "")
    for spot in (*plan.cities, *plan.countries):
        disc = (spot.x - spot.r, spot.y - spot.r, spot.x + spot.r, spot.y + spot.r)
        if beyond(disc) or beyond(spot.label.box) or beyond(spot.box or disc):
            yield Fault("outside", spot.id, "")


def _crossings(tracks: dict[str, Track]) -> Iterator[Fault]:
    for (one, a), (other, b) in combinations(tracks.items(), 2):
        if _boxes_meet(_frame(a.points), _frame(b.points), -TOUCH) and _tracks_meet(a, b):
            yield Fault("crossings", one, other)


def _tracks_meet(one: Track, other: Track) -> bool:
    """Whether two tracks meet anywhere but at an end they share."""
    for p, (a, b) in enumerate(pairwise(one.points)):
        for q, (c, d) in enumerate(pairwise(other.points)):
            if not _segments_meet(a, b, c, d):
                continue
            mine = {one.a} if p == 0 else set()
            mine |= {one.b} if p == len(one.points) - 2 else set()
            yours = {other.a} if q == 0 else set()
            yours |= {other.b} if q == len(other.points) - 2 else set()
            if not mine & yours or _along(a, b, c, d):
                return True
    return False


def _lines(plan: Layout, tracks: dict[str, Track]) -> Iterator[Fault]:
    """Where the line of a track runs under something that is not its own."""
    for name, track in tracks.items():
        frame = _frame(track.points)
        pieces = list(pairwise(track.points))
        for space in plan.spaces:
            foreign = space.route != name and _boxes_meet(frame, _frame(space.polygon))
            if foreign and any(_polygons_meet(piece, space.polygon) for piece in pieces):
                yield Fault("lines_under_spaces", name, f"{space.route} {space.index}")
        for spot in (*plan.cities, *plan.countries):
            if spot.id not in (track.a, track.b) and any(_under(piece, spot) for piece in pieces):
                yield Fault("lines_under_cities", name, spot.id)
            label = _corners(spot.label.box)
            if spot.box is None and any(_polygons_meet(piece, label) for piece in pieces):
                yield Fault("lines_under_labels", name, spot.id)


def _unevenness(track: Track) -> float:
    inner = track.points[1:-1]
    steps = [math.dist(a, b) for a, b in pairwise(inner)]
    mean = sum(steps) / len(steps) if steps else 0.0
    return max((abs(step - mean) for step in steps), default=0.0)


def _under(shape: Polygon, spot: Spot) -> bool:
    if spot.box is not None and _polygons_meet(shape, _corners(spot.box)):
        return True
    return _disc_meets(spot, shape)


def _disc_meets(spot: Spot, shape: Polygon) -> bool:
    """Whether the disc of a spot and a convex shape share more than a point."""
    centre = (spot.x, spot.y)
    edges = list(zip(shape, (*shape[1:], shape[0]), strict=True))
    turns = [_turn(a, b, centre) for a, b in edges]
    if len(shape) > 2 and (all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)):
        return True
    return min(_from_segment(centre, a, b) for a, b in edges) < spot.r - TOUCH


def _from_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / max(dx * dx + dy * dy, 1e-18)
    share = min(1.0, max(0.0, share))
    return math.dist(p, (a[0] + share * dx, a[1] + share * dy))


def _polygons_meet(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons (or segments) overlap: no edge of either keeps them apart."""
    for shape in (one, other):
        for a, b in zip(shape, (*shape[1:], shape[0]), strict=True):
            length = math.dist(a, b)
            if length < 1e-12:
                continue
            nx, ny = (a[1] - b[1]) / length, (b[0] - a[0]) / length
            mine = [x * nx + y * ny for x, y in one]
            yours = [x * nx + y * ny for x, y in other]
            if max(mine) <= min(yours) + TOUCH or max(yours) <= min(mine) + TOUCH:
                return False
    if len(one) == 2 or len(other) == 2:
        # A segment has no breadth, so its own direction may separate them as well.
        (a, b) = one[:2] if len(one) == 2 else other[:2]
        mine = [x * (b[0] - a[0]) + y * (b[1] - a[1]) for x, y in one]
        yours = [x * (b[0] - a[0]) + y * (b[1] - a[1]) for x, y in other]
        return max(mine) > min(yours) and max(yours) > min(mine)
    return True


def _segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    if not _boxes_meet(_frame((a, b)), _frame((c, d)), -TOUCH):
        return False
    one, two = _turn(a, b, c), _turn(a, b, d)
    three, four = _turn(c, d, a), _turn(c, d, b)
    return one * two <= 0 and three * four <= 0


def _along(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments that share an end overlap beyond it."""
    if abs((b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])) > TOUCH:
        return False
    shared = a if a in (c, d) else b
    mine = b if shared == a else a
    yours = d if shared == c else c
    dx, dy = mine[0] - shared[0], mine[1] - shared[1]
    return dx * (yours[0] - shared[0]) + dy * (yours[1] - shared[1]) > 0


def _turn(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _frame(points: Sequence[Point]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _corners(box: Box) -> Polygon:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _boxes_meet(a: Box, b: Box, touch: float = TOUCH) -> bool:
    return a[0] < b[2] - touch and b[0] < a[2] - touch and a[1] < b[3] - touch and b[1] < a[3] - touch
