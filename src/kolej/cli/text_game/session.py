"""A game in the terminal: bots move, the person is asked, everything is told in words."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.rule import Rule

from kolej.cli.output import OUT
from kolej.cli.text_game import commands, screen
from kolej.cli.text_game.words import WHY, Words, cards
from kolej.game.actions import (
    Action,
    Claim,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    GiveUp,
    IllegalAction,
    InvalidAction,
    PayExtra,
    Station,
    parse,
)
from kolej.game.events import Event, how_many
from kolej.game.odds import tunnel_odds

if TYPE_CHECKING:
    from kolej.bots import Bot
    from kolej.game.game import Game


class Leave(Exception):
    """The player leaves; ``keep`` says whether to save the game."""

    def __init__(self, keep: bool) -> None:
        super().__init__()
        self.keep = keep


def ask(prompt: str) -> str:
    """A line from the player; raises ``EOFError``. Piped input is echoed as if it were typed."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  typed lines can be edited and recalled
        line = input(prompt)
    else:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(f"{prompt}{''.join(c for c in line if c.isprintable())}")
    return "".join(c if c.isprintable() else " " for c in line).strip()


def tell(line: str) -> None:
    """Print a line; a terminal gets it wrapped between words, a file unchanged."""
    OUT.print(line, soft_wrap=not OUT.is_terminal)


