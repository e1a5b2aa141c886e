"""Ursula: her Binding Contracts, the lock that wanders, and her Effects."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.villainous import facts
from domain.villainous.board import Realm
from tests.villainous.play import Match, events_of_kind, sits

ME, OTHER = 0, 1


def ursula(
    to: str,
    realm: str = "",
    *,
    locked: str = "palace",
    other: Realm | None = None,
    chance: tuple[str, ...] = (),
    rulings: dict[str, Any] | None = None,
    **seat: Any,
) -> Match:
    """Ursula, who has just come to *to*; Prince John, or the *other*, waits."""
    start = "shore" if to == "ship" else "ship"
    mine = replace(sits("ursula", start, realm, **seat), locked=(locked,))
    match = Match(mine, other or sits("prince-john"), chance=chance, **rulings or {})
    match.says(ME, f"move:{to}")
    return match


# -- Binding Contracts -------------------------------------------------------------------------------

EVERYWHERE = """
    lair: max
    ship: eric
    shore: scuttle
    palace: flounder
"""


SIGNED = [
    ("contract-lair", "lair", "palace", ("eric", "scuttle")),
    ("contract-ship-1", "ship", "palace", ("max", "scuttle")),
    ("contract-shore-2", "shore", "palace", ("max", "eric")),
    ("contract-palace", "palace", "lair", ("eric", "scuttle")),
]
"""Each Contract, where it falls due, where the lock is, and who of `EVERYWHERE` can sign."""


@pytest.mark.parametrize(
    ("contract", "end", "locked", "hosts"), SIGNED, ids=[contract for contract, *_ in SIGNED]
)
def test_a_contract_is_for_a_hero_elsewhere(
    contract: str, end: str, locked: str, hosts: tuple[str, ...]
) -> None:
    """VI-202: a Hero at a locked location cannot sign."""
    with ursula("shore", EVERYWHERE, locked=locked, power=3, hand=f"{contract} trickery-1") as match:
        match.says(ME, f"play:{contract}")
        assert match.asks() == (ME, "host", hosts)
        match.says(ME, hosts[0])
        assert match.where(ME, contract) == hosts[0]
        assert match.realm(ME).power == 1


@pytest.mark.parametrize(
    ("contract", "end", "locked", "hosts"), SIGNED, ids=[contract for contract, *_ in SIGNED]
)
def test_who_is_moved_to_where_the_contract_says_is_defeated(
    contract: str, end: str, locked: str, hosts: tuple[str, ...]
) -> None:
    realm = EVERYWHERE.replace(hosts[0], f"{hosts[0]} +{contract}")
    with ursula("shore", realm, locked=locked, power=1, hand="whirlpool-1") as match:
        match.says(ME, "play:whirlpool-1")
        match.says(ME, hosts[0])
        done = match.says(ME, end)
        assert [fall.at for fall in events_of_kind(done, facts.HeroDefeated)] == [end]
        assert match.where(ME, hosts[0]) == "discard"
        assert match.realm(ME).villain.discard == (contract, "whirlpool-1")


def test_a_contract_without_a_hero_elsewhere_cannot_be_played() -> None:
    with ursula("shore", "shore: max", power=2, hand="contract-shore-1") as match:
        refusal = match.refused(ME, "play:contract-shore-1")
        assert refusal.startswith("VI-201: ")
        assert refusal.endswith("Max is at The Shore already.")


def test_a_hero_moved_somewhere_else_keeps_the_contract() -> None:
    with ursula("shore", "lair: max +contract-shore-1", power=1, hand="whirlpool-1") as match:
        match.says(ME, "play:whirlpool-1")
        match.says(ME, "ship")
        assert match.where(ME, "max") == "ship"
        assert match.where(ME, "contract-shore-1") == "max"


def test_vi_206_a_hero_may_carry_several_contracts_and_the_first_to_fall_due_ends_all() -> None:
    realm = "shore: king-triton +contract-lair +contract-ship-1"
    with ursula("palace", realm, locked="lair", hand="trickery-1") as match:
        match.says(ME, "lead:king-triton")
        match.says(ME, "ship")
        assert match.realm(ME).cards == {}
        assert set(match.realm(ME).villain.discard) == {"contract-lair", "contract-ship-1"}


@pytest.mark.parametrize("place", ["lair", "ship", "shore"])
def test_vi_220_ursula_never_vanquishes_but_her_allies_have_strength(place: str) -> None:
    """VI-220: an opponent's Condition sees the Strength of Flotsam all the same."""
    hook = sits("captain-hook", hand="cunning-1 swashbuckler-1")
    with ursula(place, f"{place}: max / flotsam, jetsam", other=hook, hand="trickery-1") as match:
        assert match.asks()[:2] == (OTHER, "condition")
        assert match.question.about == "strength-4"
        match.says(OTHER, "pass-turn")
        assert match.refused(ME, "vanquish:max").startswith("VI-023")


# -- the lock ----------------------------------------------------------------------------------------


def test_vi_219_change_form_takes_the_lock_to_the_other_of_lair_and_palace() -> None:
    with ursula("shore", power=2, hand="change-form-1 change-form-2") as match:
        changed = match.says(ME, "play:change-form-1")
        assert events_of_kind(changed, facts.LocationLocked) == [facts.LocationLocked(ME, "lair", "palace")]
        assert events_of_kind(changed, facts.LocationUnlocked) == [], "it is one token, and goes at once"
        assert match.realm(ME).locked == ("lair",)
        match.says(ME, "play:change-form-2")
        assert match.realm(ME).locked == ("palace",)
        assert match.realm(ME).power == 0


