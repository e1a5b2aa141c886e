"""How many examples a property is tried with: few in every run, many in `ops/check deep`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A clock tells nothing on a busy machine: how long examples take to make or to try fails no test.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

TIMES = int(os.environ.get("RECOUNT_TESTS_TIMES") or 1)
"""How many times as many examples as usual."""

SEED = os.environ.get("RECOUNT_TESTS_SEED") or "0"
"""What chance is drawn from in tests that do not script it; `ops/check` prints it."""


def examples(count: int) -> settings:
    """Returns the settings of a property that *count* examples are enough for."""
    return settings(max_examples=count * TIMES)


def go_on(done: int, times: int, enough: bool) -> bool:
    """Tells whether something has to be *done* again: so many *times*, and until *enough* has come of it.

    How often chance does what a test is about depends on how busy the machine is.
    """
    assert done < 20 * times, f"{done} times were too few for this to prove anything"
    return done < times or not enough
