"""What is compiled of the rules is ready at both speeds."""

from __future__ import annotations

from kolej.compiling import parts
from kolej.compiling.warm import load
from kolej.rules.compilation import RULES
from kolej.rules.jit import COMPILED


def test_c18_rules_can_be_loaded_at_both_speeds() -> None:
    load(RULES)
    assert parts.is_warm(RULES)
    if COMPILED:
        assert all(entry.signatures for entry in parts.entries(RULES).values())
