"""What is compiled is compiled once, kept by what it is made from, and told while it happens."""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kolej
from kolej.arena.compiled_games import ARENA
from kolej.boards.layout import sizing
from kolej.boards.layout.arrangement import Arrangement
from kolej.boards.layout.compilation import LAYOUT
from kolej.boards.load import load as load_board
from kolej.bots import BOTS, needs_planner
from kolej.bots.compilation import PLANNER, SEARCH
from kolej.bots.presets import SETUPS
from kolej.cli import app
from kolej.compiling import cache, functions, parts
from kolej.compiling import warm as compiling
from kolej.compiling.child_process import start_child
from kolej.compiling.functions import COMPILED
from kolej.compiling.parts import Part
from kolej.compiling.warm import warm
from kolej.game import batch
from kolej.rules.compilation import RULES

ALL = (RULES, PLANNER, ARENA, SEARCH, LAYOUT)
compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


@compiled_only
def test_a_copy_shares_what_was_compiled_and_a_change_does_not(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "elsewhere" / "first.py"
    second.parent.mkdir()
    for path in (first, second):
        path.write_text("X = 1\n", "utf-8")
    os.utime(second, (1, 1))
    before = cache.cache_folder("part", [first])
    assert before == cache.cache_folder("part", [second])
    assert before != cache.cache_folder("part", [first], "another setting")
    first.write_text("X = 2\n", "utf-8")
    assert before != cache.cache_folder("part", [first])


@compiled_only
def test_another_processor_has_a_folder_of_its_own_unless_one_for_all_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from llvmlite import binding

    def folder() -> Path:
        cache._processor.cache_clear()
        return cache.cache_folder("part", [])

    here = folder()
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "another")
    assert folder() != here
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    generic = folder()
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "a third")
    assert here != folder() == generic
    monkeypatch.undo()
    assert folder() == here


SOURCE = """
def add(a, b):
    return a + b


def total(numbers):
    return add(numbers[0], 1) + add(1, numbers[1]) + add(add(2, 3), numbers[0])
"""


def pieces(source: Path, folder: Path) -> tuple[Any, Callable[..., int], list[str]]:
    """A function that only compiled code calls, one that Python calls, and what is compiled of them."""
    from numba.core import event

    told: list[str] = []

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, _: Any) -> None: ...

        def on_end(self, ended: Any) -> None:
            told.append(ended.data["dispatcher"].py_func.__name__)

    event.register("numba:compile", Listener())
    source.mkdir(parents=True, exist_ok=True)
    (source / "pieces.py").write_text(SOURCE, "utf-8")
    found = importlib.util.spec_from_file_location("pieces", source / "pieces.py")
    assert found is not None
    assert found.loader is not None
    module: Any = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    sys.modules["pieces"] = module
    module.add = functions.inner(module.add, folder)
    return module.add, functions.entry(module.total, folder), told


@compiled_only
def test_a_function_is_compiled_once_whatever_numbers_it_is_given(tmp_path: Path) -> None:
    inner, entry, told = pieces(tmp_path, tmp_path / "kept")
    assert entry(np.array([5, 7], np.int16)) == 24
    assert sorted(told) == ["add", "total"]
    assert len(inner.signatures) == 1
    assert inner(2, 3) == 5, "Python can call it, too"


@compiled_only
def test_what_was_compiled_is_loaded_by_the_next_and_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, entry, _ = pieces(tmp_path, tmp_path / "kept")
    assert entry(np.array([5, 7], np.int16)) == 24
    monkeypatch.setattr(os, "makedirs", read_only)
    _, again, told = pieces(tmp_path / "elsewhere", tmp_path / "kept")
    assert again(np.array([5, 7], np.int16)) == 24
    assert told == []
    assert capsys.readouterr().err == ""


def read_only(*_: object, **__: object) -> None:
    raise OSError(30, "Read-only file system")


@compiled_only
def test_a_cache_that_cannot_be_written_is_told_once_and_all_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "_warned", [])
    (tmp_path / "file").write_text("", "utf-8")
    folder = tmp_path / "file" / "folder"
    for _ in range(2):
        _, entry, _ = pieces(tmp_path, folder)
        assert entry(np.array([5, 7], np.int16)) == 24
    monkeypatch.setattr(compiling, "_asked", set())
    assert warm(*(part._replace(folder=lambda: folder) for part in ALL)) == ((), 0, 0.0)
    told = capsys.readouterr().err
    assert told.count("cannot write to ") == told.count("(Not a directory)") == 1
    assert "XDG_CACHE_HOME" in told


