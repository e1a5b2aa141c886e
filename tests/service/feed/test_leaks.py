"""No card that lies hidden from the public is in the feed, in any form, of any game."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from domain.model import Viewer
from service.bootstrap import Services
from tests.service.client import Api, Json
from tests.service.feed.test_feed import BATCH, NDJSON
from tests.service.feed.test_streams import listen
from tests.service.matches.test_leaks import FIELDS, known, seated, told_by, words

DOORS = (
    ("/api/v1/facts?limit=5000", "application/json"),
    ("/api/v1/facts?limit=5000", NDJSON),
    ("/api/v1/facts?limit=5000", BATCH),
)


@pytest.mark.parametrize(
    ("game", "options", "seed"),
    [
        ("arena", {"chapter": 4}, 90),
        ("villainous", {"villains": ["captain-hook", "prince-john"]}, 91),
    ],
)
def test_no_form_of_the_feed_tells_a_hidden_card(
    api: Api, services: Services, game: str, options: Json, seed: int
) -> None:
    luck, pair = Random(seed), seated(api, game, options)
    cards = frozenset(services.repository.load_match(pair.blue.match).rules.book.cards) - FIELDS
    judge = Viewer("judge", frozenset((-1, 0, 1)))
    for _ in range(3):
        for _ in range(18):
            assert pair.answer_by(luck)
        rules, played = services.repository.load_match(pair.blue.match)
        hidden = words(str(rules.redact_board(played.position.board, judge))) & cards - known(
            pair.public, cards
        )
        assert hidden, "a test that hides nothing proves nothing"
        for door, form in DOORS:
            for token in ("", pair.blue.token):
                reply = api.get(door, token, Accept=form)
                assert reply.status_code == 200, reply.text
                assert not words(told_by(reply)) & hidden, form
        line = listen(api)
        streamed = [*islice(line, 1 + played.seq)]
        line.close()
        assert not words(str(streamed)) & hidden
