"""Bots: who plays when no person does. One bot a file, behind one small contract.

A bot gets a view, which is what its seat may know, and the legal actions; never the game. It has to choose
the same for the same seed and the same view, so that a game can be played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

import msgspec

from kolej.game.actions import Action
from kolej.game.integers import Integer
from kolej.game.view import View


class Listed(NamedTuple):
    """A bot of ours: where its class or factory stands, and what it is like."""

    module: str
    make: str
    """A class, or a function; it gets the seed."""
    about: str
    """Its character in a line."""
    role: Literal["level", "bot", "study"] = "bot"
    """A level and a bot are offered to people, levels first; those for study are found by name only."""


BOTS: dict[str, Listed] = {
    "hard": Listed("kolej.bots.planner", "hard", "Plans everything and watches you.", "level"),
    "medium": Listed("kolej.bots.planner", "medium", "Plans its tickets, sometimes looks away.", "level"),
    "easy": Listed("kolej.bots.planner", "easy", "Makes the mistakes that people make.", "level"),
    "planner": Listed("kolej.bots.planner", "Planner", "The strongest; hard is the same.", "study"),
    "planner-no-stations": Listed(
        "kolej.bots.planner", "no_stations", "The planner, but it builds no stations.", "study"
    ),
    "planner-no-countries": Listed(
        "kolej.bots.planner", "no_countries", "The planner, but country cards are nothing to it.", "study"
    ),
    "planner-only-countries": Listed(
        "kolej.bots.planner", "only_countries", "The planner, but country cards are all it wants.", "study"
    ),
    "local": Listed(
        "kolej.bots.local", "Local", "Joins its cities by the shortest way and claims what it can."
    ),
    "greedy": Listed(
        "kolej.bots.greedy", "Greedy", "Claims what pays most at once, and forgets its tickets."
    ),
    "random": Listed("kolej.bots.random", "Random", "Does anything legal."),
}
"""The bots there are, the strongest first; loaded when asked for."""


class Bot(Protocol):
    """What every bot can do."""

    name: str

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        """One of the legal actions, for the seat of the view; ``limit``: seconds it may take, about."""
        ...


class BotError(ValueError):
    """There is no such bot, or it cannot be loaded; the text says why and what would do."""


def needs_planner(spec: str) -> bool:
    """Whether a bot plays by the compiled planner; its limit may stand behind its name."""
    listed = BOTS.get(spec.partition("@")[0])
    return listed is not None and listed.module == "kolej.bots.planner"


def for_people() -> dict[str, Listed]:
    """The bots that people play against: levels first, the strongest first."""
    found = sorted(BOTS.items(), key=lambda item: item[1].role != "level")
    return {name: listed for name, listed in found if listed.role != "study"}


def bot(spec: str, seed: Integer = 0) -> Bot:
    """A bot by its name, an entry point's name, or ``path.py::Class``; raises ``BotError``.

    ``@2ms`` or ``@0.5s`` behind it is the limit that it gets for every choice.
    """
    from kolej.bots.load import made

    return made(spec, seed)


class Cause(msgspec.Struct, frozen=True):
    """A reason that a client can say in words: a code and what it speaks of."""

    code: str
    facts: dict[str, str | int | float] = {}


class Advice(msgspec.Struct, frozen=True):
    """What a bot thinks of one legal action."""

    action: str
    value: float
    """In points, against the best: 0 for that, less for others."""
    causes: tuple[Cause, ...] = ()


Explanation = tuple[Advice, ...]
"""What a bot thinks of the legal actions, the best first."""


@runtime_checkable
class Explains(Protocol):
    """A bot that can say why."""

    def explain(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Explanation: ...
