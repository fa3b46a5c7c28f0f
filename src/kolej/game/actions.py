"""What a player can do, as values, each with a line of text: ``repr`` gives it, ``parse`` reads it.

>>> parse("claim paris--zurich RRL")
claim paris--zurich RRL
>>> parse("claim paris--zurich RRL").cards
'RRL'
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from kolej.boards.errors import inline
from kolej.boards.schema import LETTERS

ORDER = "".join(LETTERS.values())
"""The letters of cards, in the order in which sets are written."""

Reason = Literal[
    "game-over",
    "not-your-turn",
    "choose-first-tickets",
    "already-chosen",
    "second-card",
    "choose-tickets",
    "decide-tunnel",
    "nothing-to-decide",
    "not-face-up",
    "second-locomotive",
    "deck-empty",
    "no-tickets-left",
    "not-offered",
    "too-few-kept",
    "route-taken",
    "double-closed",
    "own-twin",
    "own-border-route",
    "one-route-per-country",
    "too-few-trains",
    "too-few-cards",
    "wrong-number",
    "wrong-colour",
    "mixed-colours",
    "locomotives-not-here",
    "locomotives-needed",
    "no-swaps-here",
    "wrong-swap",
    "no-stations",
    "no-stations-left",
    "station-there",
]
"""Why an action is not possible now; clients translate the code."""


class InvalidAction(ValueError):
    """An action that cannot be read: no such word, route, city, ticket or card."""


class IllegalAction(ValueError):
    """An action that is not possible now; ``reason`` is its code."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class _Action(msgspec.Struct, frozen=True, tag_field="do"):
    def __repr__(self) -> str:
        return str(self)


class DrawOpen(_Action, frozen=True, tag="draw-open"):
    """Take a face-up card (C2)."""

    card: str

    def __str__(self) -> str:
        return f"draw {self.card}"


class DrawBlind(_Action, frozen=True, tag="draw-blind"):
    """Take the top card of the deck (C2)."""

    def __str__(self) -> str:
        return "draw"


class DrawTickets(_Action, frozen=True, tag="draw-tickets"):
    """Look at new tickets (C11)."""

    def __str__(self) -> str:
        return "tickets"


class Keep(_Action, frozen=True, tag="keep"):
    """Keep some of the offered tickets, give back the rest (C11, C16)."""

    tickets: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("keep", *self.tickets))


class Claim(_Action, frozen=True, tag="claim"):
    """Claim a route with these cards (C7).

    ``swapped`` are cards of any kind that stand for others (N3, N4).
    """

    route: str
    cards: str
    swapped: str = ""

    def __str__(self) -> str:
        return f"claim {self.route} {self.cards}" + (f"+{self.swapped}" if self.swapped else "")


class Station(_Action, frozen=True, tag="station"):
    """Build a station in a city (E7)."""

    city: str
    cards: str

    def __str__(self) -> str:
        return f"station {self.city} {self.cards}"


class PayExtra(_Action, frozen=True, tag="pay"):
    """Pay the extra cost of the tunnel (E3)."""

    cards: str

    def __str__(self) -> str:
        return f"pay {self.cards}"


class GiveUp(_Action, frozen=True, tag="give-up"):
    """Give up the tunnel and take the set back (E3)."""

    def __str__(self) -> str:
        return "give up"


Action = DrawOpen | DrawBlind | DrawTickets | Keep | Claim | Station | PayExtra | GiveUp


EXAMPLES = "there are: draw, draw R, tickets, keep a--b ..., claim a--b RRL, station city RR, pay R, give up"
"""The end of the message to someone who typed anything else."""


def differs_in_swaps(one: Action, other: Action) -> bool:
    """Whether two claims differ only in which cards are swapped; one of those payments is listed as legal."""
    if not (isinstance(one, Claim) and isinstance(other, Claim) and one.swapped):
        return False
    mine, theirs = ((claim.route, claim.cards, len(claim.swapped)) for claim in (one, other))
    return mine == theirs and one.swapped != other.swapped


def in_order(cards: str) -> str:
    """A set of cards as it is written: colours in order, locomotives last."""
    return "".join(sorted(cards, key=ORDER.index))


def _letters(text: str) -> str:
    if not isinstance(text, str):
        raise InvalidAction(f"cards are letters, as in RRL, not {text!r:.60}")
    cards = text.upper()
    if any(letter not in ORDER for letter in cards):
        raise InvalidAction(f'"{text[:60]}" are no cards; their letters are {" ".join(ORDER)}, as in RRL')
    return in_order(cards)


def _cards(text: str) -> str:
    if not text:
        raise InvalidAction("cards are missing, as in RRL")
    return _letters(text)


def checked(action: Action) -> Action:
    """The action as it is written, its cards in order; ``InvalidAction`` for cards that do not exist."""
    match action:
        case DrawOpen(card):
            letter = _letters(card)
            if len(letter) != 1:
                raise InvalidAction(f'"{card[:60]}" is not one card, as in draw R')
            return DrawOpen(letter)
        case Claim(route, cards, swapped):
            return Claim(route, _letters(cards), _letters(swapped))
        case Station(city, cards):
            return Station(city, _letters(cards))
        case PayExtra(cards):
            return PayExtra(_letters(cards))
        case Keep(tickets):
            if not isinstance(tickets, tuple) or not all(isinstance(name, str) for name in tickets):
                raise InvalidAction(f"the tickets to keep are a tuple of names, not {tickets!r:.60}")
            if len(set(tickets)) < len(tickets):
                raise InvalidAction("a ticket is named twice")
            return action
        case DrawBlind() | DrawTickets() | GiveUp():
            return action
        case _:
            raise InvalidAction(f"{action!r:.60} is no action; {EXAMPLES}")


def parse(text: str) -> Action:
    """An action from its line of text; raises ``InvalidAction``, which says what would be valid."""
    match text.split():
        case ["draw"]:
            return DrawBlind()
        case ["draw", card] if len(card) == 1:
            return DrawOpen(_cards(card))
        case ["tickets"]:
            return DrawTickets()
        case ["keep", *tickets]:
            return Keep(tuple(tickets))
        case ["claim", route, cards]:
            single, plus, swapped = cards.partition("+")
            if plus:
                return Claim(route, _cards(single) if single else "", _cards(swapped))
            return Claim(route, _cards(single))
        case ["station", city, cards]:
            return Station(city, _cards(cards))
        case ["pay", cards]:
            return PayExtra(_cards(cards))
        case ["give", "up"]:
            return GiveUp()
        case _:
            raise InvalidAction(f'"{text[:60]}" is no action; {EXAMPLES}')


def to_json(action: Action) -> bytes:
    return msgspec.json.encode(action)


def from_json(data: bytes | str) -> Action:
    """An action from JSON; raises ``InvalidAction``."""
    try:
        action: Action = msgspec.json.decode(data, type=Action)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise InvalidAction(f"this is no action: {inline(error)}") from None
    return action


REASONS: tuple[Reason, ...] = get_args(Reason)
