"""One game, and one block of games: the same deal in every seating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from kolej.arena.game_result import Failure, GameResult, Tally, blank, played
from kolej.arena.guard import SINCE, Guard, Misbehaviour, TooSlow
from kolej.arena.match import Match, Seating, number
from kolej.bots import Bot, bot
from kolej.game.actions import Action, Claim, IllegalAction, InvalidAction, PayExtra, checked
from kolej.game.compiled import Compiled
from kolej.game.game import Game
from kolej.game.record import Source
from kolej.game.refusals import rows_of
from kolej.game.rulebook import Rulebook
from kolej.rules.sight import NOBODY
from kolej.rules.structs import Values

Forced = Mapping[int, tuple[int, Failure]]
"""By seat: the decision at which its bot is known to bring the process down, and the reason to report.

A failure that belongs to no seat is the engine's; the game is then played through the bot interface.
"""


class Engine(Protocol):
    """Plays a game between bots without returning to Python for their decisions."""

    def play(self, game: Compiled, seed: int, seeds: Sequence[int], tally: Values) -> None:
        """Play a game from the deal to its end; ``tally`` must be a blank ``Tally``.

        ``seed`` is the seed of the game, ``seeds`` are those of the bots, by seat.
        """
        ...


def compiled(seating: Seating) -> Engine | None:
    """An engine for these bots, in this order, if all of them are compiled."""
    from kolej.bots.presets import SETUPS

    if any(name not in SETUPS for name in seating):
        return None
    from kolej.arena.compiled_games import Planners

    return Planners(seating)


def play_block(
    match: Match,
    block: int,
    guard: Guard,
    forced: Mapping[int, Forced] | None = None,
    records: Path | None = None,
) -> tuple[GameResult, ...]:
    """All games of a seed. ``forced`` has the failures known from an earlier attempt, by game."""
    book, seed, found = match.book, match.deal(block), []
    for game, seating in enumerate(match.seatings):
        guard.at(block, game)
        known = (forced or {}).get(game, {})
        engine = None if known or records else compiled(seating)
        if engine is None:
            file = records / f"{block:06d}-{game:03d}.json" if records else None
            found.append(play(book, seed, seating, guard, known, file))
        else:
            found.append(play_compiled(engine, book, seed, seating, guard))
    return tuple(found)


def play_compiled(engine: Engine, book: Rulebook, seed: int, seating: Seating, guard: Guard) -> GameResult:
    """A game played by an engine. If that takes too long, it is played again through the bot interface, which
    shows whose fault it is."""
    game, tally = Compiled(book), blank()
    guard.wait_for(NOBODY, 0)
    try:
        engine.play(game, seed, own_seeds(seed, len(seating)), tally)
    except TooSlow:
        return play(book, seed, seating, guard)
    finally:
        guard.clock[SINCE] = 0
    return played(book, game.state, tally, seed=seed, seating=seating)


def own_seeds(seed: int, players: int) -> list[int]:
    """The seeds of a game's bots, by seat."""
    return [number(seed, seat) for seat in range(players)]


def play(
    book: Rulebook,
    seed: int,
    seating: Seating,
    guard: Guard,
    forced: Forced | None = None,
    record: Path | None = None,
) -> GameResult:
    """A game through the bot interface: views and legal actions out, actions in. A record is optional."""
    seeds = own_seeds(seed, len(seating))
    if record is None:
        quick = Quick(Compiled.dealt(book, len(seating), seed))
        return Round(quick, seating, seeds, guard, forced or {}).played(seed)
    told = Recorded(Game.start(book, len(seating), Source(kind="seeded", seed=seed), None, _called(seating)))
    found = Round(told, seating, seeds, guard, forced or {}).played(seed)
    record.write_bytes(told.game.record().to_json())
    return found


def _called(seating: Seating) -> tuple[str, ...]:
    """Names for a record; paths do not belong there."""
    return tuple(spec.rpartition("/")[2][:60] for spec in seating)


class Recorded:
    """A game with events and a record."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled = game.compiled

    def move(self, seat: int, rows: list[int], legal: list[Action], action: Action) -> None:  # noqa: ARG002
        self.game.play(action, seat)


class Quick:
    """A game that is only played to its end: it has neither events nor a record."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    def move(self, seat: int, rows: list[int], legal: list[Action], action: Action) -> None:
        """Carry out an action. It is nearly always one of those listed, so its row is known."""
        book = self.compiled.book
        try:
            steps = book.codec.steps(action, rows[legal.index(action)])
        except ValueError:
            steps = rows_of(book, self.compiled.state[0], seat, checked(action))
        self.compiled.carry_out(seat, steps)


