"""Matches on other sites: the player in a frame, how it is found, and the picture beside a link."""

from __future__ import annotations

import re
from io import BytesIO
from math import hypot
from random import Random

import jsonschema_rs
import pytest
from PIL import Image

from domain import table
from service import faces
from service.bootstrap import Services
from service.faces.paths import flatten_path
from service.history.pages.og_image import MAX_FRAMES, picture_content
from service.site.canvas import HEIGHT, WIDTH
from tests.service.client import Api, Json, Pair, json_of
from tests.service.judges import start_first_turn

HOST = "http://localhost"

RICH = {
    "type": "object",
    "required": ["type", "version", "html", "width", "height"],
    "properties": {
        "type": {"const": "rich"},
        "version": {"const": "1.0"},
        "title": {"type": "string"},
        "provider_name": {"type": "string"},
        "provider_url": {"type": "string", "format": "uri"},
        "cache_age": {"type": "integer"},
        "html": {"type": "string"},
        "width": {"type": "integer"},
        "height": {"type": "integer"},
        "thumbnail_url": {"type": "string", "format": "uri"},
        "thumbnail_width": {"type": "integer"},
        "thumbnail_height": {"type": "integer"},
    },
    "additionalProperties": False,
}
"""A rich reply of oEmbed 1.0, with the parameters that its section 2.3.4 lists."""


def picture(pair: Pair, query: str = "") -> Image.Image:
    reply = pair.public.api.get(f"/m/{pair.blue.match}/picture.png{query}")
    assert reply.status_code == 200, reply.text
    assert reply.content_type == "image/png"
    return Image.open(BytesIO(reply.data))


def oembed(api: Api, url: str, more: str = "") -> Json:
    reply = api.get(f"/oembed?url={url}{more}")
    assert reply.status_code == 200, reply.text
    return json_of(reply)


# -- the frame -----------------------------------------------------------------------------------------


def test_the_player_alone_may_be_framed(pair: Pair) -> None:
    api, match = pair.public.api, pair.blue.match
    framed = api.get(f"/embed/{match}").headers
    assert framed["Content-Security-Policy"].endswith("frame-ancestors *")
    assert "X-Frame-Options" not in framed
    assert "'none'" in api.get(f"/m/{match}").headers["Content-Security-Policy"].split("frame-ancestors")[1]


def test_the_player_begins_no_session_and_holds_nothing_inline(pair: Pair) -> None:
    reply = pair.public.api.get(f"/embed/{pair.blue.match}?seq=4")
    assert "Set-Cookie" not in reply.headers
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))", reply.text)
    assert "style=" not in reply.text
    assert '"seq": 4' in reply.text


# -- how it is found -----------------------------------------------------------------------------------


def test_the_page_of_a_match_leads_to_its_oembed(pair: Pair) -> None:
    page = pair.public.api.get(f"/m/{pair.blue.match}?seq=5").text
    [href] = re.findall(r'type="application/json\+oembed" href="([^"]+)"', page)
    found = json_of(pair.public.api.get(href.removeprefix(HOST).replace("&amp;", "&")))
    jsonschema_rs.validate(RICH, found)
    assert f'src="{HOST}/embed/{pair.blue.match}?seq=5"' in found["html"]
    assert found["title"].endswith("Blue – Red")


def test_a_name_with_markup_in_it_is_told_as_text(api: Api) -> None:
    opened = api.opens()
    api.seats(opened, 0, '"><script>alert(1)</script>')
    found = oembed(api, f"{HOST}/m/{opened['id']}")
    assert "<script" not in found["html"]
    assert '"><script>' in found["title"]


# -- the picture ---------------------------------------------------------------------------------------


def test_the_picture_has_the_size_that_the_page_tells(pair: Pair) -> None:
    shown = picture(pair)
    assert (shown.format, shown.size) == ("PNG", (WIDTH, HEIGHT))
    page = pair.public.api.get(f"/m/{pair.blue.match}").text
    assert f'og:image:width" content="{WIDTH}"' in page
    assert f'og:image:height" content="{HEIGHT}"' in page
    assert f"/m/{pair.blue.match}/picture.png" in page


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_every_moment_has_its_picture(api: Api, game: str) -> None:
    pair = api.seat_pair(game)
    luck = Random(3)
    for _ in range(30):
        pair.answer_by(luck)
    last = pair.public.looks()["seq"]
    assert picture(pair, "?seq=3").tobytes() != picture(pair, f"?seq={last}").tobytes()


def test_without_a_moment_the_picture_does_not_tell_how_it_ended(pair: Pair) -> None:
    before = picture(start_first_turn(pair))
    last = pair.play_out(Random(41))["seq"]
    assert picture(pair).tobytes() == before.tobytes()
    assert picture(pair, f"?seq={last}").tobytes() != before.tobytes()


def test_the_picture_is_drawn_of_what_the_public_may_see(pair: Pair, services: Services) -> None:
    """The same board is drawn, whatever the hands hold: nothing of them is in a sketch."""
    played = services.repository.load_match(pair.blue.match)
    public = table.make_scene(
        played.rules, played.match, services.access.viewer_for(pair.blue.match, None)
    ).board
    game = services.repository.find_game("arena")
    book = played.rules.book
    assert faces.sketch(game, public, book) == faces.sketch(game, played.match.position.board, book)


def test_the_last_turn_moves_in_a_picture_of_what_the_public_may_see(pair: Pair) -> None:
    last = pair.play_out(Random(41))["seq"]
    reply = pair.public.api.get(f"/m/{pair.blue.match}/picture.gif?seq={last}")
    assert (reply.status_code, reply.content_type) == (200, "image/gif")
    moving = Image.open(BytesIO(reply.data))
    assert moving.size == (WIDTH // 2, HEIGHT // 2)
    assert 1 < getattr(moving, "n_frames", 1) <= MAX_FRAMES
    assert len(reply.data) < 300_000
    assert pair.public.api.get(f"/m/{pair.blue.match}/picture.gif?seq=4000").status_code == 404


def test_a_moment_that_never_was_has_no_picture(pair: Pair) -> None:
    assert pair.public.api.get(f"/m/{pair.blue.match}/picture.png?seq=4000").status_code == 404


@pytest.mark.parametrize(("lang", "score"), [("en", "0 VP"), ("fr", "0 points de victoire"), ("it", "0 PV")])
def test_a_picture_tells_how_they_stand_in_the_language_of_the_page(
    pair: Pair, services: Services, lang: str, score: str
) -> None:
    match = pair.blue.match
    page = pair.public.api.get(f"/m/{match}?lang={lang}").text
    assert f"/m/{match}/picture.png?lang={lang}" in page
    with pair.public.api.app.test_request_context(f"/?lang={lang}"):
        _, _, sketch, sentence = picture_content(services, match, 0)
        *_, last = picture_content(services, match, services.repository.load_match(match).match.seq)
    assert [told for _, told in sketch.seats] == [score, score]
    assert sentence == ""
    assert last


def test_a_silhouette_is_painted_as_polygons_of_its_curves() -> None:
    [circle, square] = flatten_path("M24 14A10 10 0 0 1 24 34A10 10 0 0 1 24 14ZM2 2H6V6H2Z")
    assert all(abs(hypot(x - 24, y - 24) - 10) < 0.01 for x, y in circle)
    assert square == ((2, 2), (6, 2), (6, 6), (2, 6))
    [leaf] = flatten_path("M0 0C0 10 10 10 10 0Z")
    assert max(y for _, y in leaf) == 7.5
