"""The actions of the symbols, one by one; Fate and Vanquish have tests of their own."""

from __future__ import annotations

import pytest

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits

ME, OTHER = 0, 1


def john(at: str, realm: str = "", *, power: int = 3, hand: str = "") -> Match:
    """Prince John at *at*, who came there from somewhere else; Hook waits."""
    came_from = "jail" if at != "jail" else "sherwood"
    match = Match(sits("prince-john", came_from, realm, power=power, hand=hand), sits("captain-hook"))
    match.says(ME, f"move:{at}")
    return match


def hook(
    at: str, realm: str = "", *, power: int = 3, hand: str = "cutlass-1", unlocked: bool = False
) -> Match:
    """Captain Hook at *at*, who came there from Skull Rock; Prince John waits."""
    match = Match(
        sits("captain-hook", "skull-rock", realm, power=power, hand=hand, unlocked=unlocked),
        sits("prince-john"),
    )
    match.says(ME, f"move:{at}")
    return match


def jafar(at: str, realm: str = "", *, power: int = 3, hand: str = "sacrifice-1") -> Match:
    """Jafar at *at*, who came there from the Streets of Agrabah; Hook waits."""
    match = Match(sits("jafar", "agrabah", realm, power=power, hand=hand), sits("captain-hook"))
    match.says(ME, f"move:{at}")
    return match


@pytest.mark.parametrize(("at", "amount"), [("sherwood", 1), ("church", 2), ("jail", 3)])
def test_vi_040_power_comes_from_the_cauldron_as_much_as_the_symbol_shows(at: str, amount: int) -> None:
    with john(at, hand="greed-1") as match:
        before = match.position.board.cauldron
        gained = match.says(ME, f"gain:{amount}")
        assert events_of_kind(gained, facts.PowerGained) == [facts.PowerGained(ME, amount, 3 + amount)]
        assert match.position.board.cauldron == before - amount


def test_vi_041_a_symbol_plays_one_card_of_the_hand() -> None:
    with john("sherwood", hand="taxes-1 taxes-2") as match:
        match.says(ME, "play:taxes-1")
        assert match.refused(ME, "play:taxes-2").startswith("VI-025")
        assert match.refused(ME, "play:taxes-3").startswith("VI-041")
        assert match.realm(ME).hand == ("taxes-2",)


def test_vi_042_vi_043_a_card_is_paid_for_and_played_to_any_unlocked_location() -> None:
    with hook("jolly-roger", power=3, hand="pirate-brute-1") as match:
        cauldron = match.position.board.cauldron
        match.says(ME, "play:pirate-brute-1")
        assert match.asks() == (ME, "where", ("jolly-roger", "skull-rock", "mermaid-lagoon"))
        assert match.refused(ME, "hangmans-tree").startswith("VI-070")
        match.says(ME, "mermaid-lagoon")
        assert match.where(ME, "pirate-brute-1") == "mermaid-lagoon"
        assert events_of_kind(match.facts, facts.PowerPaid) == [facts.PowerPaid(ME, 3, 0)]
        assert match.position.board.cauldron == cauldron + 3


def test_vi_042_what_cannot_be_played_says_why() -> None:
    with hook("jolly-roger", power=2, hand="pirate-brute-1 cutlass-1 obsession-1") as match:
        assert match.refused(ME, "play:pirate-brute-1") == (
            "VI-042: “play:pirate-brute-1” cannot be chosen: it costs 3, and there is 2 Power."
        )
        assert match.refused(ME, "play:cutlass-1").startswith("VI-084")
        assert match.refused(ME, "play:obsession-1").startswith("VI-088")
        assert match.refused(ME, "play:scare-1").startswith("VI-041")
        assert match.refused(ME, "fate:1").startswith("VI-023")
        assert match.refused(ME, "gain:3").startswith("VI-023")
        assert match.refused(ME, "dance").startswith("VI-023")
        assert match.refused(ME, "discard:scare-1").startswith("VI-056")


def test_vi_044_an_activated_ability_is_paid_for_and_followed() -> None:
    with jafar("oasis", "oasis: / iago, snake-staff") as match:
        match.says(ME, "activate:iago")
        assert events_of_kind(match.facts, facts.PowerPaid) == [facts.PowerPaid(ME, 1, 2)]
        assert events_of_kind(match.facts, facts.CardActivated) == [facts.CardActivated(ME, "iago")]
        assert (match.where(ME, "iago"), match.where(ME, "snake-staff")) == ("agrabah", "agrabah")


def test_vi_044_what_cannot_be_activated_says_why() -> None:
    with jafar("oasis", "agrabah: abu +hourglass-1 / iago, snake-staff, palace-guard-1", power=0) as match:
        assert match.refused(ME, "activate:palace-guard-1").startswith("VI-044: ")
        assert match.refused(ME, "activate:hourglass-2").startswith("VI-044: ")
        assert match.refused(ME, "activate:iago").endswith("activating it costs 1, and there is 0 Power.")
        assert match.refused(ME, "activate:hourglass-1").startswith("VI-137: ")
    with jafar("oasis", "agrabah: / iago") as match:
        assert match.refused(ME, "activate:iago").startswith("iago: "), "nothing to fly off with"


