"""What if? From a disputed answer and from others bots play on, and how often each seat won is compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from domain import chance, decider, table
from domain.games import Game
from domain.model import CHANCE, Answered, Asked, Picks, Viewer
from domain.rules import Rules
from domain.table import Match, MatchOpened, SeatClaimed, WrongMoment
from replays.analysis import whatif
from replays.analysis.decision_points import find_answer, nearest_point, point_at, require_alternatives
from replays.analysis.whatif import WhatIf
from replays.bots.candidates import guess_answer, sample_answers
from replays.bots.players import BOTS, play_match
from replays.executors import process_workers
from replays.playback.replay import Replay, UnknownMoment
from replays.research.standings import Share

from .conftest import GameWithBook, book, take

LAST = (
    "arena chapter=1 edition=fr / play round=9 vp=12:11 turn=GAS left=m1a1 final order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=1 / A.ALA at=e3 hp=4 / B.ARI at=d5 hp=2 / B.GAS at=d4 hp=1 / "
    "A deck=SAM01,ALA02 hand=SAM03 / B deck=GAS01,GAS02 hand=ARI05"
)
"""The last turn of a match: red is one Victory Point behind, and Sam, with 1 HP, stands beside Gaston."""
AGREED = 3
"""The fact after which both seats of a study are taken."""


def study(position: str, *answers: tuple[int, str]) -> Replay[Any, Any]:
    """Returns a match of Sorcerer's Arena that began from a position, and went on with *answers*."""
    rules = take("arena").rules
    found = rules.load_study(position)
    opened = MatchOpened(
        "arena", 1, found.options, found.seats, "", chance.seed_commitment("s"), 0, "s", position=position
    )
    facts = table.open_match(opened)
    match = table.fold(rules, facts)
    for seat in range(found.seats):
        followed, match = table.claim_seat(rules, match, SeatClaimed(seat, f"player {seat}", "", 0))
        facts += followed
    for seat, pick in answers:
        followed, match = table.answer_question(rules, match, Answered(seat, (pick,)))
        facts += followed
    return Replay(rules, facts)


def wonder(film: Replay[Any, Any], seq: int, *instead: Picks, **more: Any) -> WhatIf:
    """Returns what bots make of an answer and of others."""
    how: dict[str, Any] = {"bot": "greedy", "matches": 8, "seed": "s", "workers": process_workers(1), **more}
    return whatif.run_whatif("arena", partial(book, "arena"), find_answer(film, seq), instead, **how)


@pytest.fixture(scope="module")
def evening() -> Replay[Any, Any]:
    """A match of chapter 4 between bots who guess, to its end."""
    arena = take("arena")
    return Replay(arena.rules, play_match(arena.game, arena.rules, "s", [BOTS["random"]] * 2, {"chapter": 4}))


def moments(film: Replay[Any, Any], *, amid: bool) -> list[int]:
    """Returns after which facts a seat had a choice: amid an effect, or between two."""
    found = ((seq, point_at(film, film.at(seq))) for seq in film.seqs)
    return [
        seq
        for seq, moment in found
        if moment is not None
        and len(moment.question.options) > 1
        and (moment.match.position.running is not None) == amid
    ]


# -- how much an answer mattered ---------------------------------------------------------------------


def test_a_turn_that_was_ended_instead_of_won_lost_the_match() -> None:
    """Red ends the last turn, and loses 11 to 12. A knock out would have been worth two."""
    told = wonder(study(LAST, (1, "end")), AGREED, ("attack:SAM",))
    assert (told.seq, told.seat, told.prompt, told.about) == (AGREED, 1, "turn", "GAS")
    ended, attacked = told.continuations
    assert (ended.picks, ended.given, ended.chances[1].won, ended.chances[1].change) == (
        ("end",), True, 0, None,
    )  # fmt: skip
    assert (attacked.picks, attacked.given, attacked.chances[1].won) == (("attack:SAM",), False, 8)
    change = attacked.chances[1].change
    assert change is not None
    assert (change.value, change.high) == (1.0, 1.0)
    assert change.low == pytest.approx(0.541, abs=0.001)
    assert ended.unfinished == attacked.unfinished == 0


def test_what_was_won_had_been_won_by_that_answer() -> None:
    told = wonder(study(LAST, (1, "attack:SAM"), (1, "end")), AGREED, ("end",))
    attacked, ended = told.continuations
    assert [chances.won for chances in attacked.chances] == [0, 8]
    assert [chances.won for chances in ended.chances] == [8, 0]


def test_the_interval_of_a_difference_is_the_one_that_newcombe_printed() -> None:
    """Statistics in Medicine 17 (1998), table II, method 10: 56 of 70 against 48 of 80."""
    found = whatif.share_difference(Share(56, 70), Share(48, 80))
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=0.0001)


# -- what is looked into -----------------------------------------------------------------------------


def test_every_other_answer_is_looked_into_when_they_are_few(evening: Replay[Any, Any]) -> None:
    seq = next(
        seq for seq in moments(evening, amid=True) if 1 < len(find_answer(evening, seq).question.options) <= 4
    )
    told = wonder(evening, seq, bot="random", matches=1)
    moment = find_answer(evening, seq)
    assert told.continuations[0].picks == moment.answer
    assert sorted(one.picks for one in told.continuations) == sorted(
        sample_answers(moment.question, Random(1))
    )


