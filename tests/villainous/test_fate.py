"""Fate: an opponent reveals two cards of my Fate deck, plays one as it likes, and discards the other."""

from __future__ import annotations

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits

HOOK, JOHN = 0, 1


def hook_against_john(fate: str, realm: str = "", **more: str) -> Match:
    """Hook at Skull Rock, about to deal Fate to Prince John."""
    chance = (more.pop("chance"),) if "chance" in more else ()
    match = Match(
        sits("captain-hook", deck="swashbuckler-1", hand="cutlass-1"),
        sits("prince-john", "nottingham", realm, power=3, fate=fate, **more),  # type: ignore[arg-type]
        chance=chance,
    )
    match.says(HOOK, "move:skull-rock")
    return match


def test_vi_047_vi_048_the_opponent_chooses_the_fate_card_and_where_the_hero_goes() -> None:
    with hook_against_john("maid-marian alan-a-dale robin-hood") as match:
        match.says(HOOK, "fate:1")
        assert match.asks() == (HOOK, "fate", ("maid-marian", "alan-a-dale"))
        match.says(HOOK, "alan-a-dale")
        assert match.asks() == (HOOK, "where", ("sherwood", "church", "nottingham", "jail"))
        match.says(HOOK, "nottingham")
        assert match.where(JOHN, "alan-a-dale") == "nottingham"
        assert match.where(JOHN, "maid-marian") == "discard"
        assert match.realm(JOHN).fate.deck == ("robin-hood",)


def test_vi_047_fate_is_for_opponents() -> None:
    with hook_against_john("toby skippy") as match:
        assert match.refused(HOOK, "fate:0").startswith("VI-047")
        assert match.refused(HOOK, "fate:2").startswith("VI-047")


def test_vi_050_a_hero_covers_the_top_row_of_the_location_it_is_played_to() -> None:
    with hook_against_john("toby steal-from-the-rich-1") as match:
        match.says(HOOK, "fate:1")
        assert match.asks() == (HOOK, "where", ("sherwood", "church", "nottingham", "jail"))
        match.says(HOOK, "sherwood")
        match.says(HOOK, "end")
        match.says(JOHN, "move:sherwood")
        assert match.refused(JOHN, "gain:1").startswith("VI-026")
        assert "fate:0" in match.asks()[2]


def test_warrant_pays_when_a_hero_is_played_to_it_and_says_why() -> None:
    with hook_against_john("alan-a-dale steal-from-the-rich-1", "nottingham: / warrant-2") as match:
        match.says(HOOK, "fate:1")
        played = match.says(HOOK, "nottingham")
        [gained] = [fact for fact in played if isinstance(fact.event, facts.PowerGained)]
        assert gained.event == facts.PowerGained(JOHN, 2, 5)
        assert gained.rule == "warrant-2"
        cause = next(fact for fact in played if fact.seq == gained.cause)
        assert cause.event == facts.CardPlayed(JOHN, "alan-a-dale", "nottingham")


def test_warrant_elsewhere_pays_nothing() -> None:
    with hook_against_john("alan-a-dale steal-from-the-rich-1", "church: / warrant-2") as match:
        match.says(HOOK, "fate:1")
        assert events_of_kind(match.says(HOOK, "nottingham"), facts.PowerGained) == []


def test_robin_hood_makes_warrant_pay_one_less() -> None:
    with hook_against_john("alan-a-dale maid-marian", "jail: robin-hood / warrant-1") as match:
        match.says(HOOK, "fate:1")
        match.says(HOOK, "maid-marian")
        assert events_of_kind(match.says(HOOK, "jail"), facts.PowerGained) == [facts.PowerGained(JOHN, 1, 4)]


def test_vi_049_the_deck_runs_out_in_mid_reveal_and_its_discards_become_the_new_deck() -> None:
    with hook_against_john(
        "maid-marian", fate_discard="robin-hood alan-a-dale", chance="alan-a-dale robin-hood"
    ) as match:
        revealed = match.says(HOOK, "fate:1")
        assert [type(fact.event).__name__ for fact in revealed] == [
            "Answered",
            "SymbolUsed",
            "CardsRevealed",
            "Answered",
            "DeckShuffled",
            "CardsRevealed",
            "Asked",
        ]
        assert match.asks() == (HOOK, "fate", ("maid-marian", "alan-a-dale"))
        assert match.realm(JOHN).opened == ("maid-marian", "alan-a-dale")
        assert match.realm(JOHN).fate.discard == ()
        [shuffled] = [fact for fact in revealed if isinstance(fact.event, facts.DeckShuffled)]
        assert shuffled.rule == "VI-103"
        match.says(HOOK, "maid-marian")
        match.says(HOOK, "jail")
        assert match.realm(JOHN).fate.discard == ("alan-a-dale",)


def test_where_no_fate_card_is_left_nothing_is_revealed() -> None:
    with hook_against_john("") as match:
        assert events_of_kind(match.says(HOOK, "fate:1"), facts.CardsRevealed) == []
        assert match.question.prompt == "act"


def test_vi_051_a_card_that_cannot_be_played_is_discarded_without_asking() -> None:
    with hook_against_john("steal-from-the-rich-1 robin-hood") as match:
        match.says(HOOK, "fate:1")
        assert match.question.prompt == "where"
        match.says(HOOK, "sherwood")
        assert match.where(JOHN, "steal-from-the-rich-1") == "discard"


def test_vi_051_two_cards_that_cannot_be_played_are_both_discarded_and_not_replaced() -> None:
    with hook_against_john("steal-from-the-rich-1 steal-from-the-rich-2 robin-hood") as match:
        match.says(HOOK, "fate:1")
        assert match.realm(JOHN).fate.discard == ("steal-from-the-rich-1", "steal-from-the-rich-2")
        assert match.realm(JOHN).fate.deck == ("robin-hood",)
        assert match.question.prompt == "act"


def test_vi_048_steal_from_the_rich_asks_the_opponent_for_the_hero_and_for_the_amount() -> None:
    with hook_against_john(
        "steal-from-the-rich-1 alan-a-dale", "sherwood: robin-hood\njail: maid-marian"
    ) as match:
        match.says(HOOK, "fate:1")
        match.says(HOOK, "steal-from-the-rich-1")
        assert match.asks() == (HOOK, "aim", ("robin-hood", "maid-marian"))
        match.says(HOOK, "maid-marian")
        assert match.asks() == (HOOK, "power", ("3", "2", "1", "0"))
        stolen = match.says(HOOK, "2")
        assert events_of_kind(stolen, facts.PowerTaken) == [facts.PowerTaken(JOHN, "maid-marian", 2, 1)]
        assert match.realm(JOHN).cards["maid-marian"].power == 2
