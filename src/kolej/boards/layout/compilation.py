"""What is compiled of the layout of boards."""

from __future__ import annotations

from kolej.boards.layout.arrays import Costs, LayoutArrays, Tried, cache_folder, new_record
from kolej.compiling.functions import compile_for
from kolej.compiling.parts import Part


def _compile_entries() -> None:
    from kolej.boards.layout.anneal import anneal, weigh

    layout, costs = new_record(LayoutArrays)[0], new_record(Costs)[0]
    compile_for(weigh, layout, costs)
    compile_for(anneal, 1, 1.0, 1.0, 1, layout, costs, new_record(Tried)[0])


LAYOUT = Part(
    "board layout",
    declared_in="kolej.boards.layout.compilation:LAYOUT",
    entry_module="kolej.boards.layout.anneal",
    folder=cache_folder,
    compile_entries=_compile_entries,
)
