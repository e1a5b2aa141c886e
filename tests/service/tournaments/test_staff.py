"""Staff: invited by a link to one tournament, with the rights of the invitation, until they are removed."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from domain.tournament.lifecycle import open_tournament
from domain.tournament.staff import INVITATION_MS
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of
from tests.service.judges import refused

from .desk import LOSS, WIN, Desk

TABLE = {"stage": 1, "round": 1, "table": 1}


@pytest.fixture
def running(desk: Desk) -> Desk:
    """The tournament, with two tables of the first round to be played."""
    return desk.starts(1, "Ada Grace", "Lin Mae")


@pytest.fixture
def organizer(running: Desk, ada: Browser) -> Browser:
    """The browser of its organizer."""
    ada.post("/t/enter", {"token": running.token, "tournament": running.tournament})
    return ada


def invites(organizer: Browser, desk: Desk, role: str) -> str:
    """The key of a new link, as its page shows it."""
    reply = organizer.post(f"/t/{desk.tournament}/staff", {"do": "invite", "role": role})
    page = organizer.get(reply.location).text
    link = re.search(rf"http://localhost/t/{desk.tournament}/staff/join#key=([\w-]+)", page)
    assert link is not None, page
    return link[1]


def joins(guest: Browser, desk: Desk, key: str, name: str = "Jo") -> str:
    """The API token of a person who accepts an invitation."""
    guest.get(f"/t/{desk.tournament}/staff/join")
    page = guest.post(f"/t/{desk.tournament}/staff/join", {"key": key, "name": name}).text
    token = re.search(r'readonly value="([\w-]+)"', page)
    assert token is not None, page
    return token[1]


def is_allowed(desk: Desk, token: str) -> dict[str, int]:
    """The status of one command of each kind, sent with a token."""
    player = desk.players["Mae"]
    return {
        "grant_time": desk.does("grant_time", token, **TABLE, minutes=5, why="A ruling.").status_code,
        "enter": desk.does("enter", token, **TABLE, result=WIN).status_code,
        "correct": desk.does("correct", token, **TABLE, result=LOSS, why="Read again.").status_code,
        "penalize": desk.does("penalize", token, player=player, penalty="warning", why="Late.").status_code,
        "publish": desk.does("publish", token, stage=1, round=1).status_code,
    }


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("organizer", [201, 201, 201, 201, 409]),
        ("judge", [201, 201, 201, 201, 403]),
        ("scorekeeper", [403, 201, 403, 403, 403]),
    ],
)
def test_a_member_does_what_the_invitation_allows_in_this_tournament_alone(
    running: Desk,
    organizer: Browser,
    grace: Browser,
    api: Api,
    services: Services,
    role: str,
    expected: list[int],
) -> None:
    token = joins(grace, running, invites(organizer, running, role))
    assert [*is_allowed(running, token).values()] == expected
    other = Desk.opens(api, services, "desk-2").registers("Ann", "Mae").starts(1, "Ann Mae")
    assert {*is_allowed(other, token).values()} == {403}


def test_a_link_is_good_once_and_for_seven_days(
    running: Desk, organizer: Browser, grace: Browser, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, withdrawn, late = (invites(organizer, running, "judge") for _ in range(3))
    joins(grace, running, key)
    (invitation, _) = services.tournaments.get(running.tournament).invitations
    staff = f"/t/{running.tournament}/staff"
    organizer.post(staff, {"do": "withdraw", "invitation": str(invitation)})
    now = services.clock()
    for link, at in ((key, now), (withdrawn, now), (late, now + INVITATION_MS), ("guessed", now)):
        monkeypatch.setattr(services.tournaments, "clock", lambda at=at: at)
        reply = grace.post(f"{staff}/join", {"key": link, "name": "Kim"})
        assert reply.status_code == 409
        assert "This invitation is used, withdrawn or older than seven days." in text(reply)
    assert len(services.tournaments.get(running.tournament).staff) == 1
    assert [one.event for one in services.api_tokens.list_tokens() if not one.revoked] == [
        "",
        running.tournament,
    ]


def test_a_removed_member_has_no_rights_any_more(
    running: Desk, organizer: Browser, grace: Browser, services: Services
) -> None:
    token = joins(grace, running, invites(organizer, running, "judge"), "Jo the Judge")
    staff = f"/t/{running.tournament}/staff"
    page = text(organizer.get(staff))
    assert "Jo the Judge Judge since" in page
    assert "judge-" not in page
    assert "No invitation is open." in page
    (joined,) = services.tournaments.get(running.tournament).staff
    assert grace.post(staff, {"do": "remove", "joined": str(joined)}).status_code == 401
    organizer.post(staff, {"do": "remove", "joined": str(joined), "why": "The shift is over."})
    assert {*is_allowed(running, token).values()} == {401}
    assert "Nobody has joined yet." in text(organizer.get(staff))
    assert "Judge’s desk" not in text(grace.get(f"/t/{running.tournament}/desk"))


def test_a_page_reloaded_after_an_invitation_shows_its_link_until_it_is_used(
    running: Desk, organizer: Browser, grace: Browser, services: Services
) -> None:
    staff = f"/t/{running.tournament}/staff"
    key = invites(organizer, running, "judge")
    assert f"#key={key}" in organizer.get(staff).text
    assert len(services.tournaments.get(running.tournament).invitations) == 1
    assert key not in grace.get(staff).text
    joins(grace, running, key, "Jo the Judge")
    page = organizer.get(staff).text
    assert key not in page
    assert "The invitation is ready" not in page


def test_the_record_tells_of_the_staff_and_of_no_secret(
    running: Desk, organizer: Browser, grace: Browser, api: Api
) -> None:
    key = invites(organizer, running, "judge")
    token = joins(grace, running, key)
    for reader in ("", running.token, token):
        record = api.get(f"/api/v1/tournaments/{running.tournament}/facts?limit=1000", reader).text
        invited, joined = (
            fact["event"]
            for fact in json_of(
                api.get(f"/api/v1/tournaments/{running.tournament}/facts?limit=1000", reader)
            )["items"]
            if "Staff" in fact["event"]["type"]
        )
        assert (invited["role"], invited["link"], joined["by"][:12]) == ("judge", None, "judge:judge-")
        assert key not in record
        assert token not in record


def test_each_role_has_a_desk_of_its_own(running: Desk, organizer: Browser, grace: Browser) -> None:
    desk = f"/t/{running.tournament}/desk"

    def buttons(browser: Browser) -> set[str]:
        return {*re.findall(r'name="do" value="(\w+)"', browser.get(desk).text)}

    own = buttons(organizer)
    joins(grace, running, invites(organizer, running, "judge"))
    judged = {
        "enter",
        "grant",
        "penalize",
        "drop",
        "return",
        "disqualify",
        "ask_bye",
        "pause_clock",
        "set_clock",
    }
    assert buttons(grace) == judged
    assert own > judged | {"close", "schedule", "swap"}
    assert "Judge’s desk" in text(grace.get(desk))
    before = {"do": "correct", "stage": "1", "round": "1", "table": "1", "score.1": "1", "score.2": "0"}
    running.enters(1, 1, LOSS)
    assert "correct" in buttons(grace)
    assert grace.post(desk, before | {"do": "close"}).status_code == 403
    assert grace.post(desk, before | {"do": "swap"}).status_code == 403
    joins(grace, running, invites(organizer, running, "scorekeeper"), "Kim")
    assert buttons(grace) == {"enter"}
    assert "Scorekeeper’s desk" in text(grace.get(desk))


def test_an_old_name_gives_no_rights(running: Desk, services: Services, api: Api) -> None:
    for name, scopes in (("desk-1", ["organize"]), ("judge-1", ["judge"]), ("both", ["organize", "judge"])):
        token = services.api_tokens.issue_token(name, scopes).token  # type: ignore[arg-type]
        assert {*is_allowed(running, token).values()} == {403}
        assert api.get(f"/api/v1/tournaments/{running.tournament}/rounds/1", token).status_code == 200
    assert is_allowed(running, running.token)["publish"] == 409
    bound = services.api_tokens.issue_token("hall-2", ["judge"], event=running.tournament).token
    assert is_allowed(running, bound)["penalize"] == 201


def test_who_opened_a_tournament_of_an_earlier_release_still_runs_it(
    desk: Desk, services: Services, api: Api
) -> None:
    earlier = replace(services.tournaments.opened(desk.tournament), founder="")
    older = Desk(api, services.tournaments.create(open_tournament(earlier)).tournament, desk.token)
    namesake = services.api_tokens.issue_token("desk-1", ["organize"]).token
    assert older.does("open_registration", namesake).status_code == 403
    assert older.does("open_registration").status_code == 201


def test_a_strangers_judge_does_not_rule_at_a_table_of_the_tournament(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, online=True).registers("Ada", "Bo").starts()
    services.result_process.catch_up()
    match = str(desk.looks("/rounds/1")["tables"][0]["match"])
    services.cases.open_case(match, "seat:0", "One card too many.", ())
    stranger = services.api_tokens.issue_token("judge-1", ["judge"]).token
    own = services.api_tokens.issue_token("judge-2", ["judge"], event=desk.tournament).token
    ruling = {"outcome": "note", "rules": ["SA-303"], "text": "Play on."}
    seq = services.repository.load_match(match).match.seq
    path = f"/api/v1/matches/{match}/disputes/1/rulings"
    assert refused(api.post(path, ruling, stranger, If_Match=f'"{seq}"'))[0] == 403
    waiting = f"/api/v1/disputes?min_position={services.store.position()}"
    assert json_of(api.get(waiting, stranger))["items"] == []
    assert [case["match"] for case in json_of(api.get(waiting, own))["items"]] == [match]
    seq = services.repository.load_match(match).match.seq
    assert api.post(path, ruling, own, If_Match=f'"{seq}"').status_code == 201


def test_staff_are_invited_listed_and_removed_over_the_api(running: Desk, api: Api, grace: Browser) -> None:
    path = f"/api/v1/tournaments/{running.tournament}/staff"
    invited = json_of(api.post(f"{path}/invitations", {"role": "judge"}, running.token))
    [opened] = json_of(api.get(f"{path}/invitations", running.token))["items"]
    assert (opened["invitation"], opened["role"], opened["ends"][-1]) == (invited["seq"], "judge", "Z")
    page, key = invited["link"].split("#key=")
    assert page == f"http://localhost/t/{running.tournament}/staff/join"
    assert json_of(api.post(f"{path}/invitations", {"role": "judge"}, running.token))["link"].startswith(page)
    judge = joins(grace, running, key)
    [member] = json_of(api.get(f"{path}", running.token))["items"]
    assert (member["person"], member["role"], member["since"][-1]) == ("Jo", "judge", "Z")
    assert key not in api.get(f"{path}/invitations", running.token).text
    last = json_of(api.get(f"{path}/invitations", running.token))["items"][0]["invitation"]
    assert api.post(f"{path}/invitations/{last}/withdrawal", {}, running.token).status_code == 201
    listed = json_of(api.get(f"{path}/invitations", running.token))
    assert (listed["items"], listed["next"]) == ([], None)
    removal = f"{path}/{member['joined']}/removal"
    assert api.post(removal, {"why": "The shift is over."}, running.token).status_code == 201
    assert {*is_allowed(running, judge).values()} == {401}
    again = [api.post(removal, {}, running.token), api.post(f"{path}/invitations/{last}/withdrawal", {})]
    assert [reply.status_code for reply in again] == [409, 401]
    unknown = api.post(f"{path}/invitations", {"role": "king"}, running.token)
    assert (unknown.status_code, json_of(unknown)["errors"][0]["pointer"]) == (422, "/role")


def test_organizers_of_the_tournament_alone_manage_its_staff(
    running: Desk, services: Services, api: Api
) -> None:
    path = f"/api/v1/tournaments/{running.tournament}/staff"
    tokens = [services.api_tokens.issue_token("judge-1", ["judge"], event=running.tournament).token]
    tokens += [Desk.opens(api, services, "desk-2").token, running.tokens["Ada"]]
    for token in tokens:
        replies = [api.get(path, token), api.get(f"{path}/invitations", token)]
        replies += [api.post(f"{path}/invitations", {"role": "judge"}, token)]
        replies += [
            api.post(f"{path}/{what}", {}, token) for what in ("invitations/1/withdrawal", "1/removal")
        ]
        assert {reply.status_code for reply in replies} == {403}
    assert services.tournaments.get(running.tournament).invitations == {}
