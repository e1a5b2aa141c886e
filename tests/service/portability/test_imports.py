"""Matches that change house: exported with all their proofs, taken in whole and played on, or refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from werkzeug.test import TestResponse

from domain.games import GAMES
from domain.people import JOURNAL
from replays.playback import transcript
from replays.proof import record
from replays.proof.check import check_record
from service.app import services_of
from service.bootstrap import Services
from service.catalog.cardsets import earlier_contents, packaged_cards
from service.portability.imports import MAX_FILE_BYTES
from service.proofs.exports import export_record
from service.settings import Settings
from tests.service.client import Api, Pair, Player, json_of
from tests.service.forging import FORGERIES, transcribed
from tests.service.stores import on_both_stores

ROOT = Path(__file__).parents[3]


@pytest.fixture
def played(pair: Pair) -> Pair:
    """Blue and red, some answers into their match."""
    luck = Random(4)
    for _ in range(8):
        pair.answer_by(luck)
    return pair


def api_token(api: Api, *scopes: str) -> str:
    """Returns the token of somebody with an API token of the service of *api*."""
    services = services_of(api.app)
    return services.api_tokens.issue_token(f"{scopes[0]}-1", scopes).token  # type: ignore[arg-type]


def exported(player: Player, api: Api) -> bytes:
    """Returns the whole record of the match that *player* watches, as its operator exports it."""
    services = services_of(api.app)
    viewer = services.access.viewer_for(player.match, api_token(api, "judge"))
    return record.dump_record(export_record(services, player.match, viewer, full=True))


def sends(
    api: Api, file: bytes, token: str, kind: str = "application/json", language: str = "en"
) -> TestResponse:
    """Sends *file* to the service of *api*."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": kind, "Accept-Language": language}
    return api.app.test_client().post("/api/v1/imports", data=file, headers=headers)


def brings(api: Api, file: bytes, language: str = "en") -> TestResponse:
    """Brings *file* to the service of *api*, as an organizer."""
    kind = "application/json" if file.startswith(b"{") else "text/plain"
    return sends(api, file, api_token(api, "organize"), kind, language)


# -- out ---------------------------------------------------------------------------------------------


def test_copies_for_all_eyes_prove_the_same_head(played: Pair, api: Api, services: Services) -> None:
    whole = exported(played.public, api)  # first: that a judge looked is a fact
    redacted = [player.get("/export").data for player in (played.public, *played)]
    copies = [record.read_record(file) for file in (whole, *redacted)]
    assert [copy.viewer for copy in copies] == ["judge", "spectator", "seat-0", "seat-1"]
    assert len({copy.head for copy in copies}) == 1
    assert [check_record(copy, services.evidence.public_keys()) for copy in copies] == [[], [], [], []]
    assert [all(entry.is_open for entry in copy.facts) for copy in copies] == [True, False, False, False]
    for copy in copies:
        [receipt] = copy.receipts
        assert (receipt.match, receipt.head) == (played.blue.match, copy.head)


def test_no_copy_holds_a_name(played: Pair, api: Api) -> None:
    for file in (exported(played.public, api), played.blue.get("/export").data):
        seats = [entry.data for entry in record.read_record(file).facts if entry.type == "table.SeatClaimed"]
        assert [seat["player"][:2] for seat in seats] == ["p-", "p-"]


def test_a_copy_proves_the_same_when_a_name_is_erased(played: Pair, api: Api, services: Services) -> None:
    before = record.read_record(exported(played.public, api))
    services.erasure.erase_names("Blue")
    after = record.read_record(exported(played.public, api))
    assert (
        check_record(before, services.evidence.public_keys())
        == check_record(after, services.evidence.public_keys())
        == []
    )
    assert after.head == before.head


def test_a_transcript_hides_what_its_reader_may_not_see(played: Pair, api: Api) -> None:
    path = f"/api/v1/matches/{played.blue.match}/export"
    whole = api.get(path, api_token(api, "judge"), Accept="text/plain").text
    public = api.get(path, Accept="text/plain").text
    assert whole.splitlines()[:2] == [
        f"# match {played.blue.match}",
        "# Sorcerer’s Arena: Epic Alliances, as seen by judge.",
    ]
    assert "token=" in whole
    assert "token=" not in public
    assert len(public.splitlines()) > 20
    spoken = [line for line in public.splitlines() if line.startswith("# ")]
    assert any(line.startswith("# Sorcerer’s Apprentice Mickey starts on ") for line in spoken)
    assert not any(name in line for line in spoken for name in ("p-", "token="))


