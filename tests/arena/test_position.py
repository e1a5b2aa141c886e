"""Positions in notation: every one of a match is written and read back, and no other is taken for one."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from domain import arena, table
from domain.arena import position
from domain.arena.board import Board, Figure, Options, Summoner
from domain.arena.rules import ArenaRules
from domain.decider import Unplayable
from domain.games import GAMES
from domain.model import Fact
from domain.notation import Unreadable
from replays.bots.players import BOTS, play_match

from .matches import RULES, Setting, wild_board
from .play import Play, book, make_play

DRAWING = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
HEAD = "arena chapter=1 edition=en"
PLAY = "play round=1 vp=6:0 turn=SAM left=m1a1 order=SAM,ARI,ALA,GAS"
FIGURES = "A.SAM at=d3 hp=5 / A.ALA at=e3 hp=4 / B.ARI at=d5 hp=2 / B.GAS at=d4 hp=1 stealthy=2"
CARDS = "A deck=SAM01,ALA02 hand=SAM03,SAM04 / B deck=GAS01 discards=ARI05 banished=ARI06"
STUDY = " / ".join((HEAD, PLAY, FIGURES, CARDS))


def drawn() -> Play:
    """The same position, drawn."""
    return make_play(
        DRAWING,
        "SAM",
        blue="SAM03 SAM04",
        blue_deck="SAM01 ALA02",
        red_deck="GAS01",
        hp={"SAM": 5, "ALA": 4, "ARI": 2, "GAS": 1},
        statuses={"GAS": {"stealthy": 2}},
        points=(6, 0),
    )


def random_options(luck: Random, seats: int, chapter: int) -> dict[str, Any]:
    """Options of a match of *chapter*, whatever chance makes of them."""
    options: dict[str, Any] = {"chapter": chapter, "edition": luck.choice(("en", "fr", "it"))}
    if chapter > 1:
        options |= {"copies": luck.random() < 0.4, "first": luck.choice((None, 0, 1))}
        if luck.random() < 0.3:
            cast, own = luck.sample(list(book().characters), 8), 3 if seats == 2 else 2
            options["teams"] = tuple(tuple(cast[i * own : i * own + own]) for i in range(seats))
    return options


def random_match(seed: int, seats: int, chapter: int) -> list[Fact]:
    """A whole match by players who answer by chance."""
    options = random_options(Random(seed), seats, chapter)
    return play_match(GAMES["arena"], RULES, f"position {seed}", [BOTS["random"]] * seats, options)


def assert_round_trip(board: Board) -> str:
    """Fails unless *board* is read as it was written, the order of everything included; returns the text."""
    text = position.write_board(board)
    read = position.read_board(text, book())
    assert read == board, text
    assert msgspec.json.encode(read) == msgspec.json.encode(board), text
    return text


# -- there and back ----------------------------------------------------------------------------------


def test_a_position_is_a_line_that_people_can_read() -> None:
    board = RULES.load_study(STUDY).board
    red = board.summoners[1]
    expected = msgspec.structs.replace(
        drawn().board,
        figures=board.figures,
        summoners=(
            drawn().cards(0),
            msgspec.structs.replace(red, discards=("ARI05",), banished=("ARI06",)),
        ),
    )
    assert board.figures == drawn().board.figures
    assert board == expected
    assert arena.write_position(board) == STUDY
    assert arena.read_position(STUDY, book()) == board


@pytest.mark.parametrize(("chapter", "seats"), [(1, 2), (2, 2), (2, 4), (3, 2), (3, 4), (4, 2), (4, 4)])
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_match_is_written_and_read_back(seed: int, chapter: int, seats: int) -> None:
    """Those in the middle of an effect too; from all others a study can begin."""
    match = None
    for fact in random_match(seed, seats, chapter):
        match = table.fold(RULES, [fact], match)
        text = assert_round_trip(match.position.board)
        if match.position.running is None:
            study = RULES.load_study(text)
            assert study.board == match.position.board
            assert study.seats == seats
            assert RULES.initial_board(study.options, seats) == RULES.initial_board(
                match.settings.options, seats
            )


def test_the_notation_leaves_nothing_out() -> None:
    """A new field of the board has to be given its words, in `write` and in `read`."""
    assert Board.__struct_fields__ == (
        "options", "figures", "summoners", "order", "teams", "points", "stage", "round", "active", "phases",
        "phase", "used", "refused", "resolving", "final", "activated", "retired",
    )  # fmt: skip
    assert Figure.__struct_fields__ == ("code", "seat", "at", "hp", "statuses", "upgraded")
    assert Summoner.__struct_fields__ == ("deck", "hand", "discards", "banished", "tiles")
    assert Options.__struct_fields__ == ("chapter", "edition", "copies", "teams", "first")


@pytest.mark.parametrize("seed", range(40))
def test_a_wild_position_is_written_and_read_back(seed: int) -> None:
    assert_round_trip(wild_board(seed, Setting(edition="fr")))


# -- what is no position -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("arena ", "chess ", "A position of this game begins with “arena”, not with “chess”."),
        ("chapter=1 ", "", "Part 1 of the position, “arena”: “chapter=” and a number are missing."),
        ("chapter=1", "chapter=1 board=big", "Part 1 of the position, “arena”: “board” means nothing here"),
        ("play ", "playing ", "Part 2 of the position begins with one of setup, play, over."),
        ("vp=6:0", "vp=6", "“vp=6” should be the points of blue and red, as in 5:7"),
        ("left=m1a1", "left=move", "“left=move” should count phases by their letters, as in m1a0s1"),
        ("round=1", "round=1 phase=lunch", "“phase=lunch” should be one of movement, action, skills"),
        ("A.SAM at=d3", "A.SAM at=z9", "Part 3 of the position, “A.SAM”: “at=z9” should be one of a7, b7"),
        ("A.SAM", "A.ZED", "there is no character ZED in the card set, but SAM, "),
        ("A.SAM", "X.SAM", "a figure comes with its Summoner, one of AB, as in A.SAM"),
        ("stealthy=2", "sleepy=2", "“sleepy” means nothing here; expected are at, hp, upgraded, cursed, "),
        ("at=d4 hp=1", "at=d4", "Part 6 of the position, “B.GAS”: “hp=” and a number are missing."),
        ("/ A deck", "/ B deck", "the cards of Summoner A are expected here"),
        ("/ B deck=GAS01", "/ B / C / D / E", "there are Summoners A to D"),
        ("hand=SAM03", "hand=,SAM03", "“hand=,SAM03,SAM04” has a comma too many"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_was_expected(was: str, now: str, sentence: str) -> None:
    assert was in STUDY
    with pytest.raises(Unreadable) as error:
        RULES.load_study(STUDY.replace(was, now, 1))
    assert sentence in str(error.value)


IMPOSSIBLE = {
    "a chapter that is none": ("chapter=1", "chapter=5", "SA-101"),
    "seats that no chapter has": (" / B deck=GAS01 discards=ARI05 banished=ARI06", "", "SA-101"),
    "other characters in chapter 1": ("A.SAM", "A.SUL", "SA-102"),
    "another order in chapter 1": ("order=SAM,ARI", "order=ARI,SAM", "SA-102"),
    "a figure twice": ("A.ALA at=e3 hp=4", "A.SAM at=e3 hp=5", "SA-107"),
    "more HP than at the start": ("hp=5", "hp=50", "SA-408"),
    "knocked out, with a status": ("at=d4 hp=1 stealthy", "hp=0 stealthy", "SA-601"),
    "a status of later chapters": ("stealthy=2", "cursed=2", "SA-103"),
    "another one of them": ("stealthy=2", "tough=1", "SA-103"),
    "a tile without a counter": ("stealthy=2", "stealthy=0", "SA-203"),
    "upgraded in chapter 1": ("at=d3 hp=5", "at=d3 hp=5 upgraded", "SA-802"),
    "alive and nowhere": ("A.SAM at=d3", "A.SAM", "SA-603"),
    "two figures on one space": ("at=d3", "at=d4", "SA-304"),
    "a card that is none": ("SAM03", "SAM33", "SA-114"),
    "a card of a rival": ("SAM03", "GAS03", "SA-114"),
    "a card twice": ("SAM03", "SAM04", "SA-114"),
    "a card that is played and in hand": ("turn=SAM", "turn=SAM resolving=SAM03", "SA-114"),
    "a card that nobody has is played": ("turn=SAM", "turn=SAM resolving=XYZ", "SA-313"),
    "the turn of nobody in play": ("turn=SAM", "turn=SUL", "SA-201"),
    "phases in nobody's turn": ("turn=SAM ", "", "SA-201"),
    "a turn before the first round": ("round=1", "round=0", "SA-201"),
    "skills in chapter 1": ("left=m1a1", "left=m1a1s1", "SA-301"),
    "a phase that is not there": ("left=m1a1", "left=m1a1 phase=skills", "SA-301"),
    "a skill in chapter 1": ("left=m1a1", "left=m1a1 used=SAM.s1", "SA-310"),
    "tiles of others": ("A deck", "A tiles=GAS,ARI deck", "SA-110"),
}


@pytest.mark.parametrize(("was", "now", "rule"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_no_match_comes_to_such_a_position(was: str, now: str, rule: str) -> None:
    assert was in STUDY
    with pytest.raises(Unplayable) as error:
        arena.read_position(STUDY.replace(was, now, 1), book())
    assert error.value.refusal.rule == rule
    assert error.value.refusal.sentence.endswith(".")


CHAPTER_4 = STUDY.replace("chapter=1", "chapter=4").replace("m1a1", "m1a1s1")


def test_from_chapter_2_a_summoner_has_three_characters() -> None:
    """SA-105, SA-107, SA-110"""
    three = CHAPTER_4.replace("B.ARI", "A.SUL at=a4 hp=5 / B.MAL at=a5 hp=5 / B.ARI")
    with pytest.raises(Unplayable) as error:
        RULES.load_study(CHAPTER_4)
    assert error.value.refusal == ("SA-105", "Every Summoner has 3 characters here, not 2, 2.")
    with pytest.raises(Unplayable) as error:
        RULES.load_study(three)
    assert error.value.refusal.rule == "SA-110"
    three = three.replace("order=SAM,ARI,ALA,GAS", "order=SAM,ARI,ALA,GAS,SUL,MAL")
    assert RULES.load_study(three).options["chapter"] == 4
    with pytest.raises(Unplayable) as error:
        RULES.load_study(three.replace("B.MAL", "B.SAM2").replace("SUL,MAL", "SUL,SAM2"))
    assert error.value.refusal.rule == "SA-107"
    both = three.replace("B.MAL", "B.SAM2").replace("SUL,MAL", "SUL,SAM2").replace("=en", "=en copies")
    assert RULES.load_study(both).board.figures["SAM2"].code == "SAM"


UNREST = {
    "a card is being played": ("turn=SAM", "turn=SAM resolving=SAM05", "SA-313"),
    "nobody has the turn": ("turn=SAM left=m1a1 ", "", "SA-201"),
    "a figure has not left yet": ("hp=1 stealthy=2", "hp=0", "SA-603"),
    "the match is being prepared": (PLAY, "setup order=SAM,ARI,ALA,GAS", "SA-201"),
}


@pytest.mark.parametrize(("was", "now", "rule"), UNREST.values(), ids=UNREST)
def test_a_study_begins_between_two_effects(was: str, now: str, rule: str) -> None:
    text = STUDY.replace(was, now, 1)
    assert arena.read_position(text, book())
    with pytest.raises(Unplayable) as error:
        RULES.load_study(text)
    assert error.value.refusal.rule == rule


def test_a_study_may_begin_before_everything() -> None:
    blank = ArenaRules(book()).initial_board({"chapter": 3, "edition": "it", "first": 1}, 4)
    text = position.write_board(blank)
    assert text == "arena chapter=3 edition=it first=1 / setup round=0 vp=0:0 / A / B / C / D"
    assert RULES.load_study(text).board == blank


def test_rubbish_is_never_taken_for_a_position() -> None:
    """Whatever is struck out of a position, it is read as one, or refused in words."""
    luck = Random(8)
    words = STUDY.split(" ")
    for _ in range(400):
        kept = [word for word in words if luck.random() > 0.03]
        torn = " ".join(kept)[: luck.randint(1, len(STUDY))]
        with suppress(Unreadable, Unplayable):
            assert_round_trip(arena.read_position(torn, book()))


def test_a_drawn_position_goes_on_as_a_written_one() -> None:
    """The study of a position and the position itself are the same match from there."""
    written, there = Play(RULES.load_study(STUDY).board), drawn()
    assert written.options == there.options
    for one, other in pairwise((written, there)):
        assert one.blue("play:SAM03").blue("ARI").story == other.blue("play:SAM03").blue("ARI").story
