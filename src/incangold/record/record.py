"""What a record holds: everything that happened, and nothing that can be derived from it."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from incangold.editions import Edition
from incangold.errors import BadName, BadSecret, BadSeed, NameTaken, WrongNumberOfNonces
from incangold.events import Step
from incangold.game import Act, Game
from incangold.rules import new_game, play

FORMAT = 1
DIE = "die"  # the one bot that the rulebook knows


class Player(NamedTuple):
    """Who sits at the table: a name, and for a bot the name it has in the roster."""

    name: str
    bot: str | None = None


class Practice(NamedTuple):
    """Luck from a typed seed: not proven, and no hash of it is ever published."""

    seed: str


class Proven(NamedTuple):
    """Luck fixed beforehand and by nobody alone; the secret is published when the game is over."""

    commitment: str
    nonces: tuple[str, ...]  # by player; empty for one who gave none
    secret: str | None = None


class ByHand(NamedTuple):
    """Luck of a cardboard deck: nothing to prove."""


Luck = Practice | Proven | ByHand


class Record(NamedTuple):
    """One game: who played what, who began, where luck came from, and the acts."""

    edition: Edition
    players: tuple[Player, ...]
    start_player: int
    start_named: bool  # named by the table, not drawn by lot
    luck: Luck
    acts: tuple[Act, ...]


def opening(edition: Edition, players: tuple[Player, ...], start_player: int) -> Game:
    """The position in which these players sit down."""
    check_names(players)
    dice = [number for number, player in enumerate(players) if player.bot == DIE]
    return new_game(edition, players=len(players), start_player=start_player, dice=dice)


@lru_cache
def check_names(players: tuple[Player, ...]) -> None:
    """Refuse names that cannot be shown or told apart."""
    seen: set[str] = set()
    for name, bot in players:
        if not _can_be_shown(name) or not can_be_written(bot or ""):
            raise BadName(name=_as_far_as_shown(name))
        if one_name(name) in seen:
            raise NameTaken(name=name)
        seen.add(one_name(name))


def one_name(name: str) -> str:
    """The same for all names that are one: in capitals, in wide letters, with an accent as a sign of its own."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _can_be_shown(name: str) -> bool:
    lost = any(_is_lost(name, place) for place in range(len(name)))
    return 1 <= len(name) <= 24 and name == name.strip() and not lost


def _is_lost(name: str, place: int) -> bool:
    """Whether a sign cannot be seen where it stands, and does no work there either."""
    before, sign, after = name[:place][-1:], name[place], name[place + 1 : place + 2]
    if _is_mark(sign) and before in ("", " "):
        return True
    if unicodedata.category(sign) in _HIDDEN or sign in _BLANK:
        return not _joins(before, sign, after)
    return _chooses_a_look(sign) and not (before and unicodedata.category(before) == "So")


def _is_mark(sign: str) -> bool:
    """A sign that is put on the letter before it."""
    return unicodedata.category(sign) in ("Mn", "Mc", "Me")


def _chooses_a_look(sign: str) -> bool:
    """A sign that only says how the one before it is drawn; pictures alone need it."""
    return "VARIATION SELECTOR" in unicodedata.name(sign, "")


def _joins(before: str, sign: str, after: str) -> bool:
    """Whether an invisible sign does its work: it joins two pictures, or parts two letters of a joined script."""
    if not before or not after:
        return False
    if sign == "\u200d":
        return unicodedata.category(before) in ("So", "Sk", "Mn") and unicodedata.category(after) == "So"
    if sign == "\u2800":
        return all("\u2800" < letter <= "\u28ff" for letter in (before, after))
    return sign == "\u200c" and unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"


def _as_far_as_shown(name: str) -> str:
    """A name that is refused, with a mark for everything that cannot be seen."""
    return "".join("\ufffd" if _is_lost(name, place) else sign for place, sign in enumerate(name[:40]))


def can_be_written(text: str) -> bool:
    """Whether this is text at all: half of a sign is none."""
    return all(unicodedata.category(sign) != "Cs" for sign in text)


_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters or marks by name, and nothing to be seen
_HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # controls, line breaks and what has no sign
_HASH = re.compile("[0-9a-f]{64}")


def check_luck(luck: Luck, players: int) -> None:
    """Refuse luck that could not be written down again."""
    match luck:
        case Practice(seed):
            if not can_be_written(seed):
                raise BadSeed()
        case Proven(commitment, nonces, secret):
            if len(nonces) != players:
                raise WrongNumberOfNonces(nonces=len(nonces), players=players)
            for what, text in (
                ("commitment", commitment),
                *(("nonce", nonce) for nonce in nonces if nonce),
                *([] if secret is None else [("secret", secret)]),
            ):
                if not _HASH.fullmatch(text):
                    raise BadSecret(what=what, length=64)
        case ByHand():
            pass


def adventurer_names(players: tuple[Player, ...]) -> list[str]:
    """By seat: with two players each name stands twice, as Ana/1 and Ana/2."""
    if len(players) != 2:
        return [player.name for player in players]
    return [f"{player.name}/{number}" for player in players for number in (1, 2)]


def replay(record: Record) -> Iterator[Step]:
    """Carry out every act of a record, one step after the other."""
    game = opening(record.edition, record.players, record.start_player)
    for act in record.acts:
        step = play(game, act)
        yield step
        game = step.game
