"""What changed: a patch that any library applies to get exactly the later view, and a sentence a change."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jsonpatch
import msgspec
import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from domain.model import Fact, Viewer
from replays.playback.diff import Diff, Operation, make_diff, scene_fields
from replays.playback.replay import Replay, UnknownMoment
from replays.text.fact_narrator import FactNarrator
from tests.examples import examples
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook
from .watched import MATCHES, Watched

BLUE = Viewer("0", frozenset((0,)))
SPECTATOR = Viewer("spectator", frozenset())
NEAR = 60
"""How many facts lie at most between two moments whose changes are looked at one by one."""


def applied(view: dict[str, Any], *patches: list[Operation]) -> dict[str, Any]:
    """What *view* is after *patches*, as jsonpatch applies them."""
    for patch in patches:
        view = jsonpatch.apply_patch(view, msgspec.json.decode(msgspec.json.encode(patch)))
    return view


# -- a game of a few lines ---------------------------------------------------------------------------


class Evening:
    """A match of Trumps, and who looks back at it."""

    def __init__(self, trumps: GameWithBook, record: tuple[Fact, ...]) -> None:
        self.game, self.film = trumps.game, Replay(trumps.rules, record)

    def seq(self, kind: type[object]) -> int:
        """The first fact of this kind."""
        return next(fact.seq for fact in self.film.facts if isinstance(fact.event, kind))

    def diff(self, first: int, last: int, viewer: Viewer) -> Diff:
        """What changed, told to *viewer*."""
        return make_diff(
            self.film, first, last, viewer, FactNarrator(self.game, self.film, self.film.facts, viewer)
        )


@pytest.fixture
def evening(trumps: GameWithBook, record: tuple[Fact, ...]) -> Evening:
    return Evening(trumps, record)


def test_a_card_is_played(evening: Evening) -> None:
    played = evening.seq(toy.Played)
    card = evening.film.facts[played - 1].event.card  # type: ignore[attr-defined]
    told = evening.diff(played - 1, played, SPECTATOR)
    (change,) = told.changes
    assert change.text == f"Random-0 plays the {card}."
    assert (change.seq, change.cause, change.rule) == (played, played - 1, "TR-1")
    assert {(op.op, op.path, op.value) for op in change.patch} == {
        ("replace", "/seq", played),
        ("remove", "/board/hands/0/19", msgspec.UNSET),
        ("replace", "/board/piles/0", int(card)),
        ("replace", "/board/turn", 1),
    }
    assert told.patch == change.patch


def test_taking_it_back(evening: Evening) -> None:
    played = evening.seq(toy.Played)
    back = evening.diff(played + 9, played - 1, BLUE)
    forth = evening.diff(played - 1, played + 9, BLUE)
    assert [change.seq for change in back.changes] == [change.seq for change in forth.changes][::-1]
    assert [change.text for change in back.changes] == [change.text for change in forth.changes][::-1]
    now = scene_fields(evening.film.scene(played + 9, BLUE))
    assert applied(now, back.patch) == scene_fields(evening.film.scene(played - 1, BLUE))


def test_nothing_changes_between_a_moment_and_itself(evening: Evening) -> None:
    told = evening.diff(9, 9, BLUE)
    assert (told.patch, told.changes) == ([], [])


def test_it_is_written_as_the_standard_has_it(evening: Evening) -> None:
    dealt = evening.seq(toy.Dealt)
    written = msgspec.json.decode(msgspec.json.encode(evening.diff(dealt, dealt + 9, SPECTATOR)))
    assert (written["from"], written["to"], written["viewer"]) == (dealt, dealt + 9, "spectator")
    assert {"op": "replace", "path": "/seq", "value": dealt + 9} in written["patch"]
    assert not [operation for operation in written["patch"] if operation.get("from", "/")[0] != "/"]


@pytest.mark.parametrize(("first", "last"), [(0, 5), (5, 0), (5, 10_000), (10_000, 5)])
def test_both_moments_have_to_be_there(evening: Evening, first: int, last: int) -> None:
    with pytest.raises(UnknownMoment, match="There is no fact"):
        evening.diff(first, last, BLUE)


# -- whole matches of both games ---------------------------------------------------------------------


@st.composite
def spans(draw: st.DrawFn, longest: int) -> tuple[Watched, int, int]:
    """A match and two of its moments, in any order, at most so far from each other."""
    match = draw(MATCHES)
    first = draw(st.integers(1, len(match.film)))
    last = draw(st.integers(max(1, first - longest), min(len(match.film), first + longest)))
    return match, first, last


@forall(spans(longest=400))
@examples(4)
def test_applied_by_a_library_the_patch_gives_exactly_the_other_view(span: tuple[Watched, int, int]) -> None:
    match, first, last = span
    for viewer in match.viewers:
        before, after = (scene_fields(match.film.scene(seq, viewer)) for seq in (first, last))
        told = make_diff(match.film, first, last, viewer, match.voice(viewer))
        assert applied(before, told.patch) == after


@forall(spans(longest=NEAR))
@examples(5)
def test_one_change_after_the_other_leads_there_too(span: tuple[Watched, int, int]) -> None:
    match, first, last = span
    low, high = sorted((first, last))
    for viewer in match.viewers:
        views = {seq: scene_fields(match.film.scene(seq, viewer)) for seq in range(low, high + 1)}
        told = make_diff(match.film, first, last, viewer, match.voice(viewer))
        there = applied(views[first], *(change.patch for change in told.changes))
        assert there | {"seq": last} == views[last]
        changed = [
            after for before, after in pairwise(views) if views[before] | {"seq": after} != views[after]
        ]
        assert sorted(change.seq for change in told.changes) == changed
        for change in told.changes:
            fact = match.film.facts[change.seq - 1]
            assert (change.cause, change.rule) == (fact.cause, fact.rule)
            assert change.text.endswith("."), fact


@forall(spans(longest=NEAR))
@examples(5)
def test_nothing_hidden_leaks(span: tuple[Watched, int, int]) -> None:
    match, first, last = span
    for viewer in match.viewers:
        told = make_diff(match.film, first, last, viewer, match.voice(viewer))
        for change in told.changes:
            assert not match.secrets(change, viewer, change.seq - 1, change.seq), change
        assert not match.secrets(told.patch, viewer, first, last)
