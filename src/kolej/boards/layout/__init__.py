"""Where everything on a board lies."""
