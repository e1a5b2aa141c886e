"""Imports that would pass for matches of this house: forged ones of its players, and those of others."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from domain.model import Fact
from domain.table import Delay, SeatClaimed
from replays import check as checker
from replays.proof import record
from replays.proof.check import check_record
from replays.proof.notes import read_key
from service.app import create_app, services_of
from service.bootstrap import Services
from service.portability.imports import import_match
from service.portability.model import ImportRejected
from service.proofs.exports import export_record
from service.settings import Settings
from service.shared import record_ids
from tests.replays.proof.checker import checked
from tests.service.client import Api, Json, Pair, json_of, player_names
from tests.service.forging import rewritten, transcribed


@pytest.fixture
def forged(pair: Pair, services: Services) -> bytes:
    """A match that was never played, of two players of this service, signed with a key that somebody made."""
    pair.answer_by(Random(3))
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    judge = services.api_tokens.issue_token("j", ["judge"]).token
    viewer = services.access.viewer_for(pair.blue.match, judge)
    file = record.dump_record(export_record(services, pair.blue.match, viewer, full=True))
    return rewritten(
        list, named=record_ids.new_match_id(services.repository.load_settings(pair.blue.match).at)
    )(file)


def brings(api: Api, file: bytes, event: str = "", scope: str = "judge") -> TestResponse:
    """Brings *file* to the service, as somebody with an API token, of one *event* if that is named."""
    api_token = services_of(api.app).api_tokens.issue_token("bo", [scope], event=event)  # type: ignore[list-item]
    kind = "application/json" if file.startswith(b"{") else "text/plain"
    headers = {"Authorization": f"Bearer {api_token.token}", "Content-Type": kind}
    return api.app.test_client().post("/api/v1/imports", data=file, headers=headers)


@pytest.fixture
def taken(api: Api, forged: bytes) -> Json:
    """The reply to the import of the forged match."""
    reply = brings(api, forged)
    assert reply.status_code == 201, reply.text
    return json_of(reply)


def listed(api: Api, taken: Json, **asked: str) -> list[str]:
    """Returns which matches are listed, once the import is in the list."""
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    found = json_of(api.get(f"/api/v1/matches?min_position={taken['position']}&{query}"))
    return [entry["id"] for entry in found["items"]]


# -- whose match it is -------------------------------------------------------------------------------


def test_a_forged_match_is_none_of_the_players_whose_ids_it_has(api: Api, pair: Pair, taken: Json) -> None:
    for name in ("Blue", "Red"):
        assert listed(api, taken, player=name) == [pair.blue.match]
    assert sorted(listed(api, taken)) == sorted([taken["id"], pair.blue.match])


def test_by_their_ids_it_is_not_found_either(api: Api, pair: Pair, taken: Json) -> None:
    blue, _ = json_of(pair.public.get("/facts/3/scene"))["players"]
    assert listed(api, taken, player=blue) == [pair.blue.match]
    assert listed(api, taken, player=f"{blue}@forger") == [taken["id"]]


def test_at_no_moment_do_players_of_this_service_sit_there(api: Api, pair: Pair, taken: Json) -> None:
    ours = set(json_of(pair.public.get("/facts/3/scene"))["players"])
    match = taken["id"]
    shown = [
        *json_of(api.get(f"/api/v1/matches/{match}/facts/3/scene"))["players"],
        *(player["id"] for player in json_of(api.get(f"/api/v1/matches/{match}"))["players"]),
        *player_names(json_of(api.get(f"/api/v1/matches/{match}/facts"))).values(),
        *json_of(api.get(f"/api/v1/matches/{match}/frames"))["first"]["players"],
    ]
    assert ours.isdisjoint(shown)
    assert all(player is None or player.endswith("@forger") for player in shown)
    for what in ("facts", "narration", "export?format=cloudevents"):
        text = api.get(f"/api/v1/matches/{match}/{what}", Accept="text/plain, application/json;q=0.9").text
        assert '"Blue"' not in text
        assert not any(f'"{player}"' in text for player in ours)


def test_in_the_feed_it_is_nobodys_here(api: Api, pair: Pair, taken: Json) -> None:
    of_blue = json_of(api.get("/api/v1/facts?player=Blue&limit=1000"))
    assert {notice["subject"]["id"] for notice in of_blue["items"]} == {pair.blue.match}
    page = json_of(api.get(f"/api/v1/facts?match={taken['id']}&limit=1000"))
    assert {name[-7:] for name in player_names(page).values()} == {"@forger"}
    assert {notice["imported"]["house"] for notice in page["items"]} == {"forger"}
    batch = api.get(f"/api/v1/facts?match={taken['id']}&limit=1", Accept="application/cloudevents-batch+json")
    assert json.loads(batch.text)[0]["imported"].startswith("forger+")


def test_a_rematch_seats_no_players_of_this_service(pair: Pair, taken: Json, services: Services) -> None:
    then = services.rematches.join_rematch(taken["id"], pair.blue.token)
    [blue, _] = services.repository.load_match(then.match).match.player_ids
    assert blue is not None
    assert blue.endswith("@forger")


def test_erasing_a_name_changes_nothing_of_it(api: Api, taken: Json, services: Services) -> None:
    before = api.get(f"/api/v1/matches/{taken['id']}")
    services.erasure.erase_names("Blue")
    after = api.get(f"/api/v1/matches/{taken['id']}")
    assert (after.data, after.headers["ETag"]) == (before.data, before.headers["ETag"])


def test_who_has_an_account_here_has_none_in_a_forged_match(
    api: Api, forged: bytes, services: Services
) -> None:
    ada = services.accounts.create_account("Ada").id
    taken = json_of(brings(api, called(ada, forged)))
    shown = json_of(api.get(f"/api/v1/matches/{taken['id']}"))
    assert shown["players"][0]["name"] == f"player {ada[2:6]}@forger"
    assert [player["account"] for player in shown["players"]] == [False, False]
    assert listed(api, taken, player="Ada") == listed(api, taken, player=ada) == []


# -- what is said of it ------------------------------------------------------------------------------


def test_it_says_whence_and_by_whom_it_was_brought(api: Api, taken: Json) -> None:
    mark = taken["imported"]
    assert (mark["seq"], mark["by"], mark["house"], mark["trusted"]) == (taken["seq"], "bo", "forger", False)
    assert mark["key"].startswith("forger+")
    [entry] = [
        entry
        for entry in json_of(api.get(f"/api/v1/matches?min_position={taken['position']}"))["items"]
        if entry["id"] == taken["id"]
    ]
    told_everywhere = [
        entry["imported"],
        json_of(api.get(f"/api/v1/matches/{taken['id']}"))["imported"],
        json_of(api.get(f"/api/v1/matches/{taken['id']}/facts"))["imported"],
    ]
    assert told_everywhere == [mark, mark, mark]


def test_all_that_the_service_signs_for_covers_the_mark(
    api: Api, taken: Json, services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, last = taken["id"], taken["seq"]
    assert taken["receipt"]["seq"] == last
    for seq in (1, last - 1, last):
        assert json_of(api.get(f"/api/v1/matches/{match}/proof?seq={seq}"))["logged"]["seq"] == last
    file = tmp_path / "match.json"
    file.write_bytes(api.get(f"/api/v1/matches/{match}/export").data)
    copy = record.read_record(file.read_bytes())
    assert check_record(copy, services.evidence.public_keys()) == []
    assert copy.facts[-1].data["house"] == "forger"
    assert checker.main([str(file)]) == checker.NO_KEY
    said = capsys.readouterr().out
    assert f"Facts 1 to {last - 1} were imported by bo, from forger, signed there with the key forg" in said
    assert "and not that they were played" in said
    [independent] = checked(tmp_path, [file.read_bytes()])
    assert (independent.found, len(independent.imports)) == ((), 1)
    assert independent.imports[0].startswith(f"Facts 1 to {last - 1} were imported by bo, from forger, ")


def test_of_a_match_that_is_told_late_it_is_said_at_once(api: Api, pair: Pair, services: Services) -> None:
    pair.answer_by(Random(3))
    judge = services.api_tokens.issue_token("j", ["judge"]).token
    viewer = services.access.viewer_for(pair.blue.match, judge)
    file = record.dump_record(export_record(services, pair.blue.match, viewer, full=True))
    late = rewritten(
        lambda facts: [replace(facts[0], event=replace(facts[0].event, delay=Delay(facts=5))), *facts[1:]],
        named=record_ids.new_match_id(services.repository.load_settings(pair.blue.match).at),
    )
    taken = json_of(brings(api, late(file)))
    shown = json_of(api.get(f"/api/v1/matches/{taken['id']}"))
    assert (shown["seq"], shown["imported"]) == (taken["seq"] - 5, taken["imported"])
    assert record.read_record(api.get(f"/api/v1/matches/{taken['id']}/export").data).logged is None
    assert api.get(f"/api/v1/matches/{taken['id']}/proof").status_code == 404


PAGES = {
    "en": "Imported from forger by bo, key {key} (unknown)",
    "fr": "Import de forger par bo, clé {key} (inconnue)",
    "it": "Importazione da forger, a cura di bo, chiave {key} (sconosciuta)",
}


@pytest.mark.parametrize("lang", PAGES)
def test_every_page_says_that_it_was_imported(api: Api, taken: Json, services: Services, lang: str) -> None:
    said = PAGES[lang].format(key=read_key(taken["imported"]["key"]).fingerprint)
    services.runner.catch_up()
    match = taken["id"]
    for page in (f"/m/{match}?", f"/embed/{match}?", f"/m/{match}/replay.html?", "/lobby?studies=yes&"):
        assert said in api.get(f"{page}lang={lang}", Accept="text/html").text, page


def test_a_key_is_trusted_when_the_operator_says_so(
    pair: Pair, forged: bytes, settings: Settings, tmp_path: Path
) -> None:
    key = record.read_record(forged).keys[0]
    knows = Settings(data=tmp_path / "knows", name="knows", trusted=frozenset({key}))
    app = create_app(knows)
    api = Api(app)
    taken = json_of(brings(api, forged))
    assert taken["imported"]["trusted"] is True
    fingerprint = read_key(key).fingerprint
    page = api.get(f"/m/{taken['id']}").text
    assert f"Imported from forger by bo, key {fingerprint} (trusted)" in page
    services_of(app).close()


# -- by whom -----------------------------------------------------------------------------------------


def test_an_api_token_of_one_event_brings_in_matches_of_that_alone(api: Api, forged: bytes) -> None:
    refused = brings(api, forged, event="cup")
    assert (refused.status_code, json_of(refused)["detail"]) == (
        403,
        "This API token is for matches of the event “cup”.",
    )
    assert brings(api, transcribed()(forged), event="cup").status_code == 403
    of_the_cup = rewritten(
        lambda facts: [replace(facts[0], event=replace(facts[0].event, event="cup")), *facts[1:]],
        named=record.read_record(forged).match,
    )
    assert brings(api, of_the_cup(forged), event="cup").status_code == 201


# -- back home ---------------------------------------------------------------------------------------


def test_what_this_service_had_written_is_taken_back_as_it_was(
    pair: Pair, api: Api, services: Services, settings: Settings, tmp_path: Path
) -> None:
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    judge = services.api_tokens.issue_token("j", ["judge"]).token
    viewer = services.access.viewer_for(pair.blue.match, judge)
    file = record.dump_record(export_record(services, pair.blue.match, viewer))
    keys = settings.keyring
    with Services(Settings(data=tmp_path / "anew", keys=keys, name=settings.name), services.library) as anew:
        imported = import_match(anew, file, "operator")
        assert imported.imported is None
        assert imported.receipt.head == record.read_record(file).head
        assert anew.store.raw_facts(pair.blue.match) == services.store.raw_facts(pair.blue.match)


# -- names that deceive ------------------------------------------------------------------------------


def called(player: str, file: bytes) -> bytes:
    """Returns the match with another player, or name in the place of one, in the first seat."""

    def change(facts: list[Fact]) -> list[Fact]:
        return [
            replace(fact, event=replace(fact.event, player=player))
            if isinstance(fact.event, SeatClaimed) and fact.event.seat == 0
            else fact
            for fact in facts
        ]

    return rewritten(change, named=record.read_record(file).match)(file)


def test_a_player_by_name_is_one_of_the_other_service(api: Api, forged: bytes) -> None:
    taken = json_of(brings(api, called("Blue", forged)))
    assert json_of(api.get(f"/api/v1/matches/{taken['id']}"))["players"][0]["name"] == "Blue@forger"
    assert taken["id"] not in listed(api, taken, player="Blue")


@pytest.mark.parametrize("name", ["Blue\u200b", "p-0123456789abcdef@club", "", "a" * 1000])
def test_names_that_nobody_may_have_are_refused(api: Api, forged: bytes, name: str) -> None:
    reply = brings(api, called(name, forged))
    assert (reply.status_code, json_of(reply)["type"]) == (422, "/api/v1/problems/not-imported")


def test_nobody_here_is_called_like_a_player_of_another_service(api: Api) -> None:
    opened = api.opens()
    body = {"player": "player 1234@elsewhere"}
    reply = api.post(f"/api/v1/matches/{opened['id']}/seats/0/claim", body, opened["claims"][0])
    assert reply.status_code == 422
    assert "it marks players of other services" in reply.text


def test_a_command_imports_for_the_operator(forged: bytes, services: Services) -> None:
    imported = import_match(services, forged, "operator").imported
    assert imported is not None
    assert (imported.by, imported.house) == ("operator", "forger")
    with pytest.raises(ImportRejected):
        import_match(services, forged, "operator", keys=services.evidence.public_keys())
