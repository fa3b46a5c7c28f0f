"""The planner's decisions, compiled: they depend on a seat's sight alone, never on the state of a game.

The weights are in ``weights``. Other numbers in these modules were chosen by hand; no measurements of single
values were kept. docs/strength.md measures the planner as a whole.
"""
