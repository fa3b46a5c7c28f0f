"""What a board file may say: typed, frozen, with the limits of every number.

The docstring under a field is its documentation. Limits that concern one value stand here;
those that concern several values together are in ``check``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
"""Card colours in the order used everywhere."""

CARDS = (*COLOURS, "locomotive")
"""Every kind of train card: the eight colours, then the locomotive."""

LETTERS = dict(zip(CARDS, "PBOWGYKRL", strict=True))
"""The letter of each kind of card in texts and records."""

LANGUAGES = ("en", "pl", "it")

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=60)]
Count = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[int, Meta(ge=0, le=100)]
"""So few that no total can leave the room that the rules engine has for it."""
Latitude = Annotated[float, Meta(ge=-85, le=85)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
MOST_PLACES, MOST_ROUTES, MOST_TICKETS, MOST_COUNTRIES, MOST_CARDS, MOST_OFFERED = 64, 128, 64, 16, 8, 7
"""What the rules engine has room for: cities and ends of border routes, tracks, tickets, countries, cards of
one, tickets offered at once."""

MOST_WAYS = 16_000
"""Ways to pay for routes and stations, all together."""

MOST_TRACKS, MOST_BORDER_TRACKS = 2, 5
"""Between two cities; between a city and a country."""

LONGEST = 12
"""Spaces of a route, at most."""
Length = Annotated[int, Meta(ge=1, le=LONGEST)]
Players = Annotated[int, Meta(ge=2, le=5)]
Colour = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "grey"]
Kind = Literal["normal", "tunnel", "ferry", "border"]
Unkept = Literal["under", "out"]
Tie = Literal["tickets", "ticket-points", "fewer-stations", "longest-path", "longest-path-bonus"]
Side = Literal["right", "left", "above", "below", "above-right", "above-left", "below-right", "below-left"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table or a line of a board file."""


class Names(Part, frozen=True, kw_only=True):
    """A name in the languages that Kolej speaks."""

    en: Text
    pl: Text
    it: Text


class Cards(Part, frozen=True, kw_only=True):
    """How many train cards there are of each colour, and how many locomotives."""

    purple: Count = 12
    blue: Count = 12
    orange: Count = 12
    white: Count = 12
    green: Count = 12
    yellow: Count = 12
    black: Count = 12
    red: Count = 12
    locomotive: Count = 14


