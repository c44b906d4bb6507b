"""What the rules refuse: who, what and why, as facts; the catalogues turn them into sentences."""

import re
import unicodedata
from collections.abc import Sequence

from incangold.words.catalogue import Catalogue, Fact, Phrase, catalogue


class IncanGoldError(ValueError):
    """Something was refused, and nothing was changed."""

    def __init__(self, **facts: Fact) -> None:
        super().__init__(type(self).__name__)
        self.facts = {name: shown(fact) if type(fact) is str else fact for name, fact in facts.items()}

    @classmethod
    def key(cls) -> str:
        """Where the catalogues keep this refusal's sentence."""
        return "refusal." + re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def told(self, words: Catalogue) -> str:
        """The sentence, in the catalogue's language."""
        return shown(words.say(self.key(), **self.facts))

    def naming(self, names: Sequence[str]) -> "IncanGoldError":
        """The same refusal, with adventurers by name instead of by number."""
        who = self.facts.get("who")
        return type(self)(**{**self.facts, "who": names[who.seat]}) if isinstance(who, Seat) else self

    def __str__(self) -> str:
        return self.told(catalogue("en"))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.facts)


class Seat(Phrase):
    """An adventurer that the rules know by number only."""

    def __init__(self, seat: int) -> None:
        super().__init__("adventurer", number=seat + 1)
        self.seat = seat


def shown(text: str) -> str:
    """Somebody else's text in a refusal: a mark for all that would move a terminal's cursor, or is no text at all."""
    return text if text.isprintable() else "".join("\ufffd" if _is_unshown(sign) else sign for sign in text)


def as_typed(text: str, most: int = 40) -> str:
    """What somebody typed, as a refusal quotes it: in one line, and not all of a long one."""
    return shown(text[:most]).replace("\n", "\ufffd")


