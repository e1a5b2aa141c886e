"""What a match went on with comes to its page in one reply: the same that is told of it elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from tests.service.browser import Browser, text
from tests.service.client import Api, json_of


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_a_page_is_told_in_one_reply_what_followed_a_fact(api: Api, game: str) -> None:
    pair, luck = api.seat_pair(game), Random(1)
    for _ in range(12):
        pair.answer_by(luck)
    last = pair.blue.looks()["seq"]
    for viewer, lang in ((pair.blue, "fr"), (pair.public, "en")):
        acts = json_of(viewer.get(f"/acts?lang={lang}"))["items"]
        asked = json_of(api.get(f"/m/{viewer.match}/question/{last}?lang={lang}", viewer.token))
        for after in range(last + 1):
            news = json_of(api.get(f"/m/{viewer.match}/updates/{after}?lang={lang}", viewer.token))
            assert news.pop("lang") == lang
            assert news.pop("acts") == [act for act in acts if act["last"] > after]
            assert news.pop("question") == asked
            assert news == json_of(viewer.get(f"/frames?after={after}"))
    assert api.get(f"/m/{pair.blue.match}/updates/{last + 1}").status_code == 404


def test_a_learner_reads_you_though_this_browser_has_all_seats(ada: Browser) -> None:
    lesson = ada.post("/learn/arena/walk-and-strike", {}).location
    assert "Opponent" in text(ada.get(lesson))
    news = json_of(ada.client.get(f"{lesson}/updates/0?lang=en", headers={"X-Viewer": "seat-0"}))
    assert news["question"]["sentence"].startswith("Choose what ")
    assert not [act for act in news["acts"] if act.get("text")]  # the seats of a learner are no story


def test_a_solver_sits_on_the_seat_that_answers_and_opponents_on_all_others(ada: Browser) -> None:
    puzzle = ada.post("/learn/villainous/lock-jafar-2", {}).location
    assert "Opponent 1 – Player 2 – Opponent 2" in ada.get(puzzle).text
