"""Telling players who have closed the page that it is their turn."""
