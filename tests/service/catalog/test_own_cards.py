"""Own cards at the table: a match goes on with the set it was opened with, whatever becomes of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from service.settings import Settings
from tests.service import applications
from tests.service.card_files import CardFiles, line_of
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.matches.test_refusals import refused


@pytest.fixture
def files(tmp_path: Path) -> CardFiles:
    """A directory with one card set, in which Mickey is tougher."""
    files = CardFiles(tmp_path / "cards")
    files.writes("mine.yaml", ("hp: 8", "hp: 9"))
    return files


@contextmanager
def serving(settings: Settings, files: CardFiles) -> Iterator[Api]:
    """The service, from its start to its end, with the card sets of *files*."""
    with applications.serving(replace(settings, cards=files.directory)) as app:
        yield Api(app)


def at_the_table(api: Api) -> Pair:
    """Blue and red, at a match with the card set of the service."""
    opened = api.opens(cards="mine")
    return Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))


def back(pair: Pair, api: Api) -> Pair:
    """The same two, after the service was started again."""
    return Pair(*(Player(api, player.match, player.seat, player.token) for player in pair))


def sets(api: Api) -> dict[str, str]:
    """The card sets of Sorcerer's Arena that are listed, with their digests."""
    return {one["name"]: one["digest"] for one in json_of(api.get("/api/v1/games/arena"))["sets"]}


def pinned(pair: Pair) -> str:
    """The digest that the match is pinned to."""
    digest: str = pair.public.facts()[0]["event"]["cards"]
    return digest


def verified(pair: Pair) -> Json:
    """What came of deciding the whole match again."""
    verdict = json_of(pair.public.get("/verification"))
    assert verdict["ok"], verdict
    return verdict


def change(files: CardFiles) -> None:
    files.writes("mine.yaml", ("hp: 8", "hp: 10"))


def delete(files: CardFiles) -> None:
    (files.directory / "mine.yaml").unlink()


def spoil(files: CardFiles) -> None:
    files.writes("mine.yaml", ("hp: 8", "hp: many"))


@pytest.mark.parametrize("happens", [change, delete, spoil])
def test_a_match_goes_on_when_its_file_is_changed_deleted_or_spoilt(
    settings: Settings, files: CardFiles, happens: Callable[[CardFiles], None]
) -> None:
    luck = Random(7)
    with serving(settings, files) as api:
        pair = at_the_table(api)
        for _ in range(6):
            assert pair.answer_by(luck)
        digest = sets(api)["mine"]
        assert pinned(pair) == digest
        stood = pair.blue.looks()
    happens(files)
    with serving(settings, files) as api:
        pair = back(pair, api)
        assert pair.blue.looks() == stood
        verified(pair)
        assert pair.play_out(luck)["status"] == "over"
        assert verified(pair)["facts"] == len(pair.public.facts())
        assert pinned(pair) == digest


def test_a_page_tells_a_card_in_the_language_that_its_set_is_written_in(
    settings: Settings, files: CardFiles
) -> None:
    english, italian = "1 rival within 3 takes 2 damage.", "1 avversario entro 3 subisce 2 danni."
    files.writes("mine.yaml", (f"text: {english}", f"text: {english}\n        texts: {{it: {italian}}}"))
    with serving(settings, files) as api:
        match = at_the_table(api).public.match
        pages = {lang: api.get(f"/m/{match}", Accept_Language=lang).text for lang in ("en", "it")}
    assert f'"SAM03": "{english}"' in pages["en"]
    assert f'"SAM03": "{italian}"' in pages["it"]
    assert f'"SAM03": "{english}"' not in pages["it"]
    assert '"MAL": "Malefica"' in pages["it"]


def test_another_process_knows_the_set_of_a_match_without_the_file(
    settings: Settings, files: CardFiles, tmp_path: Path
) -> None:
    with serving(settings, files) as api, serving(settings, CardFiles(tmp_path / "empty")) as elsewhere:
        pair = at_the_table(api)
        assert back(pair, elsewhere).answer_by(Random(8))
        assert list(sets(elsewhere)) == ["core"]
        verified(pair)


def test_a_new_match_is_played_with_the_file_as_it_is_now(settings: Settings, files: CardFiles) -> None:
    with serving(settings, files) as api:
        before = pinned(at_the_table(api))
    change(files)
    with serving(settings, files) as api:
        assert before != pinned(at_the_table(api)) == sets(api)["mine"]


def test_a_game_shows_the_set_that_is_asked_for(settings: Settings, files: CardFiles) -> None:
    with serving(settings, files) as api:
        own, packaged = (
            json_of(api.get("/api/v1/games/arena?cards=mine")),
            json_of(api.get("/api/v1/games/arena")),
        )
        assert [one["name"] for one in packaged["sets"]] == ["core", "mine"]
        assert own["sets"] == packaged["sets"]
        assert [packaged["cards"], own["cards"]] == [one["digest"] for one in own["sets"]]
        assert packaged["catalogue"]["characters"]["SAM"]["hp"] == 8
        assert own["catalogue"]["characters"]["SAM"]["hp"] == 9


def test_without_a_name_a_match_is_played_with_the_set_that_comes_with_the_game(
    settings: Settings, files: CardFiles
) -> None:
    with serving(settings, files) as api:
        for body in ({}, {"cards": "core"}, {"cards": None}):
            pair = Player(api, api.opens(**body)["id"])
            assert pair.facts()[0]["event"]["cards"] == sets(api)["core"]


def test_a_set_that_is_not_there_is_answered_with_those_that_are(
    settings: Settings, files: CardFiles
) -> None:
    with serving(settings, files) as api:
        problem = refused(api.post("/api/v1/matches", {"game": "arena", "cards": "yours"}), 422, "unplayable")
        assert problem["detail"].endswith("has no card set “yours”; there are: core, mine.")
        assert problem["errors"] == [{"pointer": "/cards", "detail": problem["detail"]}]
        problem = refused(api.get("/api/v1/games/arena?cards=yours"), 404, "unknown-cards")
        assert problem["detail"].endswith("there are: core, mine.")
        refused(api.post("/api/v1/matches", {"game": "arena", "cards": ""}), 422, "invalid")
        refused(api.post("/api/v1/matches", {"game": "arena", "cards": ["mine"]}), 422, "invalid")
        refused(api.get("/api/v1/games/arena?set=mine"), 422, "invalid")


def test_a_spoilt_file_is_left_out_and_told_to_the_operator_while_all_others_are_played_with(
    settings: Settings, files: CardFiles, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(files)
    files.writes("other.yaml", name="other")
    with serving(settings, files) as api:
        problem = refused(api.post("/api/v1/matches", {"game": "arena", "cards": "mine"}), 422, "unplayable")
        assert problem["detail"].endswith("there are: core, other. Left out for their mistakes: mine.yaml.")
        assert str(files.directory) not in str(problem)
        api.opens(cards="other")
        health = json_of(api.get("/healthz"))
    mistake = {"field": "characters.SAM.hp", "detail": "Must be a whole number from 1 to 20."}
    assert health == {
        "status": "ok",
        "cards_left_out": [{"file": "mine.yaml", "line": line_of("hp: 8"), **mistake}],
    }
    assert str(files.directory) not in str(health)
    [line] = [line for line in caplog.records if "cards left out" in line.getMessage()]
    assert (line.levelname, line.name) == ("WARNING", "service.app")
    assert f"{files.directory}/mine.yaml" in line.getMessage()
