"""What the environments refuse; read by those who write programs, so told in one language."""

from collections.abc import Collection

from incangold.errors import IncanGoldError
from incangold.words.catalogue import Catalogue


class ActionRefused(IncanGoldError):
    """Something that this player cannot do now."""

    def told(self, words: Catalogue) -> str:
        """Who, what and why."""
        return "{who} cannot take action {action}: {why}.".format(**self.facts)


class UnknownOption(IncanGoldError):
    """An option with a value that it cannot have."""

    def told(self, words: Catalogue) -> str:
        """Which, and what there is instead."""
        return "There is no {what} {value}; there are: {known}.".format(**self.facts)


class OptionRefused(IncanGoldError):
    """An option of a wrong kind."""

    def told(self, words: Catalogue) -> str:
        """Which, what and why."""
        return "{option} cannot be {value}: {why}.".format(**self.facts)


class NothingPlayed(IncanGoldError):
    """A step before the first game, or after the end of one."""

    def told(self, words: Catalogue) -> str:
        """What to do about it."""
        return "No game is being played: call reset() first."


def refuse_unless_known(what: str, value: object, known: Collection[str]) -> None:
    """Refuse a value that is none of these."""
    if value not in known:
        raise UnknownOption(what=what, value=repr(value)[:40], known=", ".join(known))
