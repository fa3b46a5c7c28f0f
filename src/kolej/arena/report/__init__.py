"""A page on what was played: one file of HTML, with its plots and its maps."""
