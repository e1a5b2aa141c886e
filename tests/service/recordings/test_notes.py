"""Players note their draws on their phones: private until the end, and names of the cards afterwards."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from domain.arena.facts import CardDrawn
from domain.recording.entries import Ref
from domain.table.recordings.facts import DrawNoted, Named, NoteContradicted
from replays.audits.verify import verify
from service.bootstrap import Services
from service.recordings.verdicts import describe_standing
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return Scribe(api, played_match())


def draws(scribe: Scribe, services: Services) -> list[tuple[int, int, str]]:
    """Returns the fact, the seat and the card of each draw."""
    originals = [fact.event for fact in scribe.played.match.facts if isinstance(fact.event, CardDrawn)]
    recorded = [fact for fact in scribe.facts(services) if isinstance(fact.event, CardDrawn)]
    return [(fact.seq, event.seat, event.card) for fact, event in zip(recorded, originals, strict=False)]


def open_notes(scribe: Scribe, token: str = "") -> TestResponse:
    """Opens the notes of both players."""
    return scribe.api.post(f"{scribe.path}/notes/open", {}, token or scribe.players[1].token)


def noted_cards(scribe: Scribe, token: str) -> list[str | None]:
    """Returns the cards of the notes as the holder of a token reads them."""
    items = json_of(scribe.api.get(f"{scribe.path}/facts?limit=1000", token))["items"]
    return [item["event"]["card"] for item in items if item["event"]["type"] == "record.DrawNoted"]


def standing(scribe: Scribe) -> Json:
    """Returns what the entries prove."""
    return json_of(scribe.api.get(f"{scribe.path}/standing", scribe.token))


def test_only_the_seat_that_noted_a_draw_reads_the_card(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=30)
    (fact, seat, card), *_ = draws(scribe, services)
    noted = scribe.note(seat, fact, card)
    assert noted.status_code == 201, noted.text
    assert [each["event"]["card"] for each in json_of(noted)["facts"]] == [card]
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    tokens = [player.token for player in scribe.players] + [scribe.token, judge, ""]
    assert [noted_cards(scribe, token) for token in tokens] == [[card], [None], [None], [None], [None]]
    assert scribe.enter(31)["refused"] is None


def test_a_note_has_to_be_a_card_of_the_own_deck_in_a_place_that_the_seat_alone_saw(
    scribe: Scribe, services: Services
) -> None:
    scribe.enter(last=30)
    stored = scribe.facts(services)
    (fact, seat, card), *_ = draws(scribe, services)
    other = next(number for number, drawer, _ in draws(scribe, services) if drawer != seat)
    refused = [
        scribe.note(seat, fact, "GAS01"),
        scribe.note(seat, fact, "SAM99"),
        scribe.note(seat, other, card),
        scribe.note(seat, fact - 1, card),
        scribe.note(seat, 9000, card),
    ]
    assert [reply.status_code for reply in refused] == [409] * 5
    assert "GAS01 is no card of this deck" in refused[0].text
    body = {"seat": seat, "fact": fact, "card": card}
    assert scribe.api.post(f"{scribe.path}/notes", body, scribe.players[1 - seat].token).status_code == 403
    assert scribe.api.post(f"{scribe.path}/notes", body, scribe.token).status_code == 403
    assert scribe.facts(services) == stored


def test_an_impossible_note_is_taken_and_no_entry_depends_on_it(scribe: Scribe, services: Services) -> None:
    """The card was played from another draw: a refusal would give it away to the scribe."""
    scribe.enter(last=30)
    first, second, *_ = [draw for draw in draws(scribe, services) if draw[1] == 0]
    for fact, seat, _ in (first, second):
        assert scribe.note(seat, fact, first[2]).status_code == 201
    assert scribe.enter(31)["refused"] is None


def test_after_the_end_the_notes_name_the_draws_and_prove_them(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    before = standing(scribe)
    assert open_notes(scribe).status_code == 409  # there is no note
    noted = draws(scribe, services)
    for fact, seat, card in noted:
        assert scribe.note(seat, fact, card).status_code == 201
    stored = scribe.facts(services)
    opened = open_notes(scribe)
    assert opened.status_code == 201, opened.text
    facts = scribe.facts(services)
    assert facts[: len(stored)] == stored
    names = [fact.event for fact in facts if isinstance(fact.event, Named)]
    assert [(name.ref, name.card, name.by) for name in names] == [
        (Ref(fact), card, f"seat:{seat}") for fact, seat, card in noted
    ]
    assert standing(scribe)["proven"] == before["proven"] + len(noted)
    assert standing(scribe)["contradicted"] == []
    assert verify(scribe.played.match.rules, facts).ok
    assert open_notes(scribe).status_code == 409


def test_notes_stay_private_while_the_match_goes_on(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=30)
    (fact, seat, card), *_ = draws(scribe, services)
    scribe.note(seat, fact, card)
    refused = open_notes(scribe)
    assert refused.status_code == 409
    assert "stay private" in refused.text


def test_a_later_note_replaces_the_one_before(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=30)
    (fact, seat, card), *_ = draws(scribe, services)
    for noted in ("SAM09", card):
        assert scribe.note(seat, fact, noted).status_code == 201
    scribe.enter(31)
    open_notes(scribe)
    names = [fact.event for fact in scribe.facts(services) if isinstance(fact.event, Named)]
    assert [(name.ref.fact, name.card, name.how) for name in names] == [(fact, card, "own_hand")]


def test_a_note_moves_along_with_its_entry_to_a_new_line(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    fact, seat, card = draws(scribe, services)[-1]
    scribe.note(seat, fact, card)
    amended = {"entry": scribe.bodies[29], "reason": "The same, typed again."}
    assert scribe.api.post(f"{scribe.path}/entries/30/amend", amended, scribe.token).status_code == 201
    opened = open_notes(scribe)
    assert opened.status_code == 201, opened.text
    (name,) = [fact.event for fact in scribe.facts(services) if isinstance(fact.event, Named)]
    assert (name.ref.fact, name.card) == (draws_of_line(scribe, services)[-1], card)


def draws_of_line(scribe: Scribe, services: Services) -> list[int]:
    """Returns the draws of the present line."""
    replay = services.repository.load_replay(scribe.match)
    (first, last), *_ = replay.at(len(replay)).abandoned
    return [
        fact.seq
        for fact in replay.facts
        if isinstance(fact.event, CardDrawn) and not first <= fact.seq <= last
    ]


def test_a_note_against_the_record_is_listed_and_blocks_no_other(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    *_, (fact, seat, _) = [draw for draw in draws(scribe, services) if draw[2] == "SAM01"]
    for other in draws(scribe, services):
        scribe.note(other[1], other[0], "SAM10" if other[0] == fact else other[2])
    assert open_notes(scribe, scribe.token).status_code == 201
    facts = [each.event for each in scribe.facts(services)]
    (contradicted,) = [event for event in facts if isinstance(event, NoteContradicted)]
    assert (contradicted.ref, contradicted.card, contradicted.seat) == (Ref(fact), "SAM10", seat)
    assert len([event for event in facts if isinstance(event, Named)]) == len(draws(scribe, services)) - 1
    assert standing(scribe)["contradicted"] == [
        {"seat": seat, "ref": {"fact": fact, "index": 0}, "card": "SAM10"}
    ]
    assert "contradicts 1 notes of players" in describe_standing(
        services.repository.load_replay(scribe.match)
    )
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok
    assert open_notes(scribe).status_code == 409


def test_a_card_in_the_hand_at_the_end_is_shown(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    fact, seat, card = draws(scribe, services)[-1]
    scribe.note(seat, fact, card)
    open_notes(scribe)
    (name,) = [fact.event for fact in scribe.facts(services) if isinstance(fact.event, Named)]
    assert name.how == "shown_at_end"
    assert [noted_cards(scribe, token) for token in (scribe.players[seat].token, "")] == [[card], [None]]
    assert isinstance(scribe.facts(services)[-2].event, DrawNoted)


def hands(scribe: Scribe, seq: int = 0) -> list[list[str | None]]:
    """Returns the hands as the public sees them now or after a fact."""
    path = f"{scribe.path}/facts/{seq}/scene" if seq else scribe.path
    board = json_of(scribe.api.get(path))["board"]
    return [summoner["hand"] for summoner in board["summoners"]]


def test_after_the_end_all_see_the_cards_that_have_names_and_backs_of_the_others(
    scribe: Scribe, services: Services
) -> None:
    scribe.enter()
    fact, seat, card = draws(scribe, services)[-1]
    scribe.note(seat, fact, card)
    assert card not in hands(scribe)[seat]
    open_notes(scribe)
    hand = hands(scribe)[seat]
    assert hand.count(card) == 1
    assert {*hand} == {card, None}
    assert card in hands(scribe, fact)[seat]
    assert card not in hands(scribe, fact - 1)[seat]
    replay = json_of(scribe.api.get(f"{scribe.path}/frames?after={fact}&limit=1"))
    assert card in replay["first"]["board"]["summoners"][seat]["hand"]
    amended = {"reason": "Too early."}
    assert (
        scribe.api.post(
            f"{scribe.path}/entries/{len(scribe.bodies)}/amend",
            amended,
            services.api_tokens.issue_token("j", ["judge"]).token,
        ).status_code
        == 201
    )
    assert card not in hands(scribe)[seat]
    assert card not in hands(scribe, fact)[seat]
