"""What the trained player looks at: signs, numbers of about the size of one, told from what is seen.

Everything is reckoned number by number with a given library (`plain`, NumPy or JAX), so that a table and the kernel
read the same signs, of one position or of many at once.
"""

from functools import reduce
from typing import Any, NamedTuple

from incangold.bots.amauta import plain
from incangold.editions import PRINTED_WORTH, Artifacts, Edition, FirstHazard, PathShare, TurnOrder
from incangold.memory import HEAP, LARGE_HEAP
from incangold.seen import Array, Seen, different_treasures

MOST_OTHERS = 7
NOBODY = -99  # so far behind is whoever is not there
SIGNS = 118  # all of them together
# Treasure cards left in the deck are counted by size: up to 2, up to 4 … and above 14.
SIZES = (2, 4, 6, 8, 11, 14)


class Standing(NamedTuple):
    """One player, as the others reckon with it."""

    inside: Array  # how many of its adventurers are in the temple
    score: Array  # in its tents, artifacts included
    artifacts: Array


class Temple(NamedTuple):
    """The round so far, in the numbers that many signs need."""

    inside: Array  # adventurers
    sharing: Array  # the same, but at least one
    held: Array  # beside the tent of each of them
    lying: Array  # treasure on the path
    deck: Array  # cards, at least one


def signs(seen: Seen, edition: Edition, players: int, xp: Any) -> Array:
    """All signs one player reads: [F], or [F, …] where every number seen is an array of many."""
    standings = [_standing(seen, player, players) for player in range(players)]
    temple = _temple(seen, edition, xp)
    numbers = [
        *_time(seen, edition, temple),
        *_treasure(seen, edition, temple, xp),
        *_artifacts(seen, edition, temple, xp),
        *_hazards(seen, temple),
        *_rules(edition),
        *_self(standings[0], temple),
        *_others(standings, temple, xp),
        *_prospects(seen, edition, standings, temple, xp),
        *_dice(seen),
        *_company(seen, players, temple, xp),
        *_scavengers(seen, edition, standings, temple, xp),
    ]
    return plain.side_by_side(numbers) if xp is plain else _side_by_side(numbers, xp.shape(temple.inside), xp)


def _side_by_side(numbers: list[Array], shape: tuple[int, ...], xp: Any) -> Array:
    return xp.stack([xp.broadcast_to(xp.asarray(number, xp.float32), shape) for number in numbers])


def _standing(seen: Seen, player: int, players: int) -> Standing:
    each = len(seen.in_temple) // players
    own = range(player * each, player * each + each)
    return Standing(
        inside=sum(seen.in_temple[seat] for seat in own),
        score=sum(seen.in_tent[seat] + seen.worth[seat] for seat in own),
        artifacts=sum(seen.artifacts[seat] for seat in own),
    )


def _temple(seen: Seen, edition: Edition, xp: Any) -> Temple:
    inside = _sum(seen.in_temple)
    return Temple(
        inside=inside,
        sharing=xp.maximum(inside, 1),
        held=reduce(xp.maximum, list(seen.beside_tent)),
        lying=_lying(seen, edition),
        deck=xp.maximum(_sum(seen.deck_treasures) + _sum(seen.deck_hazards) + _sum(seen.deck_artifacts), 1),
    )


def _lying(seen: Seen, edition: Edition) -> Array:
    if edition.path_share is PathShare.POOLED:
        return seen.path_treasure[0]
    return sum(number * left for left, number in enumerate(list(seen.path_treasure), start=1))


def _time(seen: Seen, edition: Edition, temple: Temple) -> list[Array]:
    rounds_left = edition.rounds - seen.round
    soon = [(rounds_left == number) * 1.0 for number in range(4)]
    return [*soon, rounds_left / 5, (temple.inside == 0) * 1.0, seen.path_cards / 10]


def _treasure(seen: Seen, edition: Edition, temple: Temple, xp: Any) -> list[Array]:
    values = different_treasures(edition)
    part = 1 / temple.sharing
    copies = list(seen.deck_treasures)
    shares = [xp.floor((value + 0.5) * part) for value in values]
    shared = sum(number * share for number, share in zip(copies, shares, strict=True)) / temple.deck
    coming = sum(number * value for number, value in zip(copies, values, strict=True)) / temple.deck
    of_path = xp.floor((temple.lying + 0.5) * part)
    return [
        temple.held / 20,
        xp.tanh(temple.held / 8),
        temple.lying / 20,
        xp.tanh(temple.lying / 8),
        of_path / 10,
        shared / 5,
        coming / 5,
        (coming - shared * temple.sharing) / 5,
        *_sizes(copies, values),
    ]


