"""A whole tournament as one file that proves itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.model import Fact
from domain.tournament import refusals
from domain.tournament.facts import By, CharacterChosen, Player, Seating
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import Unplayed
from domain.tournament.play.characters import draw_characters
from domain.tournament.play.pairings import Pairing
from domain.tournament.state import TableRef, Tournament
from replays import check as command
from replays.proof import bundle
from replays.proof.bundle_check import BundleReport, check_bundle
from replays.proof.notes import read_key
from service.bootstrap import Services
from tests.service.client import Api, Json, wait_for
from tests.service.judges import says

from .desk import LOSS, WIN, Desk
from .test_online import online as online
from .test_online import results, seated, tables


@pytest.fixture
def day(api: Api, services: Services) -> Desk:
    """A tournament of five that is over: a bye, one that was asked for, a correction, a change by hand."""
    stages = [{"format": "swiss", "rounds": 2}, {"format": "single_elimination", "players": 2}]
    desk = Desk.opens(api, services, stages=stages, tiebreakers=["buchholz", "lot"])
    desk.registers("Ada", "Grace", "Lin", "Mae", "Pia")
    desk.did("ask_bye", player=desk.players["Pia"], round=2, kind="half_bye")
    for number in (1, 2):
        desk.did("pair", round=number)
        desk.did("publish", stage=1, round=number)
        desk.did("start", stage=1, round=number)
        for table in (1, 2):
            desk.enters(number, table, WIN)
        desk.did("close", stage=1, round=number)
    desk.did("correct", stage=1, round=1, table=1, result=LOSS, why="swapped")
    desk.did("cut")
    desk.did("pair", round=1)
    seats = desk.looks("/rounds/1")["tables"][0]["seats"]
    desk.did(
        "change_pairing", stage=2, round=1, tables=[{"number": 1, "seats": seats[::-1]}], byes=[], why="TV"
    )
    desk.did("publish", stage=2, round=1)
    desk.did("start", stage=2, round=1)
    desk.did("enter", stage=2, round=1, table=1, result=WIN)
    desk.ends(services)
    return desk


def exported(desk: Desk, token: str = "") -> Json:
    """The bundle of a tournament, for somebody."""
    reply = desk.api.get(f"/api/v1/tournaments/{desk.tournament}/export", token)
    assert reply.status_code == 200, reply.text
    told: Json = json.loads(reply.data)
    return told


def checked(told: Json, desk: Desk, services: Services) -> BundleReport:
    """What is wrong with a bundle, checked with the key of the service alone."""
    keys = [read_key(str(key)) for key in services.evidence.public_keys()]
    return check_bundle(bundle.read_bundle(json.dumps(told).encode()), keys)


@pytest.mark.parametrize("who", ["", "organizer"])
def test_a_tournament_that_is_over_is_made_again(day: Desk, services: Services, who: str) -> None:
    found = checked(exported(day, who and day.token), day, services)
    assert (found.findings, found.pairings, found.skipped) == ([], 3, ())


def test_of_one_that_goes_on_nobody_learns_what_is_not_published(desk: Desk, services: Services) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("pair", round=2)
    told = exported(desk)
    paired = [fact for fact in told["record"]["facts"] if fact["type"] == "tournament.RoundPaired"]
    assert [bool(fact.get("opened")) for fact in paired] == [True, False]
    assert {"seed", "token"}.isdisjoint(
        field for fact in told["record"]["facts"] for field in fact.get("opened", ())
    )
    found = checked(told, desk, services)
    assert (found.findings, found.pairings) == ([], 0)
    seen = checked(exported(desk, desk.token), desk, services)
    assert seen.findings == []
    assert re.search("Round 2 .* the seed is told", seen.skipped[0])


def fact(told: Json, kind: str, nth: int = 0) -> Json:
    """A fact of a bundle, by its kind."""
    found: list[Json] = [
        one for one in told["record"]["facts"] if one["type"].removeprefix("tournament.") == kind
    ]
    return found[nth]


def result(told: Json) -> None:
    """Has somebody else win."""
    fact(told, "ResultRecorded")["data"]["result"] = {"places": [2, 1]}


def pairing(told: Json) -> None:
    """Has others meet."""
    opening = fact(told, "RoundPaired", 1)["opened"]["tables"]
    opening["value"][0]["seats"].reverse()


def standing(told: Json) -> None:
    """Puts the last player first."""
    told["standings"][1]["rows"].reverse()
    for rank, row in enumerate(told["standings"][1]["rows"], 1):
        row["rank"] = rank


def correction(told: Json) -> None:
    """Leaves a correction out."""
    facts = told["record"]["facts"]
    facts.remove(fact(told, "ResultCorrected"))


def seed(told: Json) -> None:
    """Reveals another seed."""
    fact(told, "TournamentOpened")["opened"]["seed"]["value"] = "another"


@pytest.mark.parametrize(
    ("alter", "what", "named"),
    [
        (result, "altered", "Fact 11 was altered: result is"),
        (pairing, "opening", "fact 14 tells of tables"),
        (standing, "standings", "Stage 1, round 2: the standings tell"),
        (correction, "missing", "Fact 20 is missing"),
        (seed, "opening", "fact 1 tells of seed"),
    ],
)
def test_what_was_altered_is_named(
    day: Desk, services: Services, alter: Callable[[Json], None], what: str, named: str
) -> None:
    told = exported(day)
    alter(told)
    found = checked(told, day, services).findings
    assert what in {one.what for one in found}
    assert re.search(named, " ".join(map(str, found)))


def test_a_service_that_lied_about_its_engine_is_found_out(
    desk: Desk, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def favours(t: Tournament, requested: Mapping[Player, Unplayed]) -> Pairing:
        honest = propose_pairing(t, requested)
        return honest._replace(tables=tuple(Seating(one.number, one.seats[::-1]) for one in honest.tables))

    with monkeypatch.context() as lying:
        lying.setattr("service.tournaments.decisions.round_decisions.propose_pairing", favours)
        desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.ends(services, overrule="enough")
    (found,) = checked(exported(desk), desk, services).findings
    assert (found.what, found.field) == ("pairing", "tables")
    assert str(found) == "Fact 6: computed again, round 1 of stage 1 is paired otherwise."


def test_a_service_that_hands_out_characters_as_it_likes_is_found_out(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def favours(t: Tournament, stage: int, number: int, tables: tuple[Seating, ...]) -> tuple[Seating, ...]:
        return tuple(
            replace(one, characters=one.characters[::-1]) for one in draw_characters(t, stage, number, tables)
        )

    stage = {"format": "single_elimination", "pools": [["ursula", "jafar"]]}
    desk = Desk.opens(api, services, game="villainous", stages=[stage]).registers("Ada", "Grace")
    desk.did("pair", round=1)
    with monkeypatch.context() as lying:
        lying.setattr("domain.tournament.play.rounds.assign_characters", favours)
        desk.did("publish", stage=1, round=1)
    desk.ends(services, overrule="enough")
    (found,) = checked(exported(desk), desk, services).findings
    assert (found.what, str(found)) == ("shuffle", "Fact 5: drawn again, characters are others.")


def test_a_service_that_lets_players_choose_what_they_may_not_is_found_out(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def allows(t: Tournament, place: TableRef, who: Player, character: str, by: By, at: int) -> list[Fact]:
        return refusals.to_facts(t, CharacterChosen(*place, who, character, by, at))

    stage = {"format": "single_elimination", "pools": [["ursula", "jafar"]], "casting": "chosen"}
    desk = Desk.opens(api, services, game="villainous", stages=[stage]).registers("Ada", "Grace")
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    first, other = desk.looks("/rounds/1")["tables"][0]["choices"]["order"]
    place: Json = {"stage": 1, "round": 1, "table": 1}
    desk.did("choose_character", player=first, character="jafar", **place)
    with monkeypatch.context() as lying:
        lying.setattr("service.tournaments.service.choices.choose_character", allows)
        desk.did("choose_character", player=other, character="jafar", **place)
    desk.did("start", stage=1, round=1)
    desk.ends(services, overrule="enough")
    (found,) = checked(exported(desk), desk, services).findings
    assert (found.seq, found.what) == (7, "decision")
    assert re.fullmatch(r"Fact 7 could not be chosen: p-\w+ has taken jafar already\.", str(found))


def test_matches_are_in_it_and_verified_with_it(online: Desk, services: Services) -> None:
    ada, grace = seated(online, 1, "Ada", "Grace")
    wait_for(lambda: all(table["match"] for table in tables(online)), "all tables open")
    assert says(grace, "/concession", {}).status_code == 201
    wait_for(lambda: len(results(online, 1)) == 1, "the result arrives")
    told = exported(online)
    assert checked(told, online, services).findings == []
    altered = next(match for match in told["matches"] if match["match"] == ada.match)
    altered["facts"][-1]["data"]["winners"] = [1]
    assert any(str(one).startswith(f"Match {ada.match}:") for one in checked(told, online, services).findings)
    told["matches"].remove(altered)
    assert [one.sentence for one in checked(told, online, services).findings] == [
        f"Match {ada.match} was left out."
    ]


def test_the_command_tells_what_it_checked(
    day: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tournament.json"
    file.write_text(json.dumps(told := exported(day)))
    assert command.main([str(file)]) == command.NO_KEY
    assert f"The bundle was made consistently by the holder of {told['record']['keys'][0]}" in (
        capsys.readouterr().out
    )
    assert command.main([str(file), "--key", told["record"]["keys"][0]]) == command.UNTOUCHED
    out = capsys.readouterr().out
    assert f"The bundle is untouched: tournament {day.tournament}" in out
    assert "Standings made again: 3. Rounds paired again: 3. Matches checked: 0." in out
    result(told)
    file.write_text(json.dumps(told))
    assert command.main([str(file)]) == command.ALTERED
    file.write_text(json.dumps(told)[:1000])
    assert command.main([str(file)]) == command.UNREADABLE