# -- in ----------------------------------------------------------------------------------------------


def test_a_match_that_is_taken_in_keeps_its_id_its_chain_and_its_head(
    played: Pair, api: Api, abroad: Api, services: Services
) -> None:
    file = exported(played.public, api)
    reply = brings(abroad, file)
    assert reply.status_code == 201, reply.text
    assert reply.headers["Location"] == f"/api/v1/matches/{played.blue.match}"
    there, match = services_of(abroad.app), played.blue.match
    assert json_of(reply)["id"] == match
    assert json_of(reply)["receipt"]["key"].startswith("elsewhere+")
    *brought, mark = record.read_record(exported(Player(abroad, match), abroad)).facts
    assert tuple(brought) == record.read_record(file).facts
    assert (mark.hash, mark.type) == (json_of(reply)["receipt"]["head"], "table.MatchImported")
    assert there.store.raw_facts(match)[:-1] == services.store.raw_facts(match)
    assert json_of(abroad.get(f"/api/v1/matches/{match}/verification"))["ok"] is True


def test_it_is_listed_replayed_and_told_like_any_other(played: Pair, api: Api, abroad: Api) -> None:
    position = json_of(brings(abroad, exported(played.public, api)))["position"]
    [entry] = json_of(abroad.get(f"/api/v1/matches?min_position={position}"))["items"]
    assert (entry["id"], entry["status"]) == (played.blue.match, "playing")
    there = Player(abroad, played.blue.match, 0, played.blue.token)
    for what in ("/facts/30/scene", "/facts/20/options"):
        assert json_of(there.get(what)) | {"players": {}} == json_of(played.blue.get(what)) | {"players": {}}
    lines = [json_of(player.get("/narration"))["items"] for player in (there, played.blue)]
    assert lines[0][-1]["text"] == (
        "This match was brought from recount by organize-1. What came before was not seen here."
    )
    assert len(lines[0]) == len(lines[1]) + 1


def test_players_without_a_name_here_are_numbers(played: Pair, api: Api, abroad: Api) -> None:
    brings(abroad, exported(played.public, api))
    shown = json_of(abroad.get(f"/api/v1/matches/{played.blue.match}"))["players"]
    ids = json_of(played.public.get("/facts/3/scene"))["players"]
    assert [player["name"] for player in shown] == [f"player {id[2:6]}@recount" for id in ids]


def test_a_match_that_was_going_on_is_played_on_with_the_players_tokens(
    played: Pair, api: Api, abroad: Api
) -> None:
    brings(abroad, exported(played.public, api))
    there = Pair(*(Player(abroad, player.match, player.seat, player.token) for player in played))
    here, luck = played.play_out(Random(9)), Random(9)
    gone_on = there.play_out(luck)
    assert (gone_on["status"], gone_on["ended"]["winners"]) == ("over", here["ended"]["winners"])
    assert json_of(there.public.get("/verification"))["ok"] is True


def test_a_seat_that_was_free_is_claimed_there(api: Api, abroad: Api) -> None:
    opened = api.opens()
    api.seats(opened, 0, "Blue")
    assert brings(abroad, exported(Player(api, opened["id"]), api)).status_code == 201
    red = abroad.seats(opened, 1, "Red")
    assert red.looks()["status"] == "playing"


def test_a_transcript_is_taken_in_as_a_study_with_an_id_of_its_own(
    played: Pair, api: Api, abroad: Api
) -> None:
    text = transcribed()(exported(played.public, api))
    reply = json_of(brings(abroad, text))
    fresh = reply["id"]
    assert fresh != played.blue.match
    assert reply["imported"] == {"seq": reply["seq"], "by": "organize-1", "trusted": False}
    assert json_of(abroad.get(f"/api/v1/matches/{fresh}"))["study"] is True
    [entry] = json_of(abroad.get(f"/api/v1/matches?min_position={reply['position']}"))["items"]
    assert (entry["id"], entry["study"]) == (fresh, True)
    names = [player["name"] for side in entry["sides"] for player in side["players"]]
    assert all(name.endswith("@transcript") for name in names)
    assert fresh[:7] == played.blue.match[:7]
    assert json_of(abroad.get(f"/api/v1/matches/{fresh}/verification"))["ok"] is True


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_golden_transcript_is_taken_in(abroad: Api, game: str) -> None:
    texts = [path.read_bytes() for path in transcript.library_files()]
    here = [digest.encode() for digest in (packaged_cards(game).digest, *earlier_contents(game))]
    golden = min((text for text in texts if any(digest in text for digest in here)), key=len)
    reply = brings(abroad, golden)
    assert reply.status_code == 201, reply.text
    assert json_of(abroad.get(f"/api/v1/matches/{json_of(reply)['id']}/verification"))["ok"] is True


