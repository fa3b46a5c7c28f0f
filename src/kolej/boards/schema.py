"""What a board file may contain: typed, frozen, with limits for every number.

The docstring under a field is its documentation. Limits on a single value are here;
limits that involve several values are in ``checks``.
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

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=60)]
Count = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[int, Meta(ge=0, le=100)]
"""Small enough that no total can overflow the integers of the rules engine."""
Latitude = Annotated[float, Meta(ge=-85, le=85)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
MOST_PLACES, MOST_ROUTES, MOST_TICKETS, MOST_COUNTRIES, MOST_CARDS, MOST_OFFERED = 64, 128, 64, 16, 8, 7
"""Capacity of the rules engine: places (cities and ends of border routes), tracks, tickets, countries, cards
in one country's stack, tickets offered at once."""

MOST_WAYS = 16_000
"""Capacity of the rules engine: ways to pay for routes and stations, all together."""

MOST_TRACKS, MOST_BORDER_TRACKS = 2, 5
"""Most tracks between two cities; between a city and a country."""

LONGEST = 12
"""Most spaces of a route."""
Length = Annotated[int, Meta(ge=1, le=LONGEST)]
Players = Annotated[int, Meta(ge=2, le=5)]
Colour = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "grey"]
Kind = Literal["normal", "tunnel", "ferry", "border"]
Unkept = Literal["under", "out"]
Tie = Literal["tickets", "ticket-points", "fewer-stations", "longest-path", "longest-path-bonus"]
Side = Literal["right", "left", "above", "below", "above-right", "above-left", "below-right", "below-left"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table or a line of a board file."""


class Names(Part, frozen=True, kw_only=True, omit_defaults=True):
    """A name by language; one is enough. English is the first that is given, others fall back on it."""

    en: Text = ""
    pl: Text = ""
    it: Text = ""
    de: Text = ""

    def __post_init__(self) -> None:
        if not self.en:
            given = next((name for language in LANGUAGES if (name := getattr(self, language))), "")
            msgspec.structs.force_setattr(self, "en", given)


LANGUAGES = Names.__struct_fields__
"""The languages that Kolej speaks: the only list. Each has a folder in ``web/src/i18n`` and a file in
``boards/drawing/words``."""


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
    """The rules as numbers and switches; what a file leaves out is as in the base game (USA)."""

    players: tuple[Players, Players] = (2, 5)
    """Fewest and most players."""
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
    """How many tickets of the first deal a player must keep."""
    first_unkept: Unkept = "under"
    """Where returned first tickets go: under the deck, or out of the game."""
    later_tickets: Annotated[int, Meta(ge=1, le=7)] = 3
    """Tickets offered by a later draw."""
    later_keep: Annotated[int, Meta(ge=1, le=9)] = 1
    """How many tickets of a later draw a player must keep."""
    later_unkept: Unkept = "under"
    """Where returned later tickets go: under the deck, or out of the game."""
    locomotive_is_whole_draw: bool = True
    """Whether a face-up locomotive uses up the whole draw; if not, it counts as one card."""
    display_replaced_at: Annotated[int, Meta(ge=0, le=9)] = 3
    """This many face-up locomotives replace the display; 0: the display is never replaced."""
    locomotives_pay: Literal["everywhere", "tunnels-and-ferries"] = "everywhere"
    """Where a locomotive may replace a card of any colour."""
    ferry_swap: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many cards of any kind may replace a ferry's locomotive; 0: none may."""
    swaps_fill_colour: bool = True
    """Whether the swap may also replace a colour card of the ferry (N3)."""
    tunnel_cards: Annotated[int, Meta(ge=0, le=9)] = 0
    """Cards turned up for a tunnel."""
    doubles_from: Annotated[int, Meta(ge=2, le=6)] = 4
    """Both tracks of a double route are open from this many players on; 6: never."""
    route_points: dict[Length, Points] = msgspec.field(
        default_factory=lambda: {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    )
    """Points for a route by its length; a route of any other length is not allowed."""
    longest_path_bonus: Points = 10
    """Points for the longest path of one player's trains."""
    most_tickets_bonus: Points = 0
    """Points for completing the most tickets."""
    one_route_per_country: bool = False
    """A player may own only one border route into each country, not one track of each (P2)."""
    every_border_pays: bool = False
    """A border claim wins country cards even if the network already held the country (P3)."""
    inland_links_pay: bool = False
    """An inland claim that joins countries wins country cards too (P4)."""
    countries_connect: bool = False
    """A player's border routes into one country are connected there (P5)."""
    last_round_at: Annotated[int, Meta(ge=0, le=9)] = 2
    """The last round starts when a player has this many trains or fewer."""
    ties: tuple[Tie, ...] = ("tickets", "longest-path-bonus")
    """Tie-breakers, in order; players still equal after the last one share the rank."""

    def locomotives_replace(self, kind: str) -> bool:
        """Whether a locomotive may replace a card on routes of this kind (C8, N2)."""
        return self.locomotives_pay == "everywhere" or kind in ("tunnel", "ferry")


class Water(Part, frozen=True, kw_only=True):
    """The name of a sea or a lake, printed where there are no routes."""

    name: Names
    lat: Latitude
    lon: Longitude
    size: Annotated[float, Meta(ge=0.3, le=4)] = 1.0
    """Relative size of the lettering."""
    angle: Annotated[float, Meta(ge=-90, le=90)] = 0.0
    """Degrees, clockwise."""


class Map(Part, frozen=True, kw_only=True):
    """How the board is drawn; every value is optional."""

    width: Annotated[int, Meta(ge=600, le=3000)] = 1600
    """Width of the drawing in units; the height follows from the positions of the cities."""
    geography: Annotated[str, Meta(max_length=40)] = "world"
    """Which shipped coastline to draw; "none" for plain paper."""
    home: tuple[Annotated[str, Meta(pattern=r"^[A-Z]{2}$")], ...] = ()
    """Countries (ISO codes) drawn on lighter paper."""
    borders: bool = False
    """Whether to draw political borders."""
    waters: tuple[Water, ...] = ()
    """Names of seas and lakes: ``name``, ``lat``, ``lon``, ``size``, ``angle``."""


class City(Part, frozen=True, kw_only=True):
    """A city. Its position is real on a board with a map, and may be left out on one without."""

    id: Id
    name: Text
    """In its own language, as printed on the board."""
    lat: Latitude | None = None
    lon: Longitude | None = None
    country: Annotated[str, Meta(pattern=r"^[A-Z]{2}$")] | None = None
    """ISO code of the country it is in today."""
    place: tuple[float, float] | None = None
    """Pins the city to this point of the drawing, in units."""
    label: Side | None = None
    """Pins the name to this side of the city."""


class Country(Part, frozen=True, kw_only=True):
    """A neighbouring country with a stack of country cards, the most valuable on top (P1)."""

    id: Id
    name: Names
    short: Names | None = None
    """A shorter name for its plaque."""
    cards: tuple[Points, ...]
    """At most eight."""
    lat: Latitude | None = None
    lon: Longitude | None = None
    """Roughly where the plaque should stand; a hint, not an exact position."""
    place: tuple[float, float] | None = None
    """Pins the plaque to this point of the drawing, in units."""

    @property
    def shown(self) -> Names:
        """The name that players read, everywhere the same."""
        return self.short or self.name


class Route(Part, frozen=True, kw_only=True):
    """One track; two rows with the same ends make a double route."""

    id: str = ""
    """Made from the ends: ``a--b``, plus ``-1``, ``-2`` if there are several tracks."""
    a: str
    b: str
    length: Length
    colour: Colour
    kind: Kind = "normal"
    locomotives: Count = 0
    """Locomotive symbols of a ferry."""
    swap: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many cards of any kind may replace one card of the colour (N4); 0: none may."""
    bend: Annotated[float, Meta(ge=-1, le=1)] | None = None
    """Pins how far the route bends to the right, going from a to b, as a fraction of its length."""


class Ticket(Part, frozen=True, kw_only=True):
    """Two cities to connect."""

    a: str
    b: str
    points: Annotated[int, Meta(ge=1, le=99)]
    long: bool = False


class Board(Part, frozen=True, kw_only=True):
    """A whole board, checked; everything else in Kolej builds on it."""

    format: Literal[1]
    id: Id
    name: Names
    note: str = ""
    """Where the board comes from, in a line for players."""
    map: Map = Map()
    rules: Rules = Rules()
    cities: tuple[City, ...]
    countries: tuple[Country, ...] = ()
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    acknowledge: tuple[str, ...] = ()
    """Codes of ``kolej board check`` warnings that the author accepts."""

    @property
    def has_places(self) -> bool:
        """Whether every city has a latitude and a longitude."""
        return all(city.lat is not None and city.lon is not None for city in self.cities)


msgspec.json.Decoder(Board)
"""Prepares the types above: msgspec crashes if two threads are the first to convert to one of them."""
