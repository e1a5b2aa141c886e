"""The front page, the page to watch and the lists of matches."""

from __future__ import annotations

import html
import re
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

from projections.lobby import ListedMatch
from service.bootstrap import Services
from service.catalog.puzzles import puzzle_of_day
from service.matches.pages.lobby import describe_own_end
from service.settings import Settings
from tests.service.browser import Browser, listed, text
from tests.service.client import Api, json_of
from tests.service.evidence.audit.people import Vandal

NOBODY = "1NG2V9SR8ZY8"
"""The id of no match."""


def test_an_empty_front_page_shows_each_game_and_one_main_button(ada: Browser) -> None:
    page = ada.get("/")
    assert "No player is waiting now." in text(page)
    assert page.text.count('<button class="">Play your first match') == 1  # the main button
    _, arena, villainous = re.split(r"<h3 ", page.text)[:3]
    assert page.text.count('<svg class="miniature ') == 3
    for game in (arena, villainous):
        assert "Play your first match" in game
        assert "Play now" not in game
    assert page.text.count("data-lesson=") == 1  # the puzzle of the day


def test_the_rules_lead_back_to_the_match_of_the_reader(ada: Browser) -> None:
    came_from = {"Referer": f"http://localhost/m/{NOBODY}?seq=94"}
    assert f'href="/m/{NOBODY}?seq=94">← Back to the match' in ada.get("/rules/arena", **came_from).text
    for other in ("http://elsewhere.example/m/X", "http://localhost/lobby", "http://[x"):
        assert "Back to the match" not in ada.get("/rules/arena", Referer=other).text


def test_the_puzzle_of_the_day_changes_with_the_day_until_each_had_its_turn() -> None:
    days = [date(2026, 11, 29) + timedelta(day) for day in range(60)]
    puzzles = [(game.NAME, name) for game, name in map(puzzle_of_day, days)]
    count = len(set(puzzles))
    assert len(set(puzzles[:count])) == count > 30
    assert all(puzzle != following for puzzle, following in pairwise(puzzles))


def test_the_bar_marks_the_place_of_a_page_and_names_the_account(ada: Browser) -> None:
    bar = ada.get("/t").text.partition('class="site-bar"')[2].partition('id="menu"')[0]
    assert re.findall(r'aria-current="page">([^<]+)<', bar) == ["Tournaments"]
    assert "Sign in" in bar
    assert "Sign in" not in ada.get("/offline").text  # which the browser keeps for everybody


def test_the_matches_of_a_browser_stand_first_with_whose_turn_it_is(
    ada: Browser, grace: Browser, api: Api
) -> None:
    opened = api.opens()
    grace.takes(opened, 1, "Grace")
    ada.takes(opened, 0, "Ada")
    assert "Your matches your turn Ada – Grace Sorcerer’s Arena: Epic Alliances" in listed(ada)
    assert "Your matches Ada to answer Ada – Grace Sorcerer’s Arena: Epic Alliances" in listed(grace)
    assert "Your matches" not in listed(Browser(api.app))
    assert ("Being played" in listed(ada), "Being played" in listed(Browser(api.app))) == (False, True)
    assert "No other match is being played now." in listed(ada, "?status=playing")
    watching = Browser(api.app).get("/lobby?status=playing").text
    assert f'src="/embed/{opened["id"]}" title="Ada – Grace">' in watching
    assert "Live now" not in listed(ada, "?status=playing")


def test_lessons_and_puzzles_stand_on_their_page_alone(ada: Browser) -> None:
    ada.post("/learn/arena/farther-than-an-arm", {})
    assert "Your matches" not in listed(ada)


