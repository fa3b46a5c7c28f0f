"""``kolej warm``: compile everything ahead, so that nobody waits for it later."""

from __future__ import annotations

from rich.markup import escape

from kolej.cli.output import OUT, fail


def warm() -> None:
    """Compile everything now: rules, planner, arena, search and board layout.

    Without this, each part is compiled when it is first used after an installation. The result is kept in the
    cache folder of your system, for all programs that run the same version on the same processor.
    """
    from kolej.arena.compiled_games import ARENA
    from kolej.boards.layout.compilation import LAYOUT
    from kolej.bots.compilation import PLANNER, SEARCH
    from kolej.compiling import functions, parts
    from kolej.compiling import warm as compiling
    from kolej.rules.compilation import RULES

    if not functions.COMPILED:
        fail("NUMBA_DISABLE_JIT is set, so nothing is compiled")
    everything = (RULES, PLANNER, ARENA, SEARCH, LAYOUT)
    done = compiling.warm(*everything)
    for part in everything:
        if not parts.is_warm(part):
            fail(f"{part.title}: not compiled, since the result cannot be kept")
        told = "compiled now" if part in done.parts else "already compiled"
        folder = escape(str(parts.mark(part).parent))
        OUT.print(f"{part.title}: {told}, kept in {folder}", soft_wrap=True)
