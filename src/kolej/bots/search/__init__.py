"""Looks ahead: plays every promising action to the end of the game many times, with hidden cards guessed.

``candidates`` says which actions are tried, ``inference`` what the others' routes tell of their tickets,
``rollouts`` plays the games, ``halving`` divides the time and chooses. Only what happens within a game is
compiled.
"""
