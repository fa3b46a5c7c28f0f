"""Lessons as data: a board, a position, steps with conditions and texts; played by the real engine."""
