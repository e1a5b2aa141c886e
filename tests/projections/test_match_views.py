"""The boards show each viewer what a fold of the log would show them, and hide what it would hide."""

from __future__ import annotations

import msgspec
import pytest

from domain import table
from domain.model import Fact
from domain.published import encode
from projections.match_views import MatchSummary, MatchViews
from projections.projection import ReadView
from tests.projections.boards import BOARDS
from tests.projections.logs import RULES, opened, played


def views_after(facts: list[Fact]) -> dict[str, bytes]:
    first, *rest = facts
    view = BOARDS.start_view("m1", first)
    for fact in rest:
        view = BOARDS.apply_fact(view, fact)
    return dict(BOARDS.render_entries("m1", view))


@pytest.mark.parametrize("answers", [0, 1, 5, 1000])
def test_every_viewer_but_the_judge_gets_the_scene_of_the_folded_match(answers: int) -> None:
    facts = list(played(1, answers))
    match = table.fold(RULES, facts)
    *viewers, judge = table.all_viewers(RULES, match)
    assert judge.name == "judge"
    views = views_after(facts)
    summary = msgspec.json.decode(views.pop("m1/summary"), type=MatchSummary)
    assert (summary.result is not None) is (match.ended is not None)
    assert (summary.seq, summary.sides, summary.began) == (facts[-1].seq, ((0,), (1,)), 1)
    assert views == {
        f"m1/{viewer.name}": encode(table.make_scene(RULES, match, viewer)) for viewer in viewers
    }


def test_a_match_that_was_played_out_has_a_result_of_sides() -> None:
    facts = list(played(1))
    ended = table.fold(RULES, facts).ended
    assert ended is not None
    [winner] = ended.winners
    summary = msgspec.json.decode(views_after(facts)["m1/summary"], type=MatchSummary)
    result = summary.result
    assert result is not None
    assert summary.since == next(fact.seq for fact in facts if isinstance(fact.event, table.MatchEnded))
    assert (result.how, result.by, result.rule, result.ended) == ("won", "", "TR-3", 1)
    assert [(side.seats, side.players) for side in result.sides] == [((0,), ("Ada",)), ((1,), ("Bo",))]
    assert [side.score for side in result.sides] == [*ended.scores]
    assert [side.place for side in result.sides] == [1 if seat == winner else 2 for seat in (0, 1)]
    assert result.winners == {("Ada", "Bo")[winner]}


def test_a_hand_is_on_the_board_of_its_seat_alone() -> None:
    views = {key: msgspec.json.decode(view) for key, view in views_after(list(played(1, 0))).items()}
    del views["m1/summary"]
    board = {key.removeprefix("m1/"): view["board"]["hands"] for key, view in views.items()}
    mine, theirs = board["0"][0], board["1"][1]
    assert len({*mine, *theirs}) == 20
    blank = [None] * 10
    assert board == {"spectator": [blank, blank], "0": [mine, blank], "1": [blank, theirs]}


def test_a_match_with_free_seats_has_a_board_already() -> None:
    view = msgspec.json.decode(views_after([opened()])["m1/spectator"])
    assert (view["status"], view["players"], view["question"]) == ("open", [None, None], None)


def test_nothing_is_recalled_from_scenes_that_hide_something() -> None:
    read_view: ReadView = views_after(list(played(1, 3))).get
    assert BOARDS.restore_view("m1", read_view) is None


def test_the_rules_are_those_the_first_fact_pins() -> None:
    asked_for: list[table.MatchOpened] = []

    def rules_of(opened: table.MatchOpened):  # type: ignore[no-untyped-def]
        asked_for.append(opened)
        return RULES

    MatchViews(rules_of).start_view("m1", opened(at=7))
    assert [(event.game, event.version, event.at) for event in asked_for] == [("trumps", 1, 7)]
