"""Speed of rules, table and records; one command prints the table."""
