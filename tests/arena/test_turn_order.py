"""Turn-order tiles, initiative and placement from chapter 2 (section 1 of the rules, second half)."""

from __future__ import annotations

import pytest

from domain.arena.book import Book
from domain.arena.facts import TilesStacked
from domain.decider import redact_fact, redact_question
from domain.model import CHANCE, Picks, Viewer

from .play import A, B, C, D, Play, start_match
from .printed import recast

BLUE_TEAM, RED_TEAM = ("ALA", "SAM", "MAL"), ("GAS", "ARI", "DEM")
FOUR = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
SPECTATOR = Viewer("spectator", frozenset())


def initiatives(**by_code: int) -> Book | None:
    """The book with other numbers on some turn-order tiles."""
    known: Book | None = None
    for code, initiative in by_code.items():
        known = recast(code, printed=known, initiative=initiative)
    return known


def two(*chance: Picks, **by_code: int) -> Play:
    """A match of chapter 2, its teams agreed, the tiles to be stacked."""
    return start_match(2, *chance, chapter=2, teams=(BLUE_TEAM, RED_TEAM), printed=initiatives(**by_code))


def four(*chance: Picks, **by_code: int) -> Play:
    """The same in team play."""
    return start_match(4, *chance, chapter=2, teams=FOUR, printed=initiatives(**by_code))


# -- secret stacks -----------------------------------------------------------------------------------


def test_sa_110_each_summoner_stacks_the_own_tiles_in_secret() -> None:
    """SA-110: the rival learns that it is done, and not how."""
    play = two()
    assert (play.asked.seat, play.asked.prompt, play.asked.sight) == (0, "stack", "secret")
    assert play.options == set(BLUE_TEAM)
    assert (play.asked.least, play.asked.most) == (3, 3)
    red = play.rules.seat_viewer(play.board, 1)
    assert redact_question(play.asked, red).options == ()
    play.blue("MAL", "SAM", "ALA")
    seen = [redact_fact(play.rules, fact, red).event for fact in play.facts]
    assert seen[-2] == TilesStacked(0, ("", "", ""))
    assert not any("MAL" in getattr(event, "picks", ()) for event in seen)
    assert play.rules.redact_board(play.board, red).summoners[0].tiles == ("", "", "")
    assert play.rules.redact_board(play.board, SPECTATOR).summoners[0].tiles == ("", "", "")
    assert (
        play.rules.redact_board(play.board, play.rules.seat_viewer(play.board, 0)).summoners[0].tiles[0]
        == "MAL"
    )


def test_sa_110_all_stacks_are_revealed_together() -> None:
    """SA-110: with the row of tiles everyone sees everything."""
    play = two().blue("MAL", "SAM", "ALA")
    assert play.board.order == ()
    play.red("DEM", "GAS", "ARI")
    assert len(play.board.order) == 6
    assert [mine.tiles for mine in play.rules.redact_board(play.board, SPECTATOR).summoners] == [
        ("MAL", "SAM", "ALA"),
        ("DEM", "GAS", "ARI"),
    ]


def test_sa_110_only_the_own_tiles_are_stacked() -> None:
    """SA-110"""
    refusal = two().refusal("MAL", "SAM", "DEM")
    assert refusal.rule == "SA-110"
    assert "tile of each character" in refusal.sentence


# -- initiative head-to-head -------------------------------------------------------------------------


def test_sa_111_the_lowest_first_tile_takes_slots_1_3_5() -> None:
    """SA-111: Demona's 3 is lower than Gaston's and Maleficent's 6, and so red begins."""
    play = two(MAL=6, DEM=3).blue("MAL", "ALA", "SAM").red("DEM", "GAS", "ARI")
    assert play.board.order == ("DEM", "MAL", "GAS", "ALA", "ARI", "SAM")
    assert "SA-111 TurnOrderSet order=[DEM,MAL,GAS,ALA,ARI,SAM]" in play.story


def test_sa_111_only_the_first_tile_counts_unless_it_ties() -> None:
    """SA-111"""
    play = two(ALA=1, SAM=9, MAL=9, GAS=2, ARI=2, DEM=2).blue("ALA", "SAM", "MAL").red("GAS", "ARI", "DEM")
    assert play.board.order[0] == "ALA"


@pytest.mark.parametrize(
    ("blue", "red", "begins"),
    [
        ({"ALA": 4, "SAM": 2, "MAL": 9}, {"GAS": 4, "ARI": 3, "DEM": 1}, "ALA"),
        ({"ALA": 4, "SAM": 3, "MAL": 2}, {"GAS": 4, "ARI": 3, "DEM": 1}, "GAS"),
    ],
)
def test_sa_111_a_tie_compares_the_second_tiles_then_the_third(
    blue: dict[str, int], red: dict[str, int], begins: str
) -> None:
    """SA-111"""
    play = two(**blue, **red).blue("ALA", "SAM", "MAL").red("GAS", "ARI", "DEM")
    assert play.board.order[0] == begins


@pytest.mark.parametrize(("coin", "begins"), [("0", "ALA"), ("1", "GAS")])
def test_sa_111_and_if_all_three_tie_chance_decides(coin: str, begins: str) -> None:
    """SA-111"""
    same = dict.fromkeys((*BLUE_TEAM, *RED_TEAM), 5)
    play = two((coin,), **same).blue("ALA", "SAM", "MAL").red("GAS", "ARI", "DEM")
    assert play.board.order[0] == begins
    assert play.chance.remaining == []


