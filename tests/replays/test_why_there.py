"""Why a card lies where it lies: by the fact that brought it there, and not by what only moved it up."""

from __future__ import annotations

from domain import table

from .conftest import golden, take
from .test_why import Match


def test_a_card_in_hand_was_drawn_even_if_others_have_left_the_hand_since() -> None:
    """SA-210"""
    match = Match(take("arena"), list(golden("arena-chapter-4")))
    late = len(match.film) - 5
    *_, judge = table.all_viewers(match.film.rules, match.film.at(late))
    hand = match.film.at(late).position.board.summoners[0].hand
    answers = [match.why(late, f"/board/summoners/0/hand/{place}", judge) for place in range(len(hand))]
    assert [answer.value for answer in answers] == list(hand) == ["GAS03", "GAS07", "FAC02", "GAS05"]
    assert [answer.steps[0].text for answer in answers] == [
        "Greedy-0 draws Head Down.",
        "Greedy-0 draws Bear Hug.",
        "Greedy-0 draws Clutch of Shadows.",
        "Greedy-0 draws Shove.",
    ]


def test_a_deck_lies_as_it_was_shuffled_however_many_were_drawn_from_it() -> None:
    """SA-114"""
    match = Match(take("arena"), list(golden("arena-chapter-4")))
    assert match.why(300, "/board/summoners/0/deck/0").steps[0].text == "Greedy-0 shuffles the deck."
