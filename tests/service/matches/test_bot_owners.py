"""Bots have an owner who pays: alone they play for an API token, and while somebody watches."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from service.http.middleware.work_accounts import WorkAccounts
from service.matches.bots.turns import PROMPT_MS, BotMatch, BotTurns
from service.matches.bots.watches import REPEAT_SECONDS, WATCHED_SECONDS, Watches
from service.settings import Settings
from tests.service.client import Api, Json, Player, json_of, wait_for
from tests.service.matches.test_agreements import does
from tests.service.matches.test_bots import against_a_bot, answers_any, token_of
from tests.service.matches.test_retirement import three
from tests.service.matches.test_streams import facts_of, listen

ALONE = {"0": "random", "1": "random"}


@pytest.fixture
def watched_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a read count for a moment only."""
    monkeypatch.setattr("service.matches.bots.watches.WATCHED_SECONDS", 1.5)
    monkeypatch.setattr("service.matches.bots.watches.REPEAT_SECONDS", 0.5)


def last_fact(services: Services, match: str) -> int:
    """Returns the last fact of *match*, without a read that counts as a watcher."""
    return services.repository.load_match(match).match.seq


def payer_of(services: Services, match: str) -> str:
    """Returns the stored owner of *match*."""
    row = services.store.match_owners.find_owner(match)
    return "" if row is None else row.owner


# -- bots alone --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Bots play alone only for an API token"),
        ("fr", "Les bots ne jouent seuls que pour un jeton d’accès"),
        ("it", "I bot giocano da soli soltanto per un token dell’API"),
    ],
)
@pytest.mark.parametrize("body", [{"bots": ALONE}, {"bots": {"1": "greedy"}, "run_on": True}])
def test_bots_alone_need_an_api_token(
    api: Api, services: Services, body: Json, language: str, sentence: str
) -> None:
    for token in ("", "guessed"):
        refused = api.post("/api/v1/matches", {"game": "arena"} | body, token, Accept_Language=language)
        assert (refused.status_code, json_of(refused)["type"]) == (401, "/api/v1/problems/unknown-token")
        assert json_of(refused)["detail"].startswith(sentence)
    token = token_of(services)
    assert api.post("/api/v1/matches", {"game": "arena"} | body, token).status_code == 201
    [issued] = services.api_tokens.list_tokens()
    services.api_tokens.revoke_token(issued.id)
    assert api.post("/api/v1/matches", {"game": "arena"} | body, token).status_code == 401


def test_a_token_that_was_revoked_opens_no_match_of_bots(api: Api, services: Services) -> None:
    issued = services.api_tokens.issue_token("club", ["read"])
    services.api_tokens.revoke_token(issued.api_token.id)
    assert api.post("/api/v1/matches", {"game": "arena", "bots": ALONE}, issued.token).status_code == 401


# -- watchers ----------------------------------------------------------------------------------------


def test_bots_alone_wait_for_a_watcher_and_play_while_there_is_one(
    api: Api, services: Services, watched_shortly: None
) -> None:
    match = api.opens_for(token_of(services), {"bots": {"0": "steady", "1": "steady"}})["id"]
    wait_for(lambda: match in services.bots._unwatched, "the bots wait")
    waiting = last_fact(services, match)
    Player(api, match).looks()
    wait_for(lambda: last_fact(services, match) > waiting, "the bots play")
    wait_for(lambda: match in services.bots._unwatched, "the bots wait again")
    assert services.repository.load_match(match).match.ended is None


def test_a_stream_is_a_watcher_as_long_as_it_is_open(api: Api, services: Services) -> None:
    match = api.opens_for(token_of(services), {"bots": ALONE})["id"]
    wait_for(lambda: match in services.bots._unwatched, "the bots wait")
    stream = facts_of(listen(Player(api, match), after=0))
    assert "table.MatchEnded" in [fact["event"]["type"] for fact in stream]


def test_bots_that_shall_run_on_do_so_unwatched(api: Api, services: Services) -> None:
    match = api.opens_for(token_of(services), {"bots": ALONE, "run_on": True})["id"]
    wait_for(lambda: services.repository.load_match(match).match.ended is not None, "the match is over")
    assert services.watches.watched_matches() == set()


def test_a_table_with_a_person_plays_by_correspondence_as_it_does_live(
    api: Api, services: Services, watched_shortly: None
) -> None:
    ada = against_a_bot(api)
    for _ in range(3):
        answers_any(ada)
    wait_for(lambda: ada.match not in services.watches.watched_matches(), "nobody watches")
    seen = last_fact(services, ada.match)
    answers_any(ada)
    wait_for(lambda: last_fact(services, ada.match) > seen, "the bot answers")


