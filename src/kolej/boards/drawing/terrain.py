"""The map beneath a board as it is printed: waterlines, land, lakes, rivers, borders, graticule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kolej.boards.drawing.free_space import panel
from kolej.boards.drawing.svg import number, tag
from kolej.boards.layout.layout import Box, Layout, Spot
from kolej.boards.schema import Board

if TYPE_CHECKING:
    from kolej.boards.drawing.geography import Ground, Layer

_SHORE = 3.0
"""How far a waterline may deviate from the coast, in a scale in which its stroke is 22 wide."""
STEPS = 2
"""Steps for each unit, so that the map is written in whole numbers, which is a third shorter."""
_NAMES: dict[Layer, str] = {
    "land": "land",
    "home": "home",
    "graticule": "graticule",
    "rivers": "river",
    "lakes": "lake",
    "borders": "border-line",
}
"""Layers, from the bottom up, with their classes in ``printed.css``."""


def terrain(land: Ground, measure: float, clipped: bool = False) -> str:
    """The layers of the map; ``measure`` is the size of strokes, in steps.

    ``clipped``: for a browser, which knows clip paths; a map with much coast at home is a fifth smaller.
    """
    scaled = f"scale({number(1 / STEPS)})"
    # each path has its own scale, because other drawings on the page may reuse the shore
    shore = tag("path", id="shore", transform=scaled, d=land.shore(_SHORE * measure / STEPS, STEPS))
    waterlines = [tag("use", href="#shore", class_=name) for name in ("waterline far-out", "waterline")]
    paths = {name: d for layer, name in _NAMES.items() if (d := land.path(layer, STEPS))}
    layers = {name: tag("path", class_=name, transform=scaled, d=d) for name, d in paths.items()}
    abroad = land.abroad_path(STEPS)
    if clipped and len(abroad) < len(paths.get("home", "")):
        # Most of the coast is that of the home countries: all land becomes home, and then land again abroad.
        coast = tag("path", id="coast", transform=scaled, d=paths["land"])
        rest = tag("clipPath", tag("path", transform=scaled, d=abroad), id="abroad")
        layers["land"] = tag("defs", coast, rest) + tag("use", href="#coast", class_="land")
        layers["home"] = tag("use", href="#coast", class_="home") + tag(
            "use", href="#coast", class_="land", clip_path="url(#abroad)"
        )
    return "".join([tag("defs", shore), *waterlines, *layers.values()])


Paper = Literal["sea", "home", "land"]
"""What a name lies on, which decides the colour of its halo."""


def papers_of(board: Board, plan: Layout, land: Ground | None) -> dict[str, Paper]:
    """By city."""
    home = {city.id for city in board.cities if city.country in board.map.home}

    def paper(spot: Spot) -> Paper:
        if land and _at_sea(spot.label.box, land):
            return "sea"
        return "home" if spot.id in home else "land"

    return {spot.id: paper(spot) for spot in plan.cities}


def _at_sea(box: Box, land: Ground) -> bool:
    """Whether most of a name lies on water."""
    left, top, right, bottom = box
    letters = panel(((left + right) / 2, (top + bottom) / 2), right - left, bottom - top)
    return bool(land.at_sea(letters).mean() > 0.6)
