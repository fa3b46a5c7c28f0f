# ruff: noqa: E501 (a line of the table below is one broken file)
"""Every fault of a board file is told, with its line, its key, the reason and what would do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from kolej.boards.load import Report, check_text
from kolej.boards.starter import STARTER

GOOD = STARTER.read_text(encoding="utf-8")


def check(text: str) -> Report:
    return check_text(text, Path("my.toml"))


def test_the_starter_has_nothing_to_tell() -> None:
    report = check(GOOD)
    assert (report.faults, report.warnings, report.acknowledged) == ((), (), 0)
    assert report.board is not None


CORK = '{ id = "cork", name = "Cork", lat = 51.90, lon = -8.47 }'
SLIGO_ROUTE = '{ a = "derry", b = "sligo", length = 2, colour = "green" }'
FERRY = 'length = 3, colour = "grey", kind = "ferry", locomotives = 1'
TICKET = '{ a = "belfast", b = "cork", points = 8 }'
DOUBLE = '{ a = "derry", b = "belfast", length = 2, colour = "red" }'

COUNTRIES = """
countries = [
  { id = "scotland", name = { en = "Scotland", pl = "Szkocja", it = "Scozia" }, cards = [6, 3] },
  { id = "wales", name = { en = "Wales", pl = "Walia", it = "Galles" }, cards = [5] },
]
"""
BORDERS = """
  { a = "belfast", b = "scotland", length = 2, colour = "red", kind = "border" },
  { a = "dublin", b = "wales", length = 2, colour = "blue", kind = "border" },
