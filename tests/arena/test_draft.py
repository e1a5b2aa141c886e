"""Chapters, seats, and how teams come together from chapter 2 (section 1 of the rules, first half)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.arena.facts import CharacterDrafted
from domain.arena.instructions import Give
from domain.arena.rules import ArenaRules
from domain.decider import Unplayable
from domain.model import CHANCE, Asked

from .play import A, B, C, D, Play, book, start_match

HEAD_TO_HEAD = (("ALA", "SAM", "MAL"), ("GAS", "ARI", "DEM"))
TEAM_PLAY = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))


def drafted(play: Play) -> dict[int, list[str]]:
    """The figures that each seat took, in order."""
    taken: dict[int, list[str]] = {}
    for fact in play.facts:
        if isinstance(fact.event, CharacterDrafted):
            taken.setdefault(fact.event.seat, []).append(fact.event.who)
    return taken


def picking(play: Play) -> tuple[list[int], list[str]]:
    """Drafts the first that is left, and tells who was asked and what was taken."""
    asked, taken = [], []
    while play.asked.prompt == "draft":
        question: Asked = play.asked
        asked.append(question.seat)
        taken.append(question.options[0])
        play.then(question.options[0])
    return asked, taken


def unplayable(options: Mapping[str, Any], seats: int) -> tuple[str, str]:
    """The rule and the sentence that forbid such a match."""
    with pytest.raises(Unplayable) as refused:
        ArenaRules(book()).initial_board(options, seats)
    return refused.value.refusal


# -- chapters and seats ------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", [2, 3, 4])
@pytest.mark.parametrize("seats", [2, 4])
def test_sa_101_from_chapter_2_there_is_team_play(chapter: int, seats: int) -> None:
    """SA-101"""
    board = ArenaRules(book()).initial_board({"chapter": chapter}, seats)
    assert board.options.chapter == chapter
    assert len(board.summoners) == seats
    assert board.teams == ((0, 1) if seats == 2 else (0, 1, 1, 0))


def test_sa_101_chapter_1_has_no_team_play() -> None:
    """SA-101"""
    assert unplayable({"chapter": 1}, 4) == ("SA-101", "Chapter 1 is played by 2 Summoners, not 4.")


@pytest.mark.parametrize("options", [{"teams": HEAD_TO_HEAD}, {"copies": True}, {"first": 1}])
def test_sa_102_in_chapter_1_there_is_nothing_to_draft(options: Mapping[str, Any]) -> None:
    """SA-102"""
    assert unplayable({"chapter": 1, **options}, 2)[0] == "SA-102"


def test_sa_103_cards_and_ability_cards_make_all_nine_status_effects() -> None:
    """SA-103: most come from battle cards, so from chapter 2; with ability cards there are all nine."""
    known = book()
    by_card = {
        told.status
        for card in known.cards.values()
        for paragraph in card.printed.does
        for told in paragraph
        if isinstance(told, Give)
    }
    by_ability_card = {
        told.status
        for character in known.characters.values()
        for side in (character.start, character.upgraded)
        for text in (*side.skills, side.ability)
        if text is not None
        for paragraph in text.does
        for told in paragraph
        if isinstance(told, Give)
    }
    assert len(by_card | by_ability_card) == 9
    assert len(by_card) == 8


# -- the draft ---------------------------------------------------------------------------------------


def test_sa_105_sa_106_head_to_head_1_2_2_1_for_three_different_characters_each() -> None:
    """SA-105, SA-106: A takes 1, B 2, A 2, B 1."""
    play = start_match(2, chapter=2, first=0)
    asked, taken = picking(play)
    assert asked == [0, 1, 1, 0, 0, 1]
    assert len(set(taken)) == 6
    assert drafted(play) == {0: [taken[0], taken[3], taken[4]], 1: [taken[1], taken[2], taken[5]]}


def test_sa_106_in_team_play_a_b_c_d_d_c_b_a() -> None:
    """SA-105, SA-106: two each; the last of eight characters is left over for A, who is not asked."""
    play = start_match(4, chapter=2, first=0)
    asked, _ = picking(play)
    assert asked == [A, B, C, D, D, C, B]
    assert {seat: len(whos) for seat, whos in drafted(play).items()} == {A: 2, B: 2, C: 2, D: 2}
    assert [play.board.teams[seat] for seat in (A, B, C, D)] == [0, 1, 1, 0]


def test_sa_106_what_is_picked_is_gone_for_everyone() -> None:
    """SA-106"""
    play = start_match(2, chapter=2, first=0)
    assert play.options == set(book().characters)
    play.blue("SAM")
    assert play.options == set(book().characters) - {"SAM"}
    refusal = play.refusal("SAM")
    assert refusal.rule == "SA-106"
    assert "among the characters that are left" in refusal.sentence


def test_sa_106_a_drafted_character_stands_nowhere_yet_with_all_its_hp() -> None:
    """SA-106"""
    play = start_match(2, chapter=2, first=0).blue("SAM")
    full = book().characters["SAM"].hp
    assert play.story == f"SA-106 CharacterDrafted seat=0 who=SAM code=SAM hp={full}"
    assert play.at("SAM") == ""


def test_sa_107_with_copies_both_teams_may_have_the_same_character() -> None:
    """SA-107: the second figure has a name of its own; the same one never comes twice in a team."""
    play = start_match(2, chapter=2, first=0, copies=True).blue("GAS")
    assert "GAS" in play.options
    play.red("GAS")
    assert "GAS" not in play.options
    assert drafted(play) == {0: ["GAS"], 1: ["GAS2"]}
    assert play.board.figures["GAS2"].code == "GAS"
    play.red("SAM")
    assert "GAS" not in play.options
    assert play.refusal("GAS").rule == "SA-107"


def test_sa_107_in_team_play_a_teammates_character_is_gone_too() -> None:
    """SA-107: A and D are one team."""
    play = start_match(4, chapter=2, first=0, copies=True).then("GAS").then("GAS").then("SAM")
    assert play.asked.seat == D
    assert "GAS" not in play.options
    assert "SAM" in play.options


def test_sa_107_a_copy_plays_the_cards_of_its_character() -> None:
    """SA-107: both have a deck of Gaston's ten cards, and each Gaston plays his own Summoner's."""
    teams = (("GAS", "SAM", "MAL"), ("GAS", "ARI", "DEM"))
    play = start_match(2, chapter=2, copies=True, teams=teams)
    play.blue("GAS", "SAM", "MAL").red("DEM", "ARI", "GAS2")
    while play.asked.prompt in ("place", "opening-hand"):
        play.then(play.asked.options[0])
    for seat in (0, 1):
        mine = play.cards(seat)
        assert {"GAS01", "GAS10"} <= {*mine.deck, *mine.hand}
    while play.board.active != "GAS2":
        play.then(*play.asked.options[-play.asked.least :])
    assert "play:GAS03" in play.options
    red = play.cards(1)
    play.red("play:GAS03").red()
    assert play.cards(1).discards == (*red.discards, "GAS03")
    assert "GAS03" not in play.cards(0).discards


# -- agreed teams ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "teams"), [(2, HEAD_TO_HEAD), (4, TEAM_PLAY)])
def test_sa_108_teams_may_be_agreed_beforehand(seats: int, teams: tuple[tuple[str, ...], ...]) -> None:
    """SA-108: then nobody drafts; the first question is how to stack the tiles."""
    play = start_match(seats, chapter=2, teams=teams)
    assert play.asked.prompt == "stack"
    assert drafted(play) == {seat: list(codes) for seat, codes in enumerate(teams)}
    assert {fact.rule for fact in play.facts if isinstance(fact.event, CharacterDrafted)} == {"SA-108"}


@pytest.mark.parametrize(
    ("rule", "teams", "seats", "words"),
    [
        ("SA-105", (("ALA", "SAM"), ("GAS", "ARI")), 2, "3 characters"),
        ("SA-105", HEAD_TO_HEAD, 4, "2 characters"),
        ("SA-105", (("ALA", "SAM", "MAL"),), 2, "each of the 2 Summoners"),
        ("SA-107", (("ALA", "SAM", "SAM"), ("GAS", "ARI", "DEM")), 2, "twice"),
        ("SA-107", (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ALA")), 4, "twice"),
        ("SA-107", (("ALA", "SAM", "MAL"), ("GAS", "ARI", "MAL")), 2, "copies"),
        ("SA-108", (("ALA", "SAM", "XYZ"), ("GAS", "ARI", "MAL")), 2, "no XYZ"),
    ],
)
def test_sa_108_teams_that_cannot_be_are_not_agreed_upon(
    rule: str, teams: tuple[tuple[str, ...], ...], seats: int, words: str
) -> None:
    """SA-105, SA-107, SA-108"""
    refusal = unplayable({"chapter": 3, "teams": teams}, seats)
    assert refusal[0] == rule
    assert words in refusal[1]


def test_sa_105_a_card_set_with_too_few_characters_cannot_be_drafted_from() -> None:
    """SA-105: six head-to-head; with copies three are enough."""
    known = book()
    three = {code: known.characters[code] for code in ("SAM", "ALA", "GAS")}
    rules = ArenaRules(replace(known, characters=three))
    with pytest.raises(Unplayable, match="has 3 characters: too few for 2 seats") as refused:
        rules.initial_board({"chapter": 2}, 2)
    assert refused.value.refusal.rule == "SA-105"
    play = start_match(2, chapter=2, copies=True, first=0, printed=replace(known, characters=three))
    picking(play)
    for figures in drafted(play).values():
        assert {play.board.figures[who].code for who in figures} == set(three)


# -- who picks first ---------------------------------------------------------------------------------


def test_sa_109_who_picks_first_is_given() -> None:
    """SA-109, SA-106: then B 1, A 2, B 2, A 1, and in team play B, A, D, C, C, D, A, B."""
    assert picking(start_match(2, chapter=2, first=1))[0] == [1, 0, 0, 1, 1, 0]
    assert picking(start_match(4, chapter=2, first=1))[0] == [B, A, D, C, C, D, A]


@pytest.mark.parametrize("first", [0, 1])
def test_sa_109_or_it_is_left_to_chance(first: int) -> None:
    """SA-109: chance is asked, and its answer is a fact like any other."""
    play = start_match(2, (str(first),), chapter=2)
    assert play.asked.seat == first
    told = [fact.event for fact in play.facts if getattr(fact.event, "seat", None) == CHANCE]
    assert [getattr(event, "picks", ()) for event in told] == [("begin",), (str(first),)]
