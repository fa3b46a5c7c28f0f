"""A small game site: tables that people and programs play at through one protocol."""
