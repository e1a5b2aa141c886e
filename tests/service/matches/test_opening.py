"""Opening a match in a browser, and taking a seat at it."""

from __future__ import annotations

import re

import pytest

from domain.clocks import Clock
from domain.games import GAMES
from service.bootstrap import Services
from tests.service.browser import Browser, listed, text
from tests.service.client import Api, json_of

MARKUP = '"><script>alert(1)</script><b>'

# -- opening a match -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_opened_as_its_form_stands(ada: Browser, services: Services, game: str) -> None:
    """Every field is sent as the page has it: the first choice of each is one that can be played."""
    page = ada.get(f"/new?game={game}").text
    form: dict[str, object] = dict(re.findall(r'<input type="hidden" name="(game)" value="([^"]*)"', page))
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.S):
        found = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        assert found is not None
        form[name] = found[1]
    match = ada.opens(**form)
    played = services.repository.load_match(match).match
    assert played.settings.game == game
    assert played.is_full
    assert "Ada – Bot 2" in listed(ada)


def test_what_is_chosen_is_what_is_played(ada: Browser, services: Services) -> None:
    match = ada.opens(
        game="villainous", seats=3, **{"option.villains.2": "ursula", "option.theft": "mandatory"}
    )
    opened = services.repository.load_match(match).match.settings
    villains = opened.options["villains"]
    assert (opened.seats, opened.options["theft"], villains[2]) == (3, "mandatory", "ursula")
    assert len({*villains}) == 3


def test_teams_that_were_agreed(ada: Browser, services: Services) -> None:
    teams = {"option.teams.0": ["SAM", "ALA", "GAS"], "option.teams.1": ["MAL", "DEM", "FAC"]}
    match = ada.opens(**{"option.chapter": "4", "option.first": "null", "option.copies": "false"}, **teams)
    options = services.repository.load_match(match).match.settings.options
    assert options["teams"] == [["SAM", "ALA", "GAS"], ["MAL", "DEM", "FAC"]]


def test_friends_get_links_and_bots_sit_down(ada: Browser, grace: Browser, services: Services) -> None:
    match = ada.opens(game="villainous", seats=3, **{"who.1": "bot", "who.2": "friend"})
    [link] = re.findall(rf'href="[^"]*(/m/{match}/join/2/[^"]+)"', ada.get(f"/m/{match}").text)
    assert "Player 3 your seat" in text(grace.get(link))
    claim = link.rpartition("/")[2]
    reply = grace.post(f"/m/{match}/sit", {"seat": 2, "claim": claim, "player": "Grace"})
    assert (reply.status_code, reply.location) == (303, f"/m/{match}")
    assert services.repository.load_match(match).match.is_full


def test_who_only_watches_sits_nowhere_and_needs_no_name(ada: Browser, services: Services) -> None:
    reply = ada.post("/new", {"game": "arena", "mine": "none", "who.0": "anybody", "who.1": "bot"})
    match = reply.location.removeprefix("/m/")
    assert [bool(player) for player in services.repository.load_match(match).match.players] == [False, True]
    assert json_of(ada.get(f"/api/v1/matches/{match}", Accept="application/json"))["viewer"] == "spectator"


def test_bots_alone_are_refused_in_the_form(ada: Browser) -> None:
    reply = ada.post("/new", {"game": "arena", "mine": "none", "who.0": "bot", "who.1": "bot"})
    assert reply.status_code == 422
    assert "Bots play alone only through the API, with a token: sit down yourself, or leave" in text(reply)


def test_spectators_may_see_it_later(ada: Browser, services: Services) -> None:
    delay = services.repository.load_match(ada.opens(delay="3", delay_in="rounds")).match.settings.delay
    assert delay is not None
    assert (delay.facts, delay.rounds, delay.minutes) == (0, 3, 0)


@pytest.mark.parametrize(
    ("form", "clock", "sentence"),
    [
        ({"clock": ""}, None, ""),
        (
            {"clock": "fischer 600 5", "clock_flag": "loss"},
            Clock("fischer", 600, 5, "loss"),
            "10 minutes for the match, and 5 seconds more for each answer",
        ),
        (
            {"clock": "own", "clock_kind": "move", "clock_time": "36", "clock_in": "hour", "clock_more": "9"}
            | {"clock_flag": "judge"},
            Clock("move", 129_600, 0, "judge"),
            "36 hours per move",
        ),
    ],
)
def test_each_seat_has_the_time_that_was_chosen(
    ada: Browser, services: Services, form: dict[str, object], clock: Clock | None, sentence: str
) -> None:
    match = ada.opens(**form)
    assert services.repository.load_match(match).match.settings.clock == clock
    assert sentence in listed(ada, "?game=arena")


