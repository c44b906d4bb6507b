"""What happened, as sentences: one for each event, or none where the next event says it better."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from incangold.cards import Hazard
from incangold.editions import PRINTED_WORTH, Artifacts, Edition, TurnOrder
from incangold.errors import UnknownLanguage
from incangold.events import (
    ArtifactClaimed,
    ArtifactFound,
    CardTurned,
    ChoicesRevealed,
    DeckRanOut,
    DieRolled,
    DrivenOut,
    Event,
    Frightened,
    GameEnded,
    ReturnedToCamp,
    RoundEnded,
    RoundOpened,
    TreasureShared,
)
from incangold.game import Choice, Seats
from incangold.record import Player, adventurer_names
from incangold.words.catalogue import LANGUAGES, Catalogue, catalogue


def words_in(language: str) -> Catalogue:
    """The catalogue of a language, or a refusal that lists them."""
    if language not in LANGUAGES:
        raise UnknownLanguage(name=language[:20], known=", ".join(LANGUAGES))
    return catalogue(language)


def player_aid(words: Catalogue, edition: Edition) -> list[str]:
    """The player aid: one page, as this edition is played."""
    facts = {
        "n": edition.rounds,
        "treasures": " ".join(map(str, edition.treasures)) or "–",
        "artifacts": ", ".join(map(words.name, edition.artifacts_in_box)),
        "worths": ", ".join(f"{words.name(artifact)} {worth}" for artifact, worth in PRINTED_WORTH.items()),
    }
    hazards = {"n": edition.hazard_copies, "hazards": ", ".join(map(words.name, edition.hazards))}
    said = (
        words.say(f"aid.{key}", **(hazards if key == "hazards" else facts)) if key else "" for key in aid_keys(edition)
    )
    return [line for text in said for line in _wrapped(text)]


def aid_keys(edition: Edition) -> list[str]:
    """The keys of the aid that are true of an edition, in order; empty for an empty line."""
    artifacts = edition.artifacts is not Artifacts.NONE
    leave = [f"path_share.{edition.path_share}", *["alone"] * artifacts, f"artifacts.{edition.artifacts}"]
    go_on = [f"turn_order.{edition.turn_order}", "treasure", *["artifact"] * artifacts, "hazard"]
    turn = [*leave, *go_on] if edition.turn_order is TurnOrder.LEAVERS_FIRST else [*go_on, *leave]
    end = ["round", "lost", "end"] if artifacts else ["round", "end.treasure"]
    box = [
        "treasures",
        *["hazards"] * bool(edition.hazards and edition.hazard_copies),
        *[f"artifact_order.{edition.artifact_order}"] * artifacts,
    ]
    tents = ["open_tents.yes"] * edition.open_tents
    first = f"first_hazard.{edition.first_hazard}"
    return ["title", "", "goal", "enter", first, "choose", *turn, *end, *tents, "", *box, "two", "die"]


def _wrapped(text: str) -> list[str]:
    """Lines of a page, those that run on set under where the first one's words begin."""
    margin = " " * (13 if text.startswith("  ") and text[2] != " " else 11)
    return [part for line in text.split("\n") for part in wrap(line, 80, subsequent_indent=margin) or [""]]


