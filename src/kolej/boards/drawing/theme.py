"""The colours of a board: three themes for the paper, one set for the cards, one for the players' trains.

The web client's colours are generated from these (``make look``).

A card or a train is an object and looks the same on any paper. Their colours were searched for together so
that any two can be told apart with any kind of colour vision, and a train from any printed route; do not
change one alone. ``python tools/colours.py`` prints the distances, and a test holds them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

FILLS = {
    "red": "#af1d1f",
    "orange": "#d17c0e",
    "yellow": "#fbd452",
    "green": "#2e7e62",
    "blue": "#1d9fe1",
    "purple": "#853d8b",
    "white": "#f9f6f1",
    "black": "#292726",
    "grey": "#aba7a0",
}
"""Colour of a space, by the colour of its route."""

MARKS = {
    "red": "#fff7ec",
    "orange": "#26180a",
    "yellow": "#3a2c08",
    "green": "#f4fff8",
    "blue": "#06243a",
    "purple": "#fff3ff",
    "white": "#4a443a",
    "black": "#f6f0e4",
    "grey": "#3a362f",
}
"""Colour of the symbol on it."""


@dataclass(frozen=True)
class Seat:
    """The colours of a player: solid, and with nothing white on them, which would wash the colour out."""

    roof: str
    """The colour that the seat is named after: roofs, badges, lines."""
    deep: str
    """Walls and edges."""
    mark: str
    """The furniture on the roof."""
    ink: str
    """Text on the seat's colour."""


SEATS = {
    "navy": Seat(roof="#1f2f7a", deep="#0d1540", mark="#93a8f5", ink="#ffffff"),
    "ruby": Seat(roof="#cb2957", deep="#680b29", mark="#3d0414", ink="#ffffff"),
    "teal": Seat(roof="#01968e", deep="#00423e", mark="#012b28", ink="#00201d"),
    "saffron": Seat(roof="#f2a20a", deep="#7a4300", mark="#472600", ink="#2b1700"),
    "lilac": Seat(roof="#cea6df", deep="#5f3575", mark="#3b1650", ink="#2a0f3a"),
}
"""By the name of a seat's colour, in the order of the seats."""


@dataclass(frozen=True)
class Theme:
    """Colours are ``#rrggbb``, or ``#rrggbbaa`` where they are translucent."""

    sea: str
    sea_1: str
    """The waterline further from the coast."""
    sea_2: str
    """The waterline at the coast."""
    land: str
    home: str
    """The countries that are played in: lighter paper."""
    border: str
    coast: str
    river: str
    graticule: str
    water_name: str
    map_ink: str
    paper: str
    paper_2: str
    ink: str
    ink_2: str
    accent: str
    accent_ink: str
    space_line: str
    space_case: str
    track: str
    tunnel: str
    ferry: str
    loco_mark: str
    on_loco_mark: str
    closed: str
    """The outline of a closed track."""
    black_line: str
    """The keyline of black spaces, and how many times wider it is: on dark land they are hard to see."""
    black_key: float = 1.0


_LIGHT = Theme(
    sea="#c8dadb",
    sea_1="#d3e2e1",
    sea_2="#dde8e5",
    land="#e9dfc8",
    home="#f5eedd",
    border="#b3a07a",
    coast="#b3a07a",
    river="#a9c3c6",
    graticule="#8d7d5c22",
    water_name="#51808a",
    map_ink="#5d5443",
    paper="#fbf8f1",
    paper_2="#f3eee2",
    ink="#26221d",
    ink_2="#5b5347",
    accent="#1c5461",
    accent_ink="#fffaf0",
    space_line="#2b2014a6",
    space_case="#fdf9efbf",
    track="#4a3f2e73",
    tunnel="#5a4a35",
    ferry="#2f6b7d",
    loco_mark="#2f3a42",
    on_loco_mark="#fff6e2",
    closed="#8b816e",
    black_line="#2b2014a6",
)

THEMES = {
    "light": _LIGHT,
    "dark": Theme(
        sea="#172126",
        sea_1="#1b272c",
        sea_2="#202d32",
        land="#2b2d2a",
        home="#383a34",
        border="#6b6350",
        coast="#6b6350",
        river="#24383e",
        graticule="#efe2c214",
        water_name="#6f97a0",
        map_ink="#a89d85",
        paper="#212527",
        paper_2="#2a2e30",
        ink="#f0e9da",
        ink_2="#c3baa8",
        accent="#86c5cd",
        accent_ink="#0d2126",
        space_line="#f7ecd6c4",
        space_case="#15181abf",
        track="#efe2c259",
        tunnel="#c2ab86",
        ferry="#7fb3bf",
        loco_mark="#1b2329",
        on_loco_mark="#fff6e2",
        closed="#7d7667",
        black_line="#f7ecd6",
        black_key=2.0,
    ),
    # White land and black lines; cards unchanged.
    "contrast": replace(
        _LIGHT,
        sea="#dfeaec",
        sea_1="#e8f0f1",
        sea_2="#eff5f5",
        land="#ffffff",
        home="#ffffff",
        border="#666666",
        coast="#666666",
        river="#ffffff00",
        graticule="#ffffff00",
        water_name="#222222",
        map_ink="#222222",
        paper="#ffffff",
        paper_2="#f4f4f2",
        ink="#000000",
        ink_2="#222222",
        accent="#00404d",
        accent_ink="#ffffff",
        space_line="#000000",
        space_case="#ffffff",
        track="#000000",
        tunnel="#000000",
        ferry="#00515f",
        closed="#555555",
        black_line="#000000",
    ),
}
