"""What a board is shown with: how far each objective is, and which symbols Heroes cover."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain import villainous
from domain.villainous.board import Realm
from tests.villainous.play import BOOK, Match, sits

LAWN = """
    courtyard: / club-guard-1 ~wicket, spade-guard-1 ~wicket
    hedge-maze: / heart-guard-1 ~wicket
    tulgey-wood: / diamond-guard-1
"""


def reckoned(mine: Realm) -> dict[str, int]:
    """The numbers of a table where *mine* comes first."""
    other = sits("jafar" if mine.who == "maleficent" else "maleficent")
    return villainous.board_numbers(Match(mine, other).position.board, BOOK)


@pytest.mark.parametrize(
    ("mine", "steps"),
    [
        (sits("prince-john", power=14), {"power": (14, 20)}),
        (sits("captain-hook"), {"tree": (0, 1), "boy": (0, 1), "ship": (0, 1)}),
        (
            sits("captain-hook", realm="hangmans-tree: peter-pan"),
            {"tree": (0, 1), "boy": (1, 1), "ship": (0, 1)},
        ),
        (
            sits("captain-hook", realm="jolly-roger: peter-pan", unlocked=True),
            {"tree": (1, 1), "boy": (1, 1), "ship": (1, 1)},
        ),
        (
            sits("maleficent", realm="forest: / green-fire-1, green-fire-2\ncastle: / forest-of-thorns-1"),
            {"curses": (2, 4)},
        ),
        (
            sits("jafar", realm="sultans-palace: / magic-lamp"),
            {"cave": (0, 1), "lamp": (1, 1), "wisher": (0, 1)},
        ),
        (
            sits("jafar", realm="agrabah: aladdin +magic-lamp\noasis: / genie ~hypnotized", unlocked=True),
            {"cave": (1, 1), "lamp": (0, 1), "wisher": (1, 1)},
        ),
        (sits("queen-of-hearts", realm=LAWN), {"wickets": (2, 4)}),
        (sits("ursula", realm="lair: / crown\nshore: / trident"), {"treasures": (1, 2)}),
        (sits("ursula", realm="lair: king-triton +trident / crown"), {"treasures": (1, 2)}),
    ],
)
def test_vi_120_everyone_can_count_how_far_an_objective_is(
    mine: Realm, steps: dict[str, tuple[int, int]]
) -> None:
    told = reckoned(mine)
    names = [what.removeprefix("done:0:") for what in told if what.startswith("done:0:")]
    assert {step: (told[f"done:0:{step}"], told[f"wanted:0:{step}"]) for step in names} == steps


def test_vi_123_the_winner_shows_all_steps_done_after_the_last_fight() -> None:
    board = replace(Match(sits("captain-hook"), sits("maleficent")).position.board, winner=0)
    told = villainous.board_numbers(board, BOOK)
    assert [told[f"done:0:{step}"] for step in ("tree", "boy", "ship")] == [1, 1, 1]
    assert told["done:1:curses"] == 0


def test_vi_081_symbols_that_heroes_cover_are_told_one_by_one() -> None:
    told = reckoned(sits("queen-of-hearts", realm="hedge-maze: alice ~shrunken\ncourtyard: dodo"))
    hidden = {what for what in told if what.startswith("covered:")}
    assert hidden == {"covered:hedge-maze:1", "covered:courtyard:1", "covered:courtyard:2"}


def test_vi_105_strength_is_told_of_all_who_fight() -> None:
    told = reckoned(sits("captain-hook", realm="jolly-roger: / smee, cannon-1"))
    assert {what: number for what, number in told.items() if what.startswith("strength:")} == {
        "strength:smee": 4
    }


@pytest.mark.parametrize(("at", "cost"), [("church", 2), ("nottingham", 3)])
def test_a_card_in_hand_is_shown_with_the_cost_that_the_crown_leaves(at: str, cost: int) -> None:
    mine = sits("prince-john", realm="church: / king-richards-crown", at=at, hand="rhino-guards-1")
    assert reckoned(mine)["cost:rhino-guards-1"] == cost
