"""Puzzles: each solution in the files is a certain win, a search finds it, and another turn misses it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from domain import chance, decider, table
from domain.decider import Position
from domain.games import GAMES
from domain.model import Answered, Fact, Picks, Resolved
from domain.table import MatchOpened, SeatClaimed
from replays.analysis.puzzles import (
    Outcome,
    Puzzle,
    SearchLimitReached,
    certain_wins,
    find_puzzles,
    is_certain,
    puzzle_outcome,
    refuse_chance,
    shortest_solution,
    was_helped,
)
from replays.bots.candidates import END
from service.catalog.cardsets import packaged_cards
from service.catalog.examples import example_shown_by
from service.catalog.lessons import lesson_taught_by
from service.catalog.puzzles import load_puzzles, puzzle_posed_by

EVERY = [pytest.param(game, name, id=name) for game in GAMES for name in load_puzzles(game)]


def played(game: str, puzzle: Puzzle, answers: Iterable[Picks]) -> Outcome:
    """How a puzzle stands after *answers* of whoever is asked, with which nothing is drawn."""
    rules = GAMES[game].make_rules(packaged_cards(game).book)
    begin = position = Position(rules.load_study(puzzle.position).board)
    for picks in answers:
        asked = decider.open_question(rules, position)
        assert asked is not None
        position = decider.decide(rules, position, Answered(asked.seat, picks), refuse_chance).position
    return puzzle_outcome(rules, begin, position)


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_solution_leads_to_a_certain_win(game: str, name: str) -> None:
    posed, rules = load_puzzles(game)[name], GAMES[game].make_rules(packaged_cards(game).book)
    *way, last = posed.solution
    assert played(game, posed, way) == "open"
    assert played(game, posed, [*way, last]) == "reached"
    assert is_certain(rules, Position(rules.load_study(posed.position).board), posed.solution)


@pytest.mark.parametrize("game", [game for game in GAMES if load_puzzles(game)])
def test_the_search_finds_the_first_puzzle_of_a_game(game: str) -> None:
    posed, rules = next(iter(load_puzzles(game).values())), GAMES[game].make_rules(packaged_cards(game).book)
    assert (
        shortest_solution(certain_wins(rules, Position(rules.load_study(posed.position).board)))
        == posed.solution
    )


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_puzzle_is_known_by_its_position(game: str, name: str) -> None:
    position = load_puzzles(game)[name].position
    board = GAMES[game].make_rules(packaged_cards(game).book).load_study(position).board
    assert GAMES[game].write_position(board) == position
    assert (
        puzzle_posed_by(game, position),
        lesson_taught_by(game, position),
        example_shown_by(game, position),
    ) == (name, "", "")


# The last turn of the match is Gaston's. He is behind by a point; a knock-out is worth two.
LAST = (
    "arena chapter=1 edition=en / play round=3 vp=5:4 turn=GAS left=m1a1 final order=SAM,ARI,ALA,GAS / A.SAM "
    "at={at} hp={hp} / A.ALA at=e2 hp=7 / B.ARI at=d6 hp=6 / B.GAS at=d3 hp=5 / A deck=SAM05,ALA02,ALA06 / "
    "B deck=GAS01,GAS02,ARI01"
)


def wins(position: str) -> dict[Picks, tuple[Picks, ...] | None]:
    """The certain wins in a position of the Arena."""
    rules = GAMES["arena"].make_rules(packaged_cards("arena").book)
    return certain_wins(rules, Position(rules.load_study(position).board))


def test_who_has_to_walk_first_has_a_puzzle_and_who_stands_beside_has_none() -> None:
    far = wins(LAST.format(at="d5", hp=2))
    assert shortest_solution(far) == (("move:d4",), ("attack:SAM",))
    assert far[END,] is None
    near = wins(LAST.format(at="d4", hp=2))
    assert near["attack:SAM",] == (("attack:SAM",), (END,))
    assert shortest_solution(near) == ()
    assert not any(wins(LAST.format(at="d5", hp=7)).values())


def test_a_turn_that_ended_without_a_win_is_missed_for_good() -> None:
    posed = Puzzle(LAST.format(at="d5", hp=2).replace(" final", ""), ())
    assert played("arena", posed, [("move:d4",)]) == "open"
    assert played("arena", posed, [(END,)]) == "missed"


def recorded(position: str, answers: Iterable[Picks]) -> list[Fact]:
    """The facts of a match of the Arena that began at *position*, answered by whoever was asked."""
    rules = GAMES["arena"].make_rules(packaged_cards("arena").book)
    study = rules.load_study(position)
    opened = MatchOpened(
        "arena",
        GAMES["arena"].VERSION,
        study.options,
        2,
        "",
        chance.seed_commitment(""),
        0,
        position=position,
    )
    facts = table.open_match(opened)
    match = table.fold(rules, facts)
    for seat in range(study.seats):
        followed, match = table.claim_seat(rules, match, SeatClaimed(seat, f"player-{seat}", "", 0))
        facts += followed
    for picks in answers:
        asked = table.open_question(rules, match)
        assert asked is not None
        followed, match = table.answer_question(rules, match, Answered(asked.seat, picks))
        facts += followed
    return facts


def test_a_win_in_the_last_turn_of_a_match_is_found_though_it_was_missed() -> None:
    before = LAST.format(at="d5", hp=2).replace("turn=GAS", "turn=ALA")
    rules = GAMES["arena"].make_rules(packaged_cards("arena").book)
    for last_turn in ([("move:d4",), ("attack:SAM",)], [(END,)]):
        facts = recorded(before, [(END,), *last_turn])
        (seq, puzzle), *_ = find_puzzles(GAMES["arena"], rules, facts)
        assert "turn=GAS left=m1a1" in puzzle.position
        assert puzzle.solution == (("move:d4",), ("attack:SAM",))
        assert played("arena", puzzle, puzzle.solution) == "reached"
        assert isinstance(facts[seq - 1].event, Resolved)


def test_a_win_in_which_another_player_was_asked_is_told_from_one_that_is_certain() -> None:
    rules = GAMES["arena"].make_rules(packaged_cards("arena").book)
    before = LAST.format(at="d5", hp=2).replace("turn=GAS", "turn=ALA")
    for position, answers, help in (
        (LAST.format(at="d5", hp=2), [("move:d4",), ("attack:SAM",)], False),
        (before, [(END,), ("move:d4",), ("attack:SAM",)], True),
    ):
        begin = Position(rules.load_study(position).board)
        assert was_helped(rules, begin, recorded(position, answers)) is help


def test_what_takes_too_long_is_not_decided() -> None:
    rules = GAMES["arena"].make_rules(packaged_cards("arena").book)
    with pytest.raises(SearchLimitReached):
        certain_wins(rules, Position(rules.load_study(LAST.format(at="d5", hp=2)).board), nodes=3)


# The Queen of Hearts wins by a shot if the five cards on top of her deck cost less than her might.
SHOT = (
    "villainous / act seat=0 turn=5 cauldron=67 / 0.queen-of-hearts at=hedge-maze power=9 "
    "hand=take-the-shot-1 cards=club-guard-1@hedge-maze~wicket,diamond-guard-1@courtyard~wicket,"
    "heart-guard-1@white-rabbits-house~wicket,spade-guard-1@tulgey-wood~wicket deck={deck} / "
    "1.captain-hook at=skull-rock power=4 locked=hangmans-tree"
)


@pytest.mark.parametrize(
    ("deck", "sure"),
    [
        ("spear-1,spear-2,spear-3,fury-1,fury-2,judgment-1", True),
        ("spear-1,spear-2,stopwatch,fury-1,fury-2,tweedles,take-the-shot-2", False),
    ],
)
def test_a_win_that_depends_on_the_order_of_the_deck_is_not_certain(deck: str, sure: bool) -> None:
    posed, shot = Puzzle(SHOT.format(deck=deck), ()), ("play:take-the-shot-1",)
    assert played("villainous", posed, [shot]) == "reached"
    rules = GAMES["villainous"].make_rules(packaged_cards("villainous").book)
    begin = Position(rules.load_study(posed.position).board)
    assert is_certain(rules, begin, [shot]) is sure
    assert (certain_wins(rules, begin)[shot] is not None) is sure