def test_where_they_are_many_it_is_what_the_bot_likes_best() -> None:
    told = wonder(study(LAST, (1, "end")), AGREED, matches=1)
    assert [one.picks for one in told.continuations] == [("end",), ("attack:SAM",)]


# -- how it is played on -----------------------------------------------------------------------------


def test_several_processes_find_what_one_does_and_tell_how_far_they_are(evening: Replay[Any, Any]) -> None:
    seq = moments(evening, amid=False)[-5]
    heard: list[tuple[int, int]] = []
    one = wonder(
        evening, seq, bot="random", matches=3, progress=lambda played, of: heard.append((played, of))
    )
    assert one == wonder(evening, seq, bot="random", matches=3, workers=process_workers(2))
    assert one != wonder(evening, seq, bot="random", matches=3, seed="another")
    of = 3 * len(one.continuations)
    assert heard == [(played, of) for played in range(1, of + 1)]


def test_from_the_midst_of_any_effect_bots_play_on(evening: Replay[Any, Any]) -> None:
    arena = take("arena")
    amid = moments(evening, amid=True)
    for seq in amid[:: len(amid) // 12]:
        moment = find_answer(evening, seq)
        for picks in sample_answers(moment.question, Random(seq)):
            winners = whatif.play_to_end(arena.game, arena.rules, moment, picks, BOTS["random"], "s")
            assert winners in ((0,), (1,), ())


def test_what_no_seat_knows_lies_otherwise_each_time_and_all_else_as_it_did(
    evening: Replay[Any, Any],
) -> None:
    seq = next(
        seq for seq in moments(evening, amid=False) if "end" in find_answer(evening, seq).question.options
    )
    arena, moment = take("arena"), find_answer(evening, seq)
    everyone, judge = Viewer("both", frozenset((0, 1))), Viewer("judge", frozenset((CHANCE, 0, 1)))

    def seen(seed: str, viewer: Viewer) -> Any:
        boards: list[Any] = []

        def watchful(
            game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
        ) -> Picks:
            boards.append(rules.redact_board(match.position.board, viewer))
            return guess_answer(question, rng)

        whatif.play_to_end(arena.game, arena.rules, moment, ("end",), watchful, seed)
        return boards[0]

    one, other = seen("one", judge), seen("another", judge)
    assert seen("one", judge) == one != other
    assert seen("one", everyone) == seen("another", everyone)


def test_a_match_that_goes_on_and_on_is_won_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = take("arena")
    facts = play_match(arena.game, arena.rules, "s", [BOTS["random"]] * 2, {})
    film = Replay(arena.rules, facts)
    monkeypatch.setattr(whatif, "MAX_EXTRA_ROUNDS", -60)
    told = wonder(film, moments(film, amid=False)[3], bot="random", matches=2)
    assert {one.unfinished for one in told.continuations} == {2}
    assert all(chances.share.value == 0 for one in told.continuations for chances in one.chances)


# -- what cannot be asked ----------------------------------------------------------------------------


def test_a_moment_at_which_nobody_was_asked(evening: Replay[Any, Any]) -> None:
    seq = moments(evening, amid=False)[3]
    with pytest.raises(WrongMoment, match=f"No question is open after fact {seq + 1}; the next one is after"):
        find_answer(evening, seq + 1)
    last = len(evening)
    with pytest.raises(WrongMoment, match=f"No question follows fact {last}: the match is over"):
        find_answer(evening, last)
    with pytest.raises(UnknownMoment, match=f"There is no fact {last + 1}"):
        find_answer(evening, last + 1)


def test_a_question_that_was_not_answered() -> None:
    with pytest.raises(WrongMoment, match="The question that is open after fact 3 was not answered"):
        find_answer(study(LAST), AGREED)


@pytest.mark.parametrize(
    ("instead", "refusal"),
    [
        ("attack:ARI", "cannot be chosen"),
        ("end attack:SAM", "1 pick wanted"),
        ("end", "is what was answered"),
    ],
)
def test_what_could_not_have_been_answered(instead: str, refusal: str) -> None:
    film = study(LAST, (1, "end"))
    with pytest.raises((decider.Illegal, WrongMoment), match=refusal):
        require_alternatives(film.rules, find_answer(film, AGREED), [tuple(instead.split())])


def test_there_was_no_choice(trumps: GameWithBook) -> None:
    film = Replay(trumps.rules, trumps.play("tonight", "random", "random"))
    forced = [
        seq
        for seq in film.seqs
        if (moment := point_at(film, film.at(seq))) is not None
        and (len(moment.question.options), moment.question.least) == (1, 1)
    ]
    with pytest.raises(WrongMoment, match="Nothing else could have been answered there"):
        require_alternatives(film.rules, find_answer(film, forced[0]), [])


def test_in_the_midst_of_things_the_nearest_question_is_the_next_one(evening: Replay[Any, Any]) -> None:
    first, second, *_ = moments(evening, amid=False)
    between: Sequence[int] = range(first + 1, second + 1)
    found = {nearest_point(evening, seq).match.seq for seq in between}
    assert nearest_point(evening, first).match.seq == first
    assert second in found
    assert found <= {seq for seq in between if point_at(evening, evening.at(seq)) is not None}
    assert nearest_point(evening, 1).match.seq > 3