"""
WITH_COUNTRIES = GOOD.replace("\nroutes = [\n", COUNTRIES + "\nroutes = [" + BORDERS)
EDGE = '{ a = "dublin", b = "wales", length = 2, colour = "blue", kind = "border" }'

CUT_NORTH = "\n".join(
    line
    for line in GOOD.splitlines()
    if not line.startswith(('  { a = "belfast", b = "dublin"', '  { a = "belfast", b = "athlone"'))
)


@dataclass(frozen=True)
class Broken:
    what: str
    old: str
    new: str
    key: str
    words: str
    base: str = GOOD

    @property
    def text(self) -> str:
        assert self.old in self.base
        return self.base.replace(self.old, self.new, 1)


# fmt: off
BROKEN = [
    Broken("unknown city", SLIGO_ROUTE, SLIGO_ROUTE.replace('"sligo"', '"slgo"'), "routes[2].b", 'did you mean "sligo"?'),
    Broken("a city by its name", SLIGO_ROUTE, SLIGO_ROUTE.replace('"derry"', '"Derry"'), "routes[2].a", 'mean "derry"?'),
    Broken("no city at all", SLIGO_ROUTE, SLIGO_ROUTE.replace('"derry"', '"xyzzy"'), "routes[2].a", '"xyzzy" is not a city'),
    Broken("doubled id", CORK, CORK.replace('"cork"', '"derry"'), "cities[3].id", "taken by cities[2]"),
    Broken("doubled name", CORK, CORK.replace('"Cork"', '"Belfast"'), "cities[2].name", "also the name of cities[1]"),
    Broken("doubled name in other case", CORK, CORK.replace('"Cork"', '"BELFAST"'), "cities[2].name", "cities[1]"),
    Broken("id with capitals", CORK, CORK.replace('"cork"', '"Cork"'), "cities[2].id", "lower-case letters"),
    Broken("id with a double hyphen", CORK, CORK.replace('"cork"', '"co--rk"'), "cities[2].id", "single hyphens"),
    Broken("name without a letter", CORK, CORK.replace('"Cork"', '" - "'), "cities[2].name", "no printable letters"),
    Broken("empty name", CORK, CORK.replace('"Cork"', '""'), "cities[2].name", "1 to 60 letters"),
    Broken("route to itself", SLIGO_ROUTE, SLIGO_ROUTE.replace('"sligo"', '"derry"'), "routes[2]", "to itself"),
    Broken("length without points", SLIGO_ROUTE, SLIGO_ROUTE.replace("2", "5"), "routes[2].length", "no points"),
    Broken("length of zero", SLIGO_ROUTE, SLIGO_ROUTE.replace("2", "0"), "routes[2].length", "from 1 to 12"),
    Broken("length as a text", SLIGO_ROUTE, SLIGO_ROUTE.replace("2", '"2"'), "routes[2].length", "whole number"),
    Broken("length with a fraction", SLIGO_ROUTE, SLIGO_ROUTE.replace("2", "2.5"), "routes[2].length", "whole number"),
    Broken("more spaces than trains", "rules.trains = 22", "rules.trains = 3", "routes[5].length", "with 3 trains"),
    Broken("third track", DOUBLE, f"{DOUBLE},\n{DOUBLE}", "routes[2]", "at most 2"),
    Broken("third track turned round", DOUBLE, DOUBLE + ',\n{ a = "belfast", b = "derry", length = 2, colour = "grey" }', "routes[2]", "track 3"),
    Broken("colour of no card", SLIGO_ROUTE, SLIGO_ROUTE.replace("green", "gren"), "routes[2].colour", 'mean "green"?'),
    Broken("colour unknown", SLIGO_ROUTE, SLIGO_ROUTE.replace("green", "xyz"), "routes[2].colour", "there are purple"),
    Broken("colour without cards", "rules.trains = 22", "rules.trains = 22\nrules.cards = { green = 0 }", "routes[2].colour", "0 of it"),
    Broken("unknown kind", FERRY, FERRY.replace('"ferry"', '"fery"'), "routes[21].kind", 'did you mean "ferry"?'),
    Broken("too many symbols", FERRY, FERRY.replace("locomotives = 1", "locomotives = 4"), "routes[21].locomotives", "4 locomotive symbols on 3"),
    Broken("symbols on land", SLIGO_ROUTE, SLIGO_ROUTE.replace(" }", ", locomotives = 1 }"), "routes[2].locomotives", "only a ferry"),
    Broken("tunnel without cards", "rules.tunnel_cards = 3", "rules.tunnel_cards = 0", "routes[17].kind", "tunnel_cards is 0"),
    Broken("swap on a ferry", FERRY, FERRY + ", swap = 4", "routes[21].swap", "normal"),
    Broken("negative latitude too far", CORK, CORK.replace("51.90", "-91"), "cities[2].lat", "from -85 to 85"),
    Broken("longitude out of range", CORK, CORK.replace("-8.47", "190"), "cities[2].lon", "from -180 to 180"),
    Broken("latitude is no number", CORK, CORK.replace("51.90", "nan"), "cities[2].lat", "out of range"),
    Broken("half a place", CORK, CORK.replace(", lon = -8.47", ""), "cities[2]", '"lon" is missing'),
    Broken("two cities on one spot", CORK, CORK.replace("51.90", "54.60").replace("-8.47", "-5.93"), "cities[2].lat", "exactly where cities[1]"),
    Broken("pinned outside", CORK, CORK.replace(" }", ", place = [9000, 3] }"), "cities[2].place", "outside the drawing"),
    Broken("pinned to a text", CORK, CORK.replace(" }", ', place = "here" }'), "cities[2].place", "a list of 2"),
    Broken("unknown side of a label", CORK, CORK.replace(" }", ', label = "top" }'), "cities[2].label", "one of"),
    Broken("ticket with equal ends", TICKET, TICKET.replace('"cork"', '"belfast"'), "tickets[0]", "to itself"),
    Broken("ticket to nowhere", TICKET, TICKET.replace('"cork"', '"crok"'), "tickets[0].b", 'did you mean "cork"?'),
    Broken("ticket without worth", TICKET, TICKET.replace(", points = 8", ""), "tickets[0]", '"points" is missing'),
    Broken("ticket worth nothing", TICKET, TICKET.replace("8", "0"), "tickets[0].points", "from 1 to 99"),
    Broken("hopeless ticket", "rules.trains = 22", "rules.trains = 7", "tickets[0]", "needs 8 trains, a player has 7"),
    Broken("too few tickets", "rules.first_tickets = 3", "rules.first_tickets = 5", "tickets", "15 in all; there are 14"),
    Broken("no long tickets", "rules.first_tickets = 3", "rules.first_tickets = 3\nrules.first_long_tickets = 1", "tickets", "long"),
    Broken("keeping more than dealt", "rules.first_keep = 2", "rules.first_keep = 4", "rules.first_keep", "4 of 3"),
    Broken("keeping more than offered", "rules.first_keep = 2", "rules.first_keep = 2\nrules.later_keep = 5", "rules.later_keep", "5 of 3"),
    Broken("nothing dealt", "rules.first_tickets = 3", "rules.first_tickets = 0", "rules.first_tickets", "at least one"),
    Broken("players turned round", "[2, 3] ", "[3, 2] ", "rules.players", "fewest players come first"),
    Broken("six players", "[2, 3] ", "[2, 6] ", "rules.players", "a list of 2"),
    Broken("stations without costs", "rules.trains = 22", "rules.trains = 22\nrules.stations = 3", "rules.station_costs", "3 stations need 3 costs"),
    Broken("too few cards", "rules.trains = 22", "rules.trains = 22\nrules.display = 9\nrules.hand = 12\nrules.cards = { purple = 4, blue = 4, orange = 4, white = 4, green = 4, yellow = 4, black = 4, red = 4, locomotive = 4 }", "rules.cards", "36 cards are too few"),
    Broken("display never so full", "rules.trains = 22", "rules.trains = 22\nrules.display = 2", "rules.display_replaced_at", "the display has 2"),
    Broken("same tie-breaker twice", "rules.trains = 22", 'rules.trains = 22\nrules.ties = ["tickets", "tickets"]', "rules.ties", "twice"),
    Broken("unknown tie-breaker", "rules.trains = 22", 'rules.trains = 22\nrules.ties = ["tickts"]', "rules.ties[0]", 'mean "tickets"?'),
    Broken("points by a word", "{ 1 = 1, 2", "{ one = 1, 1 = 1, 2", "rules.route_points.one", "whole number"),
    Broken("route nobody can pay", "rules.trains = 22", 'rules.trains = 22\nrules.locomotives_pay = "tunnels-and-ferries"\nrules.cards = { green = 1 }', "routes[2].length", "nobody can pay 2 cards"),
    Broken("unknown rule", "rules.trains = 22", "rules.train = 22", "rules.train", 'did you mean "trains"?'),
    Broken("unknown key of a route", SLIGO_ROUTE, SLIGO_ROUTE.replace("colour", "color"), "routes[2].color", 'did you mean "colour"?'),
    Broken("unknown key of the file", "note =", "nota =", "nota", 'did you mean "note"?'),
    Broken("a route's id is made", SLIGO_ROUTE, SLIGO_ROUTE.replace(" }", ', id = "x" }'), "routes[2].id", "no such key"),
    Broken("missing end", SLIGO_ROUTE, SLIGO_ROUTE.replace(', b = "sligo"', ""), "routes[2]", '"b" is missing'),
    Broken("a line that is no table", SLIGO_ROUTE, '"derry to sligo"', "routes[2]", "is not a table"),
    Broken("routes as a number", "\nroutes = [", "\nroutes = 4\nlines = [", "routes", "a list of tables"),
    Broken("rules as a text", GOOD[GOOD.index("rules.players") : GOOD.index("map.width")], 'rules = "usual"\n', "rules", "is not a table"),
    Broken("other format", "format = 1 ", "format = 2 ", "format", "2 is not 1"),
    Broken("name in no language", '{ en = "Ireland", pl = "Irlandia", it = "Irlanda" }', "{}", "name", "has no language"),
    Broken("name in a language we do not speak", 'pl = "Irlandia"', 'xx = "Irlandia"', "name.xx", "no such key"),
    Broken("switch as a number", "rules.trains = 22", "rules.trains = 22\nrules.countries_connect = 1", "rules.countries_connect", "true or false"),
    Broken("a date for a number", "rules.trains = 22", "rules.trains = 2026-11-16", "rules.trains", "whole number"),
    Broken("route into a city as border", SLIGO_ROUTE, SLIGO_ROUTE.replace(" }", ', kind = "border" }'), "routes[2].b", "write it as b"),
    Broken("two maps", SLIGO_ROUTE + ",", "", "cities[1]", "belfast and 1 more cannot be reached", CUT_NORTH),
    Broken("ids that collide", DOUBLE, DOUBLE.replace('"belfast"', '"belfast-1"') + ",\n" + DOUBLE, "routes[1]", 'its id would be "derry--belfast-1"', GOOD.replace("cities = [", 'cities = [\n{ id = "belfast-1", name = "Bel", lat = 54.0, lon = -5.0 },')),
    Broken("stack the wrong way up", "cards = [6, 3]", "cards = [3, 6]", "countries[0].cards", "comes first: [6, 3]", WITH_COUNTRIES),
    Broken("stack of words", "cards = [6, 3]", 'cards = [6, "three"]', "countries[0].cards[1]", "whole number", WITH_COUNTRIES),
    Broken("border twins of unlike length", EDGE, EDGE + ",\n" + EDGE.replace("length = 2", "length = 3"), "routes[2].length", "one length; routes[1] has 2", WITH_COUNTRIES),
    Broken("border from country to city", EDGE, '{ a = "wales", b = "dublin", length = 2, colour = "blue", kind = "border" }', "routes[1].a", "write the city as a", WITH_COUNTRIES),
    Broken("inland route into a country", EDGE, EDGE.replace(', kind = "border"', ""), "routes[1].b", 'kind = "border"', WITH_COUNTRIES),
    Broken("unknown country", EDGE, EDGE.replace('"wales"', '"whales"'), "routes[1].b", 'did you mean "wales"?', WITH_COUNTRIES),
    Broken("country out of reach", EDGE + ",", "", "countries[1]", 'no border route leads to "wales"', WITH_COUNTRIES),
    Broken("country named as another", 'it = "Galles"', 'it = "Scozia"', "countries[1].name.it", "also the name of countries[0]", WITH_COUNTRIES),
    Broken("country with a city's id", 'id = "wales"', 'id = "cork"', "countries[1].id", "taken by cities[2]", WITH_COUNTRIES),
    Broken("ticket into a country", TICKET, TICKET.replace('"cork"', '"wales"'), "tickets[0].b", "a ticket joins two cities", WITH_COUNTRIES),
]
# fmt: on


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.what)
def test_a_broken_file_is_explained(broken: Broken) -> None:
    report = check(broken.text)
    told = [fault for fault in report.faults if fault.key == broken.key and broken.words in fault.reason]
    assert told, [str(fault) for fault in report.faults]
    assert report.board is None


def test_there_are_forty_broken_files_and_each_is_another() -> None:
    assert len({broken.text for broken in BROKEN}) == len(BROKEN) >= 40


def test_all_faults_are_told_at_once_and_in_the_order_of_the_file() -> None:
    text = GOOD
    for broken in BROKEN:
        if broken.what in (
            "unknown city",
            "too many symbols",
            "ticket to nowhere",
            "negative latitude too far",
            "unknown rule",
        ):
            text = text.replace(broken.old, broken.new, 1)
    report = check(text)
    assert {f.key for f in report.faults} >= {
        "routes[2].b",
        "routes[21].locomotives",
        "tickets[0].b",
        "cities[2].lat",
        "rules.train",
    }
    assert [fault.line for fault in report.faults] == sorted(fault.line for fault in report.faults)


def test_a_fault_says_file_line_key_reason_and_the_nearest_name() -> None:
    text = GOOD.replace(SLIGO_ROUTE, SLIGO_ROUTE.replace('"sligo"', '"slgo"'))
    line = next(i for i, row in enumerate(text.splitlines(), 1) if '"slgo"' in row)
    (fault,) = [fault for fault in check(text).faults if fault.key == "routes[2].b"]
    assert str(fault) == f'my.toml:{line}: routes[2].b: "slgo" is not a city; did you mean "sligo"?'


def test_a_bad_value_does_not_hide_another_fault_of_its_line() -> None:
    text = GOOD.replace(SLIGO_ROUTE, '{ a = "dery", b = "sligo", length = 99, colour = "gren" }')
    assert {f.key for f in check(text).faults} >= {"routes[2].a", "routes[2].length", "routes[2].colour"}


def test_stations_can_make_a_far_ticket_possible() -> None:
    """With a station one route of another player may be used (E8), so eight trains' way needs fewer."""
    seven = GOOD.replace(
        "rules.trains = 22", "rules.trains = 7\nrules.stations = 1\nrules.station_costs = [1]"
    )
    assert not [fault for fault in check(seven).faults if "needs 8 trains" in fault.reason]


