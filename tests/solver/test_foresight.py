"""What every choice would have brought, and what learners make of it."""

from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from incangold.bots.amauta.mind import think
from incangold.bots.amauta.signs import SIGNS
from incangold.bots.amauta.weights import mind_for
from incangold.editions import edition
from incangold.game import CAMP, CHOICES, Choices, seats_of
from incangold.kernel.encode import bits, encode
from incangold.solver.learning.foresight import promises
from incangold.solver.learning.lessons import Habits, Pupil, Schedule, enrol, learn, newborn
from incangold.solver.learning.school import Lived
from incangold.solver.learning.teaching import minds_of
from tests.solver.by_the_rules import promised_by_the_rules
from tests.solver.pupils import SMALL
from tests.twins.scripts import at_random

QUIET = Schedule(jnp.float32(1e-3), jnp.float32(0), jnp.float32(1))  # the average mind stays as it is


@pytest.mark.parametrize(
    ("name", "players"),
    [("incan-gold", 2), ("literal path_share=by_card first_hazard=choose", 3)],
)
def test_every_choice_promises_what_the_rules_and_the_deck_make_of_it(name: str, players: int) -> None:
    luck, box = Random(11), edition(name)
    scripts = [at_random(box, players, luck) for _ in range(6)]
    met = [
        (game, list(act.laid))
        for script in scripts
        for game, act in zip(script.moments, script.acts, strict=False)
        if game.phase is CHOICES and isinstance(act, Choices)
    ]
    met = [*luck.sample(met, 16), met[-1]]  # the last choice ends the game
    games = jax.tree.map(lambda *numbers: jnp.stack(numbers), *[encode(game) for game, _ in met])
    leaving = jnp.stack([bits(seat for seat, card in enumerate(laid) if card is CAMP) for _, laid in met])
    judge = jax.tree.map(jnp.asarray, mind_for(players))
    told = np.asarray(jax.jit(promises, static_argnums=3)(games, leaving, judge, players))
    for table, (game, laid) in enumerate(met):
        for player in range(players):
            inside = sum(seat in game.in_temple for seat in seats_of(game.leaders, player))
            for number in range(inside + 1):
                wanted = promised_by_the_rules(game, laid, player, number)
                assert told[number, player, table] == pytest.approx(wanted, abs=2e-5)


def lived_through(*, promised: tuple[float, float] | None) -> Lived:
    """Two steps of eight learners who all went on, which brought exactly what they expected."""
    steps, learners = 2, 8
    luck, many = np.random.default_rng(3), (steps, learners)
    numbers = None if promised is None else jnp.array([*promised, 0.0])[None, :, None]
    return Lived(
        signs=jnp.array(luck.normal(size=(steps, SIGNS, learners)), jnp.float32),
        inside=jnp.ones(many, jnp.int8),
        deciding=jnp.ones(many, bool),
        left=jnp.zeros(many, jnp.int8),
        chance=jnp.full(many, np.log(0.5)),
        expected=jnp.full(many, 0.5),
        won=jnp.zeros(many),
        ended=jnp.zeros(many, bool),
        promised=None if numbers is None else jnp.broadcast_to(numbers, (steps, 3, learners)),
    )


def leaving_after(pupil: Pupil, lived: Lived) -> float:
    """How much more one of them wishes to leave than to go on, after twenty lessons of the same."""
    habits = Habits(parts=2, even=False, patience=0.0)
    for _ in range(20):
        pupil, _ = learn(habits, pupil, lived, jnp.full(lived.won.shape[1], 0.5), QUIET)
    wishes = think(pupil.mind, lived.signs[0], jnp).wishes
    return float((wishes[1] - wishes[0]).mean())


def test_who_sees_what_was_never_chosen_learns_it_all_the_same() -> None:
    pupil = enrol(newborn(4, SIGNS, 16))
    by_what_came = leaving_after(pupil, lived_through(promised=None))
    for promised, leaves in (((0.3, 0.6), True), ((0.6, 0.3), False)):
        by_foresight = leaving_after(pupil, lived_through(promised=promised))
        assert (by_foresight > by_what_came + 0.5) == leaves
        assert (by_foresight < by_what_came - 0.5) == (not leaves)


def test_there_is_no_judge_before_the_course_is_closing() -> None:
    course = SMALL._replace(lessons=4, closing_from=0.5, foresight=True)
    pupil = enrol(newborn(5, SIGNS, course.wide))
    assert [minds_of(course, pupil, lesson).judge is None for lesson in range(4)] == [True, True, False, False]
    assert minds_of(course._replace(foresight=False), pupil, 3).judge is None
