"""Cards that players show at the end get their names, and prove the facts that hid them."""

from __future__ import annotations

import pytest

from domain import table
from domain.arena.facts import CardDrawn
from domain.model import CONVERSATION
from domain.recording.names import list_words
from domain.table import TableFact
from replays.audits.verify import verify
from service.bootstrap import Services
from service.recordings.verdicts import describe_standing
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match
from .test_corrections import between_effects, position_of


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return Scribe(api, played_match())


def standing(scribe: Scribe) -> Json:
    """Returns what the entries prove."""
    return json_of(scribe.api.get(f"{scribe.path}/standing", scribe.token))


def hidden_places(scribe: Scribe, services: Services) -> list[tuple[int, int, str]]:
    """Returns the facts that hide a card, the place of the card, and the card that was really drawn."""
    facts = [fact for fact in scribe.facts(services) if not isinstance(fact.event, TableFact)]
    pairs = zip(facts, scribe.played.match.facts, strict=False)
    return [
        (fact.seq, index, card)
        for fact, original in pairs
        if not isinstance(fact.event, CONVERSATION)
        for index, (word, card) in enumerate(
            zip(list_words(fact.event), list_words(original.event), strict=False)
        )
        if not word and card
    ]


def drawn_cards(scribe: Scribe, services: Services) -> list[tuple[int, int, str]]:
    """Returns the draws among the hidden places."""
    drawn = {fact.seq for fact in scribe.facts(services) if isinstance(fact.event, CardDrawn)}
    return [place for place in hidden_places(scribe, services) if place[0] in drawn]


def test_all_that_the_table_saw_is_proven_and_a_draw_is_only_consistent(
    scribe: Scribe, services: Services
) -> None:
    scribe.enter()
    verdicts = standing(scribe)
    facts = [fact for fact in scribe.facts(services) if not isinstance(fact.event, TableFact)]
    assert verdicts["proven"] + verdicts["consistent"] == len(facts) == len(verdicts["items"])
    consistent = {item["seq"] for item in verdicts["items"] if item["verdict"] == "consistent"}
    assert {seq for seq, _, _ in hidden_places(scribe, services)} <= consistent


def test_a_named_draw_is_proven_and_no_public_fact_changes(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    stored, before = scribe.facts(services), standing(scribe)
    for seq, index, card in drawn_cards(scribe, services)[:6]:
        body = {"fact": seq, "index": index, "card": card}
        named = scribe.api.post(f"{scribe.path}/names", body, scribe.token)
        assert named.status_code == 201, named.text
    after = standing(scribe)
    assert after["proven"] == before["proven"] + 6
    facts = scribe.facts(services)
    assert facts[: len(stored)] == stored
    assert verify(scribe.played.match.rules, facts).ok
    again = table.fold(scribe.played.match.rules, facts)
    assert again.position.board == services.repository.load_match(scribe.match).match.position.board


def test_a_card_that_lies_elsewhere_cannot_be_named(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    stored = scribe.facts(services)
    (seq, index, card), *_, (_, _, other) = hidden_places(scribe, services)
    wrong = next(name for name in ("SAM01", "GAS01") if name[:3] != card[:3] and name != other)
    for body in ({"fact": seq, "index": index, "card": wrong}, {"fact": 1, "index": 7, "card": card}):
        refused = scribe.api.post(f"{scribe.path}/names", body, scribe.token)
        assert refused.status_code == 409, refused.text
    assert scribe.facts(services) == stored


def test_a_draw_before_a_correction_is_named_if_its_card_came_into_sight_again(
    scribe: Scribe, services: Services
) -> None:
    last = between_effects(scribe)
    body = {"position": position_of(scribe)["position"], "reason": "The board fell down.", "rule": "SA-601"}
    assert scribe.api.post(f"{scribe.path}/irregular", body, scribe.token).status_code == 201
    facts = scribe.facts(services)
    visible = {(fact.seq, word) for fact in facts for word in list_words(fact.event)}
    draws = drawn_cards(scribe, services)
    later = [draw for draw in draws if any(seq > draw[0] and draw[2] == card for seq, card in visible)]
    lost = [draw for draw in draws if draw not in later]
    replies = [
        scribe.api.post(f"{scribe.path}/names", {"fact": fact, "index": index, "card": card}, scribe.token)
        for fact, index, card in (later[0], lost[-1])
    ]
    assert [reply.status_code for reply in replies] == [201, 409]
    assert json_of(replies[1])["detail"] == f"{lost[-1][2]} was out of sight when the board was corrected."
    scribe.enter(last + 1, last + 3)
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_match_of_the_service_has_no_standing(api: Api) -> None:
    match = api.opens()["id"]
    assert api.get(f"/api/v1/matches/{match}/standing").status_code == 409


def test_the_command_verify_tells_what_is_proven_and_who_signed(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    body = {"seat": 1, "head": scribe.head()}
    assert scribe.api.post(f"{scribe.path}/signatures", body, scribe.players[1].token).status_code == 201
    told = describe_standing(services.repository.load_replay(scribe.match))
    proven, consistent = standing(scribe)["proven"], standing(scribe)["consistent"]
    assert told == (
        f"Of the facts of the table {proven} are proven by its entries, {consistent} agree with them, and "
        "0 are as somebody saw them. It is signed by seat 1."
    )
