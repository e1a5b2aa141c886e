"""Locked locations: nothing comes, nothing goes, and what is there goes on working."""

from __future__ import annotations

import pytest

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME, OTHER = 0, 1


def test_vi_070_vi_072_nothing_is_played_to_or_moved_past_a_lock_and_no_hero_falls_behind_it() -> None:
    realm = "mermaid-lagoon: / smee\nhangmans-tree: peter-pan / pirate-brute-1, pirate-brute-2, cannon-1"
    with Match(
        sits("captain-hook", "skull-rock", realm, power=5, hand="swashbuckler-1 hooks-case-1 aye-aye-1"),
        sits("prince-john"),
    ) as match:
        assert match.refused(ME, "move:hangmans-tree").startswith("VI-022")
        match.says(ME, "move:mermaid-lagoon")
        assert match.refused(ME, "carry:cannon-1").startswith("VI-053")
        match.says(ME, "carry:smee")
        assert match.where(ME, "smee") == "skull-rock", "the tree is no way"
        for card in ("swashbuckler-1", "hooks-case-1"):
            match.says(ME, f"play:{card}")
            assert match.asks()[2] == ("jolly-roger", "skull-rock", "mermaid-lagoon")
            assert match.refused(ME, "hangmans-tree").startswith("VI-070")
            match.says(ME, "mermaid-lagoon")
        match.says(ME, "end")
        match.says(OTHER, "move:jail")
        match.says(OTHER, "end")
        match.says(ME, "move:jolly-roger")
        assert match.refused(ME, "vanquish:peter-pan").startswith("VI-070")


def test_vi_070_an_effect_neither_moves_an_ally_out_nor_in() -> None:
    with Match(
        sits(
            "captain-hook", "skull-rock", "mermaid-lagoon: / smee\nhangmans-tree: / pirate-brute-1",
            power=5, hand="aye-aye-1",
        ),
        sits("prince-john"),
    ) as match:  # fmt: skip
        match.says(ME, "move:jolly-roger")
        match.says(ME, "play:aye-aye-1")
        assert (match.where(ME, "smee"), match.where(ME, "pirate-brute-1")) == (
            "skull-rock", "hangmans-tree",
        )  # fmt: skip


def test_vi_045_vi_071_behind_a_lock_a_card_keeps_its_ability_but_is_not_activated() -> None:
    """The Scarab Pendant fills the hand to 5 from there; the Snake Staff is out of reach."""
    with Match(
        sits(
            "jafar", "agrabah", "cave: / scarab-pendant, snake-staff", power=3, hand="scrying-1",
            deck="scrying-2 scrying-3 sacrifice-1 sacrifice-2 sacrifice-3", discard="hypnotize-1",
        ),
        sits("captain-hook"),
    ) as match:  # fmt: skip
        match.says(ME, "move:oasis")
        assert match.refused(ME, "activate:snake-staff").startswith("VI-045")
        match.says(ME, "end")
        assert len(match.realm(ME).hand) == 5


def test_vi_045_the_same_card_is_activated_once_its_location_is_open() -> None:
    with Match(
        sits(
            "jafar", "agrabah", "cave: / snake-staff", power=3, hand="scrying-1",
            discard="hypnotize-1", unlocked=True,
        ),
        sits("captain-hook"),
    ) as match:  # fmt: skip
        match.says(ME, "move:oasis")
        match.says(ME, "activate:snake-staff")
        assert match.realm(ME).hand == ("scrying-1", "hypnotize-1")


def test_vi_071_a_hero_behind_a_lock_still_strengthens_the_others() -> None:
    mine = sits("captain-hook", realm="hangmans-tree: wendy\nskull-rock: tinker-bell")
    assert mine.locked == ("hangmans-tree",)
    assert strength_of(mine, BOOK, "tinker-bell") == 3


def test_vi_072_a_card_that_says_so_is_played_behind_a_lock() -> None:
    """VI-106: Peter Pan's card wins over the instructions."""
    with Match(
        sits("prince-john", "jail", hand="taxes-1"), sits("captain-hook", fate="wendy peter-pan")
    ) as match:
        match.says(ME, "move:sherwood")
        match.says(ME, "fate:1")
        assert match.where(OTHER, "peter-pan") == "hangmans-tree"
        assert match.where(OTHER, "wendy") == "discard"


def test_a_lock_is_taken_off_by_a_card_and_the_way_is_free() -> None:
    with Match(
        sits("jafar", "agrabah", power=3, hand="scarab-pendant scrying-1"),
        sits("captain-hook", hand="cunning-1"),
    ) as match:
        match.says(ME, "move:oasis")
        unlocked = match.says(ME, "play:scarab-pendant") + match.says(ME, "oasis")
        assert events_of_kind(unlocked, facts.LocationUnlocked) == [facts.LocationUnlocked(ME, "cave")]
        match.says(ME, "end")
        match.says(OTHER, "move:skull-rock")
        match.says(OTHER, "end")
        assert "move:cave" in match.asks()[2]


@pytest.mark.parametrize(
    ("locked", "left"), [("safe", "cannon-1"), ("reachable", "cannon-2")]
)  # fmt: skip
def test_vi_c6_a_card_behind_a_lock_is_safe_from_being_discarded_unless_ruled_otherwise(
    locked: str, left: str
) -> None:
    with Match(
        sits("prince-john", "jail", hand="taxes-1"),
        sits(
            "captain-hook", realm="hangmans-tree: / cannon-1\nskull-rock: / cannon-2",
            fate="splitting-headache-1 taunt-1",
        ),
        locked=locked,
    ) as match:  # fmt: skip
        match.says(ME, "move:sherwood")
        match.says(ME, "fate:1")
        if locked == "reachable":
            assert match.asks() == (ME, "aim", ("cannon-1", "cannon-2"))
            match.says(ME, "cannon-1")
        assert list(match.realm(OTHER).cards) == [left]
