"""Processes that end with the one that started them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import cache
from typing import Any


def start_child(code: str, *, own_session: bool = False, **more: Any) -> subprocess.Popen[Any]:
    """Run Python code in a process that ends when ours does, however ours ends."""
    code = f"from kolej.compiling.child_process import end_with_parent; end_with_parent(); {code}"
    words = [sys.executable, "-c", code]
    return subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=own_session, **more)


@cache
def end_with_parent() -> None:
    """End this process when its parent has ended, which closes the pipe between them."""

    def wait() -> None:
        while os.read(0, 1):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
