"""Bots against bots, honestly counted: match, report."""
