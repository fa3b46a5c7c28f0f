"""Routes that other players seem to need, as their claims tell, and what taking those away is worth."""

from __future__ import annotations

from kolej.bots.plan.weights import BLOCK
from kolej.bots.plan.workspace import Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, rule, whole
from kolej.rules.network import join_routes, touched
from kolej.rules.sight import Sight


@rule
def find_blocks(board: Board, sight: Sight, mind: Mind) -> None:
    """Note the free routes that would join two networks of another player who has the trains for it."""
    mind.blocks[0] = U(0)
    mind.blocks[1] = U(0)
    if mind.weight[BLOCK] == 0.0:
        return
    seat = sight.seat[0]
    for other in range(sight.players[0]):
        if other == seat:
            continue
        low = sight.owned[other, 0]
        high = sight.owned[other, 1]
        join_routes(board, low, high, mind.group)
        places = touched(board, low, high)
        for word in range(2):
            rest = mind.free[word] & sight.claimable[other, word]
            while rest:
                place = lowest(rest)
                route = 64 * word + place
                rest &= rest - U(1)
                a = board.route_a[route]
                b = board.route_b[route]
                if not (places & bit(a) and places & bit(b)) or mind.group[a] == mind.group[b]:
                    continue
                if sight.trains[other] >= board.length[route]:
                    mind.blocks[word] |= bit(place)


@rule
def block_worth(sight: Sight, mind: Mind, route: int) -> float:
    """Points that taking a route away from those who seem to need it is worth; less with many."""
    if not mind.blocks[route >> 6] & bit(whole(route & 63)):
        return 0.0
    others = sight.players[0] - 1
    return mind.weight[BLOCK] / (others * others)
