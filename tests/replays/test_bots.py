"""Bots play by the rules, to the end, and the same seed plays the same match."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain import decider, table
from domain.games import GAMES, Game
from domain.model import Answered, Asked, Fact, Picks, Viewer
from domain.notation import event_tag
from domain.rules import Rules
from domain.table import Match, MatchEnded, MatchOpened, SeatClaimed
from replays.audits.verify import verify
from replays.bots.candidates import END, MAX_SAMPLED_ANSWERS, guess_answer, sample_answers
from replays.bots.greedy_bot import greedy
from replays.bots.players import BOTS, EndlessMatch, answer_question, play_match
from tests.newgame.domain import trumps as toy

from ..arena.play import Play, make_play, reprinted
from .conftest import GameWithBook, take
from .duellists import duellists


def winners(facts: list[Fact]) -> tuple[int, ...]:
    """Returns who won."""
    end = facts[-1].event
    assert isinstance(end, MatchEnded)
    return end.winners


def test_a_match_is_played_from_its_opening_to_its_end(trumps: GameWithBook) -> None:
    facts = trumps.play("tonight", "random", "random")
    assert isinstance(facts[0].event, MatchOpened)
    assert isinstance(facts[-1].event, MatchEnded)
    assert verify(trumps.rules, facts).ok


def test_the_same_seed_plays_the_same_match(trumps: GameWithBook) -> None:
    assert trumps.play("tonight", "random", "greedy") == trumps.play("tonight", "random", "greedy")
    assert trumps.play("tonight", "random", "greedy") != trumps.play("tomorrow", "random", "greedy")


def test_what_the_match_is_played_with_is_pinned(trumps: GameWithBook) -> None:
    facts = play_match(trumps.game, trumps.rules, "s", [BOTS["random"]] * 2, {"long": True}, cards="c0ffee")
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    assert (opened.game, opened.version, opened.options, opened.cards) == (
        "trumps",
        1,
        {"long": True},
        "c0ffee",
    )


def test_a_guess_is_always_an_answer_and_every_answer_may_be_guessed() -> None:
    rng = Random(1)
    question = Asked(0, "any", ("a", "b", "c"), least=1, most=2)
    guesses = Counter(guess_answer(question, rng) for _ in range(900))
    assert all(question.allows(picks) for picks in guesses)
    assert len(guesses) == 3 + 6
    assert sum(n for picks, n in guesses.items() if len(picks) == 1) == pytest.approx(450, abs=60)


def test_every_answer_of_one_pick_is_looked_into() -> None:
    assert sample_answers(Asked(0, "which", ("a", "b", "a")), Random(1)) == [("a",), ("b",)]
    assert sample_answers(Asked(0, "which", ("a", "b"), least=0), Random(1)) == [(), ("a",), ("b",)]


def test_of_many_answers_a_handful_is_looked_into() -> None:
    letters = tuple("abcdefgh")
    question = Asked(0, "order", letters, least=8, most=8)
    looked = sample_answers(question, Random(1))
    assert len(looked) == MAX_SAMPLED_ANSWERS
    assert all(sorted(picks) == sorted(letters) for picks in looked)


def test_greed_beats_chance_at_sorcerers_arena() -> None:
    arena = take("arena")
    won = [winners(arena.play(f"evening {n}", "random", "greedy")) for n in range(5)]
    assert won.count((1,)) >= 4


def test_greed_takes_what_pays_most_at_once(trumps: GameWithBook) -> None:
    facts = trumps.play("tonight", "greedy", "random")
    match = table.fold(trumps.rules, facts[:6])
    question = table.open_question(trumps.rules, match)
    assert question is not None
    picked = greedy(trumps.game, trumps.rules, match, question, Random(1))
    assert picked == (max(match.position.board.hands[0], key=int),)


def test_equals_are_chosen_between_by_chance(trumps: GameWithBook) -> None:
    class Indifferent:
        """Trumps in which nobody cares."""

        def __getattr__(self, name: str) -> Any:
            return getattr(toy, name)

        def evaluate(self, board: toy.Board, book: tuple[str, ...], seat: int) -> float:
            return 0.0

    match = table.fold(trumps.rules, trumps.play("tonight", "random", "random")[:6])
    question = table.open_question(trumps.rules, match)
    assert question is not None
    picked = {greedy(Indifferent(), trumps.rules, match, question, Random(n)) for n in range(40)}
    assert len(picked) > 5


def test_greed_weighs_only_what_its_seat_can_see(trumps: GameWithBook) -> None:
    weighed: list[toy.Board] = []

    class Nosy:
        """Trumps in which somebody keeps a record of what was weighed."""

        def __getattr__(self, name: str) -> Any:
            return getattr(toy, name)

        def evaluate(self, board: toy.Board, book: tuple[str, ...], seat: int) -> float:
            weighed.append(board)
            return toy.evaluate(board, book, seat)

    match = table.fold(trumps.rules, trumps.play("tonight", "random", "random")[:6])
    question = table.open_question(trumps.rules, match)
    assert question is not None
    greedy(Nosy(), trumps.rules, match, question, Random(1))
    assert weighed
    assert all(set(board.hands[1]) == {""} for board in weighed)


def test_an_endless_match_is_given_up(trumps: GameWithBook) -> None:
    with pytest.raises(EndlessMatch, match="3 answers were given, and the match was not over"):
        play_match(trumps.game, trumps.rules, "s", [BOTS["random"]] * 2, {}, max_answers=3)


def test_a_bot_is_any_function_of_that_shape(trumps: GameWithBook) -> None:
    def careful(game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random) -> Picks:
        return () if question.least == 0 else (min(question.options, key=int),)

    facts = play_match(trumps.game, trumps.rules, "s", [careful, careful], {})
    assert not any(isinstance(fact.event, toy.Trumped) for fact in facts)


def test_bots_play_every_game_of_the_service(given: GameWithBook) -> None:
    facts = given.play("the house", "greedy", "random", *["random"] * (given.game.SEATS[0] - 2))
    assert isinstance(facts[-1].event, MatchEnded)
    assert Viewer("spectator", frozenset()) in table.all_viewers(given.rules, table.fold(given.rules, facts))
    assert {event_tag(kind) for kind in given.game.FACTS} & {event_tag(type(fact.event)) for fact in facts}


# -- what an answer may take -------------------------------------------------------------------------

MELEE = """
         .   .   .   .
       .   .  DEM  .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .  MAL  .   .
         .   .   .   .
