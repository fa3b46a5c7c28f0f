"""How well colours can be told apart: trains, cards and text, for every kind of colour vision."""

from __future__ import annotations

import dataclasses

import colour_vision
import colours
import numpy as np
import pytest

from kolej.boards.drawing import theme
from kolej.boards.drawing.theme import SEATS, THEMES
from kolej.server.protocol.values import COLOURS

# Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes, supplementary test
# data, and mathematical observations", Color Research & Application 30 (2005): some of the pairs of table 1.
PUBLISHED = (
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
)


@pytest.mark.parametrize(("one", "other", "wanted"), PUBLISHED)
def test_the_measure_agrees_with_the_published_pairs(
    one: tuple[float, ...], other: tuple[float, ...], wanted: float
) -> None:
    there = colour_vision.apart(np.array(one, float), np.array(other, float))
    back = colour_vision.apart(np.array(other, float), np.array(one, float))
    assert there == pytest.approx(wanted, abs=1e-4)
    assert back == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("sight", colour_vision.SIGHTS)
def test_every_kind_of_sight_sees_grey_as_the_same_grey(sight: str) -> None:
    seen = colour_vision.lab("#808080", sight)
    assert colour_vision.apart(seen, colour_vision.lab("#808080", "normal")) < 0.1


def test_no_two_trains_or_cards_and_no_train_and_printed_route_come_nearer_than_the_table() -> None:
    assert colours.missed(colours.measured()) == []


def test_the_limits_are_what_the_colours_reach() -> None:
    found = colours.measured()
    for name in ("seats", "seat to route", *SEATS):
        assert tuple(one.rounded for one in found[name]) == colours.LIMITS[name]


def test_the_command_fails_and_names_the_pair_if_a_colour_comes_too_near(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(colours.ROOFS, "lilac", theme.FILLS["blue"])
    with pytest.raises(SystemExit, match=r"seat to route, normal: 0.0 \(lilac and blue\); the limit is 12.1"):
        colours.main()
    assert "teal - lilac" in capsys.readouterr().out


def test_every_seat_has_its_colours_in_the_order_of_the_protocol() -> None:
    assert tuple(SEATS) == COLOURS
    for seat in SEATS.values():
        assert all(len(colour) == 7 for colour in dataclasses.astuple(seat))


@pytest.mark.parametrize("name", SEATS)
def test_letters_and_marks_can_be_read_on_their_seat_and_edges_on_the_land(name: str) -> None:
    seat = SEATS[name]
    assert colour_vision.contrast(seat.ink, seat.roof) >= 4.5
    assert colour_vision.contrast(seat.mark, seat.roof) >= 3
    assert colour_vision.contrast(seat.deep, THEMES["light"].land) >= 6
