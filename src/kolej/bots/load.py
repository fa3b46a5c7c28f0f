"""From a typed name to a bot: a shipped or installed one, or a class in a file, with an optional limit."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from kolej.boards.errors import nearest
from kolej.bots import BOTS, Bot, BotError, Explains, Explanation
from kolej.bots.tiebreak import bot_seed
from kolej.game.actions import Action
from kolej.game.integers import Integer
from kolej.game.view import View

GROUP = "kolej.bots"
"""The group of entry points through which other packages provide bots."""
UNITS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}

Make = Callable[..., Any]


class Spec(NamedTuple):
    """A typed bot, split into its parts."""

    name: str
    """A name, or ``path.py::Class``."""
    limit: float | None
    """Seconds."""
    rollouts: int | None = None
    """How many games a bot that searches plays to the end for each choice."""


def parse(spec: str) -> Spec:
    """Split off the limit; raises ``BotError``."""
    start = spec.find("::") + 1
    at = spec.rfind("@", start)
    if at < 0 or (not start and spec.endswith(".py")):
        return Spec(spec, None)
    name, text = spec[:at], spec[at + 1 :]
    if found := re.fullmatch(r"([1-9]\d{0,8})r", text):
        return Spec(name, None, int(found[1]))
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(us|µs|ms|s)", text)
    if found is None or float(found[1]) <= 0:
        raise BotError(
            f'"{spec[:60]}": a limit is a time, such as {name[:30]}@2ms or {name[:30]}@0.5s, '
            "or for search a number of rollouts, such as search@800r"
        )
    return Spec(name, float(found[1]) * UNITS[found[2]])


def made(text: str, seed: Integer) -> Bot:
    """A bot, ready to play; raises ``BotError``."""
    seed = bot_seed(seed)
    spec = parse(text)
    make = maker(spec.name)
    given = {} if spec.rollouts is None else {"rollouts": spec.rollouts}
    if given and not _takes(make, seed, **given):
        raise BotError(f"{spec.name} plays no rollouts, so it takes no number of them; search does")
    with _told(spec.name):
        player = make(seed, **given) if given or _takes(make, seed) else make()
    if not callable(getattr(player, "choose", None)):
        raise BotError(
            f"{spec.name} gives a {type(player).__name__}, which has no choose(view, legal, limit)"
        )
    if not hasattr(player, "name"):
        with suppress(AttributeError):
            player.name = text
    if given:
        player.name = text
    if spec.limit is None:
        found: Bot = player
        return found
    kind = LimitedExplainer if isinstance(player, Explains) else Limited
    return kind(player, spec.limit, text)


def maker(name: str) -> Make:
    """The class or factory of a bot, without its limit; raises ``BotError``."""
    if name in BOTS:
        listed = BOTS[name]
        found: Make = getattr(import_module(listed.module), listed.make)
        return found
    if "::" in name:
        path, _, wanted = name.rpartition("::")
        return _from_file(Path(path), wanted)
    if name.endswith(".py"):
        raise BotError(f"{name}: which class? Write {name}::MyBot{_classes_of(name)}")
    return _installed(name)


def installed() -> dict[str, EntryPoint]:
    """Bots that other packages provide, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _installed(name: str) -> Make:
    found = installed()
    if name not in found:
        names = [*BOTS, *found]
        shown = [other for other in names if other not in BOTS or BOTS[other].role != "study"]
        hint = nearest(name, names) or f"; there are {', '.join(shown)}, or path.py::MyBot for your own"
        raise BotError(f'there is no bot "{name[:40]}"{hint}')
    try:
        made: Make = found[name].load()
    except Exception as error:
        raise BotError(
            f'the bot "{name}" of {found[name].value} cannot be loaded: {type(error).__name__}: {error}'
        ) from None
    return made


def _from_file(path: Path, wanted: str) -> Make:
    if not path.is_file():
        beside = [other.name for other in path.parent.glob("*.py")] if path.parent.is_dir() else []
        raise BotError(f"there is no file {path}{nearest(path.name, beside)}")
    module = _module(path.resolve(), path.stat().st_mtime_ns)
    kind = getattr(module, wanted, None)
    if kind is None:
        hint = nearest(wanted, _classes(module)) or _listed(_classes(module))
        raise BotError(f'{path} has no class "{wanted}"{hint}')
    if not callable(kind):
        raise BotError(f"{path}: {wanted} is not a class")
    if inspect.isclass(kind) and not callable(getattr(kind, "choose", None)):
        raise BotError(f"{path}: {wanted} has no method choose(self, view, legal, limit)")
    found: Make = kind
    return found


@lru_cache(maxsize=64)
def _module(path: Path, changed: int) -> ModuleType:  # noqa: ARG001 (cache key)
    """A file as a module; it can import modules beside it."""
    name = f"kolej_bot_{path.stem}_{abs(hash(path)):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    with _told(str(path)):
        spec.loader.exec_module(module)
    return module


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Turn errors in somebody else's code into a sentence with the line number."""
    try:
        yield
    except BotError:
        raise
    except SyntaxError as error:
        raise BotError(f"{error.filename}:{error.lineno}: this is not valid Python: {error.msg}") from None
    except Exception as error:
        raise BotError(f"{name}: {said(error)}") from None


def said(error: BaseException) -> str:
    """An error with the line that raised it, short enough for a table."""
    text = " ".join(str(error).split())[:200]
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "importlib" not in frame.filename]
    where = f" ({Path(inside[-1].filename).name}:{inside[-1].lineno})" if inside else ""
    return f"{type(error).__name__}{': ' if text else ''}{text}{where}"


def _classes(module: ModuleType) -> list[str]:
    """The names of the bot classes in a file."""
    return [
        name
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and kind.__module__ == module.__name__ and hasattr(kind, "choose")
    ]


def _classes_of(name: str) -> str:
    path = Path(name)
    if not path.is_file():
        return ""
    return _listed(_classes(_module(path.resolve(), path.stat().st_mtime_ns)))


def _listed(names: list[str]) -> str:
    return f"; it has {', '.join(names)}" if names else "; it has no class with a method choose"


def _takes(make: Make, *given: Any, **named: Any) -> bool:
    """Whether it can be called like this."""
    try:
        inspect.signature(make).bind(*given, **named)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


class Limited:
    """A bot with the same limit for every choice."""

    def __init__(self, player: Any, limit: float, name: str) -> None:
        self.player = player
        self.limit = limit
        self.name = name

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        chosen: Action = self.player.choose(view, legal, self.limit)
        return chosen


class LimitedExplainer(Limited):
    def explain(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Explanation:
        told: Explanation = self.player.explain(view, legal, self.limit)
        return told
