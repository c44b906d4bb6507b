"""One game being played, and every secret in the house."""
