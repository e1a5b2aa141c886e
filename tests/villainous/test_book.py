"""The book: what is printed, and how a mistake in it is told."""

from __future__ import annotations

import ast
import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import villainous
from domain.core import Unplayable
from domain.games import Game
from domain.villainous.board import Board, Realm
from domain.villainous.villains import LORE
from domain.words import Asked
from tests.villainous.play import BOOK, PRINTED, sits


def test_copies_are_numbered_and_single_cards_are_not() -> None:
    assert "warrant-3" in BOOK.cards
    assert "peter-pan" in BOOK.cards
    assert "peter-pan-1" not in BOOK.cards


def test_every_script_belongs_to_a_printed_card() -> None:
    assert set(LORE) <= {card.id for card in BOOK.cards.values()}


def test_the_package_is_a_game() -> None:
    game: Game = villainous
    assert (game.NAME, game.SEATS) == ("villainous", (2, 3, 4, 5, 6))


def test_the_catalogue_tells_where_every_card_is_known_from() -> None:
    told = villainous.catalogue(BOOK)
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
        villainous.worth(Board((mine, sits("prince-john")), 80), BOOK, 0) for mine in (worse, better)
    )
    assert low < high


def test_who_has_won_stands_best() -> None:
    won = Board((sits("prince-john"), sits("captain-hook", power=30)), 50, winner=0)
    assert villainous.worth(won, BOOK, 0) > 100 > -100 > villainous.worth(won, BOOK, 1)


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


# -- a seventh Villain, and what is asked --------------------------------------------------------------


def symbols(*actions: str) -> list[dict[str, str]]:
    return [{"action": action} for action in actions]


GASTON = {
    "id": "gaston",
    "name": "Gaston",
    "film": "Beauty and the Beast",
    "objective": "Ours alone, for this test.",
    "sources": [],
    "locations": [
        {"id": place, "name": place.title(), "top": symbols("play_card"), "bottom": symbols("fate")}
        for place in ("tavern", "village", "woods", "beasts-castle")
    ],
    "villain": [{"id": "lefou", "name": "LeFou", "kind": "ally", "copies": 30, "strength": 1, "text": ""}],
    "fate": [{"id": "belle", "name": "Belle", "kind": "hero", "copies": 15, "strength": 3, "text": ""}],
}


def test_vi_001_with_seven_villains_in_the_book_six_play_and_not_seven() -> None:
    book = villainous.read_book({**PRINTED, "villains": [*PRINTED["villains"], GASTON]})
    rules = villainous.rules(book)
    names = [*villainous.cast(book)]
    assert len(names) == 7
    assert len(rules.start({"villains": names[1:]}, 6).realms) == 6
    with pytest.raises(Unplayable) as error:
        rules.start({"villains": names}, 7)
    assert error.value.refusal == ("VI-001", "This book seats 2 to 6 players, not 7.")


def prompts() -> set[str]:
    """Every prompt of a question that a rule or a card of the package puts, as its source has it."""
    found: set[str] = set()
    for file in Path(villainous.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and len(call.args) > 1:
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                prompt = call.args[1]
                if name in ("Asked", "choose", "may", "order", "pick") and isinstance(prompt, ast.Constant):
                    found.add(str(prompt.value))
    return found - {"begin"}


def test_everything_that_is_asked_has_a_sentence() -> None:
    asked = prompts()
    assert {"where", "offer", "condition"} <= asked
    assert all(villainous.sentence(Asked(0, prompt, ("a",)), BOOK) for prompt in asked)
