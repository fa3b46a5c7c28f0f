"""The tasks given to bots at a table: a seat's view and its legal actions, never the game."""

from __future__ import annotations

import hashlib

from kolej.server.board_files import BoardFiles
from kolej.server.tables.refusal import refuse
from kolej.server.tables.table import Table
from kolej.server.workers.bot_pool import Task, Workers


def bot_task(table: Table, seat: int, bot: str, boards: BoardFiles) -> Task:
    """The task to choose, or explain, the next action of a seat."""
    game = table.game
    assert game is not None
    # Derived from the secret: anyone who knew a bot's seed could find out which hand leads to its moves.
    secret = bytes.fromhex(table.opened.secret)
    seed = hashlib.blake2b(bytes([seat]), key=secret, person=b"kolej bots", digest_size=7).digest()
    return Task(
        bot=bot,
        seed=int.from_bytes(seed),
        board=str(boards.path(table.book)),
        options=table.setup.options,
        view=game.view(seat).to_bytes(),
        legal=tuple(map(str, game.legal(seat))),
        limit=None,
    )


def hint_task(table: Table, seat: int, workers: Workers, boards: BoardFiles) -> Task:
    """The task to give a player a hint; raises ``Refusal`` if no hint can be given."""
    if not table.setup.hints:
        refuse("no-hints", "this table plays without hints")
    if seat not in table.awaited:
        refuse("not-your-turn", "hints are given when it is your turn")
    thinker = workers.explainer
    if thinker is None:
        refuse("no-hints", "no bot on this server can explain its moves")
    if workers.must_wait_for(thinker):
        refuse("not-ready", f"{thinker} is being compiled, once after installation; ask again soon")
    return bot_task(table, seat, thinker, boards)
