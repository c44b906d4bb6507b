"""What each bot does, in situations a player can picture."""

import pytest

from incangold.bots.roster import make_bot
from incangold.events import ChoicesRevealed, DieRolled
from incangold.game import Choice
from incangold.view import View, public_part
from tests.situations import Situation, after
from tests.tables import finished

TORCH, CAMP = Choice.TORCH, Choice.CAMP


def view_of(situation: Situation, player: int = 0) -> View:
    """What this player sees."""
    game = situation.game
    seats = tuple(seat for seat, leader in enumerate(game.leaders) if leader == player)
    to_choose = tuple(seat for seat in seats if seat in game.in_temple)
    nothing = (None,) * len(seats)
    public = public_part(game, situation.story)
    return View(public, player, seats, to_choose, tuple(game.in_tent[seat] for seat in seats), nothing, nothing, ())


def answer(bot: str, script: str, *, players: int = 4, edition: str = "incan-gold", artifacts: str = "") -> object:
    under = {"artifacts": artifacts} if artifacts else {}
    situation = after(script, players=players, edition=edition, **under)  # type: ignore[arg-type]
    return make_bot(bot, seed="1").choose(view_of(situation))


def test_turn_leaves_at_the_first_choice_with_so_many_cards_on_the_path() -> None:
    assert answer("turn:2", "11") == (TORCH,)
    assert answer("turn:2", "11, all stay, 3") == (CAMP,)
    assert answer("turn:2", "snakes, 3") == (CAMP,)


def test_treasure_leaves_with_so_much_beside_the_tent() -> None:
    assert answer("treasure:5", "17") == (TORCH,)
    assert answer("treasure:4", "17") == (CAMP,)


def test_hazard_leaves_at_the_nth_hazard() -> None:
    assert answer("hazard:2", "snakes, fire") == (CAMP,)
    assert answer("hazard:2", "snakes, 5") == (TORCH,)


def test_odds_stays_while_nothing_can_drive_it_out() -> None:
    assert answer("odds", "17, all stay, 15, all stay, 14") == (TORCH,)


def test_odds_leaves_when_one_more_card_costs_as_much_as_it_brings() -> None:
    # Alone with 17 + 15 beside the tent, 1 and snakes on the path. Two snakes are left, and treasures worth 91:
    # loss 2 × 33 = 66, gain 91, both of the same number of cards: stay. With 14 more, loss 94, gain 77: leave.
    alone = "1, Bo and Cy leave, 17, all stay, 15, all stay, snakes"
    assert answer("odds", alone, players=3, edition="diamant") == (TORCH,)
    assert answer("odds", alone + ", all stay, 14", players=3, edition="diamant") == (CAMP,)


def test_odds_counts_remainders_and_artifacts() -> None:
    """Two situations that differ only in what lies on the path for the taking."""
    poor = view_of(after("1, all stay, snakes, all stay, fire, all stay, rocks, all stay, spiders", players=8))
    rich = poor._replace(public=poor.public._replace(path=(poor.path[0]._replace(treasure=90), *poor.path[1:])))
    odds = make_bot("odds", seed="1")
    assert odds.choose(poor) == (TORCH,)
    assert odds.choose(rich) == (CAMP,)


def test_the_die_lays_what_it_rolled() -> None:
    """R16. In whole games, by what everybody saw afterwards."""
    story = finished("die", "die", "turn:6", seed="3").view(None).public.story
    laid: tuple[Choice | None, ...] = ()
    rolls = 0
    for event in story:
        if isinstance(event, ChoicesRevealed):
            laid = event.laid
        if isinstance(event, DieRolled):
            rolls += 1
            leaves = event.roll is not None and event.roll <= event.fear
            assert laid[event.seat] is (CAMP if leaves else TORCH)
            assert (event.roll is None) == (event.fear == 0)
    assert rolls > 10


def test_a_die_with_two_adventurers_rolls_for_each() -> None:
    story = finished("die", "odds", seed="3").view(None).public.story
    assert {event.seat for event in story if isinstance(event, DieRolled)} == {0, 1}


def test_moody_changes_its_mind_between_rounds_only() -> None:
    """Asked again and again in one round, with more and more in hand, it leaves at one number and above it."""
    enough = set()
    for number in range(1, 6):
        moody = make_bot("moody", seed=f"mood {number}")
        views = [with_beside(view_of(after("17")), treasure) for treasure in (*range(20), *range(20))]
        answers = [moody.choose(view) for view in views]
        assert answers[:20] == answers[20:] == sorted(answers[:20], key=lambda answer: answer == (CAMP,))
        enough.add(answers.index((CAMP,)))
    assert len(enough) > 1
    assert all(5 <= number <= 18 for number in enough)


def with_beside(view: View, treasure: int) -> View:
    """The same view with so much beside the first tent."""
    return view._replace(public=view.public._replace(beside_tent=(treasure, *view.public.beside_tent[1:])))


def test_random_tosses_a_fair_coin() -> None:
    bot, view = make_bot("random", seed="1"), view_of(after("17"))
    leaves = sum(bot.choose(view) == (CAMP,) for _ in range(2000))
    assert 900 < leaves < 1100


def test_odds_counts_an_artifact_in_the_deck() -> None:
    """A view in which the artifact that may come makes all the difference."""
    view = view_of(after("17, Bo and Cy leave, 15, all stay, 14, all stay, snakes", players=3))
    rich = with_beside(view, 41)  # loss 2 × 41 = 82; the treasures left are worth 78, the Tumi 5 more
    poor = rich._replace(public=rich.public._replace(quest_deck=tuple(rich.public.quest_deck[:-1])))
    odds = make_bot("odds", seed="1")
    assert (odds.choose(rich), odds.choose(poor)) == ((TORCH,), (CAMP,))


@pytest.mark.parametrize("bot", ["random", "moody"])
def test_a_whim_repeats_with_its_seed(bot: str) -> None:
    assert finished(bot, bot, bot, seed="9").record() == finished(bot, bot, bot, seed="9").record()


@pytest.mark.parametrize(
    ("bot", "script", "card"),
    [
        ("timid", "17, all stay, snakes", CAMP),
        ("timid", "snakes, 3", TORCH),
        ("greedy", "17, all stay, snakes, all stay, fire, all stay, rocks", TORCH),
        ("greedy", "17, all stay, snakes, all stay, fire, all stay, rocks, all stay, spiders", CAMP),
        ("scavenger", "3, all stay, 2, all stay, snakes", CAMP),
        ("follower", "17, Bo leaves, 15", TORCH),
        ("follower", "17, Bo and Cy leave, 15", CAMP),
        ("hunter", "5, all stay, tumi", TORCH),
        ("hunter", "5, all stay, tumi, Bo and Cy leave, 1", CAMP),
    ],
)
def test_temperaments_show(bot: str, script: str, card: Choice) -> None:
    assert answer(bot, script) == (card,)
