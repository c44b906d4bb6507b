"""The same table in a terminal: people, bots, a hand of two cards."""
