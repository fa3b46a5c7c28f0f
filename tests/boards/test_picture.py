from __future__ import annotations

import itertools
import re
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import colour_vision
import msgspec
import numpy as np
import pytest
import straight

from kolej.boards.drawing import captions, export, fonts, sheet
from kolej.boards.drawing.export import PictureError
from kolej.boards.drawing.free_space import Room
from kolej.boards.drawing.geography import ground
from kolej.boards.drawing.picture import svg
from kolej.boards.drawing.route_shapes import rows
from kolej.boards.drawing.routes import Pen
from kolej.boards.drawing.small_labels import enlarged
from kolej.boards.drawing.symbols import SYMBOLS
from kolej.boards.drawing.theme import FILLS, MARKS, THEMES
from kolej.boards.layout.layout import Layout
from kolej.boards.load import load
from kolej.boards.schema import COLOURS, LANGUAGES, Board

BOARDS = ("europe", "nordic", "poland", "usa")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def board_and_plan(name: str) -> tuple[Board, Layout]:
    board = load(name)
    return board, straight.plan(board)


@cache
def drawn(name: str, theme: str = "light", language: str = "en") -> str:
    board, plan = board_and_plan(name)
    return svg(board, plan, theme, language)  # type: ignore[arg-type]


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def titles(root: ElementTree.Element, attribute: str) -> dict[str, str]:
    groups = [group for group in root.iter(f"{SVG}g") if group.get(attribute)]
    return {str(group.get(attribute)): group.findtext(f"{SVG}title", "") for group in groups}


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_is_well_formed_and_its_ids_are_unique(name: str) -> None:
    ids = Counter(element.get("id") for element in parsed(drawn(name)).iter() if element.get("id"))
    assert [one for one, times in ids.items() if times > 1] == []


@pytest.mark.parametrize("name", BOARDS)
def test_every_route_city_and_country_has_a_group_with_a_title(name: str) -> None:
    board, _ = board_and_plan(name)
    root = parsed(drawn(name))
    routes = titles(root, "data-route")
    assert routes == captions.routes(board, "en")
    assert titles(root, "data-city") == {city.id: city.name for city in board.cities}
    assert titles(root, "data-country").keys() == {country.id for country in board.countries}
    assert {f"route-{route.id}" for route in board.routes} <= {e.get("id") for e in root.iter()}


def shapes(group: ElementTree.Element, name: str) -> int:
    """How many shapes there are in the paths of a class."""
    paths = [part for part in group.iter(f"{SVG}path") if name in str(part.get("class")).split()]
    return sum(str(path.get("d")).count("M") for path in paths)


@pytest.mark.parametrize("name", BOARDS)
def test_as_many_spaces_are_drawn_as_the_routes_are_long(name: str) -> None:
    board, _ = board_and_plan(name)
    for group in parsed(drawn(name)).iter(f"{SVG}g"):
        if id_ := group.get("data-route"):
            route = next(route for route in board.routes if route.id == id_)
            assert shapes(group, "fill") == route.length, id_
            assert shapes(group, "capsule") == route.locomotives, id_
            assert shapes(group, "symbol") == route.length - route.locomotives, id_


@pytest.mark.parametrize("name", BOARDS)
def test_everything_that_is_used_is_defined(name: str) -> None:
    root = parsed(drawn(name))
    ids = {element.get("id") for element in root.iter()}
    used = {str(use.get("href"))[1:] for use in root.iter(f"{SVG}use")}
    assert used <= ids


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_uses_only_colours_of_its_theme(theme: str) -> None:
    known = {str(value)[:7] for value in sheet.tokens(THEMES[theme]).values()}
    for name in ("nordic", "poland"):
        text = re.sub("@font-face{.*?}", "", drawn(name, theme), flags=re.S)
        painted = set(re.findall(r'(?:fill|stroke)(?:="|:)([^";}]+)', text))
        assert painted - known == {"none"}
        assert "var(" not in text
        assert "url(" not in text


def test_a_title_says_everything_about_a_route_in_words() -> None:
    europe = captions.routes(load("europe"), "en")
    assert europe["berlin--wien"] == "Berlin to Wien, green, 3 trains"
    assert europe["madrid--pamplona-1"].endswith("tunnel, first of two tracks")
    nordic = load("nordic")
    assert captions.routes(nordic, "en")["lieksa--murmansk"] == (
        "Lieksa to Murmansk, any colour, 9 trains, any 4 cards may stand for one"
    )
    ferry = next(route for route in nordic.routes if route.locomotives == 1)
    assert ", ferry, 1 locomotive" in captions.routes(nordic, "en")[ferry.id]


