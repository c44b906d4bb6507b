"""If the browser tests were skipped, the last line of the whole run says so, loudly and once.

pyproject.toml names this file as a plugin: with many workers, the process that prints never reads this conftest.
"""

import pytest

SKIPPED = "no Chromium for the browser tests"


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Workers have no terminal, so that only one process speaks."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None:
        return
    reasons = [str(report.longrepr[2]) for report in terminal.stats.get("skipped", ()) if _of_ours(report.longrepr)]
    if reasons:
        why = " ".join(reasons[0].removeprefix("Skipped: ").split())
        terminal.write_line(f"!!! BROWSER TESTS SKIPPED ({len(reasons)}): {why}", red=True, bold=True)


def _of_ours(why: object) -> bool:
    return isinstance(why, tuple) and SKIPPED in str(why[2])
