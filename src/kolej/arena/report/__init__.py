"""A report on a match: one HTML file with plots and maps."""
