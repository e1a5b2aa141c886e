"""Why not? The reason is that of the card, with names and numbers, play by play."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from domain.villainous.board import Realm
from tests.villainous.play import BOOK, Match, sits

ME, OTHER = 0, 1

sits_hook = partial(sits, "captain-hook")
sits_queen = partial(sits, "queen-of-hearts")


def begun(place: str, *realms: Realm) -> Match:
    """A match whose first seat has moved to *place*."""
    match = Match(*realms)
    match.says(ME, f"move:{place}")
    return match


# -- Conditions --------------------------------------------------------------------------------------


def defeated(realm: str, hand: str) -> Match:
    """Captain Hook has defeated a Hero of Strength 4, and the Queen of Hearts with this *hand* is asked."""
    crew = "jolly-roger: lost-boys-1 / pirate-brute-1, pirate-brute-2"
    match = begun("jolly-roger", sits_hook("skull-rock", crew), sits_queen("", realm, hand=hand))
    match.says(ME, "vanquish:lost-boys-1")
    while match.question.prompt == "ally":
        match.says(ME, match.question.options[0])
    assert match.asks()[:2] == (OTHER, "condition")
    return match


def test_a_fury_that_shrinks_nobody_says_who_never_shrinks() -> None:
    with defeated("courtyard: dormouse", "fury-1") as match:
        assert match.refused(OTHER, "play:fury-1") == (
            "VI-201: “play:fury-1” cannot be chosen: Fury cannot be carried out: Dormouse never shrinks."
        )


def test_a_condition_that_waits_for_something_else_says_for_what() -> None:
    with defeated("courtyard: alice", "fury-1 judgment-1 tweedles") as match:
        assert "play:fury-1" in match.question.options
        waits = BOOK.cards["judgment-1"].requires
        assert waits is not None
        assert waits.key != match.question.about
        assert "VI-088: " in match.refused(OTHER, "play:judgment-1")
        assert "waits for something else: " in match.refused(OTHER, "play:judgment-1")
        assert match.refused(OTHER, "play:tweedles").endswith(": Tweedle Dee & Tweedle Dum is no Condition.")
        assert match.refused(OTHER, "play:fury-2").startswith("VI-041: ")


# -- Fate --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", [0, 1])
def test_who_holds_the_fate_token_is_no_opponent_either(token: int) -> None:
    others = ("captain-hook", "prince-john", "maleficent", "ursula")
    match = Match(sits("jafar", hand="iago"), *map(sits, others))
    match.position = replace(match.position, board=replace(match.position.board, token=token))
    match.says(ME, "move:agrabah")
    assert match.refused(ME, "fate:0") == "VI-047: “fate:0” cannot be chosen: Fate is dealt to an opponent."
    if token:
        assert match.refused(ME, f"fate:{token}").startswith("VI-111: ")


# -- cards in the way --------------------------------------------------------------------------------


class Case(NamedTuple):
    """A Realm, a hand and a location of a Villain, a pick of it, and the refusal."""

    who: str
    at: str
    realm: str
    pick: str
    rule: str
    reason: str
    hand: str = ""
    power: int = 3


CASES = {
    "Lady Kluck is not imprisoned": Case(
        "prince-john", "sherwood", "church: lady-kluck", "play:imprison-1", "lady-kluck",
        "Imprison cannot be carried out: Lady Kluck never enters The Jail", "imprison-1",
    ),
    "a snake finds Jasmine too strong with a Wish": Case(
        "jafar", "agrabah", "agrabah: jasmine +wish-1", "play:snake-1", "wish",
        "A Snake, Am I? cannot be carried out: "
        "it takes a Strength of 4 or less, and Princess Jasmine has 3 + 2 (Wish)", "snake-1",
    ),
    "Palace Guards do not fight Sultan": Case(
        "jafar", "sultans-palace", "oasis: sultan / palace-guard-1, palace-guard-2", "vanquish:sultan",
        "sultan", "Palace Guard does not fight Sultan", "iago",
    ),
    "Carpet comes before other Heroes": Case(
        "jafar", "sultans-palace", "oasis: abu / palace-guard-1\nsultans-palace: carpet", "vanquish:abu",
        "carpet", "Carpet has to be defeated before Abu", "iago",
    ),
    "who has Taunt comes before other Heroes": Case(
        "captain-hook", "jolly-roger",
        "jolly-roger: wendy / pirate-brute-1\nskull-rock: tinker-bell +taunt-1", "vanquish:wendy", "taunt",
        "Tinker Bell has Taunt and has to be defeated before Wendy", "smee",
    ),
    "Lost Boys are fought by two": Case(
        "captain-hook", "jolly-roger", "skull-rock: lost-boys-1 / pirate-brute-1", "vanquish:lost-boys-1",
        "lost-boys", "it takes 2 Allies to Vanquish Lost Boys, and 1 can fight", "smee",
    ),
    "Allies come short": Case(
        "captain-hook", "jolly-roger", "skull-rock: wendy +pixie-dust-1 / swashbuckler-1, swashbuckler-2",
        "vanquish:wendy", "VI-058",
        "the Allies that can fight Wendy have a Strength of 2 + 2 = 4, and Wendy has 3 + 2 (Pixie Dust)",
        "smee",
    ),
    "a shot needs all Wickets": Case(
        "queen-of-hearts", "hedge-maze",
        "courtyard: / club-guard-1 ~wicket\nhedge-maze: / club-guard-2 ~wicket", "play:take-the-shot-1",
        "VI-201", "Take the Shot cannot be carried out: there is no Wicket at Tulgey Wood; "
        "there is no Wicket at White Rabbit's House", "take-the-shot-1",
    ),
    "an Item is for an Ally, and the only one is locked in": Case(
        "captain-hook", "jolly-roger", "hangmans-tree: / smee", "play:cutlass-1", "VI-070",
        "Cutlass cannot be attached: Smee is at Hangman's Tree, which is locked", "cutlass-1",
    ),
    "the Lamp is for a Cave that is locked": Case(
        "jafar", "agrabah", "", "play:magic-lamp", "VI-070",
        "Magic Lamp can be played nowhere: Cave of Wonders is locked", "magic-lamp", 9,
    ),
    "a Cost has its parts": Case(
        "prince-john", "sherwood", "sherwood: / king-richards-crown", "play:sheriff", "VI-042",
        "it costs 3 - 1 (King Richard's Crown), and there is 1 Power", "sheriff", 1,
    ),
    "a used symbol is not worth a look at the Cost": Case(
        "captain-hook", "mermaid-lagoon", "", "vanquish:wendy", "VI-057",
        "it is no Hero of the player’s Realm",
        "smee",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_card_in_the_way_is_named_with_the_numbers(case: Case) -> None:
    row = [*BOOK.locations[case.who]]
    elsewhere = row[0] if case.at != row[0] else row[1]
    other = "maleficent" if case.who != "maleficent" else "captain-hook"
    seat = sits(case.who, elsewhere, case.realm, power=case.power, hand=case.hand)
    with begun(case.at, seat, sits(other)) as match:
        assert match.refused(ME, case.pick) == (
            f"{case.rule}: “{case.pick}” cannot be chosen: {case.reason}."
        )


def test_thorns_let_in_whoever_is_strong_enough() -> None:
    hook = sits_hook("jolly-roger", hand="smee")
    curses = "castle: / forest-of-thorns-1\nforest: / green-fire-1"
    cursed = sits("maleficent", "", curses, fate="guards-1 once-upon-a-dream-1 flora")
    match = begun("skull-rock", hook, cursed)
    match.says(ME, "fate:1")
    assert match.asks()[:2] == (ME, "where")
    assert match.refused(ME, "castle") == (
        "forest-of-thorns: “castle” cannot be chosen: "
        "Forest of Thorns lets in Heroes of Strength 4 or more, and Guards has 3."
    )
    assert match.refused(ME, "forest").startswith("green-fire: ")


def test_every_card_whose_script_decides_says_what_it_needs() -> None:
    deciding = ("targets", "can_play", "can_activate", "offers")
    for script in BOOK.scripts.values():
        chosen = {id for id, hooks in script.hooks.items() if any(getattr(hooks, name) for name in deciding)}
        assert chosen - script.needs.keys() <= {"scrying"}, "whose two choices are always there"
        assert script.needs.keys() <= {card.id for card in BOOK.cards.values()}
