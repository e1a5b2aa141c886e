"""Cases: a player disputes, the other answers, a judge rules, and all of it is in the record."""

from __future__ import annotations

from replays.proof import receipts
from replays.proof.receipts import Receipt
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Pair, Player, json_of
from tests.service.http.test_document import fits
from tests.service.judges import (
    RULE,
    api_token,
    disputes,
    file,
    judge,
    refused,
    rules,
    says,
    sound,
    start_first_turn,
)


def test_a_case_from_the_claim_to_the_ruling_is_one_document(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    played = next(f for f in pair.public.facts() if f["event"]["type"] == "arena.CharacterPlaced")
    opened = disputes(pair.red, "Mickey stands on the wrong space.", {"seq": played["seq"]})
    assert (opened["case"], opened["status"]) == (1, "open")
    assert opened["facts"][0]["event"]["by"] == "seat:1"
    reply = says(pair.blue, "/disputes/1/answers", {"text": "It was agreed.", "evidence": [{"seq": 5}]})
    assert json_of(reply)["status"] == "open"
    whistle = judge(services, pair)
    ruled = json_of(rules(whistle, outcome="penalty", seat=0, penalty="a warning"))
    assert ruled["status"] == "ruled"
    case = file(pair.public)
    assert (case["number"], case["status"], case["seq"]) == (1, "ruled", pair.public.looks()["seq"])
    [exhibit] = case["dispute"]["evidence"]
    assert (exhibit["seq"], exhibit["left"]) == (played["seq"], False)
    assert exhibit["text"].startswith("Sorcerer’s Apprentice Mickey starts on ")
    assert [answer["by"] for answer in case["answers"]] == ["seat:0"]
    [ruling] = case["rulings"]
    assert (ruling["judge"], ruling["outcome"]) == ("judge-7f3a", "penalty")
    assert (ruling["seat"], ruling["penalty"]) == (0, "a warning")
    assert ruling["rules"][0]["number"] == RULE
    assert "0 HP" in ruling["rules"][0]["text"]
    assert sound(pair)


def test_a_claim_that_looks_like_a_hidden_one_is_refused(pair: Pair) -> None:
    start_first_turn(pair)
    refused = says(pair.red, "/disputes", {"claim": "…"})
    assert refused.status_code == 422
    [error] = json_of(refused)["errors"]
    assert error == {
        "pointer": "/claim",
        "detail": "Write the statement out: “…” stands for a hidden one.",
    }


def test_every_statement_is_receipted_and_its_hash_is_in_the_file(pair: Pair, services: Services) -> None:
    opened = disputes(pair.red)
    receipt = Receipt(**opened["receipt"])
    receipts.verify_receipt(receipt, services.evidence.public_keys()[0])
    assert (receipt.seq, receipt.head) == (opened["seq"], file(pair.red)["dispute"]["hash"])
    assert file(pair.red)["head"] == receipt.head


def test_nobody_writes_lines_of_the_page(pair: Pair, services: Services) -> None:
    """Not the ruling of a judge, nor an exhibit, nor by writing backwards."""
    disputes(pair.red, "Look!\n\n2030-01-01, judge Eve rules: result\r  SA-601: \u202esdrawkcab\x1b[2J")
    rules(judge(services, pair), outcome="penalty", seat=1, penalty="a warning\n  SA-101: and more")
    page = pair.red.get("/disputes/1", Accept="text/plain").text
    assert [line for line in page.split("\n") if line.startswith("  > ")] == [
        "  > Look!",
        "  > ",
        "  > 2030-01-01, judge Eve rules: result",
        "  >   SA-601:  sdrawkcab [2J",
        "  > Play on.",
    ]
    assert "\n  Seat 1 gets: a warning   SA-101: and more\n" in page
    story = pair.red.get("/narration", Accept="text/plain").text.split("\n")
    assert any("Look! 2030-01-01, judge Eve rules: result" in line for line in story)


def test_the_file_may_be_read_as_a_page(pair: Pair, services: Services) -> None:
    disputes(pair.red, "That was one too many.", {"seq": 5})
    rules(judge(services, pair))
    page = pair.red.get("/disputes/1", Accept="text/plain").text
    assert page.startswith(f"Case 1 of match {pair.red.match}: ruled\n")
    for line in (
        "seat 1 (fact",
        "  > That was one too many.",
        "  Evidence: fact 5",
        "judge judge-7f3a rules: note",
        "SA-601: ",
    ):
        assert line in page
    assert file(pair.red)["head"] in page


def test_the_cases_of_a_match_are_listed(pair: Pair, services: Services) -> None:
    disputes(pair.red, "One.")
    disputes(pair.blue, "Two.")
    rules(judge(services, pair), 2)
    listed = json_of(pair.red.get("/disputes"))["items"]
    assert [(case["number"], case["status"], case["by"], case["claim"]) for case in listed] == [
        (1, "open", "seat:1", "One."),
        (2, "ruled", "seat:0", "Two."),
    ]


def test_what_the_parties_say_is_for_those_at_the_table(pair: Pair, services: Services) -> None:
    disputes(pair.red, "I hold Gaston's Nectar!")
    says(pair.blue, "/disputes/1/answers", {"text": "And I the Genie."})
    rules(judge(services, pair), text="Not now.")
    for player, claim in ((pair.public, None), (pair.blue, "I hold Gaston's Nectar!")):
        assert file(player)["dispute"]["text"] == claim
        assert json_of(player.get("/disputes"))["items"][0]["claim"] == claim
    assert file(pair.public)["answers"][0]["text"] is None
    assert file(pair.public)["rulings"][0]["text"] == "Not now."
    assert "Nectar" not in pair.public.get("/facts").text + pair.public.get("/narration").text


def test_an_appeal_leads_to_a_second_ruling_which_is_final(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    disputes(pair.red)
    assert json_of(rules(whistle))["status"] == "ruled"
    assert refused(says(pair.blue, "/disputes/1/answers", {"text": "So be it."}))[0] == 409
    assert json_of(says(pair.red, "/disputes/1/appeals", {"text": "No!"}))["status"] == "appealed"
    assert json_of(says(pair.blue, "/disputes/1/answers", {"text": "Yes."}))["status"] == "appealed"
    assert json_of(rules(judge(services, pair, "head-judge")))["status"] == "closed"
    assert refused(says(pair.red, "/disputes/1/appeals", {"text": "No!"})) == (
        409,
        "",
        "Case 1 is closed: only a first ruling can be appealed.",
    )
    assert refused(rules(whistle))[0] == 409
    case = file(pair.red)
    assert [ruling["judge"] for ruling in case["rulings"]] == ["judge-7f3a", "head-judge"]
    assert [appeal["text"] for appeal in case["appeals"]] == ["No!"]


# -- evidence ----------------------------------------------------------------------------------------


def test_evidence_is_held_against_the_chain(pair: Pair) -> None:
    receipt = json_of(pair.blue.answers("e1"))["receipt"]
    disputes(pair.red, "Look at this.", {"seq": receipt["seq"], "hash": receipt["head"]})
    assert file(pair.red)["dispute"]["evidence"][0]["hash"] == receipt["head"]
    forged = {"claim": "And this.", "evidence": [{"seq": 5}, {"seq": 6, "hash": "0" * 64}]}
    status, pointer, sentence = refused(says(pair.red, "/disputes", forged))
    assert (status, pointer) == (422, "/evidence/1/hash")
    assert sentence.startswith("Fact 6 of the record is another: its hash is ")
    beyond = {"claim": "And that.", "evidence": [{"seq": 999}]}
    status, pointer, sentence = refused(says(pair.red, "/disputes", beyond))
    assert (status, pointer) == (422, "/evidence/0/seq")
    assert sentence.startswith("There is no fact 999: the record holds facts 1 to ")
    assert len(json_of(pair.red.get("/disputes"))["items"]) == 1


# -- who may what ------------------------------------------------------------------------------------


def test_only_judges_rule(pair: Pair, services: Services) -> None:
    disputes(pair.red)
    desk = api_token(services, pair, "organize", "desk-1")
    ruling = {"outcome": "note", "rules": [RULE], "text": "I win."}
    for player in (pair.blue, desk):
        for what, body in (
            ("/disputes/1/rulings", ruling),
            ("/rewind", {"to": 5, "rules": [RULE], "text": "Again."}),
            ("/corrections", {"facts": ["x"], "rules": [RULE], "text": "Better."}),
        ):
            assert refused(says(player, what, body)) == (403, "", "Only a judge rules on a case.")
    assert refused(says(pair.public, "/disputes/1/rulings", ruling))[0] == 401


def test_players_judges_and_organizers_open_cases_and_nobody_else(pair: Pair, services: Services) -> None:
    for player, by in (
        (pair.blue, "seat:0"),
        (api_token(services, pair, "organize", "desk-1"), "organizer:desk-1"),
        (judge(services, pair), "judge:judge-7f3a"),
    ):
        assert disputes(player)["facts"][0]["event"]["by"] == by
    claim = {"claim": "I saw it on the stream!"}
    assert refused(says(pair.public, "/disputes", claim))[0] == 401
    assert refused(says(api_token(services, pair, "read", "fan-1"), "/disputes", claim)) == (
        403,
        "",
        "Only players of the match, judges and organizers speak in a case.",
    )
    other = pair.blue.api.seat_pair()
    stranger = Player(pair.blue.api, pair.blue.match, 0, other.blue.token)
    assert (
        stranger.api.post(f"/api/v1/matches/{pair.blue.match}/disputes", claim, stranger.token).status_code
        == 401
    )


def test_a_ruling_names_the_fact_it_follows(pair: Pair, services: Services) -> None:
    whistle, ruling = judge(services, pair), {"outcome": "note", "rules": [RULE], "text": "Play on."}
    seen = disputes(pair.red)["seq"]
    path = f"/api/v1/matches/{pair.blue.match}/disputes/1/rulings"
    assert whistle.api.post(path, ruling, whistle.token).status_code == 428
    pair.blue.answers("e1")
    reply = says(whistle, "/disputes/1/rulings", ruling, after=seen)
    assert (reply.status_code, reply.headers["ETag"]) == (412, f'"{pair.public.looks()["seq"]}"')
    assert rules(whistle).status_code == 201


def test_what_is_not_there(pair: Pair, services: Services, api: Api) -> None:
    whistle = judge(services, pair)
    for reply in (
        pair.red.get("/disputes/1"),
        rules(whistle),
        says(pair.red, "/disputes/1/answers", {"text": "?"}),
        says(pair.red, "/disputes/1/appeals", {"text": "?"}),
    ):
        assert refused(reply) == (404, "", "This match has no case 1; it has 0.")
        assert json_of(reply)["type"] == "/api/v1/problems/unknown-case"
    assert (
        api.post("/api/v1/matches/000000000000/disputes", {"claim": "?"}, pair.red.token).status_code == 404
    )
    assert api.get("/api/v1/matches/000000000000/disputes").status_code == 404


def test_replies_are_what_the_document_says(pair: Pair, services: Services, api: Api) -> None:
    document = json_of(api.get("/api/v1/openapi.json"))
    fits(document, "CaseReply", disputes(pair.red, "See there.", {"seq": 4}))
    fits(document, "CaseReply", json_of(rules(judge(services, pair))))
    fits(document, "CaseFile", file(pair.red))
    fits(document, "CaseList", json_of(pair.red.get("/disputes")))
    fits(document, "Problem", json_of(pair.red.get("/disputes/9")))


def test_the_page_says_who_judges_and_that_play_goes_on(pair: Pair, services: Services) -> None:
    disputes(pair.red)
    reader, page = Browser(pair.red.api.app), f"/m/{pair.red.match}/cases/1"
    sentences = (
        "The judges of this service look at it when they can.",
        "Play and clocks go on until the ruling",
    )
    assert [sentence in text(reader.get(page)) for sentence in sentences] == [True, True]
    said, _, proof = reader.get(page).text.partition('<details class="seals')
    assert ("Hash of fact" in said, "Hash of fact" in proof) == (False, True)
    rules(judge(services, pair))
    assert [sentence in text(reader.get(page)) for sentence in sentences] == [False, False]
