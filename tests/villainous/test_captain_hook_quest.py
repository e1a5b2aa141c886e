"""Captain Hook's Items and Conditions, and how Peter Pan comes to the Jolly Roger and falls there."""

from __future__ import annotations

import pytest

from domain import decider
from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from domain.villainous.villains.captain_hook.script import objective_progress
from tests.villainous.play import BOOK, RULES, SPECTATOR, Match, events_of_kind, plain, sits

ME, OTHER = 0, 1
WATERS = ("jolly-roger", "skull-rock", "mermaid-lagoon")
"""Where cards come and go as long as Hangman's Tree is locked."""


def hook(at: str, realm: str = "", *, hand: str = "", power: int = 4, unlocked: bool = False) -> Match:
    """Captain Hook has just come to *at*; Prince John waits."""
    before = "skull-rock" if at == "jolly-roger" else "jolly-roger"
    match = Match(
        sits("captain-hook", before, realm, power=power, hand=hand, unlocked=unlocked), sits("prince-john")
    )
    match.says(ME, f"move:{at}")
    return match


# -- Items -------------------------------------------------------------------------------------------


def test_a_cannon_fires_where_it_stands_besides_what_is_printed_and_is_never_covered_vi_207() -> None:
    realm = """
        jolly-roger: wendy, john / pirate-brute-1, pirate-brute-2, cannon-1
        skull-rock: / cannon-2
        mermaid-lagoon: peter-pan
    """
    with hook("jolly-roger", realm) as match:
        first = match.says(ME, "vanquish:wendy")
        first += match.says(ME, "pirate-brute-1")
        first += match.says(ME, "enough")
        second = match.says(ME, "vanquish:john")
        assert events_of_kind(first, facts.SymbolUsed) == [facts.SymbolUsed(ME, 3)]
        assert events_of_kind(second, facts.SymbolUsed) == [facts.SymbolUsed(ME, 0, "cannon-1")]
        assert match.realm(ME).fate.discard == ("wendy", "john")
        assert match.refused(ME, "vanquish:peter-pan").startswith("VI-025"), "the other cannon is elsewhere"


def test_a_cannon_brings_vanquish_to_a_covered_rock_and_is_used_on_heroes_anywhere() -> None:
    realm = "skull-rock: wendy / cannon-1\njolly-roger: tinker-bell / smee"
    with hook("skull-rock", realm, hand="cutlass-1") as match:
        assert match.refused(ME, "gain:1").startswith("VI-026")
        match.says(ME, "vanquish:tinker-bell")
        assert match.where(ME, "tinker-bell") == "discard"
        assert match.refused(ME, "vanquish:wendy").startswith("VI-025")


def test_hooks_case_gives_one_power_more_once_a_turn_vi_207() -> None:
    with hook("skull-rock", "skull-rock: wendy / hooks-case-1, hooks-case-2", hand="cutlass-1") as match:
        match.says(ME, "gain:1")
        match.says(ME, "gain:1")
        assert match.realm(ME).power == 6
        assert "gain:1" not in match.question.options


def test_an_ingenious_device_leads_heroes_wherever_they_are_vi_207() -> None:
    with hook(
        "jolly-roger", "jolly-roger: / ingenious-device\nhangmans-tree: peter-pan", unlocked=True
    ) as match:
        match.says(ME, "lead:peter-pan")
        assert match.where(ME, "peter-pan") == "mermaid-lagoon"
        assert match.refused(ME, "lead:peter-pan").startswith("VI-025")


@pytest.mark.parametrize("item", ["cannon-2", "hooks-case-1", "ingenious-device"])
def test_an_item_that_shows_a_symbol_can_be_used_in_the_turn_it_is_played(item: str) -> None:
    with hook("jolly-roger", "jolly-roger: tinker-bell / smee", hand=item, power=2) as match:
        match.says(ME, f"play:{item}")
        assert match.asks() == (ME, "where", WATERS)
        match.says(ME, "jolly-roger")
        assert match.realm(ME).power == 0
        symbol = {"cannon-2": "vanquish:tinker-bell", "hooks-case-1": "gain:1"}.get(item, "lead:tinker-bell")
        assert symbol in match.question.options


def test_cutlasses_are_for_allies_and_one_can_carry_both_vi_206() -> None:
    realm = "skull-rock: wendy / swashbuckler-1\nhangmans-tree: / swashbuckler-2"
    with hook("mermaid-lagoon", realm, hand="cutlass-1 cutlass-2") as match:
        match.says(ME, "play:cutlass-1")
        match.says(ME, "play:cutlass-2")
        assert match.realm(ME).power == 2
        assert strength_of(match.realm(ME), BOOK, "swashbuckler-1") == 6
        assert match.refused(ME, "carry:cutlass-1").startswith("VI-054")


