"""What players type: places by the start of their names, routes by two places, payments optional."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kolej.boards.errors import folded, nearest
from kolej.boards.schema import LETTERS
from kolej.game.actions import ORDER, Claim, InvalidAction, Keep, in_order

if TYPE_CHECKING:
    from kolej.game.rulebook import Rulebook

COMMANDS = (
    "draw",
    "claim",
    "station",
    "tickets",
    "keep",
    "pay",
    "give",
    "routes",
    "route",
    "why",
    "map",
    "look",
    "score",
    "log",
    "help",
    "save",
    "quit",
)

HELP = """[bold]Your turn is one of[/bold]
  draw R  draw red     take a face-up card; twice in a turn
  draw                 take the top card of the deck
  claim paris zurich   claim a route, paid the cheapest way; the start of a name will do: claim par zur
  claim par zur RRL    claim it with these cards
  station paris        build a station, where the board has them
  draw tickets         look at new tickets, then: keep 1 3
  pay, give up         decide about a tunnel that you have tried

[bold]To look around[/bold]
  routes, routes paris   what you could claim now, and what it would cost
  route par zur          one route: its length, its owner, how you could pay
  why par zur            why you cannot claim it
  map paris              where the routes at a city lead
  tickets                your tickets; then you may draw new ones
  look, score, log       the table again, the points so far, what has happened
  save FILE, quit        the game can be resumed: kolej play --resume FILE

