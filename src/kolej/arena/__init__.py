"""Many games between bots, every seating of every seed, and what can be learned from them."""
