"""The form that opens a tournament: all that can be announced, and what is wrong at its field."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from domain.clocks import Clock
from domain.tournament.plan import USUAL_TIEBREAKERS, Points, Stage
from service.app import services_of
from service.bootstrap import Services
from service.settings import Settings
from tests.service.applications import serving
from tests.service.browser import Browser, text
from tests.service.card_files import CardFiles
from tests.service.client import Json

FORM: Json = {"game": "arena", "stages": "1", "title": "Autumn Cup", "do": "announce"}
SWISS: Json = {"stages.0.format": "swiss", "stages.0.rounds": "3", "stages.0.seats": "2"}


@pytest.fixture
def founder(ada: Browser, services: Services) -> Browser:
    """A browser that keeps the API token of an organizer."""
    ada.post("/t/enter", {"token": services.api_tokens.issue_token("desk-1", ["organize"]).token})
    return ada


def announced(founder: Browser, services: Services, form: Json) -> Json:
    """Opens a tournament by the form; returns what it announced."""
    reply = founder.post("/t/new", form)
    assert reply.status_code == 303, text(reply)
    opened = services.tournaments.opened(reply.location.split("/")[2])
    return {name: getattr(opened, name) for name in ("title", "stages", "points", "tiebreakers", "minutes")}


def test_its_tables_are_played_with_the_clock_that_was_announced(
    founder: Browser, services: Services
) -> None:
    form = {**FORM, **SWISS, "clock": "fischer 600 5", "clock_flag": "judge"}
    assert "Only tables that are played here have clocks." in text(founder.post("/t/new", form))
    opened = founder.post("/t/new", {**form, "online": "yes"}).location.split("/")[2]
    assert services.tournaments.opened(opened).clock == Clock("fischer", 600, 5, "judge")
    told = text(founder.get(f"/t/{opened}"))
    assert "10 minutes for the match, and 5 seconds more for each answer" in told
    assert "When time is up: a judge decides" in told


def test_all_of_a_tournament_is_announced_by_the_form(founder: Browser, services: Services) -> None:
    form = {
        "game": "villainous",
        "stages": "2",
        "title": "  Gen Con ",
        "minutes": "110",
        "stages.0.format": "pods",
        "stages.0.seats": "4",
        "stages.0.rounds": "2",
        "stages.0.going_on": "1",
        "stages.0.casting": "chosen",
        "stages.0.choosing": "seed",
        "stages.0.pools": "jafar, ursula, maleficent, prince-john\n\ncaptain-hook jafar ursula maleficent",
        "stages.1.format": "single_elimination",
        "stages.1.seats": "2",
        "stages.1.players": "4",
        "stages.1.third_place": "yes",
        "points.win": "5",
        "points.places": "5, 3, 2, 1",
        "tiebreakers.0": "game_scores",
        "tiebreakers.3": "lot",
        "do": "announce",
    }
    told = announced(founder, services, form)
    first, second = told["stages"]
    assert (told["title"], told["minutes"], told["tiebreakers"]) == ("Gen Con", 110, ("game_scores", "lot"))
    assert told["points"] == Points(win=5, places=(5, 3, 2, 1))
    assert first.pools == (
        ("jafar", "ursula", "maleficent", "prince-john"),
        ("captain-hook", "jafar", "ursula", "maleficent"),
    )
    assert (first.seats, first.casting, first.choosing) == ((4,), "chosen", "seed")
    assert second == Stage("single_elimination", players=4, third_place=True, options=second.options)


def test_stages_come_and_go_and_nothing_is_lost_that_was_typed(founder: Browser) -> None:
    more = founder.post("/t/new", FORM | SWISS | {"stages.0.rounds": "seven", "do": "more"})
    assert more.status_code == 200
    assert "Stage 2 Format" in text(more)
    assert 'value="seven"' in more.text
    assert 'value="Autumn Cup"' in more.text
    less = founder.post("/t/new", FORM | SWISS | {"stages": "2", "do": "less"})
    assert "Stage 2 Format" not in text(less)


@pytest.mark.parametrize(
    ("form", "field", "told"),
    [
        (
            {"stages.0.rounds": "seven"},
            "stages.0.rounds",
            "A whole number from 1 to 200 is wanted here, not “seven”.",
        ),
        ({"stages.0.rounds": "-1"}, "stages.0.rounds", "from 1 to 200 is wanted here, not “-1”."),
        (
            {"stages.0.rounds": "201"},
            "stages.0.rounds",
            "from 1 to 200 is wanted here, not “201”.",
        ),
        ({"stages.0.rounds": ""}, "stages.0.rounds", "Swiss rounds are announced: 1 or more."),
        ({"stages.0.seats": "2 or 3"}, "stages.0.seats", "not “or”."),
        ({"stages.0.seats": "1"}, "stages.0.seats", "a table has at least two seats."),
        ({"stages.0.engine": "dutch"}, "stages.0.engine", "in the Dutch system a draw is worth half a win"),
        ({"title": ""}, "title", "A title is one line, not blank"),
        ({"title": "\x07"}, "title", "A title is one line"),
        ({"minutes": "999999"}, "minutes", "from 0 to 100000"),
        ({"points.win": "three"}, "points.win", "not “three”."),
        ({"tiebreakers.0": "luck"}, "tiebreakers.0", "Must be one of"),
        ({"option.chapter": "9"}, "option.chapter", "chapter"),
    ],
)
def test_a_mistake_is_told_at_its_field(founder: Browser, form: Json, field: str, told: str) -> None:
    page = founder.post("/t/new", FORM | SWISS | form)
    assert page.status_code == 422
    assert told in text(page)
    [wrong] = re.findall(r"<(?:input|select|textarea)[^>]* name=\"([^\"]*)\"[^>]* aria-invalid", page.text)
    assert html.unescape(wrong) == field


def test_all_wrong_fields_are_named_at_once(founder: Browser) -> None:
    wrong = {"title": "", "minutes": "-3", "stages.0.rounds": "0", "stages.0.seats": "1", "points.win": "x"}
    page = founder.post("/t/new", FORM | SWISS | wrong | {"zone": "Mars"})
    assert page.status_code == 422
    assert "Correct 6 fields: each names its reason." in text(page)
    invalid = re.findall(r"<(?:input|select)[^>]* name=\"([^\"]*)\"[^>]* aria-invalid", page.text)
    assert {*invalid} == {*wrong, "zone"}
    for field in invalid:
        assert f'<small class="wrong" id="wrong-{field}">' in page.text
    assert "A whole number from 0 to 100000 is wanted here, not “-3”." in text(page)


def test_a_card_set_is_chosen_where_there_are_several(tmp_path: Path) -> None:
    files = CardFiles(tmp_path / "cards")
    files.writes("ours.yaml", name="house rules")
    with serving(Settings(data=tmp_path, cards=files.directory)) as app:
        services, founder = services_of(app), Browser(app)
        founder.post("/t/enter", {"token": services.api_tokens.issue_token("desk-1", ["organize"]).token})
        assert "Card set core house rules" in text(founder.get("/t/new?game=arena"))
        assert "Card set" not in text(founder.get("/t/new?game=villainous"))
        reply = founder.post("/t/new", FORM | SWISS | {"cards": "house rules"})
        opened = services.tournaments.opened(reply.location.split("/")[2])
        assert opened.cards == services.library.find_cards("arena", "house rules").digest


def test_only_organizers_come_to_the_form(ada: Browser) -> None:
    assert "API token" in text(ada.get("/t/new?game=arena"))
    assert ada.post("/t/new", FORM | SWISS).status_code == 401


@pytest.mark.parametrize(
    ("format", "picked", "expected"),
    [
        ("swiss", {}, USUAL_TIEBREAKERS["swiss"]),
        ("round_robin", {}, USUAL_TIEBREAKERS["round_robin"]),
        ("single_elimination", {}, ()),
        ("round_robin", {"tiebreakers.0": "wins", "tiebreakers.1": "lot"}, ("wins", "lot")),
    ],
)
def test_the_tie_breakers_of_each_format_stand_on_the_form_and_can_be_edited(
    founder: Browser, services: Services, format: str, picked: Json, expected: tuple[str, ...]
) -> None:
    page = founder.get("/t/new?game=arena")
    assert "Round robin: Head-to-head, Sonneborn-Berger, Wins" in text(page)
    proposed = {f"tiebreakers.{place}": _selected(page.text, f"tiebreakers.{place}") for place in range(6)}
    form = {**FORM, **SWISS, "usual": "swiss", "stages.0.format": format, **(picked or proposed)}
    assert announced(founder, services, form)["tiebreakers"] == expected


def _selected(page: str, name: str) -> str:
    """The value of a field that the form proposes."""
    found = re.search(r'value="([a-z_0-9]+)" selected', page.split(f'name="{name}"')[1].split("</select>")[0])
    return found[1] if found else ""
