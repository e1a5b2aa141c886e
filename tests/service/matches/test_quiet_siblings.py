"""Lists, profiles, tournaments, feeds and pictures around late matches: nothing hidden changes a byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

import pytest
from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from domain.table import Delay
from domain.tournament.facts import RoundStarted
from service.bootstrap import Services
from service.settings import Settings
from service.shared import record_ids
from service.tournaments.processes.tables import match_purposes, pins_of
from tests.service.cases.test_photos import picture
from tests.service.client import Api, Pair, Player, json_of
from tests.service.judges import RULE, api_token, disputes, judge, rules, says
from tests.service.matches.test_agreements import does
from tests.service.matches.test_clocking import AGO
from tests.service.matches.test_delay import LATER, words
from tests.service.matches.test_retirement import three
from tests.service.tournaments.desk import Desk

FORMS = ("application/json", "application/x-ndjson", "application/cloudevents-batch+json", "text/html")
RECEIPTS = r'"receipts": \[.*?\]'
"""Signatures with the time of the reply."""
NUMBERS = {"number": "1", "seat": "0", "claim": "x", "level": "0", "place": "000.p/1", "language": "en"}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A service without background work, so that nothing but the matches changes."""
    return replace(settings, runner=False)


class Hall:
    """A tournament with a delayed table, a delayed match of another event, and a tournament's spectator."""

    def __init__(self, api: Api, services: Services, app: Flask) -> None:
        self.api, self.services, self.app = api, services, app
        self.desk = Desk.opens(api, services, online=True).registers("Ada", "Bo").starts()
        self.table = self._open_table()
        organizer = services.api_tokens.issue_token("desk-2", ["organize"]).token
        opened = api.opens_for(organizer, {"event": "spring-open", "delay": LATER})
        self.pair = Pair(self._seat_account(opened, 0, "Ida"), self._seat_account(opened, 1, "Max"))
        seated = services.repository.load_match(opened["id"]).match.player_ids
        self.players = [*self.desk.players.values(), *map(str, seated)]
        self.trio = three(api, delay=LATER)
        self._judges = {pair.blue.match: judge(services, pair) for pair in (self.table, self.pair)}
        token = api_token(services, self.pair, "integrate", "league").token
        self.webhook = json_of(api.post("/api/v1/webhooks", {"url": "https://league.example/hook"}, token))[
            "id"
        ]
        self.league = token

    def judge(self, pair: Pair) -> Player:
        """Returns the judge of a match, whose token is as old as the match."""
        return self._judges[pair.blue.match]

    def _seat_account(self, opened: dict[str, list[str]], seat: int, name: str) -> Player:
        key = json_of(self.api.post("/api/v1/players", {"name": name}))["key"]
        match, claim = str(opened["id"]), opened["claims"][seat]
        reply = self.api.post(f"/api/v1/matches/{match}/seats/{seat}/claim", {"key": key}, claim)
        return Player(self.api, match, seat, json_of(reply)["token"])

    def _open_table(self) -> Pair:
        """Opens the match of table 1 with a delay, and seats its players."""
        services, tournament = self.services, self.desk.tournament
        t = services.tournaments.get(tournament)
        [round_] = t.rounds
        [table] = round_.tables.values()
        [started] = services.tournaments.facts(tournament, round_.start_seq - 1, round_.start_seq)
        assert isinstance(started.event, RoundStarted)
        at = started.event.at
        match = record_ids.derive_match_id(at, next(match_purposes(tournament, round_, table)))
        pins = pins_of(tournament, t, round_, table, services.repository.find_game(t.settings.game))
        cards = services.library.find_pinned(pins.game, pins.cards)
        services.matches.create_match_as(match, at, replace(pins, delay=Delay(minutes=60)), cards)
        services.result_process.catch_up()
        path = f"/api/v1/tournaments/{tournament}/rounds/1/tables/1/seat"
        taken = [json_of(self.api.post(path, {}, self.desk.tokens[name])) for name in ("Ada", "Bo")]
        bound = str(self.desk.looks("/rounds/1")["tables"][0]["match"])
        assert bound == match
        return Pair(*(Player(self.api, bound, each["seat"], each["token"]) for each in taken))

    def addresses(self) -> Iterator[str]:
        """Every address with a tournament, a player or a match in it, and those of lists with arguments."""
        names: dict[str, Sequence[str]] = {
            "tournament": [self.desk.tournament],
            "player": self.players,
            "match": [player.match for player in (self.table.blue, self.pair.blue, self.trio[0])],
            "seq": ["1", "3", "60"],
            "after": ["0", "60"],
            "game": ["arena"],
            **{name: [value] for name, value in NUMBERS.items()},
        }
        for rule in self.app.url_map.iter_rules():
            arguments = sorted(rule.arguments)
            if "GET" in (rule.methods or ()) and arguments and names.keys() >= {*arguments}:
                form = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
                for values in product(*[names[name] for name in arguments]):
                    yield form.format(**dict(zip(arguments, values, strict=True)))
        yield from self._lists()

    def _lists(self) -> Iterator[str]:
        player, match = self.players[-1], self.pair.blue.match
        events = (self.desk.tournament, "spring-open")
        own = [f"event={event}" for event in events] + [f"player={player}", "player=Max", "game=arena"]
        for query in (
            *own,
            "status=playing",
            "status=paused",
            "status=over",
            f"winner={player}",
            "result=conceded",
        ):
            yield f"/api/v1/matches?{query}"
            yield f"/lobby?{query}"
        for query in (*own, f"match={match}", "type=table.", "after=1&limit=1"):
            yield f"/api/v1/facts?{query}"
        for query in (
            *own[:2],
            "bots=none",
            "bots=all",
            "chapter=1",
            "seats=2",
            "since=2020-01-01T00:00:00Z",
        ):
            yield f"/api/v1/games/arena/statistics?{query}"
            yield f"/statistics/arena?{query}"
        for page in (f"m/{match}", f"t/{self.desk.tournament}", f"m/{self.table.blue.match}"):
            yield f"/oembed?url=http://localhost/{page}"
        yield f"/api/v1/players/{player}/matches?opponent={self.players[-2]}"
        yield f"/api/v1/tournaments?player={self.players[0]}"

    def told(self) -> dict[str, str]:
        """All that the public is told, and the subscriber to a webhook."""
        self.services.runner.catch_up()
        self.services.result_process.catch_up()
        self.services.evidence.seal_heads()
        assert self.services.dispatcher.due_ids() == []
        found = {path: self._words(path) for path in self.addresses()}
        for path in (
            "/api/v1/webhooks",
            f"/api/v1/webhooks/{self.webhook}",
            f"/api/v1/webhooks/{self.webhook}/deliveries",
        ):
            found[path] = words(self.api.get(path, self.league))
        return found

    def changes(self, before: dict[str, str]) -> list[str]:
        """Returns the addresses that tell something else than *before*."""
        after = self.told()
        return [path for path in before if after[path] != before[path]]

    def _words(self, path: str) -> str:
        return re.sub(
            f"{AGO}|{RECEIPTS}", "", "\n".join(words(self.api.get(path, Accept=form)) for form in FORMS)
        )