def test_one_button_plays_again_as_in_the_last_match_against_bots(ada: Browser, grace: Browser) -> None:
    first = ada.post("/learn/arena/first-match", {}).location.rpartition("/")[2]
    page = ada.get("/").text
    assert f'action="/m/{first}/again"' in page
    assert ("Play your first match" in page, "Other settings" in page) == (True, True)  # of Villainous
    learn_pages = [ada.get(f"/learn/{game}").text for game in ("arena", "villainous")]
    assert ['<button class="">Play your first match' in page for page in learn_pages] == [False, True]
    again = ada.post(f"/m/{first}/again", {}).location.rpartition("/")[2]
    assert f'action="/m/{again}/again"' in ada.get("/").text
    guests = re.findall(r"your turn (Guest \d{3}) – Bot 2", listed(ada))
    assert guests == guests[:1] * 2  # the browser keeps its guest
    assert len(re.findall(r"Invité \d{3} – Robot 2", listed(ada, "?lang=fr"))) == 2
    lesson = ada.post("/learn/arena/farther-than-an-arm", {}).location[-12:]
    assert grace.post(f"/m/{first}/again", {}).location == "/new"
    assert ada.post(f"/m/{lesson}/again", {}).location == "/new?game=arena"


def test_a_guest_with_the_name_of_an_account_opens_no_match_again(
    ada: Browser, grace: Browser, api: Api, services: Services
) -> None:
    match = ada.opens(player="Visitor", **{"who.1": "bot"})
    grace.post("/me", {"name": "Visitor"})
    assert ada.post(f"/m/{match}/again", {}).location == "/new?game=arena"
    services.runner.catch_up()
    assert [row["id"] for row in json_of(api.get("/api/v1/matches"))["items"]] == [match]


def test_six_matches_of_a_browser_are_boards_and_all_others_lines(ada: Browser, api: Api) -> None:
    oldest = api.opens()
    ada.takes(oldest, 1, "Ada")
    api.seats(oldest, 0, "Lin")
    for _ in range(7):
        ada.takes(api.opens(), 0, "Ada")
    boards, _, lines = ada.get("/").text.partition("Your other matches")
    assert (boards.count('class="watch '), lines.partition("</details>")[0].count("match-row")) == (6, 2)
    assert "Lin to answer" in lines.partition("</details>")[0]


def test_a_browser_reads_whether_it_won(ada: Browser, api: Api) -> None:
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    lin = api.seats(opened, 1, "Lin")
    assert "You won" not in listed(ada)
    assert api.post(f"/api/v1/matches/{lin.match}/concession", None, lin.token).status_code == 201
    assert "You won" in listed(ada)
    assert "Ada won by resignation" in listed(ada, "?status=over")
    page = text(ada.get("/lobby?status=playing"))
    assert "No match is being played now. New match Finished matches" in page


def test_the_end_of_a_match_names_points_where_each_seat_has_its_own(api: Api) -> None:
    pair = ListedMatch("m", "arena", "over", 2, ("a", "b"), {}, 0, 1, winners=(1,), scores=(4, 12))
    teams = ListedMatch("m", "arena", "over", 4, (*"abcd",), {}, 0, 1, winners=(0, 3), scores=(12, 5))
    with api.app.test_request_context():
        assert [describe_own_end(pair, [seat]) for seat in range(2)] == ["You lost 4 : 12", "You won 12 : 4"]
        assert [describe_own_end(teams, [seat]) for seat in (2, 3)] == ["You lost", "You won"]


