"""Fate: an opponent reveals two cards of my Fate deck, plays one as it likes, and discards the other."""

from __future__ import annotations

from domain.villainous import facts
from tests.villainous.play import BOOK, Match, sits, told

HOOK, JOHN, MALEFICENT = 0, 1, 1


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


def test_the_opponent_chooses_the_fate_card_and_where_the_hero_goes() -> None:
    with hook_against_john("maid-marian alan-a-dale robin-hood") as match:
        match.says(HOOK, "fate:1")
        assert match.asks() == (HOOK, "fate", ("maid-marian", "alan-a-dale"))
        match.says(HOOK, "alan-a-dale")
        assert match.asks() == (HOOK, "where", ("sherwood", "church", "nottingham", "jail"))
        match.says(HOOK, "nottingham")
        assert match.where(JOHN, "alan-a-dale") == "nottingham"
        assert match.where(JOHN, "maid-marian") == "discard"
        assert match.realm(JOHN).fate.deck == ("robin-hood",)


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
        assert told(match.says(HOOK, "nottingham"), facts.PowerGained) == []


def test_robin_hood_makes_warrant_pay_one_less() -> None:
    with hook_against_john("alan-a-dale maid-marian", "jail: robin-hood / warrant-1") as match:
        match.says(HOOK, "fate:1")
        match.says(HOOK, "maid-marian")
        assert told(match.says(HOOK, "jail"), facts.PowerGained) == [facts.PowerGained(JOHN, 1, 4)]


def test_the_deck_runs_out_in_mid_reveal_and_its_discards_become_the_new_deck() -> None:
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
        assert told(match.says(HOOK, "fate:1"), facts.CardsRevealed) == []
        assert match.question.prompt == "act"


def test_a_card_that_cannot_be_played_is_discarded_without_asking() -> None:
    with hook_against_john("steal-from-the-rich-1 robin-hood") as match:
        match.says(HOOK, "fate:1")
        assert match.question.prompt == "where"
        match.says(HOOK, "sherwood")
        assert match.where(JOHN, "steal-from-the-rich-1") == "discard"


def test_two_cards_that_cannot_be_played_are_both_discarded_and_not_replaced() -> None:
    with hook_against_john("steal-from-the-rich-1 steal-from-the-rich-2 robin-hood") as match:
        match.says(HOOK, "fate:1")
        assert match.realm(JOHN).fate.discard == ("steal-from-the-rich-1", "steal-from-the-rich-2")
        assert match.realm(JOHN).fate.deck == ("robin-hood",)
        assert match.question.prompt == "act"


def test_steal_from_the_rich_asks_for_the_hero_and_for_the_amount() -> None:
    with hook_against_john(
        "steal-from-the-rich-1 alan-a-dale", "sherwood: robin-hood\njail: maid-marian"
    ) as match:
        match.says(HOOK, "fate:1")
        match.says(HOOK, "steal-from-the-rich-1")
        assert match.asks() == (HOOK, "hero", ("robin-hood", "maid-marian"))
        match.says(HOOK, "maid-marian")
        assert match.asks() == (HOOK, "power", ("3", "2", "1", "0"))
        stolen = match.says(HOOK, "2")
        assert told(stolen, facts.PowerTaken) == [facts.PowerTaken(JOHN, "maid-marian", 2, 1)]
        assert match.realm(JOHN).cards["maid-marian"].power == 2


def john_against_hook(fate: str, realm: str = "", *, unlocked: bool = False) -> Match:
    """Prince John at Sherwood Forest, about to deal Fate to Captain Hook."""
    match = Match(
        sits("prince-john", "jail", hand="taxes-1", deck="taxes-2"),
        sits("captain-hook", realm=realm, fate=fate, unlocked=unlocked),
    )
    match.says(0, "move:sherwood")
    match.says(0, "fate:1")
    return match


