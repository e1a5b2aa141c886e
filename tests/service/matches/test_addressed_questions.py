"""Whoever plays one seat is asked; whoever plays several, or sits elsewhere, is told who is asked."""

from __future__ import annotations

from tests.service.browser import Browser
from tests.service.client import Api, json_of


def test_a_question_is_put_to_the_browser_of_the_seat_alone(ada: Browser, grace: Browser, api: Api) -> None:
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    grace.takes(opened, 1, "Grace")
    path = f"/m/{opened['id']}/question/5"
    asked = json_of(ada.get(path))
    assert asked["sentence"] == "Choose where Sorcerer’s Apprentice Mickey starts."
    assert asked["rule"] == "SA-104"
    assert json_of(ada.get(f"{path}?lang=it"))["sentence"].startswith("Scegli la casella di partenza per ")
    assert json_of(grace.get(path))["sentence"].startswith("Ada is choosing where ")
    with_other_eyes = json_of(ada.get(path, X_Viewer="spectator"))  # which see nothing to choose
    assert with_other_eyes["sentence"].startswith("Ada is choosing where ")


def test_who_plays_both_seats_is_told_for_which(ada: Browser, api: Api) -> None:
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    ada.takes(opened, 1, "Grace")
    told_of = json_of(ada.get(f"/m/{opened['id']}/question/5"))
    assert told_of["sentence"].startswith("Ada is choosing where ")
