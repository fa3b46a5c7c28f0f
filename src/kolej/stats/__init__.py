"""Ratings, intervals and sequential tests."""
