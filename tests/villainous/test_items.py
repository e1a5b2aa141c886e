"""Items: where they are played, what they are attached to, and what becomes of them."""

from __future__ import annotations

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME, OTHER = 0, 1


def hook(realm: str = "", *, power: int = 3, hand: str) -> Match:
    """Captain Hook at the Mermaid Lagoon, with two cards to play; Prince John waits."""
    match = Match(
        sits("captain-hook", "skull-rock", realm, power=power, hand=f"{hand} scare-3"), sits("prince-john")
    )
    match.says(ME, "move:mermaid-lagoon")
    return match


def john_against_hook(fate: str, realm: str = "") -> Match:
    """Prince John at Sherwood Forest, dealing Fate to Captain Hook."""
    match = Match(sits("prince-john", "jail", hand="taxes-1"), sits("captain-hook", realm=realm, fate=fate))
    match.says(ME, "move:sherwood")
    match.says(ME, "fate:1")
    return match


def test_vi_083_vi_201_an_item_of_the_villain_is_paid_for_and_played_to_any_unlocked_location() -> None:
    """The Cannon is attached to nobody: it can always be played, whatever there is to vanquish."""
    with hook(hand="cannon-1") as match:
        match.says(ME, "play:cannon-1")
        assert match.asks() == (ME, "where", ("jolly-roger", "skull-rock", "mermaid-lagoon"))
        match.says(ME, "jolly-roger")
        assert events_of_kind(match.facts, facts.PowerPaid) == [facts.PowerPaid(ME, 2, 1)]
        assert events_of_kind(match.facts, facts.CardPlayed) == [
            facts.CardPlayed(ME, "cannon-1", "jolly-roger")
        ]


def test_vi_084_an_item_for_an_ally_waits_for_an_ally() -> None:
    with hook(hand="cutlass-1 swashbuckler-1") as match:
        assert match.refused(ME, "play:cutlass-1").startswith("VI-084")
        match.says(ME, "play:swashbuckler-1")
        match.says(ME, "jolly-roger")
        match.says(ME, "play:cutlass-1")
        assert events_of_kind(match.facts, facts.CardPlayed)[-1] == facts.CardPlayed(
            ME, "cutlass-1", on="swashbuckler-1"
        )
        assert strength_of(match.realm(ME), BOOK, "swashbuckler-1") == 4


def test_vi_085_an_item_moves_and_is_discarded_with_its_host() -> None:
    realm = "skull-rock: tinker-bell +pixie-dust-1 / swashbuckler-1 +cutlass-1 +cutlass-2"
    with Match(
        sits("captain-hook", "jolly-roger", realm, hand="scare-3", unlocked=True), sits("prince-john")
    ) as match:
        match.says(ME, "move:hangmans-tree")
        match.says(ME, "lead:tinker-bell")
        match.says(ME, "jolly-roger")
        assert match.where(ME, "pixie-dust-1") == "tinker-bell"
        assert events_of_kind(match.facts, facts.CardMoved) == [
            facts.CardMoved(ME, "tinker-bell", "jolly-roger")
        ]
        match.says(ME, "end")
        match.says(OTHER, "move:jail")
        match.says(OTHER, "end")
        match.says(ME, "move:mermaid-lagoon")
        match.says(ME, "carry:swashbuckler-1")
        match.says(ME, "jolly-roger")
        match.says(ME, "end")
        match.says(OTHER, "move:sherwood")
        match.says(OTHER, "end")
        match.says(ME, "move:jolly-roger")
        match.says(ME, "vanquish:tinker-bell")
        assert match.realm(ME).fate.discard == ("pixie-dust-1", "tinker-bell")
        assert match.realm(ME).villain.discard == ("cutlass-1", "cutlass-2", "swashbuckler-1")


def test_vi_086_an_item_of_the_fate_deck_needs_a_hero() -> None:
    with john_against_hook("pixie-dust-1 pixie-dust-2") as match:
        assert match.realm(OTHER).fate.discard == ("pixie-dust-1", "pixie-dust-2")
        assert match.question.prompt == "act"
    with john_against_hook("pixie-dust-1 splitting-headache-1", "jolly-roger: wendy") as match:
        assert match.where(OTHER, "pixie-dust-1") == "wendy"


def test_vi_202_nothing_is_attached_to_a_card_behind_a_lock() -> None:
    realm = "hangmans-tree: peter-pan / smee\nskull-rock: wendy\njolly-roger: tinker-bell"
    with john_against_hook("pixie-dust-1 pixie-dust-2", realm) as match:
        match.says(ME, "pixie-dust-2")
        assert match.asks() == (ME, "host", ("wendy", "tinker-bell"))
        assert match.refused(ME, "peter-pan").startswith("VI-070")
        match.says(ME, "wendy")
    with hook("hangmans-tree: / smee", hand="cutlass-1") as match:
        assert match.refused(ME, "play:cutlass-1").startswith("VI-070")


def test_vi_206_one_card_carries_several_items_also_equal_ones() -> None:
    with hook("jolly-roger: / swashbuckler-1 +cutlass-1", hand="cutlass-2") as match:
        match.says(ME, "play:cutlass-2")
        assert strength_of(match.realm(ME), BOOK, "swashbuckler-1") == 6
    with john_against_hook("pixie-dust-3 taunt-1", "jolly-roger: wendy +pixie-dust-1 +pixie-dust-2") as match:
        match.says(ME, "pixie-dust-3")
        assert strength_of(match.realm(OTHER), BOOK, "wendy") == 9
