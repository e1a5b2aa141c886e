"""Looking back over HTTP and from the command line: any moment, what changed, why, what else was possible."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import jsonpatch
import pytest
from click.testing import CliRunner

from service.bootstrap import Services
from service.catalog import rulebook
from service.cli import main
from service.settings import Settings
from tests.service.client import SOON_OVER, Api, Json, Pair, Player, json_of
from tests.service.eventstore.test_holes import drops
from tests.service.evidence.audit.people import Vandal
from tests.service.http.test_document import fits
from tests.service.matches.test_secrets import Secrets, assert_silent, now, the_public_and_both, whole

BOTH = pytest.mark.parametrize("game", ["arena", "villainous"])


def some_answers(pair: Pair, many: int, seed: int = 5) -> int:
    """Answers so many questions by chance; where the match stands then."""
    luck = Random(seed)
    for _ in range(many):
        assert pair.answer_by(luck) is not None
    seq: int = pair.public.looks()["seq"]
    return seq


# -- any moment --------------------------------------------------------------------------------------


def test_an_answer_leads_to_the_view_after_all_that_followed(pair: Pair) -> None:
    stood = [pair.blue.looks()["seq"]]
    stood += [some_answers(pair, 1, seed) for seed in range(4)]
    for ply, seq in enumerate(stood):
        reply = pair.blue.get(f"?ply={ply}")
        assert (reply.status_code, reply.headers["Location"]) == (
            302,
            f"/api/v1/matches/{pair.blue.match}/facts/{seq}/scene",
        )
        assert reply.headers["Cache-Control"] == "private, no-cache"
        assert json_of(pair.blue.get(f"/facts/{seq}/scene"))["ply"] == ply


def test_a_time_leads_to_the_view_of_that_time(pair: Pair) -> None:
    last = some_answers(pair, 3)
    reply = pair.public.get("?at=2999-12-31T23:59:59%2B01:00")
    assert (reply.status_code, reply.headers["Location"]) == (
        302,
        f"/api/v1/matches/{pair.blue.match}/facts/{last}/scene",
    )
    early = pair.public.get("?at=1999-12-31T23:59:59Z")
    assert (early.status_code, json_of(early)["type"]) == (404, "/api/v1/problems/unknown-moment")
    assert "does not reach back so far" in json_of(early)["detail"]


def test_what_is_led_to_can_be_kept(pair: Pair) -> None:
    some_answers(pair, 3)
    view = pair.blue.api.get(pair.blue.get("?ply=2").headers["Location"], pair.blue.token)
    assert view.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert json_of(view)["viewer"] == "seat-0"


@pytest.mark.parametrize(
    ("query", "status"),
    [("ply=99", 404), ("ply=-1", 422), ("at=soon", 422), ("ply=1&at=2999-01-01T00:00Z", 422)],
)
def test_there_is_no_such_moment(pair: Pair, query: str, status: int) -> None:
    assert pair.public.get(f"?{query}").status_code == status


def test_moments_are_not_shown_to_whoever_holds_a_wrong_token(pair: Pair) -> None:
    stranger = Player(pair.blue.api, pair.blue.match, token="made-up")
    for page in ("?ply=1", "/diff?from=1&to=2", "/facts/1/why"):
        assert stranger.get(page).status_code == 401


# -- what changed ------------------------------------------------------------------------------------


@BOTH
def test_the_patch_leads_from_one_view_to_the_other(api: Api, game: str) -> None:
    pair = api.seat_pair(game)
    last = some_answers(pair, 12)
    document = json_of(api.get("/api/v1/openapi.json"))
    for player in (pair.public, pair.blue, pair.red):
        for first, then in ((4, last), (last, 4), (last - 9, last)):
            reply = player.get(f"/diff?from={first}&to={then}")
            before, after = (json_of(player.get(f"/facts/{seq}/scene")) for seq in (first, then))
            assert jsonpatch.apply_patch(before, json_of(reply)["patch"]) == after
            assert json_of(reply)["viewer"] == after["viewer"]
            assert all(change["text"] and change["cause"] for change in json_of(reply)["changes"])
            assert reply.headers["Cache-Control"] == "private, no-cache"
            assert "Authorization" in reply.headers["Vary"]
            fits(document, "Diff", json_of(reply))


def test_changes_call_players_by_name_in_the_language_asked_for(pair: Pair) -> None:
    changes = json_of(pair.public.get("/diff?from=1&to=3&lang=it"))["changes"]
    assert [change["text"] for change in changes] == [
        "Blue prende posto.",
        "Red prende posto.",
    ]


@pytest.mark.parametrize(
    ("query", "status", "kind"),
    [
        ("from=1", 422, "invalid"),
        ("from=0&to=1", 422, "invalid"),
        ("from=1&to=2&by=me", 422, "invalid"),
        ("from=1&to=2&lang=de", 422, "invalid"),
        ("from=1&to=9999", 404, "unknown-moment"),
    ],
)
def test_a_diff_that_cannot_be_made(pair: Pair, query: str, status: int, kind: str) -> None:
    reply = pair.public.get(f"/diff?{query}")
    assert (reply.status_code, json_of(reply)["type"]) == (status, f"/api/v1/problems/{kind}")


# -- why ---------------------------------------------------------------------------------------------


def test_why_somebody_is_asked_to_place_a_figure(pair: Pair) -> None:
    seq = some_answers(pair, 1)
    reply = pair.blue.get(f"/facts/{seq - 1}/why?lang=fr")
    answer = json_of(reply)
    assert reply.headers["Content-Language"] == answer["lang"] == "fr"
    assert reply.headers["Cache-Control"] == "private, no-cache"
    rule = rulebook.packaged_rulebook("arena").find_rule("SA-104")
    assert answer["rules"]["SA-104"]["text"] == rule.text["fr"]
    assert answer["rules"]["SA-104"]["pages"] == {
        edition: list(found) for edition, found in rule.pages.items()
    }
    assert answer["steps"][-1]["cause"] < answer["steps"][0]["seq"] == seq - 1
    fits(json_of(pair.blue.api.get("/api/v1/openapi.json")), "Reasons", answer)


@BOTH
def test_why_something_on_the_board_is_what_it_is(api: Api, game: str) -> None:
    pair = api.seat_pair(game)
    last = some_answers(pair, 15)
    board = json_of(pair.public.get(f"/facts/{last}/scene"))["board"]
    of = "/board/realms/0/at" if game == "villainous" else "/board/figures/SAM/at"
    answer = json_of(pair.public.get(f"/facts/{last}/why?of={of}"))
    where = board["realms"][0] if game == "villainous" else board["figures"]["SAM"]
    assert (answer["of"], answer["value"]) == (of, where["at"])
    assert {step["rule"] for step in answer["steps"]} - {None} == set(answer["rules"])


def test_why_a_card_costs_what_it_costs(api: Api) -> None:
    pair = api.seat_pair("villainous")
    answer = json_of(pair.public.get("/facts/5/why?of=cost:warrant-1"))
    assert (answer["value"], answer["parts"]) == (1, [{"amount": 1, "rule": "warrant-1"}])
    assert answer["cards"]["warrant-1"]["name"] == "Warrant"


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("/facts/9999/why", "unknown-moment"),
        ("/facts/0/why", "unknown-moment"),
        ("/facts/5/why?of=/board/nobody", "unknown-thing"),
        ("/facts/5/why?of=luck", "unknown-thing"),
    ],
)
def test_there_is_no_why(pair: Pair, page: str, kind: str) -> None:
    reply = pair.public.get(page)
    assert (reply.status_code, json_of(reply)["type"]) == (404, f"/api/v1/problems/{kind}")


# -- what else was possible --------------------------------------------------------------------------


@BOTH
def test_the_options_of_the_past_are_those_that_were_told_then(api: Api, game: str) -> None:
    pair, luck = api.seat_pair(game), Random(8)
    people = (pair.public, pair.blue, pair.red)
    then: dict[tuple[int | None, int], Json] = {}
    for _ in range(20):
        seq = pair.public.looks()["seq"]
        then |= {(player.seat, seq): json_of(player.get("/options")) for player in people}
        pair.answer_by(luck)
    for player in people:
        for (seat, seq), choices in then.items():
            if seat == player.seat:
                assert json_of(player.get(f"/facts/{seq}/options")) == choices
    asked = [choices for choices in then.values() if choices["choices"]]
    assert len(asked) >= 20
    assert {choice["possible"] for choices in asked for choice in choices["choices"]} == {True, False}


# -- hidden information ------------------------------------------------------------------------------


def test_no_hidden_card_is_to_be_seen_by_looking_back(pair: Pair, services: Services) -> None:
    luck = Random(21)
    ends: list[tuple[int, Secrets]] = [(pair.public.looks()["seq"], now(services, pair.blue.match))]
    for _ in range(30):
        reply = pair.answer_by(luck)
        assert reply is not None
        ends.append((json_of(reply)["seq"], now(services, pair.blue.match)))
    for player in the_public_and_both(pair):
        for (before, hid), (seq, hides) in pairwise(ends):
            hidden = hid.from_(player) & hides.from_(player)
            for page in (
                f"/diff?from={before}&to={seq}",
                f"/diff?from={seq}&to={before}",
                f"/facts/{seq}/why",
            ):
                assert_silent(whole(player.get(page)), hidden, f"{page} as {player.seat}")
            for of in (
                "/board/summoners/0/deck",
                "/board/summoners/1/hand",
                "/question",
                "/board/summoners/0",
            ):
                assert_silent(whole(player.get(f"{page}?of={of}")), hidden, f"{of} as {player.seat}")


# -- from the command line ---------------------------------------------------------------------------


class Organizer:
    """Somebody with a shell on the machine, and a match of Villainous that bots have played."""

    def __init__(self, data: Path) -> None:
        self._runner = CliRunner(env={"RECOUNT_DATA": str(data)})
        code, said = self.says("play", *SOON_OVER)
        assert code == 0, said
        (self.match,) = re.findall(r"\b[0-9A-Z]{12}\b", said)

    def says(self, *words: str) -> tuple[int, str]:
        """Runs a command; its exit code and what it printed."""
        result = self._runner.invoke(main, words, prog_name="recount")
        return result.exit_code, result.output


@pytest.fixture
def organizer(tmp_path: Path) -> Organizer:
    return Organizer(tmp_path / "house")


def test_recount_diff(organizer: Organizer) -> None:
    code, said = organizer.says("diff", organizer.match, "1", "2")
    assert code == 0
    assert said.startswith("    2 <1  Easy bot sits down.\n        replace /players/0 ")
    code, said = organizer.says("diff", organizer.match, "2", "1", "--patch", "--as", "seat-1")
    assert code == 0
    assert '"path": "/players/0",' in said
    code, said = organizer.says("diff", organizer.match, "1", "99999")
    assert code == 1
    assert "There is no fact 99999" in said


def test_recount_why(organizer: Organizer) -> None:
    code, said = organizer.says("why", organizer.match, "22")
    assert code == 0
    assert "[VI-020]" in said
    assert rulebook.packaged_rulebook("villainous").find_rule("VI-020").text["en"] in said
    code, said = organizer.says("why", organizer.match, "22", "--of", "/board/turn", "--lang", "it")
    assert said.startswith("/board/turn is 1\n")
    assert rulebook.packaged_rulebook("villainous").find_rule("VI-020").text["it"] in said
    code, said = organizer.says("why", organizer.match, "22", "--of", "cost:warrant-1")
    assert said.startswith("cost:warrant-1 is 1\n   +1  [warrant-1]\n        Warrant: ")
    code, said = organizer.says("why", organizer.match, "22", "--of", "nothing")
    assert code == 2
    assert "Villainous reckons nothing that is called “nothing” here." in said


def test_a_match_that_is_damaged_is_refused_in_words(organizer: Organizer, tmp_path: Path) -> None:
    drops(3)(Vandal(Settings(data=tmp_path / "house")), organizer.match)
    assert organizer.says("show", organizer.match) == (1, "Error: Fact 3 is missing.\n")


def test_recount_show_at_an_answer_or_a_time(organizer: Organizer) -> None:
    code, said = organizer.says("show", organizer.match, "--ply", "3")
    assert (code, f"{organizer.match}, fact " in said, ", answer 3, playing" in said) == (0, True, True)
    code, said = organizer.says("show", organizer.match, "--time", "2999-12-31T23:59:59Z")
    assert (code, ", over, seen by spectator" in said) == (0, True)
    code, said = organizer.says("show", organizer.match, "--time", "1999-12-31T23:59:59.5+01:00")
    assert (code, "does not reach back so far" in said) == (1, True)
    code, said = organizer.says("show", organizer.match, "--ply", "3", "--at", "3")
    assert (code, "by its fact, by its answer or by its time" in said) == (2, True)
