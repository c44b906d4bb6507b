"""Incan Gold / Diamant: the rules, a table to play at, and everything that is built on them."""

__version__ = "0.1.0"
