"""The chat of a table by itself: what may be said, and who hears it."""

from __future__ import annotations

import pytest

from kolej.server.protocol import Say, Show
from kolej.server.store.store import Player
from kolej.server.tables.chat import LIMIT, SHOWN, TableChat
from kolej.server.tables.refusal import Refusal

ALA = Player(id="ala", handle="a", name="Ala", account=None, epoch=0, hook=None)
OLA = Player(id="ola", handle="o", name="Ola", account=None, epoch=0, hook=None)
PEOPLE = {"ala": ALA, "ola": OLA}


class Time:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def chat(time: Time | None = None, *, limited: bool = False) -> TableChat:
    return TableChat(PEOPLE.get, time or Time(), limited=limited)


def say(at: TableChat, player: Player, text: str, seat: int | None = None) -> None:
    at.add(at.new_row(player, seat, Say(id=text, version=0, text=text)))


def heard(at: TableChat, *mutes: str, in_play: bool = False) -> list[str | None]:
    return [line.text for line in at.lines_for(frozenset(mutes), in_play=in_play)]


def test_a_row_is_part_of_the_chat_only_once_it_is_added() -> None:
    table = chat()
    row = table.new_row(ALA, 0, Say(id="c1", version=0, text=" Good  luck "))
    assert (row.number, row.text, row.emote, row.seat) == (0, "Good luck", None, 0)
    assert not table.said(ALA, "c1"), "it may still fail to be stored"
    table.add(row)
    assert table.said(ALA, "c1")
    assert not table.said(OLA, "c1"), "ids of commands are each player's own"
    assert table.new_row(OLA, None, Show(id="c2", version=0, emote="wow")).number == 1


def test_players_in_a_game_do_not_hear_spectators_and_all_others_do() -> None:
    table = chat()
    say(table, ALA, "from a seat", 0)
    say(table, OLA, "from outside")
    assert heard(table, in_play=True) == ["from a seat"]
    assert heard(table, in_play=False) == ["from a seat", "from outside"]


def test_nobody_hears_whom_they_muted() -> None:
    table = chat()
    say(table, ALA, "a", 0)
    say(table, OLA, "o", 1)
    assert heard(table, "o") == ["a"]
    assert heard(table, "a", "o") == []


def test_the_limit_is_each_persons_own_and_passes_with_time() -> None:
    time = Time()
    table = chat(time, limited=True)
    count, seconds = LIMIT
    for number in range(count):
        say(table, ALA, f"line {number}")
    with pytest.raises(Refusal, match="too many messages at once"):
        say(table, ALA, "one too many")
    say(table, OLA, "somebody else may")
    time.now += int(seconds * 1000)
    say(table, ALA, "again")


def test_a_line_with_nothing_to_see_in_it_is_refused() -> None:
    with pytest.raises(Refusal, match="the message is empty"):
        say(chat(), ALA, "\u2800\u200b")


def test_the_last_lines_are_kept_and_those_of_a_deleted_player_are_not() -> None:
    table = chat()
    for number in range(SHOWN + 1):
        say(table, (ALA, OLA)[number % 2], f"{number}")
    assert heard(table)[0] == "1"
    assert len(heard(table)) == SHOWN
    table.forget({"ola"})
    assert set(table.speakers) == {"ala"}
