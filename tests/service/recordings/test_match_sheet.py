"""The score sheet of a stored match, in notation and on paper."""

from __future__ import annotations

from random import Random

from domain.sheets.sheet import parse_sheet
from tests.service.client import Api, Pair
from tests.service.judges import start_first_turn


def play_turns(pair: Pair) -> Pair:
    """Blue and red play some turns by chance."""
    luck = Random(31)
    start_first_turn(pair)
    for _ in range(12):
        pair.answer_by(luck)
    return pair


def test_a_match_has_its_sheet_with_the_players_and_a_line_a_turn(pair: Pair, api: Api) -> None:
    match = play_turns(pair).blue.match
    reply = api.get(f"/api/v1/matches/{match}/sheet")
    assert reply.content_type == "text/plain; charset=utf-8"
    sheet = parse_sheet(reply.text)
    assert [line.words[0].text for line in sheet.seats] == ["Blue", "Red"]
    assert any(line.tokens[0].text == "R1" for line in sheet.lines)
    again = api.get(f"/api/v1/matches/{match}/sheet", If_None_Match=reply.headers["ETag"])
    assert again.status_code == 304


def test_no_viewer_reads_a_hidden_card_on_a_sheet(pair: Pair, api: Api) -> None:
    """The sheet of a player is that of the public, because it is for the eyes of the whole table."""
    play_turns(pair)
    path = f"/api/v1/matches/{pair.blue.match}/sheet"
    assert "[*: SAM" not in api.get(path).text
    assert api.get(path, pair.blue.token).text == api.get(path).text


def test_the_sheet_of_a_match_with_a_delay_comes_late(api: Api) -> None:
    pair, luck = api.seat_pair(delay={"rounds": 3}), Random(31)
    for _ in range(30):
        pair.answer_by(luck)
    path = f"/api/v1/matches/{pair.blue.match}/sheet"
    assert "R1" not in api.get(path).text
    assert "R1" in api.get(path, pair.blue.token).text
