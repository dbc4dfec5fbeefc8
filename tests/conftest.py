"""Settings of the whole suite."""

import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.rules.properties")

EXAMPLES = os.environ.get("HEARTS_ARENA_EXAMPLES")
"""How many examples of each property to try; also asks for other ones in each run."""

settings.register_profile(
    "hearts-arena",
    max_examples=int(EXAMPLES or 40),
    derandomize=EXAMPLES is None,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("hearts-arena")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--renew-playthroughs",
        action="store_true",
        help="write the playthroughs of tests/rules/playthroughs anew",
    )