def test_polish_counts_wagons_as_polish_does() -> None:
    said = [captions.counted(n, "trains", "pl") for n in (1, 2, 5, 12, 22)]
    assert said == ["1 wagon", "2 wagony", "5 wagonów", "12 wagonów", "22 wagony"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_speaks_the_language_it_is_asked_for(language: str) -> None:
    board, _ = board_and_plan("nordic")
    root = parsed(drawn("nordic", "light", language))
    assert root.findtext(f"{SVG}title") == captions.said(board.name, language)
    written = {"".join(text.itertext()) for text in root.iter(f"{SVG}text")}
    assert captions.word("tag", language, n=4) in written


def test_hostile_names_are_letters_and_nothing_else() -> None:
    board, plan = board_and_plan("poland")
    evil = "<script>alert('x')</script>&amp;\"\x00"
    cities = (msgspec.structs.replace(board.cities[0], name=evil), *board.cities[1:])
    spot = plan.cities[0]
    lines = tuple(msgspec.structs.replace(line, text=evil) for line in spot.label.lines)
    label = msgspec.structs.replace(spot.label, text=evil, lines=lines)
    spots = (msgspec.structs.replace(spot, label=label), *plan.cities[1:])
    text = svg(msgspec.structs.replace(board, cities=cities), msgspec.structs.replace(plan, cities=spots))
    root = parsed(text)
    assert not list(root.iter(f"{SVG}script"))
    assert titles(root, "data-city")[cities[0].id] == evil.replace("\x00", "\ufffd")


def test_names_of_waters_and_tags_lie_on_nothing() -> None:
    """Their places are searched; what finds none is left out."""
    for name in BOARDS:
        board, plan = board_and_plan(name)
        room, land = Room(plan, rows(board, plan)), ground(board, plan)
        assert land is not None
        names = {water.name.en for water in board.map.waters}
        for text in parsed(drawn(name)).iter(f"{SVG}text"):
            if text.text in names:
                middle = np.array([[float(text.get("x", 0)), float(text.get("y", 0))]])
                assert room.holds(middle, 0.0), text.text
                assert land.at_sea(middle).all(), text.text


def test_a_small_picture_has_larger_names_that_never_lie_on_each_other() -> None:
    for name in ("europe", "poland"):
        board, plan = board_and_plan(name)
        large = enlarged(board, plan, rows(board, plan))
        written = [spot.label for spot in large.cities if spot.label.lines]
        assert len(written) >= len(plan.cities) * 0.8
        for one, other in itertools.combinations(written, 2):
            apart = one.box[2] <= other.box[0] or other.box[2] <= one.box[0]
            assert apart or one.box[3] <= other.box[1] or other.box[3] <= one.box[1], (one.text, other.text)
        assert all(label.size >= plan.width * 0.0175 for label in written)


def test_a_small_picture_has_one_large_symbol_for_each_coloured_route() -> None:
    board, plan = board_and_plan("europe")
    root = parsed(svg(board, plan, small=True))
    for group in root.iter(f"{SVG}g"):
        if id_ := group.get("data-route"):
            route = next(route for route in board.routes if route.id == id_)
            twins = [other for other in board.routes if {other.a, other.b} == {route.a, route.b}]
            lone = route.length == 1 and len(twins) > 1
            assert shapes(group, "disc") == (route.colour != "grey" and not lone), id_


def test_a_picture_bears_its_title_and_what_routes_are_worth() -> None:
    root = parsed(drawn("poland", "light", "pl"))
    corner = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "cartouche")
    assert ["".join(text.itertext()) for text in corner.iter(f"{SVG}text")] == [
        *("Polska", "Wagony", "1", "2", "3", "4", "5", "6"),
        *("Punkty", "1", "2", "4", "7", "10", "15"),
    ]


