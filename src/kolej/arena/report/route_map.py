"""The board with routes drawn wider the more they were used; colours come from the page."""

from __future__ import annotations

from collections.abc import Sequence

from kolej.boards.drawing.geography import Layer, ground
from kolej.boards.drawing.route_shapes import rows
from kolej.boards.drawing.svg import escaped, number, points, tag
from kolej.boards.layout.layout import Layout
from kolej.boards.schema import Board

THIN, BROAD = 0.22, 1.5
"""Widths of a route that nobody took and of one that everybody did, in breadths of a space."""


def land(board: Board, plan: Layout) -> str:
    """The map beneath, once for all maps of a page."""
    found = ground(board, plan)
    if found is None:
        return ""
    layers: tuple[Layer, ...] = ("land", "home", "lakes", "borders")
    shapes = {layer: found.path(layer) for layer in layers}
    paths = [tag("path", id=f"map-{name}", d=d) for name, d in shapes.items() if d]
    used = [
        tag("use", href=f"#map-{name}", class_=f"m-{name}", fill_rule="evenodd")
        for name, d in shapes.items()
        if d
    ]
    ground_of = tag("g", *used, id="map-ground")
    return tag("svg", tag("defs", *paths, ground_of), width=0, height=0, class_="hidden", aria_hidden="true")


def chart(board: Board, plan: Layout, title: str, shares: Sequence[float], said: Sequence[str]) -> str:
    """A map: ``shares`` from 0 to 1 and a sentence, for each route in the order of the board."""
    length, breadth = plan.space
    index = {route.id: i for i, route in enumerate(board.routes)}
    faint, strong = [], []
    for row in rows(board, plan):
        number_of = index[row.route.id]
        share = shares[number_of]
        d = f"M{points(row.spine(length))}"
        faint.append(tag("path", d=d, class_="r0", stroke_width=breadth * THIN))
        strong.append(
            (
                share,
                tag(
                    "path",
                    tag("title", escaped(said[number_of])),
                    d=d,
                    class_="r1",
                    stroke_width=breadth * (THIN + (BROAD - THIN) * share),
                    stroke_opacity=0.15 + 0.85 * share if share else 0,
                    data_route=row.route.id,
                    data_share=f"{share:.4f}",
                ),
            )
        )
    strong.sort(key=lambda drawn: drawn[0])
    parts = [
        tag("title", escaped(title)),
        tag("rect", width=plan.width, height=plan.height, class_="m-sea"),
        tag("use", href="#map-ground"),
        tag("g", *faint, class_="rs"),
        tag("g", *(drawn for _, drawn in strong), class_="rs"),
        tag("g", *(_city(spot.x, spot.y, spot.r) for spot in plan.cities)),
        tag(
            "g",
            *(
                _name(line.text, line.x, line.y, spot.label.size)
                for spot in plan.cities
                for line in spot.label.lines
            ),
        ),
        tag(
            "g",
            *(
                _name(line.text, line.x, line.y, spot.label.size)
                for spot in plan.countries
                for line in spot.label.lines
            ),
        ),
    ]
    return tag(
        "svg", *parts, viewBox=f"0 0 {number(plan.width)} {number(plan.height)}", role="img", class_="chart"
    )


def _city(x: float, y: float, r: float) -> str:
    return tag("circle", cx=x, cy=y, r=r * 0.8, class_="m-city", stroke_width=r * 0.3)


def _name(words: str, x: float, y: float, size: float) -> str:
    return tag("text", escaped(words), x=x, y=y, font_size=size, class_="m-name", stroke_width=size * 0.24)
