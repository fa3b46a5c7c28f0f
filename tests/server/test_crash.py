"""The server is killed in the middle of games; ``benchmarks/crash.py`` does it 200 times."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from crashing import crash


@pytest.mark.parametrize("kills", [4, pytest.param(12, marks=pytest.mark.soak)])
def test_kills_lose_nothing_double_nothing_and_change_no_view(tmp_path: Path, kills: int) -> None:
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    found = asyncio.run(crash(tmp_path, seed, kills=kills, tables=3, longest=0.9))
    assert found.good, found
    assert found.kills == kills
    assert min(found.acknowledged, found.published, found.views, found.repeated) > 0, found
