"""Several threads may read boards and layouts at once, as a server does when its first page is opened."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from kolej.boards.layout import compute
from kolej.boards.load import find, load

sys.setswitchinterval(1e-6)
path = find("poland")
together = Barrier(8)

def read(_):
    together.wait()
    board = load(path)
    return compute.stored(board, path) is not None

with ThreadPoolExecutor(8) as pool:
    assert all(pool.map(read, range(8)))
"""


def test_threads_that_read_the_first_layout_at_once_do_not_end_the_process() -> None:
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
