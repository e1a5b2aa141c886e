"""Ursula's Fate deck, played by Prince John: Effects, Items, King Triton and Ariel."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits
from tests.villainous.test_ursula import ME, ursula

JOHN, URSULA = 0, 1


def fated(
    card: str,
    realm: str = "",
    *,
    at: str = "lair",
    locked: str = "palace",
    second: str = "grimsby",
    chance: tuple[str, ...] = (),
    rulings: dict[str, Any] | None = None,
    **seat: Any,
) -> Match:
    """Prince John turns up *card* and a *second* one, and plays the first, if he can."""
    mine = replace(sits("ursula", at, realm, fate=f"{card} {second}", **seat), locked=(locked,))
    match = Match(sits("prince-john", "jail"), mine, chance=chance, **rulings or {})
    match.says(JOHN, "move:sherwood")
    match.says(JOHN, "fate:1")
    if match.question.prompt == "fate":
        match.says(JOHN, card)
    return match


# -- Effects and Items -------------------------------------------------------------------------------


def test_a_hero_of_strength_4_or_less_returns_to_form_where_ursula_is() -> None:
    """VI-105: it is the Strength that counts. Who comes back is played, and does what he does."""
    with fated(
        "return-to-form-1", "shore: / crown", fate_discard="max king-triton snarfblat-1 ariel"
    ) as match:
        assert match.asks() == (JOHN, "aim", ("max", "ariel"))
        match.says(JOHN, "ariel")
        assert match.where(URSULA, "ariel") == "lair"
        assert match.asks() == (JOHN, "item", ("crown",))
        match.says(JOHN, "crown")
        assert match.where(URSULA, "crown") == "lair"
        assert match.realm(URSULA).fate.discard == (
            "max", "king-triton", "snarfblat-1", "return-to-form-1", "grimsby",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("locked", "discard"), [("lair", "max"), ("palace", "king-triton snarfblat-1"), ("palace", "")]
)
def test_nobody_returns_behind_the_lock_and_nobody_who_is_too_strong(locked: str, discard: str) -> None:
    """VI-051, VI-070: it cannot be played then, and the other card is."""
    with fated("return-to-form-1", at="lair", locked=locked, fate_discard=discard) as match:
        assert match.asks()[:2] == (JOHN, "where")
        assert match.question.about == "grimsby"


def test_a_dinglehopper_costs_ursula_1_power_when_she_comes_to_its_hero() -> None:
    with fated("dinglehopper-1", "ship: max\nshore: eric\npalace: scuttle", power=2) as match:
        assert match.asks() == (JOHN, "host", ("max", "eric"))
        match.says(JOHN, "max")
        match.says(JOHN, "gain:1")
        match.says(URSULA, "move:ship")
        assert match.realm(URSULA).power == 1


@pytest.mark.parametrize(
    ("realm", "power", "left"),
    [
        ("ship: max +dinglehopper-1 +dinglehopper-2", 3, 1),
        ("ship: max +dinglehopper-1", 0, 0),
        ("lair: max +dinglehopper-1", 2, 2),
    ],
    ids=["two of them", "no Power to lose", "elsewhere"],
)
def test_each_dinglehopper_takes_what_there_is(realm: str, power: int, left: int) -> None:
    with ursula("ship", realm, power=power, hand="trickery-1") as match:
        assert match.realm(ME).power == left


def test_a_snarfblat_makes_contracts_for_its_hero_cost_3_more() -> None:
    with fated("snarfblat-1", "lair: max\npalace: eric") as match:
        assert match.where(URSULA, "snarfblat-1") == "max"
    with ursula("shore", "lair: max +snarfblat-1", power=4, hand="contract-shore-1 whirlpool-1") as match:
        assert match.refused(ME, "play:contract-shore-1").startswith("VI-042: ")
        match.says(ME, "play:whirlpool-1")
        match.says(ME, "ship")
        assert match.realm(ME).power == 3, "other cards cost what they cost"


@pytest.mark.parametrize(
    ("power", "hosts"), [(4, ("eric",)), (5, ("max", "eric")), (6, ("king-triton", "max", "eric"))]
)
def test_what_a_contract_costs_depends_on_who_signs_it(power: int, hosts: tuple[str, ...]) -> None:
    """Triton with a Snarfblat: 6. Max with a Snarfblat: 5. Eric: 2."""
    realm = "lair: king-triton +snarfblat-1, max +snarfblat-2\nship: eric"
    with ursula("shore", realm, power=power, hand="contract-shore-1 trickery-1") as match:
        match.says(ME, "play:contract-shore-1")
        if len(hosts) > 1:
            assert match.asks() == (ME, "host", hosts)
            match.says(ME, hosts[0])
        assert match.where(ME, "contract-shore-1") == hosts[0]
        assert match.realm(ME).power == (2 if len(hosts) == 1 else 0)


# -- Heroes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "cost"), [("contract-shore-1", 3), ("whirlpool-1", 2)])
def test_contracts_and_effects_meant_for_triton_cost_1_more(card: str, cost: int) -> None:
    with ursula("shore", "lair: king-triton", power=cost - 1, hand=f"{card} trickery-1") as match:
        assert match.refused(ME, f"play:{card}").startswith("VI-042: ")
    with ursula("shore", "lair: king-triton, max", power=cost, hand=f"{card} trickery-1") as match:
        match.says(ME, f"play:{card}")
        match.says(ME, "king-triton")
        if card == "whirlpool-1":
            match.says(ME, "ship")
        assert match.realm(ME).power == 0


def test_triton_himself_is_a_hero_like_others_when_played() -> None:
    with fated("king-triton") as match:
        assert match.asks() == (JOHN, "where", ("lair", "ship", "shore"))
        match.says(JOHN, "ship")
        assert match.where(URSULA, "king-triton") == "ship"


TREASURY = """
    lair: / crown
    shore: / trident
    palace: / ursulas-cauldron
    ship: max +contract-lair
