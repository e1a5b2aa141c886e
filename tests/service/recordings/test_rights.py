"""Who may change a recording and when: rights, ends, ids and signatures."""

from __future__ import annotations

import pytest

from domain import table
from domain.table.recordings.commands import is_signed
from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.client import Api, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return Scribe(api, played_match())


def test_the_view_of_all_cards_is_refused_at_a_real_table(scribe: Scribe) -> None:
    """It would show a possibility as if it were known."""
    scribe.enter()
    everything = scribe.api.get(scribe.path, "", X_Viewer="everything")
    assert everything.status_code == 403
    assert "Nobody has seen" in json_of(everything)["detail"]


def test_players_at_a_real_table_agree_there(scribe: Scribe) -> None:
    scribe.enter(last=20)
    ana = scribe.players[0]
    for what, body in (("takeback", {}), ("stand-in", {"seat": 0, "bot": "quick"})):
        refused = scribe.api.post(f"{scribe.path}/{what}", body, ana.token)
        assert (refused.status_code, json_of(refused)["type"].rsplit("/")[-1]) == (409, "wrong-moment"), (
            refused.text
        )
    answered = ana.answers("a7")
    assert answered.status_code == 409


def test_a_player_concedes_on_the_phone_and_an_amendment_takes_the_game_up_again(
    scribe: Scribe, services: Services
) -> None:
    scribe.enter(last=20)
    conceded = scribe.api.post(f"{scribe.path}/concession", {}, scribe.players[1].token)
    assert conceded.status_code == 201, conceded.text
    assert scribe.send(scribe.bodies[20:21], 20).status_code == 409
    body = {"entry": scribe.bodies[19] | {"id": "00000000-amended"}, "reason": "Nobody conceded."}
    assert json_of(scribe.api.post(f"{scribe.path}/entries/20/amend", body, scribe.token))["last"] == 20
    assert scribe.enter(21, 24)["last"] == 24
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_player_changes_nothing_that_is_recorded(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=20)
    stored = scribe.facts(services)
    bodies = {
        "/entries/3/amend": {"reason": "I lost."},
        "/entries/3/amend/preview": {"reason": "I lost."},
        "/irregular": {"reason": "I lost."},
        "/gap": {"position": "arena", "reason": "I lost."},
        "/names": {"fact": 18, "card": "SAM02"},
        "/scribe": {},
    }
    for path, body in bodies.items():
        refused = scribe.api.post(scribe.path + path, body, scribe.players[1].token)
        assert refused.status_code == 403, (path, refused.text)
    assert scribe.facts(services) == stored


def test_two_copies_of_a_game_cannot_be_recorded(api: Api) -> None:
    """Both decks have the same cards, so nobody could tell which deck an unseen card belongs to."""
    body = {"game": "arena", "options": {"chapter": 2, "copies": True}, "seats": 2, "source": "table"}
    refused = api.post("/api/v1/matches", body)
    assert refused.status_code == 422, refused.text
    assert json_of(refused)["detail"] == (
        "A recording cannot tell equal cards of two decks apart: use one copy of the game."
    )
    assert api.post("/api/v1/matches", body | {"source": "service"}).status_code == 201


def test_an_entry_after_the_end_leaves_the_others_of_its_batch(scribe: Scribe) -> None:
    count = len(scribe.bodies)
    scribe.enter(last=count - 1)
    late = scribe.bodies[0] | {"id": "00000000-too-late"}
    reply = json_of(scribe.send([scribe.bodies[-1], late], count - 1))
    assert (reply["last"], reply["refused"]["id"]) == (count, late["id"])
    assert "over" in reply["refused"]["sentence"]


def test_an_entry_that_moved_on_its_line_is_not_entered_twice(scribe: Scribe) -> None:
    """Its reply was lost, and a judge took an earlier entry out meanwhile."""
    scribe.enter(last=12)
    scribe.api.post(f"{scribe.path}/entries/12/amend", {"reason": "Too early."}, scribe.token)
    again = json_of(scribe.send(scribe.bodies[10:11], 11))
    assert (again["last"], [entry["number"] for entry in again["entries"]]) == (11, [11])
    twice = scribe.send([scribe.bodies[11], scribe.bodies[11]], 11)
    assert twice.status_code == 409


def test_an_amendment_names_the_entry_that_it_replaces(scribe: Scribe) -> None:
    scribe.enter(last=8)
    body = {"reason": "Too early.", "replaced": scribe.bodies[6]["id"]}
    refused = scribe.api.post(f"{scribe.path}/entries/8/amend", body, scribe.token)
    assert (refused.status_code, json_of(refused)["type"].rsplit("/")[-1]) == (409, "out-of-order")
    right = body | {"replaced": scribe.bodies[7]["id"]}
    assert json_of(scribe.api.post(f"{scribe.path}/entries/8/amend", right, scribe.token))["last"] == 7


def test_an_amendment_that_is_refused_itself_changes_nothing(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=12)
    stored = scribe.facts(services)
    impossible = scribe.bodies[3] | {"id": scribe.bodies[40]["id"], "picks": ["move:z9"]}
    body = {"reason": "Elsewhere.", "replaced": scribe.bodies[3]["id"], "entry": impossible}
    reply = json_of(scribe.api.post(f"{scribe.path}/entries/4/amend", body, scribe.token))
    assert (reply["last"], reply["entries"], reply["receipt"]) == (12, [], None)
    assert reply["refused"]["id"] == impossible["id"]
    assert scribe.facts(services) == stored


def test_a_signature_of_a_seat_that_the_match_does_not_have_is_refused(
    scribe: Scribe, services: Services
) -> None:
    scribe.enter()
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    body = {"seat": 5, "head": scribe.head(), "how": "paper"}
    assert scribe.api.post(f"{scribe.path}/signatures", body, organizer).status_code == 409
    objection = {"seat": 9, "entry": 1, "text": "No."}
    assert scribe.api.post(f"{scribe.path}/objections", objection, organizer).status_code == 409


def test_only_a_judge_opens_a_signed_recording_again(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    head = scribe.head()
    for seat, player in enumerate(scribe.players):
        scribe.api.post(f"{scribe.path}/signatures", {"seat": seat, "head": head}, player.token)
    count = len(scribe.bodies)
    path, body = f"{scribe.path}/entries/{count}/amend", {"reason": "The other space."}
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    assert scribe.api.post(path, body, organizer).status_code == 409
    assert json_of(scribe.api.post(path, body, judge))["last"] == count - 1
    assert not is_signed(services.repository.load_match(scribe.match).match)


def test_an_objection_stands_until_its_seat_signs(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=10)
    body = {"seat": 1, "entry": 7, "text": "No."}
    scribe.api.post(f"{scribe.path}/objections", body, scribe.players[1].token)
    scribe.enter(11)
    match = services.repository.load_match(scribe.match).match
    assert match.record is not None
    assert [*match.record.list_open_objections(match.cases).values()] == [1]


def test_the_desk_of_a_judge_shows_no_card_of_the_deal(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=20)
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    reply = scribe.api.post(f"/m/{scribe.match}/desk/position", {}, judge)
    assert (reply.status_code, "real table" in reply.text) == (409, True), reply.text


def test_a_recording_has_no_rematch_here(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    loaded = services.repository.load_match(scribe.match)
    with pytest.raises(table.WrongMoment, match="real table"):
        table.open_rematch(loaded.rules, loaded.match, table.RematchOpened(0, "0123456789AB", 1))
