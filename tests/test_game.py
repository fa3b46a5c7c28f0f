"""The face of the rules: values in words, copies, games put away and taken up again, errors that help."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kolej
from kolej.boards.errors import BoardError
from kolej.bots import bot
from kolej.game import actions, events
from kolej.game.actions import (
    ORDER,
    Action,
    Claim,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    GiveUp,
    IllegalAction,
    InvalidAction,
    Keep,
    PayExtra,
    Station,
    in_order,
    parse,
)
from kolej.game.game import Game
from kolej.game.record import RecordError
from kolej.game.replay import replayed
from kolej.rules.luck import ROOM

BOARDS = ["europe", "nordic", "poland", "usa"]
EVENTS = events.Event.__args__


def moments(board: str, seats: int, seed: int, name: str = "random") -> Iterator[Game]:
    """A game before each of its decisions, and at its end."""
    game = kolej.new(board, seats, seed=seed)
    player = bot(name, seed)
    yield game
    while not game.over:
        seat = game.awaited[0]
        game.play(player.choose(game.view(seat), game.legal(seat)), seat)
        yield game


def go_on(game: Game, moves: int) -> str:
    player = bot("random", 99)
    for _ in range(moves):
        if game.over:
            break
        seat = game.awaited[0]
        game.play(player.choose(game.view(seat), game.legal(seat)), seat)
    return game.digest()


# Words

names = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,5}){0,2}", fullmatch=True)
pairs = st.builds("{}--{}".format, names, names)
sets = st.text(ORDER, min_size=1, max_size=12).map(in_order)
every_action = st.one_of(
    st.sampled_from(ORDER).map(DrawOpen),
    st.builds(DrawBlind),
    st.builds(DrawTickets),
    st.lists(pairs, max_size=5).map(lambda tickets: Keep(tuple(tickets))),
    st.builds(Claim, pairs, sets),
    st.builds(Claim, pairs, sets | st.just(""), sets),
    st.builds(Station, names, sets),
    sets.map(PayExtra),
    st.builds(GiveUp),
)
every_event = st.one_of(*(st.from_type(kind) for kind in EVENTS))


@given(every_action)
def test_an_action_is_its_line_of_text_and_its_json(action: Action) -> None:
    assert parse(str(action)) == action
    assert repr(action) == str(action)
    assert actions.from_json(actions.to_json(action)) == action


@given(every_event)
def test_an_event_survives_json_and_has_a_line_of_text(event: events.Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=events.Event) == event
    assert str(event) == repr(event)
    assert str(event)


@given(every_event, st.none() | st.integers(0, 4))
def test_an_event_keeps_its_number_and_kind_for_whoever_sees_it(
    event: events.Event, seat: int | None
) -> None:
    seen = events.seen_by(event, seat)
    assert (seen.number, type(seen)) == (event.number, type(event))
    assert events.seen_by(seen, seat) == seen


@settings(max_examples=150)
@given(st.text() | st.from_regex(r"(draw|keep|claim|station|pay|give|tickets) .*"))
def test_what_cannot_be_read_is_told_and_nothing_else_happens(text: str) -> None:
    try:
        assert isinstance(parse(text), Action)
    except InvalidAction as error:
        assert str(error)  # noqa: PT017


@pytest.mark.parametrize(
    "text", ["", "fly", "draw X", "claim a--b", "claim a--b XYZ", "pay", "station a", "give"]
)
def test_a_text_that_is_no_action_is_told_with_what_would_do(text: str) -> None:
    with pytest.raises(InvalidAction, match=r"there are|letters are"):
        parse(text)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b'{"do": "fly"}', b'{"do": "claim"}', b"\xff", b"[" * 99999]
)
def test_json_that_is_no_action_is_told_so(data: bytes) -> None:
    with pytest.raises(InvalidAction):
        actions.from_json(data)


@pytest.mark.parametrize("board", BOARDS)
def test_every_legal_action_of_a_game_can_be_written_read_and_played(board: str) -> None:
    for number, game in enumerate(moments(board, 2, 8)):
        for seat in game.awaited:
            for action in game.legal(seat):
                assert parse(str(action)) == action
                if number % 25 == 3:
                    game.copy().play(str(action), seat)


# Copies, and games put away


@pytest.mark.parametrize("board", BOARDS)
def test_a_copy_goes_its_own_way_and_the_same_way_with_the_same_actions(board: str) -> None:
    for number, game in enumerate(moments(board, 3, 4)):
        if number % 40 == 10 and not game.over:
            before, told = game.digest(), game.record()
            one, other = game.copy(), game.copy()
            assert go_on(one, 12) == go_on(other, 12)
            assert one.events == other.events
            assert (game.digest(), game.record()) == (before, told), "the first game is untouched"


@pytest.mark.parametrize(("board", "kind"), [(b, k) for b in BOARDS for k in ("seeded", "keyed")])
def test_a_game_put_away_at_any_moment_goes_on_identically(board: str, kind: str) -> None:
    found: set[str] = set()
    game = kolej.new(board, 2, seed=6) if kind == "seeded" else kolej.new_fair(board, 2, secret=b"\x07" * 32)
    player = bot("local" if board == "europe" else "random", 6)
    while not game.over:
        seat = game.awaited[0]
        phase = game.view(seat).phase
        if phase not in found or game.moves % 40 == 0:
            found.add(phase)
            again = Game.restore(game.save())
            assert again.digest() == game.digest()
            assert again.events == game.events
            assert go_on(again, 10) == go_on(game.copy(), 10)
        choice = player.choose(game.view(seat), game.legal(seat))
        if game.moves == 8 and DrawTickets() in game.legal(seat):
            choice = DrawTickets()
        game.play(choice, seat)
    restored = Game.restore(game.save())
    assert restored.over
    assert restored.score() == game.score()
    assert {"first-tickets", "turn", "second-card", "choose-tickets"} <= found
    if board in ("europe", "nordic"):
        assert "tunnel" in found


def test_a_fair_game_put_away_keeps_its_secret_and_the_record_does_not_show_it() -> None:
    game = kolej.new_fair("usa", 2)
    assert game._secret is not None
    assert game._secret.hex().encode() not in game.record().to_json()
    assert Game.restore(game.save())._secret == game._secret


@pytest.mark.parametrize("data", [b"", b"\x80", b"\xc1", b"x" * 50, b"\x91" * 5000, b"\x83"])
def test_what_is_no_saved_game_is_told_so(data: bytes) -> None:
    with pytest.raises(RecordError, match="no saved game"):
        Game.restore(data)


def test_a_game_that_was_only_replayed_has_no_luck_of_its_own() -> None:
    game = kolej.new_fair("usa", 2)
    again = replayed(game.record())
    with pytest.raises(RecordError, match="secret of this game is not known"):
        again.play(again.legal(0)[0], 0)


# Options, names, seats


def test_the_same_seed_gives_the_same_game_and_no_seed_a_new_one() -> None:
    assert kolej.new("usa", 2, seed=1).digest() == kolej.new("usa", 2, seed=1).digest()
    assert kolej.new("usa", 2).digest() != kolej.new("usa", 2).digest()


@pytest.mark.parametrize("seed", [-1, 2**63, 2**70])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a number"):
        kolej.new("usa", 2, seed=seed)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"longest_path_bonsu": 10}, 'did you mean "longest_path_bonus"'),
        ({"longest_path_bonus": 101}, "a number from 0 to 100"),
        ({"longest_path_bonus": True}, "a number from 0 to 100"),
        ({"inland_links_pay": 1}, "true or false"),
        ({"trains": 3}, 'no option "trains"'),
    ],
)
def test_an_option_that_cannot_be_is_told_with_what_would_do(
    options: dict[str, bool | int], said: str
) -> None:
    kolej.new("poland", 2, options={"inland_links_pay": True})  # equal to 1, and remembered
    with pytest.raises(BoardError, match=said):
        kolej.new("poland", 2, options=options)


def test_options_are_in_the_record_and_change_the_game() -> None:
    game = kolej.new("poland", 2, seed=1, options={"longest_path_bonus": 10})
    assert game.record().options == {"longest_path_bonus": 10}
    assert game.board.rules.longest_path_bonus == 10
    assert kolej.new("poland", 2, seed=1).board.rules.longest_path_bonus == 0


def test_a_number_of_seats_that_the_board_is_not_for_is_refused() -> None:
    with pytest.raises(BoardError, match="is for 2 to 3 players, not 4"):
        kolej.new("nordic", 4)
    with pytest.raises(BoardError, match='did you mean "europe"'):
        kolej.new("eurpe", 2)


def test_seats_that_are_not_there_and_turns_that_are_not_theirs_are_refused() -> None:
    game = kolej.new("usa", 2, seed=1)
    for seat in (-1, 2, 99):
        with pytest.raises(ValueError, match="seats are 0 to 1"):
            game.play("draw", seat)
        with pytest.raises(ValueError, match="seats are 0 to 1"):
            game.view(seat)
        with pytest.raises(ValueError, match="seats are 0 to 1"):
            game.why_not(game.book.routes[0], seat)
    with pytest.raises(IllegalAction) as caught:
        game.play("draw", 0)
    assert caught.value.reason == "choose-first-tickets"
    game.play(game.legal(0)[0], 0)
    with pytest.raises(IllegalAction) as caught:
        game.play("draw", 0)
    assert caught.value.reason == "already-chosen"
    game.play(game.legal(1)[0], 1)
    waiting = 1 - game.awaited[0]
    before = game.digest()
    with pytest.raises(IllegalAction) as caught:
        game.play("draw", waiting)
    assert caught.value.reason == "not-your-turn"
    assert game.why_not("atlanta--raleigh-1", waiting) == "not-your-turn"
    assert (game.digest(), game.moves) == (before, 2), "what is refused changes nothing"


def test_names_of_routes_and_tickets_are_suggested() -> None:
    game = kolej.new("europe", 2, seed=1)
    with pytest.raises(InvalidAction, match='did you mean "paris--zurich"'):
        game.why_not("pariss--zurich")
    with pytest.raises(InvalidAction, match="is no ticket of this board"):
        game.play("keep nowhere--else")


def test_after_the_end_there_is_nothing_to_do() -> None:
    *_, game = moments("usa", 2, 2)
    assert (game.over, game.awaited, game.legal(), game.rows()) == (True, (), [], [])
    with pytest.raises(IllegalAction) as caught:
        game.play("draw")
    assert caught.value.reason == "game-over"
    assert game.why_not(game.book.routes[0]) == "game-over"
    assert isinstance(game.events[-1], events.Ended)
    assert [seat.total for seat in game.score().seats] == list(game.events[-1].totals)


def test_luck_that_is_not_possible_changes_nothing() -> None:
    game = kolej.new("usa", 2, seed=1)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    before = game.digest()
    for outcomes in ([], [99], [-1], [0, 0]):
        with pytest.raises(RecordError):
            game.play_outcomes(DrawBlind(), game.awaited[0], outcomes)
        assert (game.digest(), game.moves) == (before, 2)


@pytest.mark.parametrize("board", BOARDS)
def test_events_are_numbered_without_a_gap_and_the_same_for_all(board: str) -> None:
    *_, game = moments(board, 2, 3)
    numbers = list(range(len(game.events)))
    for seat in (0, 1, None):
        seen = game.events_for(seat)
        assert [event.number for event in seen] == numbers
        assert game.events_for(seat, since=numbers[-1] - 4) == seen[-5:]


def test_a_view_is_made_of_plain_values() -> None:
    for number, game in enumerate(moments("europe", 2, 12)):
        if number % 15 == 0:
            for seat in (0, 1, None):
                view = game.view(seat)
                assert msgspec.json.decode(msgspec.json.encode(view.plain()))["seat"] == seat
                assert "view of" in repr(view)
                assert set(view.claimable) <= set(game.book.routes)
    assert game.view(None).claimable == ()
    assert "europe" in repr(game)


@pytest.mark.parametrize("board", BOARDS)
def test_a_keyed_game_is_the_same_however_few_numbers_are_made_at_first(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = []
    for usual in (1, 4, 16, ROOM):
        monkeypatch.setattr("kolej.game.game.USUAL", usual)
        game = kolej.new_fair(board, 2, secret=b"k" * 32, entropy=("a", "b"))
        go_on(game, 1000)
        records.append(game.record())
    assert game.over
    assert all(record == records[0] for record in records)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("warszawa--danzig", '"danzig--warszawa"'),
        ("paris--frankfurt-2", '"frankfurt--paris-2"'),
        ("paris--frankfurt", '"frankfurt--paris-1" or "frankfurt--paris-2"'),
        ("frankfurt--paris", '"frankfurt--paris-1" or "frankfurt--paris-2"'),
        ("danzig--warszawa-1", '"danzig--warszawa"'),
    ],
)
def test_a_route_named_backwards_or_without_its_number_gets_the_right_hint(name: str, hint: str) -> None:
    game = kolej.new("europe", 2, seed=1)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    with pytest.raises(InvalidAction) as caught:
        game.play(f"claim {name} RR")
    assert str(caught.value) == f'"{name}" is no route of this board; did you mean {hint}?'
    with pytest.raises(InvalidAction, match="did you mean"):
        game.why_not(name)


def test_a_ticket_named_backwards_gets_the_right_hint() -> None:
    book = kolej.new("europe", 2, seed=1).book
    with pytest.raises(InvalidAction, match='did you mean "frankfurt--kobenhavn"'):
        book.ticket("kobenhavn--frankfurt")
