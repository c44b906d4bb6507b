"""The rulebook as functions, in rulebook order, each citing its paragraph of RULES.md; no rule draws a card."""

from bisect import insort
from collections.abc import Iterable

from incangold.cards import Artifact, ArtifactCard, Card, HazardCard, TreasureCard, in_box_order, place_in_box
from incangold.die import dice_rolled, refuse_wrong_rolls
from incangold.editions import ArtifactOrder, Edition, FirstHazard, TurnOrder
from incangold.errors import (
    ArtifactNotUnderTemple,
    CardNotInDeck,
    ChoiceMissing,
    GameIsOver,
    NotInTemple,
    NotNow,
    NotTimeToChoose,
    NotTimeToOpen,
    NotTimeToTurn,
    Seat,
    UnknownChoice,
    UnknownPlayer,
    WrongNumberLaid,
    WrongNumberOfPlayers,
    WrongNumberOfRolls,
)
from incangold.events import (
    ArtifactClaimed,
    ArtifactFound,
    CardTurned,
    ChoicesRevealed,
    DeckRanOut,
    DrivenOut,
    Event,
    Frightened,
    GameEnded,
    ReturnedToCamp,
    RoundEnded,
    RoundOpened,
    Step,
    TreasureShared,
)
from incangold.game import (
    CAMP,
    CARD,
    CHOICES,
    OVER,
    ROUND,
    Act,
    Choice,
    Choices,
    Draw,
    Game,
    HeldArtifact,
    OpenRound,
    PathCard,
    RemovedCard,
    Seats,
    after_turn,
    artifacts_claimed,
    seats_of,
)
from incangold.memory import scavenging, walked_past
from incangold.path import artifacts_on, share_path, treasure_on

RULES_VERSION = 1


def new_game(edition: Edition, *, players: int, start_player: int = 0, dice: Iterable[int] = ()) -> Game:
    """R0. The box is opened: 3 to 8 players lead one adventurer each, exactly 2 players two each."""
    if not 2 <= players <= 8:
        raise WrongNumberOfPlayers(players=players)
    dice = tuple(dice)
    for player in (start_player, *dice):
        if not 0 <= player < players:
            raise UnknownPlayer(player=player + 1, players=players)
    leaders = (0, 0, 1, 1) if players == 2 else tuple(range(players))
    return Game(
        edition=edition,
        leaders=leaders,
        dice=tuple(seat for player in sorted(set(dice)) for seat in seats_of(leaders, player)),
        start_player=start_player,
        phase=ROUND,
        round=0,
        turn=0,
        quest_deck=edition.quest_cards,
        path=(),
        in_temple=(),
        leaving=(),
        beside_tent=(0,) * len(leaders),
        in_tent=(0,) * len(leaders),
        artifacts=((),) * len(leaders),
        under_temples=edition.artifacts_in_box,
        removed=(),
        walked_past=(0,) * len(leaders),
        scavenging=tuple(range(len(leaders))),
    )


def play(game: Game, act: Act) -> Step:
    """Carry out one act, whichever it is."""
    match act:
        case Draw():
            return turn_card(game, act.card)
        case Choices():
            return reveal_choices(game, act)
        case OpenRound():
            return open_round(game, act.artifact)


def open_round(game: Game, artifact: Artifact | None) -> Step:
    """R1, R2. The role of start player passes to the left, the artifact is shown and shuffled in, all enter."""
    if game.phase is not ROUND:
        raise _not_time(game, NotTimeToOpen)
    under, deck = _take_artifact(game, artifact)
    start_player = game.start_player if game.round == 0 else (game.start_player + 1) % game.players
    entered = game._replace(
        phase=CARD,
        round=game.round + 1,
        start_player=start_player,
        quest_deck=deck,
        under_temples=under,
        in_temple=tuple(range(len(game.leaders))),
    )
    return _unless_deck_ran_out(Step(entered, (RoundOpened(entered.round, start_player, artifact),)))


def _take_artifact(game: Game, artifact: Artifact | None) -> tuple[tuple[Artifact, ...], tuple[Card, ...]]:
    """R2. Which artifacts stay under Temple cards, and the deck with the shown one in it."""
    under = game.under_temples
    rising = game.edition.artifact_order is ArtifactOrder.RISING
    possible: tuple[Artifact | None, ...] = (under[:1] if rising else under) or (None,)
    if artifact not in possible:
        raise ArtifactNotUnderTemple(artifact=artifact or "–", round=game.round + 1)
    if artifact is None:
        return under, game.quest_deck
    still_under = tuple(other for other in under if other is not artifact)
    deck = list(game.quest_deck)
    insort(deck, ArtifactCard(artifact), key=place_in_box)
    return still_under, tuple(deck)


