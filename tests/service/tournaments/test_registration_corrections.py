"""Corrections of registrations: another name, withdrawn, merged, a new link, and what takes them back."""

from __future__ import annotations

import re
from pathlib import Path

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.cli.test_commands import Operator
from tests.service.client import Api, json_of

from .desk import WIN, Desk

CODE = 'aria-hidden="true"><svg'


def names(desk: Desk) -> list[str]:
    return [one["name"] for one in desk.looks("/players")["items"]]


def test_a_player_is_renamed_and_no_fact_holds_the_name(desk: Desk) -> None:
    mae = desk.players["Mae"]
    done = desk.did("rename_player", player=mae, name="Mae-Li")
    assert names(desk) == ["Ada", "Grace", "Lin", "Mae-Li"]
    assert "Mae" not in str(done["facts"])
    assert done["facts"][0]["event"]["player"] == mae
    for name, problem in (("Ada", "“Ada” is registered already."), (" ", "A name has 1 to 100 characters.")):
        refused = json_of(desk.does("rename_player", player=mae, name=name))
        assert [one["detail"] for one in refused["errors"]] == [problem]
    assert desk.does("rename_player", desk.tokens["Mae"], player=mae, name="M").status_code == 403
    desk.did("rename_player", player=mae, name="Mae")
    assert names(desk)[-1] == "Mae"


def test_an_erased_player_gets_no_name_again(desk: Desk, services: Services) -> None:
    services.erasure.erase_names(desk.players["Mae"])
    refused = desk.does("rename_player", player=desk.players["Mae"], name="Mae")
    assert json_of(refused)["type"] == "/api/v1/problems/unknown-player"


def test_a_registration_is_withdrawn_before_the_first_round_and_restored_in_its_place(desk: Desk) -> None:
    ada = desk.players["Ada"]
    desk.did("withdraw_registration", player=ada, why="a typing error")
    assert names(desk) == ["Grace", "Lin", "Mae"]
    assert desk.does("drop", desk.tokens["Ada"], player=ada).status_code == 401
    desk.did("register", players=[{"name": "Ada"}])
    assert "registered already" in str(json_of(desk.does("restore_registration", player=ada))["errors"])
    again = desk.looks("/players")["items"][-1]["player"]
    desk.did("withdraw_registration", player=again)
    desk.did("restore_registration", player=ada)
    assert names(desk) == ["Ada", "Grace", "Lin", "Mae"]
    desk.did("ask_bye", desk.tokens["Ada"], player=ada, round=1)
    desk.did("pair", round=1)
    assert "can drop out" in json_of(desk.does("withdraw_registration", player=ada))["detail"]


def test_a_new_link_ends_the_old_one_and_organizers_look_it_up(desk: Desk, services: Services) -> None:
    ada = desk.players["Ada"]

    def links(token: str | None = None) -> dict[str, str]:
        return {one["player"]: one["token"] for one in desk.looks("/links", token)["items"]}

    assert links() == {desk.players[name]: token for name, token in desk.tokens.items()}
    [issued] = desk.did("issue_link", player=ada)["tokens"]
    assert issued["player"] == ada
    assert desk.does("drop", desk.tokens["Ada"], player=ada).status_code == 401
    desk.did("drop", issued["token"], player=ada)
    assert links()[ada] == issued["token"]
    for token in (issued["token"], services.api_tokens.issue_token("judge-1", ["judge"]).token):
        assert desk.api.get(f"/api/v1/tournaments/{desk.tournament}/links", token).status_code == 403
    said = desk.api.get(f"/api/v1/tournaments/{desk.tournament}/facts", desk.token).text
    assert issued["token"] not in said
    assert not re.search(r'"token":"[0-9a-f]{64}"', said)