def _sizes(copies: list[Array], values: tuple[int, ...]) -> list[Array]:
    """How many treasure cards of each size are left in the deck."""
    size_of = [sum(value > limit for limit in SIZES) for value in values]
    return [
        sum([number / 3 for number, its in zip(copies, size_of, strict=True) if its == size], 0.0)
        for size in range(len(SIZES) + 1)
    ]


def _artifacts(seen: Seen, edition: Edition, temple: Temple, xp: Any) -> list[Array]:
    claimed, found, coming = _sum(seen.artifacts), _sum(seen.path_artifacts), _sum(seen.deck_artifacts)
    lying, in_deck = _worth_lying(seen, edition, xp), _worth_in_deck(seen, edition, xp)
    return [found / 2, lying / 10, xp.tanh(lying / 5), coming / 3, in_deck / temple.deck, claimed / 5]


def _worth_in_deck(seen: Seen, edition: Edition, xp: Any) -> Array:
    """What an artifact in the deck would be worth."""
    if edition.artifacts is Artifacts.PRINTED:
        return _printed(edition, seen.deck_artifacts)
    claimed, found = _sum(seen.artifacts), _sum(seen.path_artifacts)
    return _sum(seen.deck_artifacts) * xp.where(claimed + found < 3, 5, 10)


def _worth_lying(seen: Seen, edition: Edition, xp: Any) -> Array:
    """What the artifacts on the path are worth to a lone leaver."""
    if edition.artifacts is Artifacts.PRINTED:
        return _printed(edition, seen.path_artifacts)
    claimed, found = _sum(seen.artifacts), _sum(seen.path_artifacts)
    return 5 * (found + xp.maximum(claimed + found, 3) - xp.maximum(claimed, 3))


def _printed(edition: Edition, artifacts: Any) -> Array:
    worths = [PRINTED_WORTH[artifact] for artifact in edition.artifacts_in_box]
    return sum(number * worth for number, worth in zip(list(artifacts), worths, strict=True))


def _hazards(seen: Seen, temple: Temple) -> list[Array]:
    """Kinds on the path by how many of them may still come, and kinds that have not shown themselves yet."""
    lying, copies = list(seen.path_hazards), list(seen.deck_hazards)
    kinds = list(zip(lying, copies, strict=True))
    deadly = sum(here * left for here, left in kinds)
    return [
        _sum(seen.path_hazards) / 3,
        deadly / temple.deck * 4,
        (_sum(seen.deck_hazards) - deadly) / temple.deck * 2,
        temple.held * deadly / temple.deck / 5,
        *[sum(here * (left == number) for here, left in kinds) / 2 for number in (1, 2)],
        *[sum((1 - here) * (left == number) for here, left in kinds) / 3 for number in (1, 2)],
    ]


def _rules(edition: Edition) -> list[float]:
    return [
        float(edition.turn_order is TurnOrder.CARD_FIRST),
        float(edition.first_hazard is FirstHazard.CHOOSE),
        float(edition.path_share is PathShare.BY_CARD),
        float(edition.artifacts is Artifacts.NONE),
        float(edition.artifacts is Artifacts.PRINTED),
    ]


def _self(own: Standing, temple: Temple) -> list[Array]:
    return [
        own.inside / 2,
        (own.inside == temple.inside) * 1.0,
        temple.inside / 4,
        1 / temple.sharing,
        (temple.inside == 2) * 1.0,
        own.score / 50,
        own.artifacts / 3,
    ]


def _others(standings: list[Standing], temple: Temple, xp: Any) -> list[Array]:
    """The other players, those in the temple first and the richest first: where they sit makes no difference."""
    own, *others = standings
    numbers = []
    for other in _in_order(others, xp):
        ahead = other.score - own.score
        if_all_left = ahead + temple.held * ((other.inside > 0) * 1.0 - (own.inside > 0) * 1.0)
        numbers += [
            other.inside / 2,
            xp.clip(ahead / 30, -2, 2),
            xp.tanh(ahead / 5),
            xp.tanh(if_all_left / 5),
            (other.artifacts - own.artifacts) / 3,
        ]
    return numbers + [0.0] * (5 * (MOST_OTHERS - len(others)))