class Round:
    """Bots playing one game until it is over."""

    def __init__(
        self, table: Quick | Recorded, seating: Seating, seeds: list[int], guard: Guard, forced: Forced
    ) -> None:
        self.table = table
        self.game = table.compiled
        self.seating = seating
        self.seeds = seeds
        self.guard = guard
        self.forced = forced
        self.failures: list[Failure] = []
        self.tally = blank()
        self.decisions = [0] * len(seating)
        self.nanoseconds = [0] * len(seating)
        self.owned = [(0, 0)] * len(seating)
        self.bots = [self._seated(seat) for seat in range(len(seating))]

    def _seated(self, seat: int) -> Bot:
        try:
            return self.guard.run(lambda: bot(self.seating[seat], self.seeds[seat]), seat, 0)
        except Misbehaviour as why:
            return self._replaced(seat, why)

    def _replaced(self, seat: int, why: Misbehaviour) -> Bot:
        """A bot that finishes the game for this seat, so that the game counts for the others."""
        self.failures.append(Failure(seat, why.kind, why.reason, self.decisions[seat]))
        return bot("random", self.seeds[seat])

    def played(self, seed: int) -> GameResult:
        game, tally = self.game, self.tally
        while not game.over:
            self._decide(game.awaited[0])
        table: Tally = tally[0]
        for seat, count in enumerate(self.decisions):
            table.decisions[seat] = count
            table.nanoseconds[seat] = self.nanoseconds[seat]
        return played(
            game.book,
            game.state,
            tally,
            seed=seed,
            seating=self.seating,
            failures=tuple(self.failures),
        )

    def _decide(self, seat: int) -> None:
        game = self.game
        rows = game.rows(seat)
        legal = game.actions(rows, seat)
        turn = game.turns
        try:
            action = self._choice(seat, legal)
            self._carry_out(seat, rows, legal, action)
        except Misbehaviour as why:
            self.bots[seat] = self._replaced(seat, why)
            action = self.bots[seat].choose(game.view(seat), legal)
            self.table.move(seat, rows, legal, action)
        if isinstance(action, Claim | PayExtra):
            self._note_claims(seat, turn)

    def _choice(self, seat: int, legal: list[Action]) -> Action:
        decision = self.decisions[seat]
        if seat in self.forced and self.forced[seat][0] == decision and not self._failed(seat):
            known = self.forced[seat][1]
            raise Misbehaviour(known.kind, known.reason)
        view = self.game.view(seat)
        action, spent = self.guard.choice(self.bots[seat], seat, decision, view, legal.copy())
        if not self._failed(seat):
            self.decisions[seat] += 1
            self.nanoseconds[seat] += spent
        return action

    def _failed(self, seat: int) -> bool:
        return any(failure.seat == seat for failure in self.failures)

    def _carry_out(self, seat: int, rows: list[int], legal: list[Action], action: object) -> None:
        if not isinstance(action, Action):
            kind = type(action).__name__
            raise Misbehaviour("illegal", f"chose {_shown(action)}, which is not an action but a {kind}")
        try:
            self.table.move(seat, rows, legal, action)
        except (IllegalAction, InvalidAction) as error:
            raise Misbehaviour("illegal", f"chose {_shown(action)}: {error}") from None
        except Exception as error:
            raise Misbehaviour("illegal", f"chose something unreadable: {type(error).__name__}") from None

    def _note_claims(self, seat: int, turn: int) -> None:
        """Note when routes were claimed, and when the first country cards were won."""
        state: Any = self.game.state[0]
        tally: Tally = self.tally[0]
        before, now = self.owned[seat], (int(state.owned[seat, 0]), int(state.owned[seat, 1]))
        if now == before:
            return
        self.owned[seat] = now
        fresh = (now[0] ^ before[0]) | (now[1] ^ before[1]) << 64
        tally.taken_at[fresh.bit_length() - 1] = turn
        if self.game.book.countries and tally.joined_at[seat] < 0 and (state.card_owner == seat).any():
            tally.joined_at[seat] = turn


def _shown(thing: object) -> str:
    try:
        text = " ".join(str(thing).split())
    except Exception:
        text = f"a {type(thing).__name__}"
    return f'"{text[:80]}"'