def test_two_registrations_of_a_person_are_merged_with_their_results(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    for table in (1, 2):
        desk.enters(1, table, WIN)
    met = desk.does("merge_players", player=desk.players["Ada"], into=desk.players["Grace"])
    assert json_of(met)["detail"] == "Ada and Grace have met."
    both = desk.does("merge_players", player=desk.players["Ada"], into=desk.players["Lin"])
    assert json_of(both)["detail"] == "Ada and Lin both have a place in round 1."
    desk.did("close", stage=1, round=1)
    desk.registers("Ada B.")
    own, other = desk.players["Ada"], desk.players["Ada B."]
    desk.did("merge_players", player=own, into=other)
    rows = {row["player"]: row["points"] for row in desk.looks("/standings")["standings"]}
    assert (rows[other], own in rows) == (3, False)
    desk.did("ask_bye", desk.tokens["Ada"], player=other, round=2)  # either link is that of the player
    refused = desk.does("separate_players", player=own)
    assert "it stands" in json_of(refused)["detail"]
    tables = desk.looks("/rounds/1")["tables"]
    assert tables[0]["seats"] == [other, desk.players["Grace"]]


def test_a_merge_that_moved_nothing_is_taken_back(desk: Desk) -> None:
    desk.did("merge_players", player=desk.players["Mae"], into=desk.players["Ada"], why="twice on the list")
    assert names(desk) == ["Ada", "Grace", "Lin"]
    desk.did("separate_players", player=desk.players["Mae"])
    assert names(desk) == ["Ada", "Grace", "Lin", "Mae"]


def test_the_desk_corrects_registrations_and_takes_them_back(desk: Desk, ada: Browser) -> None:
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    path, mae = f"/t/{desk.tournament}/entries", desk.players["Mae"]
    page = ada.post(path, {"do": "rename", "player": mae, "name": "Mae-Li"})
    assert "Mae is now Mae-Li. Undo" in text(page)
    assert ada.post(path, {"do": "rename", "player": mae, "name": "Mae"}).status_code == 200
    assert ada.post(path, {"do": "withdraw", "player": mae}).status_code == 303
    assert "Mae Restore" in text(ada.get(path))
    assert ada.post(path, {"do": "restore", "player": mae}).status_code == 303
    merged = ada.post(path, {"do": "merge", "player": mae, "into": desk.players["Ada"]})
    assert "Mae was merged into Ada." in text(ada.get(merged.location))
    assert "was merged into" not in text(ada.get(path))
    assert ada.post(path, {"do": "separate", "player": mae}).status_code == 303
    sure = ada.post(path, {"do": "issue_link", "player": mae})
    assert "A new link for Mae? The old link of the player ends at once." in text(sure)
    assert desk.tokens["Mae"] in ada.get(f"/t/{desk.tournament}/links").text
    issued = ada.post(path, {"do": "issue_link", "player": mae, "sure": "yes"})
    sheet = ada.get(issued.location).text
    assert sheet.count(CODE) == 1
    assert desk.tokens["Mae"] not in sheet
    refused = ada.post(path, {"do": "rename", "player": mae, "name": "Ada"})
    assert (refused.status_code, "“Ada” is registered already." in text(refused)) == (422, True)
    assert ada.post(path, {"do": "dance"}).status_code == 422


def test_the_command_line_corrects_registrations(tmp_path: Path) -> None:
    operator, roster = Operator(tmp_path / "data"), tmp_path / "list.txt"
    id = operator.runs("tournament", "open", "Open", "--stage", "swiss rounds=2").strip()
    roster.write_text("Ada\nAda B.\n")
    [ada, other] = [
        line.split()[0] for line in operator.runs("tournament", "register", id, str(roster)).splitlines()
    ]
    assert operator.runs("tournament", "rename-player", id, ada, "Ada C.") == "Ada is Ada C..\n"
    taken = operator.tries("tournament", "rename-player", id, ada, "Ada B.")
    assert "“Ada B.” is registered already." in taken.output
    for words in (("withdraw-player", ada), ("restore-player", ada), ("merge-players", ada, other)):
        operator.runs("tournament", words[0], id, *words[1:])
    operator.runs("tournament", "separate-players", id, ada)
    token = operator.runs("tournament", "issue-link", id, other).strip()
    assert operator.runs("tournament", "links", id).split()[-1] == token


def test_withdrawn_players_leave_the_list_of_tournaments(api: Api, desk: Desk, services: Services) -> None:
    desk.did("withdraw_registration", player=desk.players["Ada"])
    listed = json_of(api.get(f"/api/v1/tournaments?min_position={services.store.position()}"))["items"]
    assert [one["players"] for one in listed if one["id"] == desk.tournament] == [3]
