"""How far tickets are and what claims would do, as panels show it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from position import at, book_of, own, play
from routes_ahead import Table, missing

from kolej.boards import schema
from kolej.game.game import Game
from kolej.game.outlook import ClaimEffect, CountryCards, Outlook, TicketProgress
from kolej.game.rulebook import Options, Rulebook


def progress(game: Game, seat: int = 0) -> dict[str, TicketProgress]:
    return {told.ticket: told for told in game.outlook().tickets(seat)}


def effect(game: Game, route: str, seat: int = 0) -> ClaimEffect | None:
    return game.outlook().claimed(seat, {route})[1].get(route)


def leaves(game: Game, route: str, seat: int = 0) -> dict[str, int | None]:
    """By ticket: the trains that the claim of a route would leave."""
    return {ticket: claims[route] for ticket, claims in game.outlook().claimed(seat, {route})[0].items()}


# ---- tickets


def test_e8_a_ticket_that_a_station_completes_is_joined() -> None:
    """The way goes over own routes to the station, and on over a borrowed one."""
    game = at(
        "europe",
        owned={0: ["berlin--frankfurt-1", "berlin--essen"], 1: ["essen--frankfurt", "essen--kobenhavn-1"]},
        stations={0: ["essen"]},
        tickets={0: ["frankfurt--kobenhavn"]},
    )
    assert progress(game)["frankfurt--kobenhavn"] == TicketProgress(
        "frankfurt--kobenhavn", True, 0, ("berlin--frankfurt-1", "berlin--essen", "essen--kobenhavn-1")
    )


def test_c13_own_routes_cost_nothing_and_others_routes_bar_the_way() -> None:
    game = at(
        "euro", owned={0: ["bor--dol"], 1: ["ada--cis", "cis--dol"]}, tickets={0: ["ada--dol", "cis--gil"]}
    )
    told = progress(game)
    assert told["ada--dol"] == TicketProgress("ada--dol", False, 3, ("ada--bor", "bor--dol"))
    assert told["cis--gil"] == TicketProgress("cis--gil", False, 4, ("bor--cis", "bor--dol", "dol--gil"))


def test_of_ways_with_equally_few_trains_the_one_with_the_fewest_routes_is_told() -> None:
    game = at("euro", owned={0: ["ada--cis", "bor--cis", "ada--bor", "bor--dol"]}, tickets={0: ["ada--dol"]})
    assert progress(game)["ada--dol"].routes == ("ada--bor", "bor--dol")


def test_a_ticket_that_nothing_joins_any_more_is_cut_off() -> None:
    game = at("euro", owned={1: ["ada--bor", "ada--cis", "ada--hal"]}, tickets={0: ["ada--dol"]})
    assert progress(game)["ada--dol"] == TicketProgress("ada--dol", False, None, ())


def test_a_ticket_is_no_way_off_for_want_of_trains() -> None:
    """How many are missing is told even where the player has fewer left."""
    game = at("euro", trains=[1, 20], tickets={0: ["ada--dol"]})
    assert progress(game)["ada--dol"].missing == 5


def test_c9_a_closed_twin_is_no_way() -> None:
    game = at("euro", owned={1: ["elk--fen-1", "dol--elk"]}, tickets={0: ["elk--gil"]})
    assert progress(game)["elk--gil"].missing is None
    many = at("euro", seats=4, owned={1: ["elk--fen-1", "dol--elk"]}, tickets={0: ["elk--gil"]})
    assert progress(many)["elk--gil"] == TicketProgress("elk--gil", False, 3, ("elk--fen-2", "fen--gil-1"))


def test_e8_the_way_of_a_joined_ticket_is_over_the_route_that_the_score_sheet_borrows() -> None:
    """Two routes would do, and the earliest in the file is borrowed though the other is the shorter way."""
    game = at(
        "euro",
        owned={0: ["cis--hal"], 1: ["ada--cis", "ada--hal"]},
        stations={0: ["ada"]},
        tickets={0: ["hal--ada"]},
    )
    assert game.score().seats[0].stations[0].route == "ada--cis"
    assert progress(game)["hal--ada"] == TicketProgress("hal--ada", True, 0, ("cis--hal", "ada--cis"))


def test_e8_a_ticket_whose_station_serves_another_misses_no_train_and_is_not_joined() -> None:
    game = at(
        "euro",
        owned={0: ["bor--dol"], 1: ["ada--bor", "ada--hal"]},
        stations={0: ["ada"]},
        tickets={0: ["hal--ada", "ada--dol"]},
    )
    told = progress(game)
    assert told["hal--ada"] == TicketProgress("hal--ada", True, 0, ("ada--hal",))
    assert told["ada--dol"] == TicketProgress("ada--dol", False, 0, ("ada--bor", "bor--dol"))


def test_e8_two_stations_chain() -> None:
    game = at(
        "euro",
        owned={1: ["ada--bor", "bor--dol"]},
        stations={0: ["ada", "dol"]},
        tickets={0: ["ada--dol"]},
    )
    assert progress(game)["ada--dol"] == TicketProgress("ada--dol", True, 0, ("ada--bor", "bor--dol"))
    one = at("euro", owned={1: ["ada--bor", "bor--dol"]}, stations={0: ["ada"]}, tickets={0: ["ada--dol"]})
    assert progress(one)["ada--dol"] == TicketProgress("ada--dol", False, 5, ("ada--cis", "cis--dol")), (
        "a station lends one route, and the way on from there is as long"
    )


def test_tickets_that_are_offered_are_told_after_those_held_each_as_if_it_were_kept() -> None:
    game = at(
        "euro", owned={0: ["ada--bor"]}, tickets={0: ["cis--bor"]}, ticket_deck=["ada--dol", "hal--bor"]
    )
    play(game, "tickets")
    told = game.outlook().tickets(0)
    assert told[0].ticket == "cis--bor"
    assert tuple(one.ticket for one in told[1:]) == game.view(0).offered
    assert progress(game)["ada--dol"].missing == 2


def test_nobody_is_told_of_tickets_that_another_seat_holds() -> None:
    game = at("euro", tickets={0: ["cis--bor"], 1: ["ada--dol"]})
    assert [told.ticket for told in game.outlook().tickets(1)] == ["ada--dol"]


# ---- claims


def test_a_claim_that_brings_a_ticket_nearer_tells_what_it_leaves() -> None:
    game = at("euro", seats=4, tickets={0: ["ada--dol", "elk--gil"]})
    assert progress(game)["ada--dol"].missing == 5
    assert leaves(game, "bor--dol") == {"ada--dol": 3}
    assert leaves(game, "cis--dol") == {"ada--dol": 2}
    assert effect(game, "ada--hal") is None, "longer than the whole way"
    assert leaves(game, "bor--cis") == {"ada--dol": 4}, "a detour with fewer trains to lay"
    assert effect(game, "cis--hal") is None
    assert leaves(game, "elk--fen-1") == {"elk--gil": 2}


def test_e8_a_claim_may_lead_to_what_a_station_lends() -> None:
    game = at("euro", seats=4, owned={1: ["bor--dol"]}, stations={0: ["dol"]}, tickets={0: ["ada--dol"]})
    assert progress(game)["ada--dol"].missing == 3
    assert leaves(game, "ada--bor") == {"ada--dol": 0}
    assert leaves(game, "ada--cis") == {"ada--dol": 2}


def test_c9_a_claim_tells_the_twin_that_it_closes_to_all() -> None:
    assert effect(at("euro"), "elk--fen-1") == ClaimEffect(closes=("elk--fen-2",))
    assert effect(at("euro", seats=4), "elk--fen-1") is None, "the twin stays open to others"
    assert effect(at("neighbours"), "west--germany-1") != ClaimEffect(closes=("west--germany-2",))


@pytest.mark.parametrize(("left", "begins"), [(4, True), (5, False)])
def test_c17_a_claim_tells_whether_the_last_round_begins(left: int, begins: bool) -> None:
    """Two trains or fewer are left after a route of two."""
    game = at("euro", trains=[left, 20])
    assert effect(game, "bor--dol") == (ClaimEffect(last_round=True) if begins else None)
    play(game, "draw")
    game.compiled.state[0].last_turns[0] = 2
    assert effect(game, "bor--dol") is None, "it has begun"


def test_p3_a_claim_tells_the_country_cards_that_it_would_win_or_why_it_would_not() -> None:
    game = at("neighbours", seats=4)
    assert effect(game, "west--germany-1") == ClaimEffect(countries=CountryCards("first", ("germany",), {}))
    own(game, 0, "west--germany-1")
    own(game, 0, "west--middle")
    assert countries_of(game, "north--germany-1") == CountryCards("first", ("germany",), {})
    assert countries_of(game, "west--czechia") == CountryCards(
        "wins", ("germany", "czechia"), {"germany": 7, "czechia": 10}
    )
    own(game, 0, "south--czechia")
    assert countries_of(game, "west--czechia") == CountryCards(
        "wins", ("germany", "czechia"), {"germany": 7, "czechia": 10}
    ), "the other route into the country is in another network"
    assert countries_of(game, "middle--south") == CountryCards("unpaid", ("germany", "czechia"), {})
    own(game, 0, "middle--south")
    assert countries_of(game, "west--czechia") == CountryCards("before", ("germany", "czechia"), {})


def countries_of(game: Game, route: str, seat: int = 0) -> CountryCards | None:
    told = effect(game, route, seat)
    return told.countries if told else None


@pytest.mark.parametrize("every_border_pays", [False, True])
@pytest.mark.parametrize("inland_links_pay", [False, True])
@pytest.mark.parametrize("countries_connect", [False, True])
@pytest.mark.parametrize("one_route_per_country", [False, True])
def test_p3_the_cards_foretold_are_the_cards_won(
    every_border_pays: bool, inland_links_pay: bool, countries_connect: bool, one_route_per_country: bool
) -> None:
    options: Options = {
        "every_border_pays": every_border_pays,
        "inland_links_pay": inland_links_pay,
        "countries_connect": countries_connect,
        "one_route_per_country": one_route_per_country,
    }
    seen = set()
    for seed in range(6):
        luck = random.Random(seed)
        game = at("neighbours", seats=4, options=options, tickets={0: []})
        for turn in range(40):
            seat = turn % 3
            free = game.view(seat).claimable
            if not free:
                break
            route = luck.choice(free)
            told, before = countries_of(game, route, seat), game.view(seat)
            own(game, seat, route, cards_won=True)
            after = game.view(seat)
            won = {
                country: stack[0]
                for country, stack in before.stacks.items()
                if len(after.stacks[country]) < len(stack)
            }
            assert won == (told.wins if told else {})
            if told:
                seen.add(told.outcome)
                assert told.outcome == "wins" if won else told.outcome != "wins"
    assert {"wins", "first"} <= seen
    assert "empty" in seen or one_route_per_country
    assert ("unpaid" in seen) or inland_links_pay


# ---- against another reading of the rules


def with_stations(name: str) -> Rulebook:
    """Countries that are ways through, room for one own route into each, and stations: all at once."""
    board = book_of(name).board
    rules = msgspec.structs.replace(
        board.rules,
        stations=3,
        station_costs=(1, 2, 3),
        countries_connect=True,
        one_route_per_country=True,
    )
    return Rulebook(msgspec.structs.replace(board, rules=rules))


BOOKS = {
    "euro": lambda: book_of("euro"),
    "europe": lambda: book_of("europe"),
    "nordic": lambda: book_of("nordic"),
    "poland": lambda: book_of("poland"),
    "poland, connected": lambda: book_of("poland", countries_connect=True),
    "neighbours, connected": lambda: book_of("neighbours", countries_connect=True),
    "neighbours with stations": lambda: with_stations("neighbours"),
    "poland with stations": lambda: with_stations("poland"),
}


def random_position(book: Rulebook, luck: random.Random) -> Game:
    """Routes to whoever may have them, stations, and some tickets."""
    seats = luck.randint(2, book.board.rules.players[1])
    held = luck.sample(book.tickets, 6)
    game = at(book, seats=seats, tickets={0: held[:4], 1: held[4:]})
    for _ in range(luck.randint(0, 2 * len(book.routes) // 3)):
        seat = luck.choice((*range(seats), 1, 1))
        free = game.view(seat).claimable
        if free:
            own(game, seat, luck.choice(free))
    state, cities = game.compiled.state[0], luck.sample(range(len(book.cities)), book.board.rules.stations)
    for place, city in enumerate(cities[: luck.randint(0, len(cities))]):
        state.station_city[0, place] = city
        state.stations[0] -= 1
    return game


def is_way(table: Table, ticket: schema.Ticket, told: TicketProgress) -> bool:
    """Whether the routes lead from one end to the other, cost so many trains, and may all be used."""
    routes = {route.id: route for route in table.board.routes}
    here, trains, borrowed = ticket.a, 0, []
    for name in told.routes:
        route = routes[name]
        here = route.b if here == route.a else route.a
        if name not in table.owners:
            trains += route.length
        elif table.owners[name] != table.seat:
            borrowed.append(route)
    return here == ticket.b and trains == told.missing and lendable(borrowed, table.stations)


def lendable(borrowed: list[schema.Route], stations: tuple[str, ...]) -> bool:
    """Whether each route is at a station of its own."""
    if not borrowed:
        return True
    first, *rest = borrowed
    return any(
        lendable(rest, tuple(other for other in stations if other != city))
        for city in stations
        if city in (first.a, first.b)
    )


@pytest.mark.parametrize("name", BOOKS)
def test_e8_tickets_and_claims_are_as_a_search_of_all_ways_finds_them(name: str) -> None:
    book, changed = BOOKS[name](), 0
    # the tenth position of Poland with stations closes one of the routes from number 64 on
    for seed in range(12 if len(book.routes) < 40 or name == "poland with stations" else 4):
        luck = random.Random(f"{name} {seed}")
        game = random_position(book, luck)
        table, outlook = Table.of(game.view(0)), game.outlook()
        sheet = game.score().seats[0]
        done = {item.what for item in sheet.items if item.why == "ticket"}
        claims = game.view(0).claimable
        leaves, _ = outlook.claimed(0, set(claims))
        some = luck.sample(claims, min(len(claims), 8))
        for told in outlook.tickets(0):
            ticket = book.board.tickets[book.ticket(told.ticket)]
            assert told.joined == (told.ticket in done)
            assert told.missing == missing(table, ticket.a, ticket.b)
            assert told.missing is None or is_way(table, ticket, told)
            for route in some:
                then = missing(table.claimed(route), ticket.a, ticket.b)
                changes = leaves.get(told.ticket, {})
                assert changes.get(route, told.missing) == then, f"{seed}: {route}, {told}"
                changed += route in changes
    assert changed


def test_a_claim_that_closes_the_way_through_a_country_tells_what_is_left() -> None:
    """A route is borrowed into the country, and one leads on; a claim of a third closes that one."""
    book, found = with_stations("neighbours"), False
    for seed in range(120):
        game = random_position(book, random.Random(f"closing {seed}"))
        outlook, table = game.outlook(), Table.of(game.view(0))
        now = {told.ticket: told.missing for told in outlook.tickets(0)}
        for ticket, claims in outlook.claimed(0, set(game.view(0).claimable))[0].items():
            for route, left in claims.items():
                if left is None or left > (now[ticket] or 0):
                    found = True
                    ends = game.board.tickets[game.book.ticket(ticket)]
                    assert missing(table.claimed(route), ends.a, ends.b) == left
    assert found


@pytest.mark.parametrize("number", [0, 63, 64, 100])
def test_e8_a_ticket_is_joined_over_any_route_that_a_station_lends(number: int) -> None:
    """Routes are kept in two words of 64 bits."""
    board = book_of("europe").board
    lent = board.routes[number]
    ticket = msgspec.structs.replace(board.tickets[0], a=lent.a, b=lent.b)
    book = Rulebook(msgspec.structs.replace(board, tickets=(ticket, *board.tickets[1:])))
    game = at(book, seats=2, tickets={0: [book.tickets[0]]}, owned={1: [lent.id]}, stations={0: [lent.a]})
    (told,) = game.outlook().tickets(0)
    assert (told.joined, told.missing, told.routes) == (True, 0, (lent.id,))


# ---- what is known is not searched for again


def test_an_outlook_is_searched_for_again_only_when_routes_stations_or_own_tickets_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = []
    real = Outlook._searched

    def noted(self: Outlook, seat: int) -> Any:
        searched.append(seat)
        return real(self, seat)

    monkeypatch.setattr(Outlook, "_searched", noted)
    game = at("euro", hands=["BBBGGGG", "RRR"], tickets={0: ["ada--dol"], 1: ["cis--bor"]})
    outlook = game.outlook()
    first = outlook.tickets(0)
    for action in ("draw", "draw", "draw", "draw"):
        play(game, action)
        assert outlook.tickets(0) is first
        assert outlook.claimed(0, {"ada--bor"}) == ({"ada--dol": {"ada--bor": 2}}, {})
    assert searched == [0]
    play(game, "claim ada--bor BBB")
    assert outlook.tickets(0)[0].missing == 2
    assert searched == [0, 0]
    play(game, "station cis R")
    outlook.tickets(0)
    assert searched == [0, 0, 0]
    play(game, "tickets")
    assert len(outlook.tickets(0)) == 4
    play(game, f"keep {' '.join(game.view(0).offered)}")
    before = len(searched)
    play(game, "tickets")
    outlook.tickets(0)
    assert len(searched) == before + 1, "its own kept ones; what another seat looks at changes nothing"


def test_tickets_are_written_as_they_are() -> None:
    outlook = at("euro", tickets={0: ["ada--dol"]}).outlook()
    told = msgspec.json.decode(outlook.ahead(0).written, type=tuple[TicketProgress, ...])
    assert told == outlook.tickets(0)
