"""Lines that a scribe types are read as entries, with the place of a mistake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.browser import Browser
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match


def read(api: Api, scribe: Scribe, text: object) -> Any:
    """Returns the reply to a line, sent with the scribe's token."""
    return api.post(f"/m/{scribe.match}/record/lines", {"text": text}, scribe.token)


def lines_of(api: Api, scribe: Scribe) -> list[str]:
    """Returns the lines of the score sheet of a recording, without its header."""
    sheet = api.get(f"{scribe.path}/sheet", scribe.token)
    assert sheet.status_code == 200, sheet.text
    header = 1 + scribe.played.seats
    return [line for line in sheet.text.splitlines() if line][header:]


def entered(api: Api, scribe: Scribe) -> list[Json]:
    """Returns the entries of a recording."""
    items: list[Json] = json_of(api.get(f"{scribe.path}/entries"))["items"]
    return items


def test_the_lines_of_a_sheet_are_the_entries_of_its_match(api: Api) -> None:
    original, copy = (Scribe(api, played_match()) for _ in range(2))
    original.enter()
    count, text = 0, ""
    for line in lines_of(api, original):
        text += f"\n{line}"
        reply = json_of(read(api, copy, text))
        if reply["mistake"]:  # a card that came into sight with this line is named in the next one
            assert "came into sight" in reply["mistake"]["sentence"], (text, reply["mistake"])
            continue
        text = ""
        bodies = [{"id": f"typed-{count + n:04}"} | each for n, each in enumerate(reply["entries"])]
        sent = json_of(copy.send(bodies, count))
        assert sent.get("refused", 1) is None, (text, line, bodies, sent)
        count = sent["last"]
    ends = [entered(api, scribe)[-1] for scribe in (original, copy)]
    assert ends[0]["picks"] == ends[1]["picks"]
    over = [json_of(api.get(scribe.path))["ended"] for scribe in (original, copy)]
    assert over[0] is not None
    assert over[0]["scores"] == over[1]["scores"]


def test_a_mistake_has_its_column_and_nothing_is_written(api: Api) -> None:
    scribe = Scribe(api, played_match())
    scribe.enter(last=12)
    reply = json_of(read(api, scribe, "nonsense d4"))
    assert (reply["entries"], reply["mistake"]["column"]) == ([], 1)
    assert reply["mistake"]["sentence"]
    assert len(entered(api, scribe)) == 12


@pytest.mark.parametrize("text", ["", " ", "x" * 501, 7, None])
def test_a_line_has_words_and_an_end(api: Api, text: object) -> None:
    assert read(api, Scribe(api, played_match()), text).status_code == 422


def test_only_those_who_record_a_match_have_its_lines_read(api: Api) -> None:
    scribe = Scribe(api, played_match())
    assert api.post(f"/m/{scribe.match}/record/lines", {"text": "e1"}).status_code == 403
    assert Browser(api.app).post(f"/m/{scribe.match}/record/lines", {"text": "e1"}).status_code == 401
