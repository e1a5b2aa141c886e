"""The budget of an answer over HTTP: the processor time of all processes of the service, views included."""

from __future__ import annotations

from pathlib import Path

from ops.bench.budget import measure_costs

PEER_SHARE = 0.65
"""The most that an answer may cost of a move of boardgame.io with files."""
LOOPS_MOST = 8.5
"""The most loops of Python that an answer may cost; it takes 4.5 to 6.2 on a busy machine."""


def test_an_answer_stays_within_its_budget(tmp_path: Path) -> None:
    costs = measure_costs(tmp_path)
    assert costs.answer <= LOOPS_MOST * costs.loop, costs
    # Where the packages of boardgame.io are kept, both servers have played in turns.
    assert costs.move is None or costs.answer <= PEER_SHARE * costs.move, costs
