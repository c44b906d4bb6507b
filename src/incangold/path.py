"""What lies on the path: treasure, hazards, artifacts, and how leavers divide it."""

from incangold.cards import Artifact, ArtifactCard, HazardCard, TreasureCard
from incangold.editions import PathShare
from incangold.game import PathCard

Path = tuple[PathCard, ...]


def treasure_on(path: Path) -> int:
    """All treasure lying on the path."""
    return sum([spot.treasure for spot in path])


def hazards_on(path: Path) -> list[HazardCard]:
    """The hazards lying on the path: a second one of any of these drives all out."""
    return [spot.card for spot in path if isinstance(spot.card, HazardCard)]


def artifacts_on(path: Path) -> tuple[Artifact, ...]:
    """The artifacts lying on the path, in path order."""
    return tuple([spot.card.artifact for spot in path if isinstance(spot.card, ArtifactCard)])


def home_with(path: Path, others: int, how: PathShare) -> int:
    """R9. What each would take from the path, leaving now with so many others."""
    return share_path(path, among=others + 1, how=how)[0]


def share_path(path: Path, *, among: int, how: PathShare) -> tuple[int, Path]:
    """R9. What each leaver takes, and the path with what does not divide still on it."""
    if how is PathShare.BY_CARD:
        each = sum([spot.treasure // among for spot in path])
        return each, tuple([PathCard(spot.card, spot.treasure % among) for spot in path])
    each, left = divmod(treasure_on(path), among)
    swept = [PathCard(spot.card) if spot.treasure else spot for spot in path]
    if left:
        last = max([place for place, spot in enumerate(path) if isinstance(spot.card, TreasureCard)])
        swept[last] = PathCard(path[last].card, left)
    return each, tuple(swept)
