"""The position of the table is edited on its board, and nothing is written."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from service.bootstrap import Services
from tests.service.browser import Browser
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    scribe = Scribe(api, played_match())
    scribe.enter(last=20)
    return scribe


def lay_out(scribe: Scribe, body: Json) -> Json:
    """Returns the position after the edits of *body*."""
    return json_of(scribe.api.post(f"/m/{scribe.match}/record/position", body, scribe.token))


def test_cards_that_nobody_saw_are_blanks_of_a_board_that_can_be_edited(
    scribe: Scribe, services: Services
) -> None:
    stored = scribe.facts(services)
    laid = lay_out(scribe, {})
    assert laid["position"] == json_of(scribe.api.get(f"{scribe.path}/position", scribe.token))["position"]
    assert '[""' in json.dumps(laid["scene"]["board"])
    edited = lay_out(
        scribe, {"position": laid["position"], "edits": [{"part": "A.SAM", "word": "hp", "value": "3"}]}
    )
    assert "A.SAM at=" in edited["position"]
    assert edited["scene"]["board"]["figures"]["SAM"]["hp"] == 3
    assert scribe.facts(services) == stored


def test_a_named_card_takes_the_place_of_an_unknown_one(scribe: Scribe) -> None:
    laid = lay_out(scribe, {})
    part, [card, *_] = next(iter(laid["unseen"].items()))
    [discards] = re.findall(rf"/ {part} .*?discards=(\S+)", laid["position"])
    edit = {"part": part, "word": "discards", "value": f"{discards},{card}"}
    named = lay_out(scribe, {"position": laid["position"], "edits": [edit]})
    assert {*laid["unseen"][part]} - {*named["unseen"][part]} == {card}


def test_only_those_at_the_table_edit_its_position(app: Flask, scribe: Scribe) -> None:
    path = f"/m/{scribe.match}/record/position"
    assert scribe.api.post(path, {}).status_code == 403
    assert Browser(app).post(path, {}).status_code == 401
    assert scribe.api.post(path, {"position": "nonsense"}, scribe.token).status_code == 422


@pytest.mark.parametrize("value", ["?*99999999", "?999999999", "nonsense"])
def test_an_edit_that_no_position_can_hold_is_refused_with_a_sentence(scribe: Scribe, value: str) -> None:
    laid = lay_out(scribe, {})
    body = {"position": laid["position"], "edits": [{"part": "A", "word": "hand", "value": value}]}
    refused = scribe.api.post(f"/m/{scribe.match}/record/position", body, scribe.token)
    assert refused.status_code == 422
    assert json_of(refused)["errors"][0]["pointer"] == "/position"
