"""``import kolej`` gives the public names, each of which works again and again."""

from __future__ import annotations

import pkgutil
import random
import subprocess
import sys

import pytest

import kolej


def fresh(program: str) -> str:
    """What a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_resample_works_at_the_second_call_too() -> None:
    view = kolej.new("usa", 2, seed=1).view(0)
    assert kolej.resample(view, random.Random(1)).view(0) == view
    assert kolej.resample(view, random.Random(2)).view(0) == view


def test_no_module_hides_a_public_name() -> None:
    modules = {module.name for module in pkgutil.iter_modules(kolej.__path__)}
    hidden = [
        name
        for name in modules.intersection(kolej.__all__)
        if getattr(kolej, name).__name__ != f"kolej.{name}"
    ]
    assert not hidden


def test_the_bots_are_there_after_importing_kolej_alone() -> None:
    assert fresh("import kolej; print(kolej.bots.bot('greedy').name)").strip() == "greedy"


def test_dir_lists_the_public_names_and_nothing_private() -> None:
    listed = fresh("import kolej; print(*dir(kolej))").split()
    assert set(kolej.__all__) <= set(listed)
    assert [name for name in listed if name.startswith("_") and not name.startswith("__")] == []
    assert set(listed) == set(dir(kolej)), "the same once they are loaded"


def test_all_public_names_can_be_imported_at_once() -> None:
    found = fresh("from kolej import *; print(callable(new), callable(resample), bots.__name__)")
    assert found.split() == ["True", "True", "kolej.bots"]


def test_importing_kolej_loads_neither_numpy_nor_the_compiler() -> None:
    loaded = fresh("import kolej, sys; print(*sys.modules)").split()
    assert not {"numpy", "numba", "msgspec"}.intersection(loaded)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'neww'"):
        kolej.neww  # noqa: B018
