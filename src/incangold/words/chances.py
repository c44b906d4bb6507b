"""The odds of a position in words and numbers, the same on the command line and at the table."""

from fractions import Fraction

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.game import PathCard
from incangold.odds import NextCard, driven_out_within, next_card
from incangold.path import artifacts_on, treasure_on
from incangold.words.catalogue import Catalogue

AHEAD = 5


def odds_told(words: Catalogue, deck: tuple[Card, ...], path: tuple[PathCard, ...], *, inside: int) -> list[str]:
    """What the next card may be, what it brings and how long one may go on."""
    if not deck:
        return [words.say("odds.no_card")]
    odds = next_card(deck, path, inside=inside)
    lines = [words.say("odds.driven_out", chance=words.percent(odds.driven_out)), *_deadly(words, deck, odds)]
    share, remainder = words.decimal(odds.share, 2), words.decimal(odds.remainder, 2)
    lines += [
        words.say("odds.share", n=inside, share=share, remainder=remainder),
        words.say("odds.lying", treasure=treasure_on(path), artifacts=_artifacts(words, path)),
        words.say("odds.kinds", **_kinds(words, odds)),
    ]
    ahead = range(2, min(AHEAD, len(deck)) + 1)
    if ahead:
        later = ", ".join(f"{cards}: {words.percent(driven_out_within(deck, path, cards=cards))}" for cards in ahead)
        lines.append(words.say("odds.ahead", chances=later))
    return lines


def _deadly(words: Catalogue, deck: tuple[Card, ...], odds: NextCard) -> list[str]:
    """Each hazard on the path with its chance; and every kind of which no pair can come together any more."""
    single = [card for card in odds.cards if isinstance(card, HazardCard) and deck.count(card) == 1]
    harmless = [card for card in single if card not in odds.deadly]
    return [
        words.say("odds.deadly", hazard=card, left=deck.count(card), chance=words.percent(chance))
        if chance
        else words.say("odds.harmless", hazard=card, left=0)
        for card, chance in odds.deadly.items()
    ] + [words.say("odds.harmless", hazard=card, left=1) for card in harmless]


def _kinds(words: Catalogue, odds: NextCard) -> dict[str, str]:
    kinds = {"treasure": TreasureCard, "hazard": HazardCard, "artifact": ArtifactCard}
    return {
        name: words.percent(sum((chance for card, chance in odds.cards.items() if isinstance(card, kind)), Fraction(0)))
        for name, kind in kinds.items()
    }


def _artifacts(words: Catalogue, path: tuple[PathCard, ...]) -> str:
    found = artifacts_on(path)
    return words.listed(map(words.name, found)) if found else words.say("odds.no_artifact")


def deck_told(words: Catalogue, deck: tuple[Card, ...]) -> list[str]:
    """What is left in the deck; anyone may count it."""
    treasures = [str(card.value) for card in deck if isinstance(card, TreasureCard)]
    hazards = [card for card in dict.fromkeys(deck) if isinstance(card, HazardCard)]
    artifacts = [words.name(card) for card in deck if isinstance(card, ArtifactCard)]
    return [
        words.say("deck.cards", n=len(deck)),
        words.say("deck.treasures", n=len(treasures), values=" ".join(treasures) or "–"),
        words.say(
            "deck.hazards",
            kinds=", ".join(f"{words.name(card)} {deck.count(card)}" for card in hazards) or "–",
        ),
        words.say("deck.artifacts", names=", ".join(artifacts) or "–"),
    ]