def test_who_stands_where_the_lock_falls_acts_on_and_leaves_with_the_next_move() -> None:
    with ursula(
        "lair", "lair: / flotsam", power=1, hand="change-form-1 trickery-1", deck="crown trident whirlpool-1"
    ) as match:
        match.says(ME, "play:change-form-1")
        assert match.realm(ME).at == "lair"
        assert match.refused(ME, "activate:flotsam").startswith("VI-045")
        assert match.refused(ME, "carry:flotsam").startswith("VI-053")
        match.says(ME, "gain:1")
        match.says(OTHER, "move:church")
        match.says(OTHER, "end")
        assert match.question.options == ("move:ship", "move:shore", "move:palace")


# -- Effects -----------------------------------------------------------------------------------------


def test_grow_giant_performs_an_action_next_door_even_behind_the_lock() -> None:
    with ursula("shore", "ship: max", power=1, hand="grow-giant-1") as match:
        match.says(ME, "play:grow-giant-1")
        assert match.asks() == (ME, "aim", ("ship", "palace"))
        match.says(ME, "palace")
        assert match.asks() == (ME, "borrow", ("nothing", "fate:1", "lead:max", "gain:2"))
        match.says(ME, "lead:max")
        match.says(ME, "lair")
        assert match.where(ME, "max") == "lair"
        assert match.asks()[:2] == (ME, "act"), "and the Shore has symbols left"


def test_grow_giant_at_the_end_of_the_row_reaches_one_location_and_what_heroes_leave_free() -> None:
    with ursula("lair", "ship: max", power=1, hand="grow-giant-1 trickery-1") as match:
        match.says(ME, "play:grow-giant-1")
        assert match.asks() == (ME, "borrow", ("nothing", "fate:1", "discard:cards"))
        match.says(ME, "nothing")
        assert match.where(ME, "grow-giant-1") == "discard"


def test_the_opportunist_takes_an_item_or_an_effect_back() -> None:
    pile = "flotsam arrogance-1 trident whirlpool-1"
    with ursula("shore", power=1, hand="opportunist-1", discard=pile) as match:
        match.says(ME, "play:opportunist-1")
        assert match.asks() == (ME, "aim", ("trident", "whirlpool-1"))
        match.says(ME, "trident")
        assert match.realm(ME).hand == ("trident",)
        assert match.realm(ME).villain.discard == ("flotsam", "arrogance-1", "whirlpool-1", "opportunist-1")


def test_the_opportunist_finds_nothing_among_allies_and_conditions() -> None:
    with ursula("shore", power=1, hand="opportunist-1", discard="flotsam arrogance-1") as match:
        assert match.refused(ME, "play:opportunist-1").startswith("VI-201")


def test_a_whirlpool_takes_a_hero_anywhere_but_not_through_a_lock() -> None:
    with ursula("shore", "lair: max\npalace: eric\nship: scuttle", power=1, hand="whirlpool-1") as match:
        match.says(ME, "play:whirlpool-1")
        assert match.asks() == (ME, "aim", ("max", "scuttle")), "Eric is behind the lock"
        match.says(ME, "max")
        assert match.asks() == (ME, "where", ("ship", "shore"))
        match.says(ME, "shore")
        assert match.where(ME, "max") == "shore"


def test_a_whirlpool_needs_somebody_to_take() -> None:
    with ursula("shore", "palace: max", power=1, hand="whirlpool-1") as match:
        assert match.refused(ME, "play:whirlpool-1").startswith("VI-070")


SOULS = """
    lair: max
    shore: king-triton, scuttle +contract-ship-1
    palace: eric
"""


def test_poor_souls_take_a_step_each_in_the_order_she_likes_and_triton_costs_1_more() -> None:
    with ursula("ship", SOULS, power=3, hand="poor-souls") as match:
        match.says(ME, "play:poor-souls")
        assert match.asks() == (ME, "hero", ("max", "king-triton", "scuttle"))
        match.says(ME, "scuttle", "king-triton")
        assert match.where(ME, "scuttle") == "discard", "his Contract falls due at the Ship"
        assert match.where(ME, "king-triton") == "ship"
        assert match.where(ME, "max") == "lair"
        assert match.realm(ME).power == 0


def test_poor_souls_may_all_stay_and_triton_does_for_want_of_power() -> None:
    with ursula("ship", SOULS, power=2, hand="poor-souls") as match:
        match.says(ME, "play:poor-souls")
        assert match.asks() == (ME, "hero", ("max", "scuttle"))
        done = match.says(ME)
        assert events_of_kind(done, facts.CardMoved) == []


def test_poor_souls_behind_the_lock_cannot_be_helped() -> None:
    with ursula("ship", "palace: eric", power=2, hand="poor-souls") as match:
        assert match.refused(ME, "play:poor-souls").startswith("VI-070")


@pytest.mark.parametrize(
    ("deck", "discard", "chance", "hand", "gone"),
    [
        ("trident contract-ship-1 crown", "", (), ("contract-ship-1",), ("trident", "divination-1")),
        (
            "trident",
            "crown contract-lair",
            ("crown contract-lair",),
            ("contract-lair",),
            ("trident", "crown", "divination-1"),
        ),
        ("trident crown", "", (), (), ("trident", "crown", "divination-1")),
    ],
    ids=["in the deck", "after a reshuffle", "nowhere"],
)
def test_a_divination_turns_up_the_next_contract(
    deck: str, discard: str, chance: tuple[str, ...], hand: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    with ursula("shore", power=1, hand="divination-1", deck=deck, discard=discard, chance=chance) as match:
        match.says(ME, "play:divination-1")
        assert match.realm(ME).hand == hand
        assert match.realm(ME).villain.discard == gone
