"""Names and faces of the levels: as many as a table can seat, and each told from the others."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from kolej.bots import BOTS
from kolej.bots.characters import characters

SEATS = 5
ALL = [one for people in characters().values() for one in people]


def test_every_level_has_people_for_a_whole_table() -> None:
    levels = {name for name, listed in BOTS.items() if listed.role == "level"}
    assert levels <= characters().keys()
    assert all(len(people) == SEATS for people in characters().values())


def test_names_and_faces_are_told_apart() -> None:
    for told in ("id", "name", "face"):
        assert len({getattr(one, told) for one in ALL}) == len(ALL), told


def test_a_face_is_a_small_drawing_of_its_own() -> None:
    for one in ALL:
        drawn = ET.fromstring(one.face)
        assert drawn.get("viewBox") == "0 0 96 96"
        assert len(one.face) < 2500
        assert "href" not in one.face
