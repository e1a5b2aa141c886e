"""The Realm: what belongs to it, how far abilities reach, and what is playing, moving, revealing, looking."""

from __future__ import annotations

from domain import decider, villainous
from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, JUDGE, RULES, SPECTATOR, Match, events_of_kind, plain, sits

ME, OTHER = 0, 1


def test_vi_010_hand_decks_and_discard_piles_are_outside_the_realm() -> None:
    """Taxes count the Heroes of the Realm; Alan-a-Dale strengthens nobody from the discard pile."""
    with Match(
        sits(
            "prince-john", "jail", "sherwood: maid-marian +clever-disguise-1\nchurch: toby",
            hand="taxes-1 warrant-1", fate="skippy", fate_discard="alan-a-dale friar-tuck",
        ),
        sits("captain-hook"),
    ) as match:  # fmt: skip
        assert strength_of(match.realm(ME), BOOK, "maid-marian") == 3
        match.says(ME, "move:church")
        match.says(ME, "play:taxes-1")
        assert events_of_kind(match.facts, facts.PowerGained) == [facts.PowerGained(ME, 2, 2)]


def test_vi_011_an_ability_ends_at_the_border_of_the_realm() -> None:
    """Alan-a-Dale and Wendy strengthen all other Heroes, each at home."""
    john = sits("prince-john", realm="church: alan-a-dale\njail: toby")
    hook = sits("captain-hook", realm="skull-rock: wendy\njolly-roger: tinker-bell")
    strengths = {
        hero: strength_of(mine, BOOK, hero)
        for mine in (john, hook)
        for hero in mine.cards
    }  # fmt: skip
    assert strengths == {"alan-a-dale": 2, "toby": 3, "wendy": 3, "tinker-bell": 3}


def test_vi_012_an_ability_lasts_as_long_as_its_card_is_in_the_realm() -> None:
    with Match(
        sits("prince-john", "jail", "nottingham: alan-a-dale / trigger\nchurch: toby", hand="taxes-1"),
        sits("captain-hook"),
    ) as match:
        assert strength_of(match.realm(ME), BOOK, "toby") == 3
        match.says(ME, "move:nottingham")
        match.says(ME, "vanquish:alan-a-dale")
        assert strength_of(match.realm(ME), BOOK, "toby") == 2


def test_vi_013_a_location_has_room_for_everyone() -> None:
    crowd = "robin-hood, friar-tuck, lady-kluck, little-john / rhino-guards-1, rhino-guards-2, warrant-1"
    with Match(
        sits("prince-john", "jail", f"church: {crowd}", power=2, hand="trigger"),
        sits("captain-hook"),
    ) as match:
        match.says(ME, "move:sherwood")
        match.says(ME, "play:trigger")
        match.says(ME, "church")
        assert len(match.realm(ME).cards) == 8


def test_vi_014_vi_015_villain_cards_lie_below_and_fate_cards_above_wherever_they_are_moved() -> None:
    with Match(
        sits("captain-hook", realm="hangmans-tree: wendy", power=1, hand="swashbuckler-1", unlocked=True),
        sits("prince-john"),
    ) as match:
        match.says(ME, "move:hangmans-tree")
        match.says(ME, "lead:wendy")
        match.says(ME, "play:swashbuckler-1")
        match.says(ME, "mermaid-lagoon")
        lines = villainous.draw_board(match.position.board, BOOK).split("\n")
        assert "     mermaid-lagoon: wendy 3 / swashbuckler-1 2" in lines


def test_vi_014_only_opponents_play_fate_cards_and_only_the_owner_plays_the_others() -> None:
    assert {BOOK.piles[card] for card in ("peter-pan", "pixie-dust-1", "once-upon-a-dream-2")} == {"fate"}
    assert {BOOK.piles[card] for card in ("cutlass-1", "greed-2", "green-fire-3")} == {"villain"}
    with Match(
        sits("captain-hook", "jolly-roger", hand="swashbuckler-1", power=1), sits("prince-john", fate="toby")
    ) as match:
        match.says(ME, "move:skull-rock")
        match.says(ME, "play:swashbuckler-1")
        match.says(ME, "jolly-roger")
        match.says(ME, "fate:1")
        match.says(ME, "church")
        played = events_of_kind(match.facts, facts.CardPlayed)
        assert [(fact.seat, fact.card) for fact in played] == [(ME, "swashbuckler-1"), (OTHER, "toby")]


def test_vi_015_a_fate_card_is_below_only_because_an_ability_says_so() -> None:
    """Jafar's Hypnotize makes a Hero an Ally of his."""
    with Match(
        sits("jafar", realm="oasis: sultan", power=2, hand="hypnotize-1 scrying-1"), sits("captain-hook")
    ) as match:
        match.says(ME, "move:agrabah")
        match.says(ME, "play:hypnotize-1")
        assert "     oasis:  / sultan 2 ~hypnotized" in villainous.draw_board(
            match.position.board, BOOK
        ).split("\n")


# -- definitions -------------------------------------------------------------------------------------


def test_vi_100_playing_brings_a_card_in_and_moving_takes_it_elsewhere() -> None:
    with Match(
        sits("captain-hook", "skull-rock", "jolly-roger: / smee", power=1, hand="swashbuckler-1 scare-1"),
        sits("prince-john"),
    ) as match:
        match.says(ME, "move:mermaid-lagoon")
        match.says(ME, "play:swashbuckler-1")
        match.says(ME, "jolly-roger")
        match.says(ME, "carry:smee")
        assert [fact.card for fact in events_of_kind(match.facts, facts.CardPlayed)] == ["swashbuckler-1"]
        assert events_of_kind(match.facts, facts.CardMoved) == [facts.CardMoved(ME, "smee", "skull-rock")]