@compiled_only
def test_programs_call_entry_points_with_the_very_types_that_were_compiled_ahead() -> None:
    for part in ALL:
        compiling.load(part)
    batch.random_games("usa", 2, 8, threads=2)
    for board in ("nordic", "europe"):
        game = kolej.new(board, 2, seed=1)
        while not game.over:
            seat = game.awaited[0]
            name = "search@24r" if game.moves == 20 else "planner"
            chosen = kolej.bots.bot(name).choose(game.view(seat), game.legal(seat))
            game.play(chosen, seat)
        game.score()
    for part in ALL:
        for name, entry in parts.entries(part).items():
            assert len(entry.signatures) == 1, name


@compiled_only
def test_a_layout_is_computed_by_what_was_compiled_ahead() -> None:
    compiling.load(LAYOUT)
    board = load_board("nordic")
    ground = sizing._mapped(board)
    assert ground is not None
    arrangement = Arrangement(board, ground.height, ground.places, ground.leash)
    arrangement.resize(10.0)
    arrangement.anneal(5, 1.0, 0.5, 1)
    found = parts.entries(LAYOUT)
    assert {name: len(entry.signatures) for name, entry in found.items()} == {"weigh": 1, "anneal": 1}


@compiled_only
def test_every_entry_point_belongs_to_a_part() -> None:
    """One that belongs to none would be compiled when it is first called, before the eyes of the user."""
    from kolej.compiling import linking

    known = {part.entry_module for part in ALL} | {"kolej.rules.invariants"}  # which tests alone call
    for module in pkgutil.walk_packages(kolej.__path__, "kolej."):
        if module.name.startswith(("kolej.boards", "kolej.rules", "kolej.bots")):
            values = vars(import_module(module.name)).values()
            entries = [value for value in values if linking.is_entry(value, module.name)]
            assert not entries or module.name in known, module.name


@compiled_only
def test_every_entry_point_of_a_part_is_compiled_ahead() -> None:
    for part in ALL:
        compiling.load(part)
        assert parts.entries(part)
        assert [name for name, entry in parts.entries(part).items() if not entry.signatures] == []


@compiled_only
def test_all_functions_of_a_part_are_counted() -> None:
    assert parts.count_functions([PLANNER]) > 50
    assert parts.count_functions([RULES]) > 100


def test_a_part_is_compiled_after_those_that_it_calls() -> None:
    assert compiling.staged(ALL) == [[RULES, PLANNER, LAYOUT], [ARENA, SEARCH]]
    assert compiling.staged([ARENA]) == [[ARENA]]


@compiled_only
def test_a_rule_that_takes_or_gives_a_float_is_refused(tmp_path: Path) -> None:
    def halve(number: int) -> float:
        return number / 2

    assert functions.entry(halve, tmp_path)(3) == 1.5
    with pytest.raises(TypeError, match="halve takes or returns a float"):
        functions.entry(halve, tmp_path / "rules", without_floats=True)(3)


TWO_KINDS = (
    "rules.sight.copy_open",
    "rules.sight.copy_open_numbers",
    "boards.layout.distances.beyond",
    "boards.layout.distances.near",
)


