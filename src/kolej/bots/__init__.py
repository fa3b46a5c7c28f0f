"""Bots play when no person does. There is one bot to a file, and all have the same small interface.

A bot gets a view, which is what its seat may know, and the legal actions; never the game. For the same seed
and the same view it must make the same choice, so that a game can be repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

import msgspec

from kolej.game.actions import Action
from kolej.game.integers import Integer
from kolej.game.view import View


class Listed(NamedTuple):
    """A shipped bot: where its class or factory is, and what it is like."""

    module: str
    make: str
    """A class or a function; called with the seed."""
    about: str
    """One line on how it plays. Part of the protocol: the tests of released versions compare it."""
    role: Literal["level", "bot", "study"] = "bot"
    """Levels and bots are offered to people, levels first; those for study are found by name only."""


BOTS: dict[str, Listed] = {
    "expert": Listed(
        "kolej.bots.search.searcher", "expert", "Plays every idea to the end in its head.", "level"
    ),
    "search": Listed(
        "kolej.bots.search.searcher", "Searcher", "Looks ahead to the end of the game.", "study"
    ),
    "hard": Listed("kolej.bots.planner", "hard", "Plans everything and watches you.", "level"),
    "medium": Listed("kolej.bots.planner", "medium", "Plans its tickets, sometimes looks away.", "level"),
    "easy": Listed("kolej.bots.planner", "easy", "Makes the mistakes that people make.", "level"),
    "planner": Listed("kolej.bots.planner", "Planner", "Plans everything; the same as hard.", "study"),
    "planner-eager": Listed(
        "kolej.bots.planner", "eager", "The planner as it gives hints: claims early at equal worth.", "study"
    ),
    "planner-no-stations": Listed(
        "kolej.bots.planner", "no_stations", "The planner, but never builds stations.", "study"
    ),
    "planner-no-countries": Listed(
        "kolej.bots.planner", "no_countries", "The planner, but ignores country cards.", "study"
    ),
    "planner-only-countries": Listed(
        "kolej.bots.planner", "only_countries", "The planner, but plays only for country cards.", "study"
    ),
    "planner-0.2": Listed("kolej.bots.planner", "earlier", "The planner as version 0.2 played.", "study"),
    "planner-slow": Listed(
        "kolej.bots.planner", "slow", "The planner, but leaves it to others to end the game.", "study"
    ),
    "local": Listed(
        "kolej.bots.local", "Local", "Joins its cities by the shortest way and claims what it can."
    ),
    "greedy": Listed(
        "kolej.bots.greedy", "Greedy", "Claims what pays most at once, and forgets its tickets."
    ),
    "random": Listed("kolej.bots.random", "Random", "Does anything legal."),
}
"""All shipped bots, the strongest first; loaded when asked for."""


class Bot(Protocol):
    """The interface of every bot."""

    name: str

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        """One of the legal actions, for the view's seat; ``limit``: about how many seconds it may take."""
        ...


class BotError(ValueError):
    """There is no such bot, or it cannot be loaded; the message says why and what would help."""


SEARCH_MODULE = "kolej.bots.search.searcher"


def needs_planner(spec: str) -> bool:
    """Whether a bot plays by the compiled planner; its limit may stand behind its name."""
    listed = BOTS.get(spec.partition("@")[0])
    return listed is not None and listed.module in ("kolej.bots.planner", SEARCH_MODULE)


def needs_search(spec: str) -> bool:
    """Whether a bot looks ahead by the compiled search."""
    listed = BOTS.get(spec.partition("@")[0])
    return listed is not None and listed.module == SEARCH_MODULE


def for_people() -> dict[str, Listed]:
    """The bots that people can play against: levels first, strongest first."""
    found = sorted(BOTS.items(), key=lambda item: item[1].role != "level")
    return {name: listed for name, listed in found if listed.role != "study"}


def bot(spec: str, seed: Integer = 0) -> Bot:
    """A bot by its name, by the name of an entry point, or as ``path.py::Class``; raises ``BotError``.

    A suffix such as ``@2ms`` or ``@0.5s`` sets its time limit for every choice.
    """
    from kolej.bots.load import made

    return made(spec, seed)


class Cause(msgspec.Struct, frozen=True):
    """A reason that a client can put into words: a code with facts."""

    code: str
    facts: dict[str, str | int | float] = {}


class Advice(msgspec.Struct, frozen=True):
    """A bot's opinion of one legal action."""

    action: str
    value: float
    """Points relative to the best action: 0 for that one, negative for the others."""
    causes: tuple[Cause, ...] = ()


Explanation = tuple[Advice, ...]
"""A bot's opinion of the legal actions, the best first."""


@runtime_checkable
class Explains(Protocol):
    """A bot that can give reasons."""

    def explain(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Explanation: ...
