"""A tour of all pages of a service in which everything has happened that pages tell of."""

from __future__ import annotations

from random import Random

from flask import Flask

from service.bootstrap import Services
from service.catalog.examples import EXAMPLE_POSITION
from tests.service.browser import Browser
from tests.service.client import Api, Pair, json_of
from tests.service.judges import disputes, judge, rules, says, start_first_turn
from tests.service.recordings.scribe import open_disputed
from tests.service.tournaments.desk import WIN, Desk

NO_WORDS = {
    "docs.show": "the viewer of the API document is not ours, and in English",
    "docs.static": "files of that viewer",
    "web.static": "files",
    "web.style": "how a page looks",
    "web.script": "the script of a page, which `test_assets` reads",
    "installing.show_worker": "a script",
    **dict.fromkeys(("pictures.picture", "pictures.animation"), "a picture"),
    "embed.oembed": "for programs",
    "tournament_embed.picture": "a picture",
    "cases.data": "for programs",
    **dict.fromkeys(("cases.photo", "tournament_photos.show"), "a picture, or many"),
    "sheet_pages.show_blank": "a file to print, which `test_paper` reads",
    "sheet_pages.show_match": "a file to print",
    "score_sheets.show": "a file to print",
    "learn.stands": "a state, which the page has words for",
    "web.join": "leads to the same page as a seat that is open",
    "notifications.leave_form": "leads back to the tournament",
}
"""What is served beside the pages, and why it is not read here."""


OF_A_MATCH = (
    "",
    "/table",
    "/summary",
    "/print",
    "/replay.html",
    "/question/20",
    "/possible/20",
    "/updates/0",
    "/updates/20",
)


class Tour:
    """A service with matches, a case and a commentary in it, and somebody who looks at all its pages."""

    def __init__(self, app: Flask, services: Services, api: Api, pair: Pair, ada: Browser) -> None:
        self.app, self.ada = app, ada
        start_first_turn(pair)
        whistle = judge(services, pair)
        disputes(pair.blue)
        assert rules(whistle).status_code == 201
        disputes(pair.red)
        villains, over = api.seat_pair("villainous"), api.seat_pair()
        luck = Random(1)
        for _ in range(30):
            villains.answer_by(luck)
        assert says(over.blue, "/concession", {}).status_code == 201
        account = json_of(api.post("/api/v1/players", {"name": "Lin"}))
        seat = api.opens()
        claim, lin = f"/api/v1/matches/{seat['id']}/seats/0/claim", {"key": account["key"]}
        sits = json_of(api.post(claim, lin, seat["claims"][0]))["token"]
        api.seats(seat, 1, "Guest")
        assert api.post(f"/api/v1/matches/{seat['id']}/concession", {}, sits).status_code == 201
        own = ada.opens(game="villainous", **{"who.1": "anybody"})
        arena = pair.blue.match
        note = json_of(
            api.post(f"/api/v1/matches/{arena}/commentaries", {"title": "Here", "author": "Grace"})
        )["id"]
        ada.post("/judge", {"token": whistle.token, "match": arena})
        recorded = open_disputed(api, whistle.token)
        ada.post(f"/m/{recorded['id']}/record", {"key": recorded["scribe"]})
        form = {"game": "arena", "option.chapter": "1", "player.0": "Ana", "player.1": "Ben"}
        phones = ada.post("/new/record", form).location
        matches = (arena, villains.blue.match, own, over.blue.match)
        offer = {"game": "arena", "pace": "day", "player": "Ada"}
        offered = json_of(api.post("/api/v1/challenges", offer))["challenge"]["id"]
        waiting = ada.post("/play", offer).location
        desk = Desk.opens(api, services, minutes=50, tiebreakers=["buchholz", "head_to_head"])
        desk.registers("Kim", "Liv", "Max").starts(1, "Kim Liv", "Max bye").enters(1, 1, WIN)
        event, past = f"/t/{desk.tournament}", services.store.position()
        called = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/1/cases"
        table = json_of(api.post(called, {"claim": "Foul."}, desk.token))["match"]
        noted = f"/api/v1/matches/{table}/disputes/1/positions"
        assert api.post(noted, {"position": EXAMPLE_POSITION}, desk.token).status_code == 201
        desk.did("close", stage=1, round=1)
        services.runner.catch_up()
        self.desk = Browser(app)
        self.desk.post("/t/enter", {"token": desk.token})
        self.paths = [
            *(
                "/",
                "/lobby",
                "/lobby?status=over",
                "/lobby?player=nobody",
                f"/p/{account['id']}",
                "/statistics",
                "/statistics/arena",
                "/statistics/villainous?seats=6",
                "/judge",
                f"/judge?match={arena}",
            ),
            *("/me", "/me/notifications", "/notifications/end/nothing", "/notifications/confirm/nothing"),
            *("/play", "/play?way=player", f"/challenges/{offered}", waiting),
            *("/new", "/new?game=arena", "/new?game=villainous", "/new/record", "/new/record?game=arena"),
            *("/studies", "/study?game=arena", "/study?game=villainous", "/offline", "/manifest.webmanifest"),
            *("/rules/arena", "/rules/villainous", "/rules/SA-303", "/proof", "/learn/arena", "/problems"),
            *(f"/m/{recorded['id']}/record", f"/m/{recorded['id']}/sheet", f"/m/{arena}/record"),
            *(phones, f"/m/{recorded['id']}/phone", f"/m/{recorded['id']}/cases/1/record"),
            *(f"/m/{match}{what}" for match in matches for what in OF_A_MATCH),
            *(f"/embed/{match}" for match in matches),
            *(f"/m/{arena}/{what}" for what in ("desk", "cases/1", "cases/2", f"commentaries/{note}")),
            *("/t", "/t?text=nobody", event, f"{event}?known={past}", f"{event}?find=nobody"),
            *(f"{event}/wall", f"{event}/me", f"{event}/desk", "/t/new", "/t/new?game=arena"),
            *(f"{event}/register", f"{event}/why-not?one={desk.players['Kim']}&other={desk.players['Max']}"),
            *(f"{event}/entries", f"{event}/links", f"{event}/roster", f"{event}/desk/grid"),
            *(f"{event}/staff", f"{event}/staff/join", f"{event}/check-in", "/t/new/report"),
            *(f"{event}/desk/slips", f"{event}/cases/{table}/1"),
            *(f"{event}/players", f"{event}/players/{desk.players['Kim']}"),
            *(f"{event}/changes", f"{event}/changes?from={past}", f"/embed{event}"),
            *(
                f"/m/{arena}/commentaries",
                f"/m/{own}/join/1",
                "/m/nothing",
                "/m/nothing/desk",
                "/nowhere",
            ),
        ]

    def client_for(self, path: str) -> Browser:
        """Returns the browser of somebody who may see a page."""
        return self.desk if path.startswith("/t/") else self.ada

    def page(self, path: str, code: str) -> str:
        """A page in a language; of what goes wrong, the page that tells so."""
        told = self.client_for(path).get(f"{path}{'&' if '?' in path else '?'}lang={code}")
        assert told.status_code < 500, path
        return told.text

    def wrong(self, code: str) -> str:
        """The form of a match, sent with a number of seats that no match has."""
        return self.ada.post(f"/new?lang={code}", {"game": "arena", "player": "Ada", "seats": "9"}).text
