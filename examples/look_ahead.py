#!/usr/bin/env python3
"""The trained player with a look ahead: it lays what the coach would advise, every next card considered.

    incangold arena examples/look_ahead.py:LookAhead amauta amauta amauta --games 1000

It takes its time: for every choice it plays out what the others may do and every card that may come.
"""

from incangold.coach.advice import advice
from incangold.game import Choice
from incangold.view import View


class LookAhead:
    """The choice that costs nothing, as the coach sees it."""

    def choose(self, view: View) -> tuple[Choice, ...]:
        """The best joint choice of those who are to choose."""
        return advice(view).choices[0].cards
