"""Faults and warnings of a board."""