class Rules(Part, frozen=True, kw_only=True):
    """The rules as numbers and switches; what is left out is as in the base game (USA)."""

    players: tuple[Players, Players] = (2, 5)
    """The fewest and the most players."""
    trains: Annotated[int, Meta(ge=3, le=99)] = 45
    """Trains that each player starts with."""
    stations: Annotated[int, Meta(ge=0, le=5)] = 0
    """Stations that each player starts with."""
    station_costs: tuple[Annotated[int, Meta(ge=1, le=4)], ...] = ()
    """Cards that the first, second, ... station costs."""
    station_points: Points = 0
    """Points for each station not built."""
    cards: Cards = Cards()
    """How many train cards there are of each kind."""
    hand: Annotated[int, Meta(ge=0, le=12)] = 4
    """Train cards dealt to each player at the start."""
    display: Annotated[int, Meta(ge=1, le=9)] = 5
    """Train cards that lie face up."""
    first_long_tickets: Annotated[int, Meta(ge=0, le=5)] = 0
    """Long tickets in the first deal."""
    first_tickets: Annotated[int, Meta(ge=0, le=7)] = 3
    """Ordinary tickets in the first deal."""
    first_keep: Annotated[int, Meta(ge=0, le=9)] = 2
    """How many of the first deal must be kept at least."""
    first_unkept: Unkept = "under"
    """First tickets given back go under the deck or out of the game."""
    later_tickets: Annotated[int, Meta(ge=1, le=7)] = 3
    """Tickets offered by a later draw."""
    later_keep: Annotated[int, Meta(ge=1, le=9)] = 1
    """How many of a later draw must be kept at least."""
    later_unkept: Unkept = "under"
    """Later tickets given back go under the deck or out of the game."""
    locomotive_is_whole_draw: bool = True
    """A face-up locomotive is the whole draw; else it counts as one card."""
    display_replaced_at: Annotated[int, Meta(ge=0, le=9)] = 3
    """So many face-up locomotives replace the display; 0: it always stays."""
    locomotives_pay: Literal["everywhere", "tunnels-and-ferries"] = "everywhere"
    """Where a locomotive stands for a card of any colour."""
    ferry_swap: Annotated[int, Meta(ge=0, le=9)] = 0
    """So many cards of any kind stand for a ferry's locomotive; 0: none do."""
    swaps_fill_colour: bool = True
    """A ferry's swap may also stand for one of its colour spaces (N3)."""
    tunnel_cards: Annotated[int, Meta(ge=0, le=9)] = 0
    """Cards turned up for a tunnel."""
    doubles_from: Annotated[int, Meta(ge=2, le=6)] = 4
    """Both tracks of a double route are open from this number of players; 6: never."""
    route_points: dict[Length, Points] = msgspec.field(
        default_factory=lambda: {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    )
    """Points for a route by its length; a length without points is not allowed."""
    longest_path_bonus: Points = 10
    """Points for the longest path of one's own trains."""
    most_tickets_bonus: Points = 0
    """Points for the most completed tickets."""
    one_route_per_country: bool = False
    """A player may own one border route into each country, not one track of each (P2)."""
    every_border_pays: bool = False
    """A border claim pays country cards even if its network held the country before (P3)."""
    inland_links_pay: bool = False
    """An inland claim that joins countries pays country cards too (P4)."""
    countries_connect: bool = False
    """Own border routes into one country are joined there (P5)."""
    last_round_at: Annotated[int, Meta(ge=0, le=9)] = 2
    """The last round starts when a player has so few trains left."""
    ties: tuple[Tie, ...] = ("tickets", "longest-path-bonus")
    """What breaks a tie, in order; what is then still equal is shared."""


class Water(Part, frozen=True, kw_only=True):
    """The name of a sea or a lake, printed where no route runs."""

    name: Names
    lat: Latitude
    lon: Longitude
    size: Annotated[float, Meta(ge=0.3, le=4)] = 1.0
    """Relative size of the lettering."""
    angle: Annotated[float, Meta(ge=-90, le=90)] = 0.0
    """Degrees, clockwise."""


class Map(Part, frozen=True, kw_only=True):
    """How the board lies on paper; everything may be left out."""

    width: Annotated[int, Meta(ge=600, le=3000)] = 1600
    """Width of the drawing in units; the height follows from the places of the cities."""
    geography: Annotated[str, Meta(max_length=40)] = "world"
    """Which shipped coast lies beneath; "none" for plain paper."""
    home: tuple[Annotated[str, Meta(pattern=r"^[A-Z]{2}$")], ...] = ()
    """Countries (ISO code) on lighter paper."""
    borders: bool = False
    """Draw the political borders."""
    waters: tuple[Water, ...] = ()
    """Names of seas and lakes: ``name``, ``lat``, ``lon``, ``size``, ``angle``."""


class City(Part, frozen=True, kw_only=True):
    """A city: its place is real where the board has a map, and may be left out where it has none."""

    id: Id
    name: Text
    """In its own spelling, as printed on the board."""
    lat: Latitude | None = None
    lon: Longitude | None = None
    country: Annotated[str, Meta(pattern=r"^[A-Z]{2}$")] | None = None
    """ISO code of the country it lies in today."""
    place: tuple[float, float] | None = None
    """Pins the city to this point of the drawing, in units."""
    label: Side | None = None
    """Pins the side of its name."""


class Country(Part, frozen=True, kw_only=True):
    """A neighbour with a stack of country cards, the most valuable on top (P1)."""

    id: Id
    name: Names
    short: Names | None = None
    """A shorter name for its plaque."""
    cards: tuple[Points, ...]
    """At most eight."""
    lat: Latitude | None = None
    lon: Longitude | None = None
    """Where its plaque may stand: a hint, not a place."""
    place: tuple[float, float] | None = None
    """Pins the plaque to this point of the drawing, in units."""


class Route(Part, frozen=True, kw_only=True):
    """One track; two lines with the same ends are a double route."""

    id: str = ""
    """Made from the ends: ``a--b``, with ``-1``, ``-2`` behind it where there are more tracks."""
    a: str
    b: str
    length: Length
    colour: Colour
    kind: Kind = "normal"
    locomotives: Count = 0
    """Locomotive symbols of a ferry."""
    swap: Annotated[int, Meta(ge=0, le=9)] = 0
    """So many cards of any kind may stand for one card of the colour (N4); 0: none do."""
    bend: Annotated[float, Meta(ge=-1, le=1)] | None = None
    """Pins how far the route bows to the right of the way from a to b, in lengths."""


class Ticket(Part, frozen=True, kw_only=True):
    """Two cities to join."""

    a: str
    b: str
    points: Annotated[int, Meta(ge=1, le=99)]
    long: bool = False


class Board(Part, frozen=True, kw_only=True):
    """A whole board, checked: what everything else in Kolej stands on."""

    format: Literal[1]
    id: Id
    name: Names
    note: str = ""
    """What a player should know of where the board comes from."""
    map: Map = Map()
    rules: Rules = Rules()
    cities: tuple[City, ...]
    countries: tuple[Country, ...] = ()
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    acknowledge: tuple[str, ...] = ()
    """Warnings of ``kolej board check`` that are meant to be so."""

    @property
    def has_places(self) -> bool:
        """Whether every city has a latitude and a longitude."""
        return all(city.lat is not None and city.lon is not None for city in self.cities)
