"""What happens around a game, in sentences: who comes and goes, who has laid, what is said, how the line is."""

from collections.abc import Iterable, Iterator

from incangold.record import adventurer_names
from incangold.terminal.join import Guest, News
from incangold.terminal.link import Message, printable, refusal_in
from incangold.words.catalogue import Catalogue


class RoomTeller:
    """Tells one guest, in one language."""

    def __init__(self, guest: Guest, words: Catalogue) -> None:
        self._guest, self._table, self._words, self._say = guest, guest.table, words, words.say
        self._chat = 0  # the version of what was told last

    def told(self, news: News) -> list[str]:
        """What something says that is no act of the game."""
        message = news.message
        match news.kind:
            case "welcome":
                return [*([] if news.room_before else self._arrived()), *self._said(message["chat"])]
            case "room_changed":
                return list(self._changed(news.room_before, message["room"]))
            case "laid_down":
                return self._laid(set(message["seats"]) - set(news.laid_before))
            case "said":
                return self._said([message])
            case "nudged":
                return [self._say("join.nudged", who=self._name(message["place"]), by=self._name(message["by"]))]
            case "refused":
                return [refusal_in(message).told(self._words)]
            case "line_lost":
                return [self._say("join.lost")]
            case "line_back":
                return [self._say("join.back")]
            case "seat_gone":
                return [self._say("join.seat_gone")]
        return []

    def _arrived(self) -> list[str]:
        key = "join.sitting" if self._guest.seat else "join.watching"
        link = self._guest.link
        return [self._say(key, code=link.code, address=link.shown), self.at_the_table(), *self.what_next()]

    def at_the_table(self) -> str:
        """Everybody who sits there, the host marked."""
        room = self._table.room
        names = [
            self._say("join.host", who=_shown(place)) if place["id"] == room["host"] else _shown(place)
            for place in room["places"]
        ]
        return self._say("join.at_the_table", who=self._words.listed(names))

    def what_next(self) -> list[str]:
        """What the table waits for between two games."""
        phase = self._table.room["phase"]
        if phase == "closed":
            return [self._say("join.closed")]
        if phase == "starting":
            return [self._say("join.starting")]
        if phase == "playing":
            return []
        is_host = self._table.is_host
        return [self._say("join.you_start") if is_host else self._say("join.wait_for_start", who=self._table.host)]

    def _changed(self, before: Message, after: Message) -> Iterator[str]:
        old, new = ({place["id"]: place for place in room["places"]} for room in (before, after))
        for gone in old.keys() - new.keys():
            yield self._say("join.stood_up", who=_shown(old[gone]))
        for number, place in new.items():
            yield from self._sits(old.get(number), place)
        if after["host"] != before["host"] and after["host"] in new:
            yield self._say("join.host_is", who=_shown(new[after["host"]]))
        if after["phase"] != before["phase"]:
            yield from self._phase_told(after)

    def _sits(self, before: Message | None, after: Message) -> Iterator[str]:
        if before is None:
            yield self._say("join.sat", who=_shown(after))
        elif before["present"] != after["present"] and after["id"] != self._table.place:
            yield self._say("join.came" if after["present"] else "join.went", who=_shown(after))
        if after["stand_in"] and not (before and before["stand_in"]):
            yield self._say("join.stand_in", who=_shown(after))

    def _phase_told(self, room: Message) -> list[str]:
        if room["phase"] == "playing":
            return [self._say("join.begins", commitment=room["commitment"])]
        replay = f"{self._guest.link.shown}/games/{room['game']}"
        ended = [self._say("join.replay", address=replay)] if room["phase"] == "over" else []
        return [*ended, *self.what_next()]

    def _laid(self, seats: Iterable[int]) -> list[str]:
        """Everybody else who has laid a card just now."""
        own = set(self._table.mine["seats"]) if self._table.mine else set()
        names = adventurer_names(self._table.players)
        others = [names[seat] for seat in sorted(seats) if seat not in own]
        return [self._say("join.has_laid", n=len(others), who=self._words.listed(others))] if others else []

    def _said(self, chat: Iterable[Message]) -> list[str]:
        new = [said for said in chat if said["version"] > self._chat]
        self._chat = max([self._chat, *(said["version"] for said in new)])
        return [f"{printable(said['name'])}: {printable(said['text'])}" for said in new]

    def _name(self, place: int) -> str:
        return next((_shown(one) for one in self._table.room["places"] if one["id"] == place), "–")


def _shown(place: Message) -> str:
    return printable(place["name"])
