"""A table by itself, without a server: the last command that it takes, and the first that it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from kolej.game.rulebook import rulebook
from kolej.server.protocol import (
    Act,
    BotSeat,
    Choose,
    Clock,
    Close,
    FriendSeat,
    HostSeat,
    Leave,
    LiveClock,
    NewTable,
    NoClock,
    OpenSeat,
    Remove,
    Reserve,
    Resign,
    SeatPlan,
    Sit,
    Start,
    TableCommand,
    TakeBack,
)
from kolej.server.tables import event_log
from kolej.server.tables.command_handler import handle, play_bot_move, time_over
from kolej.server.tables.refusal import Refusal
from kolej.server.tables.table import Table

NOW = 1_000_000_000_000
OPEN = OpenSeat()


class Playing(Table):
    """A table whose host is Ala; commands are handled and their entries applied at once."""

    def __init__(self, *seats: SeatPlan, clock: Clock | None = None) -> None:
        super().__init__("t", lambda a, b: a == b, "random")
        self.with_book(rulebook("nordic"))
        self.now = NOW
        setup = NewTable("nordic", seats, clock=clock or NoClock())
        self.apply(
            event_log.Opened(
                at=NOW, setup=setup, content="", host="ala", invitation="code", secret="5e" * 32, pace=0.0
            )
        )

    def do(self, command: TableCommand, player: str = "ala") -> str:
        """Carry a command out; why it was refused, or "done"."""
        try:
            entry = handle(self, command, player, self.now)
        except Refusal as refusal:
            return refusal.reason
        self.apply(entry)
        return "done"

    def sit(self, player: str, seat: int, entropy: str = "", invitation: str = "") -> str:
        command = Sit(id="", version=self.n, seat=seat, entropy=entropy, invitation=invitation)
        return self.do(command, player)

    def start(self, entropy: str = "") -> str:
        return self.do(Start(id="", version=self.n, entropy=entropy))

    def keep(self, seat: int, player: str) -> str:
        assert self.game is not None
        action = "keep " + " ".join(self.game.view(seat).offered)
        return self.do(Act(id="", version=self.n, seat=seat, action=action), player)

    def act(self, seat: int, action: str, player: str) -> str:
        return self.do(Act(id="", version=self.n, seat=seat, action=action), player)


def begun(clock: Clock | None = None) -> Playing:
    """Ala and Ola have chosen their first tickets."""
    table = Playing(HostSeat(), OPEN, clock=clock)
    assert (table.sit("ola", 1), table.start()) == ("done", "done")
    assert (table.keep(0, "ala"), table.keep(1, "ola")) == ("done", "done")
    return table


OWNER = ("ala", "ola")


# Versions


def test_a_command_for_the_table_as_it_is_is_taken_and_one_for_the_next_entry_is_ahead() -> None:
    table = Playing(HostSeat(), OPEN)
    assert table.n == 0
    assert table.do(Sit(id="", version=1, seat=1), "ola") == "ahead"
    assert table.do(Sit(id="", version=0, seat=1), "ola") == "done"
    assert table.do(Start(id="", version=2)) == "ahead"
    assert table.do(Start(id="", version=0)) == "stale"
    assert table.do(Start(id="", version=1)) == "done"


def test_an_action_is_good_from_the_entry_on_with_which_its_decision_began() -> None:
    table = begun()
    (seat,) = table.awaited
    since = table.since[seat]
    assert table.do(Act(id="", version=since - 1, seat=seat, action="draw"), OWNER[seat]) == "stale"
    assert table.do(Act(id="", version=since, seat=seat, action="draw"), OWNER[seat]) == "done"
    assert table.do(Act(id="", version=since, seat=seat, action="draw"), OWNER[seat]) == "stale", (
        "a second click"
    )
    assert table.do(Act(id="", version=since + 1, seat=seat, action="draw"), OWNER[seat]) == "done"


# From commands to entries


def test_before_its_entry_is_applied_a_command_changes_nothing_at_the_table() -> None:
    table = Playing(HostSeat(), OPEN, BotSeat("random"))
    commands: list[tuple[TableCommand, str]] = [
        (Sit(id="", version=0, seat=1, entropy="dice"), "ola"),
        (Choose(id="", version=0, seat=0, colour="lilac"), "ala"),
        (Reserve(id="", version=0, seat=1, plan=BotSeat("random")), "ala"),
        (Remove(id="", version=0, seat=0), "ala"),
        (Leave(id="", version=0, seat=0), "ala"),
        (Close(id="", version=0), "ala"),
    ]
    before = [vars(seat).copy() for seat in table.seats]
    for command, player in commands:
        handle(table, command, player, NOW)
        assert [vars(seat) for seat in table.seats] == before, command
        assert (table.n, table.state) == (0, "waiting")


def test_a_move_is_played_once_when_it_is_handled_and_not_again_when_its_entry_is_applied() -> None:
    table = begun()
    (seat,) = table.awaited
    n, game = table.n, table.game
    assert game is not None
    moves, events = game.moves, game.events_count
    entry = handle(table, Act(id="", version=n, seat=seat, action="draw"), OWNER[seat], table.now)
    assert isinstance(entry, event_log.Moved)
    assert len(entry.luck) > 0, "the entry says which card came"
    assert (table.n, game.moves) == (n, moves + 1)
    brought = table.apply(entry)
    assert (table.n, game.moves) == (n + 1, moves + 1)
    assert brought == game.events_since(events)


def test_a_move_that_is_refused_is_not_played() -> None:
    table = begun()
    (seat,) = table.awaited
    assert table.game is not None
    before = table.game.digest(), table.game.moves
    assert table.act(seat, "give up", OWNER[seat]) == "nothing-to-decide"
    assert table.act(seat, "nonsense", OWNER[seat]) == "invalid-action"
    assert (table.game.digest(), table.game.moves) == before


# Seats


def test_the_host_may_take_a_second_seat_and_a_guest_may_not() -> None:
    table = Playing(HostSeat(), OPEN, OPEN)
    assert table.sit("ola", 1) == "done"
    assert table.sit("ola", 2) == "one-seat-each"
    assert table.sit("ala", 2) == "done"
    assert table.seats_of("ala") == (0, 2)
    assert table.people() == ("ala", "ola")


def test_a_friends_seat_is_the_hosts_too_and_the_hosts_own_is_nobody_elses() -> None:
    table = Playing(HostSeat(), FriendSeat(), HostSeat())
    assert table.sit("ala", 2) == "seat-taken", "the host sits there from the beginning"
    assert table.do(Leave(id="", version=0, seat=2)) == "done"
    assert table.sit("ola", 2) == "only-the-host"
    assert table.sit("ala", 2) == "done"
    assert table.sit("ola", 1, invitation="") == "needs-invitation"
    assert table.sit("ola", 1, invitation="code") == "done"
    assert table.do(Leave(id="", version=0, seat=1), "ola") == "done"
    assert table.sit("ala", 1) == "done"


def test_the_seat_after_the_last_is_no_seat() -> None:
    table = Playing(HostSeat(), OPEN)
    assert table.sit("ola", 2) == "no-such-seat"
    assert table.sit("ola", 1) == "done"


def test_the_host_may_give_its_own_second_seat_to_another_but_no_guests() -> None:
    table = Playing(HostSeat(), OPEN, OPEN)
    assert (table.sit("ala", 1), table.sit("ola", 2)) == ("done", "done")
    assert table.do(Reserve(id="", version=0, seat=2, plan=BotSeat("random"))) == "seat-taken"
    assert table.do(Reserve(id="", version=0, seat=1, plan=BotSeat("random")), "ola") == "only-the-host"
    assert table.do(Reserve(id="", version=0, seat=1, plan=BotSeat("random"))) == "done"
    assert table.bot_of(1) == "random"
    assert table.seats_of("ala") == (0,)
    assert table.do(Reserve(id="", version=0, seat=1, plan=HostSeat())) == "done"
    assert table.seats_of("ala") == (0, 1)


# Colours


def test_who_chooses_the_colour_that_one_has_keeps_it() -> None:
    table = Playing(HostSeat(), OPEN, OPEN)
    assert table.sit("ola", 1) == "done"
    colours = [seat.colour for seat in table.seats]
    assert table.do(Choose(id="", version=0, seat=1, colour=colours[1]), "ola") == "done"
    assert [seat.colour for seat in table.seats] == colours


def test_a_colour_changes_hands_with_a_free_seat_and_not_with_one_that_is_taken() -> None:
    table = Playing(HostSeat(), OPEN, OPEN, BotSeat("random"))
    assert table.sit("ola", 1) == "done"
    first, second, third, fourth = (seat.colour for seat in table.seats)
    assert table.do(Choose(id="", version=0, seat=1, colour=first), "ola") == "colour-taken"
    assert table.do(Choose(id="", version=0, seat=1, colour=fourth), "ola") == "colour-taken", "a bot has it"
    assert table.do(Choose(id="", version=0, seat=1, colour=third), "ola") == "done"
    assert [seat.colour for seat in table.seats] == [first, third, second, fourth]


def test_the_host_chooses_for_bots_and_for_no_person() -> None:
    table = Playing(HostSeat(), OPEN, BotSeat("random"))
    free = ({"teal", "lilac"} - {seat.colour for seat in table.seats}).pop()
    assert table.sit("ola", 1) == "done"
    assert table.do(Choose(id="", version=0, seat=2, colour=free), "ola") == "not-your-seat"  # type: ignore[arg-type]
    assert table.do(Choose(id="", version=0, seat=1, colour=free)) == "not-your-seat"  # type: ignore[arg-type]
    assert table.do(Choose(id="", version=0, seat=2, colour=free)) == "done"  # type: ignore[arg-type]


# Entropy


def test_who_stood_up_again_adds_nothing_to_the_luck() -> None:
    table = Playing(HostSeat(), OPEN, OPEN)
    assert table.sit("ola", 1, "dice of Ola") == "done"
    assert table.sit("ela", 2, "coins of Ela") == "done"
    assert table.do(Leave(id="", version=0, seat=1), "ola") == "done"
    assert table.seats[1].entropy == ""
    assert table.do(Remove(id="", version=0, seat=2)) == "done"
    assert (table.sit("iga", 1, "leaves of tea"), table.sit("ewa", 2)) == ("done", "done")
    assert table.start("weather") == "done"
    assert table.entropy == ("leaves of tea", "weather")


def test_entropy_that_cannot_be_printed_is_refused() -> None:
    table = Playing(HostSeat(), OPEN)
    assert table.sit("ola", 1, "dice\n") == "unreadable"
    assert table.sit("ola", 1, "dice ") == "done"
    assert table.start("\x1b") == "unreadable"


# Clocks


def test_a_bot_that_plays_for_a_person_takes_nothing_from_the_bank() -> None:
    table = begun(LiveClock(bank=60, turn=10))
    (seat,) = table.awaited
    banks = table.clocks.banks
    assert table.do(Resign(id="", version=table.n, seat=seat), OWNER[seat]) == "done"
    table.now += 45_000
    for _ in range(2):
        assert table.game is not None
        table.apply(play_bot_move(table, table.game.legal(seat)[0], seat, "random", table.now))
        if table.awaited != (seat,):
            break
    assert table.awaited == (1 - seat,), "the turn is over, when a person would pay"
    assert table.clocks.banks == banks


def test_time_is_over_at_the_deadline_and_not_a_millisecond_before() -> None:
    table = begun(LiveClock(bank=60, turn=10))
    (seat,) = table.awaited
    assert time_over(table, seat, NOW + 69_999) is None
    assert time_over(table, 1 - seat, NOW + 10**9) is None, "nobody waits for this seat"
    entry = time_over(table, seat, NOW + 70_000)
    assert isinstance(entry, event_log.LeftToBot)
    assert (entry.why, entry.banks[seat], entry.banks[1 - seat]) == ("time", 0, 60_000)
    table.apply(entry)
    assert time_over(table, seat, NOW + 10**9) is None, "a bot plays it"


def test_a_turn_begins_anew_for_who_moves_again_because_others_passed() -> None:
    table = begun(LiveClock(bank=60, turn=10))
    (seat,) = table.awaited
    assert table.game is not None
    state = table.game.compiled.state[0]
    route = min(
        (r for r, facts in enumerate(table.book.board.routes) if facts.kind == "normal" and not facts.swap),
        key=lambda r: table.book.board.routes[r].length,
    )
    state.deck[:], state.deck_size[0], state.discard[:], state.discard_size[0] = 0, 0, 0, 0
    state.display[:], state.display_size[0] = 0, 1
    state.display[0] = 1
    state.unseen[0] = state.under[0] = 0
    state.hand[:] = 0
    state.hand[seat, :8] = 12
    state.claimable[:] = 0
    state.claimable[seat, route // 64] = np.uint64(1) << np.uint64(route % 64)
    table.now += 4_000
    assert table.act(seat, "draw P", OWNER[seat]) == "done"
    assert table.awaited == (seat,), "the other seat can do nothing"
    assert table.since[seat] == table.n
    assert table.clocks.deadline(seat) == table.now + 70_000


def test_who_comes_back_has_a_quarter_of_the_bank_and_a_turn_that_begins_now() -> None:
    table = begun(LiveClock(bank=60, turn=10))
    (seat,) = table.awaited
    entry = time_over(table, seat, NOW + 70_000)
    assert entry is not None
    table.apply(entry)
    table.now = NOW + 100_000
    assert table.do(TakeBack(id="", version=table.n, seat=1 - seat), OWNER[1 - seat]) == "played-by-you"
    assert table.act(seat, "draw", OWNER[seat]) == "played-by-bot"
    assert table.do(TakeBack(id="", version=table.n, seat=seat), OWNER[seat]) == "done"
    assert table.clocks.banks[seat] == 15_000
    assert table.clocks.deadline(seat) == table.now + 10_000 + 15_000
    stale = Act(id="", version=table.n - 1, seat=seat, action="draw")
    assert table.do(stale, OWNER[seat]) == "stale", "it was meant before the bot came"
    assert table.act(seat, "draw", OWNER[seat]) == "done"


# What is over


def test_a_table_that_was_given_up_takes_no_command() -> None:
    table = Playing(HostSeat(), OPEN)
    assert table.do(Close(id="", version=0), "ola") == "only-the-host"
    assert table.do(Close(id="", version=0)) == "done"
    assert table.sit("ola", 1) == "closed"
    assert table.start() == "closed"
    assert table.act(0, "draw", "ala") == "closed"


def test_a_table_that_is_being_played_cannot_be_given_up() -> None:
    table = Playing(HostSeat(), HostSeat("Ola"))
    assert table.start() == "done"
    assert table.do(Close(id="", version=table.n)) == "already-started"
    assert table.state == "playing"


def test_every_event_of_the_game_belongs_to_the_entry_that_caused_it() -> None:
    """Clients that come back are told the events of the entries that they missed."""
    table = Playing(HostSeat(), HostSeat("Ola"))
    assert table.start() == "done"
    assert table.keep(0, "ala") == table.keep(1, "ala") == "done"
    game = table.game
    assert game is not None
    events = game.events_since(0)
    assert table.noted[0].first == table.noted[0].last == table.noted[1].first == 0
    assert [event for noted in table.noted for event in events[noted.first : noted.last]] == list(events)


def test_before_the_start_nobody_acts_and_nobody_resigns() -> None:
    table = Playing(HostSeat(), OPEN)
    assert table.act(0, "draw", "ala") == "not-started"
    assert table.do(Resign(id="", version=0, seat=0)) == "not-started"
    assert table.do(TakeBack(id="", version=0, seat=0)) == "not-started"


def test_a_log_that_is_replayed_makes_the_same_table() -> None:
    table = begun(LiveClock(bank=60, turn=10))
    (seat,) = table.awaited
    table.now += 25_000
    entries: list[event_log.Entry] = []
    for action in ("draw", "draw"):
        command = Act(id=action, version=table.n, seat=seat, action=action)
        entries.append(handle(table, command, OWNER[seat], table.now))
        table.apply(entries[-1])
    again = begun(LiveClock(bank=60, turn=10))
    for entry in entries:
        again.apply(entry)
    assert again.game is not None
    assert table.game is not None
    assert again.game.digest() == table.game.digest()
    assert (again.n, again.awaited, again.since) == (table.n, table.awaited, table.since)
    assert again.clocks.banks == table.clocks.banks
    assert again.clocks.banks[seat] == 45_000
    assert again.noted == table.noted


@pytest.mark.parametrize("seat", [0, 1])
def test_only_who_sits_there_may_act_resign_and_take_back(seat: int) -> None:
    table = begun()
    other = OWNER[1 - seat]
    assert table.act(seat, "draw", other) == "not-your-seat"
    assert table.do(Resign(id="", version=0, seat=seat), other) == "not-your-seat"
    assert table.do(Resign(id="", version=0, seat=seat), OWNER[seat]) == "done"
    assert table.do(Resign(id="", version=0, seat=seat), OWNER[seat]) == "played-by-bot"
    assert table.do(TakeBack(id="", version=0, seat=seat), other) == "not-your-seat"
