"""How older databases are brought up to date."""
