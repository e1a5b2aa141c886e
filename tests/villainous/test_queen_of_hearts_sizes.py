"""The Queen of Hearts: Heroes shrink and grow, and cover less or more of her board (VI-217)."""

from __future__ import annotations

from typing import Any

import pytest

from domain import villainous
from domain.model import Picks
from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from domain.villainous.play.symbols import covered_symbols
from tests.villainous.play import BOOK, Match, events_of_kind, sits
from tests.villainous.test_queen_of_hearts import ME, hook_acts, queen

QUEEN = 1


def hidden(realm: str, place: str, **rulings: Any) -> set[int]:
    """The symbols that are covered at *place*; the top row is 1 and 2."""
    match = Match(sits("queen-of-hearts", realm=realm), sits("captain-hook"), **rulings)
    return set(covered_symbols(match.realm(ME), BOOK.with_rulings(match.position.board.rulings), place))


def fated(realm: str, *fate: str) -> Match:
    """Hook has revealed two Fate cards of the Queen."""
    match = Match(
        sits("captain-hook", hand="scare-1"),
        sits("queen-of-hearts", "courtyard", realm, hand="unbirthday-1", fate=" ".join(fate)),
    )
    match.says(0, "move:skull-rock")
    match.says(0, f"fate:{QUEEN}")
    return match


# -- what is covered ---------------------------------------------------------------------------------


def test_a_hero_of_normal_size_covers_both_symbols_above() -> None:
    assert hidden("hedge-maze: alice", "hedge-maze") == {1, 2}
    assert hidden("hedge-maze: alice", "tulgey-wood") == set()


def test_vi_217_a_shrunken_hero_covers_one_symbol_the_left_or_the_right_one() -> None:
    """VI-C5: the match decides which; here the usual ruling leaves the right one free."""
    assert hidden("hedge-maze: alice ~shrunken", "hedge-maze") == {1}
    assert hidden("hedge-maze: alice ~shrunken", "hedge-maze", shrunken="right") == {2}


def test_vi_217_beside_a_shrunken_hero_nobody_of_normal_size_covers_anything() -> None:
    assert hidden("hedge-maze: alice, dodo ~shrunken, dormouse", "hedge-maze") == {1}


@pytest.mark.parametrize(
    ("place", "left", "right"),
    [("courtyard", set(), set()), ("hedge-maze", {2}, set()), ("tulgey-wood", {1, 2}, {1, 2}),
     ("white-rabbits-house", set(), {1})],
)  # fmt: skip
def test_vi_217_an_enlarged_hero_covers_the_nearest_symbol_next_door_as_well(
    place: str, left: set[int], right: set[int]
) -> None:
    assert hidden("tulgey-wood: alice ~enlarged &hedge-maze", place) == left
    assert hidden("tulgey-wood: alice ~enlarged &white-rabbits-house", place) == right


@pytest.mark.parametrize(
    ("there", "covers"),
    [
        ("alice ~enlarged &courtyard, dodo ~shrunken, dormouse", {1, 2}),
        ("dodo ~shrunken, dormouse", {2}),
        ("dormouse", {2}),
        ("", {2}),
    ],
)
def test_vi_217_enlarged_comes_before_shrunken_and_shrunken_before_normal(
    there: str, covers: set[int]
) -> None:
    """The Caterpillar reaches in from Tulgey Wood, and decides what is covered in the Hedge Maze."""
    assert (
        hidden(f"tulgey-wood: caterpillar ~enlarged &hedge-maze\nhedge-maze: {there}", "hedge-maze") == covers
    )


def test_two_heroes_reach_in_from_both_sides() -> None:
    both = "courtyard: alice ~enlarged &hedge-maze\ntulgey-wood: dodo ~enlarged &hedge-maze"
    assert hidden(both, "hedge-maze") == {1, 2}


@pytest.mark.parametrize(
    ("size", "rulings", "options"),
    [
        ("", {}, ("gain:3", "end")),
        (" ~shrunken", {}, ("activate:club-guard-1", "gain:3", "end")),
        (" ~shrunken", {"shrunken": "right"}, ("gain:3", "end")),
        (" ~enlarged &courtyard", {}, ("gain:3", "end")),
    ],
)
def test_the_queen_uses_what_the_hero_leaves_free(size: str, rulings: dict[str, Any], options: Picks) -> None:
    maze = f"hedge-maze: dormouse{size} / club-guard-1"
    with queen("hedge-maze", maze, hand="fury-1", **rulings) as match:
        assert match.asks() == (ME, "act", options)
        if size != " ~shrunken" or rulings:
            assert match.refused(ME, "activate:club-guard-1").startswith("VI-026")


