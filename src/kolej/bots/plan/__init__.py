"""The planner's thinking, compiled: on a seat's sight alone, never on the state of a game."""