def test_a_match_of_cards_that_nobody_here_has_needs_them_in_its_file(abroad: Api) -> None:
    [golden] = [path for path in transcript.library_files() if path.stem == "arena-a-chain"]
    reply = brings(abroad, golden.read_bytes())
    assert reply.status_code == 422
    assert "The file does not hold the card set." in json_of(reply)["detail"]


# -- refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", sorted(FORGERIES))
def test_what_is_not_as_it_was_written_is_refused_and_nothing_is_kept(
    played: Pair, api: Api, abroad: Api, what: str
) -> None:
    forge, said = FORGERIES[what]
    reply = brings(abroad, forge(exported(played.public, api)))
    assert reply.status_code == (413 if what == "too large" else 422)
    assert said in reply.text
    records = [row.originator_id for row in services_of(abroad.app).store.log_rows(0, 9)]
    assert records == [JOURNAL], "the entry of the organizer's token alone"
    assert abroad.get(f"/api/v1/matches/{played.blue.match}").status_code == 404


def test_a_finding_points_to_the_fact(played: Pair, api: Api, abroad: Api) -> None:
    forge, _ = FORGERIES["with an opened field altered"]
    reply = json_of(brings(abroad, forge(exported(played.public, api))))
    assert reply["type"] == "/api/v1/problems/not-imported"
    assert reply["errors"][0]["pointer"] == "/facts/0"


def test_a_finding_is_told_in_the_language_of_the_request(played: Pair, api: Api, abroad: Api) -> None:
    forge, _ = FORGERIES["with an opened field altered"]
    reply = json_of(brings(abroad, forge(exported(played.public, api)), "fr"))
    found = (
        "Ce que le fait 1 dit de seed n’est pas ce qui a été scellé\u00a0: "
        "la valeur ou le sel ont été altérés."
    )
    assert reply["errors"][0]["detail"] == found
    assert reply["detail"].startswith(f"Cet enregistrement n’est pas tel qu’il a été écrit. {found} Et ")


def test_what_is_here_is_not_written_over(played: Pair, api: Api, abroad: Api) -> None:
    earlier = exported(played.public, api)
    assert brings(abroad, earlier).status_code == 201
    again = brings(abroad, earlier)
    assert (again.status_code, json_of(again)["detail"]) == (
        409,
        f"Match {played.blue.match} is here already, fact for fact.",
    )
    before = services_of(abroad.app).store.facts(played.blue.match)
    played.answer_by(Random(5))
    other = brings(abroad, exported(played.public, api))
    assert (other.status_code, json_of(other)["type"]) == (409, "/api/v1/problems/match-taken")
    assert "There is another match" in json_of(other)["detail"]
    assert services_of(abroad.app).store.facts(played.blue.match) == before


def test_who_may_not_import_is_told_before_anything_is_read(played: Pair, abroad: Api) -> None:
    assert sends(abroad, b"{", "nobody's").status_code == 401
    assert sends(abroad, b"{", api_token(abroad, "read")).status_code == 403
    assert sends(abroad, b"{", api_token(abroad, "judge"), "image/png").status_code == 415


def test_a_body_may_be_as_large_as_it_says_and_no_larger(abroad: Api) -> None:
    assert brings(abroad, b"# " + b"x" * 100_000).status_code == 422
    assert brings(abroad, b"# " + b"x" * MAX_FILE_BYTES).status_code == 413


@on_both_stores
def test_an_import_that_is_killed_leaves_nothing(
    played: Pair, api: Api, elsewhere: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(exported(played.public, api))
    environment = {**os.environ, **elsewhere.store, "RECOUNT_DATA": str(elsewhere.data)}
    command = [sys.executable, "-m", "tests.service.killed", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with Services(elsewhere, services_of(api.app).library) as there:
        assert there.store.position() == 0
        assert there.store.facts(played.blue.match) == []
        assert there.store.tree.list_heads(0, 10) == []
