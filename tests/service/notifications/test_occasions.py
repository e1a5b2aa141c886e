"""Players hear of their turn, a round and a ruling: once, away from the page, and where they wish it."""

from __future__ import annotations

from random import Random

from flask import Flask

from service.bootstrap import Services
from service.notifications.model import DAY, HOUR, MINUTE
from tests.service.browser import Browser
from tests.service.client import Api, Json
from tests.service.notifications.notifying import (
    BY_THE_DAY,
    QUICK,
    Person,
    Postman,
    answer,
    open_match,
    seat_to_answer,
)
from tests.service.notifications.receivers import MailCatcher, PushBrowser
from tests.service.stores import on_both_stores
from tests.service.tournaments.desk import Desk


def reach_turn(services: Services, match: str, seat: int, luck: Random) -> None:
    """Lets the others answer until it is the turn of *seat*."""
    while seat_to_answer(services, match) != seat:
        answer(services, match, luck)


@on_both_stores
def test_a_turn_is_told_once_and_the_next_one_again(
    services: Services, postman: Postman, player: Person, rival: Person, push: PushBrowser, key: str
) -> None:
    luck = Random(7)
    player.subscribes(push, key)
    match = open_match(player, rival, BY_THE_DAY)
    reach_turn(services, match, 0, luck)
    postman.goes_round()
    assert [message["path"] for message in push.messages] == [f"/m/{match}?as=seat-0"]
    while seat_to_answer(services, match) == 0:
        postman.goes_round()
        answer(services, match, luck)
    assert len(push.messages) == 1
    reach_turn(services, match, 0, luck)
    postman.goes_round()
    assert len(push.messages) == 2
    Postman(services, postman.settings).goes_round()  # another process, later
    assert len(push.messages) == 2
    [topic] = {request.headers["topic"] for request in push.requests}
    assert len(topic) <= 32
    assert {request.headers["ttl"] for request in push.requests} == {"86400"}


def test_a_player_on_the_page_or_after_the_turn_hears_nothing(
    services: Services, postman: Postman, player: Person, rival: Person, push: PushBrowser, key: str
) -> None:
    luck = Random(7)
    player.subscribes(push, key)
    match = open_match(player, rival, BY_THE_DAY)
    reach_turn(services, match, 0, luck)
    with services.company.presence.attend_match(match, (0,)):
        postman.goes_round()
        reach_turn(services, match, 1, luck)
        postman.ahead += 2 * HOUR
        postman.sends()
    reach_turn(services, match, 0, luck)
    postman.follows()
    reach_turn(services, match, 1, luck)
    postman.goes_round()
    assert push.messages == []
    assert services.store.notifications.list_in_state("waiting", 9) == []


def test_a_forgotten_tab_delays_a_turn_by_an_hour(
    services: Services, postman: Postman, player: Person, rival: Person, push: PushBrowser, key: str
) -> None:
    player.subscribes(push, key)
    match = open_match(player, rival, BY_THE_DAY)
    reach_turn(services, match, 0, Random(7))
    with services.company.presence.attend_match(match, (0,)):
        postman.goes_round()
        postman.goes_round()
        assert push.messages == []
        postman.ahead += HOUR
        postman.sends()
        postman.sends()
    [message] = push.messages
    assert (message["title"], message["path"]) == ("Your turn", f"/m/{match}?as=seat-0")


def test_a_quick_match_leaves_its_players_a_minute(
    services: Services, postman: Postman, player: Person, rival: Person, push: PushBrowser, key: str
) -> None:
    player.subscribes(push, key)
    postman.ahead = 0
    match = open_match(player, rival, QUICK)
    reach_turn(services, match, 0, Random(7))
    postman.follows()
    postman.ahead = MINUTE // 2
    postman.sends()
    assert push.messages == []
    postman.ahead = 2 * MINUTE
    postman.sends()
    assert [message["title"] for message in push.messages] == ["Your turn"]
    reach_turn(services, match, 1, Random(7))
    reach_turn(services, match, 0, Random(7))
    with services.company.presence.attend_match(match, (0,)):
        postman.follows()
        postman.ahead += 2 * HOUR
        postman.sends()
    assert len(push.messages) == 1
    [waiting] = services.store.notifications.list_in_state("waiting", 9)
    assert (waiting.attempts, 0 < waiting.due - postman.clock() <= MINUTE) == (0, True)


def test_nobody_hears_of_what_they_did_not_choose_or_of_what_was_before(
    services: Services, postman: Postman, player: Person, rival: Person, push: PushBrowser, key: str
) -> None:
    match = open_match(player, rival, BY_THE_DAY)
    reach_turn(services, match, 0, Random(7))
    postman.goes_round()
    assert 'id="offer"' in player.browser.get(f"/m/{match}").text
    id = player.subscribes(push, key)
    assert 'id="offer"' not in player.browser.get(f"/m/{match}").text
    assert player.browser.post(f"/me/notifications/{id}/occasions", {"round": "yes"}).status_code == 303
    reach_turn(services, match, 1, Random(7))
    reach_turn(services, match, 0, Random(7))
    postman.goes_round()
    assert push.messages == []
    assert services.notifications.contacts.list_contacts(rival.id) == []
    rival.browser.post(f"/me/notifications/{id}/remove", {})
    assert [contact.id for contact in services.notifications.contacts.list_contacts(player.id)] == [id]


