"""Ursula: her Conditions, her familiars, and Trident and Crown on their way to the Lair."""

from __future__ import annotations

from typing import Any

import pytest

from domain import decider
from domain.villainous import facts
from domain.villainous.villains.ursula.evaluation import objective_progress
from tests.villainous.play import BOOK, JUDGE, RULES, SPECTATOR, Match, events_of_kind, plain, sits
from tests.villainous.test_ursula import ME, OTHER, ursula

# -- Conditions --------------------------------------------------------------------------------------


def test_arrogance_draws_3_and_discards_any_3_when_a_strong_hero_falls() -> None:
    crew = "jolly-roger: lost-boys-1 / pirate-brute-1, pirate-brute-2"
    with Match(
        sits("captain-hook", "skull-rock", crew),
        sits("ursula", hand="arrogance-1 whirlpool-1", deck="crown flotsam trickery-1 jetsam"),
    ) as match:
        match.says(ME, "move:jolly-roger")
        match.says(ME, "vanquish:lost-boys-1")
        match.says(ME, "pirate-brute-1")
        assert match.asks() == (OTHER, "condition", ("pass", "pass-turn", "play:arrogance-1"))
        match.says(OTHER, "play:arrogance-1")
        assert match.asks() == (OTHER, "discard", ("whirlpool-1", "crown", "flotsam", "trickery-1"))
        assert match.question.sight == "hand"
        match.says(OTHER, "whirlpool-1", "trickery-1", "flotsam")
        assert match.realm(OTHER).hand == ("crown",)
        assert match.realm(OTHER).villain.discard == (
            "whirlpool-1", "trickery-1", "flotsam", "arrogance-1",
        )  # fmt: skip


def trickster(fate: str) -> Match:
    """Prince John, with 6 Power, has just moved; Ursula has tricked him."""
    match = Match(sits("prince-john", "jail", power=6, fate=fate), sits("ursula", hand="trickery-1 crown"))
    match.says(ME, "move:church")
    match.says(OTHER, "play:trickery-1")
    return match


def test_trickery_plays_a_fate_card_of_the_player_of_the_turn_as_she_likes() -> None:
    with trickster("maid-marian robin-hood") as match:
        assert match.asks() == (OTHER, "where", ("sherwood", "church", "nottingham", "jail"))
        match.says(OTHER, "church")
        assert match.where(ME, "maid-marian") == "church"
        assert match.realm(ME).fate.deck == ("robin-hood",)
        assert match.where(OTHER, "trickery-1") == "discard"


def test_trickery_discards_what_cannot_be_played() -> None:
    with trickster("steal-from-the-rich-1 robin-hood") as match:
        assert match.where(ME, "steal-from-the-rich-1") == "discard"
        assert match.asks()[:2] == (ME, "act")


# -- Cauldron, Crown, Flotsam and Jetsam -------------------------------------------------------------

PAPERS = """
    lair: / ursulas-cauldron
    ship: max +contract-shore-1 +contract-lair
    palace: eric +contract-ship-1
"""


@pytest.mark.parametrize(("rulings", "gained"), [({}, 6), ({"cauldron": 1}, 3)])
def test_the_cauldron_brings_2_power_a_contract_or_1_as_is_ruled(
    rulings: dict[str, Any], gained: int
) -> None:
    with ursula("lair", PAPERS, rulings=rulings, hand="trickery-1") as match:
        match.says(ME, "activate:ursulas-cauldron")
        assert match.realm(ME).power == gained
        assert match.where(ME, "ursulas-cauldron") == "lair"


def test_the_crown_shows_2_fate_cards_to_her_alone_and_puts_them_back_in_her_order() -> None:
    with ursula("lair", "lair: / crown", hand="trickery-1", fate="max eric flounder") as match:
        looked = match.says(ME, "activate:crown")
        assert match.realm(ME).looked == ("max", "eric")
        looked += match.says(ME, "put-back")
        assert match.question.sight == "secret"
        looked += match.says(ME, "eric", "max")
        assert match.realm(ME).fate.deck == ("eric", "max", "flounder")
        rival = RULES.seat_viewer(match.position.board, OTHER)
        for viewer, knows in ((SPECTATOR, False), (rival, False), (JUDGE, True)):
            text = plain([decider.redact_fact(RULES, fact, viewer) for fact in looked])
            assert ("eric" in text) is knows
            assert ("max" in text) is knows


