"""Standings on other sites: a frame, how it is found, and the picture beside a link."""

from __future__ import annotations

import re
from io import BytesIO

from PIL import Image

from service.site.canvas import load_font
from tests.service.client import json_of

from .desk import DRAW, WIN, Desk

HOST = "http://localhost"


def test_the_page_leads_to_a_frame_and_a_picture_of_the_standings_it_shows(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    gets = desk.api.get
    page = gets(f"/t/{desk.tournament}?round=1").text
    [href] = re.findall(r'type="application/json\+oembed" href="([^"]+)"', page)
    offered = json_of(gets(href.removeprefix(HOST).replace("&amp;", "&")))
    assert (offered["type"], offered["title"]) == ("rich", "Spring Open")
    [src] = re.findall(rf'src="{HOST}([^"]+)"', offered["html"])
    assert src == f"/embed/t/{desk.tournament}?round=1"
    framed = gets(src)
    assert framed.headers["Content-Security-Policy"].endswith("frame-ancestors *")
    assert "Set-Cookie" not in framed.headers
    assert "<bdi>Ada</bdi>" in framed.text
    [picture] = re.findall(rf'og:image" content="{HOST}([^"]+)"', page)
    assert offered["thumbnail_url"] == f"{HOST}/t/{desk.tournament}/picture.png?round=1"
    shown = gets(picture.replace("&amp;", "&"))
    assert Image.open(BytesIO(shown.data)).size == (offered["thumbnail_width"], offered["thumbnail_height"])
    for wrong in (f"http://elsewhere.example/t/{desk.tournament}", f"{HOST}/t/T-000000000000"):
        assert gets(f"/oembed?url={wrong}").status_code == 404


def test_a_picture_is_another_once_standings_are_and_shows_nothing_unpublished(desk: Desk) -> None:
    path = f"/t/{desk.tournament}/picture.png"
    first = desk.api.get(path)
    desk.pairs(1, "Ada Grace", "Lin bye", "Mae bye")
    assert desk.api.get(path, If_None_Match=first.headers["ETag"]).status_code == 304
    desk.did("publish", stage=1, round=1)
    assert desk.api.get(path, If_None_Match=first.headers["ETag"]).status_code == 200
    known = desk.did("start", stage=1, round=1)["position"]
    before = desk.api.get(path).data
    desk.enters(1, 1, DRAW)
    assert desk.api.get(path).data != before
    assert desk.api.get(f"{path}?known={known}").data == before


def test_pictures_have_the_letters_of_our_languages_and_of_names() -> None:
    missing = bytes(load_font(20).getmask("\ufffe"))
    for letter in "ÉèœçàùîñüßŁőŞΓЖ’«»–…":
        assert bytes(load_font(20).getmask(letter)) != missing, letter
