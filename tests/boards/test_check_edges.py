"""The last value that a board may have, and the first that it may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_check import CORK, DOUBLE, EDGE, FERRY, GOOD, SLIGO_ROUTE, WITH_COUNTRIES, check, many_short_routes

from kolej.boards import schema
from kolej.boards.checks import faults as checks
from kolej.boards.load import shipped
from kolej.game.rulebook import rulebook
from kolej.rules.board import ACTIONS
from kolej.rules.rows import CLAIM, STATION, SWAP
from kolej.rules.state import COUNTRIES, PLACES, ROUTES, STACK, TICKETS, State
from kolej.rules.structs import record_type


def changed(old: str, new: str, base: str = GOOD) -> list[tuple[str, str]]:
    """Key and reason of every fault once something was changed."""
    assert old in base
    return [(fault.key, fault.reason) for fault in check(base.replace(old, new, 1)).faults]


# Ferries


def test_a_ferry_may_have_a_symbol_on_every_space() -> None:
    assert changed(FERRY, FERRY.replace("locomotives = 1", "locomotives = 3")) == []


@pytest.mark.parametrize(
    ("locomotives", "symbols", "swap", "warned"), [(2, 2, 0, False), (2, 3, 0, True), (2, 3, 3, False)]
)
def test_a_ferry_takes_every_locomotive_there_is_but_not_one_more_unless_swaps_stand_for_it(
    locomotives: int, symbols: int, swap: int, warned: bool
) -> None:
    few = f"rules.ferry_swap = {swap}\nrules.cards = {{ locomotive = {locomotives} }}\nrules.trains = 22"
    text = GOOD.replace("rules.trains = 22", few).replace("locomotives = 1", f"locomotives = {symbols}")
    report = check(text)
    assert report.faults == ()
    assert ("unpayable-ferry galway--tralee" in [found.code for found in report.warnings]) is warned


@pytest.mark.parametrize("board", sorted(shipped()))
def test_every_ferry_of_the_shipped_boards_can_be_paid(board: str) -> None:
    report = check(shipped()[board].read_text("utf-8"))
    assert not [found for found in report.warnings if found.code.startswith("unpayable")]


def test_symbols_on_a_ferry_of_unreadable_length_are_not_counted() -> None:
    keys = [key for key, _ in changed(FERRY, FERRY.replace("length = 3", "length = 99"))]
    assert keys == ["routes[21].length"]


FEW_CARDS = (
    'rules.trains = 22\nrules.locomotives_pay = "tunnels-and-ferries"\n'
    "rules.cards = {{ purple = {0}, blue = {0}, orange = {0}, white = {0}, green = {0}, "
    "yellow = {0}, black = {0}, red = {0}, locomotive = {1} }}"
)


def unpaid(each: int, locomotives: int, line: str, base: str) -> list[str]:
    """What is said of a board on which one route is long and cards are few."""
    text = base.replace("rules.trains = 22", FEW_CARDS.format(each, locomotives))
    text = text.replace(SLIGO_ROUTE, line)
    return [fault.reason for fault in check(text).faults if fault.key == "routes[2].length"]


@pytest.mark.parametrize("colour", ["green", "grey"])
@pytest.mark.parametrize("kind", ["ferry", "tunnel"])
def test_locomotives_help_to_pay_a_ferry_or_tunnel_to_the_last_card(kind: str, colour: str) -> None:
    line = f'{{ a = "derry", b = "sligo", length = 4, colour = "{colour}", kind = "{kind}" }}'
    assert unpaid(3, 1, line, GOOD) == []
    assert unpaid(2, 2, line, GOOD) == []
    assert unpaid(2, 1, line, GOOD) == ["nobody can pay 4 cards: there are 3 that fit"]


def test_locomotives_do_not_help_on_land_unless_the_rules_say_so() -> None:
    line = '{ a = "derry", b = "sligo", length = 4, colour = "green" }'
    assert unpaid(4, 0, line, GOOD) == []
    assert unpaid(3, 9, line, GOOD) == ["nobody can pay 4 cards: there are 3 that fit"]
    everywhere = GOOD.replace(
        "rules.trains = 22", FEW_CARDS.format(3, 1).replace("tunnels-and-ferries", "everywhere")
    )
    assert "nobody can pay" not in str(check(everywhere.replace(SLIGO_ROUTE, line)).faults)


def test_a_swap_pays_what_cards_that_fit_cannot() -> None:
    line = '{ a = "derry", b = "sligo", length = 4, colour = "green" }'
    assert unpaid(2, 1, line.replace(" }", ", swap = 2 }"), GOOD) == []
    ferry = line.replace(" }", ', kind = "ferry" }')
    assert unpaid(2, 1, ferry, GOOD.replace("rules.trains", "rules.ferry_swap = 2\nrules.trains")) == []
    assert unpaid(2, 1, line, GOOD.replace("rules.trains", "rules.ferry_swap = 2\nrules.trains")) != []


def test_a_route_may_take_all_trains_of_a_player() -> None:
    stations = "rules.stations = 3\nrules.station_costs = [1, 1, 1]"  # or its tickets would be hopeless
    assert changed("rules.trains = 22", f"rules.trains = 4\n{stations}") == []
    keys = [key for key, _ in changed("rules.trains = 22", f"rules.trains = 3\n{stations}")]
    assert keys == ["routes[5].length"]


# Places


@pytest.mark.parametrize(("x", "y"), [(0.5, 0.5), (1199.5, 0.5), (0.5, 3599.5), (1199.5, 3599.5)])
def test_a_city_may_be_pinned_just_inside_the_drawing(x: float, y: float) -> None:
    assert changed(CORK, CORK.replace(" }", f", place = [{x}, {y}] }}")) == []


@pytest.mark.parametrize(("x", "y"), [(0, 600), (1200, 600), (600, 0), (600, 3600), (-1, 600), (600, -1)])
def test_a_city_pinned_on_the_edge_of_the_drawing_is_outside(x: float, y: float) -> None:
    told = changed(CORK, CORK.replace(" }", f", place = [{x}, {y}] }}"))
    assert told == [("cities[2].place", "is outside the drawing: x from 0 to 1200, y from 0 downwards")]


def test_a_drawing_is_1600_wide_if_the_file_does_not_say() -> None:
    plain = GOOD.replace("map.width = 1200", "")
    assert changed(CORK, CORK.replace(" }", ", place = [1599, 4799] }"), plain) == []
    assert [key for key, _ in changed(CORK, CORK.replace(" }", ", place = [1600, 9] }"), plain)] == [
        "cities[2].place"
    ]


def test_cities_may_share_a_latitude_or_a_longitude_but_not_both() -> None:
    assert changed(CORK, CORK.replace("51.90", "54.60")) == []
    assert changed(CORK, CORK.replace("-8.47", "-5.93")) == []


# Lines of which something is missing


def test_routes_without_ends_are_reported_as_such_and_as_nothing_else() -> None:
    nowhere = '{ length = 2, colour = "green" }'
    told = changed(SLIGO_ROUTE, f"{nowhere},\n  {nowhere}")
    assert sorted(told) == [
        ("routes[2]", '"a" is missing'),
        ("routes[2]", '"b" is missing'),
        ("routes[3]", '"a" is missing'),
        ("routes[3]", '"b" is missing'),
    ]


@pytest.mark.parametrize(("end", "gone"), [('a = "derry", ', "a"), (', b = "sligo"', "b")])
def test_while_a_route_lacks_an_end_the_map_is_not_called_disconnected(end: str, gone: str) -> None:
    north = "\n".join(
        line
        for line in GOOD.splitlines()
        if not line.startswith(('  { a = "belfast", b = "dublin"', '  { a = "belfast", b = "athlone"'))
    )
    assert changed(SLIGO_ROUTE, SLIGO_ROUTE.replace(end, ""), north) == [
        ("routes[2]", f'"{gone}" is missing')
    ]


def test_a_border_route_without_its_country_is_told_and_no_country_is_called_unreached() -> None:
    assert changed(EDGE, EDGE.replace(', b = "wales"', ""), WITH_COUNTRIES) == [
        ("routes[1]", '"b" is missing')
    ]


def test_a_ticket_without_ends_does_not_lead_to_itself() -> None:
    told = changed('{ a = "belfast", b = "cork", points = 8 }', "{ points = 8 }")
    assert sorted(told) == [("tickets[0]", '"a" is missing'), ("tickets[0]", '"b" is missing')]


# Countries


def with_countries(count: int, each: int = 1) -> str:
    """A board with so many countries, and borders of one or more cities into each."""
    names = [f"land{i}" for i in range(count)]
    lands = "".join(
        f'  {{ id = "{n}", name = {{ en = "{n}", pl = "{n}", it = "{n}" }}, cards = [3] }},\n' for n in names
    )
    cities = ("athlone", "belfast", "cork", "derry", "dublin")[:each]
    borders = "".join(
        f'  {{ a = "{c}", b = "{n}", length = 2, colour = "red", kind = "border" }},\n'
        for n in names
        for c in cities
    )
    return GOOD.replace("\nroutes = [\n", f"\ncountries = [\n{lands}]\nroutes = [\n{borders}")


def told(text: str) -> list[tuple[str, str]]:
    return [(fault.key, fault.reason) for fault in check(text).faults]


def test_there_is_room_for_sixteen_countries() -> None:
    assert told(with_countries(16)) == []
    assert told(with_countries(17)) == [("countries", "17 countries; there is room for 16")]


def test_each_end_of_a_border_takes_the_room_of_a_city() -> None:
    """Eleven cities; a border route from each of some cities into each country."""
    assert told(with_countries(13, 4)) == []  # 11 + 52 = 63
    many = with_countries(13, 4)
    border = '{ a = "dublin", b = "land0", length = 2, colour = "red", kind = "border" }'
    one_more = many.replace("\nroutes = [\n", f"\nroutes = [\n  {border},\n")
    assert told(one_more) == []  # 64
    assert told(one_more.replace(border, f"{border},\n  {border}")) == [], (
        "a second track ends where the first does"
    )
    two_more = one_more.replace(border, f"{border},\n  {border.replace('land0', 'land1')}")
    assert told(two_more) == [
        ("cities", "65 cities and ends of border routes together; there is room for 64")
    ]


@pytest.mark.parametrize(
    "cards", ["[6, 6]", "[6, 3, 3]", "[0]", "[8, 7, 6, 5, 4, 3, 2, 1]", "[1, 1, 1, 1, 1, 1, 1, 1]"]
)
def test_equal_cards_may_lie_in_a_stack_and_eight_at_most(cards: str) -> None:
    assert changed("cards = [6, 3]", f"cards = {cards}", WITH_COUNTRIES) == []


@pytest.mark.parametrize(("cards", "count"), [("[]", 0), ("[1, 1, 1, 1, 1, 1, 1, 1, 1]", 9)])
def test_a_stack_has_one_to_eight_cards(cards: str, count: int) -> None:
    found = changed("cards = [6, 3]", f"cards = {cards}", WITH_COUNTRIES)
    assert found == [("countries[0].cards", f"{count} cards in a stack; there must be 1 to 8")]


# Ways to pay


TINY = """format = 1
id = "tiny"
name = { en = "Tiny", pl = "Tiny", it = "Tiny" }
rules.players = [2, 2]
rules.first_tickets = 1
rules.first_keep = 1
RULES
cities = [
  { id = "a", name = "A" },
  { id = "b", name = "B" },
]
routes = [
  ROUTE,
]
tickets = [
  { a = "a", b = "b", points = 1 },
  { a = "b", b = "a", points = 1 },
]
"""
STATIONS = "rules.stations = 3\nrules.station_costs = [1, 2, 2]"


@pytest.mark.parametrize(
    ("route", "rules", "ways"),
    [
        ('length = 3, colour = "red"', "", 3 + 1),
        ('length = 3, colour = "grey"', "", 8 * 3 + 1),
        ('length = 3, colour = "red", swap = 2', "", 3 + 1 + 6),
        ('length = 3, colour = "grey", swap = 2', "", 8 * 3 + 1 + 8 * 6),
        ('length = 3, colour = "grey", kind = "ferry"', "", 8 * 3 + 1),
        ('length = 3, colour = "grey", kind = "ferry"', "rules.ferry_swap = 3", 8 * 3 + 1 + 8 * 6),
        ('length = 3, colour = "grey"', "rules.ferry_swap = 3", 8 * 3 + 1),
        ('length = 3, colour = "red"', STATIONS, 3 + 1 + 2 * (8 + 1) + 2 * (16 + 1)),
    ],
)
def test_ways_to_pay_are_counted_and_the_last_that_there_is_room_for_is_allowed(
    monkeypatch: pytest.MonkeyPatch, route: str, rules: str, ways: int
) -> None:
    text = TINY.replace("ROUTE", f'{{ a = "a", b = "b", {route} }}').replace("RULES", rules)
    monkeypatch.setattr(checks, "MOST_WAYS", ways)
    assert told(text) == []
    monkeypatch.setattr(checks, "MOST_WAYS", ways - 1)
    reason = f"{ways} ways to pay for routes and stations; there is room for {ways - 1}"
    assert told(text) == [("routes", reason)]


OWN = Path(__file__).parents[1] / "rules" / "boards"


@pytest.mark.parametrize(
    "path", [*shipped().values(), *sorted(OWN.glob("*.toml"))], ids=lambda path: path.stem
)
def test_no_fewer_ways_to_pay_are_counted_than_the_rules_have_actions_for(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    actions = sum(int(kind) in (CLAIM, SWAP, STATION) for kind in rulebook(path).codec.rows[:, 0])
    monkeypatch.setattr(checks, "MOST_WAYS", actions - 1)
    assert "ways to pay for routes and stations" in str(told(path.read_text("utf-8")))


# Counts


def test_what_the_checks_say_there_is_room_for_is_what_the_rules_have_room_for() -> None:
    assert (schema.MOST_PLACES, schema.MOST_ROUTES, schema.MOST_TICKETS) == (PLACES, ROUTES, TICKETS)
    assert (schema.MOST_COUNTRIES, schema.MOST_CARDS) == (COUNTRIES, STACK)
    assert record_type(State)["offered"].shape[1] == schema.MOST_OFFERED
    assert schema.MOST_WAYS < ACTIONS


def test_a_board_may_have_as_many_routes_and_tickets_as_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = many_short_routes()  # 36 of each
    monkeypatch.setattr(checks, "MOST_ROUTES", 36)
    monkeypatch.setattr(checks, "MOST_TICKETS", 36)
    monkeypatch.setattr(checks, "MOST_PLACES", 9)
    assert told(text) == []
    monkeypatch.setattr(checks, "MOST_ROUTES", 35)
    monkeypatch.setattr(checks, "MOST_TICKETS", 35)
    monkeypatch.setattr(checks, "MOST_PLACES", 8)
    assert sorted(told(text)) == [
        ("cities", "9 cities and ends of border routes together; there is room for 8"),
        ("routes", "36 routes; there is room for 35"),
        ("tickets", "36 tickets; there is room for 35"),
    ]


# Rules that agree to the last


FEWEST_CARDS = (
    "rules.cards = { purple = 4, blue = 4, orange = 4, white = 4, green = 4, yellow = 4, black = 4, "
    "red = 4, locomotive = 4 }\nrules.display = 3\n"
)  # 36


@pytest.mark.parametrize(
    ("key", "allowed", "refused"),
    [
        ("rules.first_keep", "rules.first_keep = 3", "rules.first_keep = 4"),
        ("rules.later_keep", "rules.later_keep = 3", "rules.later_keep = 4"),
        ("rules.later_keep", "rules.later_tickets = 7\nrules.later_keep = 7", "rules.later_keep = 7"),
        ("rules.display_replaced_at", "rules.display = 3", "rules.display = 2"),
        (
            "rules.display_replaced_at",
            "rules.display = 1\nrules.display_replaced_at = 0",
            "rules.display = 1",
        ),
        ("rules.cards", FEWEST_CARDS + "rules.hand = 11", FEWEST_CARDS + "rules.hand = 12"),
        (
            "rules.station_costs",
            "rules.stations = 2\nrules.station_costs = [1, 1]",
            "rules.stations = 2\nrules.station_costs = [1]",
        ),
        ("rules.station_costs", "rules.station_costs = []", "rules.station_costs = [1]"),
        ("rules.ties", 'rules.ties = ["tickets", "longest-path"]', 'rules.ties = ["tickets", "tickets"]'),
        ("rules.players", "", "rules.players = [3, 2]"),
    ],
)
def test_rules_may_agree_to_the_last_and_no_further(key: str, allowed: str, refused: str) -> None:
    def with_rules(lines: str) -> list[str]:
        given = {line.partition(" =")[0] for line in lines.splitlines()}
        kept = [line for line in GOOD.splitlines() if line.partition(" =")[0] not in given]
        text = "\n".join(kept).replace("rules.trains = 22", f"rules.trains = 22\n{lines}")
        return [name for name, _ in told(text)]

    assert with_rules(allowed) == []
    assert with_rules(refused) == [key]


def test_seven_tickets_are_dealt_at_most_and_one_at_least() -> None:
    tickets = GOOD[GOOD.index("\ntickets = [") :].partition("[")[2]
    names = ("athlone", "belfast", "cork", "derry", "dublin", "galway", "kilkenny", "limerick")
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    lines = "\n".join(
        f'{{ a = "{a}", b = "{b}", points = 5, long = {str(i % 2 == 0).lower()} }},'
        for i, (a, b) in enumerate(pairs)
    )
    many = GOOD.replace(tickets, f"\n{lines}\n]\n")  # 14 long ones and as many others

    def dealt(ordinary: int, long: int) -> list[str]:
        rules = f"rules.first_tickets = {ordinary}\nrules.first_long_tickets = {long}\n"
        kept = many.replace("rules.first_tickets = 3 ", f"{rules}#").replace(
            "rules.first_keep = 2 ", "rules.first_keep = 1 "
        )
        return [reason for _, reason in told(kept)]

    assert dealt(4, 3) == []
    assert dealt(1, 0) == dealt(0, 1) == []
    assert dealt(4, 4) == ["8 tickets dealt at once; there is room for 7"]
    assert dealt(0, 0) == [
        "no player would get a ticket: deal at least one",
        "1 of 0 dealt tickets cannot be kept",
    ]
    assert dealt(5, 0) == ["3 players are dealt 5 ordinary tickets each, 15 in all; there are 14"]
    assert dealt(0, 5) == ["3 players are dealt 5 long tickets each, 15 in all; there are 14"]


def test_a_ticket_may_need_all_trains_of_a_player() -> None:
    """The longest shortest way is eight trains long."""
    assert changed("rules.trains = 22", "rules.trains = 8") == []
    found = changed("rules.trains = 22", "rules.trains = 7")
    assert found
    assert all("needs 8 trains, a player has 7" in reason for _, reason in found)


def test_a_name_with_a_sign_that_cannot_be_printed_is_refused() -> None:
    assert changed(CORK, CORK.replace('"Cork"', '"C 1"')) == []
    (found,) = changed(CORK, CORK.replace('"Cork"', r'"C\u001fork"'))
    assert found[0] == "cities[2].name"


def test_a_board_needs_two_cities_a_route_and_a_ticket() -> None:
    text = TINY.replace("ROUTE", '{ a = "a", b = "b", length = 1, colour = "red" }').replace("RULES", "")
    assert told(text) == []
    no_routes = told(text.replace('  { a = "a", b = "b", length = 1, colour = "red" },\n', ""))
    assert ("routes", "a board needs at least 1 of them") in no_routes
    one_city = told(text.replace('  { id = "b", name = "B" },\n', ""))
    assert ("cities", "a board needs at least 2 of them") in one_city


def test_two_tracks_between_cities_and_five_over_a_border_are_allowed() -> None:
    assert changed(EDGE, ",\n  ".join([EDGE] * 5), WITH_COUNTRIES) == []
    (found,) = changed(EDGE, ",\n  ".join([EDGE] * 6), WITH_COUNTRIES)
    assert found == ("routes[6]", "track 6 between dublin and wales; at most 5 are allowed")
    assert changed(SLIGO_ROUTE, f"{SLIGO_ROUTE},\n  {SLIGO_ROUTE}") == []
    (found,) = changed(SLIGO_ROUTE, ",\n  ".join([SLIGO_ROUTE] * 3))
    assert found == ("routes[4]", "track 3 between derry and sligo; at most 2 are allowed")


def test_a_third_track_is_noticed_though_nothing_but_its_ends_is_written() -> None:
    found = changed(DOUBLE, f'{DOUBLE},\n{{ a = "derry", b = "belfast" }}')
    assert ("routes[2]", "track 3 between derry and belfast; at most 2 are allowed") in found