def test_the_crown_may_discard_both() -> None:
    with ursula("lair", "lair: / crown", hand="trickery-1", fate="max eric flounder") as match:
        match.says(ME, "activate:crown")
        match.says(ME, "discard")
        assert match.realm(ME).fate.discard == ("max", "eric")


@pytest.mark.parametrize("eel", ["flotsam", "jetsam"])
def test_flotsam_and_jetsam_drag_a_hero_beside_them_to_a_location_next_door(eel: str) -> None:
    with ursula("lair", f"ship: max, scuttle / {eel}\nshore: eric", hand="trickery-1") as match:
        match.says(ME, f"activate:{eel}")
        assert match.asks() == (ME, "hero", ("max", "scuttle"))
        match.says(ME, "scuttle")
        assert match.asks() == (ME, "where", ("lair", "shore"))
        match.says(ME, "shore")
        assert match.where(ME, "scuttle") == "shore"
        assert match.where(ME, eel) == "ship"


def test_flotsam_drags_nobody_where_nobody_is_and_not_through_the_lock() -> None:
    realm = "ship: / flotsam\nshore: max / jetsam\npalace: eric"
    with ursula("lair", realm, hand="trickery-1") as match:
        assert match.refused(ME, "activate:flotsam").startswith("flotsam")
        match.says(ME, "activate:jetsam")
        assert match.where(ME, "max") == "ship", "the only way there is"


PLAYED = {"familiars": "played"}


@pytest.mark.parametrize("eel", ["flotsam", "jetsam"])
def test_vi_c2_ruled_otherwise_flotsam_and_jetsam_drag_when_played_and_are_never_activated(eel: str) -> None:
    with ursula("lair", "ship: max", rulings=PLAYED, power=2, hand=f"{eel} trickery-1") as match:
        match.says(ME, f"play:{eel}")
        match.says(ME, "ship")
        assert match.asks() == (ME, "where", ("lair", "shore"))
        match.says(ME, "shore")
        assert match.where(ME, "max") == "shore"
        assert match.refused(ME, f"activate:{eel}").startswith("VI-044")


def test_vi_c2_ruled_otherwise_the_cauldron_and_the_crown_do_it_when_played() -> None:
    with ursula(
        "shore", "ship: max +contract-lair", rulings=PLAYED,
        power=5, hand="ursulas-cauldron crown", fate="eric flounder",
    ) as match:  # fmt: skip
        match.says(ME, "play:ursulas-cauldron")
        match.says(ME, "lair")
        assert match.realm(ME).power == 6
        match.says(ME, "play:crown")
        match.says(ME, "lair")
        match.says(ME, "discard")
        assert match.realm(ME).fate.discard == ("eric", "flounder")


@pytest.mark.parametrize("familiar", ["flotsam", "jetsam", "crown", "ursulas-cauldron"])
def test_as_a_rule_they_do_nothing_when_played(familiar: str) -> None:
    with ursula("shore", "ship: max +contract-lair", power=4, hand=f"{familiar} trickery-1") as match:
        match.says(ME, f"play:{familiar}")
        done = match.says(ME, "ship")
        assert not any(
            events_of_kind(done, kind) for kind in (facts.CardMoved, facts.PowerGained, facts.CardsLookedAt)
        )
        assert match.where(ME, familiar) == "ship"