def test_where_all_people_have_left_bots_wait_for_a_watcher(
    api: Api, services: Services, watched_shortly: None
) -> None:
    opened = api.opens(game="villainous", seats=3, bots={"1": "random", "2": "random"})
    ann = api.seats(opened, 0, "Ann")
    assert does(ann, "retirement").status_code == 201
    wait_for(lambda: ann.match in services.bots._unwatched, "the bots wait")


def test_processes_see_each_others_watchers_through_redis(redis_url: str) -> None:
    one, other = Watches(redis_url), Watches(redis_url)
    one.mark_match("1NGJXMTX661W")
    assert other.watched_matches() == {"1NGJXMTX661W"}
    assert REPEAT_SECONDS < WATCHED_SECONDS


# -- who pays ----------------------------------------------------------------------------------------


def test_the_bots_of_a_match_are_charged_to_its_opener(api: Api, services: Services) -> None:
    ada = api.seats(api.opens(bots={"1": "quick"}), 0, "Ada")
    network = services.work.owner_of("127.0.0.1", None)
    assert payer_of(services, ada.match) == network
    before = services.work.spent_work(network)
    for _ in range(3):
        answers_any(ada)
    wait_for(lambda: services.work.spent_work(network) > before + 50, "the answers are charged")


def test_the_owner_of_a_match_is_stored_without_an_address_and_until_its_end(
    api: Api, services: Services
) -> None:
    issued = services.api_tokens.issue_token("club", ["read"])
    match = api.opens_for(issued.token, {"bots": ALONE})["id"]
    assert payer_of(services, match) == f"token:{issued.api_token.id}"
    assert "127" not in payer_of(services, api.opens(bots={"1": "greedy"})["id"])[:10]
    Player(api, match).looks()
    wait_for(lambda: payer_of(services, match) == "", "the owner is forgotten")
    assert services.repository.load_match(match).match.ended is not None


def test_a_match_that_no_bot_can_join_has_no_owner(api: Api, services: Services) -> None:
    assert payer_of(services, api.opens()["id"]) == ""
    assert payer_of(services, three(api)[0].match) == services.work.owner_of("127.0.0.1", None)


# -- the order ---------------------------------------------------------------------------------------


def turns() -> tuple[BotTurns, WorkAccounts]:
    """Returns the turns of a service, and its accounts."""
    work = WorkAccounts(Settings(), b"a secret", lambda token: "")
    return BotTurns(work), work


def taken(queue: BotTurns, *, prompt: bool) -> str:
    """Takes the next match and finishes it; returns its name."""
    match = queue.take_match(prompt=prompt)
    assert match is not None
    queue.finish_match(match, prompt=prompt)
    return match.match


def test_the_owner_with_the_least_work_goes_first_and_people_before_bots_alone() -> None:
    queue, work = turns()
    work.charge_work("match:busy", 900)
    for number in range(40):
        queue.add_match(BotMatch(f"busy-{number}", "match:busy"), has_people=True)
    queue.add_match(BotMatch("alone", "match:club"), has_people=False)
    queue.add_match(BotMatch("easy", "match:ada"), has_people=True)
    order = [taken(queue, prompt=True) for _ in range(42)]
    assert order == ["easy", *(f"busy-{number}" for number in range(40)), "alone"]


def test_owners_with_much_work_leave_the_prompt_process_to_others() -> None:
    queue, work = turns()
    work.charge_work("match:busy", PROMPT_MS)
    queue.add_match(BotMatch("busy", "match:busy"), has_people=True)
    assert queue.take_match(prompt=True) is None
    queue.add_match(BotMatch("easy", "match:ada"), has_people=True)
    assert taken(queue, prompt=False) == "busy"
    assert taken(queue, prompt=True) == "easy"


def test_bots_that_think_long_leave_the_prompt_process_to_others() -> None:
    queue, _ = turns()
    queue.add_match(BotMatch("deep", "match:eve", is_slow=True), has_people=True)
    assert queue.take_match(prompt=True) is None
    queue.add_match(BotMatch("easy", "match:ada"), has_people=True)
    assert taken(queue, prompt=True) == "easy"
    assert taken(queue, prompt=False) == "deep"


def test_a_match_is_with_one_process_at_a_time() -> None:
    queue, _ = turns()
    match = BotMatch("easy", "match:ada")
    queue.add_match(match, has_people=True)
    queue.add_match(match, has_people=True)
    assert queue.take_match(prompt=True) == match
    queue.add_match(match, has_people=True)
    assert queue.take_match(prompt=True) is None
    queue.finish_match(match, prompt=True)
    queue.add_match(match, has_people=True)
    assert taken(queue, prompt=True) == "easy"
