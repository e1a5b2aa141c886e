"""Maleficent's Fate, dealt by Prince John: Guards, swords and dreams, and the Curses that keep Heroes out."""

from __future__ import annotations

from typing import Any

import pytest

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

JOHN, ME = 0, 1
EVERYWHERE = ("forbidden-mountains", "cottage", "forest", "castle")


def fated(fate: str, realm: str = "", *, fauna: str = "sleep", **more: Any) -> Match:
    """Prince John at Sherwood Forest deals Fate to Maleficent, who is at The Forest."""
    match = Match(
        sits("prince-john", "jail", deck="taxes-1 taxes-2 taxes-3 imprison-1"),
        sits("maleficent", more.pop("at", "forest"), realm, fate=fate, **more),
        fauna=fauna,
    )
    match.says(JOHN, "move:sherwood")
    match.says(JOHN, "fate:1")
    return match


def hers(match: Match) -> None:
    """Prince John ends his turn, and hers begins."""
    match.says(JOHN, "end")


def might(match: Match, card: str) -> int:
    """The Strength of a card of hers as it stands."""
    return strength_of(match.realm(ME), BOOK, card)


# -- Guards, Sword of Truth, Once Upon a Dream -------------------------------------------------------


def test_guards_take_two_allies_however_strong_one_is() -> None:
    with fated("guards-1 sword-of-truth-1", "castle: / savage-goon-1\nforest: / cackling-goon-1") as match:
        assert match.asks() == (JOHN, "where", EVERYWHERE)
        match.says(JOHN, "castle")
        hers(match)
        match.says(ME, "move:cottage")
        match.says(ME, "gain:2")
        match.says(ME, "carry:cackling-goon-1")
        match.says(ME, "castle")
        match.says(JOHN, "move:jail")
        match.says(JOHN, "end")
        match.says(ME, "move:castle")
        match.says(ME, "vanquish:guards-1")
        assert match.asks() == (ME, "ally", ("savage-goon-1", "cackling-goon-1"))
        assert match.refused(ME, "enough").startswith("VI-058")
        match.says(ME, "savage-goon-1")
        assert match.where(ME, "cackling-goon-1") == "discard"
        assert match.where(ME, "guards-1") == "discard"


def test_guards_facing_one_ally_stand_their_ground() -> None:
    with fated("guards-1 sword-of-truth-1", "castle: / savage-goon-1", hand="malice-1") as match:
        match.says(JOHN, "castle")
        hers(match)
        match.says(ME, "move:castle")
        assert match.refused(ME, "vanquish:guards-1").startswith("guards: ")


def test_vi_134_a_sword_of_truth_goes_to_a_hero_without_items() -> None:
    realm = "castle: flora +sword-of-truth-2, fauna\nforest: king-stefan"
    with fated("sword-of-truth-1 once-upon-a-dream-1", realm) as match:
        assert match.asks() == (JOHN, "host", ("fauna", "king-stefan"))
        assert match.refused(JOHN, "flora").startswith("sword-of-truth")
        match.says(JOHN, "king-stefan")
        assert [might(match, hero) for hero in ("flora", "fauna", "king-stefan")] == [5, 2, 6]


@pytest.mark.parametrize("realm", ["", "castle: flora +sword-of-truth-2"])
def test_vi_086_a_sword_without_a_hero_to_carry_it_is_discarded(realm: str) -> None:
    with fated("sword-of-truth-1 once-upon-a-dream-1", realm) as match:
        assert match.realm(ME).fate.discard == ("sword-of-truth-1", "once-upon-a-dream-1")


