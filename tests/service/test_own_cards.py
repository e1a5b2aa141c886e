"""Own cards at the table: a match goes on with the set it was opened with, whatever becomes of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from service.settings import Settings

from . import applications
from .people import Club, Json, Pair, Player, told
from .shelf import Shelf, line_of
from .test_refusals import refused


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A directory with one card set, in which Mickey is tougher."""
    shelf = Shelf(tmp_path / "cards")
    shelf.writes("mine.yaml", ("hp: 8", "hp: 9"))
    return shelf


@contextmanager
def serving(settings: Settings, shelf: Shelf) -> Iterator[Club]:
    """The service, from its start to its end, with the card sets of *shelf*."""
    with applications.serving(replace(settings, cards=shelf.directory)) as app:
        yield Club(app)


def at_the_table(club: Club) -> Pair:
    """Blue and red, at a match with the card set of the service."""
    opened = club.opens(cards="mine")
    return Pair(club.seats(opened, 0, "Blue"), club.seats(opened, 1, "Red"))


def back(pair: Pair, club: Club) -> Pair:
    """The same two, after the service was started again."""
    return Pair(*(Player(club, player.match, player.seat, player.token) for player in pair))


def sets(club: Club) -> dict[str, str]:
    """The card sets of Sorcerer's Arena that are listed, with their digests."""
    return {one["name"]: one["digest"] for one in told(club.gets("/games/arena"))["sets"]}


def pinned(pair: Pair) -> str:
    """The digest that the match is pinned to."""
    digest: str = pair.public.facts()[0]["event"]["cards"]
    return digest


def verified(pair: Pair) -> Json:
    """What came of deciding the whole match again."""
    verdict = told(pair.public.gets("/verification"))
    assert verdict["ok"], verdict
    return verdict


def change(shelf: Shelf) -> None:
    shelf.writes("mine.yaml", ("hp: 8", "hp: 10"))


def delete(shelf: Shelf) -> None:
    (shelf.directory / "mine.yaml").unlink()


def spoil(shelf: Shelf) -> None:
    shelf.writes("mine.yaml", ("hp: 8", "hp: many"))


@pytest.mark.parametrize("happens", [change, delete, spoil])
def test_a_match_goes_on_when_its_file_is_changed_deleted_or_spoilt(
    settings: Settings, shelf: Shelf, happens: Callable[[Shelf], None]
) -> None:
    luck = Random(7)
    with serving(settings, shelf) as club:
        pair = at_the_table(club)
        for _ in range(6):
            assert pair.answer_by(luck)
        digest = sets(club)["mine"]
        assert pinned(pair) == digest
        stood = pair.blue.looks()
    happens(shelf)
    with serving(settings, shelf) as club:
        pair = back(pair, club)
        assert pair.blue.looks() == stood
        verified(pair)
        assert pair.play_out(luck)["status"] == "over"
        assert verified(pair)["facts"] == len(pair.public.facts())
        assert pinned(pair) == digest


def test_a_page_tells_a_card_in_the_language_that_its_set_is_written_in(
    settings: Settings, shelf: Shelf
) -> None:
    english, italian = "1 rival within 3 takes 2 damage.", "1 avversario entro 3 subisce 2 danni."
    shelf.writes("mine.yaml", (f"text: {english}", f"text: {english}\n        texts: {{it: {italian}}}"))
    with serving(settings, shelf) as club:
        match = at_the_table(club).public.match
        pages = {lang: club.gets(f"/m/{match}", Accept_Language=lang).text for lang in ("en", "it")}
    assert f'"text": "{english}"' in pages["en"]
    assert f'"text": "{italian}"' in pages["it"]
    assert f'"SAM03": "{english}"' not in pages["it"]
    assert '"MAL": "Malefica"' in pages["it"]


def test_another_process_knows_the_set_of_a_match_without_the_file(
    settings: Settings, shelf: Shelf, tmp_path: Path
) -> None:
    with serving(settings, shelf) as club, serving(settings, Shelf(tmp_path / "empty")) as elsewhere:
        pair = at_the_table(club)
        assert back(pair, elsewhere).answer_by(Random(8))
        assert list(sets(elsewhere)) == ["core"]
        verified(pair)


def test_a_new_match_is_played_with_the_file_as_it_is_now(settings: Settings, shelf: Shelf) -> None:
    with serving(settings, shelf) as club:
        before = pinned(at_the_table(club))
    change(shelf)
    with serving(settings, shelf) as club:
        assert before != pinned(at_the_table(club)) == sets(club)["mine"]


def test_a_game_shows_the_set_that_is_asked_for(settings: Settings, shelf: Shelf) -> None:
    with serving(settings, shelf) as club:
        own, packaged = told(club.gets("/games/arena?cards=mine")), told(club.gets("/games/arena"))
        assert [one["name"] for one in packaged["sets"]] == ["core", "mine"]
        assert own["sets"] == packaged["sets"]
        assert [packaged["cards"], own["cards"]] == [one["digest"] for one in own["sets"]]
        assert packaged["catalogue"]["characters"]["SAM"]["hp"] == 8
        assert own["catalogue"]["characters"]["SAM"]["hp"] == 9


def test_without_a_name_a_match_is_played_with_the_set_that_comes_with_the_game(
    settings: Settings, shelf: Shelf
) -> None:
    with serving(settings, shelf) as club:
        for body in ({}, {"cards": "core"}, {"cards": None}):
            pair = Player(club, club.opens(**body)["match"])
            assert pair.facts()[0]["event"]["cards"] == sets(club)["core"]


def test_a_set_that_is_not_there_is_answered_with_those_that_are(settings: Settings, shelf: Shelf) -> None:
    with serving(settings, shelf) as club:
        problem = refused(club.sends("/matches", {"game": "arena", "cards": "yours"}), 422, "unplayable")
        assert problem["detail"].endswith("has no card set “yours”; there are: core, mine.")
        assert problem["errors"] == [{"pointer": "/cards", "detail": problem["detail"]}]
        problem = refused(club.gets("/games/arena?cards=yours"), 404, "unknown-cards")
        assert problem["detail"].endswith("there are: core, mine.")
        refused(club.sends("/matches", {"game": "arena", "cards": ""}), 422, "invalid")
        refused(club.sends("/matches", {"game": "arena", "cards": ["mine"]}), 422, "invalid")
        refused(club.gets("/games/arena?set=mine"), 422, "invalid")


def test_a_spoilt_file_is_left_out_and_told_to_the_operator_while_all_others_are_played_with(
    settings: Settings, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(shelf)
    shelf.writes("other.yaml", name="other")
    with serving(settings, shelf) as club:
        problem = refused(club.sends("/matches", {"game": "arena", "cards": "mine"}), 422, "unplayable")
        assert problem["detail"].endswith("there are: core, other. Left out for their mistakes: mine.yaml.")
        assert str(shelf.directory) not in str(problem)
        club.opens(cards="other")
        health = told(club.gets("/healthz"))
    mistake = {"field": "characters.SAM.hp", "detail": "Must be a whole number from 1 to 20."}
    assert health == {
        "status": "ok",
        "cards_left_out": [{"file": "mine.yaml", "line": line_of("hp: 8"), **mistake}],
    }
    assert str(shelf.directory) not in str(health)
    [line] = [line for line in caplog.records if "cards left out" in line.getMessage()]
    assert (line.levelname, line.name) == ("WARNING", "service.app")
    assert f"{shelf.directory}/mine.yaml" in line.getMessage()