# -- Makes You Smaller, and Fury ---------------------------------------------------------------------


def test_makes_you_smaller_shrinks_a_hero_and_uncovers_a_symbol_at_once() -> None:
    with queen("hedge-maze", "hedge-maze: alice / club-guard-1", hand="smaller-1") as match:
        match.says(ME, "play:smaller-1")
        assert match.realm(ME).cards["alice"].form == "shrunken"
        assert (match.realm(ME).power, match.where(ME, "smaller-1")) == (3, "discard")
        assert match.asks()[2] == ("activate:club-guard-1", "gain:3", "end")


def test_makes_you_smaller_brings_an_enlarged_hero_back_to_its_own_location() -> None:
    grown = "courtyard: dodo ~shrunken\ntulgey-wood: alice ~enlarged &hedge-maze, dormouse"
    with queen("white-rabbits-house", grown, hand="smaller-1 fury-1") as match:
        match.says(ME, "play:smaller-1")
        alice = match.realm(ME).cards["alice"]
        assert (alice.at, alice.form, alice.beside) == ("tulgey-wood", "", "")
        assert events_of_kind(match.facts, facts.CardTurned) == [facts.CardTurned(ME, "alice")]


def test_makes_you_smaller_is_aimed_at_one_hero() -> None:
    heroes = "courtyard: dodo ~shrunken, mad-hatter\ntulgey-wood: alice ~enlarged &hedge-maze, dormouse"
    with queen("white-rabbits-house", heroes, hand="smaller-1 fury-1") as match:
        match.says(ME, "play:smaller-1")
        assert match.asks() == (ME, "aim", ("mad-hatter", "alice"))
        match.says(ME, "mad-hatter")
        assert match.realm(ME).cards["mad-hatter"].form == "shrunken"


def test_the_dormouse_never_shrinks_but_comes_back_to_normal() -> None:
    with queen("white-rabbits-house", "courtyard: dormouse", hand="smaller-1 fury-1") as match:
        assert match.refused(ME, "play:smaller-1").startswith("VI-201")
    grown = "courtyard: dormouse ~enlarged &hedge-maze"
    with queen("white-rabbits-house", grown, hand="smaller-1 fury-1") as match:
        match.says(ME, "play:smaller-1")
        assert match.realm(ME).cards["dormouse"].form == ""


HEROES = "courtyard: alice, dormouse\nhedge-maze: dodo ~enlarged &courtyard, mad-hatter, march-hare ~shrunken"
BATTLE = "jolly-roger: lost-boys-1 / swashbuckler-1, swashbuckler-2"


def test_fury_shrinks_up_to_two_heroes_of_normal_size_when_hook_has_defeated_a_strong_one() -> None:
    with hook_acts(BATTLE, "fury-1 unbirthday-1", HEROES) as match:
        match.says(0, "vanquish:lost-boys-1")
        match.says(0, "swashbuckler-1")
        assert match.asks() == (QUEEN, "condition", ("pass", "pass-turn", "play:fury-1"))
        match.says(QUEEN, "play:fury-1")
        assert match.asks() == (QUEEN, "hero", ("alice", "mad-hatter"))
        assert (match.question.least, match.question.most) == (0, 2)
        match.says(QUEEN, "alice", "mad-hatter")
        forms = {card: where.form for card, where in match.realm(QUEEN).cards.items()}
        assert (forms["alice"], forms["mad-hatter"], forms["dodo"]) == ("shrunken", "shrunken", "enlarged")
        assert match.where(QUEEN, "fury-1") == "discard"


def test_fury_may_spare_them_and_needs_somebody_to_be_furious_at() -> None:
    with hook_acts(BATTLE, "fury-1 unbirthday-1", HEROES) as match:
        match.says(0, "vanquish:lost-boys-1")
        match.says(0, "swashbuckler-1")
        match.says(QUEEN, "play:fury-1")
        assert events_of_kind(match.says(QUEEN), facts.CardTurned) == []
    with hook_acts(BATTLE, "fury-1 unbirthday-1", "courtyard: dormouse") as match:
        match.says(0, "vanquish:lost-boys-1")
        match.says(0, "swashbuckler-1")
        assert match.asks() == (QUEEN, "condition", ("pass", "pass-turn"))


def test_a_weak_hero_defeated_makes_nobody_furious() -> None:
    with hook_acts("jolly-roger: wendy / swashbuckler-1, swashbuckler-2", "fury-1", HEROES) as match:
        match.says(0, "vanquish:wendy")
        match.says(0, "swashbuckler-1")
        assert match.asks()[:2] == (0, "act")


