"""Ids of tables, players and tokens: random, and easy to read out."""

from __future__ import annotations

import secrets

LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that look alike: people may have to read an id out."""


def new_id(length: int = 12) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
