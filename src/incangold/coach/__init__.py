"""Explains, never plays: advice for a View, review of a Record."""