def test_vi_101_what_is_done_for_a_card_played_is_not_done_for_one_that_moves() -> None:
    """A Warrant pays for a Hero who is played to it, not for one brought there."""
    with Match(
        sits("prince-john", "sherwood", "church: toby\njail: / warrant-1", power=2, hand="imprison-1"),
        sits("captain-hook", fate="wendy"),
    ) as match:
        match.says(ME, "move:nottingham")
        match.says(ME, "play:imprison-1")
        assert match.where(ME, "toby") == "jail"
        assert events_of_kind(match.facts, facts.PowerGained) == []


def test_vi_101_what_is_done_when_the_mover_comes_is_not_done_for_a_card_played_where_it_is() -> None:
    """Maleficent walks into the Green Fire and puts it out; she may light another where she stands."""
    with Match(
        sits("maleficent", "castle", "forest: / green-fire-1", power=3, hand="green-fire-2"),
        sits("captain-hook"),
    ) as match:
        match.says(ME, "move:forest")
        assert match.where(ME, "green-fire-1") == "discard"
        match.says(ME, "play:green-fire-2")
        match.says(ME, "forest")
        assert match.where(ME, "green-fire-2") == "forest"


def scared(fate: str, fate_discard: str = "", chance: tuple[str, ...] = ()) -> Match:
    """Hook looks at the top two of his Fate deck."""
    match = Match(
        sits("captain-hook", "skull-rock", power=1, hand="scare-1", fate=fate, fate_discard=fate_discard),
        sits("prince-john"),
        chance=chance,
    )
    match.says(ME, "move:jolly-roger")
    match.says(ME, "play:scare-1")
    return match


def test_vi_102_what_is_looked_at_is_for_one_pair_of_eyes() -> None:
    with scared("wendy john michael") as match:
        board = match.position.board
        assert board.realms[ME].looked == ("wendy", "john")
        for viewer in (SPECTATOR, RULES.seat_viewer(board, OTHER)):
            assert RULES.redact_board(board, viewer).realms[ME].looked == ("", "")
            assert "wendy" not in plain([decider.redact_fact(RULES, fact, viewer) for fact in match.facts])
        for viewer in (JUDGE, RULES.seat_viewer(board, ME)):
            assert RULES.redact_board(board, viewer).realms[ME].looked == ("wendy", "john")
        match.says(ME, "put-back")
        match.says(ME, "john", "wendy")
        assert match.realm(ME).fate.deck == ("john", "wendy", "michael")
        assert "wendy" not in plain([decider.redact_fact(RULES, fact, SPECTATOR) for fact in match.facts])


def test_vi_102_what_is_revealed_is_for_all() -> None:
    with Match(
        sits("captain-hook", "jolly-roger", hand="scare-1"), sits("prince-john", fate="toby friar-tuck")
    ) as match:
        match.says(ME, "move:skull-rock")
        revealed = match.says(ME, "fate:1")
        assert RULES.redact_board(match.position.board, SPECTATOR).realms[OTHER].opened == (
            "toby",
            "friar-tuck",
        )
        assert "friar-tuck" in plain([decider.redact_fact(RULES, fact, SPECTATOR) for fact in revealed])


def test_vi_200_discard_piles_lie_open_to_anybody() -> None:
    board = Match(
        sits("captain-hook", discard="scare-1 cannon-1", fate_discard="wendy"), sits("prince-john")
    ).position.board
    for viewer in (SPECTATOR, RULES.seat_viewer(board, ME), RULES.seat_viewer(board, OTHER)):
        seen = RULES.redact_board(board, viewer).realms[ME]
        assert (seen.villain.discard, seen.fate.discard) == (("scare-1", "cannon-1"), ("wendy",))


def test_vi_103_a_deck_that_is_looked_at_is_made_anew_as_well() -> None:
    with scared("wendy", "john michael", chance=("michael john",)) as match:
        assert match.realm(ME).looked == ("wendy", "michael")
        assert match.realm(ME).fate.discard == ()
        match.says(ME, "discard")
        assert match.realm(ME).fate.discard == ("wendy", "michael")


def test_vi_105_a_limit_is_about_the_present_strength() -> None:
    """Dragon Form takes a Hero of Strength 3 at most; Dreamless Sleep and the Sword of Truth count."""
    realm = """
        cottage: prince-phillip / dreamless-sleep-1
        forest: king-hubert
        castle: flora +sword-of-truth-1
    """
    with Match(
        sits("maleficent", "castle", realm, power=3, hand="dragon-form-1 vanish-1"), sits("captain-hook")
    ) as match:
        mine = match.realm(ME)
        assert [strength_of(mine, BOOK, hero) for hero in ("prince-phillip", "king-hubert", "flora")] == [
            3,
            3,
            5,
        ]
        match.says(ME, "move:forest")
        match.says(ME, "play:dragon-form-1")
        assert match.asks() == (ME, "aim", ("prince-phillip", "king-hubert"))
        match.says(ME, "prince-phillip")
        assert events_of_kind(match.facts, facts.HeroDefeated) == [
            facts.HeroDefeated(ME, "prince-phillip", "cottage", 3)
        ]


def test_vi_105_strength_never_falls_below_nothing() -> None:
    asleep = sits("maleficent", realm="forest: fauna / dreamless-sleep-1, dreamless-sleep-2")
    assert strength_of(asleep, BOOK, "fauna") == 0
