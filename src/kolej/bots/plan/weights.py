"""The planner's weights, one to a line: index, name, value in the best planner, meaning.

The indices are constants for compiled code. Keep their order: an index is part of the seed of a mistake.

How the values up to DEBUT were found was not recorded; docs/planner.md says how the others were found and
what they bring. docs/strength.md measures the planner that plays with them.
"""

from __future__ import annotations

BEST: dict[str, float] = {}
"""The weights of the best planner so far, by name, in the order of their indices."""


def weight(name: str, best: float) -> int:
    """Add a weight; return its index."""
    BEST[name] = best
    return len(BEST) - 1


TURN_WORTH = weight("turn", 2.172)  # points that a turn is worth when paths are priced
TRAIN_WORTH = weight("train", 0.304)  # points that a train is worth when paths are priced
POINTS = weight("points", 0.587)  # share of a route's points that makes it cheaper
HELD = weight("held", 0.5)  # share of the hand that counts in a route's price: others need it too
SCARCE = weight("scarce", 1.25)  # turns to collect two cards of a given colour
GREY = weight("grey", 0.764)  # turns to collect two cards of any one colour
LOCOMOTIVE = weight("locomotive", 1.7)  # cards that a required locomotive counts for
TUNNEL_CARDS = weight("tunnel", 0.549)  # extra cards that a tunnel costs
CARD = weight("card", 5.5)  # points for each card by which the plan gets shorter
SOON = weight("soon", 0.25)  # additional share for a card that helps the nearest route
NEED = weight("need", 1.2)  # how much more cards for tickets and countries count than cards for points
RISK = weight("risk", 0.8)  # how much the chance that others take a route counts
LATE = weight("late", 2.6)  # points lost for each turn that the plan takes too long
HURRY = weight("hurry", 20.0)  # points lost per turn that a route is late even with the luckiest cards
MARGIN = weight("margin", 0.711)  # share of the remaining turns that a plan may use
ROOM = weight("room", 0.9)  # share of the remaining trains that a plan may use
TIGHT = weight("tight", 1.5)  # additional cost of a train when trains must be saved
PACE = weight("pace", 1.026)  # factor on the estimated turns until another player ends the game
FILL = weight("fill", 1.0)  # points that a turn spent on a route for points must score
SPARE = weight("spare", 0.432)  # cards that a leftover locomotive saves
TICKET = weight("ticket", 0.173)  # points that a ticket is worth beyond its own
MOST_TICKETS = weight("most", 0.4)  # share of the bonus for most tickets that one more ticket is worth
HOPE = weight("hope", 0.7)  # share of the expected gain of new tickets that is believed
READY = weight("ready", 4.0)  # most turns that the plan may still need when tickets are drawn
SLACK = weight("slack", 4.0)  # turns that must remain beyond the plan when tickets are drawn
LINK = weight("link", 0.3)  # points per train for a route that continues from owned or planned ones
COUNTRY = weight("country", 1.029)  # share of the country cards' points that counts
STATION = weight("station", 0.855)  # points that a station costs beyond its own
STATIONS = weight("stations", 1.0)  # whether stations are built at all
ONLY_COUNTRIES = weight("only_countries", 0.0)  # whether only country cards count
CHANCE = weight("chance", 0.431)  # lowest chance at which a tunnel is tried
FORGETS = weight("forgets", 0.0)  # probability of forgetting a ticket
HOARDS = weight("hoards", 0.0)  # probability of drawing cards although a route could be claimed
OVERLOOKS = weight("overlooks", 0.0)  # probability of not noticing that the game ends soon
LONG_SHOTS = weight("long_shots", 0.0)  # probability of trying a ticket or a tunnel against the odds
NOISE = weight("noise", 0.0)  # most points by which an action is misjudged
BOTTLENECK = weight("bottleneck", 0.4)  # how much more the scarcest colour counts
STEEP = weight("steep", 0.3)  # additional turns for every card of one colour beyond two
EAGER = weight("eager", 0.0)  # points that a claim may be worth less than drawing and is made all the same
DEBUT = weight("debut", 0.0)  # turn from which a player without trains lays some if possible; 0 for never
ENDING = weight("ending", 2.0)  # points lost for each ticket point that ending the game forfeits
KNOWN = weight("known", 1.0)  # whether what is known of the ticket deck counts, and no loss is drawn
FINISH = weight("finish", 0.3)  # points for each train of others left when the game is ended ahead of them
PATH = weight("path", 1.0)  # share of the longest path's bonus that counts
LENT = weight("lent", 1.0)  # whether routes that own stations lend already cost nothing
PATH_GROWS = weight("path_grows", 0.6)  # share of the remaining trains that lengthens a path
PATH_SPREAD = weight("path_spread", 4.0)  # trains by which a path's estimated length is wrong
BLOCK = weight("block", 9.0)  # points for taking a route that joins two networks of the only other player
LINGERS = weight("lingers", 0.0)  # whether it never ends the game while it can do anything else
