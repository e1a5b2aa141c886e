"""A game is a conversation: the table asks, a seat answers, things happen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain import decider
from domain.decider import Illegal, Position
from domain.model import CHANCE, Answered, Asked, Fact, Picks, Resolved
from domain.script import (
    Script,
    choose_exactly,
    choose_one,
    choose_order,
    choose_up_to,
    draw_by_chance,
    shuffle_cards,
)

from .toy_game import Evening, Game, Round, Said, T, ToyBoard, Whispered, hello, interview


def asking(ask: Script[Picks]) -> Round:
    """A round that asks once and says what was picked."""

    def script(t: T) -> Script[None]:
        picks = yield from ask
        yield Said("+".join(picks) or "nothing")

    return script


# -- questions and answers ---------------------------------------------------------------------------


def test_between_effects_the_board_itself_asks() -> None:
    assert Evening(hello).asked == Asked(0, "round", ("go", "wait"))


def test_an_answer_is_told_first_then_what_follows_and_that_it_is_done() -> None:
    assert Evening(hello).answer(0, "go").facts == [
        Fact(1, 0, "", Answered(0, ("go",), 7)),
        Fact(2, 1, "", Said("hello")),
        Fact(3, 2, "", Resolved()),
    ]


def test_when_the_game_is_over_nothing_is_asked() -> None:
    def leave(t: T) -> Script[None]:
        yield Said("Good night")

    evening = Evening(leave).answer(0, "go")
    assert evening.asked is None
    with pytest.raises(Illegal, match="No question is open") as illegal:
        evening.answer(0, "go")
    assert illegal.value.question is None


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: choose_one(1, "which", ()), "nothing"),
        (lambda: choose_one(1, "which", ("a",)), "a"),
        (lambda: choose_up_to(1, "which", ()), "nothing"),
        (lambda: choose_exactly(1, "which", ("a", "b"), 2), "a+b"),
        (lambda: choose_exactly(1, "which", ("a", "b"), 5), "a+b"),
        (lambda: choose_exactly(1, "which", ("a", "b"), 0), "nothing"),
        (lambda: choose_order(1, "which", ("a",)), "a"),
        (lambda: choose_order(1, "which", ()), "nothing"),
    ],
)
def test_a_question_with_one_answer_is_not_asked(ask: Callable[[], Script[Picks]], said: str) -> None:
    assert Evening(asking(ask())).answer(0, "go").words == (said,)


@pytest.mark.parametrize(
    ("ask", "least", "most"),
    [
        (lambda: choose_one(1, "which", ("a", "b", "c")), 1, 1),
        (lambda: choose_up_to(1, "which", ("a",)), 0, 1),
        (lambda: choose_up_to(1, "which", ("a", "b", "c"), maximum=2), 0, 2),
        (lambda: choose_up_to(1, "which", ("a", "b"), maximum=9), 0, 2),
        (lambda: choose_exactly(1, "which", ("a", "b", "c"), 2), 2, 2),
        (lambda: choose_order(1, "which", ("a", "b", "c")), 3, 3),
    ],
)
def test_a_question_says_how_many_it_wants(ask: Callable[[], Script[Picks]], least: int, most: int) -> None:
    asked = next(ask())
    assert isinstance(asked, Asked)
    assert (asked.seat, asked.prompt, asked.least, asked.most) == (1, "which", least, most)


def test_the_order_of_the_picks_is_kept() -> None:
    def line_up(t: T) -> Script[None]:
        yield from asking(choose_order(1, "line up", ("ann", "bob", "cid")))(t)

    evening = Evening(line_up).answer(0, "go").answer(1, "cid", "ann", "bob")
    assert evening.words == ("cid+ann+bob",)


def test_options_may_be_alike_and_each_is_picked_once() -> None:
    asked = Asked(0, "cards", ("ace", "ace", "king"), 2, 2)
    assert asked.allows(("ace", "ace"))
    assert not asked.allows(("king", "king"))
    assert not asked.allows(("ace",))
    assert not asked.allows(("ace", "queen"))


# -- effects that ask in the middle ------------------------------------------------------------------


def test_an_effect_goes_on_where_it_stopped_and_says_nothing_twice() -> None:
    evening = Evening(interview).answer(0, "go")
    assert evening.asked == Asked(1, "name", ("ann", "bob"))
    assert " / ".join(evening.words) == "welcome"
    evening.answer(1, "bob")
    assert evening.asked == Asked(1, "drink", ("tea", "gin"), 0, 1, "bob")
    evening.answer(1, "tea")
    assert " / ".join(evening.words) == "welcome / hello bob / tea after 2 words"
    assert [fact.seq for fact in evening.facts] == list(range(1, 10))
    assert evening.asked == Asked(0, "round", ("go", "wait"))


def test_a_log_is_picked_up_at_any_fact() -> None:
    evening = Evening(interview).answer(0, "go").answer(1, "bob")
    stored = decider.fold(evening.rules, Position(ToyBoard()), evening.facts)
    assert stored == evening.position
    facts, _ = decider.decide(Game(interview), stored, Answered(1, ("gin",), 7), evening.chance)
    assert facts == evening.answer(1, "gin").facts[6:]


def test_an_effect_goes_on_without_being_told_again_for_who_answers_first() -> None:
    begun = []

    def counted(t: T) -> Script[None]:
        begun.append(t)
        yield from interview(t)

    evening = Evening(counted).answer(0, "go")
    waiting = evening.position
    evening.answer(1, "bob")
    assert len(begun) == 1
    tried = [
        decider.decide(evening.rules, waiting, Answered(1, (name,), 7), evening.chance)
        for name in ("ann", "bob")
    ]
    assert len(begun) == 3
    assert [decision.position.board.words[-1] for decision in tried] == ["hello ann", "hello bob"]
    assert (tried[1].facts, tried[1].position) == (evening.facts[3:], evening.position)


def test_an_answer_that_is_refused_leaves_the_effect_where_it_waits() -> None:
    evening = Evening(interview).answer(0, "go")
    with pytest.raises(Illegal):
        evening.answer(1, "cid")
    assert " / ".join(evening.answer(1, "ann").words) == "welcome / hello ann"


def test_chance_is_a_seat_that_answers_at_once_and_in_secret() -> None:
    def cards(t: T) -> Script[None]:
        top, *_ = yield from shuffle_cards(("ace", "king", "queen"))
        yield Whispered(0, top)
        yield from asking(draw_by_chance(("tails", "heads")))(t)

    evening = Evening(cards, ("king", "queen", "ace"), ("heads",)).answer(0, "go")
    assert evening.words == ("king", "heads")
    assert [fact.event for fact in evening.facts if isinstance(fact.event, Answered)][1:] == [
        Answered(CHANCE, ("king", "queen", "ace"), secret=True),
        Answered(CHANCE, ("heads",), secret=True),
    ]
    assert evening.chance.remaining == []


def test_chance_is_not_asked_again_when_the_effect_goes_on() -> None:
    def deal(t: T) -> Script[None]:
        for card in (yield from shuffle_cards(("ace", "king"))):
            for _ in (yield from choose_up_to(1, "keep", (card,))):
                yield Whispered(1, card)

    evening = Evening(deal, ("king", "ace")).answer(0, "go").answer(1).answer(1, "ace")
    assert evening.words == ("ace",)


# -- what is no answer -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "picks", "words", "where"),
    [
        (1, ("go",), "Seat 0 answers now, not seat 1.", "/picks"),
        (0, ("dance",), "Nobody in a toy_game says “dance”.", "/picks/0"),
        (0, ("go", "dance"), "Nobody in a toy_game says “dance”.", "/picks/1"),
        (0, (), "1 pick wanted, 0 given.", "/picks"),
        (0, ("go", "wait"), "1 pick wanted, 2 given.", "/picks"),
        (0, ("go", "go"), "1 pick wanted, 2 given.", "/picks"),
    ],
)
def test_what_is_no_answer_is_refused_in_words(seat: int, picks: Picks, words: str, where: str) -> None:
    evening = Evening(hello)
    with pytest.raises(Illegal) as illegal:
        evening.answer(seat, *picks)
    assert str(illegal.value) == illegal.value.refusal.sentence == words
    assert (illegal.value.question, illegal.value.pointer) == (evening.asked, where)


def test_too_few_of_many_is_refused_in_words() -> None:
    def some(t: T) -> Script[None]:
        yield Asked(1, "some", ("a", "b", "c"), 2, 3)

    evening = Evening(some).answer(0, "go")
    with pytest.raises(Illegal, match="2 to 3 different picks wanted, 1 given"):
        evening.answer(1, "a")
    with pytest.raises(Illegal, match="2 to 3 different picks wanted, 2 given"):
        evening.answer(1, "a", "a")


def test_a_refused_answer_leaves_everything_as_it_was() -> None:
    evening = Evening(interview).answer(0, "go")
    before = evening.position
    with pytest.raises(Illegal):
        evening.answer(1, "zoe")
    assert evening.position == before
    assert evening.answer(1, "ann").words[-1] == "hello ann"
