"""Named editions: which cards, how artifacts score, which rulings apply."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from incangold.cards import (
    ARTIFACTS,
    HAZARDS,
    MOST_VALUABLE,
    Artifact,
    ArtifactCard,
    Card,
    Hazard,
    HazardCard,
    TreasureCard,
    in_box_order,
)
from incangold.errors import BadEdition, UnknownEdition, as_typed
from incangold.words.catalogue import Phrase

TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
PRINTED_WORTH = dict(zip(ARTIFACTS, (5, 7, 8, 10, 12), strict=True))


class Artifacts(StrEnum):
    """What artifacts are worth, if there are any."""

    NONE = "none"
    FIVE_THEN_TEN = "five_then_ten"
    PRINTED = "printed"


class ArtifactOrder(StrEnum):
    """How the artifacts come to lie under the Temple cards."""

    SHUFFLED = "shuffled"
    RISING = "rising"


class TurnOrder(StrEnum):
    """Who comes first in a turn: the leavers, or the card for those who stay."""

    LEAVERS_FIRST = "leavers_first"
    CARD_FIRST = "card_first"


class FirstHazard(StrEnum):
    """What follows when the very first card of a round is a hazard."""

    TURN_ANOTHER = "turn_another"
    CHOOSE = "choose"


class PathShare(StrEnum):
    """How leavers divide what lies on the path: all of it together, or card by card."""

    POOLED = "pooled"
    BY_CARD = "by_card"


@dataclass(frozen=True, kw_only=True)
class Edition:
    """One way to play, every choice of it named; `incan-gold` is all the defaults."""

    treasures: tuple[int, ...] = TREASURES
    hazards: tuple[Hazard, ...] = HAZARDS
    hazard_copies: int = 3
    artifacts: Artifacts = Artifacts.FIVE_THEN_TEN
    artifact_order: ArtifactOrder = ArtifactOrder.SHUFFLED
    turn_order: TurnOrder = TurnOrder.LEAVERS_FIRST
    first_hazard: FirstHazard = FirstHazard.TURN_ANOTHER
    path_share: PathShare = PathShare.POOLED
    open_tents: bool = False
    rounds: int = 5

    def __post_init__(self) -> None:
        self._insist("treasures", len(self.treasures) <= 60 and list(self.treasures) == sorted(self.treasures))
        self._insist("treasures", all(1 <= value <= MOST_VALUABLE for value in self.treasures))
        self._insist("hazards", list(self.hazards) == [kind for kind in HAZARDS if kind in self.hazards])
        self._insist("hazard_copies", 0 <= self.hazard_copies <= 9)
        self._insist("rounds", 1 <= self.rounds <= 20)
        self._insist("treasures", bool(self.treasures or (self.hazards and self.hazard_copies)))

    def _insist(self, field: str, holds: bool) -> None:
        if not holds:
            raise BadEdition(field=field, value=as_typed(written(getattr(self, field)), 60), rule=FIELDS[field].rule)

    @cached_property
    def quest_cards(self) -> tuple[Card, ...]:
        """The Treasure and Hazard cards, in box order."""
        hazards = (HazardCard(hazard) for hazard in self.hazards for _ in range(self.hazard_copies))
        return in_box_order((*map(TreasureCard, self.treasures), *hazards))

    @cached_property
    def artifacts_in_box(self) -> tuple[Artifact, ...]:
        """One for each Temple card, as long as there are any."""
        return () if self.artifacts is Artifacts.NONE else ARTIFACTS[: self.rounds]

    @cached_property
    def box(self) -> tuple[Card, ...]:
        """Every card that can ever be turned."""
        return self.quest_cards + tuple(map(ArtifactCard, self.artifacts_in_box))

    def worth(self, artifact: Artifact, *, claimed: int) -> int:
        """R10. What an artifact counts when `claimed` others left the temple before it."""
        if self.artifacts is Artifacts.PRINTED:
            return PRINTED_WORTH[artifact]
        return 5 if claimed < 3 else 10


EDITIONS = {
    "incan-gold": Edition(),
    "diamant": Edition(artifacts=Artifacts.NONE),
    "modern": Edition(artifacts=Artifacts.PRINTED, artifact_order=ArtifactOrder.RISING),
    "bga": Edition(
        treasures=TREASURES[:-1],
        artifacts=Artifacts.PRINTED,
        artifact_order=ArtifactOrder.RISING,
        first_hazard=FirstHazard.CHOOSE,
    ),
    "literal": Edition(turn_order=TurnOrder.CARD_FIRST),
}


def edition(text: str) -> Edition:
    """Read an edition as players write it: a name, then any fields that differ (`bga rounds=3`)."""
    name, *changes = text.split() or [""]
    if name not in EDITIONS:
        raise UnknownEdition(name=as_typed(name), known=", ".join(EDITIONS))
    return override(EDITIONS[name], changes)


def override(base: Edition, changes: list[str]) -> Edition:
    """The same edition with fields changed, each written `field=value`."""
    values: dict[str, Any] = {}
    for change in changes:
        field, equals, value = change.partition("=")
        if field not in FIELDS or not equals:
            rule = Phrase("rule.fields", fields=", ".join(FIELDS))
            raise BadEdition(field=as_typed(field), value=as_typed(value, 60), rule=rule)
        values[field] = _read_field(field, value)
    return replace(base, **values)


@lru_cache
def name_of(wanted: Edition) -> str:
    """The shortest text that `edition` reads back: the nearest name, then what differs from it."""
    candidates = (" ".join([name, *differences(base, wanted)]) for name, base in EDITIONS.items())
    return min(candidates, key=lambda text: (text.count(" "), len(text)))


def differences(base: Edition, wanted: Edition) -> list[str]:
    """The fields that differ, as they are typed."""
    return [
        f"{field}={written(getattr(wanted, field))}"
        for field in FIELDS
        if getattr(wanted, field) != getattr(base, field)
    ]


def written(value: object) -> str:
    """A field's value as it is typed: `yes`, `3`, `by_card`, `1,2,3`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def _read_field(field: str, text: str) -> object:
    try:
        return FIELDS[field].read(text)
    except (KeyError, ValueError):
        raise BadEdition(field=field, value=as_typed(text, 60), rule=FIELDS[field].rule) from None


class _Field(NamedTuple):
    """How a field is read, and what may stand in it."""

    read: Callable[[str], object]
    rule: Phrase


def _one_of(kind: type[StrEnum]) -> _Field:
    return _Field(kind, Phrase("rule.one_of", options=", ".join(kind)))


def _several(read: Callable[[str], object]) -> Callable[[str], object]:
    return lambda text: tuple(map(read, text.split(","))) if text else ()


FIELDS = {
    "treasures": _Field(_several(int), Phrase("rule.treasures")),
    "hazards": _Field(_several(Hazard), Phrase("rule.hazards", kinds=", ".join(HAZARDS))),
    "hazard_copies": _Field(int, Phrase("rule.hazard_copies")),
    "artifacts": _one_of(Artifacts),
    "artifact_order": _one_of(ArtifactOrder),
    "turn_order": _one_of(TurnOrder),
    "first_hazard": _one_of(FirstHazard),
    "path_share": _one_of(PathShare),
    "open_tents": _Field({"yes": True, "no": False}.__getitem__, Phrase("rule.yes_or_no")),
    "rounds": _Field(int, Phrase("rule.rounds")),
}
