"""Perfect play where it can be computed."""
