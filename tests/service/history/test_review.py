"""The review of a match over HTTP: asked for once the match is over, and then kept."""

from __future__ import annotations

import pytest

from service.history.whatif_process import Simulation
from tests.service.client import Pair, json_of

from .test_whatif import lines, lost, pair

__all__ = ["lost", "pair"]


def test_a_match_that_is_over_is_reviewed_for_everybody_and_the_review_is_kept(
    lost: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    *progress, review = lines(lost.public.get("/review"))
    assert progress == [{"type": "progress", "played": played, "of": 1} for played in (0, 1)]
    (judged,) = review["answers"]
    assert (judged["seq"], judged["seat"], judged["picks"]) == (3, 1, ["end"])
    assert judged["line"][0]["picks"] == ["attack:SAM"]
    assert (review["turning"], review["seats"][1]["blunders"], review["winners"]) == ([3], 1, [0])

    monkeypatch.setattr(Simulation, "__init__", None)  # which nobody needs any more
    assert lines(lost.public.get("/review")) == [review]


def test_what_would_have_been_better_is_played_out_for_the_eyes_of_who_could_have_played_it(
    lost: Pair,
) -> None:
    line = json_of(lost.public.get("/review/3/line?answer=attack:SAM&lang=it"))
    assert (line["seat"], line["first"]["viewer"], line["first"]["seq"]) == (1, "seat-1", 3)
    assert line["said"] == ["Attacca Topolino l’Apprendista Stregone"]
    (frame,) = line["frames"]
    assert [["board", "figures", "SAM", "hp"], 0] in frame["changes"]
    assert ["SAM03"] not in line["first"]["board"]["summoners"]
    assert line["first"]["board"]["summoners"][0]["hand"] == [None]
    assert line["first"]["board"]["summoners"][1]["hand"] == ["ARI05"]
    refused = lost.public.get("/review/3/line?answer=attack:ARI")
    assert (refused.status_code, json_of(refused)["errors"][0]["parameter"]) == (422, "answer")
    assert lost.public.get("/review/1/line").status_code == 409


def test_nobody_reviews_a_match_whose_hands_are_hidden_still(pair: Pair) -> None:
    for player in (pair.public, pair.blue):
        for what in ("/review", "/review/3/line"):
            reply = player.get(what)
            assert (reply.status_code, json_of(reply)["type"]) == (403, "/api/v1/problems/not-yours"), (
                reply.text
            )