def test_a_match_that_is_over_tells_who_won_and_the_score(ada: Browser, api: Api) -> None:
    pairs = ((pair.blue.match, pair.play_out(Random(41))["ended"]) for pair in iter(api.seat_pair, None))
    match, ended = next((match, ended) for match, ended in pairs if ended["winners"])
    winner = ["Blue", "Red"][ended["winners"][0]]
    assert f"{winner} won · {' : '.join(map(str, ended['scores']))}" in listed(ada, "?status=over")
    assert '<svg class="miniature arena' in ada.get("/lobby?status=over").text
    assert re.search(r'<iframe [^>]*src="/embed/\w+\?seq=\d+"', ada.get("/lobby?status=playing").text)
    moments = ada.get("/lobby").text.partition('id="moments"')[2]
    pattern = rf'/m/{match}\?seq=(\d+)".*?<b[^>]*>([^<]+)</b>\s*<span[^>]*>([^<]+)'
    [(seq, title, sentence)] = re.findall(pattern, moments, re.S)  # its greatest swing
    assert title.endswith(f" wins {' : '.join(map(str, sorted(ended['scores'], reverse=True)))}")
    acts = api.get(f"/api/v1/matches/{match}/acts").get_json()["items"]
    [act] = [act for act in acts if act["seq"] <= int(seq) <= act["last"]]
    assert html.unescape(sentence) in [line["text"] for line in act["lines"]]
    summary = api.get(f"/m/{match}/summary").get_json()
    assert summary["turn"] == int(seq)
    assert summary["leads"] == sorted(summary["leads"]) != []


def test_the_lobby_shows_what_is_asked_for(ada: Browser, api: Api) -> None:
    pair = api.seat_pair()
    api.opens(game="villainous")
    seq = pair.blue.looks()["seq"]
    pair.play_out(Random(41))
    fork = api.post(f"/api/v1/matches/{pair.blue.match}/forks", {"seq": seq})
    assert fork.status_code == 201
    rows = {
        query: len(re.findall(r"ago", listed(ada, query)))
        for query in ("", "?game=villainous", "?status=over", "?studies=yes", "?game=arena&status=open")
    }
    assert rows == {
        "": 0, "?game=villainous": 1, "?status=over": 1, "?studies=yes": 3, "?game=arena&status=open": 0,
    }  # fmt: skip
    assert "No match is like that." in text(ada.get("/lobby?game=arena&status=open"))
    assert listed(ada, "?game=tennis&status=lost&after=../x").count("ago") == 2


def test_older_matches_are_a_page_further(ada: Browser, api: Api) -> None:
    for _ in range(30):
        api.opens()
    first = listed(ada, "?game=arena")
    [further] = re.findall(r'rel="next" href="([^"]+)"', ada.get("/lobby?game=arena").text)
    second = text(ada.get(further.replace("&amp;", "&")))
    assert (first.count("ago"), second.count("ago")) == (24, 6)
    assert "Older" not in second
    assert "game=arena" in further
    [further] = re.findall(r'rel="next" href="([^"]+)"', ada.get("/lobby?status=").text)
    assert 'href="/lobby?status=">Latest' in ada.get(further).text


def test_lists_draw_six_boards_of_finished_matches_and_leave_out_a_corrupt_one(
    ada: Browser, api: Api, settings: Settings, services: Services
) -> None:
    free = api.opens(open_seats=[1])["id"]
    for _ in range(25):
        pair = api.seat_pair()
        reply = api.post(f"/api/v1/matches/{pair.blue.match}/concession", None, pair.blue.token)
        assert reply.status_code == 201
    assert "Matches with free seats" in listed(ada)
    assert f"/m/{free}/" in ada.get("/").text
    over = ada.get("/lobby?status=over").text
    [further] = re.findall(r'rel="next" href="([^"]+)"', over)
    older = ada.get(further.replace("&amp;", "&")).text
    counts = [
        (page.count('class="match-row'), page.count('<svg class="miniature ')) for page in (over, older)
    ]
    assert counts == [(24, 6), (1, 0)]
    Vandal(settings).drops(pair.blue.match, 2, 2)
    services.repository.forget_match(pair.blue.match)
    for query in ("", "?status=over", "?status=playing"):
        assert ada.get(f"/lobby{query}").status_code == 200


def test_older_matches_to_watch_are_a_link_away_from_own_ones(
    ada: Browser, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.matches.pages.lobby.PAGE_SIZE", 1)
    api.seat_pair()
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    api.seats(opened, 1, "Lin")
    assert "Older" in listed(ada, "?status=playing")
