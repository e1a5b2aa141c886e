"""A turn: move, perform actions, draw."""

from __future__ import annotations

from domain.villainous import facts
from domain.villainous.realm import strength
from tests.villainous.play import BOOK, Match, sits, told

JOHN, HOOK = 0, 1


def john(at: str, realm: str = "", *, power: int = 3, hand: str = "taxes-1", deck: str = "taxes-2") -> Match:
    """Prince John's turn, about to move from *at*; Hook waits."""
    return Match(sits("prince-john", at, realm, power=power, hand=hand, deck=deck), sits("captain-hook"))


def hook(realm: str = "", *, power: int = 3, hand: str = "cutlass-1", unlocked: bool = False) -> Match:
    """Captain Hook's turn, about to move from Skull Rock; Prince John waits."""
    return Match(
        sits("captain-hook", "skull-rock", realm, power=power, hand=hand, unlocked=unlocked),
        sits("prince-john"),
    )


def test_the_mover_goes_anywhere_but_where_it_is_or_behind_a_lock() -> None:
    with hook() as match:
        assert match.asks() == (0, "move", ("move:jolly-roger", "move:mermaid-lagoon"))
        assert match.refused(0, "move:skull-rock").startswith("VI-021")
        assert match.refused(0, "move:hangmans-tree").startswith("VI-022")
        assert match.refused(0, "move:nottingham").startswith("VI-021")


def test_every_symbol_is_used_once_and_the_turn_ends_by_itself() -> None:
    with john("jail", hand="", deck="warrant-1 warrant-2 warrant-3 taxes-1 taxes-2") as match:
        match.says(JOHN, "move:nottingham")
        match.says(JOHN, "gain:1")
        assert match.refused(JOHN, "gain:1").startswith("VI-025")
        assert match.asks() == (JOHN, "act", ("fate:1", "end"))
        ended = match.says(JOHN, "fate:1")
        assert told(ended, facts.CardsDrawn) == [
            facts.CardsDrawn(JOHN, "villain", ("warrant-1", "warrant-2", "warrant-3", "taxes-1"))
        ]
        assert match.asks()[:2] == (HOOK, "move")


def test_a_hand_that_could_be_played_or_not_never_ends_the_turn() -> None:
    with john("nottingham", hand="greed-1") as match:
        match.says(JOHN, "move:church")
        match.says(JOHN, "gain:2")
        assert match.asks() == (JOHN, "act", ("end",))


def test_ending_early_is_allowed_and_draws_up_to_four_through_a_reshuffle() -> None:
    with Match(
        sits("prince-john", hand="taxes-1 taxes-2", deck="warrant-1", discard="greed-1 greed-2"),
        sits("captain-hook"),
        chance=("greed-2 greed-1",),
    ) as match:
        match.says(JOHN, "move:jail")
        match.says(JOHN, "end")
        assert match.realm(JOHN).hand == ("taxes-1", "taxes-2", "warrant-1", "greed-2")
        assert match.realm(JOHN).villain.deck == ("greed-1",)


def test_a_hero_covers_the_top_row_until_the_last_one_is_gone() -> None:
    with john("jail", "nottingham: alan-a-dale, maid-marian / rhino-guards-1", hand="warrant-1") as match:
        match.says(JOHN, "move:nottingham")
        assert match.refused(JOHN, "fate:1").startswith("VI-026")
        assert match.refused(JOHN, "gain:1").startswith("VI-026")
        assert match.asks()[2] == ("vanquish:alan-a-dale", "vanquish:maid-marian", "play:warrant-1", "end")
        match.says(JOHN, "vanquish:alan-a-dale")
        assert match.refused(JOHN, "gain:1").startswith("VI-026")


def test_what_is_uncovered_in_the_own_turn_can_be_used_at_once() -> None:
    with john("jail", "nottingham: alan-a-dale / rhino-guards-1", hand="warrant-1") as match:
        match.says(JOHN, "move:nottingham")
        match.says(JOHN, "vanquish:alan-a-dale")
        assert match.asks()[2] == ("fate:1", "gain:1", "play:warrant-1", "end")


