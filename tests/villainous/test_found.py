"""Finding a Hero: in the Realm first, then in the Fate discard pile, then in the Fate deck."""

from __future__ import annotations

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits

ME = 0


def maid_marian_falls(realm: str = "", fate: str = "", fate_discard: str = "", *chance: str) -> Match:
    """Prince John defeats Maid Marian, which calls Robin Hood to Nottingham."""
    match = Match(
        sits(
            "prince-john", "jail", f"nottingham: maid-marian / rhino-guards-1, rhino-guards-2\n{realm}",
            hand="taxes-1", fate=fate, fate_discard=fate_discard,
        ),
        sits("captain-hook"),
        chance=chance,
    )  # fmt: skip
    match.says(ME, "move:nottingham")
    match.says(ME, "vanquish:maid-marian")
    match.says(ME, "rhino-guards-1")
    match.says(ME, "enough")
    return match


def test_vi_104_a_hero_of_the_realm_is_played_anew_where_the_card_says() -> None:
    with maid_marian_falls("church: robin-hood *3", fate="toby") as match:
        assert match.where(ME, "robin-hood") == "nottingham"
        assert match.realm(ME).cards["robin-hood"].power == 3, "his purse comes with him"
        assert events_of_kind(match.facts, facts.CardPlayed) == [
            facts.CardPlayed(ME, "robin-hood", "nottingham")
        ]
        assert events_of_kind(match.facts, facts.CardMoved) == []
        assert events_of_kind(match.facts, facts.DeckShuffled) == []


def test_vi_203_what_a_found_hero_carried_is_discarded() -> None:
    with maid_marian_falls("church: robin-hood +clever-disguise-1 +clever-disguise-2") as match:
        assert match.realm(ME).fate.discard == ("maid-marian", "clever-disguise-1", "clever-disguise-2")


def test_vi_104_a_hero_of_the_discard_pile_is_taken_from_there() -> None:
    with maid_marian_falls(fate="toby", fate_discard="skippy robin-hood") as match:
        assert match.where(ME, "robin-hood") == "nottingham"
        assert match.realm(ME).fate.discard == ("skippy", "maid-marian")
        assert events_of_kind(match.facts, facts.DeckShuffled) == []


def test_vi_104_a_hero_of_the_deck_is_taken_out_and_the_deck_is_shuffled() -> None:
    with maid_marian_falls("", "toby robin-hood skippy", "", "skippy toby") as match:
        assert match.where(ME, "robin-hood") == "nottingham"
        assert match.realm(ME).fate.deck == ("skippy", "toby")
        [shuffled] = [fact for fact in match.facts if isinstance(fact.event, facts.DeckShuffled)]
        assert shuffled.rule == "VI-104"


def test_vi_104_a_found_hero_is_played_and_cards_notice() -> None:
    """A Warrant pays for him, though it is not Fate that brings him; he covers the top row again."""
    with maid_marian_falls("nottingham: / warrant-1", fate_discard="robin-hood") as match:
        assert events_of_kind(match.facts, facts.PowerGained) == [facts.PowerGained(ME, 1, 1)]
        assert match.refused(ME, "gain:1").startswith("VI-026")
