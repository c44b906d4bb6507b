"""The web table: what goes over the wire, who sits where, what is kept, and who is told."""
