"""The game for OpenSpiel: importing this file registers `python_incan_gold`; docs/open-spiel.md has its parameters."""

from collections.abc import Mapping
from typing import Any

try:
    import pyspiel  # type: ignore[import-not-found]
except ImportError as missing:
    raise ImportError('OpenSpiel is not installed; it comes with: pip install "incangold[envs]"') from missing

from incangold.envs.actions import actions
from incangold.envs.open_spiel_moment import Moment, first_moment
from incangold.envs.open_spiel_observer import Information, Nothing, Observation
from incangold.envs.open_spiel_terms import DEFAULTS, Terms, Value, different_cards, readable, terms_of
from incangold.envs.open_spiel_words import action_told, name, position_told
from incangold.game import Phase

WHO_IS_NEXT = {
    Phase.ROUND: pyspiel.PlayerId.CHANCE,
    Phase.CARD: pyspiel.PlayerId.CHANCE,
    Phase.CHOICES: pyspiel.PlayerId.SIMULTANEOUS,
    Phase.OVER: pyspiel.PlayerId.TERMINAL,
}


def game_type(utility: Any) -> Any:
    """What kind of game it is; only the kind of utility depends on the parameters."""
    return pyspiel.GameType(
        short_name="python_incan_gold",
        long_name="Incan Gold / Diamant",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        # All that is hidden is what the others choose at this moment: tents are counted by who forgets nothing.
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


ZERO_SUM = game_type(pyspiel.GameType.Utility.ZERO_SUM)
GENERAL_SUM = game_type(pyspiel.GameType.Utility.GENERAL_SUM)


def game_info(terms: Terms) -> Any:
    """How many players, actions and outcomes there are, and what can be won."""
    least, most = terms.utilities
    return pyspiel.GameInfo(
        num_distinct_actions=actions(terms.players),
        max_chance_outcomes=len(different_cards(terms.edition)),
        num_players=terms.players,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0 if terms.sums_to_zero else None,
        max_game_length=terms.most_turns,
    )


class IncanGoldGame(pyspiel.Game):  # type: ignore[misc]
    """The game, by its parameters. It keeps nothing of its own: what is set here is gone once it has been pickled."""

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        given = readable(params or {})
        terms = terms_of(given)
        first_moment(terms)  # refuses a wrong number of players
        kind = ZERO_SUM if terms.sums_to_zero else GENERAL_SUM
        super().__init__(kind, game_info(terms), given)

    def new_initial_state(self) -> "IncanGoldState":
        """The first moment at which anything may come out differently."""
        return IncanGoldState(self, first_moment(terms_of(self.get_parameters())))

    def max_chance_nodes_in_history(self) -> int:
        """Artifacts shown and cards turned, at most."""
        terms = terms_of(self.get_parameters())
        return len(terms.edition.artifacts_in_box) + terms.most_cards

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Information | Observation | Nothing:
        """The position, or with perfect recall everything that happened; nothing is private."""
        if params:
            raise pyspiel.SpielError(f"This game's observers have no parameters; got {params}.")
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not asked.public_info:
            return Nothing()
        return (Information if asked.perfect_recall else Observation)(terms_of(self.get_parameters()))


class IncanGoldState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game."""

    def __init__(self, game: IncanGoldGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> Any:
        """Luck, or everybody at once."""
        return WHO_IS_NEXT[self.moment.game.phase]

    def is_terminal(self) -> bool:
        """Whether all tents are open."""
        return self.moment.game.phase is Phase.OVER

    def returns(self) -> list[float]:
        """What each player has got."""
        return self.moment.returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be turned or shown, and how likely each is."""
        return self.moment.luck

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.actions(player)

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after_luck(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.moment = self.moment.after_choices(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.moment.game
        if player == pyspiel.PlayerId.CHANCE:
            return name(self.moment.card(action))
        return action_told(game, player, action)

    def __str__(self) -> str:
        return position_told(self.moment.game)


pyspiel.register_game(ZERO_SUM, IncanGoldGame)