def test_a_board_without_a_map_is_drawn_on_plain_paper() -> None:
    board, plan = board_and_plan("usa")
    plain = msgspec.structs.replace(board, map=msgspec.structs.replace(board.map, geography="none"))
    root = parsed(svg(plain, msgspec.structs.replace(plan, projection=None)))
    assert len(titles(root, "data-route")) == len(board.routes)


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and unfiltered-enough bytes: blank pictures have few different ones."""
    width, height = struct.unpack(">II", png[16:24])
    found, at = b"", 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IDAT":
            found += png[at + 8 : at + 8 + size]
        at += 12 + size
    return width, height, zlib.decompress(found)


def test_a_png_is_as_wide_as_asked_and_not_blank(tmp_path: Path) -> None:
    _, plan = board_and_plan("poland")
    for asked, width in ((None, 1600), (400, 400)):
        export.write(tmp_path / "board.png", drawn("poland"), asked)
        wide, high, data = pixels((tmp_path / "board.png").read_bytes())
        assert wide == width
        assert abs(high - width * plan.height / plan.width) <= 1
        assert len(set(data)) > 200


def test_a_narrow_png_is_drawn_for_small_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board, plan = board_and_plan("poland")
    asked = []

    def small(*arguments: object) -> str:
        asked.append(arguments[-1])
        return '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'

    monkeypatch.setattr(export, "svg", small)
    for name, width in (("a.png", 400), ("a.png", 1600), ("a.png", None), ("a.svg", None)):
        export.draw(tmp_path / name, board, plan, width_px=width)
    export.draw(tmp_path / "a.svg", board, plan, small=True)
    assert asked == [True, False, False, False, True]


def test_letters_are_really_drawn_in_the_png() -> None:
    text = drawn("poland")
    bare = re.sub(r"<text\b.*?</text>", "", text, flags=re.S)
    assert pixels(export.png(text, 800))[2] != pixels(export.png(bare, 800))[2]


def test_a_pdf_is_one_page_of_the_boards_shape(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    export.write(tmp_path / "board.pdf", drawn("poland"))
    data = (tmp_path / "board.pdf").read_bytes()
    _, plan = board_and_plan("poland")
    assert data.startswith(b"%PDF")
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", data)
    assert box is not None
    assert [float(side) for side in box.groups()] == pytest.approx([plan.width, plan.height], abs=0.6)


def test_an_svg_carries_its_fonts_and_nothing_from_elsewhere() -> None:
    text = drawn("europe")
    assert text.count("@font-face") == 3
    assert re.findall(r'(?:href|src)="(?!#)', text) == []
    assert len(text) < 400_000


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("board.jpg", "is .svg, .png or .pdf"),
        ("board", "is .svg, .png or .pdf"),
        ("nowhere/board.svg", "there is no folder"),
        ("folder.svg", "this is a folder"),
    ],
)
def test_a_picture_that_cannot_be_written_says_why(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(PictureError, match=reason):
        export.write(tmp_path / name, "<svg/>")


@pytest.mark.parametrize("width", [0, -5, 1_000_000])
def test_a_width_that_makes_no_sense_is_refused(width: int) -> None:
    with pytest.raises(PictureError, match="pixels wide"):
        export.png("<svg/>", width)


def test_a_failed_write_leaves_the_old_picture_and_no_crumbs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.svg"
    path.write_text("old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(PictureError, match="No space left on device"):
        export.write(path, "<svg/>")
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]
    assert path.read_text() == "old"


def test_a_missing_library_is_named_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(PictureError, match=r'pip install "kolej\[pictures\]"'):
        export.write(tmp_path / "board.pdf", drawn("poland"))


def test_a_file_is_drawn_again_after_every_save(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text("one")
    saves: Iterator[str] = iter(["two two", "", "three"])

    def edit(_: float) -> None:
        if text := next(saves):
            path.write_text(text)
        else:
            path.unlink()

    seen = [path.read_text() for _ in itertools.islice(export.changes(path, wait=edit), 3)]
    assert seen == ["one", "two two", "three"]


@pytest.mark.parametrize("theme", THEMES)
def test_names_can_be_read_on_every_paper(theme: str) -> None:
    colours = THEMES[theme]
    for paper in (colours.land, colours.home, colours.sea, colours.sea_2, colours.paper):
        assert colour_vision.contrast(colours.ink, paper) >= 7
    assert colour_vision.contrast(colours.accent_ink, colours.accent) >= 7
    assert colour_vision.contrast(colours.ink_2, colours.paper_2) >= 4.5
    for paper in (colours.land, colours.home, colours.sea):
        assert colour_vision.contrast(colours.tunnel, paper) >= 4.5
        assert colour_vision.contrast(colours.ferry, paper) >= 3
        assert colour_vision.contrast(colours.water_name, colours.sea) >= 3


def test_a_symbol_can_be_read_on_its_space_and_every_colour_has_one() -> None:
    assert set(FILLS) == set(MARKS) == {*COLOURS, "grey"}
    assert set(SYMBOLS) == {*FILLS, "locomotive"}
    for name, fill in FILLS.items():
        assert colour_vision.contrast(fill, MARKS[name]) >= 4.5, name


def test_the_fonts_have_every_letter_of_the_boards() -> None:
    for name in BOARDS:
        board, _ = board_and_plan(name)
        assert fonts.covers("".join(city.name for city in board.cities))
    assert not fonts.covers("京都")


def test_black_spaces_stand_off_the_dark_land_by_a_strong_keyline() -> None:
    """Their fill hardly differs from it, which made them vanish in small pictures."""
    dark = THEMES["dark"]
    assert colour_vision.contrast(FILLS["black"], dark.land) < 1.2
    assert colour_vision.contrast(dark.black_line, dark.land) >= 7
    assert dark.black_key >= 2
    assert f".c-black .fill{{stroke:{dark.black_line};" in drawn("usa", "dark")


def test_a_style_sheet_of_a_picture_has_plain_values_and_every_colour() -> None:
    text = sheet.styled(THEMES["light"], sheet.measures(Pen(48, 24), 1600))
    assert not re.search(r"var\(|calc\(|--", text)
    assert ".printed .track{fill:none;stroke:#4a3f2e;stroke-opacity:0.45;stroke-width:3}" in text
    for name, fill in FILLS.items():
        assert f".printed .c-{name} .fill{{fill:{fill};" in text
