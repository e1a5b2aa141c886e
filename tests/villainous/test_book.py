"""The book: what is printed, and how a mistake in it is told."""

from __future__ import annotations

import copy
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import msgspec
import pytest

from domain import villainous
from domain.games import Game
from domain.model import Asked, SeatHandedOver, SeatRetired
from domain.villainous.board import Board, Realm
from domain.villainous.evolve import CHANGES
from domain.villainous.text.prompts import UNREADABLE, prompts_in
from tests.villainous.play import BOOK, PRINTED, sits


def test_copies_are_numbered_and_single_cards_are_not() -> None:
    assert "warrant-3" in BOOK.cards
    assert "peter-pan" in BOOK.cards
    assert "peter-pan-1" not in BOOK.cards


def test_every_script_belongs_to_a_printed_card() -> None:
    for villain in BOOK.villains.values():
        printed = {card.id for card in (*villain.villain, *villain.fate)}
        assert set(BOOK.scripts[villain.id].hooks) <= printed


def test_the_package_is_a_game() -> None:
    game: Game = villainous
    assert (game.NAME, game.SEATS) == ("villainous", (2, 3, 4, 5, 6))


def test_every_fact_folds() -> None:
    assert set(CHANGES._changes) == {*villainous.FACTS, SeatRetired, SeatHandedOver}


def test_the_catalogue_tells_where_every_card_is_known_from() -> None:
    told = villainous.describe_cards(BOOK)
    cards = [card for villain in told["villains"] for card in villain["villain"] + villain["fate"]]
    assert {card.get("provenance") for card in cards} <= {"handbook", "sources", "house"}
    assert all(set(villain["sources"]) <= set(told["sources"]) for villain in told["villains"])


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (sits("maleficent"), sits("maleficent", power=5)),
        (sits("maleficent"), sits("maleficent", realm="castle: / savage-goon-1")),
        (sits("maleficent"), sits("maleficent", realm="castle: / green-fire-1")),
        (sits("maleficent", realm="castle: guards-1"), sits("maleficent")),
        (sits("captain-hook"), sits("captain-hook", unlocked=True)),
    ],
)
def test_power_allies_curses_and_unlocked_places_stand_well_and_heroes_do_not(
    worse: Realm, better: Realm
) -> None:
    low, high = (
        villainous.evaluate(Board((mine, sits("prince-john")), 80), BOOK, 0) for mine in (worse, better)
    )
    assert low < high


def test_who_has_won_stands_best() -> None:
    won = Board((sits("prince-john"), sits("captain-hook", power=30)), 50, winner=0)
    assert villainous.evaluate(won, BOOK, 0) > 100 > -100 > villainous.evaluate(won, BOOK, 1)


def mistaken(**at: Any) -> dict[str, Any]:
    """The book with another first card in Prince John's Villain deck."""
    book: dict[str, Any] = copy.deepcopy(PRINTED)
    book["villains"][0]["villain"][0] |= at
    return book


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        ({"cost": "cheap"}, r"Expected `int`, got `str` - at `\$.villains\[0\].villain\[0\].cost`"),
        ({"price": 3}, r"unknown field `price` - at `\$.villains\[0\].villain\[0\]`"),
        ({"id": "warrant"}, r"Two cards are called “warrant” - at `\$.villains\[0\].villain\[0\].id`"),
        ({"id": "levies"}, r"No script tells what “levies” does - at `\$.villains\[0\].villain\[0\].kind`"),
        ({"enters": "hangmans-tree"}, r"There is no “hangmans-tree”, only sherwood, .*\.enters`"),
        ({"kind": "condition"}, r"Every Condition requires something.*\.requires`"),
    ],
)
def test_a_mistake_in_the_book_is_told_with_its_path(mistake: dict[str, Any], told: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=told):
        villainous.read_book(mistaken(**mistake))


def test_a_board_has_four_locations() -> None:
    book = mistaken()
    book["villains"][0]["locations"].pop()
    with pytest.raises(msgspec.ValidationError, match=r"4 locations.*\$.villains\[0\].locations"):
        villainous.read_book(book)


def prompts() -> set[str]:
    """Every prompt of a question that a rule or a card of the package puts."""
    modules = walk_packages(villainous.__path__, "domain.villainous.")
    names = [module.name for module in modules if not module.name.startswith("domain.villainous.villains")]
    found = {prompt for name in names for prompt in prompts_in(import_module(name))}
    return found.union(*(script.prompts for script in BOOK.scripts.values())) - {"begin", UNREADABLE}


def test_everything_that_is_asked_has_a_sentence() -> None:
    known = prompts()
    assert {"where", "offer", "condition", "warrants"} <= known
    assert all(villainous.fact_sentence(Asked(0, prompt, ("a",)), BOOK) for prompt in known)
