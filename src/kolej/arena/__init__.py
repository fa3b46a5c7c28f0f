"""Many games between bots, with every seating of every seed, and what can be learned from them."""
