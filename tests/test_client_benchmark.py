"""``benchmarks/client.py`` reads Chromium's traces, whose lines do not all have the same fields."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def longest_task(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
    import client

    def read(*lines: dict[str, Any]) -> Any:
        main = {"name": "thread_name", "args": {"name": "CrRendererMain"}}
        told = [{"pid": 1, "tid": 1, **line} for line in (main, *lines)]
        return client.longest_task(json.dumps({"traceEvents": told}).encode())

    return read


def run(ts: int, **times: int) -> dict[str, Any]:
    return {"name": "RunTask", "ts": ts, **times}


def test_the_longest_task_is_that_of_most_processor_time(longest_task: Any) -> None:
    layout = {"name": "Layout", "ts": 110, "dur": 2000, "tdur": 1500}
    task = longest_task(
        run(0, dur=90, tdur=90), run(100, dur=4000, tdur=3000), layout, run(5000, dur=8000, tdur=1)
    )
    assert task == (3.0, 4.0, "Layout 2")


def test_a_task_without_processor_time_counts_by_the_clock(longest_task: Any) -> None:
    short, long = run(0, dur=2000), run(100, dur=4000, tdur=3000)
    assert longest_task(short, long) == (3.0, 4.0, "")
    assert longest_task(long, run(5000, dur=3500)) == (3.5, 3.5, "")


def test_a_task_that_had_not_ended_with_the_trace_does_not_count(longest_task: Any) -> None:
    assert longest_task(run(0, dur=2000, tdur=1000), run(3000)) == (1.0, 2.0, "")