"""
SIX = "SAM ALA MAL / GAS ARI DEM"


def at(play: Play) -> Match[Any]:
    """Returns a match that stands where *play* does."""
    opened = MatchOpened("arena", 2, {}, 2, "", "", 0, "a seed")
    seated = tuple(SeatClaimed(seat, f"bot-{seat}", "", 0) for seat in (0, 1))
    return Match(opened, seated, play.position, seeds=("a seed",))


def test_greed_answers_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rival moved up to 4 spaces: some 30,000 positions, and as many again in every answer."""
    monkeypatch.setattr("replays.bots.greedy_bot.POSITIONS", 400)
    looked: list[Answered] = []

    def counted(rules: Rules[Any, Any], *rest: Any) -> decider.Decision[Any]:
        looked.append(rest[1])
        return decide(rules, *rest)

    decide = decider.decide
    sweep = reprinted("SAM09", [{"verb": "push", "up_to": 4, "to": "each rival"}])
    play = make_play(MELEE, "SAM", teams=SIX, chapter=4, blue="SAM09 SAM08", printed=sweep)
    monkeypatch.setattr(decider, "decide", counted)
    picks = greedy(GAMES["arena"], play.rules, at(play), play.asked, Random(1))
    assert play.asked.allows(picks)
    assert len(looked) < 800


def test_greed_ends_its_turn_and_not_the_one_that_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: set[str] = set()

    def noted(rules: Rules[Any, Any], position: decider.Position[Any], *rest: Any) -> decider.Decision[Any]:
        if rest[0].picks == (END,):
            ended.add(position.board.active)
        return decide(rules, position, *rest)

    decide = decider.decide
    play = make_play(MELEE, "SAM", teams=SIX, order="SAM ALA MAL GAS ARI DEM")
    monkeypatch.setattr(decider, "decide", noted)
    greedy(GAMES["arena"], play.rules, at(play), play.asked, Random(1))
    assert ended == {"SAM"}


def test_greed_answers_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replays.bots.greedy_bot.SECONDS", -1.0)
    play = make_play(MELEE, "SAM", teams=SIX, chapter=4, blue="SAM09 SAM08")
    assert play.asked.allows(greedy(GAMES["arena"], play.rules, at(play), play.asked, Random(1)))


def unending() -> Play:
    """A match of the first rules in which Gaston's blow would never be followed to its end (SA-414)."""
    first = replace(duellists().book, version=1)
    return make_play(MELEE, "GAS", teams=SIX, chapter=4, upgraded="SAM GAS", printed=first)


def test_greed_leaves_alone_what_has_no_end() -> None:
    play = unending()
    picks = greedy(GAMES["arena"], play.rules, at(play), play.asked, Random(1))
    assert play.red(*picks).story


def test_a_bot_that_is_stuck_gives_another_answer_that_works() -> None:
    def stubborn(
        game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
    ) -> Picks:
        return ("attack:SAM",)

    play = unending()
    followed = answer_question(GAMES["arena"], play.rules, at(play), play.asked, [stubborn] * 2, Random(1))
    assert followed.facts[0].event != Answered(1, ("attack:SAM",))
    assert followed.match.seq > 0