def test_vi_134_curses_played_to_the_sword_cost_two_more() -> None:
    realm = "castle: flora +sword-of-truth-2"
    hand = "forest-of-thorns-1 savage-goon-1"
    with fated("sword-of-truth-1 once-upon-a-dream-1", realm, power=3, hand=hand) as match:
        hers(match)
        match.says(ME, "move:cottage")
        match.says(ME, "play:forest-of-thorns-1")
        assert match.asks() == (ME, "where", EVERYWHERE[:3])
        assert match.refused(ME, "castle").startswith("VI-042")
    with fated("sword-of-truth-1 once-upon-a-dream-1", realm, power=4, hand=hand) as match:
        hers(match)
        match.says(ME, "move:cottage")
        match.says(ME, "play:forest-of-thorns-1")
        match.says(ME, "castle")
        assert match.realm(ME).power == 0


def test_two_swords_and_a_staff_all_count() -> None:
    realm = "castle: flora +sword-of-truth-2, fauna +sword-of-truth-3\ncottage: / staff"
    with fated("sword-of-truth-1 once-upon-a-dream-1", realm, power=7, hand="green-fire-1") as match:
        hers(match)
        match.says(JOHN, "pass-turn")
        match.says(ME, "move:cottage")
        match.says(ME, "play:green-fire-1")
        paid = match.says(ME, "castle")
        assert events_of_kind(paid, facts.PowerPaid) == [facts.PowerPaid(ME, 6, 1)]


def test_allies_beside_a_sword_cost_what_they_cost() -> None:
    with fated(
        "sword-of-truth-1 once-upon-a-dream-1",
        "castle: flora +sword-of-truth-2",
        power=3,
        hand="savage-goon-1",
    ) as match:
        hers(match)
        match.says(ME, "move:cottage")
        match.says(ME, "play:savage-goon-1")
        match.says(ME, "castle")
        assert match.realm(ME).power == 0


CURSED = """
    cottage: fauna / dreamless-sleep-1, green-fire-1
    forest: / forest-of-thorns-1
    castle: flora / staff, green-fire-2
"""


def test_once_upon_a_dream_lifts_one_curse_beside_a_hero() -> None:
    with fated("once-upon-a-dream-1 sword-of-truth-1", CURSED) as match:
        match.says(JOHN, "once-upon-a-dream-1")
        assert match.asks() == (JOHN, "aim", ("dreamless-sleep-1", "green-fire-1", "green-fire-2"))
        assert match.refused(JOHN, "forest-of-thorns-1").startswith("VI-201")
        match.says(JOHN, "green-fire-2")
        assert match.realm(ME).villain.discard == ("green-fire-2",)
        assert match.realm(ME).fate.discard == ("once-upon-a-dream-1", "sword-of-truth-1")


def test_vi_051_once_upon_a_dream_without_a_hero_beside_a_curse_is_discarded() -> None:
    with fated("once-upon-a-dream-1 once-upon-a-dream-2", "cottage: fauna\nforest: / green-fire-1") as match:
        assert match.where(ME, "green-fire-1") == "forest"
        assert match.realm(ME).fate.discard == ("once-upon-a-dream-1", "once-upon-a-dream-2")


# -- Curses against Heroes ---------------------------------------------------------------------------


def test_vi_131_a_forest_of_thorns_lets_no_weak_hero_in_and_falls_to_a_strong_one() -> None:
    realm = "cottage: / forest-of-thorns-1\ncastle: / green-fire-1"
    with fated("flora once-upon-a-dream-1", realm) as match:
        assert match.asks() == (JOHN, "where", ("forbidden-mountains", "forest"))
    with fated("merryweather once-upon-a-dream-1", realm) as match:
        assert match.asks() == (JOHN, "where", ("forbidden-mountains", "cottage", "forest"))
        match.says(JOHN, "cottage")
        assert match.realm(ME).villain.discard == ("forest-of-thorns-1",)


def test_vi_051_a_hero_who_is_kept_out_everywhere_is_discarded() -> None:
    realm = """
        forbidden-mountains: / green-fire-1
        cottage: / forest-of-thorns-1
        forest: / green-fire-2
        castle: / green-fire-3
    """
    with fated("flora guards-1", realm) as match:
        assert match.realm(ME).fate.discard == ("flora", "guards-1")
