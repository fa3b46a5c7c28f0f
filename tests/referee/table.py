"""What lies on the table, and what each action does to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from . import legal
from .board_file import ORDER, BoardFile, Told, check
from .countries import take_country_cards
from .luck import Luck

ROUNDS_OF_NOTHING = 10
MOST_REPLACEMENTS = 10


class Seat:
    def __init__(self, rules: Told) -> None:
        self.hand: Counter[str] = Counter()
        self.tickets: set[str] = set()
        self.offered: list[str] = []
        self.routes: list[str] = []
        self.trains: int = rules["trains"]
        self.stations: list[str] = []
        self.cards: list[tuple[str, int]] = []


class Tunnel:
    """A tunnel that is being decided (E3)."""

    def __init__(self, route: str, laid: Counter[str], turned: Counter[str], colour: str, due: int) -> None:
        self.route, self.laid, self.turned, self.colour, self.due = route, laid, turned, colour, due


class Table:
    """A game, from the deal on."""

    def __init__(self, board: BoardFile, seats: int, luck: Luck, deal: Sequence[str]) -> None:
        self.board, self.rules, self.luck = board, board.rules, luck
        self.deck = Counter(board.cards)
        self.discards: Counter[str] = Counter()
        self.display: Counter[str] = Counter()
        self.stays = False
        self.seats = [Seat(self.rules) for _ in range(seats)]
        self.stacks = {country: list(cards) for country, cards in board.countries.items()}
        self.unseen = [name for name, t in board.tickets.items() if not t.get("long")]
        self.blocks: list[list[str]] = []
        self.first_given: list[str] = []
        self.phase = "first"
        self.tunnel: Tunnel | None = None
        self.last: int | None = None
        """Turns left in the last round."""
        self.idle = self.passes = self.passed = 0
        self.moves = 0
        self.waiting = list(range(seats))
        luck.begin(0, deal)
        self._set_up()
        luck.end()

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def awaited(self) -> list[int]:
        if self.phase == "first":
            return list(self.waiting)
        return [] if self.over else [self.player]

    def _set_up(self) -> None:
        for seat in self.seats:
            for _ in range(self.rules["hand"]):
                card = self._draw()
                if card is not None:
                    seat.hand[card] += 1
        self._refill()
        long = [name for name, t in self.board.tickets.items() if t.get("long")]
        for seat in self.seats:
            for _ in range(self.rules["first_long_tickets"]):
                seat.offered.append(self.luck.token(long))
                long.remove(seat.offered[-1])
            self._offer(seat, self.rules["first_tickets"])
        self.player = int(self.luck.token([str(n) for n in range(len(self.seats))]))

    # ---- cards

    def _reshuffle(self) -> None:
        """At the moment the deck is empty the discards are the deck (C5)."""
        if self.deck.total() == 0:
            self.deck, self.discards = self.discards, Counter()

    def _draw(self) -> str | None:
        if not self.deck.total():
            return None
        card = self.luck.token([letter for letter in ORDER for _ in range(self.deck[letter])])
        self.deck[card] -= 1
        self._reshuffle()
        return card

    def _refill(self) -> None:
        """C4, C6."""
        at, most = self.rules["display_replaced_at"], self.rules["display"]
        for replaced in range(MOST_REPLACEMENTS + 1):
            while self.display.total() < most and self.deck.total():
                self.display[self._draw() or ""] += 1
            if not at or self.display["L"] < at or self.stays:
                return
            everything = self.deck + self.discards + self.display
            if replaced == MOST_REPLACEMENTS or everything.total() - everything["L"] <= most - at:
                self.stays = True
                return
            self.discards += self.display
            self.display = Counter()
            self._reshuffle()

    def _pay(self, cards: Counter[str]) -> None:
        self.discards += cards
        self._reshuffle()
        self._refill()

    def _spend(self, seat: Seat, cards: str) -> Counter[str]:
        count = Counter(cards)
        check("".join(sorted(cards, key=ORDER.index)) == cards, "cards out of order")
        check(all(seat.hand[card] >= n for card, n in count.items()), "cards that are not in the hand")
        seat.hand -= count
        return count

    def conserved(self) -> None:
        """No card is lost or made."""
        aside = self.tunnel.laid + self.tunnel.turned if self.tunnel else Counter()
        piles = [self.deck, self.discards, self.display, aside, *(seat.hand for seat in self.seats)]
        check(sum(piles, Counter()) == Counter(self.board.cards) + Counter(), "cards are lost or made")
        check(all(n >= 0 for pile in piles for n in pile.values()), "fewer than no cards")
        check(self.display.total() <= self.rules["display"], "too many face-up cards")

    # ---- tickets

    def tickets_left(self) -> int:
        return len(self.unseen) + sum(map(len, self.blocks))

    def _offer(self, seat: Seat, count: int) -> None:
        """From those that nobody has seen; then of the earliest block given back (C11)."""
        for _ in range(count):
            pool = self.unseen or next((block for block in self.blocks if block), [])
            if not pool:
                return
            pool.sort(key=self.board.ticket_order.__getitem__)
            seat.offered.append(self.luck.token(pool))
            pool.remove(seat.offered[-1])

    def _keep(self, seat: Seat, names: list[str], least: int) -> list[str]:
        check(len(set(names)) == len(names), "a ticket twice")
        check(set(names) <= set(seat.offered), "not offered")
        check(len(names) >= min(least, len(seat.offered)), "too few kept")
        given = [name for name in seat.offered if name not in names]
        seat.tickets |= set(names)
        seat.offered = []
        return given

    # ---- the course of the game

    def move(self, number: int, action: str, tokens: Sequence[str]) -> None:
        """One action of a seat, with its luck."""
        check(not self.over, "a move after the end")
        check(0 <= number < len(self.seats), "no such seat")
        self.moves += 1
        self.luck.begin(self.moves, tokens)
        verb, *rest = action.split(" ")
        if self.phase == "first":
            self._first(number, verb, rest)
        else:
            check(number == self.player, "another seat's turn")
            expected = {"second": ["draw"], "keep": ["keep"], "tunnel": ["pay", "give"]}
            check(verb in expected.get(self.phase, ["draw", "tickets", "claim", "station"]), "not now")
            if getattr(self, f"_do_{verb}")(self.seats[number], rest):
                self.idle = self.idle + 1 if verb == "give" else 0
                self.passes = 0
                self._end_turn()
        self.luck.end()
        self.conserved()

    def _first(self, number: int, verb: str, names: list[str]) -> None:
        check(verb == "keep" and number in self.waiting, "first tickets come first")
        given = self._keep(self.seats[number], names, self.rules["first_keep"])
        self.first_given += given if self.rules["first_unkept"] == "under" else []
        self.waiting.remove(number)
        if not self.waiting:
            self.blocks.append(self.first_given)
            self.phase = "turn"
            self._pass_over()

    def _end_turn(self) -> None:
        self._count_turn()
        self._pass_over()

    def _count_turn(self) -> None:
        """C12, C15."""
        self.phase = "turn"
        if self.last is not None:
            self.last -= 1
        elif self.seats[self.player].trains <= self.rules["last_round_at"]:
            self.last = len(self.seats)
        n = len(self.seats)
        self.player = (self.player + 1) % n
        if self.last == 0 or self.passes == n or self.idle >= ROUNDS_OF_NOTHING * n:
            self.phase = "over"

    def _pass_over(self) -> None:
        """A seat passes if it can do nothing at all, and only then (C15)."""
        while self.phase == "turn" and not legal.any_action(self, self.player):
            self.idle, self.passes, self.passed = self.idle + 1, self.passes + 1, self.passed + 1
            self._count_turn()

    # ---- actions; each says whether it ends the turn

    def _do_draw(self, seat: Seat, rest: list[str]) -> bool:
        check(" ".join(["draw", *rest]) in legal.draws(self), "this card cannot be taken")
        whole = self.rules["locomotive_is_whole_draw"]
        second = self.phase == "second"
        if rest:
            self.display[rest[0]] -= 1
            seat.hand[rest[0]] += 1
            self.stays = False
            self._refill()
        else:
            seat.hand[self._draw() or ""] += 1
        if second or (rest == ["L"] and whole):
            return True
        self.phase = "second"
        return not legal.draws(self)

    def _do_tickets(self, seat: Seat, rest: list[str]) -> bool:
        self._offer(seat, self.rules["later_tickets"])
        check(seat.offered and not rest, "no tickets left")
        self.phase = "keep"
        return False

    def _do_keep(self, seat: Seat, rest: list[str]) -> bool:
        given = self._keep(seat, rest, self.rules["later_keep"])
        if given and self.rules["later_unkept"] == "under":
            self.blocks.append(given)
        return True

    def _do_station(self, seat: Seat, rest: list[str]) -> bool:
        city, cards = rest
        check(city in self.board.cities, "no such city")
        check(not any(city in other.stations for other in self.seats), "a station is there")
        check(len(seat.stations) < self.rules["stations"], "no station left")
        legal.check_station_payment(self, seat, cards)
        seat.stations.append(city)
        self._pay(self._spend(seat, cards))
        return True

    def _do_claim(self, seat: Seat, rest: list[str]) -> bool:
        name, cards = rest
        check(name in self.board.routes, "no such route")
        legal.check_claim(self, seat, name)
        single, _, swapped = cards.partition("+")
        legal.check_payment(self.board, name, single, len(swapped))
        paid = self._spend(seat, single) + self._spend(seat, swapped)
        if self.board.kind(name) != "tunnel":
            self._take(seat, name, paid)
            return True
        turned = Counter(card for _ in range(self.rules["tunnel_cards"]) if (card := self._draw()))
        due = turned["L"] + (turned[single[0]] if single[0] != "L" else 0)
        if due:
            self.tunnel = Tunnel(name, paid, turned, single[0], due)
            self.phase = "tunnel"
            return False
        self.discards += turned
        self._take(seat, name, paid)
        return True

    def _do_pay(self, seat: Seat, rest: list[str]) -> bool:
        tunnel = self.tunnel
        assert tunnel is not None
        (cards,) = rest
        check(len(cards) == tunnel.due and set(cards) <= {tunnel.colour, "L"}, "not what is due")
        extra = self._spend(seat, cards)
        self.discards += tunnel.turned
        self.tunnel = None
        self._take(seat, tunnel.route, tunnel.laid + extra)
        return True

    def _do_give(self, seat: Seat, rest: list[str]) -> bool:
        check(rest == ["up"], "give up")
        assert self.tunnel is not None
        seat.hand += self.tunnel.laid
        turned, self.tunnel = self.tunnel.turned, None
        self._pay(turned)
        return True

    def _take(self, seat: Seat, name: str, paid: Counter[str]) -> None:
        before = list(seat.routes)
        seat.routes.append(name)
        seat.trains -= self.board.length(name)
        self._pay(paid)
        seat.cards += take_country_cards(self.board, self.stacks, before, name)
