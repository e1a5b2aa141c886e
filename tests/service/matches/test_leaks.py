"""Nothing that is hidden leaves by any door: every endpoint of a match, as everyone who may look, both games.

What a viewer may know is what the facts tell that viewer; that these tell no more than they should is proved
by the leak tests of each game's domain. Here everything else is held against them, and so is what the judge
knows, so that the test cannot pass because nothing was hidden.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from werkzeug.test import TestResponse

from domain.games import GAMES
from domain.model import Viewer
from service.bootstrap import Services
from tests.examples import TIMES
from tests.service.client import Api, Json, Pair, Player, json_of

DOORS = (
    "", "/facts/{seq}/scene", "?ply={ply}", "?at={time}", "/facts?after=0&limit=5000",
    "/facts?after={before}&limit=40",
    "/frames?after=0", "/options", "/facts/{seq}/options", "/diff?from={before}&to={seq}",
    "/diff?from={seq}&to={before}", "/facts/{seq}/why", "/narration?lang=en", "/narration?lang=it",
    "/chain?after=0", "/proof", "/verification", "/disputes", "/export", "/facts/999999/scene",
    "/facts/999999/why", "/facts/0/options", "/diff?from=1&to=999999",
)  # fmt: skip
PAUSE = max(5, 30 // TIMES)
"""After how many answers everybody knocks at every door."""

FORMS = ("application/json", "application/x-ndjson", "text/plain", "application/cloudevents-batch+json")


def words(text: str) -> set[str]:
    """Everything in *text* that could be the id of a card."""
    return set(re.findall(r"[A-Za-z0-9]+(?:-[a-z0-9]+)*", text))


def told_by(reply: TestResponse) -> str:
    """All that a reply says about a match; the printed cards that a record brings along say nothing."""
    body = reply.get_json(silent=True)
    if isinstance(body, dict) and str(body.get("format", "")).startswith("recount-record"):
        return f"{reply.headers} {[value for name, value in body.items() if name != 'cards']}"
    return f"{reply.headers} {reply.text}"


def known(player: Player, cards: frozenset[str]) -> set[str]:
    """The cards that a player has been told of, by facts or by what lies on the table."""
    return words(str(player.facts()) + str(player.looks())) & cards


def seated(api: Api, game: str, options: Json) -> Pair:
    """Two players of a game, with a match just opened."""
    opened = api.opens(game=game, options=options)
    return Pair(api.seats(opened, 0, "Ada"), api.seats(opened, 1, "Grace"))


@pytest.mark.parametrize(
    ("game", "options", "seed"),
    [
        ("arena", {"chapter": 4}, 5),
        ("villainous", {"villains": ["captain-hook", "ursula"]}, 6),
        ("villainous", {"villains": ["maleficent", "jafar"]}, 7),
    ],
)
def test_no_door_tells_a_hidden_card(
    api: Api, services: Services, game: str, options: Json, seed: int
) -> None:
    luck = Random(seed)
    pair = seated(api, game, options)
    match = pair.blue.match
    watched = services.repository.load_match(match)
    cards = frozenset(watched.rules.book.cards) - FIELDS
    for answers in range(60):
        if pair.answer_by(luck) is None:
            break
        if (answers + 1) % PAUSE:
            continue
        judge = Viewer("judge", frozenset((-1, 0, 1)))
        rules, played = services.repository.load_match(match)
        everything = words(str(rules.redact_board(played.position.board, judge))) & cards
        for player in (pair.public, pair.blue, pair.red):
            may_know = known(player, cards)
            hidden = everything - may_know
            assert hidden, "a test that hides nothing proves nothing"
            for door, form in ((door, form) for door in DOORS for form in FORMS):
                seq = luck.randint(2, played.seq)
                told_of = door.format(
                    seq=seq,
                    before=max(1, seq - 30),
                    ply=luck.randint(1, played.ply),
                    time="2100-01-01T00:00:00Z",
                )
                reply = player.get(told_of, Accept=form)
                leaked = words(told_by(reply)) & hidden
                assert not leaked, (player.seat, told_of, form, leaked)


FIELDS = frozenset(("ariel", "fauna", "cauldron"))
"""Cards whose ids are also the names of options: they stand in every match."""


def test_a_wrong_answer_tells_nothing_of_the_hand(api: Api, services: Services) -> None:
    pair = seated(api, "villainous", {"villains": ["prince-john", "jafar"]})
    luck = Random(8)
    for _ in range(12):
        pair.answer_by(luck)
    asked = pair.asked
    assert asked is not None
    other = pair.red if asked is pair.blue else pair.blue
    cards = frozenset(services.repository.load_match(pair.blue.match).rules.book.cards)
    mine = set(asked.looks()["board"]["realms"][asked.seat or 0]["hand"])
    assert mine
    for pick in ("", "play:", "use:nothing", "x" * 150):
        reply = other.answers(pick)
        assert reply.status_code in (403, 409, 412, 422)
        assert not words(f"{reply.headers} {reply.text}") & (mine & cards)
        assert json_of(reply)["status"] == reply.status_code


def test_the_games_are_all_looked_at() -> None:
    assert set(GAMES) == {"arena", "villainous"}
