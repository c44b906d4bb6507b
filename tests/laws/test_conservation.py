"""Laws of every moment of every game: nothing comes from nowhere and nothing is lost."""

from collections import Counter

from hypothesis import given

from incangold.bots.temperaments import scavenger
from incangold.cards import ArtifactCard, Card, TreasureCard, in_box_order
from incangold.events import CardTurned, DrivenOut, Event, GameEnded, RoundEnded
from incangold.game import CAMP, MOST_REMEMBERED, TORCH, Choices, Game, Phase, seats_of
from incangold.path import treasure_on
from incangold.view import counted_tents, player_view, public_part
from tests.expeditions import Expedition, expeditions


def turned(event: Event) -> int:
    """The treasure that a card brought."""
    return event.card.value if isinstance(event, CardTurned) and isinstance(event.card, TreasureCard) else 0


def given_back(event: Event) -> int:
    """The treasure that went back to the supply."""
    match event:
        case DrivenOut(lost=lost):
            return sum(lost)
        case RoundEnded(given_back=treasure):
            return treasure
    return 0


@given(expeditions())
def test_treasure_turned_is_in_tents_beside_tents_on_the_path_or_given_back(game: Expedition) -> None:
    supply = 0
    for now, events in game.steps:
        supply += sum(map(turned, events)) - sum(map(given_back, events))
        assert supply == sum(now.in_tent) + sum(now.beside_tent) + treasure_on(now.path)


def all_cards(game: Game) -> Counter[Card]:
    """Every card, wherever it lies."""
    held = [ArtifactCard(one.artifact) for has in game.artifacts for one in has]
    return Counter(
        [
            *game.quest_deck,
            *(spot.card for spot in game.path),
            *(removed.card for removed in game.removed),
            *held,
            *map(ArtifactCard, game.under_temples),
        ]
    )


@given(expeditions())
def test_every_card_of_the_box_lies_somewhere(game: Expedition) -> None:
    box = Counter(game.opening.edition.box)
    for now in game.positions:
        assert all_cards(now) == box


@given(expeditions())
def test_nothing_is_negative_and_every_position_is_in_order(game: Expedition) -> None:
    for now in game.positions:
        assert min(*now.beside_tent, *now.in_tent, *(spot.treasure for spot in now.path), 0) == 0
        assert now.quest_deck == in_box_order(now.quest_deck)
        assert now.in_temple == tuple(sorted(set(now.in_temple)))
        assert set(now.leaving) < set(now.in_temple) or not now.leaving
        assert 0 <= now.start_player < now.players
        assert all(spot.treasure == 0 for spot in now.path if not isinstance(spot.card, TreasureCard))


@given(expeditions())
def test_nothing_lies_beside_a_tent_in_camp_and_nothing_on_a_path_between_rounds(game: Expedition) -> None:
    for now in game.positions:
        assert all(won == 0 for seat, won in enumerate(now.beside_tent) if seat not in now.in_temple)
        if now.phase in (Phase.ROUND, Phase.OVER):
            assert (now.path, now.in_temple, now.leaving) == ((), (), ())
        if now.phase is Phase.CHOICES:
            assert now.in_temple
            assert not now.leaving
        if now.phase is Phase.CARD:
            assert now.quest_deck


@given(expeditions())
def test_tents_and_held_artifacts_only_grow(game: Expedition) -> None:
    for before, now in zip(game.positions, game.positions[1:], strict=False):
        assert all(earlier <= later for earlier, later in zip(before.in_tent, now.in_tent, strict=True))
        for earlier, later in zip(before.artifacts, now.artifacts, strict=True):
            assert later[: len(earlier)] == earlier


@given(expeditions())
def test_whoever_remembers_the_public_story_knows_every_tent(game: Expedition) -> None:
    last = game.positions[-1]
    assert counted_tents(public_part(last, game.story)) == last.in_tent


@given(expeditions(finished=True))
def test_the_best_score_wins_then_most_artifacts(game: Expedition) -> None:
    last = game.positions[-1]
    ended = game.story[-1]
    assert isinstance(ended, GameEnded)
    for player, score in enumerate(ended.scores):
        seats = seats_of(last.leaders, player)
        worth = sum(held.worth for seat in seats for held in last.artifacts[seat])
        assert score == sum(last.in_tent[seat] for seat in seats) + worth
    best = max(zip(ended.scores, ended.artifacts, strict=True))
    results = list(zip(ended.scores, ended.artifacts, strict=True))
    assert ended.winners == tuple(player for player in range(last.players) if results[player] == best)


def remembered(before: Game, choices: Choices) -> tuple[int, ...]:
    """What each was last known to have left lying, and what lies there now for those who go on."""
    goes_on = [card is TORCH and bool(before.quest_deck) for card in choices.laid]
    lying = min(treasure_on(before.path), MOST_REMEMBERED)
    return tuple(max(most, lying * on) for most, on in zip(before.walked_past, goes_on, strict=True))


@given(expeditions())
def test_who_walked_past_what_is_remembered_by_choices_alone(game: Expedition) -> None:
    for before, act, now in zip(game.positions, game.acts, game.positions[1:], strict=False):
        past = remembered(before, act) if isinstance(act, Choices) else before.walked_past
        assert now.walked_past == past


@given(expeditions())
def test_only_choices_tell_who_is_no_scavenger_and_the_bot_is_always_one(game: Expedition) -> None:
    for before, act, now in zip(game.positions, game.acts, game.positions[1:], strict=False):
        if not isinstance(act, Choices) or not before.quest_deck:
            assert now.scavenging == before.scavenging
            continue
        views = [player_view(before, (), player) for player in before.leaders]
        as_one = [
            seat not in before.in_temple or scavenger(views[seat], seat) is (act.laid[seat] is CAMP)
            for seat in range(len(views))
        ]
        assert now.scavenging == tuple(seat for seat in before.scavenging if as_one[seat])
