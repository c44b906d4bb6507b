"""Draws the README's picture: a real game in the terminal table, by a fixed seed."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from incangold.editions import EDITIONS
from incangold.terminal.app import TableApp
from incangold.terminal.evening import Setup
from incangold.words.catalogue import catalogue

FOLDER = Path(__file__).parent
TURNS = 5


async def draw(records: Path) -> str:
    """Play a few turns with the torch held high, and look."""
    bots = ("timid", "greedy", "hunter", "odds", "die")
    setup = Setup(EDITIONS["incan-gold"], ("Ana",), bots, catalogue("en"), "12", None, records)
    app = TableApp(setup, pace=0)
    async with app.run_test(size=(120, 32)) as pilot:
        for _ in range(TURNS):
            await pilot.pause()
            await pilot.press("t")
        await pilot.pause()
        return app.export_screenshot(title="incangold play")


def main() -> None:
    """Write docs/terminal.svg."""
    with TemporaryDirectory() as records:
        (FOLDER / "terminal.svg").write_text(asyncio.run(draw(Path(records))), "utf-8")


if __name__ == "__main__":
    main()
