"""Where the editions disagree, and what is read alike in all of them (section 9 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace

from domain.arena.board import Edition
from domain.arena.editions import EDITION_RULES
from domain.arena.facts import CharacterKnockedOut

from .play import A, B, C, D, book, make_play, reprinted, story_text
from .printed import ability, recast

MICKEY_ALONE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM  .   .   .
       .   .   .   .   .
         .   .  ALA  .
"""
EDITIONS: tuple[Edition, ...] = ("en", "fr", "it")


def test_every_edition_has_its_reading() -> None:
    """SA-902, SA-903: at all else the engine reads them alike, and section 9 says why."""
    assert {edition: msgspec.structs.astuple(reading) for edition, reading in EDITION_RULES.items()} == {
        "en": (True, False, True),
        "fr": (False, True, False),
        "it": (False, True, False),
    }
    assert EDITION_RULES["en"].__struct_fields__ == (
        "figure_leaves_at_once",
        "tiles_leave_after_figure",
        "taunt_covers_everyone",
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_901_the_active_character_is_not_its_own_ally(edition: Edition) -> None:
    """SA-901"""
    board = make_play(MICKEY_ALONE, "ARI", edition=edition).board
    assert board.allies_of("ARI") == ["GAS"]
    assert board.allies_of("GAS") == ["ARI"]


@pytest.mark.parametrize(("edition", "banished"), [("en", 0), ("fr", 1), ("it", 1)])
def test_sa_902_when_a_figure_leaves_decides_whether_it_was_alone(edition: Edition, banished: int) -> None:
    """SA-902: Quarrel Seeker knocks Mickey out; only where he still stands can he stand alone."""
    play = make_play(MICKEY_ALONE, "GAS", red="GAS01", blue="SAM01", hp={"SAM": 1}, edition=edition)
    play.red("play:GAS01")
    assert len(play.cards(0).banished) == banished
    assert play.at("SAM") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_902_the_points_are_the_same(edition: Edition) -> None:
    """SA-902, SA-602"""
    play = make_play(MICKEY_ALONE, "GAS", red="GAS01", hp={"SAM": 1}, edition=edition).red("play:GAS01")
    assert play.board.points == (0, 4)


@pytest.mark.parametrize(("edition", "story"), [
    ("en", """
        SA-601 CharacterKnockedOut who=SAM keeps=true
        SA-601 StatusRemoved who=SAM status=tough
        SA-902 FigureRemoved who=SAM
        SA-602 VictoryPointsGained team=1 points=4 total=4
    """),
    ("fr", """
        SA-601 CharacterKnockedOut who=SAM keeps=true
        SA-602 VictoryPointsGained team=1 points=4 total=4
        SA-902 FigureRemoved who=SAM
        SA-902 StatusRemoved who=SAM status=tough
    """),
    ("it", """
        SA-601 CharacterKnockedOut who=SAM keeps=true
        SA-602 VictoryPointsGained team=1 points=4 total=4
        SA-902 FigureRemoved who=SAM
        SA-902 StatusRemoved who=SAM status=tough
    """),
])  # fmt: skip
def test_sa_902_status_tiles_leave_with_the_knock_out_or_after_the_figure(
    edition: Edition, story: str
) -> None:
    """SA-902, SA-601"""
    tough: dict[str, Mapping[str, int]] = {"SAM": {"tough": 2}}
    play = make_play(MICKEY_ALONE, "GAS", chapter=2, hp={"SAM": 1}, statuses=tough, edition=edition)
    play.red("attack:SAM")
    assert story_text(story) in play.story
    assert play.statuses("SAM") == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_902_in_matches_of_the_first_version_they_leave_with_the_knock_out(edition: Edition) -> None:
    """SA-902: what was recorded is decided again as it was."""
    first = replace(book(), version=1)
    tough: dict[str, Mapping[str, int]] = {"SAM": {"tough": 2}}
    play = make_play(
        MICKEY_ALONE, "GAS", chapter=2, hp={"SAM": 1}, statuses=tough, edition=edition, printed=first
    )
    play.red("attack:SAM")
    assert play.last(CharacterKnockedOut).event == CharacterKnockedOut("SAM")
    assert "StatusRemoved" not in play.story


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_907_a_standard_attack_is_for_rivals_in_every_edition(edition: Edition) -> None:
    """SA-907"""
    play = make_play(MICKEY_ALONE, "GAS", edition=edition)
    assert play.refusal("attack:ARI").rule == "SA-907"


@pytest.mark.parametrize(("edition", "banished"), [("en", 0), ("fr", 1), ("it", 1)])
def test_sa_902_an_ability_in_between_takes_nobody_away_before_the_cards_paragraph_is_over(
    edition: Edition, banished: int
) -> None:
    """SA-902: Gaston's ability happens at the knock-out; then the card asks whether Mickey stood alone."""
    heals = ability("it knocks out a rival", [{"verb": "heal", "hp": 1, "to": "self"}])
    known = recast("GAS", upgraded={"ability": heals})
    play = make_play(
        MICKEY_ALONE, "GAS", chapter=4, red="GAS01", blue="SAM01", hp={"SAM": 1, "GAS": 3}, upgraded="GAS",
        edition=edition, printed=known,
    )  # fmt: skip
    play.red("play:GAS01")
    assert play.hp("GAS") == 4
    assert len(play.cards(0).banished) == banished
    assert play.at("SAM") == ""


TAUNTED = MICKEY_ALONE.replace("GAS  .", "GAS ALA").replace(
    "         .   .  ALA  .", "         .   .   .   ."
)
MELON = reprinted("SAM03", [{"verb": "heal", "hp": 1, "to": "one character within 9"}])


@pytest.mark.parametrize(
    ("edition", "chosen"), [("en", {"ARI"}), ("fr", {"ARI", "ALA"}), ("it", {"ARI", "ALA"})]
)
def test_sa_903_in_front_of_a_taunt_the_own_side_is_chosen_in_fr_and_it_only(
    edition: Edition, chosen: set[str]
) -> None:
    """SA-903, SA-510: EN: only characters with Taunt; FR, IT: not the allies of the one with Taunt."""
    taunt = {"ARI": {"taunt": 1}}
    play = make_play(TAUNTED, "SAM", chapter=2, blue="SAM03", statuses=taunt, edition=edition, printed=MELON)
    assert play.refusal("attack:GAS").rule == "SA-510"
    play.blue("play:SAM03")
    if chosen == {"ARI"}:
        assert "SAM03" in play.cards(0).discards
    else:
        assert play.options == chosen
        assert play.refusal("GAS").rule == "SA-510"


@pytest.mark.parametrize(("edition", "rule"), [("en", "SA-510"), ("fr", ""), ("it", "")])
def test_sa_903_so_a_healer_is_held_up_in_en_only(edition: Edition, rule: str) -> None:
    """SA-903: a Direct Effect on the own side, and a rival with Taunt far away."""
    known = reprinted("SAM03", [{"verb": "heal", "hp": 1, "to": "one ally within 9"}])
    taunt = {"ARI": {"taunt": 1}}
    play = make_play(TAUNTED, "SAM", chapter=2, blue="SAM03", statuses=taunt, edition=edition, printed=known)
    assert ("SAM03" in play.offers("play")) is (not rule)
    if rule:
        assert play.refusal("play:SAM03").rule == rule


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_904_the_card_for_1_more_damage_is_an_attack_card_in_every_edition(edition: Edition) -> None:
    """SA-904: IT chapter 2 says Action, a slip: its chapter 3 says Attack, like the others."""
    play = make_play(MICKEY_ALONE, "SAM", chapter=2, blue="ALA10", edition=edition)
    assert play.refusal("attack+:GAS").rule == "SA-308"
    assert make_play(MICKEY_ALONE, "SAM", chapter=2, blue="ALA05", edition=edition).offers("attack+") == {
        "GAS"
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_905_a_skills_phase_is_not_entered_again_in_any_edition(edition: Edition) -> None:
    """SA-905: the Italian sentence reads as allowed, for a misplaced “non”."""
    play = make_play(MICKEY_ALONE, "SAM", chapter=3, blue="SAM01 SAM02", edition=edition)
    play.blue("skill:SAM.s1").blue("SAM01").blue("move:c3")
    assert play.refusal("skill:SAM.s1").rule == "SA-310"


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_906_back_row_spaces_are_starting_spaces_in_every_edition(edition: Edition) -> None:
    """SA-906: FR says that they are blue; on the house board they are the same spaces anyway."""
    play = make_play(MICKEY_ALONE.replace("ARI", " . "), "SAM", edition=edition).blue("end")
    assert play.options == {"a7", "b7", "c7", "d7", "d1", "e1", "g1"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_908_points_count_for_the_team_in_every_edition(edition: Edition) -> None:
    """SA-908: IT says a Summoner; but points are pooled, and nobody has any of their own."""
    play = make_play(
        MICKEY_ALONE,
        "SAM",
        teams="SAM / GAS / ARI / ALA",
        chapter=2,
        points=(19, 0),
        hp={"GAS": 1},
        edition=edition,
    )
    play.then("attack:GAS")
    assert play.board.final
    assert [play.board.teams[seat] for seat in (A, B, C, D)] == [0, 1, 1, 0]
