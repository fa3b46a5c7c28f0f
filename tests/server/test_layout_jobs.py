"""Layouts of boards that have none: made in a process of their own, and a failure is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kolej.boards.layout import compute
from kolej.boards.load import load
from kolej.boards.starter import start
from kolej.server.http.layout_jobs import LayoutFailed, LayoutJobs


def test_a_layout_that_fails_is_told_once_and_asking_again_tries_again(tmp_path: Path) -> None:
    file = start(tmp_path / "isle.toml")
    board = load(file)
    missing = tmp_path / "gone.toml"

    async def until_ready(jobs: LayoutJobs) -> None:
        while await jobs.progress(board, missing, file) < 1:
            await asyncio.sleep(0.05)

    async def run() -> None:
        jobs = LayoutJobs()
        for _ in range(2):
            with pytest.raises(LayoutFailed):
                await until_ready(jobs)
        await jobs.close()

    asyncio.run(run())
    assert compute.stored(board, file) is None


def test_a_layout_that_is_stored_is_ready_at_once_and_one_that_is_not_is_begun(
    tmp_path: Path, isle_layout: bytes
) -> None:
    file = start(tmp_path / "isle.toml")
    board = load(file)

    async def run() -> None:
        jobs = LayoutJobs()
        assert await jobs.progress(board, file, file) == 0.0
        await jobs.close()
        compute.beside(file).write_bytes(isle_layout)
        assert await jobs.progress(board, file, file) == 1.0

    asyncio.run(run())