WARNED = [
    ("ticket-value belfast--cork", TICKET, TICKET.replace("8", "14"), "its shortest path takes 8 trains"),
    ("same-ticket cork--belfast", TICKET, TICKET + ',\n{ a = "cork", b = "belfast", points = 8 }', "connects the same cities"),
    ("colour-balance red", 'colour = "green"', 'colour = "red"', "red has 10 spaces"),
    ("dead-end tory", "cities = [", 'cities = [\n{ id = "tory", name = "Tory", lat = 55.3, lon = -8.2 },', "only one neighbour"),
    ("no-ticket tory", "cities = [", 'cities = [\n{ id = "tory", name = "Tory", lat = 55.3, lon = -8.2 },', "no ticket leads to tory"),
    ("unpayable-ferry galway--tralee", "rules.trains = 22", "rules.trains = 22\nrules.cards = { locomotive = 0 }", "nobody can pay a locomotive: rules.cards has 0"),
    ("slow-path", "", "", "one player could own 36 routes"),
    ("bridge tory--sligo", "cities = [", 'cities = [\n{ id = "tory", name = "Tory", lat = 55.3, lon = -8.2 },\n{ id = "aran", name = "Aran", lat = 55.0, lon = -8.5 },', "nothing else connects its two sides"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "old", "new", "words"), WARNED, ids=[row[0] for row in WARNED])
