"""Reading a record: each act is carried out as it is read, so what cannot have happened is refused with its line."""

from collections import deque
from collections.abc import Iterator
from typing import TextIO

from incangold.cards import ARTIFACTS, HAZARDS, Artifact
from incangold.editions import Edition, edition
from incangold.errors import (
    BadLine,
    IncanGoldError,
    LineMissing,
    LineTwice,
    NoCardNobody,
    NotAtTable,
    NotUnderstood,
    RecordCutOff,
    RecordTooLong,
    RoundOutOfOrder,
    UnknownCard,
    UnknownVersion,
    as_typed,
)
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound
from incangold.record.as_json import from_json
from incangold.record.notation import HEADER, LUCK, Word, read_card, words_of
from incangold.record.record import (
    FORMAT,
    ByHand,
    Luck,
    Player,
    Practice,
    Proven,
    Record,
    adventurer_names,
    check_luck,
    opening,
)
from incangold.rules import RULES_VERSION, play

_CHOICES = [Word(choice, quoted=False) for choice in Choice]
_ROLLS = [Word(roll, quoted=False) for roll in "123456"]
LONGEST = 1_000_000  # characters: far more than the longest game needs


def read(text: str) -> Record:
    """A record from either of its forms; refuses what could not have happened, with the line and the reason."""
    if len(text) > LONGEST:
        raise RecordTooLong(most=LONGEST)
    text = text.removeprefix("\ufeff")  # some editors put a mark before the first letter
    return from_json(text) if text.lstrip().startswith("{") else _Reader().read(text)


def text_from(file: TextIO) -> str:
    """What is in a file, as far as it could be a record: one letter too many is enough to refuse it."""
    return file.read(LONGEST + 1)


