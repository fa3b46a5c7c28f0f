"""Whose clock is running, and how much time is left. Callers pass the time, in milliseconds since 1970."""

from __future__ import annotations

from kolej.server.protocol import Clock, DaysClock, LiveClock, NoClock, TimeLeft

DAY = 86_400_000


class Clocks:
    """The clocks of a table. Each turn has its own time; a turn that takes longer draws on the seat's bank.

    While first tickets are chosen, it is every seat's turn.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.banks: tuple[int, ...] = ()
        self._began: dict[int, int] = {}

    def full(self, seats: int) -> tuple[int, ...]:
        """The bank of each seat at the start."""
        match self.clock:
            case LiveClock(bank=bank):
                return (bank * 1000,) * seats
            case DaysClock():
                return (0,) * seats
            case NoClock():
                return ()

    def begin(self, seat: int, now: int) -> None:
        """Note that a seat's turn begins."""
        self._began[seat] = now

    def skip(self, first: int, last: int) -> None:
        """Leave out a time in which nobody could play."""
        for seat, began in self._began.items():
            if began < last:
                self._began[seat] = began + last - max(first, began)

    def deadline(self, seat: int) -> int | None:
        """When the time of the seat whose turn it is runs out."""
        began = self._began.get(seat)
        if began is None:
            return None
        match self.clock:
            case LiveClock(turn=turn):
                return began + turn * 1000 + self.banks[seat]
            case DaysClock(days=days):
                return began + days * DAY
            case NoClock():
                return None

    def banks_after(self, seat: int, now: int, ends: bool) -> tuple[int, ...]:
        """The banks after a move by a seat; they change only when its turn ends."""
        if not isinstance(self.clock, LiveClock) or not ends:
            return self.banks
        beyond = max(0, now - self._began.get(seat, now) - self.clock.turn * 1000)
        return tuple(max(0, bank - beyond) if i == seat else bank for i, bank in enumerate(self.banks))

    def banks_after_return(self, seat: int) -> tuple[int, ...]:
        """The banks after a player takes a seat back: at least a quarter, or it would soon be lost again."""
        if not isinstance(self.clock, LiveClock):
            return self.banks
        quarter = self.clock.bank * 250
        return tuple(max(bank, quarter) if i == seat else bank for i, bank in enumerate(self.banks))

    def left(self, awaited: tuple[int, ...]) -> tuple[TimeLeft, ...]:
        """The time left for each seat, as clients get it."""
        return tuple(
            TimeLeft(bank, self.deadline(seat) if seat in awaited else None)
            for seat, bank in enumerate(self.banks)
        )
