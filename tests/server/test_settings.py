"""Settings: where they come from, and what is said of those that are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from kolej.server.settings import FIELDS, OTHERS, PREFIX, Settings, SettingsError, find, settings

DOCUMENT = (Path(__file__).parents[2] / "docs" / "running-a-server.md").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "server.toml"
    path.write_text('port = 1\nname = "from the file"\npace = 3\n', encoding="utf-8")
    return path


def test_the_environment_outdoes_the_file_and_the_command_line_both(file: Path) -> None:
    environment = {"KOLEJ_CONFIG": str(file), "KOLEJ_NAME": "from the environment", "KOLEJ_PORT": "2"}
    found = find(None, environment, {"port": 3, "host": None})
    assert (found.settings.port, found.settings.name, found.settings.pace) == (3, "from the environment", 3.0)
    assert found.sources == {"port": "--port", "name": "KOLEJ_NAME", "pace": str(file)}


def test_a_file_that_the_command_line_names_outdoes_that_of_the_environment(
    file: Path, tmp_path: Path
) -> None:
    assert settings(file, {"KOLEJ_CONFIG": str(tmp_path / "missing")}).port == 1


def test_an_empty_variable_is_none() -> None:
    assert settings(None, {"KOLEJ_PORT": "", "KOLEJ_NAME": "", "KOLEJ_CONFIG": ""}) == Settings()


def test_every_fault_is_told_at_once_with_the_name_the_variable_and_who_gave_it(file: Path) -> None:
    file.write_text("workers = 0\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        settings(file, {"KOLEJ_PACE": "fast"}, {"port": 70_000})
    told = str(caught.value).splitlines()
    assert told == [
        f"workers (KOLEJ_WORKERS), given by {file}, must be a whole number from 1 to 64, not 0",
        'pace (KOLEJ_PACE) must be a number from 0 to 30, not "fast"',
        "port (KOLEJ_PORT), given by --port, must be a whole number from 0 to 65535, not 70000",
    ]


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("url", "play.example.org", "not an address such as https://"),
        ("url", "https://play.example.org:x/", "not an address such as https://"),
        ("url", "https://ala:word@play.example.org/", "only have a host, a port and a path"),
        ("url", "https://play.example.org/a;Domain=org", "letters, digits"),
        ("url", "https://play.example.org/a b", "letters, digits"),
        ("proxies", "127.0.0.1, proxy", '"proxy"'),
        ("database", "mysql://ala:word@host/kolej", "sqlite:/// or postgresql://"),
        ("database", "sqlite://kolej.db", "sqlite:///folder/file.db"),
        ("fallback", "gredy", 'did you mean "greedy"?'),
        ("contact", "ala@example.org", "mailto:"),
        ("accounts", "maybe", "true or false"),
        ("name", "x" * 61, "1 to 60 characters"),
        ("name", "two\nlines", "printable"),
        ("log", "xml", "text, json"),
        ("log_level", "loud", "debug, info, warning, error"),
        ("pace", "nan", "a number from 0 to 30"),
    ],
)
def test_a_wrong_setting_is_told_with_what_would_do(name: str, value: str, says: str) -> None:
    variable = f"KOLEJ_{name.upper()}"
    with pytest.raises(SettingsError) as caught:
        settings(None, {variable: value})
    assert str(caught.value).startswith(f"{name} ({variable}) ")
    assert says in str(caught.value)
    assert "word" not in str(caught.value)


def test_files_that_are_none_and_words_that_are_no_settings_are_told(file: Path, tmp_path: Path) -> None:
    for text, says in (
        ("prot = 1", 'did you mean "port"?'),
        ("port 1", "not a TOML file"),
        ("\0", "not a TOML"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError, match=says.replace("?", r"\?")) as caught:
            settings(file, {})
        assert str(file) in str(caught.value)
    with pytest.raises(SettingsError, match="no such file"):
        settings(tmp_path / "missing.toml", {})


def test_a_variable_that_looks_like_a_setting_is_told_and_ours_that_are_none_are_not() -> None:
    environment = {"KOLEJ_PROXY": "1", "KOLEJ_BOARDS": "/b", "KOLEJ_DEBUG": "1", "HOME": "/"}
    (told,) = find(None, environment).unknown
    assert "KOLEJ_PROXY " in told
    assert "KOLEJ_PROXIES" in told


def test_every_variable_that_the_documentation_names_is_known() -> None:
    folder = Path(__file__).parents[2]
    pages = [*folder.glob("*.md"), *folder.glob("docs/**/*.md")]
    named = {name for page in pages for name in re.findall(r"\bKOLEJ_[A-Z_]+\b", page.read_text("utf-8"))}
    assert {"KOLEJ_CHROMIUM", "KOLEJ_CONFIG"} <= named
    known = OTHERS | {f"{PREFIX}{field.upper()}" for field in FIELDS}
    assert named - known == set()


def test_an_address_is_kept_as_browsers_write_origins() -> None:
    found = settings(None, {"KOLEJ_URL": " HTTPS://Play.Example.org:443/Kolej/ "})
    assert (found.url, found.root, found.secure) == ("https://play.example.org/Kolej", "/Kolej", True)
    assert settings(None, {"KOLEJ_URL": "http://[::1]:8400"}).url == "http://[::1]:8400"


def test_switches_are_understood_as_people_write_them() -> None:
    for text, value in (("yes", True), ("Off", False), ("1", True), ("FALSE", False)):
        assert settings(None, {"KOLEJ_ACCOUNTS": text}).accounts is value


@pytest.mark.parametrize("field", msgspec.structs.fields(Settings), ids=lambda field: field.name)
def test_the_document_lists_every_setting_with_its_default(field: msgspec.structs.FieldInfo) -> None:
    (row,) = [line for line in DOCUMENT.splitlines() if line.startswith(f"| `{field.name}` |")]
    default = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
    assert row.split("|")[2].strip().strip("`") == default


def test_the_document_lists_no_other_setting() -> None:
    table = DOCUMENT.partition("| setting | default |")[2].partition("\n\n")[0].splitlines()[2:]
    assert [row.split("`")[1] for row in table] == list(Settings.__struct_fields__)
