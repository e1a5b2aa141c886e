"""Studies: matches that begin from a position somebody wrote down, and are marked as such."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain import chance, table
from domain.model import CHANCE, Answered, Fact, Viewer
from domain.table import UNREAD, Match, MatchOpened, SeatClaimed

from .toy_game import Game, ToyBoard, hello

RULES = Game(hello)
OPENED = MatchOpened(
    "toy_game",
    1,
    {},
    2,
    "digest",
    chance.seed_commitment("a seed"),
    100,
    seed="a seed",
    position="good, evening",
)
PLAYED = replace(OPENED, position="")


def fold(facts: list[Fact]) -> Match[ToyBoard]:
    match: Match[ToyBoard] = table.fold(RULES, facts)
    return match


def claimed(opened: MatchOpened) -> Match[ToyBoard]:
    """A match with both seats taken."""
    match = fold(table.open_match(opened))
    for seat in (0, 1):
        match = table.claim_seat(RULES, match, SeatClaimed(seat, f"player {seat}", "", 200)).match
    return match


def test_a_study_goes_on_from_its_position() -> None:
    match = claimed(OPENED)
    assert match.position.board == ToyBoard(("good", "evening"))
    after = table.answer_question(RULES, match, Answered(0, ("go",))).match
    assert after.position.board.words == ("good", "evening", "hello")


def test_a_match_begins_at_its_beginning() -> None:
    assert claimed(PLAYED).position.board == ToyBoard()


def test_a_study_is_marked_for_everyone() -> None:
    for opened, study in ((OPENED, True), (PLAYED, False)):
        match = claimed(opened)
        assert match.is_study is study
        assert {
            table.make_scene(RULES, match, viewer).study for viewer in table.all_viewers(RULES, match)
        } == {study}


@pytest.mark.parametrize(
    ("viewer", "position"),
    [
        (Viewer("spectator", frozenset()), UNREAD),
        (Viewer("seat-0", frozenset((0,))), UNREAD),
        (Viewer("both seats", frozenset((0, 1))), UNREAD),
        (Viewer("judge", frozenset((CHANCE, 0, 1))), "good, evening"),
    ],
)
def test_where_it_begins_is_for_those_who_see_everything(viewer: Viewer, position: str) -> None:
    (first,) = table.open_match(OPENED)
    assert table.redact_fact(RULES, first, viewer).event == replace(OPENED, seed="", position=position)
    (first,) = table.open_match(PLAYED)
    assert table.redact_fact(RULES, first, viewer).event == replace(PLAYED, seed="")