# -- Makes You Larger --------------------------------------------------------------------------------


def test_makes_you_larger_lets_hook_enlarge_a_hero_towards_the_side_he_likes() -> None:
    with fated("hedge-maze: alice, dodo ~enlarged &courtyard", "larger-1", "dormouse") as match:
        match.says(0, "larger-1")
        assert match.asks() == (0, "where", ("courtyard", "tulgey-wood"))
        assert match.refused(0, "white-rabbits-house").startswith("VI-052")
        grown = match.says(0, "tulgey-wood")
        assert events_of_kind(grown, facts.CardTurned) == [
            facts.CardTurned(QUEEN, "alice", "enlarged", "tulgey-wood")
        ]
        assert events_of_kind(grown, facts.CardMoved) == []
        assert match.where(QUEEN, "larger-1") == "discard"


def test_makes_you_larger_brings_a_shrunken_hero_back_to_normal() -> None:
    with fated("courtyard: alice ~shrunken, dodo", "larger-1", "dormouse") as match:
        match.says(0, "larger-1")
        assert match.asks() == (0, "aim", ("alice", "dodo"))
        match.says(0, "alice")
        assert match.realm(QUEEN).cards["alice"].form == ""
        assert match.asks()[:2] == (0, "act"), "nothing is asked about sides"


def test_at_the_edge_of_the_board_there_is_but_one_side_to_grow_to() -> None:
    with fated("courtyard: alice", "larger-2", "dormouse") as match:
        match.says(0, "larger-2")
        assert match.realm(QUEEN).cards["alice"].beside == "hedge-maze"


def test_nobody_grows_twice() -> None:
    with fated("courtyard: alice ~enlarged &hedge-maze", "larger-1", "dormouse") as match:
        assert match.asks()[1] == "where", "only the Dormouse can be played"
        match.says(0, "courtyard")
        assert match.where(QUEEN, "larger-1") == "discard"


# -- an Enlarged Hero is at both locations -----------------------------------------------------------


@pytest.mark.parametrize(
    "guards",
    [
        "tulgey-wood: / heart-guard-1, club-guard-1",
        "hedge-maze: / heart-guard-1, club-guard-1",
        "hedge-maze: / heart-guard-1\ntulgey-wood: / club-guard-1",
    ],
)
def test_vi_217_allies_of_either_location_or_both_defeat_an_enlarged_hero(guards: str) -> None:
    with queen("tulgey-wood", f"{guards}\nhedge-maze: alice ~enlarged &tulgey-wood") as match:
        match.says(ME, "vanquish:alice")
        match.says(ME, "heart-guard-1")
        assert match.where(ME, "alice") == "discard"
        assert set(match.realm(ME).villain.discard) == {"heart-guard-1", "club-guard-1"}


def test_back_to_normal_she_is_only_fought_at_her_own_location() -> None:
    guards = "tulgey-wood: / heart-guard-1, club-guard-1\nhedge-maze: alice{}"
    with queen("tulgey-wood", guards.format(" ~enlarged &tulgey-wood")) as match:
        assert "vanquish:alice" in match.asks()[2]
    with queen("tulgey-wood", guards.format("")) as match:
        assert match.refused(ME, "vanquish:alice").startswith("VI-057")


def test_the_enlarged_caterpillar_weakens_allies_at_both_its_locations() -> None:
    realm = "courtyard: caterpillar ~enlarged &hedge-maze / club-guard-1"
    realm += "\nhedge-maze: / club-guard-2 ~wicket\ntulgey-wood: / the-king"
    mine = sits("queen-of-hearts", realm=realm)
    assert [strength_of(mine, BOOK, card) for card in ("club-guard-1", "club-guard-2", "the-king")] == [
        1,
        1,
        2,
    ]


def test_sizes_wickets_and_the_ruling_are_told_in_the_position_and_in_the_drawing() -> None:
    lawn = "courtyard: dodo ~shrunken / club-guard-1 ~wicket\nhedge-maze: alice ~enlarged &tulgey-wood"
    with queen("white-rabbits-house", lawn, shrunken="right") as match:
        board = match.position.board
        assert villainous.read_position(villainous.write_position(board), BOOK) == board
        drawn = villainous.draw_board(board, BOOK)
        assert "courtyard: dodo 3 ~shrunken / club-guard-1 2 ~wicket" in drawn
        assert "hedge-maze: alice 5 ~enlarged &tulgey-wood" in drawn
