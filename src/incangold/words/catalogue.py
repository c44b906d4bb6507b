"""One catalogue of sentences per language; it knows the cards by name and nothing of the game."""

import json
from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, Protocol, runtime_checkable

from incangold.cards import ArtifactCard, HazardCard, TreasureCard

# A fact in a sentence: a number, a name, a card, or anything else the catalogue has a word for.
Fact = object

LANGUAGES = ("en", "pl")


class Phrase:
    """A fact that is itself to be said in the reader's language."""

    def __init__(self, key: str, **facts: Fact) -> None:
        self.key = key
        self.facts = facts

    def told(self, words: "Catalogue") -> str:
        """The phrase in the catalogue's language."""
        return words.say(self.key, **self.facts)


class Names:
    """Several facts in a row, each by its name in the reader's language."""

    def __init__(self, *facts: Fact) -> None:
        self.facts = facts

    def told(self, words: "Catalogue") -> str:
        """The names with commas between."""
        return ", ".join(map(words.name, self.facts))


@runtime_checkable
class Told(Protocol):
    """Anything that tells itself: a phrase, names in a row, a refusal."""

    def told(self, words: "Catalogue") -> str:
        """What it says in the catalogue's language."""
        ...


def english_plural(n: int) -> str:
    """one | other."""
    return "one" if n == 1 else "other"


def polish_plural(n: int) -> str:
    """one | few | many: 1 kamień, 2 kamienie, 5 kamieni, 22 kamienie."""
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


SEPARATORS = {"en": {}, "pl": str.maketrans({",": "\u00a0", ".": ","})}

PLURALS: dict[str, Callable[[int], str]] = {"en": english_plural, "pl": polish_plural}


class Catalogue:
    """All the sentences of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.plural = PLURALS[language]
        text = resources.files("incangold.words").joinpath(f"{language}.json").read_text("utf-8")
        self.sentences: dict[str, str | dict[str, str]] = json.loads(text)

    def say(self, key: str, **facts: Fact) -> str:
        """The sentence under this key, with the facts put in; `n` decides its plural."""
        sentence = self.sentences[key]
        if isinstance(sentence, dict):
            n: Any = facts["n"]
            sentence = sentence[self.plural(n)]
        return sentence.format_map({name: self.name(fact) for name, fact in facts.items()})

    def name(self, fact: Fact) -> str:
        """A card, hazard, artifact or choice by its name; anything else as it is."""
        match fact:
            case TreasureCard(value):
                return self.say("card.treasure", value=value)
            case HazardCard(kind) | ArtifactCard(kind):
                return self.name(kind)
            case Told():
                return fact.told(self)
            case Enum():
                return self.say(f"{type(fact).__name__.lower()}.{fact.value}")
        return str(fact)

    def decimal(self, number: float | Fraction, digits: int) -> str:
        """1,234.5 or 1 234,5, as the language writes it."""
        return f"{float(number):,.{digits}f}".translate(SEPARATORS[self.language])

    def percent(self, chance: float | Fraction) -> str:
        """12.5 %, with one digit behind the point."""
        return f"{self.decimal(100 * chance, 1)} %"

    def listed(self, parts: Iterable[str]) -> str:
        """Ana; Ana and Bo; Ana, Bo and Cy; nobody."""
        *others, last = list(parts) or [self.say("list.nobody")]
        return self.say("list.last", others=", ".join(others), last=last) if others else last


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one language, read once."""
    return Catalogue(language)
