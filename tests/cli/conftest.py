"""Games that the command line keeps go to a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from kolej.cli import saved


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setattr(saved, "folder", lambda: folder)
    return folder