"""


def test_ariel_may_draw_an_unattached_item_of_an_unlocked_location_to_her() -> None:
    with fated("ariel", TREASURY) as match:
        match.says(JOHN, "ship")
        assert match.asks() == (JOHN, "item", ("crown", "trident"))
        match.says(JOHN, "crown")
        assert match.where(URSULA, "crown") == "ship"
        assert match.realm(URSULA).cards["crown"].form == ""


def test_ariel_may_leave_everything_where_it_is() -> None:
    with fated("ariel", TREASURY) as match:
        match.says(JOHN, "ship")
        done = match.says(JOHN)
        assert events_of_kind(done, facts.CardMoved) == []


def test_ruled_otherwise_the_lock_is_no_obstacle_to_ariel() -> None:
    with fated("ariel", TREASURY, rulings={"lure": "anywhere"}) as match:
        match.says(JOHN, "ship")
        assert match.asks() == (JOHN, "item", ("crown", "trident", "ursulas-cauldron"))
        match.says(JOHN, "ursulas-cauldron")
        assert match.where(URSULA, "ursulas-cauldron") == "ship"


def test_while_ariel_is_there_ursula_moves_neither_items_nor_allies() -> None:
    with ursula("lair", "shore: ariel\nship: max / flotsam, crown", hand="trickery-1") as match:
        assert match.refused(ME, "carry:crown").startswith("ariel")
        assert match.refused(ME, "carry:flotsam").startswith("ariel")
        match.says(ME, "activate:flotsam")
        match.says(ME, "lair")
        assert match.where(ME, "max") == "lair", "what is no such action goes on"


HELD = {"ariel": "item"}


def test_ruled_otherwise_ariel_holds_the_item_she_chose_and_no_other_card() -> None:
    with fated("ariel", TREASURY, rulings=HELD) as match:
        match.says(JOHN, "lair")
        match.says(JOHN, "crown")
        assert match.realm(URSULA).cards["crown"].form == "held"
    with ursula("lair", "ship: ariel / crown ~held, trident", rulings=HELD, hand="trickery-1") as match:
        assert match.refused(ME, "carry:crown").startswith("VI-106")
        match.says(ME, "carry:trident")
        match.says(ME, "lair")
        assert match.where(ME, "trident") == "lair"


def test_the_item_ariel_holds_is_free_once_she_is_defeated() -> None:
    realm = "ship: ariel +contract-shore-1 / crown ~held"
    with ursula("lair", realm, rulings=HELD, power=1, hand="whirlpool-1 trickery-1") as match:
        match.says(ME, "play:whirlpool-1")
        match.says(ME, "shore")
        assert match.realm(ME).cards["crown"].form == ""
        match.says(ME, "carry:crown")
        match.says(ME, "lair")
        assert match.where(ME, "crown") == "lair"
