from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import msgspec
import pytest
import straight

from kolej.boards.drawing.picture import svg
from kolej.boards.drawing.plaques import setting
from kolej.boards.drawing.printed import STEPS, Printed, printed
from kolej.boards.drawing.routes import LAID_CUTTING, LAID_WAVES, Pen
from kolej.boards.layout.layout import Layout
from kolej.boards.load import load
from kolej.boards.schema import LANGUAGES, Board

BOARDS = ("europe", "nordic", "poland", "usa")


@cache
def board_and_plan(name: str) -> tuple[Board, Layout]:
    board = load(name)
    return board, straight.plan(board)


@cache
def drawn(name: str) -> Printed:
    return printed(*board_and_plan(name))


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{markup}</svg>")


def markup(found: Printed) -> list[str]:
    return [found.beneath, found.spaces, found.discs, *found.legend.values()]


@pytest.mark.parametrize("name", BOARDS)
def test_the_markup_is_well_formed_and_has_classes_instead_of_colours(name: str) -> None:
    for part in markup(drawn(name)):
        for element in parsed(part).iter():
            assert not {"fill", "stroke", "style", "opacity"} & set(element.keys())
    assert not re.search(r"#[0-9a-f]{3}|var\(", "".join(markup(drawn(name))).replace("#shore", ""))


@pytest.mark.parametrize("name", BOARDS)
def test_every_route_has_a_group_and_its_places(name: str) -> None:
    board, _ = board_and_plan(name)
    found = drawn(name)
    groups = [str(group.get("data-route")) for group in parsed(found.spaces)]
    assert groups == [route.id for route in board.routes]
    assert {route: len(places) for route, places in found.places.items()} == {
        route.id: route.length for route in board.routes
    }


def test_a_pair_of_tracks_has_a_line_for_when_one_is_closed() -> None:
    board, _ = board_and_plan("usa")
    root = parsed(drawn("usa").beneath)
    pairs = [group for group in root.iter("g") if group.get("data-pair")]
    ends = [frozenset((route.a, route.b)) for route in board.routes]
    assert len(pairs) == len(ends) - len(set(ends))
    assert [path.get("class") for path in pairs[0]] == ["track", "track only-1", "track only-2"]


def test_a_board_is_a_few_hundred_nodes() -> None:
    for name in BOARDS:
        assert sum(1 for part in markup(drawn(name)) for _ in parsed(part).iter()) < 1250


def test_a_route_with_a_hostile_name_is_an_attribute_and_nothing_else() -> None:
    board, plan = board_and_plan("poland")
    evil = "\"><script>alert('x')</script>"
    routes = (msgspec.structs.replace(board.routes[0], id=evil), *board.routes[1:])
    spaces = tuple(
        msgspec.structs.replace(space, route=evil) if space.route == board.routes[0].id else space
        for space in plan.spaces
    )
    found = printed(
        msgspec.structs.replace(board, routes=routes), msgspec.structs.replace(plan, spaces=spaces)
    )
    root = parsed(found.spaces)
    assert not list(root.iter("script"))
    assert root[0].get("data-route") == evil


def test_words_have_a_place_in_every_language() -> None:
    nordic, poland = drawn("nordic"), drawn("poland")
    for language in LANGUAGES:
        assert nordic.waters[language]
        (tags,) = nordic.tags[language].values()
        assert len(tags) == STEPS + 1
        assert tags[-1].size >= tags[0].size
        assert poland.tags[language] == {}


def test_what_is_on_a_plaque_stays_on_it_however_large_it_is_set() -> None:
    board, plan = board_and_plan("poland")
    found = drawn("poland")
    assert set(found.plaques) == {country.id for country in board.countries}
    boxes = {spot.id: spot.box for spot in plan.countries}
    cards = {country.id: len(country.cards) for country in board.countries}
    for id_, settings in found.plaques.items():
        left, top, right, bottom = boxes[id_] or (0.0, 0.0, 0.0, 0.0)
        assert len(settings) == STEPS + 1
        assert not settings[0].afar
        for at in settings:
            assert at.baseline - 0.72 * at.size > top
            assert at.top > at.baseline
            assert at.height > 0
            assert at.top + at.height < bottom
            assert at.start > left
            assert at.start + at.step * (cards[id_] - 1) + at.width < right
            # from afar every card is seen whole
            assert not at.afar or at.step >= at.width


def test_a_huge_name_leaves_the_cards_of_its_plaque_room() -> None:
    at = setting((0.0, 0.0, 140.0, 100.0), 300.0, 2, afar=True)
    assert at.height > 40
    assert at.step >= at.width > 40


def test_a_board_without_a_map_has_no_ground() -> None:
    board, plan = board_and_plan("usa")
    plain = msgspec.structs.replace(board, map=msgspec.structs.replace(board.map, geography="none"))
    found = printed(plain, msgspec.structs.replace(plan, projection=None))
    assert "waterline" not in found.beneath
    assert found.waters == dict.fromkeys(LANGUAGES, ())
    assert "sea" not in found.papers.values()


def test_spaces_on_a_map_of_a_game_are_slimmer_than_in_print() -> None:
    game, paper = Pen(48.0, 24.0, marks="live"), Pen(48.0, 24.0)
    assert game.space == pytest.approx((48 * 0.94, 24 * 0.86))
    assert paper.space == pytest.approx((48, 24))
    assert game.symbol < paper.symbol


def test_the_signs_of_a_claimed_tunnel_or_ferry_lie_outside_its_wagons() -> None:
    board, _ = board_and_plan("europe")
    groups = {str(group.get("data-route")): group for group in parsed(drawn("europe").spaces)}
    for route in board.routes:
        signs = [str(path.get("class")) for path in groups[route.id] if "when-laid" in str(path.get("class"))]
        wanted = {"tunnel": ["hachures when-laid", "portal when-laid"], "ferry": ["waves when-laid"]}
        assert signs == wanted.get(route.kind, [])
    # a wagon's wall is half of 1.2 breadths from the middle, its case 2.2 u further out
    assert LAID_CUTTING > 1.2 / 2
    assert LAID_WAVES > 1.2 * 24 / 2 + 2.2


def test_in_print_nothing_is_kept_for_trains() -> None:
    board, plan = board_and_plan("europe")
    assert "when-laid" not in svg(board, plan)