class Session:
    """One person at a table with bots."""

    def __init__(
        self,
        game: Game,
        seat: int,
        bots: dict[int, Bot],
        names: list[str],
        keep: Callable[[], None],
        save: Callable[[Path], str],
    ) -> None:
        self.game = game
        self.seat = seat
        self.bots = bots
        self.words = Words(game.book, names, seat)
        self.atlas = commands.Atlas(game.book)
        self.keep = keep
        self.save = save

    def run(self) -> None:
        """Play to the end; raises ``Leave``, ``EOFError`` or ``KeyboardInterrupt`` if the player goes."""
        while not self.game.over:
            waiting = [seat for seat in self.game.awaited if seat in self.bots]
            if waiting:
                self._bot(waiting[0])
            else:
                self._person()

    def _bot(self, seat: int) -> None:
        action = self.bots[seat].choose(self.game.view(seat), self.game.legal(seat), None)
        self._tell(self.game.play(action, seat))

    def _tell(self, events: tuple[Event, ...]) -> None:
        from kolej.game.events import seen_by

        line = self.words.line((seen_by(event, self.seat) for event in events), brief=True)
        if line:
            tell(f"  {line}")

    def _person(self) -> None:
        """Ask until something changes the game."""
        self.view = self.game.view(self.seat)
        self.legal = self.game.legal(self.seat)
        ahead = self.game.outlook(claims=False).tickets(self.seat)
        self.progress = {told.ticket: told for told in ahead}
        if self.view.phase != "second-card":
            self.look()
        else:
            tell(f"  display  {screen.pile(self.view.display)}   hand  {screen.pile(self.view.hand)}")
        while True:
            line = ask(f"{self._prompt()}> ")
            if not line:
                continue
            try:
                action = self._understood(line.split())
                if action is not None:
                    events = self.game.play(action, self.seat)
                    break
            except InvalidAction as error:
                tell(f"  [yellow]{escape(str(error))}[/yellow]")
            except IllegalAction as error:
                tell(f"  [yellow]that is not possible now: {escape(str(error))}[/yellow]")
        self.keep()
        self._tell(events)

    def _prompt(self) -> str:
        match self.view.phase:
            case "first-tickets" | "choose-tickets":
                return "keep which tickets"
            case "second-card":
                return "second card"
            case "tunnel":
                return "pay or give up"
            case _:
                return "your turn"

    def look(self) -> None:
        """Print the whole table."""
        view, rules = self.view, self.game.board.rules
        titles = {
            "first-tickets": "your first tickets",
            "choose-tickets": "new tickets",
            "tunnel": "the tunnel",
        }
        title = titles.get(view.phase, "your turn")
        if view.last_turns is not None:
            title += ": the last round"
        OUT.print(Rule(title, align="left", style="dim"))
        OUT.print(screen.players(view, self.words))
        OUT.print(screen.own(view, self.words, self.progress))
        if view.offered:
            least = rules.first_keep if view.phase == "first-tickets" else rules.later_keep
            least = min(least, len(view.offered))
            example = " ".join(str(n + 1) for n in range(least))
            tell(f"keep at least {least}, such as: [bold]keep {example}[/bold]")

    def _understood(self, words: list[str]) -> Action | None:
        """The action that is meant; None if the line only asks for information."""
        name, rest = commands.command(words[0]), words[1:]
        match name:
            case "draw":
                return self._draw(rest)
            case "claim":
                return self._claim(rest)
            case "station":
                return self._station(rest)
            case "tickets":
                return self._tickets()
            case "keep":
                return commands.keep(rest, self.view.offered, self.atlas)
            case "pay":
                return self._pay(rest)
            case "give":
                return GiveUp()
            case _:
                self._answer(name, rest)
                return None

    def _draw(self, words: list[str]) -> Action:
        if not words:
            return DrawBlind()
        if words[0].lower() in ("tickets", "ticket"):
            return DrawTickets()
        if len(words) > 1:
            raise InvalidAction("one card at a time, for example draw R; you will be asked for the second")
        return DrawOpen(commands.card(words[0]))

    def _claim(self, words: list[str]) -> Action | None:
        tracks, letters = self.atlas.claim(words)
        if letters:
            wanted = [commands.payment(track, letters) for track in tracks]
            free = [claim for claim in wanted if self.game.why_not(claim.route, self.seat) is None]
            action = next((claim for claim in free if claim in self.legal), (free or wanted)[0])
            return action if self._goes_on(action, asked=False) else None
        found = screen.payments(self.legal, self.view)
        claims = sorted(
            (claim for track in tracks for claim in found.get(track, ())),
            key=lambda claim: screen.cost(claim, self.view.hand),
        )
        if not claims:
            for track in tracks:
                self._why(track)
            return None
        others = [screen.payment(claim) for claim in claims[1:8] if claim.route == claims[0].route]
        if others:
            tell(f"  it can also be paid with {', '.join(others)}")
        return claims[0] if self._goes_on(claims[0], asked=True) else None

    def _goes_on(self, claim: Claim, asked: bool) -> bool:
        """Ask for confirmation if we chose the cards, and before a tunnel, with its odds."""
        route = self.game.book.route_index[claim.route]
        tunnel = self.game.board.routes[route].kind == "tunnel" and claim in self.legal
        if tunnel:
            self._tell_odds(claim)
        unpaid = self._joins_unpaid(route)
        if not (asked or tunnel or unpaid):
            return True
        points = how_many(self.game.book.points(route), "point")
        tell(f"  claim {self.words.route(claim.route)} with {screen.payment(claim)} for {points}?")
        return self._yes("  yes or no")

    def _joins_unpaid(self, route: int) -> bool:
        """Warn before an inland route that joins countries, since it wins none of their cards (P4)."""
        name = self.game.book.routes[route]
        effect = self.game.outlook().claimed(self.seat, {name})[1].get(name)
        if effect is None or effect.countries is None or effect.countries.outcome != "unpaid":
            return False
        names = ", ".join(self.words.place(name) for name in sorted(effect.countries.joins))
        tell(
            f"  [yellow]this joins {names} inland, which wins no country cards; a border route would[/yellow]"
        )
        return True

    def _tell_odds(self, claim: Claim) -> None:
        colour = claim.cards[0]
        odds = tunnel_odds(self.view, colour)
        rest = dict(self.view.hand)
        for letter in claim.cards:
            rest[letter] -= 1
        spare = rest.get(colour, 0) + (rest.get("L", 0) if colour != "L" else 0)
        parts = [f"{'nothing' if k == 0 else k} more {p:.0%}" for k, p in enumerate(odds)]
        can = sum(odds[: spare + 1])
        tell(f"  a tunnel: {', '.join(parts)}; you could pay up to {spare} more: yours in {can:.0%}")

    def _yes(self, question: str, usually: bool = True) -> bool:
        while True:
            said = ask(f"{question} {'[Y/n]' if usually else '[y/N]'} ").lower()
            if not said:
                return usually
            if said in ("y", "yes", "ok"):
                return True
            if said in ("n", "no"):
                return False
            tell("  [yellow]y or n?[/yellow]")

    def _station(self, words: list[str]) -> Action | None:
        if not words:
            raise InvalidAction("in which city? For example: station paris")
        city, letters = self.atlas.station(words)
        if letters:
            return Station(city, letters)
        found = [a for a in self.legal if isinstance(a, Station) and a.city == city]
        if not found:
            raise self._no_station(city)
        best = min(found, key=lambda s: (s.cards.count("L"), -self.view.hand.get(s.cards[0], 0)))
        tell(f"  build a station in {self.words.place(city)} with {cards(best.cards)}?")
        return best if self._yes("  yes or no") else None

    def _no_station(self, city: str) -> Exception:
        """Why no station can be built: tried on a copy, with a card that may be the wrong one."""
        try:
            self.game.copy().play(Station(city, "L"), self.seat)
        except IllegalAction as error:
            if error.reason not in ("wrong-number", "too-few-cards"):
                return error
        return InvalidAction("you lack the cards for a station; they must be of one colour, or locomotives")

    def _tickets(self) -> Action | None:
        for name in self.view.tickets:
            tell(f"  {screen.ticket(self.progress[name], self.view, self.words)}")
        if DrawTickets() in self.legal:
            tell(f"  look at new tickets? That is your turn; {self.view.ticket_deck} are left")
            return DrawTickets() if self._yes("  yes or no", usually=False) else None
        return None

    def _pay(self, words: list[str]) -> Action:
        if words:
            return parse(f"pay {words[0]}")
        found = [action for action in self.legal if isinstance(action, PayExtra)]
        if not found:
            if self.view.tunnel is not None:
                raise InvalidAction(
                    f"you do not have {self.view.tunnel.extra} more cards; give up returns your cards"
                )
            raise InvalidAction("there is no tunnel to pay for")
        return min(found, key=lambda pay: pay.cards.count("L"))

    def _answer(self, name: str, words: list[str]) -> None:
        match name:
            case "routes":
                at = self.atlas.place(" ".join(words)) if words else None
                found = screen.claims_table(self.view, self.legal, self.words, self.progress, at)
                if found.row_count:
                    OUT.print(found)
                else:
                    tell("  there is none that you can claim now; map CITY shows what is free")
            case "route":
                for track in self.atlas.tracks(words):
                    self._route(track)
            case "why":
                for track in self.atlas.tracks(words):
                    self._why(track)
            case "map":
                place = self.atlas.place(" ".join(words))
                tell(f"[bold]{self.words.place(place)}[/bold]")
                OUT.print(screen.map_of(self.view, place, self.words))
            case "look":
                self.look()
            case "score":
                self._score()
            case "log":
                self._log(words)
            case "save":
                tell(f"  {escape(self.save(Path(' '.join(words))))}")
            case "quit":
                raise Leave(self._yes("keep the game, to go on later?"))
            case _:
                tell(commands.HELP)

    def _route(self, track: str) -> None:
        route = self.game.book.route_index[track]
        facts = self.game.board.routes[route]
        kind = screen.kind_of(self.view, route)
        owner = screen.owner_of(self.view, route, self.words)
        tell(
            f"  [bold]{self.words.route(track)}[/bold]: length {facts.length}, "
            f"{how_many(self.game.book.points(route), 'point')}, {screen.colour_of(facts.colour)}"
            f"{', ' + kind if kind else ''}; {owner}"
        )
        claims = screen.payments(self.legal, self.view).get(track, [])
        if claims:
            tell(f"    you could pay {', '.join(map(screen.payment, claims[:12]))}")
            if facts.kind == "tunnel":
                self._tell_odds(claims[0])
        else:
            self._why(track)

    def _why(self, track: str) -> None:
        reason = self.game.why_not(track, self.seat)
        route = self.words.route(track)
        if reason is None:
            tell(f"  {route}: you can claim it")
            return
        text = WHY.get(reason, reason)
        number = self.game.book.route_index[track]
        facts = self.game.board.routes[number]
        if reason == "route-taken":
            text = f"it is taken by {screen.owner_of(self.view, number, self.words)}"
        elif reason == "too-few-cards":
            colour = "of any one colour" if facts.colour == "grey" else screen.colour_of(facts.colour)
            symbols = f", {facts.locomotives} of them locomotives" if facts.locomotives else ""
            text = f"it takes {facts.length} cards {colour}{symbols}; you have {screen.pile(self.view.hand)}"
        elif reason == "too-few-trains":
            text = f"it takes {facts.length} trains; you have {self.view.seats[self.seat].trains}"
        tell(f"  {route}: {text}")

    def _score(self) -> None:
        """Print the open scores, and what the player's own tickets would score now."""
        for seat in self.view.seats:
            extra = sum(sum(values) for values in seat.country_cards.values())
            stations = seat.stations * self.game.board.rules.station_points
            parts = [how_many(seat.score, "point") + " for routes"]
            parts += [f"{extra} for country cards"] if extra else []
            parts += [f"{stations} for stations not built"] if stations else []
            tell(f"  {self.words.who(seat.seat)}: {', '.join(parts)}")
        total = 0
        for name in self.view.tickets:
            points = self.game.board.tickets[self.game.book.ticket(name)].points
            total += points if self.progress[name].joined else -points
        tell(f"  your tickets would score {total:+d} now; those of the others are secret until the end")

    def _log(self, words: list[str]) -> None:
        count = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 5 else 15
        told = [self.words.sentence(event) for event in self.game.events_for(self.seat)]
        for line in [line for line in told if line][-count:] if count else ():
            tell(f"  {line}")