def turn_card(game: Game, card: Card) -> Step:
    """R3, R5. The next Quest card is turned; what it shows happens to all who stay in the temple."""
    if game.phase is not CARD:
        raise _not_time(game, NotTimeToTurn)
    match card:
        case TreasureCard():
            step = share_treasure(game, card)
        case HazardCard() if PathCard(card) in game.path:
            step = drive_out(game, card)
        case HazardCard():
            step = frighten(game, card)
        case ArtifactCard():
            step = lay_artifact(game, card)
    if step.game.leaving or not step.game.in_temple:
        step = _settle(step)
    return step if step.game.quest_deck else _unless_deck_ran_out(step)


def _without(deck: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    try:
        place = deck.index(card)
    except ValueError:
        raise CardNotInDeck(card=card) from None
    return deck[:place] + deck[place + 1 :]


def reveal_choices(game: Game, choices: Choices) -> Step:
    """R4, R5. All cards are turned over at once; then the leavers are settled, then the card (or the card first)."""
    if game.phase is not CHOICES:
        raise _not_time(game, NotTimeToChoose)
    laid, inside = choices.laid, game.in_temple
    _refuse_choices_that_cannot_be(game, choices)
    leaving = tuple([seat for seat in inside if laid[seat] == CAMP]) if CAMP in laid else ()
    somebody_stays = len(leaving) < len(inside)
    events: tuple[Event, ...] = (ChoicesRevealed(laid),)
    if game.dice:
        events += dice_rolled(game, choices)
    revealed = after_turn(
        game,
        phase=CARD,
        turn=game.turn + 1,
        quest_deck=game.quest_deck,
        path=game.path,
        leaving=leaving,
        beside_tent=game.beside_tent,
        walked_past=walked_past(game, leaving),
        scavenging=scavenging(game, leaving),
    )
    step = Step(revealed, events)
    if somebody_stays and not game.quest_deck:
        return _unless_deck_ran_out(step)
    if somebody_stays and (not leaving or game.edition.turn_order is TurnOrder.CARD_FIRST):
        return step
    return _settle(step)


_CARDS = frozenset((*Choice, None))


def _refuse_choices_that_cannot_be(game: Game, choices: Choices) -> None:
    laid, rolls = choices
    if len(laid) != len(game.leaders):
        raise WrongNumberLaid(laid=len(laid), adventurers=len(game.leaders))
    if len(rolls) != len(game.dice):
        raise WrongNumberOfRolls(rolls=len(rolls), dice=len(game.dice))
    if not _CARDS.issuperset(laid):
        raise UnknownChoice(choice=str(next(choice for choice in laid if choice not in _CARDS))[:40])
    if tuple([seat for seat, choice in enumerate(laid) if choice]) != game.in_temple:
        raise _wrong_card(game, laid)
    if game.dice:
        refuse_wrong_rolls(game, choices)


def _wrong_card(game: Game, laid: tuple[Choice | None, ...]) -> NotNow:
    wrong = [seat for seat, choice in enumerate(laid) if (seat in game.in_temple) is (choice is None)]
    return (NotInTemple if laid[wrong[0]] else ChoiceMissing)(who=Seat(wrong[0]))


def _settle(step: Step) -> Step:
    """R5. Leavers are settled; an empty temple ends the round."""
    if step.game.leaving:
        step = _then(step, return_to_camp(step.game, step.game.leaving))
    return step if step.game.in_temple else _then(step, end_round(step.game))


def _then(before: Step, after: Step) -> Step:
    return Step(after.game, before.events + after.events)


def share_treasure(game: Game, card: TreasureCard) -> Step:
    """R6. Its value is divided among those in the temple, beside their tents; the rest stays on the card."""
    seats = _staying(game)
    each, left = divmod(card.value, len(seats))
    shared = after_turn(
        game,
        phase=CHOICES,
        turn=game.turn,
        quest_deck=_without(game.quest_deck, card),
        path=(*game.path, PathCard(card, left)),
        leaving=game.leaving,
        beside_tent=tuple([won + each if seat in seats else won for seat, won in enumerate(game.beside_tent)]),
        walked_past=game.walked_past,
        scavenging=game.scavenging,
    )
    return Step(shared, (CardTurned(card), TreasureShared(seats, each, left)))


def lay_artifact(game: Game, card: ArtifactCard) -> Step:
    """R7. It stays on the path, worth nothing until somebody carries it out."""
    return Step(_lie_on_path(game, card), (CardTurned(card), ArtifactFound(card.artifact)))


def frighten(game: Game, card: HazardCard) -> Step:
    """R8. The first hazard of its kind this round only frightens; R3: after the very first card, one more comes."""
    frightened = _lie_on_path(game, card)
    if _asks_for_another(game):
        frightened = frightened._replace(phase=CARD)
    return Step(frightened, (CardTurned(card), Frightened(card.hazard)))


def _asks_for_another(game: Game) -> bool:
    """R3. If the very first card of a round is a hazard, one more is turned at once, without a choice."""
    first_card = not game.path and len(game.in_temple) == len(game.leaders)
    return first_card and game.edition.first_hazard is FirstHazard.TURN_ANOTHER


def _lie_on_path(game: Game, card: Card) -> Game:
    return after_turn(
        game,
        phase=CHOICES,
        turn=game.turn,
        quest_deck=_without(game.quest_deck, card),
        path=(*game.path, PathCard(card)),
        leaving=game.leaving,
        beside_tent=game.beside_tent,
        walked_past=game.walked_past,
        scavenging=game.scavenging,
    )


def drive_out(game: Game, card: HazardCard) -> Step:
    """R8. The second of its kind drives all out; they lose what lies beside their tents, and it leaves the game."""
    seats = _staying(game)
    fled = game._replace(
        quest_deck=_without(game.quest_deck, card),
        in_temple=game.leaving,
        beside_tent=tuple([0 if seat in seats else won for seat, won in enumerate(game.beside_tent)]),
        removed=(*game.removed, RemovedCard(card, game.round)),
    )
    lost = tuple([game.beside_tent[seat] for seat in seats])
    return Step(
        fled,
        (
            CardTurned(card),
            DrivenOut(card.hazard, seats, lost),
        ),
    )


def return_to_camp(game: Game, leaving: Seats) -> Step:
    """R9. Leavers divide the treasure on the path and put all they won into their tents."""
    each, path = share_path(game.path, among=len(leaving), how=game.edition.path_share)
    brought = {seat: game.beside_tent[seat] + each for seat in leaving}
    returned = game._replace(
        path=path,
        leaving=(),
        in_temple=tuple([seat for seat in game.in_temple if seat not in brought]),
        beside_tent=tuple([0 if seat in brought else won for seat, won in enumerate(game.beside_tent)]),
        in_tent=tuple([safe + brought.get(seat, 0) for seat, safe in enumerate(game.in_tent)]),
    )
    event = ReturnedToCamp(leaving, each, tuple(brought.values()), treasure_on(path))
    if len(leaving) != 1:
        return Step(returned, (event,))
    carried, claimed = claim_artifacts(returned, leaving[0])
    return Step(carried, (event, *claimed))


def claim_artifacts(game: Game, seat: int) -> Step:
    """R10. A lone leaver takes every artifact on the path, the first three of the game worth 5, later ones 10."""
    found = artifacts_on(game.path)
    if not found:
        return Step(game, ())
    before = artifacts_claimed(game.artifacts)
    held = tuple(
        HeldArtifact(artifact, game.edition.worth(artifact, claimed=before + nth)) for nth, artifact in enumerate(found)
    )
    carried = game._replace(
        path=tuple(spot for spot in game.path if not isinstance(spot.card, ArtifactCard)),
        artifacts=tuple(has + held if owner == seat else has for owner, has in enumerate(game.artifacts)),
    )
    return Step(carried, tuple(ArtifactClaimed(seat, artifact, worth) for artifact, worth in held))


def end_round(game: Game) -> Step:
    """R11. Treasure on the path goes to the supply, artifacts on it leave the game, the rest is shuffled again."""
    lost = artifacts_on(game.path)
    back = [spot.card for spot in game.path if not isinstance(spot.card, ArtifactCard)]
    gone = tuple([RemovedCard(ArtifactCard(artifact), game.round) for artifact in lost]) if lost else ()
    ended = game._replace(
        phase=OVER if game.round >= game.edition.rounds else ROUND,
        quest_deck=in_box_order([*game.quest_deck, *back]),
        path=(),
        removed=game.removed + gone,
    )
    event = RoundEnded(game.round, treasure_on(game.path), lost)
    return Step(ended, (event, open_tents(ended)) if ended.phase is OVER else (event,))


def _unless_deck_ran_out(step: Step) -> Step:
    """R12. If a card must be turned and none is left, all still inside leave with this turn's leavers."""
    game, events = step
    if game.quest_deck or game.phase is not CARD:
        return step
    together = game._replace(leaving=game.in_temple)
    return _settle(Step(together, (*events, DeckRanOut(_staying(game)))))


def open_tents(game: Game) -> GameEnded:
    """R13. Score is treasure plus artifacts; most wins, a tie goes to most artifacts, then the win is shared."""
    scores, artifacts = [], []
    for player in range(game.players):
        seats = seats_of(game.leaders, player)
        held = [one for seat in seats for one in game.artifacts[seat]]
        scores.append(sum(game.in_tent[seat] for seat in seats) + sum(one.worth for one in held))
        artifacts.append(len(held))
    standing = list(zip(scores, artifacts, strict=True))
    winners = tuple(player for player, result in enumerate(standing) if result == max(standing))
    return GameEnded(tuple(scores), tuple(artifacts), winners)


def _staying(game: Game) -> Seats:
    """Those in the temple who are not on their way out."""
    if not game.leaving:
        return game.in_temple
    return tuple([seat for seat in game.in_temple if seat not in game.leaving])


def _not_time(game: Game, refusal: type[NotNow]) -> NotNow:
    return GameIsOver() if game.phase is OVER else refusal(phase=game.phase)