# -- initiative in team play -------------------------------------------------------------------------


def stacked(play: Play, *stacks: tuple[str, str]) -> Play:
    for seat, tiles in enumerate(stacks):
        play.answer(seat, *tiles)
    return play


def test_sa_112_the_printed_example() -> None:
    """SA-112: Aladdin first, Demona the lowest of the others, then their teammates; A,B,D,C twice."""
    play = stacked(four(), ("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
    assert play.board.order == ("ALA", "DEM", "SUL", "FAC", "SAM", "GAS", "ARI", "MAL")
    assert [play.board.figures[who].seat for who in play.board.order] == [A, B, D, C, A, B, D, C]
    assert "SA-112 TurnOrderSet" in play.story


def test_sa_112_slots_5_to_8_repeat_the_order_whatever_the_second_tiles_are() -> None:
    """SA-112"""
    lower = {"SAM": 20, "GAS": 1, "ARI": 1, "MAL": 1}
    stacks = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
    play = stacked(four(ALA=1, DEM=3, FAC=7, SUL=5, **lower), *stacks)
    assert [play.board.figures[who].seat for who in play.board.order] == [A, B, D, C, A, B, D, C]


def test_sa_112_the_third_slot_is_the_first_ones_teammates_even_if_the_last_is_lower() -> None:
    """SA-112: Facilier's 4 comes after Sulley's 9."""
    stacks = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
    play = stacked(four(ALA=1, DEM=3, FAC=4, SUL=9), *stacks)
    assert play.board.order[:4] == ("ALA", "DEM", "SUL", "FAC")


def test_sa_112_a_tie_compares_the_teammates_first_tiles() -> None:
    """SA-112: A and B tie at 2; C's 4 is lower than D's 8, so the red team begins with B."""
    stacks = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
    play = stacked(four(ALA=2, DEM=2, FAC=4, SUL=8), *stacks)
    assert play.board.order[:4] == ("DEM", "ALA", "FAC", "SUL")


@pytest.mark.parametrize(("coin", "row"), [("0", [A, B, D, C]), ("1", [B, A, C, D])])
def test_sa_112_and_then_chance_decides(coin: str, row: list[int]) -> None:
    """SA-112"""
    stacks = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
    play = stacked(four((coin,), ALA=2, DEM=2, FAC=6, SUL=6), *stacks)
    assert [play.board.figures[who].seat for who in play.board.order[:4]] == row


def test_sa_112_teammates_who_tie_leave_it_to_chance_who_comes_first() -> None:
    """SA-112: B and C tie behind A, and each is the other's teammate."""
    stacks = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
    play = stacked(four(("2",), ALA=1, DEM=5, FAC=5, SUL=6), *stacks)
    assert play.board.order[:4] == ("ALA", "FAC", "SUL", "DEM")


# -- placement ---------------------------------------------------------------------------------------


def test_sa_113_figures_are_placed_in_reverse_turn_order() -> None:
    """SA-113: on any free blue space of the own end."""
    play = two(ALA=1).blue("ALA", "SAM", "MAL").red("DEM", "GAS", "ARI")
    placed = []
    while play.asked.prompt == "place":
        placed.append((play.asked.about, play.asked.seat, len(play.options)))
        play.then(play.asked.options[0])
    assert placed == [
        ("ARI", 1, 4), ("MAL", 0, 4), ("GAS", 1, 3), ("SAM", 0, 3), ("DEM", 1, 2), ("ALA", 0, 2),
    ]  # fmt: skip
    assert tuple(who for who, _, _ in placed) == tuple(reversed(play.board.order))


def test_sa_113_the_other_end_is_not_ones_own() -> None:
    """SA-113"""
    play = two(ALA=1).blue("ALA", "SAM", "MAL").red("DEM", "GAS", "ARI")
    assert play.options == {"a7", "b7", "c7", "d7"}
    refusal = play.refusal("d1")
    assert refusal.rule == "SA-113"
    assert "own end" in refusal.sentence
    play.red("b7").blue("e1")
    assert play.options == {"a7", "c7", "d7"}


def test_sa_113_in_team_play_four_figures_fill_the_four_spaces_of_an_end() -> None:
    """SA-113: the last of a team has no choice, and is not asked."""
    play = stacked(four(), ("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
    placed = []
    while play.asked.prompt == "place":
        placed.append(play.asked.about)
        play.then(play.asked.options[0])
    assert placed == ["MAL", "ARI", "GAS", "SAM", "FAC", "SUL"]
    assert {play.at(who) for who in ("ALA", "SAM", "SUL", "ARI")} == {"d1", "e1", "f1", "g1"}
    assert {play.at(who) for who in ("DEM", "GAS", "FAC", "MAL")} == {"a7", "b7", "c7", "d7"}


def test_the_judge_sees_the_stacks_as_they_are_laid() -> None:
    """SA-110"""
    play = two().blue("MAL", "SAM", "ALA")
    judge = Viewer("judge", frozenset((CHANCE, 0, 1)))
    assert play.rules.redact_board(play.board, judge).summoners[0].tiles == ("MAL", "SAM", "ALA")