WRONG: dict[str, tuple[dict[str, object], str, str]] = {
    "no game": ({"game": ""}, "Choose a game first.", ""),
    "nine seats": ({"seats": "9"}, "is played with 2 or 4 seats, not 9", "seats"),
    "no number of seats": ({"seats": "²"}, "is played with 2 or 4 seats", "seats"),
    "a seat that is not there": ({"mine": "3"}, "There are 2 seats: take one of them.", "mine"),
    "an unknown option": ({"option.luck": "more"}, "has no option “luck”", ""),
    "an unknown value": ({"option.chapter": "5"}, "option “chapter”: Must be one of: 1, 2, 3, 4", "chapter"),
    "what a rule forbids": ({"seats": "4"}, "Chapter 1 is played by 2 Summoners, not 4. SA-101", ""),
    "no name": ({"player": "  "}, "A name has 1 to 100 characters.", "player"),
    "a huge name": ({"player": "a" * 101}, "A name has 1 to 100 characters.", "player"),
    "a name that is none": (
        {"player": "A\0da"},
        "A name is one line, not blank, without control characters.",
        "player",
    ),
    "a name that writes backwards": (
        {"player": "\u202eadA"},
        "A name is one line, not blank, without control characters.",
        "player",
    ),
    "no delay": ({"delay": "soon"}, "A delay is 1 to 1000 facts", "delay"),
    "too much delay": ({"delay": "21", "delay_in": "rounds"}, "A delay is 1 to 1000 facts", "delay"),
    "no time": ({"clock": "own", "clock_kind": "move", "clock_in": "hour"}, "A clock has 1 second", "clock"),
    "too much time": (
        {"clock": "own", "clock_kind": "match", "clock_time": "61", "clock_in": "day", "clock_flag": "note"},
        "A clock has 1 second to 60 days",
        "clock",
    ),
    "a delay of nothing": ({"delay": "5", "delay_in": "sheep"}, "A delay is 1 to 1000 facts", "delay"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_form_that_is_wrong_is_shown_again_with_what_is_wrong_and_what_was_written(
    ada: Browser, services: Services, mistake: str
) -> None:
    form, sentence, field = WRONG[mistake]
    sent = {"game": "arena", "player": "Ada & Co.", "option.edition": "it", "who.1": "friend"} | form
    reply = ada.post("/new", sent)
    assert reply.status_code == 422
    assert sentence in text(reply)
    assert services.store.position() == 0
    if sent["game"]:
        assert '<option value="it" selected>' in reply.text
        assert '<option value="friend" selected>' in reply.text
        assert field == "player" or "Ada &amp; Co." in reply.text
    marked = {*re.findall(r'name="(?:option\.)?([^"]+)"[^>]*aria-invalid="true"', reply.text)}
    assert marked == ({field} if field else set())


def test_a_game_that_is_not_here(ada: Browser) -> None:
    assert ada.get("/new?game=tennis").status_code == 404
    assert ada.post("/new", {"game": "tennis", "player": "Ada"}).status_code == 404


# -- a seat --------------------------------------------------------------------------------------------


def test_a_link_to_a_seat_shows_what_is_played_and_who_sits_there(ada: Browser, api: Api) -> None:
    opened = api.opens(options={"chapter": 4})
    api.seats(opened, 0, "Grace")
    page = text(ada.get(f"/m/{opened['id']}/join/1/{opened['claims'][1]}"))
    for told_there in ("Sorcerer’s Arena", "Chapter of the handbook 4", "Blue Grace", "Red your seat"):
        assert told_there in page
    assert "Edition" not in page


def test_a_link_that_is_not_good_is_told_so(ada: Browser, api: Api) -> None:
    opened = api.opens()
    for seat, claim in ((1, "made up"), (1, opened["claims"][0]), (7, opened["claims"][1])):
        reply = ada.get(f"/m/{opened['id']}/join/{seat}/{claim}")
        assert reply.status_code == 401
        assert "This link does not fit a seat of this match." in text(reply)
        assert "Take the seat" not in text(reply)


def test_a_seat_that_was_taken_meanwhile(ada: Browser, grace: Browser, api: Api) -> None:
    opened = api.opens()
    link = f"/m/{opened['id']}/join/1/{opened['claims'][1]}"
    ada.takes(opened, 1, "Ada")
    assert "This seat is taken already." in text(grace.get(link))
    assert "You sit here already." in text(ada.get(link))
    form = {"seat": 1, "claim": opened["claims"][1], "player": "Grace"}
    reply = grace.post(f"/m/{opened['id']}/sit", form)
    assert reply.status_code == 409
    assert "Ada" in text(reply)
    assert "Grace" not in text(reply)


@pytest.mark.parametrize(
    ("form", "status"),
    [({"claim": "made up"}, 401), ({"seat": "0"}, 403), ({"seat": "x"}, 404), ({"player": "A\u200bda"}, 422)],
)
def test_a_seat_that_cannot_be_taken_is_told_in_words(
    ada: Browser, api: Api, form: dict[str, object], status: int
) -> None:
    opened = api.opens()
    sent = {"seat": "1", "claim": opened["claims"][1], "player": "Ada"} | form
    reply = ada.post(f"/m/{opened['id']}/sit", sent)
    assert reply.status_code == status
    assert 'role="alert"' in reply.text
    assert json_of(api.get(f"/api/v1/matches/{opened['id']}"))["players"] == [None, None]


def test_a_name_with_markup_in_it_is_told_as_text(ada: Browser, api: Api) -> None:
    opened = api.opens()
    ada.takes(opened, 0, MARKUP)
    listed(ada)
    seat = f"/m/{opened['id']}/join/1/{opened['claims'][1]}"
    for path in ("/lobby", seat, f"/m/{opened['id']}"):
        page = ada.get(path).text
        assert "<script>alert" not in page, path
        assert "&lt;script&gt;alert(1)" in page, path
    reply = ada.post("/new", {"game": "arena", "player": MARKUP, "seats": "9"})
    assert "<script>alert" not in reply.text
    assert "&lt;script&gt;alert(1)" in reply.text