Cards have letters: P purple, B blue, O orange, W white, G green, Y yellow, K black, R red, L locomotive."""


def command(word: str) -> str:
    """A command by its name or the start of it; raises ``InvalidAction``."""
    low = word.lower()
    aliases = {
        "?": "help",
        "exit": "quit",
        "q": "quit",
        "t": "tickets",
        "c": "claim",
        "d": "draw",
        "m": "map",
    }
    if low in COMMANDS or low in aliases:
        return aliases.get(low, low)
    found = [name for name in COMMANDS if name.startswith(low)]
    if len(found) == 1:
        return found[0]
    hint = f"; did you mean {' or '.join(found)}?" if found else nearest(low, COMMANDS)
    raise InvalidAction(f'"{word[:40]}" is not a command{hint or "; help lists them"}')


def is_cards(word: str) -> bool:
    """Whether a word could be the letters of cards."""
    return all(letter in ORDER for part in word.upper().split("+", 1) for letter in part)


def card(word: str) -> str:
    """One card by its letter or its name, or the start of it; raises ``InvalidAction``."""
    if len(word) == 1 and word.upper() in ORDER:
        return word.upper()
    found = [letter for name, letter in LETTERS.items() if name.startswith(word.lower())]
    if len(found) == 1:
        return found[0]
    colours = ", ".join(f"{letter} {name}" for name, letter in LETTERS.items())
    raise InvalidAction(f'"{word[:40]}" is not a card; there are {colours}')


class Atlas:
    """Finds the places and routes that a player means."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.names: dict[str, str] = {}
        for city in book.board.cities:
            self.names[city.id] = city.name
        for country in book.board.countries:
            self.names[country.id] = country.shown.en
        self._tracks: dict[frozenset[str], list[str]] = {}
        for route in book.board.routes:
            self._tracks.setdefault(frozenset((route.a, route.b)), []).append(route.id)

    def candidates(self, text: str) -> list[str]:
        """Places whose name or id starts with this text; a name written in full matches only itself."""
        wanted = folded(text)
        if not wanted:
            return []
        spelled = {place: (folded(place), folded(name)) for place, name in self.names.items()}
        full = [place for place, names in spelled.items() if wanted in names]
        return full or [place for place, names in spelled.items() if any(n.startswith(wanted) for n in names)]

    def place(self, text: str) -> str:
        """The one place that is meant; raises ``InvalidAction``."""
        found = self.candidates(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise InvalidAction(f'"{text[:40]}" could be {", ".join(self.names[place] for place in found)}')
        hint = nearest(text, self.names, {name: place for place, name in self.names.items()})
        raise InvalidAction(f'"{text[:40]}" is not a city on this board{hint}')

    def tracks(self, words: Sequence[str]) -> list[str]:
        """The tracks between two places, or the one whose id is given; raises ``InvalidAction``."""
        text = " ".join(words)
        if text in self.book.route_index:
            return [text]
        if meant := self.book.routes_meant(text):
            return meant
        if not words:
            raise InvalidAction("which route? Name its two cities, for example paris zurich")
        pairs = _pairs(words)
        if not pairs:
            place = self.place(text)
            raise InvalidAction(f"where to from {self.names[place]}? map {place} shows its routes")
        found: dict[frozenset[str], list[str]] = {}
        for a, b in pairs:
            for one in self.candidates(a):
                for other in self.candidates(b):
                    ends = frozenset((one, other))
                    if ends in self._tracks:
                        found[ends] = self._tracks[ends]
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            routes = ", ".join(" – ".join(self.names[place] for place in sorted(ends)) for ends in found)
            raise InvalidAction(f'"{text[:60]}" could be {routes}')
        for a, b in pairs:
            if self.candidates(a) and self.candidates(b):
                one = self.place(a)
                other = self.place(b)
                raise InvalidAction(
                    f"no route connects {self.names[one]} and {self.names[other]}; map {one} shows its routes"
                )
        for part in pairs[0]:
            self.place(part)
        raise InvalidAction(f'"{text[:60]}" is not a route; name its two cities, for example paris zurich')

    def claim(self, words: Sequence[str]) -> tuple[list[str], str]:
        """The tracks and the cards of ``claim ...``; the cards are optional."""
        if len(words) > 1 and is_cards(words[-1]):
            try:
                return self.tracks(words), ""
            except InvalidAction:
                return self.tracks(words[:-1]), words[-1].upper()
        return self.tracks(words), ""

    def station(self, words: Sequence[str]) -> tuple[str, str]:
        """The city and the cards of ``station ...``."""
        if len(words) > 1 and is_cards(words[-1]) and not self.candidates(" ".join(words)):
            return self.place(" ".join(words[:-1])), in_order(words[-1].upper())
        return self.place(" ".join(words)), ""


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    """All ways to split some words into two names."""
    text = " ".join(words)
    for sign in ("--", " - ", "–", " to "):
        if sign in text:
            a, _, b = text.partition(sign)
            return [(a, b)]
    return [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]


def payment(route: str, letters: str) -> Claim:
    """A claim with the typed cards."""
    single, _, swapped = letters.partition("+")
    return Claim(route, in_order(single), in_order(swapped))


def keep(words: Sequence[str], offered: tuple[str, ...], atlas: Atlas) -> Keep:
    """Tickets by their number in the offer, by id, or by the start of a city's name."""
    if [word.lower() for word in words] == ["all"]:
        return Keep(offered)
    parts = " ".join(words).replace(",", " ").split()
    return Keep(tuple(dict.fromkeys(_ticket(part, offered, atlas) for part in parts)))


def _ticket(word: str, offered: tuple[str, ...], atlas: Atlas) -> str:
    if word in offered:
        return word
    if word.isdecimal() and len(word) < 3:
        if 1 <= int(word) <= len(offered):
            return offered[int(word) - 1]
        raise InvalidAction(f"{word} is not one of the offered tickets; they are 1 to {len(offered)}")
    places = set(atlas.candidates(word))
    tickets = [atlas.book.board.tickets[atlas.book.ticket(name)] for name in offered]
    found = [name for name, t in zip(offered, tickets, strict=True) if places & {t.a, t.b}]
    if len(found) == 1:
        return found[0]
    raise InvalidAction(
        f'"{word[:40]}" does not match exactly one offered ticket; use numbers, for example keep 1 2'
    )