def test_a_warning_is_told_and_can_be_acknowledged(code: str, old: str, new: str, words: str) -> None:
    text = GOOD.replace(old, new) if old else many_short_routes()
    if "tory" in new:
        far = '  { a = "tory", b = "aran", length = 1, colour = "grey" },\n' if "aran" in new else ""
        text = text.replace(
            "routes = [\n", 'routes = [\n  { a = "tory", b = "sligo", length = 2, colour = "grey" },\n' + far
        )
    report = check(text)
    assert [w for w in report.warnings if w.code == code and words in w.reason], [*map(str, report.warnings)]
    assert report.board is not None

    meant = check(f'acknowledge = ["{code}"]\n{text}')
    assert code not in [w.code for w in meant.warnings]
    assert meant.acknowledged == 1


def many_short_routes() -> str:
    """Eight cities in two rows of a dense net of routes of one space."""
    names = [f"c{i}" for i in range(9)]
    cities = ", ".join(f'{{ id = "{n}", name = "City {n}" }}' for n in names)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    routes = ", ".join(f'{{ a = "{a}", b = "{b}", length = 1, colour = "grey" }}' for a, b in pairs)
    tickets = ", ".join(f'{{ a = "{a}", b = "{b}", points = 1 }}' for a, b in pairs)
    head = 'format = 1\nid = "net"\nname = { en = "Net", pl = "Sieć", it = "Rete" }\nrules.players = [2, 3]\n'
    return f"{head}cities = [{cities}]\nroutes = [{routes}]\ntickets = [{tickets}]\n"


def test_acknowledging_a_warning_that_was_not_raised_is_reported() -> None:
    (warning,) = check('acknowledge = ["dead-end corc"]\n' + GOOD).warnings
    assert warning.key == "acknowledge[0]"
