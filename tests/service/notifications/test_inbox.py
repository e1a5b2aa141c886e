"""Players read on the site what happened for them, also without a browser or an address of theirs."""

from __future__ import annotations

from random import Random

from service.bootstrap import Services
from service.notifications.model import HOUR
from service.settings import Settings
from tests.service.browser import text
from tests.service.client import Api
from tests.service.evidence.audit.people import Vandal
from tests.service.notifications.notifying import BY_THE_DAY, Person, Postman, open_match
from tests.service.notifications.test_occasions import challenge_by_day, reach_turn
from tests.service.stores import on_both_stores
from tests.service.tournaments.desk import Desk


def unread(person: Person, page: str = "/t") -> str:
    """Returns the number of unread entries in the header of a page, or an empty text."""
    header = person.browser.get(page).text.partition("</header>")[0]
    return header.partition('class="count">')[2].partition("<")[0]


@on_both_stores
def test_a_turn_is_in_the_inbox_until_somebody_has_answered(
    services: Services, postman: Postman, player: Person, rival: Person
) -> None:
    postman.ahead = -HOUR
    match = open_match(player, rival, BY_THE_DAY)
    reach_turn(services, match, 0, Random(7))
    postman.follows()
    assert (unread(player), unread(rival)) == ("1", "")
    inbox = player.browser.get("/me/notifications")
    assert "Your turn Sorcerer’s Arena: Epic Alliances against Grace 1 hour ago" in text(inbox)
    assert f'href="/m/{match}?as=seat-0"' in inbox.text
    assert 'class="turn unread"' in inbox.text
    assert 'class="turn"' in player.browser.get("/me/notifications").text
    assert unread(player) == ""
    reach_turn(services, match, 1, Random(7))
    postman.follows()
    assert "against Grace" not in text(player.browser.get("/me/notifications"))
    assert unread(rival) == "1"
    assert unread(rival, f"/m/{match}") == unread(rival) == ""


def test_a_round_is_in_the_inbox_with_the_own_table(
    services: Services, api: Api, postman: Postman, player: Person
) -> None:
    postman.ahead = -HOUR
    desk = Desk.opens(api, services, title="Spring Cup")
    desk.registers("Lin", "Mae")
    done = desk.did("register", players=[{"player": player.id}])
    desk.players["Ada"] = done["facts"][0]["event"]["player"]
    desk.pairs(1, "Ada Lin", "Mae bye")
    desk.did("publish", stage=1, round=1)
    postman.follows()
    assert "Spring Cup: round 1 Table 1, against Lin" in text(player.browser.get("/me/notifications"))
    desk.did("start", stage=1, round=1)
    postman.follows()
    assert unread(player) == ""


def test_a_challenge_is_in_the_inbox_while_it_is_open(player: Person, rival: Person) -> None:
    path = challenge_by_day(rival, "Ada")
    assert unread(player) == "1"
    assert f'href="{path}"' in player.browser.get("/me/notifications").text
    rival.browser.post(f"{path}/end", {})
    assert "Grace challenges you" not in text(player.browser.get("/me/notifications"))
    path = challenge_by_day(rival, "Ada")
    assert unread(player, path) == unread(player) == ""


def test_a_match_set_aside_hides_no_other_entry(
    services: Services, settings: Settings, postman: Postman, player: Person, rival: Person
) -> None:
    postman.ahead = -HOUR
    match = open_match(player, rival, BY_THE_DAY)
    reach_turn(services, match, 0, Random(7))
    postman.follows()
    path = challenge_by_day(rival, "Ada")
    assert unread(player) == "2"
    Vandal(settings).drops(match, 2, 2)
    services.repository.forget_match(match)
    inbox = player.browser.get("/me/notifications")
    assert (inbox.status_code, f'href="{path}"' in inbox.text) == (200, True)
    assert "Your turn" not in text(inbox)
    assert unread(player) == ""


def test_a_turn_stands_in_the_inbox_after_a_dozen_puzzles(player: Person, rival: Person) -> None:
    match = player.browser.post("/learn/arena/first-match", {}).location.rpartition("/")[2]
    for _ in range(13):
        player.browser.post("/learn/arena/farther-than-an-arm", {})
    assert f"/m/{match}" in player.browser.get("/me/notifications").text


def test_an_ended_account_leaves_no_inbox(services: Services, player: Person, rival: Person) -> None:
    challenge_by_day(rival, "Ada")
    assert services.notifications.inbox.open_entries(player.id, "fr")
    player.browser.post("/me/end", {"sure": "yes"})
    assert services.store.notifications.list_in_state("unread", 9) == []
    assert services.store.notifications.list_in_state("read", 9) == []
