"""What somebody at a table may do: a message becomes entries for the log, or a refusal. Nothing is changed here."""

import unicodedata
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from incangold.bots.characters import bot_name
from incangold.bots.roster import kind_of, make_bot
from incangold.editions import edition, name_of
from incangold.errors import (
    BotsCannotDoThat,
    CoachNotAllowed,
    NoGameNow,
    NothingToSay,
    NoTimer,
    NotInTheLobby,
    NotTimeToAdvise,
    NotTimeToNudge,
    NotTimeToReveal,
    NotTimeToStandIn,
    NotYourPlace,
    OnlyTheHost,
    TableClosed,
    TableFull,
    TooFewAtTheTable,
    UnknownBot,
)
from incangold.game import Choice
from incangold.record import Player, one_name
from incangold.record.record import check_names
from incangold.server import log, wire
from incangold.server.duties import stand_in_lays
from incangold.server.seats import shown_name
from incangold.server.sitting import MOST_PLACES, Chair, Sitting
from incangold.table import clock
from incangold.table.dealer import new_secret
from incangold.table.table import Table
from incangold.words.catalogue import Catalogue

MORE_TIME = 30.0
MOST_PUT_OFF = 4  # times in one turn, whoever asks

Entries = list[log.AnyEntry]
Held = Collection[int]


class Asked(NamedTuple):
    """Who asks, with which places, at what time."""

    sitting: Sitting
    held: Held
    now: float
    words: Catalogue

    def own(self, place: int) -> Chair:
        """The asker's own place."""
        chair = self.sitting.chair(place)
        if place not in self.held:
            raise NotYourPlace()
        return chair

    def host(self) -> int:
        """The asker, who must be the host."""
        host = self.sitting.host
        if host not in self.held:
            names = [chair.name for chair in self.sitting.chairs if chair.id == host]
            raise OnlyTheHost(host=self.words.listed(names))
        return host

    def table(self) -> Table:
        """The game that is being played."""
        if self.sitting.phase != "playing":
            raise NoGameNow()
        return self.sitting.playing


def decide(asked: Asked, message: Any) -> Entries:
    """The entries that a message gives."""
    if asked.sitting.phase == "closed":
        raise TableClosed()
    return _DECISIONS[type(message)](asked, message)


def made(code: str, wanted: wire.MakeTable, token_hash: str, words: Catalogue) -> Entries:
    """A new table with its host, and bots if they are wanted."""
    table = log.Made(code, new_secret().hex(), _edition(wanted.edition), wanted.options)
    entries: Entries = [table]
    sitting = Sitting([(0.0, table)])
    entries.append(_person(sitting, wanted.name, wanted.commitment, token_hash))
    for bot in wanted.bots:
        sitting.apply(entries[-1], 0.0)
        entries.append(_bot(sitting, bot, None, words))
    sitting.apply(entries[-1], 0.0)
    if wanted.start:
        _enough(sitting)
        entries.append(log.Started())
    return entries


def sat(sitting: Sitting, wanted: wire.TakePlace, token_hash: str) -> Entries:
    """A person sits down."""
    _in_lobby(sitting)
    return [_person(sitting, wanted.name, wanted.commitment, token_hash)]


def _person(sitting: Sitting, name: str, commitment: str | None, token_hash: str) -> log.Sat:
    return _sat(sitting, shown_name(name), None, token_hash, commitment or "")


def _bot(sitting: Sitting, bot: str, name: str | None, words: Catalogue) -> log.Sat:
    """A bot from the roster; files of the server's are nobody's bots."""
    if kind_of(bot) == "own":
        raise UnknownBot(name=bot[:40], known=words.listed(["die", "odds", "greedy", "turn:6"]) + " …")
    make_bot(bot, seed="")
    return _sat(sitting, _free_name(sitting, shown_name(name) if name else bot_name(bot, words)), bot, "", "")


def _sat(sitting: Sitting, name: str, bot: str | None, token_hash: str, commitment: str) -> log.Sat:
    if len(sitting.chairs) >= MOST_PLACES:
        raise TableFull()
    others = [Player(chair.name, chair.bot) for chair in sitting.chairs]
    check_names((*others, Player(name, bot)))
    return log.Sat(sitting.next_place, name, bot, token_hash, commitment)


def _free_name(sitting: Sitting, name: str) -> str:
    """A bot's name, numbered where somebody has it already."""
    taken = {one_name(chair.name) for chair in sitting.chairs}
    names = [name, *(f"{name} {number}" for number in range(2, MOST_PLACES + 2))]
    return next(free for free in names if one_name(free) not in taken)


def _edition(text: str) -> str:
    """An edition as the house writes it; refuses what is none."""
    return name_of(edition(text))


def _in_lobby(sitting: Sitting) -> None:
    if sitting.phase == "closed":
        raise TableClosed()
    if sitting.phase != "lobby":
        raise NotInTheLobby()


def _enough(sitting: Sitting) -> None:
    if sum(not chair.stood_up for chair in sitting.chairs) < 2:
        raise TooFewAtTheTable()


def _lay(asked: Asked, lay: wire.Lay) -> Entries:
    table = asked.table()
    leaders = table.view(None).public.leaders
    if lay.seat < len(leaders):
        asked.own(asked.sitting.chairs[leaders[lay.seat]].id)
    if not table.would_lay(lay.seat, Choice(lay.choice), turn=lay.turn, revision=lay.revision):
        return []
    return [log.Laid(lay.seat, lay.choice, lay.turn, lay.revision, "player")]


