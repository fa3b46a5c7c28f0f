"""What a board looks like."""
