"""Ursula's Fate deck, played by Prince John: what her other Heroes do as they come."""

from __future__ import annotations

import pytest

from domain import decider
from tests.villainous.play import RULES, SPECTATOR, Match, plain, sits
from tests.villainous.test_ursula import ME, OTHER, ursula
from tests.villainous.test_ursula_fate import JOHN, URSULA, fated


def test_eric_may_sail_a_hero_anywhere_and_a_contract_falls_due_by_his_doing_too() -> None:
    with fated("eric", "ship: max +contract-shore-1\npalace: scuttle") as match:
        match.says(JOHN, "lair")
        assert match.asks() == (JOHN, "hero", ("max", "eric"))
        match.says(JOHN, "max")
        assert match.asks() == (JOHN, "where", ("lair", "shore"))
        match.says(JOHN, "shore")
        assert match.where(URSULA, "max") == match.where(URSULA, "contract-shore-1") == "discard"


def test_eric_may_stay_ashore() -> None:
    with fated("eric", "ship: max") as match:
        match.says(JOHN, "lair")
        match.says(JOHN)
        assert match.where(URSULA, "max") == "ship"


def test_flounder_may_shuffle_the_discarded_villain_cards_into_their_deck() -> None:
    chance = ("crown whirlpool-1 trident",)
    with fated("flounder", deck="whirlpool-1", discard="trident crown", chance=chance) as match:
        match.says(JOHN, "lair")
        assert match.asks() == (JOHN, "reshuffle", ("shuffle",))
        done = match.says(JOHN, "shuffle")
        assert match.realm(URSULA).villain.deck == ("crown", "whirlpool-1", "trident")
        assert match.realm(URSULA).villain.discard == ()
        assert "crown" not in plain([decider.redact_fact(RULES, fact, SPECTATOR) for fact in done])


def test_flounder_may_leave_them_and_finds_nothing_where_nothing_is() -> None:
    with fated("flounder", deck="whirlpool-1", discard="trident crown") as match:
        match.says(JOHN, "lair")
        match.says(JOHN)
        assert match.realm(URSULA).villain.discard == ("trident", "crown")
    with fated("flounder", deck="whirlpool-1") as match:
        match.says(JOHN, "lair")
        assert match.asks()[:2] == (JOHN, "act")


@pytest.mark.parametrize(("locked", "free"), [("palace", "lair"), ("lair", "palace")])
def test_vi_219_grimsby_may_have_the_lock_moved_to_the_other_of_lair_and_palace(
    locked: str, free: str
) -> None:
    with fated("grimsby", locked=locked, second="scuttle") as match:
        match.says(JOHN, "ship")
        assert match.asks() == (JOHN, "where", (free,))
        match.says(JOHN, free)
        assert match.realm(URSULA).locked == (free,)


def test_grimsby_may_leave_the_lock_where_it_is() -> None:
    with fated("grimsby", second="scuttle") as match:
        match.says(JOHN, "ship")
        match.says(JOHN)
        assert match.realm(URSULA).locked == ("palace",)


def test_max_may_chase_ursula_away_and_the_location_she_comes_to_notices() -> None:
    with fated("max", "shore: eric +dinglehopper-1", power=1) as match:
        match.says(JOHN, "lair")
        assert match.asks() == (JOHN, "where", ("ship", "shore"))
        match.says(JOHN, "shore")
        assert match.realm(URSULA).at == "shore"
        assert match.realm(URSULA).power == 0
        match.says(JOHN, "gain:1")
        assert match.asks() == (URSULA, "move", ("move:lair", "move:ship"))


def test_max_may_let_her_be_and_has_to_where_she_is_not() -> None:
    with fated("max") as match:
        match.says(JOHN, "lair")
        match.says(JOHN)
        assert match.realm(URSULA).at == "lair"
    with fated("max") as match:
        match.says(JOHN, "shore")
        assert match.asks()[:2] == (JOHN, "act")


JAFAR = sits("jafar", hand="deception-1")


def test_vi_215_chased_in_her_own_turn_she_acts_where_she_comes_to() -> None:
    with ursula(
        "shore", "lair: / ursulas-cauldron", other=JAFAR, power=4, hand="crown trickery-1", fate="max"
    ) as match:
        match.says(ME, "gain:3")
        match.says(ME, "play:crown")
        match.says(ME, "ship")
        match.says(OTHER, "play:deception-1")
        match.says(OTHER, "shore")
        match.says(OTHER, "ship")
        assert match.realm(ME).at == "ship"
        assert match.asks() == (ME, "act", ("gain:1", "fate:1", "discard:cards", "end"))


def test_chased_before_her_move_she_still_has_it() -> None:
    realm = "lair: / ursulas-cauldron, crown"
    with Match(JAFAR, sits("ursula", "lair", realm, fate="max")) as match:
        match.says(JOHN, "move:agrabah")
        match.says(JOHN, "end")
        match.says(JOHN, "play:deception-1")
        match.says(JOHN, "lair")
        match.says(JOHN, "shore")
        assert match.asks() == (URSULA, "move", ("move:lair", "move:ship"))


def test_scuttle_may_pick_up_a_discarded_item() -> None:
    with fated("scuttle", fate_discard="dinglehopper-1 snarfblat-1 max") as match:
        match.says(JOHN, "lair")
        assert match.asks() == (JOHN, "recover", ("dinglehopper-1", "snarfblat-1"))
        match.says(JOHN, "snarfblat-1")
        assert match.where(URSULA, "snarfblat-1") == "scuttle"
        assert match.realm(URSULA).fate.discard == ("dinglehopper-1", "max", "grimsby")


def test_scuttle_may_leave_it_and_finds_nothing_among_heroes() -> None:
    with fated("scuttle", fate_discard="dinglehopper-1") as match:
        match.says(JOHN, "lair")
        match.says(JOHN)
        assert match.where(URSULA, "dinglehopper-1") == "discard"
    with fated("scuttle", fate_discard="max") as match:
        match.says(JOHN, "lair")
        assert match.asks()[:2] == (JOHN, "act")


SIGNED = """
    ship: max +contract-shore-1 +dinglehopper-1
    palace: eric +contract-lair
"""


def test_sebastian_may_take_over_a_contract_which_falls_due_once_he_is_moved() -> None:
    with fated("sebastian", SIGNED) as match:
        match.says(JOHN, "shore")
        assert match.asks() == (JOHN, "item", ("contract-shore-1",)), "Eric is behind the lock"
        match.says(JOHN, "contract-shore-1")
        assert match.where(URSULA, "contract-shore-1") == "sebastian"
        assert match.where(URSULA, "sebastian") == "shore", "he was not moved there, he was there"


def test_sebastian_may_leave_a_contract_where_it_is() -> None:
    with fated("sebastian", SIGNED) as match:
        match.says(JOHN, "shore")
        match.says(JOHN)
        assert match.where(URSULA, "contract-shore-1") == "max"
