"""The layout of a board: where everything lies, in units of the drawing.

``compute`` makes it, ``drawing`` draws it, ``measure`` checks it. It is stored beside the board
file, so it is not computed again until the board changes.
"""

from __future__ import annotations

import msgspec

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Space(msgspec.Struct, frozen=True):
    """One train space: a rotated rectangle."""

    route: str
    index: int
    polygon: tuple[Point, Point, Point, Point]
    """Corners in order; the first two lie on one long side, in the direction of the route."""


class Line(msgspec.Struct, frozen=True):
    """A line of a label: its text, and where its baseline starts."""

    text: str
    x: float
    y: float


class Label(msgspec.Struct, frozen=True):
    text: str
    box: Box
    """What the letters actually cover, measured with the shipped font."""
    lines: tuple[Line, ...]
    size: float
    """Font size in units."""


class Spot(msgspec.Struct, frozen=True):
    """A city, or the plaque of a country."""

    id: str
    x: float
    y: float
    r: float
    label: Label
    true: Point | None = None
    """Where the map projection alone would put it; None on boards without a map."""
    box: Box | None = None
    """A country's whole plaque."""


class Projection(msgspec.Struct, frozen=True):
    """Conformal conic projection: from latitude and longitude to units of the drawing."""

    parallels: tuple[float, float]
    meridian: float
    scale: float
    x: float
    y: float


class Layout(msgspec.Struct, frozen=True):
    board: str
    digest: str
    """Hash of what the layout depends on; a layout with another digest is stale."""
    width: float
    height: float
    space: tuple[float, float]
    """Length and breadth of every train space."""
    spaces: tuple[Space, ...]
    cities: tuple[Spot, ...]
    countries: tuple[Spot, ...]
    projection: Projection | None = None
