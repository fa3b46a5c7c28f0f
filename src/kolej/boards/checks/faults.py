"""Faults: contradictions between the values of a board that make it unplayable.

Each check takes the draft of a board, in which unreadable values are missing, and yields what it finds.
No check relies on another having passed, so all faults are reported at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from kolej.boards.errors import folded, nearest, shown
from kolej.boards.parsing.draft import Check, Draft, Finding, Row, made_ids, parts_of
from kolej.boards.schema import (
    CARDS,
    COLOURS,
    LANGUAGES,
    MOST_BORDER_TRACKS,
    MOST_CARDS,
    MOST_COUNTRIES,
    MOST_OFFERED,
    MOST_PLACES,
    MOST_ROUTES,
    MOST_TICKETS,
    MOST_TRACKS,
    MOST_WAYS,
)


def faults(draft: Draft) -> Iterator[Finding]:
    """Everything that makes the board unplayable."""
    for check in FAULTS:
        yield from check(draft)


def doubled_ids(draft: Draft) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for key, rows in (("cities", draft.cities), ("countries", draft.countries)):
        for i, row in enumerate(rows):
            if "id" not in row:
                continue
            if row["id"] in seen:
                yield Finding((key, i, "id"), f'"{row["id"]}" is already taken by {seen[row["id"]]}')
            else:
                seen[row["id"]] = f"{key}[{i}]"


def doubled_names(draft: Draft) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for i, city in enumerate(draft.cities):
        name = city.get("name")
        if name is None:
            continue
        if name.casefold() in seen:
            yield Finding(("cities", i, "name"), f'"{name}" is also the name of {seen[name.casefold()]}')
        else:
            seen[name.casefold()] = f"cities[{i}]"
    for language in LANGUAGES:
        seen = {}
        for i, country in enumerate(draft.countries):
            name = country.get("name", {}).get(language)
            if name is None:
                continue
            if name.casefold() in seen:
                where = ("countries", i, "name", language)
                yield Finding(where, f'"{name}" is also the name of {seen[name.casefold()]}')
            else:
                seen[name.casefold()] = f"countries[{i}]"


def blank_names(draft: Draft) -> Iterator[Finding]:
    for i, city in enumerate(draft.cities):
        name = city.get("name", "x")
        if not folded(name) or any(ord(letter) < 32 for letter in name):
            yield Finding(("cities", i, "name"), f"{shown(name)} has no printable letters")


def places(draft: Draft) -> Iterator[Finding]:
    seen: dict[tuple[float, float], str] = {}
    width = draft.values.get("map", {}).get("width", 1600)
    for key, rows in (("cities", draft.cities), ("countries", draft.countries)):
        for i, row in enumerate(rows):
            if ("lat" in row) != ("lon" in row):
                missing = "lon" if "lat" in row else "lat"
                yield Finding((key, i), f'a place needs both "lat" and "lon"; "{missing}" is missing')
            elif "lat" in row:
                place = (row["lat"], row["lon"])
                if place in seen:
                    yield Finding((key, i, "lat"), f"lies exactly where {seen[place]} does")
                seen.setdefault(place, f"{key}[{i}]")
            if "place" in row and not (0 < row["place"][0] < width and 0 < row["place"][1] < 3 * width):
                reason = f"is outside the drawing: x from 0 to {width}, y from 0 downwards"
                yield Finding((key, i, "place"), reason)


def ends_of_routes(draft: Draft) -> Iterator[Finding]:
    cities, countries = set(draft.city_ids), set(draft.country_ids)
    for i, route in enumerate(draft.routes):
        border = route.get("kind") == "border"
        for end in ("a", "b"):
            name = route.get(end)
            wanted = countries if border and end == "b" else cities
            if name is None or name in wanted:
                continue
            kind = "country" if wanted is countries else "city"
            reason = f'"{name}" is not a {kind}' + nearest(name, wanted, draft.spellings)
            if name in countries:
                reason = f'"{name}" is a country; '
                reason += "write the city as a" if border else 'a route into it has kind = "border"'
            elif name in cities:
                reason = f'"{name}" is a city; a border route ends in a country: write it as b'
            yield Finding(("routes", i, end), reason)
        if "a" in route and route.get("a") == route.get("b"):
            yield Finding(("routes", i), f'the route leads from "{route["a"]}" to itself')


def lengths(draft: Draft) -> Iterator[Finding]:
    rules = draft.rules
    for i, route in enumerate(draft.routes):
        length = route.get("length")
        if length is None:
            continue
        if length not in rules.route_points:
            known = ", ".join(map(str, sorted(rules.route_points)))
            reason = f"a route of length {length} has no points in rules.route_points (it has {known})"
            yield Finding(("routes", i, "length"), reason)
        if length > rules.trains:
            reason = f"nobody can claim {length} spaces with {rules.trains} trains"
            yield Finding(("routes", i, "length"), reason)


def payments(draft: Draft) -> Iterator[Finding]:
    """A route must be payable with the cards that exist."""
    rules = draft.rules
    count = {card: getattr(rules.cards, card) for card in CARDS}
    for i, route in enumerate(draft.routes):
        colour, length, kind = route.get("colour"), route.get("length"), route.get("kind", "normal")
        if colour is None or length is None:
            continue
        if colour != "grey" and count[colour] == 0:
            yield Finding(
                ("routes", i, "colour"), f"no card has the colour {colour}: rules.cards has 0 of it"
            )
            continue
        cards = max(count[c] for c in COLOURS) if colour == "grey" else count[colour]
        if rules.locomotives_replace(kind):
            cards += count["locomotive"]
        if cards < length and not route.get("swap") and not (kind == "ferry" and rules.ferry_swap):
            reason = f"nobody can pay {length} cards: there are {cards} that fit"
            yield Finding(("routes", i, "length"), reason)


def kinds(draft: Draft) -> Iterator[Finding]:
    for i, route in enumerate(draft.routes):
        kind, symbols = route.get("kind", "normal"), route.get("locomotives", 0)
        if symbols > route.get("length", symbols):
            reason = f"{symbols} locomotive symbols on {route['length']} spaces"
            yield Finding(("routes", i, "locomotives"), reason + "; there cannot be more symbols than spaces")
        if symbols and kind != "ferry":
            reason = f'only a ferry has locomotive symbols; this is kind = "{kind}"'
            yield Finding(("routes", i, "locomotives"), reason)
        if kind == "tunnel" and draft.rules.tunnel_cards == 0:
            reason = "rules.tunnel_cards is 0, so there can be no tunnels; the usual number is 3"
            yield Finding(("routes", i, "kind"), reason)
        if route.get("swap") and kind != "normal":
            yield Finding(("routes", i, "swap"), f'a swap is for kind = "normal" only; this is "{kind}"')


def tracks(draft: Draft) -> Iterator[Finding]:
    groups: dict[frozenset[str], list[tuple[int, Row]]] = defaultdict(list)
    for i, route in enumerate(draft.routes):
        if {"a", "b"} <= route.keys() and route["a"] != route["b"]:
            groups[frozenset((route["a"], route["b"]))].append((i, route))
    for group in groups.values():
        border = any(route.get("kind") == "border" for _, route in group)
        if border:
            yield from _unlike_tracks(group)
        most = MOST_BORDER_TRACKS if border else MOST_TRACKS
        for number, (i, route) in enumerate(group[most:], most + 1):
            reason = f"track {number} between {route['a']} and {route['b']}; at most {most} are allowed"
            yield Finding(("routes", i), reason)


def _unlike_tracks(group: list[tuple[int, Row]]) -> Iterator[Finding]:
    (first, model), *others = group
    for i, route in others:
        if route.get("length") != model.get("length"):
            reason = (
                f"the tracks of a border route have one length; routes[{first}] has {model.get('length')}"
            )
            yield Finding(("routes", i, "length"), reason)


def route_ids(draft: Draft) -> Iterator[Finding]:
    """Two routes must not get the same id, as a double a--x and a single a--x-1 would."""
    seen: dict[str, int] = {}
    for i, name in enumerate(made_ids(draft.routes)):
        if name and name in seen:
            reason = f'its id would be "{name}", the same as that of routes[{seen[name]}]; rename a city'
            yield Finding(("routes", i), reason)
        seen.setdefault(name, i)


def connection(draft: Draft) -> Iterator[Finding]:
    """Every city can be reached from every other inland; every country has a border route."""
    if not draft.inland or any("a" not in route or "b" not in route for route in draft.routes):
        return
    parts = sorted(parts_of(draft.neighbours), key=len, reverse=True)
    for part in parts[1:]:
        first = min(part, key=draft.city_ids.index)
        others = f" and {len(part) - 1} more" if len(part) > 1 else ""
        reason = f"{first}{others} cannot be reached from {min(parts[0])}; add a route"
        yield Finding(("cities", draft.city_ids.index(first)), reason)
    reached = {route["b"] for route in draft.routes if route.get("kind") == "border"}
    for i, country in enumerate(draft.countries):
        if "id" in country and country["id"] not in reached:
            yield Finding(("countries", i), f'no border route leads to "{country["id"]}"')


def ticket_ends(draft: Draft) -> Iterator[Finding]:
    cities = set(draft.city_ids)
    for i, ticket in enumerate(draft.tickets):
        for end in ("a", "b"):
            name = ticket.get(end)
            if name is not None and name not in cities:
                reason = f'"{name}" is not a city{nearest(name, cities, draft.spellings)}'
                if name in draft.country_ids:
                    reason = f'"{name}" is a country; a ticket joins two cities'
                yield Finding(("tickets", i, end), reason)
        if "a" in ticket and ticket.get("a") == ticket.get("b"):
            yield Finding(("tickets", i), f'the ticket leads from "{ticket["a"]}" to itself')


def hopeless_tickets(draft: Draft) -> Iterator[Finding]:
    """No ticket may need more trains than a player has, even with the help of stations."""
    rules = draft.rules
    for i, ticket in draft.known_tickets:
        trains = draft.fewest_trains(ticket["a"], ticket["b"], rules.stations)
        if trains is not None and trains > rules.trains:
            reason = (
                f"nobody can complete it: the shortest way needs {trains} trains, a player has {rules.trains}"
            )
            yield Finding(("tickets", i), reason)


def first_deal(draft: Draft) -> Iterator[Finding]:
    if not draft.tickets:
        return
    rules, most = draft.rules, max(draft.rules.players)
    for long, each, word in (
        (True, rules.first_long_tickets, "long"),
        (False, rules.first_tickets, "ordinary"),
    ):
        have = sum(ticket.get("long", False) == long for ticket in draft.tickets)
        if have < each * most:
            reason = (
                f"{most} players are dealt {each} {word} tickets each, {each * most} in all; there are {have}"
            )
            yield Finding(("tickets",), reason)


def stacks(draft: Draft) -> Iterator[Finding]:
    for i, country in enumerate(draft.countries):
        cards = country.get("cards")
        if cards is not None and any(low > high for high, low in pairwise(cards)):
            right = ", ".join(map(str, sorted(cards, reverse=True)))
            yield Finding(("countries", i, "cards"), f"the most valuable card comes first: [{right}]")
        if cards is not None and not 1 <= len(cards) <= MOST_CARDS:
            reason = f"{len(cards)} cards in a stack; there must be 1 to {MOST_CARDS}"
            yield Finding(("countries", i, "cards"), reason)


def numbers(draft: Draft) -> Iterator[Finding]:
    """Rules must not contradict each other."""
    rules = draft.rules
    cards = sum(getattr(rules.cards, card) for card in CARDS)
    needed = max(rules.players) * rules.hand + rules.display
    dealt = rules.first_long_tickets + rules.first_tickets
    found = [
        (rules.players[0] > rules.players[1], "players", "the fewest players come first, then the most"),
        (
            len(rules.station_costs) != rules.stations,
            "station_costs",
            f"{rules.stations} stations need {rules.stations} costs; there are {len(rules.station_costs)}",
        ),
        (
            dealt > MOST_OFFERED,
            "first_tickets",
            f"{dealt} tickets dealt at once; there is room for {MOST_OFFERED}",
        ),
        (dealt == 0, "first_tickets", "no player would get a ticket: deal at least one"),
        (
            rules.first_keep > dealt,
            "first_keep",
            f"{rules.first_keep} of {dealt} dealt tickets cannot be kept",
        ),
        (
            rules.later_keep > rules.later_tickets,
            "later_keep",
            f"{rules.later_keep} of {rules.later_tickets} offered tickets cannot be kept",
        ),
        (
            rules.display_replaced_at > rules.display,
            "display_replaced_at",
            f"the display has {rules.display} cards; 0 means never replace it",
        ),
        (cards < needed, "cards", f"{cards} cards are too few: {needed} are dealt at the start"),
        (len(set(rules.ties)) < len(rules.ties), "ties", "the same tie-breaker is listed twice"),
        (not rules.route_points, "route_points", "no length has points, so no route is allowed"),
    ]
    for wrong, key, reason in found:
        if wrong:
            yield Finding(("rules", key), reason)


def room(draft: Draft) -> Iterator[Finding]:
    """The board must fit the capacity of the rules engine."""
    borders = [route for route in draft.routes if route.get("kind") == "border"]
    ends = {(route.get("a"), route.get("b")) for route in borders}
    places = len(draft.cities) + max(len(ends), len(draft.countries))
    for key, count, most, what in (
        ("cities", places, MOST_PLACES, "cities and ends of border routes together"),
        ("countries", len(draft.countries), MOST_COUNTRIES, "countries"),
        ("routes", len(draft.routes), MOST_ROUTES, "routes"),
        ("routes", _ways_to_pay(draft), MOST_WAYS, "ways to pay for routes and stations"),
        ("tickets", len(draft.tickets), MOST_TICKETS, "tickets"),
    ):
        if count > most:
            yield Finding((key,), f"{count} {what}; there is room for {most}")
    for key, fewest in (("cities", 2), ("routes", 1), ("tickets", 1)):
        if key in draft.values and len(draft.values[key]) < fewest:
            yield Finding((key,), f"a board needs at least {fewest} of them")


def _ways_to_pay(draft: Draft) -> int:
    """An upper bound for the size of the table of actions."""
    ways = sum((8 * cost + 1) * len(draft.cities) for cost in set(draft.rules.station_costs))
    for route in draft.routes:
        length, colours = route.get("length", 1), 8 if route.get("colour") == "grey" else 1
        ways += colours * length + 1
        if route.get("swap") or (route.get("kind") == "ferry" and draft.rules.ferry_swap):
            ways += colours * length * (length + 1) // 2
    return ways


FAULTS: tuple[Check, ...] = (
    doubled_ids,
    doubled_names,
    blank_names,
    places,
    ends_of_routes,
    lengths,
    payments,
    kinds,
    tracks,
    route_ids,
    connection,
    ticket_ends,
    hopeless_tickets,
    first_deal,
    stacks,
    numbers,
    room,
)