def test_vi_046_a_card_stays_in_the_realm_and_is_activated_again_for_another_symbol() -> None:
    with jafar("oasis", "agrabah: abu / hourglass-1") as match:
        match.says(ME, "activate:hourglass-1")
        assert match.refused(ME, "activate:hourglass-1").startswith("VI-025")
        assert match.where(ME, "hourglass-1") == "agrabah"
        match.says(ME, "end")
        match.says(OTHER, "move:skull-rock")
        match.says(OTHER, "end")
        match.says(ME, "move:sultans-palace")
        match.says(ME, "activate:hourglass-1")
        assert len(events_of_kind(match.facts, facts.CardActivated)) == 2
        assert events_of_kind(match.facts, facts.PowerPaid) == []


def test_vi_052_vi_205_an_ally_moves_one_step_with_all_it_bears() -> None:
    with hook("mermaid-lagoon", "skull-rock: / swashbuckler-1 +cutlass-1, cannon-1") as match:
        assert match.refused(ME, "carry:wendy").startswith("VI-052")
        match.says(ME, "carry:swashbuckler-1")
        assert match.asks() == (ME, "where", ("jolly-roger", "mermaid-lagoon"))
        match.says(ME, "jolly-roger")
        assert match.where(ME, "swashbuckler-1") == "jolly-roger"
        assert match.where(ME, "cutlass-1") == "swashbuckler-1"
        assert match.refused(ME, "carry:cannon-1").startswith("VI-025")


def test_vi_052_an_item_moves_one_step() -> None:
    with hook("mermaid-lagoon", "jolly-roger: / cannon-1, smee") as match:
        match.says(ME, "carry:cannon-1")
        assert match.where(ME, "cannon-1") == "skull-rock", "next door there is but one way"
        assert match.where(ME, "smee") == "jolly-roger"


def test_vi_205_a_curse_moves_like_an_item() -> None:
    with Match(
        sits("maleficent", "castle", "castle: / green-fire-1", hand="vanish-1"), sits("captain-hook")
    ) as match:
        match.says(ME, "move:cottage")
        match.says(ME, "carry:green-fire-1")
        assert match.where(ME, "green-fire-1") == "forest"


def test_vi_053_nothing_is_carried_into_or_out_of_a_locked_location() -> None:
    with hook("mermaid-lagoon", "mermaid-lagoon: / swashbuckler-1\nhangmans-tree: / swashbuckler-2") as match:
        assert match.refused(ME, "carry:swashbuckler-2").startswith("VI-053")
        match.says(ME, "carry:swashbuckler-1")
        assert match.where(ME, "swashbuckler-1") == "skull-rock"


def test_vi_054_what_is_attached_is_not_moved_by_itself() -> None:
    with hook("mermaid-lagoon", "skull-rock: wendy +pixie-dust-1 / swashbuckler-1 +cutlass-1") as match:
        assert match.refused(ME, "carry:cutlass-1").startswith("VI-054")
        assert match.refused(ME, "carry:pixie-dust-1").startswith("VI-054")
        assert [pick for pick in match.asks()[2] if pick.startswith("carry:")] == ["carry:swashbuckler-1"]


def test_vi_055_a_hero_is_led_one_step() -> None:
    with hook("hangmans-tree", "hangmans-tree: peter-pan\njolly-roger: wendy", unlocked=True) as match:
        assert match.refused(ME, "lead:tinker-bell").startswith("VI-055")
        assert match.refused(ME, "carry:wendy").startswith("VI-052")
        match.says(ME, "lead:peter-pan")
        assert match.where(ME, "peter-pan") == "mermaid-lagoon"


def test_vi_055_a_hero_is_not_led_past_a_lock() -> None:
    """With the Ingenious Device, for Hook has no other way to lead a Hero while the tree is locked."""
    realm = "mermaid-lagoon: wendy / ingenious-device\nhangmans-tree: peter-pan"
    with hook("mermaid-lagoon", realm) as match:
        assert match.refused(ME, "lead:peter-pan").startswith("VI-053")
        match.says(ME, "lead:wendy")
        assert match.where(ME, "wendy") == "skull-rock"


def test_vi_056_cards_are_discarded_by_choice_none_included() -> None:
    with john("sherwood", hand="taxes-1 taxes-2 greed-1") as match:
        match.says(ME, "discard:cards")
        question = match.question
        assert (question.prompt, question.least, question.most, question.sight) == ("discard", 0, 3, "hand")
        assert match.refused(ME, "warrant-1").startswith("VI-056")
        match.says(ME, "greed-1", "taxes-1")
        assert match.realm(ME).villain.discard == ("greed-1", "taxes-1")
        assert match.realm(ME).hand == ("taxes-2",)
        assert events_of_kind(match.facts, facts.CardsDrawn) == []
    with john("sherwood", hand="taxes-1") as match:
        match.says(ME, "discard:cards")
        match.says(ME)
        assert match.realm(ME).hand == ("taxes-1",)
