"""The review of a match over HTTP: asked for once the match is over, and then kept."""

from __future__ import annotations

import pytest

from service.history.whatif_process import Simulation
from tests.service.people import Pair, told

from .test_whatif import lines, lost, pair

__all__ = ["lost", "pair"]


def test_a_match_that_is_over_is_reviewed_for_everybody_and_the_review_is_kept(
    lost: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress, review = lines(lost.public.gets("/review"))
    assert progress == {"type": "progress", "played": 1, "of": 1}
    (judged,) = review["answers"]
    assert (judged["seq"], judged["seat"], judged["picks"]) == (3, 1, ["end"])
    assert judged["line"][0]["picks"] == ["attack:SAM"]
    assert (review["turning"], review["seats"][1]["blunders"], review["winners"]) == ([3], 1, [0])

    monkeypatch.setattr(Simulation, "__init__", None)  # which nobody needs any more
    assert lines(lost.public.gets("/review")) == [review]


def test_nobody_reviews_a_match_whose_hands_are_hidden_still(pair: Pair) -> None:
    for player in (pair.public, pair.blue):
        reply = player.gets("/review")
        assert (reply.status_code, told(reply)["type"]) == (403, "/problems/not-yours"), reply.text
