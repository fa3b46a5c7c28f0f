"""The symbol of each colour: one silhouette each, in a box of 20 by 20, legible at 10 pixels.

Colour is never alone: whoever cannot tell two colours apart reads the symbols.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    d: str
    stroke: float | None = None
    """Drawn as a line of this width; None: filled."""


SYMBOLS = {
    "red": Symbol("M10 1.8 19 17.8H1z"),
    "orange": Symbol("M1 12.2a9 9 0 0 1 18 0zM1 14.4h18v3.2H1z"),
    "yellow": Symbol(
        "m10 .6 2.8 6.3 6.8 .7-5.1 4.6 1.5 6.7-6-3.5-6 3.5 1.5-6.7L.4 7.6l6.8-.7z",
    ),
    "green": Symbol(
        "M18.2 1.6C8.4 1.2 2.4 5.6 2.4 12c0 1.2 .2 2.2 .6 3.1l-2 2.9 2.2 1.4 1.9-2.7"
        "c1 .4 2.1 .6 3.3 .6 6.6 0 10.2-6 9.8-15.7z",
    ),
    "blue": Symbol(
        "M.8 7.4c3.1-4.6 6.1-4.6 9.2-.9s6.1 3.7 9.2-.9M.8 15.4c3.1-4.6 6.1-4.6 9.2-.9s6.1 3.7 9.2-.9",
        stroke=3.5,
    ),
    "purple": Symbol("M10 .4 17.8 10 10 19.6 2.2 10z"),
    "white": Symbol("M10 .8v18.4M2 5.4l16 9.2M2 14.6l16-9.2", stroke=3.3),
    "black": Symbol("M2.8 2.8h14.4v14.4H2.8z"),
    "grey": Symbol("M16 10a6 6 0 1 1-12 0 6 6 0 1 1 12 0z", stroke=2.6),
    "locomotive": Symbol(
        "M10 .6a6.4 6.4 0 0 1 5 10.4h3.6v3.2H1.4V11H5A6.4 6.4 0 0 1 10 .6z"
        "M10 4.1a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8z"
        "M4.4 15.6h11.2l2.6 3.8H1.8z",
    ),
}
"""By colour of card; the ring of a grey route is to be filled with any. The rest are silhouettes."""
