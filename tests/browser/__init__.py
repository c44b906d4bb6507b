"""Real browsers at a real house."""

import pytest

pytest.register_assert_rewrite("tests.browser.guests", "tests.server.test_secrets")
