"""The typed interface to the rules: games, actions, events, views, records."""
