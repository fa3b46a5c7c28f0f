"""The typed face of the rules: games, actions, events, views, records."""