def _is_unshown(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in _HARMLESS


_HARMLESS = "\n\t\u200c\u200d"  # the last two join pictures, or part letters


def _again(kind: type[IncanGoldError], facts: dict[str, Fact]) -> IncanGoldError:
    return kind(**facts)


class Impossible(IncanGoldError):
    """Never right, whatever the position."""


class NotNow(IncanGoldError):
    """Right at another moment of the game."""


class UnknownEdition(Impossible):
    """No edition has this name."""


class BadEdition(Impossible):
    """A field of an edition has a value it cannot have."""


class WrongNumberOfPlayers(Impossible):
    """The game is for two to eight."""


class UnknownPlayer(Impossible):
    """Nobody sits there."""


class UnknownSeat(Impossible):
    """There is no such adventurer."""


class UnknownCard(Impossible):
    """No card is written like this."""


class WrongNumberLaid(Impossible):
    """More or fewer choices than there are adventurers."""


class WrongNumberOfRolls(Impossible):
    """More or fewer rolls than there are dice."""


class BadRoll(Impossible):
    """A die decides otherwise, or does not show this."""


class CardNotInDeck(NotNow):
    """That card cannot be turned: it is not in the deck."""


class ArtifactNotUnderTemple(NotNow):
    """That artifact cannot be shown now."""


class NotTimeToOpen(NotNow):
    """The round before is still being played."""


class NotTimeToTurn(NotNow):
    """No card is to be turned."""


class NotTimeToChoose(NotNow):
    """Nobody is choosing."""


class NotInTemple(NotNow):
    """An adventurer in camp lays no card."""


class ChoiceMissing(NotNow):
    """An adventurer in the temple has not chosen."""


class CardsAlreadyTurned(NotNow):
    """The cards of that turn lie open."""


class TurnNotReached(NotNow):
    """That turn has not come yet."""


class AllCardsLaid(NotNow):
    """The last card is laid: no change of mind any more."""


class DieLaysItself(Impossible):
    """Nobody chooses for the die."""


class GameIsOver(NotNow):
    """After the last round nothing more happens."""


class UnknownBot(Impossible):
    """No bot has this name."""


class BadBotNumber(Impossible):
    """A bot's number is missing, surplus or out of range."""


class KernelNotInstalled(Impossible):
    """JAX, which the kernel needs, is not there."""


class SolverNotInstalled(Impossible):
    """Numba, which the solver needs, is not there."""


class TooLargeToSolve(Impossible):
    """A round with more positions than there is memory for."""


class PositionNotSolved(Impossible):
    """A position that cannot come up in the round that was solved."""


class SolutionIncomplete(Impossible):
    """A table of a solved round in which a position is missing."""


class BadSolutionFile(Impossible):
    """A file that is no solution of a round, or not of this one."""


class ArtifactNotSaid(Impossible):
    """Which artifact round 1 shows is left to chance."""


class OnlyLeaversFirst(Impossible):
    """The solver settles leavers before the card."""


class TooManyGames(Impossible):
    """The kernel numbers its games, and the numbers have an end."""


class TooMuchTreasure(Impossible):
    """The kernel counts scores and their squares in 32 bits."""


class BadPlan(Impossible):
    """Lanes, cards between two looks and games at once are 1 at least."""


class WrongAnswerShape(Impossible):
    """A policy of one's own answers with one chance, or with four for two adventurers."""


class NoArrayForm(Impossible):
    """The kernel plays only bots that are functions of arrays."""


class BotTwice(Impossible):
    """A ladder seats different bots."""


class TooFewOnTheLadder(Impossible):
    """A ladder needs different bots for its smallest table."""


class NotOnTheLadder(Impossible):
    """The champion is one of those who climb."""


class OtherLadder(Impossible):
    """A file of fields that were played under other settings."""


class LadderFileBroken(Impossible):
    """A file of fields that cannot be read, or whose numbers cannot be."""


class LadderNotDrawn(Impossible):
    """The result of a ladder that cannot be drawn again."""


class PackageMissing(Impossible):
    """Something that only some commands need is not installed."""


class ClusterAway(NotNow):
    """No Ray cluster can be reached at this address."""


class BotOutOfReach(Impossible):
    """Somebody's own bot that cannot be sent to a cluster."""


class OtherVersionThere(Impossible):
    """A node of a cluster would play by another version."""


class BotNotLoaded(Impossible):
    """A bot's own file could not be used."""


class WeightsUnreadable(Impossible):
    """The trained player's weights cannot be read."""


class PupilUnreadable(Impossible):
    """A pupil or a responder that was kept cannot be read."""


class GainsUnreadable(Impossible):
    """The gains of responders cannot be read."""


class PageOverGains(Impossible):
    """A page whose numbers would be written over the gains that are kept."""


class CourseNotFinished(Impossible):
    """A pupil has lessons to come."""


class PupilsMissing(Impossible):
    """A folder without a pupil for every number of players."""


class OtherCourse(Impossible):
    """A folder holds a pupil of another course of training."""


class BadAnswer(Impossible):
    """A bot answered with something that is not a choice for each adventurer."""


class BotFailed(IncanGoldError):
    """A bot raised an error of its own."""


class WorkerDied(IncanGoldError):
    """A process that played for us is gone."""


class BadName(Impossible):
    """A player needs a name that can be shown."""


class NameTaken(Impossible):
    """Two players cannot share a name."""


class BadLine(Impossible):
    """A line of a record that cannot be read or could not have happened."""


class BadJson(Impossible):
    """A place in a record in JSON that cannot be read or could not have happened."""


class NotUnderstood(Impossible):
    """Words that mean nothing here."""


class FieldMissing(Impossible):
    """A record in JSON lacks a field it must have."""


class NoCardNobody(Impossible):
    """A line of a record begins with what is neither a card nor anybody's name."""


class LineMissing(Impossible):
    """A record lacks a line it must have."""


class LineTwice(Impossible):
    """A record says twice what can be said once."""


class NotAtTable(Impossible):
    """Nobody at the table has this name."""


class NoSuchCard(Impossible):
    """No card is called so, in any language."""


class SeveralMeant(Impossible):
    """A word that more than one name or card begins with."""


class NoSuchRoll(Impossible):
    """A die shows 1 to 6."""


class NewNameMissing(Impossible):
    """Whoever is to be called otherwise needs a new name."""


class AdviceForWhom(Impossible):
    """Several are to choose, and the coach answers one of them."""


class NoNumberOfEntries(Impossible):
    """How many entries are taken back is a number."""


class TooFewEntries(NotNow):
    """No more entries can be taken back than there are."""


class RoundNotOpen(NotNow):
    """A round is opened before anything else is told of it."""


class RoundOutOfOrder(Impossible):
    """Rounds are counted from 1, one after the other."""


class UnknownVersion(Impossible):
    """A record of a format or of rules that this program does not know."""


class RecordTooLong(Impossible):
    """No game is as long as this file."""


class RecordCutOff(Impossible):
    """A record whose end is missing."""


class NotText(Impossible):
    """A file that is no text."""


class NothingToVerify(Impossible):
    """A record that names no seed proves nothing."""


class SecretNotPublished(NotNow):
    """The game is not over, so its secret is not in the record."""


class NotFromThisSeed(Impossible):
    """A lot, card or roll that this seed does not give."""


class BadSeed(Impossible):
    """A seed that is no text."""


class WrongNumberOfNonces(Impossible):
    """A nonce for each player, or an empty place for one who gave none."""


class UnknownChoice(Impossible):
    """Neither Torch nor Camp."""


class AlreadyCommitted(NotNow):
    """A commitment is given once, by those who give one."""


class NotTimeToReveal(NotNow):
    """Nonces are revealed when everybody has committed, and all of them before the first card."""


class BadSecret(Impossible):
    """A secret, nonce or seed that is not written as it must be."""


class WrongCommitment(Impossible):
    """The secret is not the one that was committed to."""


class NothingKept(Impossible):
    """A folder in which no tables are kept."""


class FolderNotWritable(Impossible):
    """Nothing can be kept in this folder."""


class FileNotWritable(Impossible):
    """A game cannot be kept in this file."""


class NotCardboard(Impossible):
    """The record of a game whose deck was not made of cardboard."""


class GameKeptThere(Impossible):
    """A new game never goes over one that is kept."""


class GameChangedThere(NotNow):
    """Somebody else has written into the file of this game."""


class UnknownLanguage(Impossible):
    """There is no catalogue for this language."""


class BadPosition(Impossible):
    """A position typed by hand that the game cannot reach."""


class UnknownTable(Impossible):
    """No table has this code."""


class TableClosed(NotNow):
    """The table was put away."""


class TableFull(NotNow):
    """All eight places are taken."""


class UnknownPlace(Impossible):
    """Nobody sits at this place."""


class NotYourPlace(Impossible):
    """Only its owner may do this."""


class OnlyTheHost(NotNow):
    """Somebody else is the host."""


class NotInTheLobby(NotNow):
    """Places and options are settled before a game, not during it."""


class NoGameNow(NotNow):
    """Nothing is being played."""


class TooFewAtTheTable(NotNow):
    """A game needs two."""


class BotsCannotDoThat(Impossible):
    """A person is needed."""


class NotTimeToNudge(NotNow):
    """Everybody has time to think."""


class NotTimeToStandIn(NotNow):
    """A stand-in lays for one who was nudged in vain."""


class NoTimer(NotNow):
    """There is no deadline to put off."""


class CoachNotAllowed(NotNow):
    """At this table nobody asks the coach during the game."""


class NotTimeToAdvise(NotNow):
    """The coach answers whoever is to choose."""


class NothingToSay(Impossible):
    """Words that cannot be shown."""


class UnknownGame(Impossible):
    """This table has no such finished game."""


class ReviewTooLarge(Impossible):
    """A game with more to weigh than a house has time for."""


class NothingHere(Impossible):
    """An address that the house does not have, or that is asked for otherwise."""


class BadMessage(Impossible):
    """A message that is none of those the wire knows."""


class HelloFirst(Impossible):
    """A socket begins with hello."""


class TooMuch(NotNow):
    """More, or faster, than this house allows."""


class MessageTooLong(Impossible):
    """A message with more bytes than this house reads."""


class TokenNeeded(Impossible):
    """Whoever wants to do something at a table shows the seat's token."""


class WrongToken(Impossible):
    """A token that opens no seat at this table."""


class TooSlow(NotNow):
    """A request that does not end."""


class WrongAddress(Impossible):
    """A page of another site, or a name that is not this house's."""


class BadLink(Impossible):
    """Not the address of a table."""


class NobodyAnswers(NotNow):
    """There is no house at this address, or it cannot be reached."""


class TableRefused(NotNow):
    """A table in somebody's house refused something."""


class OnlyToWatch(NotNow):
    """Nobody sits down at a table while a game is played there, or after it."""


class SpeaksOtherwise(Impossible):
    """A house that says what this program does not understand."""


class SeatNotKept(Impossible):
    """The token of a seat cannot be kept in this folder."""


class SomethingBroke(NotNow):
    """The house made a mistake; nothing was changed."""


class Unsure(NotNow):
    """The database gave no answer: nobody can say whether this was kept."""


class AddressTaken(NotNow):
    """The house cannot be opened at this address."""


class BadDatabase(Impossible):
    """A database of a kind that the house cannot use."""


class OneProcessOnly(Impossible):
    """Several processes cannot share an SQLite file."""


class TablesInUse(NotNow):
    """Another house is open on the same SQLite file."""


class NoDriver(Impossible):
    """What speaks to this kind of database is not installed."""


class DatabaseAway(NotNow):
    """The database does not answer."""
