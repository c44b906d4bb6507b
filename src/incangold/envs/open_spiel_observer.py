"""What OpenSpiel's players are shown: the position, or everything that happened so far; as numbers and in words."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from incangold.cards import ArtifactCard
from incangold.envs.observation import flat, index_table, seen_by, size
from incangold.envs.open_spiel_moment import Moment
from incangold.envs.open_spiel_terms import Terms, different_cards
from incangold.envs.open_spiel_words import Act, act_told, acts_of, position_told
from incangold.events import CardTurned, ChoicesRevealed, RoundOpened
from incangold.game import Choice, Seats
from incangold.seen import adventurers, leftwards

Tensor = npt.NDArray[np.float32]


class State(Protocol):
    """A state of this game, as far as it is shown."""

    moment: Moment


class Observation:
    """The position, in the one layout of all environments."""

    def __init__(self, terms: Terms) -> None:
        self.tensor: Tensor = np.zeros(size(terms.edition, terms.players), np.float32)
        rows = index_table(terms.edition, terms.players)
        self.dict = {row.name: self.tensor[row.start : row.stop] for row in rows if row.start < row.stop}

    def set_from(self, state: State, player: int) -> None:
        """Fill the numbers in."""
        # Who forgets nothing has counted the tents, so they are no secret here.
        self.tensor[:] = flat(seen_by(state.moment.view(player), tents=state.moment.game.in_tent))

    def string_from(self, state: State, player: int) -> str:
        """The same in words."""
        return f"player {player}\n{position_told(state.moment.game)}"


class Information:
    """Everything that happened so far, act by act: perfect recall."""

    def __init__(self, terms: Terms) -> None:
        self._cards = {card: column for column, card in enumerate(different_cards(terms.edition), start=1)}
        acts = terms.edition.rounds + terms.most_cards + terms.most_turns
        width = 1 + len(self._cards) + 2 * adventurers(terms.players)
        self.tensor: Tensor = np.zeros(terms.players + acts * width, np.float32)
        self.dict = {
            "player": self.tensor[: terms.players],
            "acts": self.tensor[terms.players :].reshape(acts, width),
        }

    def set_from(self, state: State, player: int) -> None:
        """One row for each act so far, the rest empty."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        order = leftwards(state.moment.game.leaders, player)
        for row, act in zip(self.dict["acts"], acts_of(state.moment.story), strict=False):
            self._write(row, act, order)

    def _write(self, row: Tensor, act: Act, order: Seats) -> None:
        """Whether a round is opened; the card shown or turned; Torch and Camp of each, from my own leftwards."""
        match act:
            case RoundOpened():
                row[0] = 1
                if act.artifact:
                    row[self._cards[ArtifactCard(act.artifact)]] = 1
            case CardTurned():
                row[self._cards[act.card]] = 1
            case ChoicesRevealed():
                row[1 + len(self._cards) :] = [act.laid[seat] is card for seat in order for card in Choice]

    def string_from(self, state: State, player: int) -> str:
        """The same in words."""
        return "; ".join([f"player {player}", *map(act_told, acts_of(state.moment.story))])


class Nothing:
    """What one player knows and the others do not."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: State, player: int) -> None:
        """There is nothing to fill in."""

    def string_from(self, state: State, player: int) -> str:
        """There is nothing to tell."""
        return ""
