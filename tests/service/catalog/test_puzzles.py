"""Puzzles: one first answer wins in every world, and the greedy bot gives another one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest

from domain import chance, table
from domain.decider import Position
from domain.games import GAMES
from domain.model import Answered, Asked, Fact, Picks
from domain.table import MatchOpened, SeatClaimed
from replays.analysis.puzzle_levels import greedy_answers
from replays.analysis.puzzle_search import (
    SearchLimitReached,
    TurnSearch,
    Wins,
    all_answers,
    is_certain,
    is_only_win,
    list_turns,
    pose_puzzle,
    puzzle_state,
)
from replays.analysis.puzzles import LEVELS, Outcome, Puzzle, follow_answers, puzzle_ends_match
from replays.bots.candidates import END
from service.catalog.cardsets import packaged_cards
from service.catalog.examples import example_shown_by
from service.catalog.lessons import lesson_taught_by
from service.catalog.puzzles import (
    load_puzzles,
    load_themes,
    puzzle_difficulty,
    puzzle_posed_by,
    puzzle_theme,
)

EVERY = [pytest.param(game, name, id=name) for game in GAMES for name in load_puzzles(game)]
GAMES_WITH_PUZZLES = [game for game in GAMES if load_puzzles(game)]
RULES = {game: GAMES[game].make_rules(packaged_cards(game).book) for game in GAMES}


def start_of(game: str, position: str) -> Position[Any]:
    """The start of a puzzle."""
    return Position(RULES[game].load_study(position).board)


def played(game: str, position: str, answers: Iterable[Picks]) -> Outcome:
    """How a puzzle stands after *answers* of the asked seat, with which nothing is drawn."""
    start = start_of(game, position)
    return follow_answers(RULES[game], start, start, answers).outcome


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_solution_wins_with_its_last_answer_in_every_world(game: str, name: str) -> None:
    posed = load_puzzles(game)[name]
    *way, last = posed.solution
    assert played(game, posed.position, way) == "open"
    assert played(game, posed.position, [*way, last]) == "reached"
    assert is_certain(RULES[game], start_of(game, posed.position), posed.solution)


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_the_greedy_bot_gives_another_first_answer(game: str, name: str) -> None:
    posed = load_puzzles(game)[name]
    assert greedy_answers(GAMES[game], RULES[game], posed.position, 1) == [posed.greedy]
    assert posed.greedy != posed.solution[0]
    assert "greedy" not in posed.solvers


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_the_facts_of_a_solution_give_its_theme(game: str, name: str) -> None:
    posed = load_puzzles(game)[name]
    assert puzzle_theme(game, posed.position, posed.solution) == posed.theme
    assert load_themes(game)[posed.theme].title.keys() == {"en", "fr", "it"}


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_the_first_and_the_last_puzzle_have_one_winning_first_answer_by_brute_force(game: str) -> None:
    first, *_, last = load_puzzles(game).values()
    for posed in (first, last):
        assert is_only_win(RULES[game], start_of(game, posed.position), posed.solution[0], worlds=3)


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_puzzles_begin_with_an_easy_one_for_two_and_share_at_least_six_themes(game: str) -> None:
    puzzles = [*load_puzzles(game).values()]
    levels = [puzzle_difficulty(posed.rating) for posed in puzzles]
    assert levels == sorted(levels)
    first = RULES[game].load_study(puzzles[0].position)
    assert (first.seats, puzzle_difficulty(puzzles[0].rating)) == (2, 0)
    assert len({posed.theme for posed in puzzles}) >= 6
    assert {level for posed in puzzles for level in posed.solvers} <= {*LEVELS}


def test_a_rating_grows_with_each_bot_that_fails_and_each_effective_answer() -> None:
    posed = Puzzle("", (("move:d4",), ("attack:SAM",), (END,)), "walk-and-strike", (END,), ("steady", "deep"))
    assert posed.rating == 1000 + 250 * 2 + 50 * 2
    assert Puzzle("", posed.solution, posed.theme, posed.greedy).rating == posed.rating + 500


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_puzzle_is_known_by_its_position(game: str, name: str) -> None:
    position = load_puzzles(game)[name].position
    assert GAMES[game].write_position(RULES[game].load_study(position).board) == position
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


def wins(position: str, nodes: int = 1000) -> Wins:
    """The shortest wins of each first answer in a position of the Arena."""
    start = start_of("arena", position)
    return TurnSearch(RULES["arena"], start, max_nodes=nodes).list_wins(start)


def test_who_has_to_walk_first_has_a_puzzle_and_who_stands_beside_has_none() -> None:
    far, near = LAST.format(at="d5", hp=2), LAST.format(at="d4", hp=2)
    assert wins(far)["move:d4",] == (("move:d4",), ("attack:SAM",))
    assert wins(far)[END,] is None
    assert wins(near)["attack:SAM",] == (("attack:SAM",), (END,))
    assert pose_puzzle(RULES["arena"], near) is None
    assert not any(wins(LAST.format(at="d5", hp=7)).values())


def test_a_turn_that_ended_without_a_win_is_missed_for_good() -> None:
    position = LAST.format(at="d5", hp=2).replace(" final", "")
    assert played("arena", position, [("move:d4",)]) == "open"
    assert played("arena", position, [(END,)]) == "missed"


def posed(position: str, *solution: Picks) -> Puzzle:
    """A puzzle at *position*."""
    return Puzzle(position, solution, "", ())


def recorded(game: str, position: str, answers: Iterable[Picks]) -> list[Fact]:
    """The facts of a study that began at *position*, answered by the asked seats."""
    rules, study = RULES[game], RULES[game].load_study(position)
    commitment = chance.seed_commitment("")
    opened = MatchOpened(
        game, GAMES[game].VERSION, study.options, study.seats, "", commitment, 0, position=position
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


def test_the_turns_of_a_match_are_found_with_the_facts_before_them() -> None:
    before = LAST.format(at="d5", hp=2).replace("turn=GAS", "turn=ALA")
    facts = recorded("arena", before, [(END,), ("move:d4",), ("attack:SAM",)])
    (last,) = list_turns(RULES["arena"], facts)
    start, moved = last
    assert "turn=GAS left=m1a1" in GAMES["arena"].write_position(start[1])
    assert "turn=GAS left=m0a1" in GAMES["arena"].write_position(moved[1])
    assert facts[start[0] - 1].seq == start[0]


def test_the_first_outcome_of_the_turn_is_the_state_of_a_study() -> None:
    before = LAST.format(at="d5", hp=2).replace("turn=GAS", "turn=ALA")
    for position, answers, state in (
        (LAST.format(at="d5", hp=2), [("move:d4",)], "found"),
        (LAST.format(at="d5", hp=2), [("move:d4",), ("attack:SAM",)], "reached"),
        (LAST.format(at="d5", hp=2), [(END,)], "missed"),
        (LAST.format(at="d5", hp=2), [("move:c5",)], "strayed"),
        (LAST.format(at="d5", hp=7), [("move:d4",)], "strayed"),
        (before, [(END,), ("move:d4",), ("attack:SAM",)], "missed"),
    ):
        facts = recorded("arena", position, answers)
        assert puzzle_state(RULES["arena"], posed(position, ("move:d4",), ("attack:SAM",)), facts) == state
    near = LAST.format(at="d4", hp=2)
    facts = recorded("arena", near, [("attack:SAM",)])  # only the end of the turn is to come
    assert puzzle_state(RULES["arena"], posed(near, ("attack:SAM",)), facts) == "reached"


def test_the_orders_of_many_options_are_made_one_by_one() -> None:
    question = Asked(0, "order", tuple("abcdefghijkl"), least=12, most=12)
    assert len([*islice(all_answers(question), 400)]) == 400
    assert len([*all_answers(Asked(0, "order", ("a", "a", "b"), least=2, most=2))]) == 3


def test_what_takes_too_long_is_not_decided() -> None:
    with pytest.raises(SearchLimitReached):
        wins(LAST.format(at="d5", hp=2), nodes=3)


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
    position, shot = SHOT.format(deck=deck), ("play:take-the-shot-1",)
    assert played("villainous", position, [shot]) == "reached"
    start = start_of("villainous", position)
    assert is_certain(RULES["villainous"], start, [shot]) is sure
    assert not is_only_win(RULES["villainous"], start, shot, worlds=2)  # to gain Power first wins as well


def test_a_win_after_a_choice_of_another_player_is_helped() -> None:
    deck = "spear-1,spear-2,spear-3,fury-1,fury-2,judgment-1"
    alone = SHOT.format(deck=deck).replace("power=9", "power=4").replace("cauldron=67", "cauldron=72")
    watched = alone[: alone.index("1.captain-hook")] + "1.prince-john at=jail power=4 hand=greed-1"
    gain, shot = ("gain:3",), ("play:take-the-shot-1",)
    for position, answers, state in (
        (alone, [gain, shot], "reached"),
        (watched, [shot], "reached"),
        (watched, [gain, ("pass-turn",), shot], "helped"),
    ):
        facts = recorded("villainous", position, answers)
        assert puzzle_state(RULES["villainous"], posed(position, answers[0]), facts) == state


# Prince John wins when a turn of his begins with 20 Power.
TAXES = (
    "villainous / act seat=0 turn=5 cauldron=58 / 0.prince-john at=church power=17 hand=warrant-1 "
    "deck=nutsy,sir-hiss / "
    "1.captain-hook at=skull-rock power=5 locked=hangmans-tree"
)


def test_a_villain_who_wins_at_the_start_of_a_turn_has_to_complete_the_objective() -> None:
    assert played("villainous", TAXES, [("gain:2",)]) == "open"
    rich = TAXES.replace("power=17", "power=18").replace("cauldron=58", "cauldron=57")
    assert played("villainous", rich, [("gain:2",)]) == "reached"
    assert played("villainous", rich, [(END,)]) == "missed"
    posed = Puzzle(rich, (("gain:2",),), "", (END,))
    assert not puzzle_ends_match(RULES["villainous"], posed)
    first = next(iter(load_puzzles("arena").values()))
    assert puzzle_ends_match(RULES["arena"], first)