def test_a_hero_in_the_jail_covers_nothing() -> None:
    with john("church", "jail: robin-hood", hand="") as match:
        match.says(JOHN, "move:jail")
        assert match.asks()[2] == ("gain:3", "end")


def test_a_card_is_paid_for_and_played_to_any_unlocked_location() -> None:
    with hook(power=3, hand="pirate-brute-1") as match:
        match.says(0, "move:jolly-roger")
        match.says(0, "play:pirate-brute-1")
        assert match.asks() == (0, "where", ("jolly-roger", "skull-rock", "mermaid-lagoon"))
        assert match.refused(0, "hangmans-tree").startswith("VI-070")
        match.says(0, "mermaid-lagoon")
        assert match.where(0, "pirate-brute-1") == "mermaid-lagoon"
        assert told(match.facts, facts.PowerPaid) == [facts.PowerPaid(0, 3, 0)]


def test_what_cannot_be_played_says_why() -> None:
    with hook(power=2, hand="pirate-brute-1 cutlass-1 obsession-1") as match:
        match.says(0, "move:jolly-roger")
        assert match.refused(0, "play:pirate-brute-1").startswith(
            "VI-042: “play:pirate-brute-1” cannot be chosen"
        )
        assert match.refused(0, "play:cutlass-1").startswith("VI-084")
        assert match.refused(0, "play:obsession-1").startswith("VI-088")
        assert match.refused(0, "play:scare-1").startswith("VI-041")
        assert match.refused(0, "fate:1").startswith("VI-023")
        assert match.refused(0, "gain:3").startswith("VI-023")
        assert match.refused(0, "dance").startswith("VI-023")
        assert match.refused(0, "discard:scare-1").startswith("VI-056")
        match.says(0, "end")
        assert match.refused(1, "stay").startswith("VI-021")


def test_an_effect_without_a_target_cannot_be_played_and_fate_is_for_opponents() -> None:
    with john("jail", hand="imprison-1") as match:
        match.says(JOHN, "move:sherwood")
        assert match.refused(JOHN, "play:imprison-1").startswith("VI-201")
        assert match.refused(JOHN, "fate:0").startswith("VI-047")


def test_two_play_symbols_play_two_cards() -> None:
    with john("jail", hand="taxes-1 taxes-2 taxes-3") as match:
        match.says(JOHN, "move:church")
        match.says(JOHN, "play:taxes-1")
        match.says(JOHN, "play:taxes-2")
        assert match.refused(JOHN, "play:taxes-3").startswith("VI-025")
        assert [used.symbol for used in told(match.facts, facts.SymbolUsed)] == [2, 3]


def test_cards_are_discarded_by_choice_none_included() -> None:
    with john("church", hand="taxes-1 taxes-2 greed-1") as match:
        match.says(JOHN, "move:sherwood")
        match.says(JOHN, "discard:cards")
        question = match.question
        assert (question.prompt, question.least, question.most, question.sight) == ("discard", 0, 3, "hand")
        match.says(JOHN, "greed-1", "taxes-1")
        assert match.realm(JOHN).villain.discard == ("greed-1", "taxes-1")
        assert match.realm(JOHN).hand == ("taxes-2",)


def test_allies_fight_one_by_one_until_they_suffice_and_are_discarded() -> None:
    realm = "jolly-roger: wendy +pixie-dust-1 / swashbuckler-1 +cutlass-1, swashbuckler-2, pirate-brute-1"
    with hook(realm) as match:
        match.says(0, "move:jolly-roger")
        assert strength(match.realm(0), BOOK, "wendy") == 5
        match.says(0, "vanquish:wendy")
        assert match.asks() == (0, "ally", ("swashbuckler-1", "swashbuckler-2", "pirate-brute-1"))
        match.says(0, "swashbuckler-1")
        match.says(0, "swashbuckler-2")
        assert match.asks() == (0, "ally", ("enough", "pirate-brute-1"))
        match.says(0, "enough")
        assert match.realm(0).fate.discard == ("pixie-dust-1", "wendy")
        assert match.realm(0).villain.discard == ("cutlass-1", "swashbuckler-1", "swashbuckler-2")
        assert match.where(0, "pirate-brute-1") == "jolly-roger"