def accepted(reply: TestResponse) -> None:
    assert reply.status_code == 201, reply.text


def answers(pair: Pair) -> None:
    for _ in range(4):
        pair.answer_by(Random(91))


def sends_photo(pair: Pair) -> None:
    accepted(
        pair.blue.api.app.test_client().post(
            f"/api/v1/matches/{pair.blue.match}/disputes/1/photos",
            data=picture(),
            content_type="image/jpeg",
            headers={"Authorization": f"Bearer {pair.blue.token}"},
        )
    )


def hands_over(players: list[Player]) -> None:
    """All agree that a bot plays on for the first."""
    for player in players:
        body = {"bot": "random"} if player is players[0] else {}
        accepted(player.api.post(f"/api/v1/matches/{player.match}/stand-in", body, player.token))


def test_nothing_hidden_changes_a_byte(api: Api, services: Services, app: Flask) -> None:
    hall = Hall(api, services, app)
    before = hall.told()
    assert len(before) > 200
    assert sum("200 OK" in text for text in before.values()) > 120
    steps: list[tuple[Callable[[Pair], object], ...]] = [
        (
            answers,
            lambda pair: disputes(pair.red, "He is looking at my cards."),
            sends_photo,
            lambda pair: does(pair.blue, "draw"),
        ),
        (
            lambda pair: accepted(rules(hall.judge(pair))),
            lambda pair: accepted(
                says(hall.judge(pair), "/rewind", {"to": 5, "rules": [RULE], "text": "Again."})
            ),
            lambda pair: accepted(does(hall.judge(pair), "pause")),
        ),
    ]
    for step in steps:
        for act in step:
            for pair in (hall.table, hall.pair):
                act(pair)
        assert hall.changes(before) == []
    hands_over(hall.trio)
    assert hall.changes(before) == []
