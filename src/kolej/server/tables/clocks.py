"""Whose time runs, and how much is left. Time is milliseconds since 1970 and comes from outside."""

from __future__ import annotations

from kolej.server.protocol import Clock, DaysClock, LiveClock, NoClock, TimeLeft

DAY = 86_400_000


class Clocks:
    """The clocks of a table. A turn's own time runs first; what it takes beyond comes out of the bank.

    Choosing first tickets is a turn of all seats at once.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.banks: tuple[int, ...] = ()
        self._began: dict[int, int] = {}

    def full(self, seats: int) -> tuple[int, ...]:
        """What each seat has at the start."""
        match self.clock:
            case LiveClock(bank=bank):
                return (bank * 1000,) * seats
            case DaysClock():
                return (0,) * seats
            case NoClock():
                return ()

    def begin(self, seat: int, now: int) -> None:
        """A turn of a seat begins."""
        self._began[seat] = now

    def skip(self, first: int, last: int) -> None:
        """Time in which nobody could play does not count."""
        for seat, began in self._began.items():
            if began < last:
                self._began[seat] = began + last - max(first, began)

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat whose turn it is will be over."""
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
        """The banks once a seat has moved; they change when its turn ends."""
        if not isinstance(self.clock, LiveClock) or not ends:
            return self.banks
        beyond = max(0, now - self._began.get(seat, now) - self.clock.turn * 1000)
        return tuple(max(0, bank - beyond) if i == seat else bank for i, bank in enumerate(self.banks))

    def banks_after_return(self, seat: int) -> tuple[int, ...]:
        """Who takes a seat back has at least a quarter of the time again, or would lose it at once."""
        if not isinstance(self.clock, LiveClock):
            return self.banks
        quarter = self.clock.bank * 250
        return tuple(max(bank, quarter) if i == seat else bank for i, bank in enumerate(self.banks))

    def left(self, awaited: tuple[int, ...]) -> tuple[TimeLeft, ...]:
        """By seat, for clients."""
        return tuple(
            TimeLeft(bank, self.deadline(seat) if seat in awaited else None)
            for seat, bank in enumerate(self.banks)
        )