@pytest.mark.soak
@compiled_only
def test_no_function_is_compiled_twice(tmp_path: Path) -> None:
    compiled: Counter[str] = Counter()
    for part in (part for stage in compiling.staged(ALL) for part in stage):
        code = f"from kolej.compiling.warm import compile_here; compile_here({part.declared_in!r})"
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        with start_child(code, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            # not communicate(), which closes the pipe by which the process knows that we still run
            first, *lines = process.stdout.read().splitlines()
        assert process.returncode == 0
        compiled.update(set(lines))
        twice = {name for name, times in Counter(lines).items() if times > 1}
        # these copy or compare two kinds of struct, each way with types of its own
        assert twice <= {f"+ kolej.{name}" for name in TWO_KINDS}, twice
        assert first == f"= {len(set(lines))}"
    shared = {name for name, times in compiled.items() if times > 1}
    # small rules that planner and search call in functions of their own, which other processes compile
    assert len(shared) <= 9, shared


class Children:
    """Stands in for processes that compile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, code: int = 0) -> None:
        self.calls: list[str] = []
        self.code = code
        self.parts = [part._replace(folder=lambda: folder) for part in ALL]
        monkeypatch.setattr(parts, "COMPILED", True)
        monkeypatch.setattr(compiling, "_asked", set())
        monkeypatch.setattr(compiling, "start_child", self.start)

    def start(self, code: str, **more: Any) -> subprocess.Popen[Any]:
        self.calls.append(code)
        lines = "= 2\n+ kolej.rules.turn.step\n+ kolej.rules.turn.new_game"
        code = f"print({lines!r}); raise SystemExit({self.code})"
        return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, **more)


def test_missing_parts_are_compiled_side_by_side_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    children = Children(monkeypatch, tmp_path)
    *missing, layout = children.parts
    parts.mark(layout).touch()
    done = warm(*children.parts)
    assert done.parts == tuple(missing)
    assert done.functions == 2 * len(missing)
    asked = [call.partition("compile_here(")[2].rstrip(")") for call in children.calls]
    assert asked == [repr(part.declared_in) for part in missing]
    shown = capsys.readouterr().err
    what = "the rules, the planner, games among planners and the search"
    assert f"compiling {what}, once after an installation" in shown
    assert f"compiled {what} in " in shown
    assert warm(*children.parts).parts == (), "a process asks once"


def test_what_could_not_be_compiled_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    children = Children(monkeypatch, tmp_path, code=1)
    with pytest.raises(RuntimeError, match="the rules could not be compiled"):
        warm(children.parts[0])


def test_kolej_warm_says_what_is_compiled_and_where_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {part.declared_in: tmp_path / part.declared_in for part in ALL}
    monkeypatch.setattr(functions, "COMPILED", True)
    monkeypatch.setattr(parts, "COMPILED", True)
    monkeypatch.setattr(parts, "mark", lambda part: kept[part.declared_in])
    monkeypatch.setattr(compiling, "warm", lambda *_: compiling.Compiled((RULES,), 2, 1.0))
    for path in kept.values():
        path.touch()
    done = CliRunner().invoke(app, ["warm"])
    assert done.exit_code == 0, done.output
    assert f"the rules: compiled now, kept in {tmp_path}" in done.stdout
    assert f"board layout: already compiled, kept in {tmp_path}" in done.stdout
    kept[PLANNER.declared_in].unlink()
    done = CliRunner().invoke(app, ["warm"])
    assert done.exit_code == 1
    assert "the planner: not compiled" in done.stderr


def test_planners_are_known_by_name_and_everybody_else_needs_no_planner() -> None:
    assert {name for name in BOTS if needs_planner(name)} == {*SETUPS, "search", "expert"}
    assert not needs_planner("mybot.py::MyBot@2ms")


def test_what_compiles_beside_a_process_ends_when_that_is_killed() -> None:
    work = "import time; print(1, flush=True); time.sleep(600)"
    began = f"from kolej.compiling.child_process import start_child; start_child({work!r}).wait()"
    with subprocess.Popen([sys.executable, "-c", began], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"1\n"
        parent.kill()
        said, _ = parent.communicate(timeout=60)  # ends when nobody has the pipe any more
        assert said == b""


def test_what_compiles_beside_a_process_comes_to_its_own_end() -> None:
    with start_child("print(1, flush=True)") as other:
        assert other.wait(60) == 0


@pytest.mark.parametrize("part", ALL, ids=lambda part: part.title)
def test_a_part_is_found_again_by_the_place_it_names(part: Part) -> None:
    assert parts.find(part.declared_in) == part
    assert import_module(part.entry_module)


def test_interpreted_nothing_is_compiled_and_everything_is_ready() -> None:
    """In a process of its own: whether functions are compiled is settled when they are defined."""
    code = """
import sys
from kolej.arena.compiled_games import ARENA
from kolej.boards.layout.compilation import LAYOUT
from kolej.bots.compilation import PLANNER, SEARCH
from kolej.compiling.parts import is_warm
from kolej.compiling.warm import load, warm
from kolej.rules.compilation import RULES
everything = (RULES, PLANNER, ARENA, SEARCH, LAYOUT)
assert is_warm(*everything) and not warm(*everything).parts
for part in everything:
    load(part)
import kolej
game = kolej.new("usa", 2, seed=1)
kolej.bots.bot("planner").choose(game.view(0), game.legal(0))
assert "numba" not in sys.modules
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
