"""HTTP: one module for each topic."""