class Storyteller:
    """Tells one table's events in one language."""

    def __init__(self, words: Catalogue, players: Sequence[Player]) -> None:
        self.words = words
        self.players = [player.name for player in players]
        self.adventurers = adventurer_names(tuple(players))

    def tell(self, events: Iterable[Event]) -> list[str]:
        """A sentence for every event that needs one."""
        return [sentence for event in events if (sentence := self.sentence(event))]

    def sentence(self, event: Event) -> str:
        """What one event says; empty where the next one says it better."""
        say = self.words.say
        match event:
            case RoundOpened(number, start, None):
                return say("event.round_opened", round=number, who=self.players[start])
            case RoundOpened(number, start, artifact):
                return say("event.round_opened_artifact", round=number, who=self.players[start], artifact=artifact)
            case CardTurned():
                return ""
            case TreasureShared(seats, each, left):
                return self._shared(seats, each, left)
            case ArtifactFound(artifact):
                return say("event.artifact_found", artifact=artifact)
            case Frightened(hazard):
                return say("event.frightened", hazard=self._shouted(hazard))
            case DrivenOut(hazard, seats, lost):
                who = self._who(seats)
                key = "event.driven_out" if any(lost) else "event.driven_out_empty"
                return say(key, n=len(seats), hazard=hazard, who=who, lost=sum(lost))
            case ChoicesRevealed(laid):
                return self._choices(laid)
            case DieRolled(seat, fear, roll):
                key = "event.die_rolled" if roll else "event.die_rested"
                return say(key, who=self.adventurers[seat], fear=fear, roll=roll)
            case DeckRanOut(seats):
                return say("event.deck_ran_out", n=len(seats), who=self._who(seats))
            case ReturnedToCamp(seats, _, brought, _):
                return self._returned(seats, brought)
            case ArtifactClaimed(seat, artifact, worth):
                who = self.adventurers[seat]
                return say("event.artifact_claimed", who=who, artifact=artifact, worth=worth)
            case RoundEnded():
                return self._round_ended(event)
            case GameEnded():
                return self._game_ended(event)

    def _who(self, seats: Seats) -> str:
        return self.words.listed(self.adventurers[seat] for seat in seats)

    def _shouted(self, hazard: Hazard) -> str:
        name = self.words.name(hazard)
        return name[0].upper() + name[1:]

    def _shared(self, seats: Seats, each: int, left: int) -> str:
        value = each * len(seats) + left
        if len(seats) == 1:
            return self.words.say("event.treasure_alone", value=value, who=self._who(seats))
        key = "event.treasure_shared" if left else "event.treasure_shared_evenly"
        return self.words.say(key, value=value, each=each, n=left)

    def _choices(self, laid: tuple[Choice | None, ...]) -> str:
        if Choice.CAMP not in laid:
            return self.words.say("event.all_go_on")
        staying = tuple(seat for seat, choice in enumerate(laid) if choice is Choice.TORCH)
        if not staying:
            return self.words.say("event.nobody_goes_on")
        return self.words.say("event.go_on", n=len(staying), who=self._who(staying))

    def _returned(self, seats: Seats, brought: tuple[int, ...]) -> str:
        """All who bring the same are told together."""
        groups: dict[int, list[int]] = {}
        for seat, home in zip(seats, brought, strict=True):
            groups.setdefault(home, []).append(seat)
        return " ".join(
            self.words.say("event.returned_to_camp", n=len(group), who=self._who(tuple(group)), brought=home)
            for home, group in groups.items()
        )

    def _round_ended(self, event: RoundEnded) -> str:
        left = [str(event.given_back)] if event.given_back else []
        what = left + [self.words.name(artifact) for artifact in event.lost]
        if not what:
            return self.words.say("event.round_ended", round=event.round)
        return self.words.say("event.round_ended_leaving", round=event.round, what=self.words.listed(what))

    def _game_ended(self, event: GameEnded) -> str:
        opened = self.words.say("event.game_ended", scores=", ".join(self._scores(event)))
        return f"{opened} {self.winners(event)}"

    def _scores(self, event: GameEnded) -> list[str]:
        return [
            self.words.say("score.artifacts" if count else "score", who=who, score=score, n=count)
            for who, score, count in zip(self.players, event.scores, event.artifacts, strict=True)
        ]

    def standing(self, event: GameEnded) -> list[str]:
        """Every player's score, the last one first."""
        order = sorted(range(len(self.players)), key=lambda player: (event.scores[player], event.artifacts[player]))
        scores = self._scores(event)
        return [scores[player] for player in order]

    def winners(self, event: GameEnded) -> str:
        """Who won, and how a tie was broken."""
        who = self.words.listed(self.players[player] for player in event.winners)
        if len(event.winners) > 1:
            return self.words.say("event.won_together", who=who)
        tied = event.scores.count(max(event.scores)) > 1
        return self.words.say("event.won_by_artifacts" if tied else "event.won", who=who)
