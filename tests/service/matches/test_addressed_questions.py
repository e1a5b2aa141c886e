"""Whoever plays one seat is asked; whoever plays several, or sits elsewhere, is told who is asked."""

from __future__ import annotations

from tests.service.browser import Browser
from tests.service.people import Api, told


def test_a_question_is_put_to_the_browser_of_the_seat_alone(ada: Browser, grace: Browser, api: Api) -> None:
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    grace.takes(opened, 1, "Grace")
    path = f"/m/{opened['id']}/question/5"
    asked = told(ada.gets(path))
    assert asked["sentence"] == "Choose where Sorcerer's Apprentice Mickey starts."
    assert asked["rule"] == "SA-104"
    assert told(ada.gets(f"{path}?lang=it"))["sentence"].startswith("Scegli la casella di partenza per ")
    assert told(grace.gets(path))["sentence"].startswith("Ada is asked where ")
    with_other_eyes = told(ada.gets(path, X_Viewer="spectator"))  # which see nothing to choose
    assert with_other_eyes["sentence"].startswith("Ada is asked where ")


def test_who_plays_both_seats_is_told_for_which(ada: Browser, api: Api) -> None:
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    ada.takes(opened, 1, "Grace")
    told_of = told(ada.gets(f"/m/{opened['id']}/question/5"))
    assert told_of["sentence"].startswith("Ada is asked where ")