def test_a_ruling_is_told_to_all_players_without_its_text(
    services: Services,
    api: Api,
    postman: Postman,
    player: Person,
    rival: Person,
    push: PushBrowser,
    key: str,
) -> None:
    player.subscribes(push, key)
    match = open_match(player, rival, BY_THE_DAY)
    headers = {
        "X-CSRF-Token": rival.browser.token(),
        "If-Match": f'"{services.repository.load_match(match).match.seq}"',
    }
    claim: Json = {"claim": "A secret.", "evidence": []}
    opened = rival.browser.client.post(f"/api/v1/matches/{match}/disputes", json=claim, headers=headers)
    assert opened.status_code == 201, opened.text
    token = services.api_tokens.issue_token("judge-1", ["judge"]).token
    seq = services.repository.load_match(match).match.seq
    ruling = {"outcome": "note", "rules": ["SA-601"], "text": "Play on, secretly."}
    reply = api.post(f"/api/v1/matches/{match}/disputes/1/rulings", ruling, token, If_Match=f'"{seq}"')
    assert reply.status_code == 201, reply.text
    postman.goes_round()
    [message] = [message for message in push.messages if message["tag"].startswith("case")]
    assert message["title"] == "A judge has ruled in case 1"
    assert message["path"] == f"/m/{match}/cases/1?as=seat-0"
    assert "secret" not in push.push_service.heard[0].body.decode(errors="replace") + str(push.messages)
    assert player.browser.get(message["path"]).status_code == 200


def test_a_round_is_told_with_the_table_and_the_rival(
    services: Services,
    api: Api,
    postman: Postman,
    player: Person,
    push: PushBrowser,
    key: str,
) -> None:
    player.subscribes(push, key)
    desk = Desk.opens(api, services, title="Spring Cup")
    desk.registers("Lin", "Mae")
    done = desk.did("register", players=[{"player": player.id}])
    desk.players["Ada"] = done["facts"][0]["event"]["player"]
    desk.pairs(1, "Ada Lin", "Mae bye")
    postman.goes_round()
    assert push.messages == []
    desk.did("publish", stage=1, round=1)
    postman.goes_round()
    postman.goes_round()
    assert [message["body"] for message in push.messages] == ["Table 1, against Lin"]
    table = {"number": 1, "seats": [desk.players["Ada"], desk.players["Mae"]]}
    bye = {"player": desk.players["Lin"], "kind": "bye"}
    desk.did("change_pairing", stage=1, round=1, tables=[table], byes=[bye], why="The wrong list.")
    postman.goes_round()
    desk.did("start", stage=1, round=1)
    postman.goes_round()
    assert len(push.messages) == 2
    message = push.messages[-1]
    assert message["title"] == "Spring Cup: round 1"
    assert message["body"] == "Table 1, against Mae"
    assert message["path"] == f"/t/{desk.tournament}/me"
    assert player.browser.get(message["path"]).status_code == 200


def test_a_restored_log_starts_anew_at_its_end(
    services: Services, postman: Postman, player: Person, rival: Person, push: PushBrowser, key: str
) -> None:
    player.subscribes(push, key)
    match = open_match(player, rival, BY_THE_DAY)
    reach_turn(services, match, 0, Random(7))
    postman.follows()
    services.store.renew_log_id()
    postman.goes_round()
    assert push.messages == []
    reach_turn(services, match, 1, Random(7))
    reach_turn(services, match, 0, Random(7))
    postman.goes_round()
    assert len(push.messages) == 1
    postman.ahead += 40 * DAY
    postman.notifications.sender.sweep()
    assert services.store.notifications.list_in_state("sent", 9) == []
    assert services.store.notifications.list_in_state("dropped", 9) == []


def test_a_challenge_is_sent_at_once_in_the_language_of_its_player(
    app: Flask,
    postman: Postman,
    player: Person,
    rival: Person,
    push: PushBrowser,
    key: str,
    mails: MailCatcher,
) -> None:
    """One an hour comes from each player, of the newest one; the front page shows all that are open."""
    player.confirms("ada@example.org", postman, mails)
    player.browser.get("/me/notifications?lang=fr")
    id = player.subscribes(push, key)
    rival.browser.post(f"{challenge_by_day(rival, 'Ada')}/end", {})
    path = challenge_by_day(rival, "Ada")
    postman.sends()
    [message], mail = push.messages, mails.to("ada@example.org")[-1]
    assert (message["title"], message["path"], message["lang"]) == ("Grace vous défie", path, "fr")
    assert (mail.mail["Subject"], mail.links[0]) == ("Grace challenges you", f"http://localhost{path}")
    assert f'action="{path}/accept"' in player.browser.get("/").text
    rival.browser.post(f"{path}/end", {})
    path = challenge_by_day(rival, "Ada")
    postman.sends()
    assert len(push.messages) == 1
    assert f'action="{path}/accept"' in player.browser.get("/").text
    player.browser.post(f"/me/notifications/{id}/occasions", {"turn": "yes"})
    path = challenge_by_day(Person(Browser(app), "Lin"), "Ada")
    postman.sends()
    assert len(push.messages) == 1
    assert mails.to("ada@example.org")[-1].links[0] == f"http://localhost{path}"


def challenge_by_day(challenger: Person, opponent: str) -> str:
    """Challenges a player to a match by the day; returns the path of the challenge."""
    offer = {"way": "player", "opponent": opponent, "game": "arena", "pace": "day"}
    return str(challenger.browser.post("/play", offer).location)