# -- Conditions --------------------------------------------------------------------------------------


def john(hand: str, realm: str = "", *, fate: str = "") -> Match:
    """Prince John at the Jail, about to play a card; Captain Hook minds."""
    match = Match(
        sits("prince-john", "church", realm, power=3, hand="rhino-guards-1 taxes-1"),
        sits("captain-hook", hand=hand, fate=fate),
    )
    match.says(0, "move:jail")
    return match


def test_cunning_brings_an_ally_for_nothing_when_john_has_a_strong_one() -> None:
    with john("cunning-1 pirate-brute-1 scare-1 smee") as match:
        match.says(0, "play:rhino-guards-1")
        match.says(0, "nottingham")
        assert match.question.about == "strength-4"
        match.says(1, "play:cunning-1")
        assert match.asks() == (1, "ally-to-play", ("pirate-brute-1", "smee"))
        match.says(1, "pirate-brute-1")
        assert match.asks() == (1, "where", WATERS)
        match.says(1, "jolly-roger")
        assert match.where(1, "pirate-brute-1") == "jolly-roger"
        assert match.realm(1).hand == ("scare-1", "smee"), "nothing is drawn for it now (VI-090)"
        assert match.realm(1).power == 0
        assert match.asks()[:2] == (0, "act"), "and the turn of Prince John goes on (VI-089)"


def test_nobody_learns_how_many_allies_the_cunning_hand_holds() -> None:
    def seen(hand: str) -> str:
        with john(hand) as match:
            match.says(0, "play:rhino-guards-1")
            told = match.says(0, "nottingham") + match.says(1, "play:cunning-1")
            assert match.question.prompt == "ally-to-play"
            told += match.says(1, "smee")
            johns = RULES.seat_viewer(match.position.board, 0)
            return plain(
                [[decider.redact_fact(RULES, fact, viewer) for fact in told] for viewer in (SPECTATOR, johns)]
            )

    assert seen("cunning-1 smee scare-1") == seen("cunning-1 smee pirate-brute-1")


def test_cunning_without_an_ally_in_hand_cannot_be_played_vi_201() -> None:
    with john("cunning-1 scare-1") as match:
        match.says(0, "play:rhino-guards-1")
        match.says(0, "nottingham")
        assert match.asks() == (1, "condition", ("pass", "pass-turn"))


@pytest.mark.parametrize(
    ("guard", "minded"), [("sherwood: / wolf-archers-1", False), ("sherwood: / rhino-guards-2", True)]
)
def test_an_ally_is_minded_from_strength_four_on_and_wherever_he_is(guard: str, minded: bool) -> None:
    with john("cunning-1 smee", guard) as match:
        assert (match.question.prompt == "condition") is minded


def john_defeats_robin_hood(fate: str) -> Match:
    """Prince John defeats a Hero of Strength 5, and Captain Hook, who minds, plays Obsession."""
    match = Match(
        sits(
            "prince-john", "church", "nottingham: robin-hood / rhino-guards-1, rhino-guards-2", hand="taxes-1"
        ),
        sits("captain-hook", hand="obsession-2", fate=fate),
    )
    match.says(0, "move:nottingham")
    match.says(1, "pass")
    match.says(0, "vanquish:robin-hood")
    match.says(0, "rhino-guards-1")
    assert match.question.about == "defeat-4"
    match.says(1, "play:obsession-2")
    return match


def test_the_hero_of_an_obsession_is_played_where_hook_likes() -> None:
    with john_defeats_robin_hood("pixie-dust-1 john taunt-1") as match:
        assert match.asks() == (1, "obsession", ("play", "discard"))
        match.says(1, "play")
        assert match.asks() == (1, "where", WATERS)
        match.says(1, "skull-rock")
        assert match.where(1, "john") == "skull-rock"
        assert match.realm(1).fate.discard == ("pixie-dust-1",)
        assert match.where(1, "obsession-2") == "discard"


def test_the_hero_of_an_obsession_can_be_discarded() -> None:
    with john_defeats_robin_hood("pixie-dust-1 john taunt-1") as match:
        match.says(1, "discard")
        assert match.realm(1).fate.discard == ("john", "pixie-dust-1")
        assert match.asks()[:2] == (0, "act")


def test_an_obsession_with_peter_pan_leaves_no_choice_vi_208() -> None:
    with john_defeats_robin_hood("pixie-dust-1 peter-pan") as match:
        assert match.where(1, "peter-pan") == "hangmans-tree"
        assert match.asks()[:2] == (0, "act")


