"""Bots by name, from files and from other packages, with a limit or without."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import kolej
from kolej.bots import BOTS, BotError, Explains, bot, for_people, load
from kolej.bots.search.searcher import Searcher

CODE = """
class Seeded:
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view, legal, limit):
        self.limit = limit
        return legal[0]

class Plain:
    name = "plain"
    def choose(self, view, legal, limit):
        return legal[-1]
    def explain(self, view, legal, limit=None):
        return (limit,)

class Nothing:
    pass

def made(seed):
    return Nothing()

number = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(CODE, "utf-8")
    return str(path)


def test_a_class_in_a_file_is_a_bot_with_a_seed_or_without(file: str) -> None:
    game = kolej.new("usa", 2, seed=1)
    view, legal = game.view(0), game.legal(0)
    seeded = bot(f"{file}::Seeded", 7)
    assert seeded.seed == 7  # type: ignore[attr-defined]
    assert seeded.name == f"{file}::Seeded"
    assert seeded.choose(view, legal, None) == legal[0]
    assert bot(f"{file}::Plain", 7).choose(view, legal, None) == legal[-1]
    assert bot(f"{file}::Plain").name == "plain"


@pytest.mark.parametrize(("text", "seconds"), [("2ms", 0.002), ("0.5s", 0.5), ("300us", 0.0003)])
def test_a_limit_behind_the_name_is_passed_in_seconds_on_every_choice(
    file: str, text: str, seconds: float
) -> None:
    game = kolej.new("usa", 2, seed=1)
    limited = bot(f"{file}::Seeded@{text}")
    assert isinstance(limited, load.Limited)
    limited.choose(game.view(0), game.legal(0), None)
    assert limited.player.limit == pytest.approx(seconds)
    assert limited.name.endswith(f"@{text}")
    assert not isinstance(limited, Explains)
    explains = bot(f"{file}::Plain@{text}")
    assert isinstance(explains, Explains)
    told: object = explains.explain(game.view(0), [])
    assert told == (pytest.approx(seconds),)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("{}::Seded", 'has no class "Seded"; did you mean "Seeded"'),
        ("{}::Xyz", "it has Seeded, Plain"),
        ("{}", r"which class\?.*it has Seeded, Plain"),
        ("{}::Nothing", "has no method choose"),
        ("{}::made", "gives a Nothing, which has no choose"),
        ("{}::number", "number is not a class"),
        ("{}::Seeded@soon", "a limit is a time, such as"),
        ("greedy@0ms", "a limit is a time, such as greedy@2ms"),
        ("search@0r", "or for search a number of rollouts, such as search@800r"),
        ("search@1.5r", "or for search a number of rollouts"),
        ("greedy@1r", "greedy plays no rollouts, so it takes no number of them; search does"),
        ("nomine.py::Seeded", "there is no file nomine.py"),
    ],
)
def test_mistakes_are_reported_with_a_suggestion(file: str, spec: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        bot(spec.format(file))


def test_a_number_of_rollouts_behind_the_name_is_passed_on() -> None:
    few = bot("search@1r", 3)
    assert isinstance(few, Searcher)
    assert (few.rollouts, few.seed, few.name) == (1, 3, "search@1r")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import nothing_such\n", r"broken.py.*ModuleNotFoundError: .*nothing_such.* \(broken.py:1\)"),
        ("\n\nclass A\n    pass\n", r"broken.py:3: this is not valid Python"),
        ("class A:\n    choose = 1 / 0\n", r"ZeroDivisionError: .* \(broken.py:2\)"),
        ("class A:\n  choose = print\n  def __init__(self):\n    self.x", r"AttributeError.*\(broken.py:4\)"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(tmp_path: Path, code: str, said: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(code, "utf-8")
    with pytest.raises(BotError, match=said):
        bot(f"{path}::A")


def test_a_file_that_was_saved_again_is_read_again(tmp_path: Path) -> None:
    import os

    path = tmp_path / "mine.py"
    for value in (1, 2):
        path.write_text(f"class A:\n    value = {value}\n    def choose(self, *all): ...\n", "utf-8")
        os.utime(path, (value, value))
        assert bot(f"{path}::A").value == value  # type: ignore[attr-defined]


def test_another_package_can_bring_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("theirs", "kolej.bots.random:Random", load.GROUP)
    broken = EntryPoint("broken", "nothing_such:Bot", load.GROUP)
    monkeypatch.setattr(load, "entry_points", lambda group: [entry, broken])
    assert bot("theirs", 3).seed == 3  # type: ignore[attr-defined]
    with pytest.raises(BotError, match='did you mean "theirs"'):
        bot("thiers")
    with pytest.raises(BotError, match='"broken" of nothing_such:Bot cannot be loaded: ModuleNotFoundError'):
        bot("broken")


def test_people_are_offered_levels_first_and_nothing_that_is_for_study(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    extra = {
        "odd": BOTS["random"]._replace(role="study"),
        "easy": BOTS["random"]._replace(role="level"),
    }
    monkeypatch.setattr("kolej.bots.BOTS", {"greedy": BOTS["greedy"], **extra})
    assert list(for_people()) == ["easy", "greedy"]
