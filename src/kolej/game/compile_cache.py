"""The first use after an installation compiles the rules, once; this says so while it happens."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

_looked = False


def is_warm() -> bool:
    """Whether the rules need not be compiled any more."""
    from kolej.rules.jit import COMPILED, RULES

    return not COMPILED or mark(RULES).exists()


def mark(package: Path) -> Path:
    """A file that is there if all of a package is compiled, for these very files.

    Numba compiles anew what lies elsewhere or was written again, though it be the same.
    """
    from kolej.rules.jit import RULES, cache_folder

    digest = hashlib.blake2b(digest_size=8)
    for folder in sorted({RULES, package}):
        for path in sorted(folder.glob("*.py")):
            digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    return cache_folder(package) / f"complete-{digest.hexdigest()}"


def warm() -> None:
    """Compile all entries of the rules if that was not done yet; tells the user, since it takes a while."""
    global _looked
    if _looked or is_warm():
        _looked = True
        return
    _looked = True
    from kolej.rules.jit import RULES

    print("compiling the rules: once after an installation, under a minute ...", file=sys.stderr)
    with beside("from kolej.game.compile_cache import look_around; look_around()") as other:
        play()
        other.wait()
    look_around()
    mark(RULES).parent.mkdir(parents=True, exist_ok=True)
    mark(RULES).touch()
    print("the rules are compiled", file=sys.stderr)


def beside(call: str, *, own_session: bool = False) -> subprocess.Popen[bytes]:
    """A process that does this, and ends with ours, however ours ends: nobody waits for it then."""
    code = f"from kolej.game.compile_cache import end_with_parent; end_with_parent(); {call}"
    words = [sys.executable, "-c", code]
    return subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=own_session)


def end_with_parent() -> None:
    """End this process when the one that began it has ended, and so the pipe between them."""

    def wait() -> None:
        while os.read(0, 1):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@cache
def load() -> None:
    """Have the compiled rules in this process, so that the first game does not wait for them."""
    warm()
    play()
    look_around()


def play() -> None:
    """One half: games, steps and scores."""
    from kolej.game.batch import random_games
    from kolej.game.game import new

    random_games("usa", 2, 1, threads=1)
    game = new("usa", 2, seed=1)
    game.play(f"keep {' '.join(game.view(0).offered)}", 0)
    game.play(f"keep {' '.join(game.view(1).offered)}", 1)
    game.play("draw")
    game.score()


def look_around() -> None:
    """The other half, for the second core: what is legal, what a seat sees, what it can guess."""
    global _looked
    _looked = True
    import numpy as np

    from kolej.game.rulebook import rulebook
    from kolej.rules import entry_points
    from kolej.rules.board import ACTIONS
    from kolej.rules.foresight import Foresight
    from kolej.rules.luck import Luck
    from kolej.rules.progress import Progress
    from kolej.rules.scoring import Sheet
    from kolej.rules.sight import Sight
    from kolej.rules.state import State
    from kolej.rules.structs import Values

    board, state, luck, sight, sheet = (
        rulebook("usa").handle,
        Values(State).handle,
        Values(Luck).handle,
        Values(Sight).handle,
        Values(Sheet).handle,
    )
    rows, mask = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS, np.uint8)
    entry_points.seed(luck, np.uint64(1))
    entry_points.new_game(board, state, luck, 2)
    entry_points.look(board, state, 0, sight)
    entry_points.guess(board, sight, state, luck)
    entry_points.legal_rows(board, state, 0, rows)
    entry_points.legal_mask(board, state, 0, rows, mask)
    entry_points.sample(board, state, luck)
    entry_points.trace_path(board, state, sheet, 0)
    entry_points.tie_value(board, state, sheet, 0, 0)
    entry_points.look_at_tickets(board, state, sheet, Values(Progress).handle, 0, 1)
    entry_points.foresee(board, state, 0, Values(Foresight).handle)
    entry_points.count_hidden(board, sight, np.zeros(9, np.int16))
