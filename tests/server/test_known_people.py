"""The players in memory: who an id is, and which ids belong to one person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from kolej.server.access.people import People
from kolej.server.store.store import Player, Store

ALA = Player(id="ala", handle="a", name="Ala", account=None, epoch=0, hook=None)
OLA = Player(id="ola", handle="o", name="Ola", account=None, epoch=0, hook=None)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite://{(tmp_path / 'kolej.db').as_posix()}")
    yield store
    store.close()


def test_who_was_met_is_known_from_then_on_and_who_does_not_exist_is_nobody(store: Store) -> None:
    async def run() -> None:
        people = People(store)
        await store.new_player(ALA, 0)
        assert people.person("ala") is None, "not met yet"
        assert await people.meet("ala") == people.person("ala") == ALA
        assert await people.meet("nobody") is None
        await store.new_player(OLA, 0)
        await people.meet_all(("ala", "ola"))
        assert people.person("ola") == OLA

    asyncio.run(run())


def test_a_guest_who_became_an_account_is_the_same_person_by_both_ids(store: Store) -> None:
    people = People(store)
    people.changed(OLA)
    people.changed(ALA, was="guest")
    assert people.same("guest", "ala")
    assert people.same("ala", "ala")
    assert not people.same("guest", "ola")
    assert not people.same("ola", "ala")
    assert not people.same("never met", "ala")
    people.changed(msgspec.structs.replace(ALA, name="Alina"))
    found = people.person("guest")
    assert found is not None
    assert found.name == "Alina", "a new name is known by the old id, too"


def test_a_deleted_player_is_nobody_by_any_id_and_others_stay(store: Store) -> None:
    people = People(store)
    people.changed(OLA)
    people.changed(ALA, was="guest")
    assert people.delete("ala") == {"ala", "guest"}
    assert people.person("guest") is people.person("ala") is None
    assert people.person("ola") == OLA
    assert people.delete("never met") == {"never met"}, "logs may still know the id"


def test_the_older_half_is_forgotten_but_for_those_who_are_needed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kolej.server.access.people.MOST_PEOPLE", 5)
    people = People(store)
    for number in range(5):
        people.changed(msgspec.structs.replace(ALA, id=f"p{number}"))
    assert not people.is_crowded(), "just as many as there may be"
    people.changed(OLA)
    assert people.is_crowded()
    people.forget_all_but({"p1"})
    assert [known for known in ("p0", "p1", "p2", "p3", "p4", "ola") if people.person(known)] == [
        "p1",
        "p3",
        "p4",
        "ola",
    ]
