"""Whether a record is what its seed must give: lots, cards and rolls derived again."""

from collections.abc import Iterator
from typing import NamedTuple

from incangold.cards import Card
from incangold.errors import NotFromThisSeed
from incangold.game import OVER, Choices, Draw, OpenRound
from incangold.record import Proven, Record, opening
from incangold.rules import play
from incangold.table.dealer import Dealer, dealer_for


class Verdict(NamedTuple):
    """What was derived again and found the same."""

    proven: bool  # committed to before the first card; a typed seed proves nothing
    joint: bool  # every person gave a nonce, so that nobody fixed the deck alone
    is_over: bool
    lots: int
    cards: int
    rolls: int


def verify(record: Record) -> Verdict:
    """Derive everything that luck decided; refuses a record that differs anywhere, saying where."""
    dealer = dealer_for(record.luck)
    lots = _compare_lots(record, dealer)
    game = opening(record.edition, record.players, record.start_player)
    order: Iterator[Card] = iter(())
    cards = rolls = in_round = 0
    for act in record.acts:
        after = play(game, act).game
        match act:
            case OpenRound():
                order, in_round = dealer.cards(after.round, after.quest_deck), 0
            case Draw(card):
                cards, in_round = cards + 1, in_round + 1
                _compare(f"round {game.round}, card {in_round}", next(order), card)
            case Choices():
                for seat, roll in zip(game.dice, act.rolls, strict=True):
                    if roll is not None:
                        rolls += 1
                        _compare(f"round {game.round}, turn {game.turn}, roll", dealer.roll(game.turn, seat), roll)
        game = after
    return Verdict(isinstance(record.luck, Proven), _is_joint(record), game.phase is OVER, lots, cards, rolls)


def _is_joint(record: Record) -> bool:
    if not isinstance(record.luck, Proven):
        return False
    given = zip(record.players, record.luck.nonces, strict=True)
    return all(nonce for player, nonce in given if player.bot is None)


def _compare_lots(record: Record, dealer: Dealer) -> int:
    """The start player, unless the table named one, and the artifact under each Temple card."""
    lots = 0
    if not record.start_named:
        lots += 1
        start = dealer.start_player(len(record.players))
        _compare("start", record.players[start].name, record.players[record.start_player].name)
    shown = [act.artifact for act in record.acts if isinstance(act, OpenRound) and act.artifact]
    for number, (derived, artifact) in enumerate(zip(dealer.artifacts(record.edition), shown, strict=False), start=1):
        lots += 1
        _compare(f"round {number}, artifact", derived, artifact)
    return lots


def _compare(where: str, derived: object, found: object) -> None:
    if derived != found:
        raise NotFromThisSeed(where=where, derived=derived, found=found)