def _commit(asked: Asked, commit: wire.Commit) -> Entries:
    """Anew in the lobby, where a new device may need it; once when the start has been given."""
    chair = asked.own(commit.place)
    if asked.sitting.phase == "lobby" or (asked.sitting.phase == "starting" and not chair.commitment):
        same = chair.commitment == commit.commitment
        return [] if same else [log.Committed(commit.place, commit.commitment)]
    raise NotInTheLobby()


def _reveal(asked: Asked, reveal: wire.Reveal) -> Entries:
    chair, sitting = asked.own(reveal.place), asked.sitting
    if chair.nonce == reveal.nonce:
        return []
    if sitting.phase != "starting":
        raise NotTimeToReveal(player=sitting.player_at(reveal.place) + 1)
    sitting.ceremony().reveal(sitting.player_at(reveal.place), bytes.fromhex(reveal.nonce))
    return [log.Revealed(reveal.place, reveal.nonce)]


def _change(asked: Asked, change: wire.Change) -> Entries:
    asked.host()
    _in_lobby(asked.sitting)
    chosen = asked.sitting.edition if change.edition is None else _edition(change.edition)
    return [log.Changed(chosen, change.options or asked.sitting.options)]


def _add_bot(asked: Asked, add: wire.AddBot) -> Entries:
    asked.host()
    _in_lobby(asked.sitting)
    return [_bot(asked.sitting, add.bot, add.name, asked.words)]


def _free(asked: Asked, free: wire.Free) -> Entries:
    sitting, chair = asked.sitting, asked.sitting.chair(free.place)
    if free.place not in asked.held:
        asked.host()
    if sitting.phase not in ("lobby", "over"):
        raise NotInTheLobby()
    last = chair.bot is None and len(sitting.people) == 1
    return [log.Freed(free.place), *([log.Closed()] if last else [])]


def _hand_over(asked: Asked, hand_over: wire.HandOver) -> Entries:
    asked.host()
    chair = asked.sitting.chair(hand_over.place)
    if chair.bot is not None:
        raise BotsCannotDoThat(who=chair.name)
    return [log.HostIs(hand_over.place)]


def _start(asked: Asked, _: wire.Start) -> Entries:
    asked.host()
    _in_lobby(asked.sitting)
    _enough(asked.sitting)
    return [log.Started()]


def _again(asked: Asked, again: wire.Again) -> Entries:
    asked.host()
    if asked.sitting.phase != "over":
        raise NotInTheLobby()
    if again.start:
        _enough(asked.sitting)
    return [log.AnotherGame(new_secret().hex(), again.start)]


def _say(asked: Asked, say: wire.Say) -> Entries:
    asked.own(say.place)
    text = " ".join(say.text.split())
    if not text or any(unicodedata.category(sign) in ("Cc", "Cs", "Cn", "Co", "Cf") and sign != "‍" for sign in text):
        raise NothingToSay()
    return [log.Spoke(say.place, text)]


def _nudge(asked: Asked, nudge: wire.Nudge) -> Entries:
    sitting, chair = asked.sitting, asked.sitting.chair(nudge.place)
    table = asked.table()
    if not asked.held:
        raise NotYourPlace()
    waiting = {sitting.chairs[table.view(None).public.leaders[seat]].id for seat in table.waiting_for}
    nudged = sitting.nudges.get(nudge.place)
    early = not clock.may_nudge(sitting.turn_began, asked.now, time_to_choose=sitting.options.time_to_choose)
    if early or nudge.place not in waiting or (nudged and nudged.turn == table.turn):
        raise NotTimeToNudge(who=chair.name)
    return [log.WasNudged(nudge.place, min(asked.held))]


def _let_stand_in(asked: Asked, let: wire.LetStandIn) -> Entries:
    asked.host()
    sitting, chair, table = asked.sitting, asked.sitting.chair(let.place), asked.table()
    nudged = sitting.nudges.get(let.place)
    at = nudged.at if nudged and nudged.turn == table.turn else None
    if not clock.host_may_let_stand_in_lay(at, asked.now):
        raise NotTimeToStandIn(who=chair.name)
    return stand_in_lays(sitting, sitting.player_at(let.place))


def _more_time(asked: Asked, _: wire.MoreTime) -> Entries:
    asked.table()
    if not asked.held:
        raise NotYourPlace()
    ends = clock.extended(asked.sitting.ends, MORE_TIME)
    if ends is None or asked.sitting.put_off >= MOST_PUT_OFF:
        raise NoTimer()
    return [log.PutOff(ends)]


def _advise(asked: Asked, advise: wire.Advise) -> Entries:
    """Nothing happens at the table by it; whoever asked gets the answer alone."""
    table = asked.table()
    asked.own(advise.place)
    if not asked.sitting.options.coach:
        raise CoachNotAllowed()
    if not table.view(asked.sitting.player_at(advise.place)).to_choose:
        raise NotTimeToAdvise()
    return []


_DECISIONS: dict[type, Callable[[Asked, Any], Entries]] = {
    wire.Lay: _lay,
    wire.Commit: _commit,
    wire.Reveal: _reveal,
    wire.Change: _change,
    wire.AddBot: _add_bot,
    wire.Free: _free,
    wire.HandOver: _hand_over,
    wire.Start: _start,
    wire.Again: _again,
    wire.Say: _say,
    wire.Nudge: _nudge,
    wire.LetStandIn: _let_stand_in,
    wire.MoreTime: _more_time,
    wire.Advise: _advise,
}
