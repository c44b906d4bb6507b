"""Players that see a View and lay a card; the roster turns a name into a bot."""
