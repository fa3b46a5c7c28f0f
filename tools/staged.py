"""Tables at a moment worth a picture, reached by playing through the public protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

from playing import Running, Seat, simple_action  # noqa: E402

Message = dict[str, Any]
Moment = Callable[[Message, Message], bool]
"""Whether this is the moment, given what the seat can do now and the whole position."""

PLAYERS = {
    "europe": "host bot:local bot:local bot:local bot:local",
    "poland": "host bot:local bot:local",
    "nordic": "host bot:local bot:local",
    "usa": "host bot:local bot:local bot:local",
}
GAMES = 12
"""How many games to try for a moment that may not occur."""
HELD = 9
"""With this many cards, stop collecting; before that, fuller hands have more ways to pay."""


class Scenes:
    """Zofia's tables on a server, and Marek, who sits at some of them."""

    def __init__(self, site: Running) -> None:
        self.site = site
        self.zofia, self.marek = site.person("Zofia"), site.person("Marek")
        self.boards: dict[str, Message] = {}

    @property
    def cookie(self) -> str:
        """The cookie that makes a browser Zofia's."""
        return self.zofia.http.cookies["kolej"]

    def board(self, name: str) -> Message:
        if name not in self.boards:
            self.boards[name] = self.zofia.http.get(f"/api/boards/{name}").json()
        return self.boards[name]

    def kinds(self, name: str) -> dict[str, str]:
        return {route["id"]: route["kind"] for route in self.board(name)["routes"]}

    def room(self, board: str) -> str:
        """A table before the start, with a seat for a friend and one for a bot."""
        seats = "host friend anyone bot:local" if board in ("europe", "usa") else "host friend bot:local"
        return self.zofia.make(board, seats, pace=0.0)

    def dealt(self, board: str) -> str:
        place = self.zofia.make(board, PLAYERS[board], pace=0.0)
        with self.zofia.at(place) as seat:
            seat.do("start")
        return place

    def over(self, board: str) -> str:
        place = self.zofia.make(board, PLAYERS[board], pace=0.0)
        with self.zofia.at(place) as seat:
            seat.do("start")
            seat.play()
        return place

    def listed(self) -> None:
        """Tables of Marek's that others may join or watch."""
        for board, seats in (("nordic", "host anyone anyone"), ("usa", "host anyone bot:local")):
            self.marek.make(board, seats, listed=True)
        self.marek.make("poland", "host bot:local bot:local", listed=True)

    def hints(self) -> bool:
        """Whether a bot of the server can give reasons."""
        return any(bot["hints"] for bot in self.zofia.http.get("/api/server").json()["bots"])

    def device(self) -> str:
        """Two people sharing one device, where the first has just moved."""
        seats = [{"for": "host"}, {"for": "host", "name": "Marek"}]
        made = self.zofia.http.post("/api/tables", json={"board": "usa", "seats": seats, "pace": 0.0})
        place: str = made.raise_for_status().json()["id"]
        with self.zofia.at(place) as seat:
            seat.do("start")
            seat.play(5)
        return place

    def moment(self, board: str, so: Moment, first: str | None = None, seats: str | None = None) -> str:
        """A table where it is Zofia's turn and `so` holds; routes of the kind `first` are claimed first."""
        kinds = self.kinds(board)
        for _ in range(GAMES):
            place = self.zofia.make(board, seats or PLAYERS[board], pace=0.0, hints=True)
            with self.zofia.at(place) as seat:
                seat.do("start")
                if reached(seat, so, lambda choice, own: patient(choice, own, kinds, first)):
                    return place
        raise AssertionError(f"{board}: no such moment in {GAMES} games")

    def two(self, board: str, so: Callable[[Message], bool], first: str | None = None) -> str:
        """A table with Marek where it is his turn, something was said, and `so` holds for what lies open."""
        kinds = self.kinds(board)
        for _ in range(GAMES):
            place = self.zofia.make(board, "host anyone bot:local", pace=0.0)
            with self._both(place) as (mine, his):
                his.do("sit", seat=1)
                fresh(mine)
                assert mine.do("start")["type"] == "done"
                while not mine.over:
                    for seat in (mine, his):
                        fresh(seat)
                        opened = seat.position["open"] if seat.position else None
                        if seat is his and opened and his.choices() and so(opened):
                            his.do("emote", emote="good-luck")
                            mine.do("say", text="That tunnel was mine, wasn't it?")
                            his.do("say", text="Not any more. Coffee after this one?")
                            return place
                        for number, choice in seat.choices().items():
                            move(seat, number, patient(choice, owned(seat, number), kinds, first))
        raise AssertionError(f"{board}: no such moment in {GAMES} games")

    @contextmanager
    def _both(self, place: str) -> Iterator[tuple[Seat, Seat]]:
        with ExitStack() as stack:
            yield stack.enter_context(self.zofia.at(place)), stack.enter_context(self.marek.at(place))


def owned(seat: Seat, number: int) -> Message:
    assert seat.position
    found: Message = next(view for view in seat.position["own"] if view["seat"] == number)
    return found


def fresh(seat: Seat) -> None:
    """Receive everything that happened in the meantime: wait until the server answers a new question."""
    seat.socket.send(json.dumps({"do": "ping", "at": 0}))
    seat.until(lambda message: message["type"] == "pong")


def move(seat: Seat, number: int, action: str) -> None:
    answer = seat.do("act", seat=number, action=action)
    assert answer["type"] == "done", answer
    while seat.n < answer["n"]:
        seat.hear()


def reached(seat: Seat, so: Moment, chosen: Callable[[Message, Message], str]) -> bool:
    """Play until the moment is reached; False if the game ends first."""
    while not seat.over:
        choices = seat.choices()
        if not choices:
            seat.hear()
            continue
        number, choice = next(iter(choices.items()))
        assert seat.position
        if so(choice, seat.position):
            return True
        move(seat, number, chosen(choice, owned(seat, number)))
    return False


def patient(choice: Message, own: Message, kinds: dict[str, str], first: str | None) -> str:
    """Collect cards before claiming, and claim the wanted kind first."""
    wanted = {route: cards for route, cards in choice["claim"].items() if kinds[route] == first}
    if wanted:
        route, cards = next(iter(wanted.items()))
        return f"claim {route} {cards[0]}"
    held = sum(own["hand"].values())
    if choice["claim"] and held < HELD and (choice["blind"] or choice["draw"]):
        return "draw" if choice["blind"] else f"draw {choice['draw'][0]}"
    return simple_action(choice)