def test_peter_pan_leaves_no_choice_and_flies_to_a_locked_tree() -> None:
    with john_against_hook("wendy peter-pan") as match:
        assert match.where(1, "peter-pan") == "hangmans-tree"
        assert match.where(1, "wendy") == "discard"
        assert match.question.prompt == "act"


def test_pixie_dust_is_attached_to_a_hero_who_is_not_behind_a_lock() -> None:
    with john_against_hook(
        "pixie-dust-1 pixie-dust-2", "hangmans-tree: peter-pan\nskull-rock: wendy\njolly-roger: tinker-bell"
    ) as match:
        match.says(0, "pixie-dust-2")
        assert match.asks() == (0, "host", ("wendy", "tinker-bell"))
        match.says(0, "wendy")
        assert match.where(1, "pixie-dust-2") == "wendy"


def test_tinker_bell_may_drive_an_ally_away_and_the_cutlass_goes_with_him() -> None:
    with john_against_hook(
        "tinker-bell pixie-dust-1", "skull-rock: / swashbuckler-1 +cutlass-1, pirate-brute-1"
    ) as match:
        match.says(0, "skull-rock")
        assert match.asks() == (0, "ally-to-discard", ("swashbuckler-1", "pirate-brute-1"))
        match.says(0, "swashbuckler-1")
        assert match.realm(1).villain.discard == ("cutlass-1", "swashbuckler-1")
        assert match.where(1, "pirate-brute-1") == "skull-rock"


def john_against_maleficent(fate: str, realm: str = "") -> Match:
    """Prince John at Sherwood Forest, about to deal Fate to Maleficent."""
    match = Match(
        sits("prince-john", "jail", hand="taxes-1", deck="taxes-2"),
        sits("maleficent", realm=realm, fate=fate),
    )
    match.says(0, "move:sherwood")
    match.says(0, "fate:1")
    return match


CURSED = """
    forbidden-mountains: guards-3 / green-fire-1
    cottage: / forest-of-thorns-1, forest-of-thorns-2
    forest: / savage-goon-1, savage-goon-2
"""


def test_curses_keep_heroes_out_by_their_strength() -> None:
    with john_against_maleficent("guards-1 once-upon-a-dream-1", CURSED) as match:
        match.says(0, "guards-1")
        assert match.asks() == (0, "where", ("forest", "castle"))
        match.says(0, "castle")
        assert match.where(MALEFICENT, "guards-1") == "castle"


def test_a_hero_who_is_strong_enough_burns_the_forest_of_thorns_down() -> None:
    with john_against_maleficent("prince-phillip once-upon-a-dream-1", CURSED) as match:
        match.says(0, "prince-phillip")
        assert match.asks() == (0, "where", ("cottage", "forest", "castle"))
        match.says(0, "cottage")
        assert match.realm(MALEFICENT).villain.discard == ("forest-of-thorns-1", "forest-of-thorns-2")


def test_prince_phillip_may_drive_all_allies_away() -> None:
    with john_against_maleficent("prince-phillip once-upon-a-dream-1", CURSED) as match:
        match.says(0, "prince-phillip")
        match.says(0, "forest")
        assert match.asks() == (0, "all-allies", ("discard",))
        match.says(0, "discard")
        assert match.realm(MALEFICENT).villain.discard == ("savage-goon-1", "savage-goon-2")


def test_once_upon_a_dream_lifts_a_curse_beside_a_hero() -> None:
    with john_against_maleficent("guards-1 once-upon-a-dream-1", CURSED) as match:
        match.says(0, "once-upon-a-dream-1")
        assert match.realm(MALEFICENT).villain.discard == ("green-fire-1",)
        assert match.realm(MALEFICENT).fate.discard == ("once-upon-a-dream-1", "guards-1")


def test_every_fate_card_belongs_to_a_fate_pile() -> None:
    assert {BOOK.piles[card] for card in ("peter-pan", "pixie-dust-1", "once-upon-a-dream-2")} == {"fate"}
    assert {BOOK.piles[card] for card in ("cutlass-1", "greed-2", "green-fire-3")} == {"villain"}