# -- Trident, Crown, and the end -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("realm", "fate", "fate_discard", "chance"),
    [
        ("", "max king-triton eric", "", ("eric max",)),
        ("", "max eric", "king-triton", ()),
        ("palace: king-triton +contract-shore-1 +snarfblat-1", "max", "eric", ()),
    ],
    ids=["in the deck", "discarded", "in the Realm, behind the lock"],
)
def test_vi_104_the_trident_calls_triton_wherever_he_is_and_he_holds_it(
    realm: str, fate: str, fate_discard: str, chance: tuple[str, ...]
) -> None:
    """VI-203: what he carried is discarded; VI-054: what he holds is not moved."""
    with ursula(
        "shore",
        realm,
        power=4,
        hand="trident trickery-1",
        fate=fate,
        fate_discard=fate_discard,
        chance=chance,
    ) as match:
        match.says(ME, "play:trident")
        assert match.asks() == (ME, "where", ("lair", "ship", "shore"))
        match.says(ME, "ship")
        assert match.where(ME, "king-triton") == "ship"
        assert list(match.realm(ME).cards) == ["king-triton", "trident"]
        assert match.where(ME, "trident") == "king-triton"


def test_what_triton_holds_is_not_carried_and_lies_where_he_falls() -> None:
    realm = "ship: king-triton +trident +contract-lair"
    with ursula("lair", realm, power=2, hand="whirlpool-1 trickery-1") as match:
        assert match.refused(ME, "carry:trident").startswith("VI-054")
        match.says(ME, "play:whirlpool-1")
        match.says(ME, "lair")
        assert match.where(ME, "king-triton") == "discard"
        assert match.where(ME, "trident") == "lair"


def next_turn(realm: str, locked: str = "palace") -> Match:
    """Ursula ends a turn at the Ship, and Prince John his: her next one has begun."""
    match = ursula("ship", realm, locked=locked, hand="trickery-1", deck="whirlpool-1 whirlpool-2 flotsam")
    match.says(ME, "end")
    assert match.position.board.winner is None
    match.says(OTHER, "move:church")
    match.says(OTHER, "end")
    return match


@pytest.mark.parametrize("locked", ["lair", "palace"])
def test_vi_128_trident_and_crown_at_the_lair_win_as_her_turn_begins(locked: str) -> None:
    """VI-121: not a moment before; the lock does not matter."""
    with next_turn("lair: / trident, crown", locked) as match:
        assert match.position.board.winner == ME


@pytest.mark.parametrize(
    "realm",
    [
        "lair: / trident",
        "lair: / trident\nship: / crown",
        "lair: king-triton +trident / crown",
    ],
    ids=["no Crown", "a Crown elsewhere", "VI-221: a Trident in the hands of Triton"],
)
def test_vi_128_anything_less_does_not(realm: str) -> None:
    with next_turn(realm) as match:
        assert match.position.board.winner is None
        assert match.asks()[:2] == (ME, "move")


def test_a_strong_hero_who_falls_by_contract_is_a_defeat_for_the_conditions_of_others() -> None:
    hook = sits("captain-hook", hand="obsession-1", fate="wendy")
    with ursula(
        "palace", "ship: eric +contract-lair", locked="shore", other=hook, hand="trickery-1"
    ) as match:
        match.says(ME, "lead:eric")
        assert match.asks() == (OTHER, "condition", ("pass", "pass-turn", "play:obsession-1"))
        match.says(OTHER, "pass")


ROAD = [
    ("", "flotsam"),
    ("", "crown"),
    ("shore: / crown", ""),
    ("lair: / crown", ""),
    ("lair: / crown\nshore: king-triton +trident", ""),
    ("lair: / crown\nshore: king-triton +trident +contract-ship-1", ""),
    ("lair: / crown\nship: / trident", ""),
    ("lair: / crown, trident", ""),
]
"""The Realm and the hand, step by step towards the objective."""


def test_her_plan_values_each_step_that_leads_to_the_objective() -> None:
    plan = [objective_progress(sits("ursula", "palace", realm, hand=hand), BOOK) for realm, hand in ROAD]
    assert plan == sorted(set(plan))
    assert 0 <= plan[0] < plan[-1] <= 1


def test_her_plan_wants_ariel_out_of_the_way() -> None:
    rows = ("ship: ariel / trident", "ship: ariel +contract-shore-1 / trident", "ship: / trident")
    plan = [objective_progress(sits("ursula", "palace", realm), BOOK) for realm in rows]
    assert plan == sorted(set(plan))
