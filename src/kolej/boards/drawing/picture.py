"""The picture of a board: one self-contained SVG, the same for screen and print."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal

from kolej.boards.drawing import captions, fonts, plaques, routes
from kolej.boards.drawing.cartouche import cartouche
from kolej.boards.drawing.free_space import Room, around, panel
from kolej.boards.drawing.route_shapes import rows
from kolej.boards.drawing.routes import Pen
from kolej.boards.drawing.small_labels import enlarged
from kolej.boards.drawing.svg import escaped, number, tag
from kolej.boards.drawing.theme import THEMES, Theme
from kolej.boards.layout.layout import Box, Layout, Point, Spot
from kolej.boards.layout.text_size import ink
from kolej.boards.schema import Board, Water

if TYPE_CHECKING:
    from kolej.boards.drawing.geography import Ground

ThemeName = Literal["light", "dark", "contrast"]

NARROW = 0.0135
"""Spaces narrower than this share of the drawing have symbols too small for small pictures."""


def svg(
    board: Board,
    plan: Layout,
    theme: ThemeName = "light",
    language: str = "en",
    small: bool = False,
) -> str:
    """Draw a board as its plan says. The plan must be of this board.

    ``small`` is for pictures up to about 600 pixels wide: larger names, and one large symbol a route.
    """
    from kolej.boards.drawing.geography import ground

    colours = THEMES[theme]
    pen = Pen(colours, *plan.space, badges=small and plan.space[1] < plan.width * NARROW)
    lines = rows(board, plan)
    land = ground(board, plan)
    if small:
        plan = enlarged(board, plan, lines)
    room = Room(plan, lines)
    swaps = plaques.tags(lines, pen, room, plan.cities[0].label.size, language)
    name = captions.said(board.name, language)
    about = captions.said(captions.ABOUT, language).format(len(board.cities), len(board.routes))
    body = [
        tag("title", escaped(name), id="title"),
        tag("desc", escaped(about), id="about"),
        tag("defs", routes.defs(pen, lines)),
        tag(
            "g",
            _ground(plan, pen, land),
            _waters(board, plan, colours, land, room, language),
            "" if small else cartouche(board, plan, colours, room, language),
            id="map",
            aria_hidden="true",
        ),
        tag("g", routes.beneath(pen, lines), id="tracks", fill="none", aria_hidden="true"),
        tag("g", routes.spaces(pen, lines, captions.routes(board, language), swaps), id="routes"),
        tag("g", _cities(board, plan, pen, land), id="cities"),
    ]
    if plan.countries:
        body.append(tag("g", plaques.countries(board, plan, pen, language), id="countries"))
    body.insert(2, tag("style", fonts.style(_letters("".join(body)))))
    return tag(
        "svg",
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(plan.width)} {number(plan.height)}",
        width=plan.width,
        height=plan.height,
        role="graphics-document document",
        aria_labelledby="title",
        aria_describedby="about",
        lang=language,
        data_board=board.id,
        data_theme=theme,
    )


def _letters(body: str) -> dict[fonts.Face, set[str]]:
    """Which letters the picture writes with which face; all that the body may write will do."""
    written: defaultdict[fonts.Face, set[str]] = defaultdict(set)
    for attributes, content in re.findall(r"<text\b([^>]*)>(.*?)</text>", body, flags=re.S):
        for face in fonts.FACES:
            italic = 'font-style="italic"' in attributes
            if f'font-family="{face.family}' in attributes and italic == face.italic:
                written[face] |= set(re.sub(r"<[^>]*>", "", content)) | set("&<>\"'")
    return written


def _ground(plan: Layout, pen: Pen, land: Ground | None) -> str:
    theme = pen.theme
    paper = theme.sea if land else theme.land
    parts = [tag("rect", width=plan.width, height=plan.height, fill=paper)]
    if land is None:
        return parts[0]
    fine = plan.width / 1600 + plan.space[1] / 48
    shapes = {
        name: getattr(land, name)
        for name in ("land", "home", "graticule", "rivers", "lakes", "borders")
        if getattr(land, name)
    }
    parts.append(tag("defs", *(tag("path", id=f"map-{name}", d=d) for name, d in shapes.items())))

    def area(name: str, colour: str) -> str:
        return tag("use", href=f"#map-{name}", fill=colour, fill_rule="evenodd") if name in shapes else ""

    def line(name: str, colour: str, width: float, dash: str | None = None) -> str:
        if name not in shapes:
            return ""
        return tag(
            "use",
            href=f"#map-{name}",
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_dasharray=dash,
            stroke_linejoin="round",
            stroke_linecap=None if dash else "round",
        )

    parts += [
        line("land", theme.sea_1, 50 * fine),
        line("land", theme.sea_2, 22 * fine),
        area("land", theme.land),
        area("home", theme.home),
        line("graticule", theme.graticule, 1.2),
        line("rivers", theme.river, 1.9 * fine),
        area("lakes", theme.sea_1),
        line("lakes", theme.river, 1.0 * fine),
        line("borders", theme.border, 1.5 * fine, f"{number(6 * fine)} {number(3.6 * fine)}"),
        line("land", theme.coast, 1.1 * fine),
    ]
    return "".join(parts)


def _waters(board: Board, plan: Layout, theme: Theme, land: Ground | None, room: Room, language: str) -> str:
    """The names of waters, each near where it is wished for, if there is room at sea."""
    if land is None or plan.projection is None:
        return ""
    from kolej.boards.layout.projection import project

    parts = []
    for water in board.map.waters:
        x, y = project(plan.projection, water.lon, water.lat)
        parts.append(_water(water, (float(x), float(y)), plan, theme, land, room, language))
    return "".join(parts)


def _water(
    water: Water,
    wished: Point,
    plan: Layout,
    theme: Theme,
    land: Ground,
    room: Room,
    language: str,
) -> str:
    name = captions.said(water.name, language)
    base = (plan.width * plan.height) ** 0.5 * 0.0215 * water.size
    left, _, right, _ = ink(name, fonts.WATER.file)
    for size in (base, base * 0.85, base * 0.7, base * 0.6):
        spacing = size * 0.22
        width = (right - left) * size + spacing * (len(name) - 1)
        shape = panel((0.0, 0.0), width, size * 0.9, water.angle)
        for at in around(wished, plan.width * 0.16, plan.width * 0.012):
            letters = shape + at
            if land.at_sea(letters).all() and room.holds(letters, size * 0.55):
                room.take(letters)
                turn = f"rotate({number(water.angle)} {number(at[0])} {number(at[1])})"
                return tag(
                    "text",
                    escaped(name),
                    x=at[0] + spacing / 2,
                    y=at[1] + size * 0.3,
                    text_anchor="middle",
                    font_size=size,
                    letter_spacing=spacing,
                    transform=turn if water.angle else None,
                    fill=theme.water_name,
                    **fonts.WATER.attributes,
                )
    return ""


def _cities(board: Board, plan: Layout, pen: Pen, land: Ground | None) -> str:
    spots = {spot.id: spot for spot in plan.cities}
    inside = pen.theme.home if board.map.home else pen.theme.land
    parts = []
    for city in board.cities:
        spot = spots[city.id]
        paper = inside if city.country in board.map.home else pen.theme.land
        halo = pen.theme.sea_2 if land and _at_sea(spot.label.box, land) else paper
        parts.append(
            tag(
                "g",
                tag("title", escaped(city.name)),
                _name(spot, pen, halo),
                _disc(spot, pen),
                id=f"city-{city.id}",
                class_="city",
                role="img",
                data_city=city.id,
            )
        )
    return "".join(parts)


def _at_sea(box: Box, land: Ground) -> bool:
    left, top, right, bottom = box
    letters = panel(((left + right) / 2, (top + bottom) / 2), right - left, bottom - top)
    return bool(land.at_sea(letters).mean() > 0.6)


def _name(spot: Spot, pen: Pen, halo: str) -> str:
    label = spot.label
    lines = [tag("tspan", escaped(line.text), x=line.x, y=line.y) for line in label.lines]
    return tag(
        "text",
        *lines,
        font_size=label.size,
        fill=pen.theme.ink,
        stroke=halo,
        stroke_width=label.size * 0.24,
        stroke_linejoin="round",
        paint_order="stroke",
        **fonts.CITY.attributes,
    )


def _disc(spot: Spot, pen: Pen) -> str:
    width = max(3.4 * pen.u, spot.r * 0.26)
    ring = tag(
        "circle",
        cx=spot.x,
        cy=spot.y,
        r=spot.r - width / 2,
        fill=pen.theme.paper,
        stroke=pen.theme.ink,
        stroke_width=width,
    )
    return ring + tag("circle", cx=spot.x, cy=spot.y, r=spot.r * 0.3, fill=pen.theme.ink)
