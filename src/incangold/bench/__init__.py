"""Speed of rules, table, records and kernel, next to peers; one command prints the table."""
