"""Progress of tickets and effects of claims: two trees per ticket, compared with a search for each claim.

Prints the processor time for five tickets and all claims of a seat in the middle of a game on Europe, with up
to three stations, and that of a search for every ticket after every claim, by the same compiled rules.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from kolej.game.game import Game, new
from kolej.rules import claim, entry_points
from kolej.rules.progress import Progress
from kolej.rules.scoring import Sheet
from kolej.rules.state import TURN
from kolej.rules.structs import Values

TICKETS = 5
OWNED = 12
SHARE = 0.25
"""The aim: at most this share of the time that a search for each claim takes."""


def middle(stations: int, seed: int = 1) -> Game:
    """A game with some routes of two players, five tickets, and stations of the first player."""
    luck = random.Random(seed)
    game = new("europe", 2, seed=seed)
    state, book = game.compiled.state[0], game.book
    for number in range(2 * OWNED):
        route = book.route(luck.choice(game.view(number % 2).claimable))
        claim.take_route(book.values.buffer[0], game.compiled.state.buffer[0], number % 2, route)
    state.tickets[0] = state.tickets.dtype.type(
        sum(1 << t for t in luck.sample(range(len(book.tickets)), TICKETS))
    )
    state.offered_count[:] = 0
    for place, city in enumerate(luck.sample(range(len(book.cities)), stations)):
        state.station_city[0, place] = city
        state.stations[0] -= 1
    state.phase[0], state.player[0] = TURN, 0
    return game


def timed(call: Callable[[], object], times: int) -> float:
    """Microseconds of processor time per call, the best of five."""
    call()
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        for _ in range(times):
            call()
        best = min(best, (time.process_time() - begin) / times)
    return best * 1e6


class Looking:
    """Everything that a seat's claims change, found at once or by a search after each."""

    def __init__(self, game: Game) -> None:
        self.game, self.sheet, self.progress = game, Values(Sheet), Values(Progress)
        self.after = [self.claimed(game.book.route(name)) for name in game.view(0).claimable]

    def claimed(self, route: int) -> Values:
        state = self.game.compiled.state.copy()
        claim.take_route(self.game.book.values.buffer[0], state.buffer[0], 0, route)
        return state

    def look(self, state: Values, claims: int) -> None:
        handles = self.game.book.handle, state.handle, self.sheet.handle, self.progress.handle
        entry_points.look_at_tickets(*handles, 0, claims)

    def at_once(self) -> None:
        self.look(self.game.compiled.state, 1)

    def one_by_one(self) -> None:
        for state in self.after:
            self.look(state, 0)

    def typed(self) -> None:
        self.game.outlook().tickets(0)


def main() -> int:
    good = True
    for stations in range(4):
        looking = Looking(middle(stations))
        at_once, one_by_one = timed(looking.at_once, 200), timed(looking.one_by_one, 5)
        good &= at_once <= SHARE * one_by_one
        print(
            f"{TICKETS} tickets, {len(looking.after)} claims, {stations} stations: {at_once:.1f} us at once, "
            f"{one_by_one:.0f} us one by one, share {at_once / one_by_one:.3f} (aim {SHARE}); "
            f"in words and as JSON {timed(looking.typed, 100):.0f} us"
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
