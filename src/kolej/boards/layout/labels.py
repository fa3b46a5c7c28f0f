"""Where the name of a city may be placed around it."""

from __future__ import annotations

from typing import NamedTuple

from kolej.boards.layout.text_size import CITY, Block, block, broken, ink
from kolej.boards.schema import City

DISC = 0.62
"""Radius of a city in breadths of a space."""


class Setting(NamedTuple):
    """One way to place the name of a city."""

    block: Block
    left: float
    top: float
    """Where the ink starts, relative to the city."""
    cost: float


def letters(breadth: float) -> float:
    """Font size of city names: a little larger than a space is broad, less so where spaces are large.

    The numbers were chosen by hand; no measurement was kept.
    """
    return 9.0 + 0.62 * breadth if breadth > 12 else 1.37 * breadth


def settings(city: City, breadth: float) -> list[Setting]:
    """All ways to place the name, in one line or two; only on the pinned side if one is pinned.

    The widths and costs, here and in ``_around``, were chosen by hand; no measurement was kept.
    """
    whole = ink(city.name, CITY)
    wide = whole[2] - whole[0] > 5.2
    texts: list[tuple[tuple[str, ...], float]] = [((city.name,), 0.15 if wide else 0.0)]
    halves = broken(city.name, CITY)
    if halves is not None and whole[2] - whole[0] > 3.5:
        texts.append((halves, 0.0 if wide else 0.25))
    return [setting for lines, cost in texts for setting in _around(city, lines, breadth, cost)]


def _around(city: City, lines: tuple[str, ...], breadth: float, cost: float) -> list[Setting]:
    """Where these lines may be placed: straight beside the city is best."""
    away = (DISC + 0.3) * breadth
    found: list[Setting] = []

    def add(side: str, align: float, x: float, y: float, more: float) -> None:
        """x and y are the shares of the text that lie left of and above its anchor."""
        if city.label is not None and city.label != side:
            return
        text = block(lines, CITY, letters(breadth), align)
        dx = {"right": away, "left": -away}.get(side, 0.0)
        dy = {"above": -away, "below": away}.get(side, 0.0)
        if "-" in side:
            dx = away * 0.75 * (1 if side.endswith("right") else -1)
            dy = away * 0.75 * (-1 if side.startswith("above") else 1)
        found.append(Setting(text, dx - x * text.width, dy - y * text.height, cost + more))

    for y, more in ((0.5, 0.0), (0.3, 0.1), (0.7, 0.1), (0.1, 0.25), (0.9, 0.25)):
        add("right", 0.0, 0.0, y, more)
        add("left", 1.0, 1.0, y, more + 0.02)
    for x, more in ((0.5, 0.15), (0.35, 0.2), (0.65, 0.2), (0.2, 0.25), (0.8, 0.25)):
        add("above", x, x, 1.0, more)
        add("below", x, x, 0.0, more)
    add("above-right", 0.0, 0.0, 1.0, 0.2)
    add("below-right", 0.0, 0.0, 0.0, 0.2)
    add("above-left", 1.0, 1.0, 1.0, 0.22)
    add("below-left", 1.0, 1.0, 0.0, 0.22)
    return found
