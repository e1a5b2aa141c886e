"""`ops/do load`, small: it ends, tells what it measured, and everything it played verifies."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from ops.load.command import main
from ops.load.stand import STANDS
from tests.examples import TIMES


# What `--store` chooses between is held to one contract by other tests: at night there is time for both.
@pytest.mark.parametrize("store", STANDS if TIMES > 1 else ["sqlite"])
def test_two_matches_before_five_listeners_are_told_of_and_verified(store: str) -> None:
    small = ["--store", store, "--matches", "2", "--streams", "5", "--seconds", "0.5"]
    run = CliRunner().invoke(main, small)
    told = dict(line.split("   ", 1) for line in run.output.splitlines() if "   " in line)
    figures = {what: figure.strip() for what, figure in told.items()}
    assert run.exit_code == 0, run.output
    assert float(figures["answers a second"]) > 0
    assert float(figures["facts heard on streams a second"].replace(",", "")) > 0
    assert figures["errors"] == "0"
    assert figures["verified"].endswith("all is as it was written.")
