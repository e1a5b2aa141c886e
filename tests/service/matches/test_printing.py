"""Sheets on paper: a match by its turns, a moment with its act and its rules, a case with both boards."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from replays.text.languages import game_language
from replays.text.names import localized_names
from service.bootstrap import Services
from tests.service.client import Pair, Player
from tests.service.judges import disputes, says, start_first_turn

Json = dict[str, Any]

CARD = re.compile(r"[A-Z]{3}\d")


def sheet(pair: Pair, query: str = "") -> str:
    reply = pair.public.api.get(f"/m/{pair.blue.match}/print{query}")
    assert reply.status_code == 200, reply.text
    return str(reply.text)


def get(pair: Pair, path: str) -> Json:
    """Returns what the public reads at *path* of the match."""
    reply: Json = pair.public.api.get(f"/api/v1/matches/{pair.blue.match}/{path}").get_json()
    return reply


def hash_of(services: Services, match: str, seq: int) -> str:
    replay = services.repository.load_replay(match)
    return services.repository.load_hashes(match, replay)[seq - 1]


@pytest.mark.parametrize(("lang", "heading"), [("en", "’s turn."), ("fr", "Tour "), ("it", "Turno ")])
def test_a_match_is_printed_by_its_turns_with_its_result_its_address_and_its_hash(
    pair: Pair, services: Services, lang: str, heading: str
) -> None:
    last = pair.play_out(Random(41))["seq"]
    page = sheet(pair, f"?lang={lang}")
    headings = re.findall(r'<div class="turn">\s*<h3>(.*?)</h3>', page)
    assert len(headings) > 10
    assert all(heading in each for each in headings)
    [result] = re.findall(r'<p class="result headline">(.*?)</p>', page)
    assert result.endswith(".")
    assert hash_of(services, pair.blue.match, last) in page
    assert f"/m/{pair.blue.match}</figcaption>" in page
    assert page.count("<svg") >= 3  # the menu, the code, the board
    [outcome] = re.findall(
        r'<small class="outcome">(.*?)</small>', pair.public.api.get(f"/m/{pair.blue.match}").text
    )
    assert 'id="quiet" checked' in pair.public.api.get(f"/m/{pair.blue.match}?quiet").text
    assert ("draw" in outcome) == (re.search(r"\d+ : \d+", outcome) is None)


def test_a_moment_is_printed_with_its_act_its_rules_in_words_and_both_boards(
    pair: Pair, services: Services
) -> None:
    start_first_turn(pair)
    last = pair.blue.looks()["seq"]
    page = sheet(pair, f"?seq={last}")
    assert page.count("miniature arena") == 2
    assert re.search(r"<small>SA-\d+</small></a> [A-Z]", page)
    assert re.search(r'<li value="\d+"><span>[A-Z]', page)
    assert hash_of(services, pair.blue.match, last) in page
    assert pair.public.api.get(f"/m/{pair.blue.match}/print?seq=9000").status_code == 404


def test_a_sheet_for_the_public_names_no_card_of_a_hand(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    loaded = services.repository.load_match(pair.blue.match)
    names = localized_names(GAMES["arena"], loaded.rules.book, game_language("arena", "en"))
    hands = [card for seat, player in enumerate(pair) for card in _hand(player, seat)]
    page = sheet(pair)
    assert len(hands) > 10
    assert [card for card in hands if names[card] in page] == []


def _hand(player: Player, seat: int) -> list[str]:
    return list(player.looks()["board"]["summoners"][seat]["hand"])


def test_a_case_is_printed_with_the_act_it_disputes(pair: Pair) -> None:
    start_first_turn(pair)
    seq = pair.blue.looks()["seq"]
    disputes(pair.blue, "Too far.", {"seq": seq})
    page = pair.public.api.get(f"/m/{pair.blue.match}/cases/1").text
    assert page.count("miniature arena") == 2
    assert re.search(r"<small>SA-\d+</small></a> [A-Z]", page)
    assert f"/m/{pair.blue.match}/cases/1</figcaption>" in page
    assert 'id="remark"' not in page


def test_a_case_has_the_whole_act_and_the_text_of_its_card(pair: Pair) -> None:
    start_first_turn(pair)
    luck, items = Random(5), list[Json]()
    while not any(CARD.match(item["rule"] or "") for item in items):
        pair.answer_by(luck)
        items = get(pair, "narration")["items"]
    item = next(item for item in items if CARD.match(item["rule"] or ""))
    card = get(pair, f"facts/{item['seq']}/why")["cards"][item["rule"]]
    disputes(pair.blue, "Too far.", {"seq": item["seq"]})
    page = unescape(pair.public.api.get(f"/m/{pair.blue.match}/cases/1").text)
    assert f"<li><b>{card['name']}</b> {card['text']}</li>" in page
    act = re.search(r'<p class="act headline">(.*?)</p>', page)
    assert act is not None
    assert f">{act[1]}</a>" in page
    assert page.index("paper statement") < page.index("miniature arena")
    assert "turn ends" not in page


def test_a_card_without_an_effect_is_printed_with_its_text_and_equal_boards_once(pair: Pair) -> None:
    pair.play_out(Random(41))
    facts, items = get(pair, "facts?after=0&limit=1000")["items"], get(pair, "narration")["items"]
    cited = {item["seq"] for item in items if CARD.match(item["rule"] or "")}
    ends = {fact["seq"] for fact in facts if fact["event"]["type"] == "arena.CardResolved"}
    played = next(
        fact["seq"]
        for fact in facts
        if fact["event"]["type"] == "arena.CardPlayed"
        and not cited & {*range(fact["seq"], min(end for end in ends if end > fact["seq"]))}
    )
    [name] = re.findall(r"plays (.*?)\.", next(item["text"] for item in items if item["seq"] == played))
    assert re.search(rf"<li><b>{name}</b> +[A-Z1-9]", unescape(sheet(pair, f"?seq={played}")))
    opening = sheet(pair, "?seq=2")
    assert opening.count("miniature arena") == 1
    assert "Nothing changes on the board." in opening


def test_a_case_without_a_moment_shows_the_evidence_of_an_answer(pair: Pair) -> None:
    start_first_turn(pair)
    disputes(pair.blue, "Come to our table.")
    seq = pair.red.looks()["seq"]
    says(pair.red, "/disputes/1/answers", {"text": "Here it is.", "evidence": [{"seq": seq - 1}]})
    page = pair.public.api.get(f"/m/{pair.blue.match}/cases/1").text
    sentence = get(pair, f"facts/{seq - 1}/why")["steps"][0]["text"]
    assert f">{sentence}</a>" in unescape(page)
    assert "The act and its rules" not in page
