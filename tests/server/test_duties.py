"""What a table needs without being asked, even where a bot fails."""

import logging
from pathlib import Path

import pytest

from incangold.bots.amauta.amauta import Amauta
from incangold.errors import WeightsUnreadable
from incangold.view import View
from tests.server.houses import open_house
from tests.server.pages import make_table, prudent
from tests.server.test_playing import together


def fail(_: Amauta, view: View) -> float:
    raise WeightsUnreadable(path="amauta.npz", why=f"turn {view.public.turn}")


@pytest.mark.parametrize("pace", ["quick", "calm"])
def test_a_bot_that_cannot_say_how_hard_a_choice_is_takes_its_time_all_the_same(
    pace: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Amauta, "doubt", fail)
    monkeypatch.setattr(Amauta, "choose", fail)

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["amauta", "amauta"], start=True, options={"pace": pace})
            async with ana:
                await ana.until_to_lay()
                await here.later(5)
                await ana.until(lambda: ana.laid == [1, 2])
                await ana.play(prudent)
                assert (ana.phase, ana.closed) == ("over", None)

    with caplog.at_level(logging.ERROR, "incangold"):
        together(play())
    assert sum("how long it takes" in told.message for told in caplog.records) == 1
