"""The review of a match: what was given away, what would have been better, and who won in the end."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from replays.analysis.review import Review, review_match
from replays.bots.levels import SearchBot
from replays.executors import process_workers
from replays.playback.replay import Replay

from .conftest import book, golden, take
from .test_whatif import LAST, study


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "replays.analysis.judgments.REVIEW_LEVELS", {"a child": SearchBot("a child", 60, 60.0)}
    )


def reviewed(film: Replay[Any, Any], seed: str = "s") -> Review:
    """Returns a review by a bot that looks at few positions."""
    game = film.at(1).settings.game
    printed = partial(book, game)
    return review_match(game, printed, film.facts, bot="a child", seed=seed, workers=process_workers(1))


def test_who_ends_the_turn_instead_of_winning_by_a_blow_gave_the_match_away() -> None:
    told = reviewed(study(LAST, (1, "end")))
    (one,) = told.answers
    assert (one.seat, one.picks) == (1, ("end",))
    assert one.after[1] < 0.1 < 0.9 < one.before[1]
    assert one.loss == pytest.approx(one.before[1] - one.after[1])
    assert one.loss_interval[0] <= one.loss <= one.loss_interval[1]
    assert one.line[0].picks[0].startswith("attack")
    assert told.turning == (one.seq,)
    assert (told.seats[1].blunders, told.seats[0].answers) == (1, 0)
    assert told.seats[1].accuracy < 10
    assert told.winners == (0,)


def test_chances_of_all_sides_come_to_one_and_the_same_seed_tells_the_same() -> None:
    film = Replay(take("villainous").rules, golden("villainous-three-villains")[:120])
    told = reviewed(film)
    assert len(told.answers) > 5
    for one in told.answers:
        assert sum(one.before) == pytest.approx(1) == pytest.approx(sum(one.after))
        assert one.loss >= 0
        for chances, intervals in ((one.before, one.before_intervals), (one.after, one.after_intervals)):
            assert all(0 <= low <= c <= high <= 1 for c, (low, high) in zip(chances, intervals, strict=True))
        assert bool(one.line) == (one.loss >= 0.05)
    assert told.winners is None
    assert reviewed(film) == told