def test_a_vanquish_that_cannot_be_won_says_why() -> None:
    realm = """
        jolly-roger: lost-boys-1, wendy / pirate-brute-1 +cutlass-1
        mermaid-lagoon: tinker-bell
        hangmans-tree: peter-pan
    """
    with hook(realm) as match:
        match.says(0, "move:jolly-roger")
        assert match.refused(0, "vanquish:lost-boys-1").startswith("lost-boys: ")
        assert match.refused(0, "vanquish:tinker-bell").endswith("Strength of 3.")
        assert match.refused(0, "vanquish:peter-pan").startswith("VI-070")
        assert match.refused(0, "vanquish:pirate-brute-1").startswith("VI-057")
        assert match.asks()[2][0] == "vanquish:wendy"


def test_an_ally_is_carried_one_step_with_all_it_bears() -> None:
    with hook("skull-rock: / swashbuckler-1 +cutlass-1\nmermaid-lagoon: / swashbuckler-2") as match:
        match.says(0, "move:mermaid-lagoon")
        assert match.refused(0, "carry:cutlass-1").startswith("VI-054")
        assert match.refused(0, "carry:wendy").startswith("VI-052")
        match.says(0, "carry:swashbuckler-1")
        assert match.asks() == (0, "where", ("jolly-roger", "mermaid-lagoon"))
        match.says(0, "jolly-roger")
        assert match.where(0, "swashbuckler-1") == "jolly-roger"
        assert match.where(0, "cutlass-1") == "swashbuckler-1"


def test_a_hero_is_led_one_step_but_not_through_a_lock() -> None:
    with hook("hangmans-tree: peter-pan\njolly-roger: wendy", unlocked=True) as match:
        match.says(0, "move:hangmans-tree")
        assert match.refused(0, "lead:tinker-bell").startswith("VI-055")
        match.says(0, "lead:peter-pan")
        assert match.where(0, "peter-pan") == "mermaid-lagoon"


def test_nothing_moves_into_or_out_of_a_locked_location() -> None:
    with hook("mermaid-lagoon: / swashbuckler-1\nhangmans-tree: / swashbuckler-2") as match:
        match.says(0, "move:mermaid-lagoon")
        assert match.refused(0, "carry:swashbuckler-2").startswith("VI-053")
        match.says(0, "carry:swashbuckler-1")
        assert match.where(0, "swashbuckler-1") == "skull-rock"


def test_the_cauldron_gives_no_more_than_it_holds() -> None:
    with Match(sits("prince-john", power=19), sits("captain-hook", power=60)) as match:
        match.says(JOHN, "move:jail")
        passed_on = match.says(JOHN, "gain:3")
        assert told(passed_on, facts.PowerGained) == [facts.PowerGained(JOHN, 1, 20)]


def test_prince_john_wins_at_the_start_of_his_own_turn_only() -> None:
    with Match(sits("captain-hook"), sits("prince-john", power=20)) as match:
        match.says(0, "move:skull-rock")
        won = match.says(0, "end")
        assert won[-2].event == facts.ObjectiveFulfilled(1)
        assert match.position.board.stage == "over"


def test_maleficent_wins_with_a_curse_everywhere_unless_she_walks_into_the_fire() -> None:
    realm = """
        forbidden-mountains: / green-fire-1
        cottage: / forest-of-thorns-1
        forest: / forest-of-thorns-2
        castle: / green-fire-2
    """
    with Match(sits("captain-hook"), sits("maleficent", "cottage", realm)) as match:
        match.says(0, "move:skull-rock")
        match.says(0, "end")
        assert match.position.board.winner == 1
    with Match(sits("maleficent", "cottage", realm), sits("captain-hook")) as match:
        match.says(0, "move:castle")
        assert match.where(0, "green-fire-2") == "discard"
        assert match.where(0, "green-fire-1") == "forbidden-mountains"
