"""What a cache has kept: no reply that names a player may be shown once the name was erased."""

from __future__ import annotations

import re
from random import Random

from flask import Flask
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api, Pair
from tests.service.matches.test_delay import doors

NAME = "Zebedee"


def named(api: Api) -> Pair:
    opened = api.opens()
    pair = Pair(api.seats(opened, 0, NAME), api.seats(opened, 1, "Grace"))
    for _ in range(3):
        pair.answer_by(Random(1))
    return pair


def asked_again(reply: TestResponse) -> bool:
    """Whether a cache asks each time before it shows this reply."""
    told = reply.headers.get("Cache-Control", "")
    return "no-store" in told or "no-cache" in told or not re.search("max-age=[1-9]|public", told)


def tells(reply: TestResponse) -> bool:
    """Whether a reply tells the name; a nonce is a fact, whatever it says."""
    return NAME.encode() in reply.data.replace(f"{NAME}'s own".encode(), b"")


def test_no_reply_that_names_a_player_is_kept(api: Api, services: Services, app: Flask) -> None:
    pair = named(api)
    addresses = [door.format(match=pair.blue.match) for door in doors(app)]
    addresses += ["/api/v1/matches", "/lobby", f"/oembed?url=http://localhost/m/{pair.blue.match}"]
    tags = dict[str, str]()
    for address in addresses:
        for token in ("", pair.blue.token):
            reply = api.get(address, token)
            if tells(reply) or (reply.mimetype or "").startswith("image/"):
                assert asked_again(reply), (address, reply.headers)
                tags |= {address: reply.headers["ETag"]} if "ETag" in reply.headers and not token else {}
    services.erasure.erase_names(NAME)
    assert {f"/api/v1/matches/{pair.blue.match}", f"/m/{pair.blue.match}/picture.png"} <= tags.keys()
    for address, tag in tags.items():
        reply = api.get(address, If_None_Match=tag)
        assert (reply.status_code, tells(reply)) == (200, False), address


def test_the_tag_of_a_match_with_an_erased_name_can_be_answered_to(api: Api, services: Services) -> None:
    pair = named(api)
    services.erasure.erase_names(NAME)
    assert pair.asked is not None
    tag = pair.asked.get().headers["ETag"]
    assert re.fullmatch(rf'"{pair.asked.looks()["seq"]}-[0-9a-f]{{8}}"', tag)
    pick = pair.asked.looks()["question"]["options"][0]
    assert pair.asked.answers(pick, If_Match=tag).status_code == 201
