"""How the planner decides: it makes a plan, values every option, and takes the best."""

from __future__ import annotations

from kolej.bots.plan.blocks import find_blocks
from kolej.bots.plan.card_draws import best_draw, draw_worth
from kolej.bots.plan.cards import weigh_cards
from kolej.bots.plan.claims import EVERY, NEEDED, PLANNED, best_claim, claim_worth
from kolej.bots.plan.costs import count_unseen, weigh_routes
from kolej.bots.plan.endings import has_waited
from kolej.bots.plan.game_length import foresee_end
from kolej.bots.plan.goals import (
    add_tickets,
    begin,
    join_best,
    join_lent,
    joined_by_own,
    measure,
    plan_countries,
    plan_fill,
)
from kolej.bots.plan.mistakes import errs, remembered
from kolej.bots.plan.payments import choose_swapped, lacking_after_row
from kolej.bots.plan.stations import any_station, best_station, station_worth
from kolej.bots.plan.ticket_deck import tickets_in_deck
from kolej.bots.plan.tickets import choose_tickets, expect_tickets, worth_of_keeping
from kolej.bots.plan.weights import DEBUT, EAGER, HOARDS, KNOWN, ONLY_COUNTRIES
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import rule, whole
from kolej.rules.rows import (
    CLAIM,
    DRAW_TICKETS,
    KEEP,
    LOCO,
    ROW_BLIND,
    ROW_CARD,
    ROW_EXTRA,
    ROW_GIVE_UP,
    ROW_OPEN,
    ROW_TICKETS,
    STATION,
    SWAP,
)
from kolej.rules.sight import Sight
from kolej.rules.state import CHOOSE_TICKETS, FIRST_TICKETS, PAY_SWAP, SECOND_CARD, TUNNEL

DUMPING = 4.0
"""With fewer turns left than this, consider every payable route, not only the plan's."""
HOARD = 14
"""A player who hoards claims nothing while holding this many cards or fewer."""


@rule
def think(board: Board, sight: Sight, mind: Mind) -> None:
    """Work out prices, the end of the game, the plan, and what cards and tickets are worth to it."""
    count_unseen(board, sight, mind)
    foresee_end(board, sight, mind)
    weigh_routes(board, sight, mind)
    tickets = remembered(sight, mind)
    mind.made[0] = joined_by_own(board, sight, mind, tickets)
    tickets &= ~mind.made[0]
    if mind.weight[ONLY_COUNTRIES] == 0.0:
        join_best(board, sight, mind, tickets)
        plan_countries(board, sight, mind)
    else:
        begin(board, sight, mind, 0.0)
        plan_countries(board, sight, mind)
        measure(board, mind, tickets)
        add_tickets(board, sight, mind, tickets, 1.0)
    if sight.phase[0] != SECOND_CARD:
        expect_tickets(board, sight, mind)
    join_lent(board, mind)
    find_blocks(board, sight, mind)
    plan_fill(board, sight, mind)
    weigh_cards(board, sight, mind)


@rule
def overdue(sight: Sight, mind: Mind) -> bool:
    """Whether the player has laid nothing so far and does not want to wait any longer."""
    seat = sight.seat[0]
    if mind.weight[DEBUT] == 0.0 or sight.owned[seat, 0] | sight.owned[seat, 1]:
        return False
    return sight.turns[0] // sight.players[0] + 1 >= mind.weight[DEBUT]


@rule
def pays_to_draw(sight: Sight, mind: Mind, most: float, must: bool) -> bool:
    """Whether to draw tickets, when something else is worth this much; never at a loss unless one must."""
    gain = mind.tickets_gain[0]
    if tickets_in_deck(sight) == 0 or gain <= most:
        return False
    wanted: bool = gain > 0.0 or must or mind.weight[KNOWN] == 0.0
    return wanted


@rule
def decide_turn(board: Board, sight: Sight, mind: Mind) -> int:
    think(board, sight, mind)
    most, best = best_draw(board, sight, mind)
    debut = overdue(sight, mind)
    hoards = mind.left[0] > 4.0 and errs(mind, whole(HOARDS), whole(sight.turns[0] >> 4))
    if not hoards or debut or sight.hand_size[sight.seat[0]] > HOARD or best < 0:
        every = best < 0 or mind.left[0] < DUMPING
        value, row = best_claim(board, sight, mind, EVERY if every else PLANNED)
        if debut and row < 0:
            value, row = best_claim(board, sight, mind, EVERY)
        if row >= 0 and (debut or value + mind.weight[EAGER] > most):
            most, best = max(most, value), row
    value, row = best_station(board, sight, mind)
    if row >= 0 and value > most:
        most, best = value, row
    if pays_to_draw(sight, mind, most, best < 0):
        return ROW_TICKETS
    if ROW_OPEN <= best <= ROW_BLIND and has_waited(board, sight, mind):
        value, row = best_claim(board, sight, mind, NEEDED)
        best = row if value > -HUGE / 4.0 else best
    if best < 0:
        best = any_station(board, sight, mind)
    return best if best >= 0 else ROW_TICKETS


@rule
def decide_tunnel(board: Board, sight: Sight) -> int:
    """Pay the extra cost of a tunnel if possible, with colours rather than locomotives."""
    colour = board.action[sight.laid[0], 2]
    extra = sight.extra[0]
    locos = extra
    if colour < LOCO:
        locos = max(0, extra - sight.hand[colour])
    if locos > sight.hand[LOCO]:
        return ROW_GIVE_UP
    return ROW_EXTRA + locos


@rule
def decide_swapped(board: Board, sight: Sight, mind: Mind) -> int:
    """The next card to swap; every step of one payment arrives at the same set."""
    think(board, sight, mind)
    choose_swapped(board, sight, mind, whole(sight.laid[0]))
    for card in range(9):
        if mind.swapped[card] > sight.swapped[card]:
            return ROW_CARD + card
    return ROW_CARD


@rule
def decide(board: Board, sight: Sight, mind: Mind) -> int:
    """The row that the planner chooses."""
    phase = sight.phase[0]
    if phase in (FIRST_TICKETS, CHOOSE_TICKETS):
        foresee_end(board, sight, mind)
        weigh_routes(board, sight, mind)
        return choose_tickets(board, sight, mind)
    if phase == TUNNEL:
        return decide_tunnel(board, sight)
    if phase == PAY_SWAP:
        return decide_swapped(board, sight, mind)
    if phase == SECOND_CARD:
        think(board, sight, mind)
        return best_draw(board, sight, mind)[1]
    return decide_turn(board, sight, mind)


@rule
def worth_of(board: Board, sight: Sight, mind: Mind, row: int) -> float:
    """What a legal row is worth, in points; ``think`` must have run before."""
    kind = board.action[row, 0]
    if kind == KEEP:
        return worth_of_keeping(board, sight, mind, board.action[row, 1])
    if kind in (CLAIM, SWAP):
        return claim_worth(board, sight, mind, row, lacking_after_row(board, sight, mind, row))
    if kind == STATION:
        return station_worth(board, sight, mind, row)
    if kind == DRAW_TICKETS:
        return mind.tickets_gain[0]
    if sight.phase[0] == TUNNEL:
        return 1.0 if row == decide_tunnel(board, sight) else 0.0
    return draw_worth(board, sight, mind, row)
