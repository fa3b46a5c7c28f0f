"""What a planner weighs. A line each: its place, its name, its value in the best planner, its meaning.

The places are constants for compiled code. Keep their order: a place is part of the seed of a mistake.
"""

from __future__ import annotations

BEST: dict[str, float] = {}
"""How the best planner known weighs things, by name, in the order of places."""


def weight(name: str, best: float) -> int:
    """Add a weight; its place."""
    BEST[name] = best
    return len(BEST) - 1


TURN_WORTH = weight("turn", 2.172)  # points that a turn is worth when ways are priced
TRAIN_WORTH = weight("train", 0.304)  # the same for a train
POINTS = weight("points", 0.587)  # how much of a route's points makes it cheaper
HELD = weight("held", 0.5)  # how much of the hand counts when a route is priced: others want the cards too
SCARCE = weight("scarce", 1.25)  # turns for two cards of a given colour
GREY = weight("grey", 0.764)  # turns for two cards of any one colour
LOCOMOTIVE = weight("locomotive", 1.7)  # cards that a locomotive stands for
TUNNEL_CARDS = weight("tunnel", 0.549)  # cards that a tunnel costs more
CARD = weight("card", 5.5)  # points for a card by which the plan is shorter
SOON = weight("soon", 0.25)  # for a card that brings the nearest route nearer
NEED = weight("need", 1.2)  # how much more cards for tickets and countries count than those for points
RISK = weight("risk", 0.8)  # how much the chance counts that others take a route
LATE = weight("late", 2.6)  # points for a turn that the plan takes too long
HURRY = weight("hurry", 20.0)  # points for a turn that a route comes too late, even with the luckiest cards
MARGIN = weight("margin", 0.711)  # the share of the turns left that a plan may take
ROOM = weight("room", 0.9)  # the share of the trains left that a plan may take
TIGHT = weight("tight", 1.5)  # what a train costs more when trains are to be saved
PACE = weight("pace", 1.026)  # how fast others are taken to lay their trains
FILL = weight("fill", 1.0)  # points that a turn for a mere route must bring
SPARE = weight("spare", 0.432)  # cards that a locomotive left over saves
TICKET = weight("ticket", 0.173)  # points that a ticket is worth beyond its own
MOST_TICKETS = weight("most", 0.4)  # the share of the bonus for most tickets that one more brings
HOPE = weight("hope", 0.7)  # how much of what more tickets promise is believed
READY = weight("ready", 4.0)  # turns that the plan may still take when tickets are drawn
SLACK = weight("slack", 4.0)  # turns that must be left beyond the plan for that
LINK = weight("link", 0.3)  # points a train for a route that goes on from own ones
COUNTRY = weight("country", 1.029)  # how much of the country cards' points counts
STATION = weight("station", 0.855)  # points that a station costs beyond what it does
STATIONS = weight("stations", 1.0)  # whether stations are built at all
ONLY_COUNTRIES = weight("only_countries", 0.0)  # whether nothing but country cards is wanted
CHANCE = weight("chance", 0.431)  # the least chance at which a tunnel is tried
FORGETS = weight("forgets", 0.0)  # how likely a ticket is forgotten
HOARDS = weight("hoards", 0.0)  # how likely cards are drawn though a route could be claimed
OVERLOOKS = weight("overlooks", 0.0)  # how likely it is not seen that the game ends soon
LONG_SHOTS = weight("long_shots", 0.0)  # how likely a ticket or a tunnel is tried against the odds
NOISE = weight("noise", 0.0)  # points by which an action is misjudged, at most
BOTTLENECK = weight("bottleneck", 0.4)  # how much more the colour counts that lacks most
STEEP = weight("steep", 0.3)  # turns for every card of one colour beyond two
