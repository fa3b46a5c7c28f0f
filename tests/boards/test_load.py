"""Boards are found by name and by path, and whatever a file holds gets a sentence."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej.boards.describe import facts
from kolej.boards.drawing.captions import said
from kolej.boards.errors import BoardError
from kolej.boards.load import check_file, check_text, find, load, own, shipped
from kolej.boards.starter import STARTER, start

GOOD = STARTER.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["europe", "nordic", "poland", "usa"])
def test_a_shipped_board_has_no_fault_and_no_open_warning(name: str) -> None:
    report = check_file(find(name))
    assert (report.faults, report.warnings) == ((), ())


def test_a_name_in_one_language_is_enough() -> None:
    named = GOOD.replace(
        'name = { en = "Ireland", pl = "Irlandia", it = "Irlanda" }', 'name = { pl = "Irlandia" }'
    )
    assert named != GOOD
    board = check_text(named, Path("ireland.toml")).board
    assert board is not None
    assert (board.name.en, said(board.name, "pl"), said(board.name, "it")) == ("Irlandia",) * 3


COUNTS = {"europe": (47, 101, 46), "nordic": (39, 81, 46), "usa": (36, 100, 30)}


@pytest.mark.parametrize("name", COUNTS)
def test_a_shipped_board_is_complete(name: str) -> None:
    board = load(name)
    assert (len(board.cities), len(board.routes), len(board.tickets)) == COUNTS[name]


def test_poland_has_what_the_rulebooks_fix_and_says_that_it_is_our_own() -> None:
    board = load("poland")
    cards = {country.id: country.cards for country in board.countries}
    assert (len(board.tickets), sum(map(len, cards.values())), len(cards)) == (35, 20, 7)
    assert (cards["germany"], cards["russia"][:2]) == ((7, 4, 3), (7, 4))
    assert (cards["czechia"][0], cards["belarus"][0]) == (10, 6)
    assert board.rules.trains == 35
    assert "our own design" in board.note
    assert "kolej board new" in find("poland").read_text(encoding="utf-8").split("format = 1")[0]


def test_the_facts_of_a_board_have_the_form_that_other_programs_read() -> None:
    told = facts(load("nordic"))
    assert told["name"] == "Nordic Countries"
    assert told["names"] == {"en": "Nordic Countries", "pl": "Kraje nordyckie", "it": "Paesi nordici"}
    assert told["cities"][0] == {"id": "alborg", "name": "Ålborg", "lat": 57.05, "lon": 9.92, "country": "DK"}
    (special,) = [route for route in told["routes"] if route.get("swap")]
    assert special == {
        "id": "lieksa--murmansk",
        "a": "lieksa",
        "b": "murmansk",
        "length": 9,
        "colour": "grey",
        "kind": "normal",
        "locomotives": 0,
        "swap": 4,
    }
    assert told["tickets"][0] == {"a": "alborg", "b": "norrkoping", "points": 5, "long": False}
    assert told["rules"]["route_points"]["9"] == 27


def test_a_double_route_gets_numbered_ids_in_the_order_of_the_file() -> None:
    ids = [route.id for route in load("nordic").routes]
    assert len(set(ids)) == len(ids)
    assert ids.index("bergen--oslo-1") + 1 == ids.index("bergen--oslo-2")


def test_own_boards_are_found_by_name_in_the_folders_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOLEJ_BOARDS", str(tmp_path))
    start(tmp_path / "my-island.toml")
    (tmp_path / "europe.toml").write_text(GOOD, encoding="utf-8")
    assert load("my-island").id == "my-island"
    assert "europe" not in own(), "a shipped board's name is taken"
    assert find("europe") == shipped()["europe"]
    assert load(tmp_path / "europe.toml").id == "starter", "by path it is still found"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("eurpe", 'did you mean "europe"?'),
        ("zzzzzz", "there are europe, nordic, poland, usa"),
        ("nowhere/board.toml", "there is no file"),
        (".", "is a folder"),
    ],
)
def test_a_board_that_is_not_there_is_told_with_a_way_out(name: str, words: str) -> None:
    with pytest.raises(BoardError, match=words.replace("?", r"\?")):
        find(name)


def test_a_name_is_suggested_for_a_mistyped_file(tmp_path: Path) -> None:
    start(tmp_path / "island.toml")
    with pytest.raises(BoardError, match=r'did you mean "island.toml"\?'):
        find(tmp_path / "iland.toml")


def test_loading_a_faulty_board_raises_all_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace("length = 2", "length = 0"), encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        load(path)
    assert len(caught.value.faults) == GOOD.count("length = 2")


UNREADABLE = {
    "cut in the middle": (GOOD[: len(GOOD) * 2 // 3].encode(), "not TOML"),
    "not UTF-8": (GOOD.replace("Dublin", "Dubl\u00edn").encode("latin-1"), "not UTF-8"),
    "bytes": (bytes(range(256)), "not UTF-8"),
    "zero": (b"\0" * 40, "not TOML"),
    "empty": (b"", '"format" is missing'),
    "too large": (b"#" * 1_000_001, "larger than"),
    "too deep": (b"x = " + b"[" * 5000 + b"]" * 5000, "too large"),
    "a huge number": (b"x = 1" + b"0" * 5000, "too large"),
    "JSON": (b'{"id": "x"}', "not TOML"),
    "a key twice": (b"id = 1\nid = 2\n", "not TOML"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_file_that_is_no_board_gets_a_sentence(what: str, tmp_path: Path) -> None:
    content, words = UNREADABLE[what]
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    report = check_file(path)
    assert report.board is None
    assert any(words in fault.reason for fault in report.faults), [*map(str, report.faults)]


def test_a_device_is_no_board() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no such device here")
    (fault,) = check_file(Path("/dev/zero")).faults
    assert "not a regular file" in fault.reason


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert check_file(path).faults == ()


def mangled(seed: int, times: int) -> str:
    """The starter with a few random wounds: characters, lines, values."""
    rng, text = random.Random(seed), GOOD
    pool = [
        '"',
        "{",
        "}",
        "[",
        "]",
        "=",
        ",",
        "#",
        "\n",
        "nan",
        "-1",
        "1e99",
        "true",
        '"x"',
        "[]",
        "{}",
        "a--b",
        "0",
        "é",
    ]
    for _ in range(times):
        i = rng.randrange(len(text))
        match rng.randrange(5):
            case 0:
                text = text[:i] + text[i + rng.randrange(1, 9) :]
            case 1:
                text = text[:i] + rng.choice(pool) + text[i:]
            case 2:
                lines = text.splitlines()
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
                text = "\n".join(lines)
            case 3:
                lines = text.splitlines()
                del lines[rng.randrange(len(lines))]
                text = "\n".join(lines)
            case _:
                words = text.split(" ")
                words[rng.randrange(len(words))] = rng.choice(pool)
                text = " ".join(words)
    return text


def never_a_traceback(text: str) -> None:
    report = check_text(text, Path("x.toml"))
    assert (report.board is None) == bool(report.faults)
    lines = text.count("\n") + 1
    for fault in (*report.faults, *report.warnings):
        assert 1 <= fault.line <= lines
        assert fault.reason


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 10**9), st.integers(1, 6))
def test_mangled_files_never_raise(seed: int, times: int) -> None:
    never_a_traceback(mangled(seed, times))


@pytest.mark.soak
def test_many_mangled_files_never_raise() -> None:
    for seed in range(30_000):
        never_a_traceback(mangled(seed, 1 + seed % 8))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from(["cities", "routes", "tickets", "countries", "rules", "map", "name", "acknowledge"]),
    VALUES,
)
def test_a_foreign_value_under_any_key_never_raises(key: str, value: object) -> None:
    import tomllib

    from kolej.boards.checks.faults import faults
    from kolej.boards.parsing.draft import Draft
    from kolej.boards.parsing.reader import draft

    raw = tomllib.loads(GOOD) | {key: value}
    told: list[str] = []
    kept = draft(raw, lambda _, reason: told.append(reason))
    told.extend(finding.reason for finding in faults(Draft(kept)))
    assert all(told)
