"""The picture of a board: one self-contained SVG, the same for screen and print."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal

from kolej.boards.drawing import captions, fonts, plaques, routes, sheet
from kolej.boards.drawing.cartouche import cartouche
from kolej.boards.drawing.free_space import Room
from kolej.boards.drawing.route_shapes import rows
from kolej.boards.drawing.routes import Pen
from kolej.boards.drawing.small_labels import enlarged
from kolej.boards.drawing.svg import escaped, number, tag
from kolej.boards.drawing.terrain import papers_of, terrain
from kolej.boards.drawing.theme import THEMES, Theme
from kolej.boards.drawing.waters import SPACING, WaterName, water_names
from kolej.boards.layout.layout import Layout, Spot
from kolej.boards.schema import Board

if TYPE_CHECKING:
    from kolej.boards.drawing.geography import Ground

ThemeName = Literal["light", "dark", "contrast"]

NARROW = 0.0135
"""Spaces narrower than this share of the drawing have symbols that are too small for small pictures."""


def svg(
    board: Board,
    plan: Layout,
    theme: ThemeName = "light",
    language: str = "en",
    small: bool = False,
) -> str:
    """Draw a board with its layout. The layout must belong to this board.

    ``small`` is for pictures up to about 600 pixels wide: larger names, and one large symbol for each route.
    """
    from kolej.boards.drawing.geography import ground

    colours = THEMES[theme]
    badges = small and plan.space[1] < plan.width * NARROW
    pen = Pen(*plan.space, marks="badges" if badges else "symbols")
    measures = sheet.measures(pen, plan.width)
    lines = rows(board, plan)
    land = ground(board, plan)
    if small:
        plan = enlarged(board, plan, lines)
    room = Room(plan, lines)
    swaps = plaques.tags(lines, pen, colours, room, plan.cities[0].label.size, language)
    name = captions.said(board.name, language)
    about = captions.word("about", language, cities=len(board.cities), routes=len(board.routes))
    paper = colours.sea if land else colours.land
    body = [
        tag("title", escaped(name), id="title"),
        tag("desc", escaped(about), id="about"),
        tag(
            "g",
            tag("rect", width=plan.width, height=plan.height, fill=paper),
            terrain(land, measures["ground"]) if land else "",
            *(_water(name, colours) for name in water_names(board, plan, land, room, language)),
            "" if small else cartouche(board, plan, colours, room, language),
            id="map",
            aria_hidden="true",
        ),
        tag("g", routes.beneath(pen, lines), id="tracks", aria_hidden="true"),
        tag("g", routes.spaces(pen, lines, captions.routes(board, language), swaps), id="routes"),
        tag("g", _cities(board, plan, pen, colours, land), id="cities"),
    ]
    if plan.countries:
        body.append(tag("g", plaques.countries(board, plan, colours, language), id="countries"))
    faces = fonts.style(_letters("".join(body)))
    body.insert(2, tag("style", faces + sheet.styled(colours, measures)))
    return tag(
        "svg",
        *body,
        xmlns="http://www.w3.org/2000/svg",
        class_="printed",
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
    """Which characters the picture writes in which face; a few too many do no harm."""
    written: defaultdict[fonts.Face, set[str]] = defaultdict(set)
    for attributes, content in re.findall(r"<text\b([^>]*)>(.*?)</text>", body, flags=re.S):
        for face in fonts.FACES:
            italic = 'font-style="italic"' in attributes
            if f'font-family="{face.family}' in attributes and italic == face.italic:
                written[face] |= set(re.sub(r"<[^>]*>", "", content)) | set("&<>\"'")
    return written


def _water(name: WaterName, theme: Theme) -> str:
    spacing = name.size * SPACING
    turn = f"rotate({number(name.angle)} {number(name.x)} {number(name.y)})"
    return tag(
        "text",
        escaped(name.text),
        x=name.x + spacing / 2,
        y=name.y + name.size * 0.3,
        text_anchor="middle",
        font_size=name.size,
        letter_spacing=spacing,
        transform=turn if name.angle else None,
        fill=theme.water_name,
        **fonts.WATER.attributes,
    )


def _cities(board: Board, plan: Layout, pen: Pen, theme: Theme, land: Ground | None) -> str:
    halos = {"sea": theme.sea_2, "home": theme.home, "land": theme.land}
    spots = {spot.id: spot for spot in plan.cities}
    papers = papers_of(board, plan, land)
    parts = []
    for city in board.cities:
        spot = spots[city.id]
        parts.append(
            tag(
                "g",
                tag("title", escaped(city.name)),
                _name(spot, theme, halos[papers[city.id]]),
                disc(spot, pen),
                id=f"city-{city.id}",
                class_="city",
                role="img",
                data_city=city.id,
            )
        )
    return "".join(parts)


def _name(spot: Spot, theme: Theme, halo: str) -> str:
    label = spot.label
    lines = [tag("tspan", escaped(line.text), x=line.x, y=line.y) for line in label.lines]
    return tag(
        "text",
        *lines,
        font_size=label.size,
        fill=theme.ink,
        stroke=halo,
        stroke_width=label.size * 0.24,
        stroke_linejoin="round",
        paint_order="stroke",
        **fonts.CITY.attributes,
    )


def disc(spot: Spot, pen: Pen) -> str:
    """A city as it is printed."""
    width = max(3.4 * pen.u, spot.r * 0.26)
    at = {"cx": spot.x, "cy": spot.y}
    ring = tag("circle", class_="rim", **at, r=spot.r - width / 2, stroke_width=width)
    return ring + tag("circle", class_="dot", **at, r=spot.r * 0.3)
