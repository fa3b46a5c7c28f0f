"""The symbol of each colour: a silhouette in a box of 20 by 20, legible at 10 pixels.

Colour is never the only sign: whoever cannot tell two colours apart can read the symbols. The web client's
symbols are generated from these (``make look``).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    d: str
    """Relative after its first point, so that it can be drawn anywhere at any size."""
    stroke: float | None = None
    """Drawn as a line of this width; None: filled."""


SYMBOLS = {
    "red": Symbol("M10 1.8l9 16h-18z"),
    "orange": Symbol("M1 12.2a9 9 0 0 1 18 0zm0 2.2h18v3.2h-18z"),
    "yellow": Symbol("M10 .6l2.8 6.3 6.8 .7-5.1 4.6 1.5 6.7-6-3.5-6 3.5 1.5-6.7-5.1-4.6 6.8-.7z"),
    "green": Symbol(
        "M18.2 1.6c-9.8-.4-15.8 4-15.8 10.4 0 1.2 .2 2.2 .6 3.1l-2 2.9 2.2 1.4 1.9-2.7"
        "c1 .4 2.1 .6 3.3 .6 6.6 0 10.2-6 9.8-15.7z",
    ),
    "blue": Symbol(
        "M.8 7.4c3.1-4.6 6.1-4.6 9.2-.9s6.1 3.7 9.2-.9m-18.4 9.8c3.1-4.6 6.1-4.6 9.2-.9s6.1 3.7 9.2-.9",
        stroke=3.5,
    ),
    "purple": Symbol("M10 .4l7.8 9.6-7.8 9.6-7.8-9.6z"),
    "white": Symbol("M10 .8v18.4m-8-13.8l16 9.2m-16 0l16-9.2", stroke=3.3),
    "black": Symbol("M2.8 2.8h14.4v14.4h-14.4z"),
    "grey": Symbol("M16 10a6 6 0 1 1-12 0 6 6 0 1 1 12 0z", stroke=2.6),
    "locomotive": Symbol(
        "M10 .6a6.4 6.4 0 0 1 5 10.4h3.6v3.2h-17.2v-3.2h3.6a6.4 6.4 0 0 1 5-10.4z"
        "m0 3.5a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8z"
        "m-5.6 11.5h11.2l2.6 3.8h-16.4z",
    ),
}
"""By card colour. Grey is an empty ring, since any colour may fill it; the rest are silhouettes."""

CROSS = Symbol("M6 6l8 8m-8 0l8-8", stroke=1.7)
"""On every space of a closed track."""
