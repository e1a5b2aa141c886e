"""Positions with unknown cards, as players at a real table know them."""

from __future__ import annotations

import pytest

from domain.decider import Unplayable
from domain.games import GAMES
from domain.model import Viewer
from domain.notation import Unreadable
from domain.sheets.unknowns import fill_position, list_fillings, read_partial
from service.catalog.cardsets import packaged_cards

ARENA = GAMES["arena"]
BOOK = packaged_cards("arena").book

TABLE = (
    "arena chapter=1 edition=en / play round=2 vp=2:1 turn=SAM left=m1a1 order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=6 / A.ALA at=e2 hp=7 / B.GAS at=d5 hp=9 / B.ARI at=c6 hp=4 / "
)
UNKNOWN = f"{TABLE}A deck=SAM01,?12 hand=SAM02,? discards=ALA03 / B deck=?11 hand=?5"


def test_each_unknown_card_is_filled_with_an_unseen_card_of_its_own_summoner() -> None:
    filling = fill_position(read_partial(UNKNOWN, ARENA, BOOK))
    board = ARENA.read_position(filling.text, BOOK)
    first, second = board.summoners
    assert (len(first.deck), first.deck[0], len(first.hand), first.hand[0]) == (13, "SAM01", 2, "SAM02")
    assert (len(second.deck), len(second.hand)) == (11, 5)
    assert not filling.cards & {"SAM01", "SAM02", "ALA03"}
    assert {card[:3] for card in (*first.deck, *first.hand)} == {"SAM", "ALA"}


def test_the_fillings_put_each_unseen_card_once_into_each_pile() -> None:
    fillings = [
        ARENA.read_position(filling.text, BOOK)
        for filling in list_fillings(read_partial(UNKNOWN, ARENA, BOOK))
    ]
    hands = {board.summoners[0].hand[1] for board in fillings}
    assert hands == {card for card in BOOK.cards if card[:3] in ("SAM", "ALA")} - {"SAM01", "SAM02", "ALA03"}


def test_a_board_as_a_spectator_sees_it_is_written_with_unknown_cards() -> None:
    board = ARENA.read_position(fill_position(read_partial(UNKNOWN, ARENA, BOOK)).text, BOOK)
    rules = ARENA.make_rules(BOOK)
    seen = ARENA.write_position(rules.redact_board(board, Viewer("spectator", frozenset())))
    assert seen.endswith("A deck=?13 hand=?2 discards=ALA03 / B deck=?11 hand=?5")
    assert read_partial(seen, ARENA, BOOK).text == seen


@pytest.mark.parametrize(
    ("position", "error", "sentence"),
    [
        (UNKNOWN.replace("deck=?11", "deck=?30"), Unplayable, "B has 15 unknown cards more"),
        (UNKNOWN.replace("turn=SAM", "turn=?"), Unreadable, "“turn” of play holds no cards"),
        (UNKNOWN.replace("hand=?5", "hand=?0"), Unreadable, "unknown cards are ?, or ?2 to ?99"),
        (f"villainous{UNKNOWN[5:]}", Unreadable, "begins with “arena”"),
    ],
)
def test_unknown_cards_in_a_wrong_place_or_number_are_refused(
    position: str, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence.replace("?", r"\?")):
        read_partial(position, ARENA, BOOK)


def test_a_villain_has_unknown_cards_of_two_decks() -> None:
    villainous, book = GAMES["villainous"], packaged_cards("villainous").book
    text = (
        "villainous / act seat=0 turn=3 cauldron=77 / "
        "0.prince-john at=jail power=2 hand=warrant-1,?3 deck=?26 fate=?15 / "
        "1.captain-hook at=jolly-roger power=1 locked=hangmans-tree hand=?4 deck=?26 fate=robin-hood,?14"
    )
    with pytest.raises(Unplayable, match="robin-hood"):
        villainous.read_position(fill_position(read_partial(text, villainous, book)).text, book)
    partial = read_partial(text.replace("robin-hood,?14", "?15"), villainous, book)
    board = villainous.read_position(fill_position(partial).text, book)
    assert [len(realm.fate.deck) for realm in board.realms] == [15, 15]
    assert [len(realm.hand) for realm in board.realms] == [4, 4]