def _prospects(seen: Seen, edition: Edition, standings: list[Standing], temple: Temple, xp: Any) -> list[Array]:
    """Who would be in front of whom: after leaving alone or together, and after being driven out.

    In the last round this is what decides, so there it is told once more.
    """
    own, *others = standings
    carried = temple.held * own.inside
    alone = carried + (own.inside > 0) * (temple.lying + _worth_lying(seen, edition, xp))
    together = carried + own.inside * xp.floor((temple.lying + 0.5) / temple.sharing)
    here, ahead = [other.inside > 0 for other in others], [other.score - own.score for other in others]
    loaded = [lead + temple.held * other.inside for lead, other in zip(ahead, others, strict=True)]
    camp = _best(ahead, [other.inside == 0 for other in others], xp)
    inside, carrying = _best(ahead, here, xp), _best(loaded, here, xp)
    leads = [alone - camp, together - camp, alone - carrying, alone - inside, -camp, -inside]
    last = (seen.round == edition.rounds) * 1.0
    near = [xp.tanh(lead / 2) for lead in leads]
    return [*near, *[xp.tanh(lead / 12) for lead in leads], *[last * lead for lead in near]]


def _dice(seen: Seen) -> list[Array]:
    """Dice do not think: how many there are, and how many of them are in the temple."""
    inside = sum(die * here for die, here in zip(list(seen.dice), list(seen.in_temple), strict=True))
    return [_sum(seen.dice) / 2, inside / 2]


def _company(seen: Seen, players: int, temple: Temple, xp: Any) -> list[Array]:
    """Who of the others in the temple is used to walking past what lies there, and will hardly go home for it."""
    mine = len(seen.in_temple) // players
    here, past = list(seen.in_temple)[mine:], list(seen.walked_past)
    used_to = [xp.tanh(most / 8) for most in past]
    number = xp.maximum(sum(here), 1)
    untempted = [inside * (most >= temple.lying) for inside, most in zip(here, past[mine:], strict=True)]
    shy = reduce(xp.minimum, [xp.where(inside > 0, one, 1) for inside, one in zip(here, used_to[mine:], strict=True)])
    return [
        sum(untempted) / number,
        (sum(here) - sum(untempted)) / 3,
        sum(inside * one for inside, one in zip(here, used_to[mine:], strict=True)) / number,
        shy * 1.0,
        sum(used_to[mine:]) / len(here),
        reduce(xp.maximum, used_to[:mine]),
    ]


def _scavengers(seen: Seen, edition: Edition, standings: list[Standing], temple: Temple, xp: Any) -> list[Array]:
    """Who may be a scavenger, and whether it would go home now."""
    own, *others = standings
    each = len(seen.in_temple) // len(standings)
    may, here = list(seen.scavenging), list(seen.in_temple)
    number = sum(may[each:])
    inside = sum(one * there for one, there in zip(may[each:], here[each:], strict=True))
    alone, goes = (number == 1) * 1.0, _scavenges(seen, edition, temple, xp) * 1.0
    scores = [other.score - own.score for other in others]
    ahead = reduce(
        xp.maximum, [xp.where(one > 0, score, -30) for one, score in zip(may[each::each], scores, strict=True)]
    )
    return [
        number / 3,
        inside / 3,
        alone,
        alone * (inside == 1),
        goes,
        goes * (inside > 0),
        goes * alone * (inside == 1),
        reduce(xp.minimum, may[:each]) * 1.0,
        xp.tanh(ahead / 8),
    ]


def _scavenges(seen: Seen, edition: Edition, temple: Temple, xp: Any) -> Array:
    """As `memory.scavenges` has it."""
    deadly = sum(here * left for here, left in zip(list(seen.path_hazards), list(seen.deck_hazards), strict=True))
    gain = sum(
        number * value for number, value in zip(list(seen.deck_treasures), different_treasures(edition), strict=True)
    )
    loss = deadly * (temple.held * temple.inside + temple.lying + _worth_lying(seen, edition, xp))
    for_heap = (temple.lying >= HEAP) & (_sum(seen.path_hazards) > 0) | (temple.lying >= LARGE_HEAP)
    return for_heap | (loss >= gain + _worth_in_deck(seen, edition, xp))


def _best(leads: list[Array], counted: list[Array], xp: Any) -> Array:
    """The largest lead of those who count."""
    return reduce(xp.maximum, [xp.where(counts, lead, NOBODY) for lead, counts in zip(leads, counted, strict=True)])


def _in_order(others: list[Standing], xp: Any) -> list[Standing]:
    """As one number each, sorted by exchanging neighbours: lanes cannot take different ways through a program."""
    keys = [((other.inside << 17) + other.score) * 8 + other.artifacts for other in others]
    for end in range(len(keys) - 1, 0, -1):
        for place in range(end):
            this, that = keys[place], keys[place + 1]
            keys[place], keys[place + 1] = xp.maximum(this, that), xp.minimum(this, that)
    return [Standing(key >> 20, (key >> 3) & ((1 << 17) - 1), key & 7) for key in keys]


def _sum(numbers: Any) -> Array:
    return sum(list(numbers))
