"""What is wrong with a board, and what is probably not meant."""