# -- the end of Peter Pan ----------------------------------------------------------------------------


def test_peter_pan_is_led_from_his_tree_to_the_jolly_roger_and_defeated_vi_123() -> None:
    realm = """
        jolly-roger: / pirate-brute-1, pirate-brute-2
        skull-rock: / ingenious-device
        hangmans-tree: peter-pan
    """
    with Match(
        sits("captain-hook", "jolly-roger", realm, hand="scare-1 scare-2 scare-3 smee", unlocked=True),
        sits("prince-john", hand="taxes-1 taxes-2 taxes-3 warrant-1"),
    ) as match:
        for at, to, johns in (
            ("hangmans-tree", "mermaid-lagoon", "jail"),
            ("skull-rock", "skull-rock", "sherwood"),
            ("hangmans-tree", "jolly-roger", "jail"),
        ):
            match.says(ME, f"move:{at}")
            match.says(ME, "lead:peter-pan")
            if match.question.prompt == "where":
                match.says(ME, to)
            assert match.where(ME, "peter-pan") == to
            match.says(ME, "end")
            match.says(OTHER, f"move:{johns}")
            match.says(OTHER, "end")
        match.says(ME, "move:jolly-roger")
        match.says(ME, "vanquish:peter-pan")
        match.says(ME, "pirate-brute-2")
        assert match.position.board.winner == ME


def test_peter_pan_cannot_be_led_out_of_a_locked_tree_vi_209() -> None:
    with hook("jolly-roger", "jolly-roger: / ingenious-device\nhangmans-tree: peter-pan") as match:
        assert match.refused(ME, "lead:peter-pan").startswith("VI-053")


FINALE = "{}: peter-pan / pirate-brute-1, pirate-brute-2"


def fight_peter_pan(place: str) -> Match:
    """Hook at the Jolly Roger, his crew at *place*, his turn to fight."""
    match = Match(
        sits("captain-hook", "skull-rock", FINALE.format(place), unlocked=True),
        sits("maleficent", hand="malice-1"),
    )
    match.says(ME, "move:jolly-roger")
    match.says(ME, "vanquish:peter-pan")
    match.says(ME, "pirate-brute-1")
    return match


def test_peter_pan_defeated_on_the_jolly_roger_ends_the_game_at_once_vi_122() -> None:
    with fight_peter_pan("jolly-roger") as match:
        assert match.position.board.winner == ME
        assert decider.open_question(RULES, match.position) is None
        assert match.where(ME, "pirate-brute-1") == "jolly-roger", "nothing happens any more"


def test_peter_pan_defeated_elsewhere_will_be_back_vi_123() -> None:
    with fight_peter_pan("mermaid-lagoon") as match:
        assert match.position.board.winner is None
        assert match.where(ME, "peter-pan") == "discard"
        assert match.asks()[:2] == (OTHER, "condition"), "and the others may take offence"


def test_boarders_from_skull_rock_can_finish_him() -> None:
    realm = "jolly-roger: peter-pan / pirate-brute-1\nskull-rock: / boarding-party-1 +cutlass-1"
    with hook("jolly-roger", realm, unlocked=True) as match:
        match.says(ME, "vanquish:peter-pan")
        match.says(ME, "boarding-party-1")
        assert match.position.board.winner == ME


STEPS = (
    sits("captain-hook", discard="never-land-map"),
    sits("captain-hook", hand="never-land-map"),
    sits("captain-hook", hand="never-land-map", power=3),
    sits("captain-hook", unlocked=True, fate="wendy peter-pan pixie-dust-1"),
    sits("captain-hook", unlocked=True, fate="peter-pan"),
    sits("captain-hook", realm="hangmans-tree: peter-pan", unlocked=True),
    sits("captain-hook", realm="mermaid-lagoon: peter-pan", unlocked=True),
    sits("captain-hook", realm="skull-rock: peter-pan", unlocked=True),
    sits("captain-hook", realm="jolly-roger: peter-pan", unlocked=True),
    sits("captain-hook", realm="jolly-roger: peter-pan / smee", unlocked=True),
    sits("captain-hook", realm="jolly-roger: peter-pan / smee +cutlass-1", unlocked=True),
    sits("captain-hook", realm=FINALE.format("jolly-roger"), unlocked=True),
)


def test_every_step_towards_the_end_of_peter_pan_is_progress() -> None:
    told = [objective_progress(mine, BOOK) for mine in STEPS]
    assert told == sorted(set(told))
    assert 0 <= told[0] < told[-1] <= 1
