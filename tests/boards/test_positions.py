"""The line of every key is found, however the TOML is written."""

from __future__ import annotations

import tomllib

import pytest

from kolej.boards.line_numbers import line_of, positions
from kolej.boards.load import shipped

ODD = '''
a.b = 1 # [x]
"quoted # key".'dotted' = """
text with "quotes" ] }
"""

[table]
list = [
  1, # one
  { x = "]", y = [2,
     3] },
  \'it\'\'s\'
]
[[rows]]
n = 1
[[rows]]
n = 2
[rows.sub]
deep = """a\\""""
'''.replace("\\'it\\'\\'s\\'", "'its'")


def test_keys_of_every_kind_are_found_in_their_lines() -> None:
    text = ODD.replace("'it''s'", "'its'")
    tomllib.loads(text)
    found = positions(text)
    lines = text.splitlines()
    assert lines[found["a", "b"] - 1].startswith("a.b")
    assert lines[found["quoted # key", "dotted"] - 1].startswith('"quoted')
    assert lines[found["table", "list", 1, "y", 1] - 1].strip().startswith("3]")
    assert lines[found["table", "list", 2] - 1].strip() == "'its'"
    assert found["rows", 0, "n"] + 2 == found["rows", 1, "n"]
    assert lines[found["rows", 1, "sub", "deep"] - 1].startswith("deep")


def test_a_key_that_is_not_there_is_placed_at_the_table_around_it() -> None:
    assert line_of(positions("\n\nx = { y = 1 }\n"), ("x", "z", 4)) == 3
    assert line_of({}, ("x",)) == 1


@pytest.mark.parametrize("name", shipped())
def test_each_row_of_a_shipped_board_is_found_in_its_own_line(name: str) -> None:
    text = shipped()[name].read_text(encoding="utf-8")
    lines, raw, found = text.splitlines(), tomllib.loads(text), positions(text)
    for key in ("cities", "routes", "tickets"):
        for i, row in enumerate(raw[key]):
            line = lines[found[key, i] - 1]
            assert all(f'"{value}"' in line for value in row.values() if isinstance(value, str))
            assert line.startswith("  { ")
            assert line.endswith(" },")


def test_windows_line_ends_count_once() -> None:
    assert positions("a = 1\r\nb = 2\r\nc = [\r\n 1,\r\n 2]\r\n")["c", 1] == 5