class _Reader:
    """What has been read so far: the header's lines, then the game as its acts unfold."""

    def __init__(self) -> None:
        self.header: dict[str, list[str]] = {}
        self.players: list[Player] = []
        self.nonces: dict[str, str] = {}
        self.acts: list[Act] = []
        self.game: Game | None = None

    def read(self, text: str) -> Record:
        """The whole record."""
        lines = text.split("\n")
        at = 0
        try:
            while at < len(lines):
                if words := words_of(lines[at]):
                    self._take(words)
                at += 1
            self._sit_down()
            return self._record()
        except IncanGoldError as refusal:
            told = refusal.naming(adventurer_names(tuple(self.players)))
            at = min(at, len(lines) - 1)
            raise BadLine(line=at + 1, text=as_typed(lines[at].strip(), 60), why=told) from None

    def _take(self, words: list[Word]) -> None:
        first, *rest = (word.text for word in words)
        keyword = "" if words[0].quoted else first
        if not self.header and keyword != HEADER[0]:
            raise LineMissing(what=HEADER[0])
        if keyword in (*HEADER, *LUCK):
            self._take_header(keyword, rest)
        elif keyword == "round":
            self._take_round(rest)
        elif keyword in ("treasure", *HAZARDS, *ARTIFACTS):
            self._carry_out(Draw(read_card(" ".join([first, *rest]))))
        else:
            self._take_choices(words)

    def _take_header(self, keyword: str, rest: list[str]) -> None:
        if self.game is not None:
            raise NotUnderstood(what=keyword)
        match keyword, rest:
            case ("incangold-record", [version]) if version != str(FORMAT):
                raise UnknownVersion(what=keyword, version=as_typed(version), known=FORMAT)
            case ("rules", [version]) if version != str(RULES_VERSION):
                raise UnknownVersion(what=keyword, version=as_typed(version), known=RULES_VERSION)
            case "player", [name]:
                self.players.append(Player(name))
                return
            case "player", [name, "bot", bot]:
                self.players.append(Player(name, bot))
                return
            case "nonce", [name, nonce] if name not in self.nonces:
                self.nonces[name] = nonce
                return
            case ("incangold-record" | "rules" | "practice" | "commitment" | "secret", [_]):
                pass
            case ("edition" | "artifacts", [_, *_]) | ("by-hand", []) | ("start", [_] | [_, "named"]):
                pass
            case _:
                raise NotUnderstood(what=as_typed(" ".join([keyword, *rest])))
        if keyword in self.header:
            raise LineTwice(what=keyword)
        self.header[keyword] = rest
        self._check_header(keyword)

    def _check_header(self, keyword: str) -> None:
        """What can be wrong by itself is refused where it stands, not when the first round opens."""
        if keyword == "edition":
            self._edition()
        if keyword == "artifacts":
            for name in self.header[keyword]:
                if name not in ARTIFACTS:
                    raise UnknownCard(card=as_typed(name))

    def _sit_down(self) -> Game:
        """The header is complete: everybody takes a seat."""
        if self.game is None:
            for keyword in HEADER:
                if keyword not in self.header and keyword not in ("player", "artifacts"):
                    raise LineMissing(what=keyword)
            self.game = opening(self._edition(), tuple(self.players), self._player(self.header["start"][0]))
        return self.game

    def _edition(self) -> Edition:
        return edition(" ".join(self.header["edition"]))

    def _player(self, name: str) -> int:
        names = [player.name for player in self.players]
        if name not in names:
            raise NotAtTable(name=as_typed(name))
        return names.index(name)

    def _carry_out(self, act: Act) -> None:
        self.game = play(self._sit_down(), act).game
        self.acts.append(act)

    def _take_round(self, rest: list[str]) -> None:
        expected = self._sit_down().round + 1
        if rest != [str(expected)]:
            raise RoundOutOfOrder(round=as_typed(" ".join(rest)), expected=expected)
        artifacts = self.header.get("artifacts", [])[expected - 1 : expected]
        self._carry_out(OpenRound(Artifact(artifacts[0]) if artifacts else None))

    def _take_choices(self, words: list[Word]) -> None:
        game = self._sit_down()
        laid: list[Choice | None] = [None] * len(game.leaders)
        rolls: dict[int, int] = {}
        for seat, choice, roll in self._cards_on(words):
            if laid[seat] or (roll and seat not in game.dice):
                raise NotUnderstood(what=f"{adventurer_names(tuple(self.players))[seat]} {choice} {roll or ''}".strip())
            laid[seat] = choice
            rolls[seat] = roll
        self._carry_out(Choices(tuple(laid), tuple(rolls.get(seat) or None for seat in game.dice)))

    def _cards_on(self, words: list[Word]) -> Iterator[tuple[int, Choice, int]]:
        """`Ana torch  Bo camp  Die camp 2`: seat, choice and roll (0 for none), one after the other."""
        seats = adventurer_names(tuple(self.players))
        left = deque(words)
        while left:
            name = left.popleft().text
            if name not in seats:
                chooses = bool(left) and left[0] in _CHOICES
                raise NotAtTable(name=as_typed(name)) if chooses else NoCardNobody(what=as_typed(name))
            if not left or left[0] not in _CHOICES:
                raise NotUnderstood(what=as_typed(f"{name} {left[0].text if left else ''}".strip(), 60))
            choice = Choice(left.popleft().text)
            yield seats.index(name), choice, int(left.popleft().text) if left and left[0] in _ROLLS else 0

    def _record(self) -> Record:
        shown = [act.artifact for act in self.acts if isinstance(act, OpenRound) and act.artifact]
        named = self.header.get("artifacts", [])
        if len(shown) < len(named):
            raise RecordCutOff(named=len(named), opened=len(shown))
        name, *named = self.header["start"]
        return Record(
            self._edition(),
            tuple(self.players),
            self._player(name),
            bool(named),
            self._luck(),
            tuple(self.acts),
        )

    def _luck(self) -> Luck:
        kinds = [keyword for keyword in ("practice", "commitment", "by-hand") if keyword in self.header]
        for name in self.nonces:
            self._player(name)
        if not kinds:
            raise LineMissing(what="practice | commitment | by-hand")
        if len(kinds) > 1 or (kinds != ["commitment"] and (self.nonces or "secret" in self.header)):
            raise LineTwice(what=" | ".join([*kinds, *(["nonce"] if self.nonces else [])]))
        luck = self._luck_of(kinds[0])
        check_luck(luck, len(self.players))
        return luck

    def _luck_of(self, kind: str) -> Luck:
        if kind == "practice":
            return Practice(self.header["practice"][0])
        if kind == "by-hand":
            return ByHand()
        nonces = tuple(self.nonces.get(player.name, "") for player in self.players)
        return Proven(self.header["commitment"][0], nonces, self.header.get("secret", [None])[0])
