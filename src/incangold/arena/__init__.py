"""Bots against bots, honestly counted: contest, match, arena, tally, report."""
