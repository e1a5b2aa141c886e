"""Maleficent: her Curses, and how she wins with them."""

from __future__ import annotations

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits
from tests.villainous.test_maleficent import ME, OTHER, maleficent, might

# -- Curses ------------------------------------------------------------------------------------------


def test_vi_092_curses_are_played_to_any_location_of_hers() -> None:
    with maleficent(hand="green-fire-1 forest-of-thorns-1", power=5) as match:
        match.says(ME, "play:green-fire-1")
        assert match.asks() == (ME, "where", ("forbidden-mountains", "cottage", "forest", "castle"))
        match.says(ME, "castle")
        match.says(ME, "play:forest-of-thorns-1")
        match.says(ME, "castle")
        assert match.realm(ME).power == 0
        assert match.where(ME, "forest-of-thorns-1") == match.where(ME, "green-fire-1") == "castle"


def test_vi_205_curses_are_carried_like_items_and_nothing_minds() -> None:
    realm = """
        forbidden-mountains: / savage-goon-1
        cottage: / dreamless-sleep-1, forest-of-thorns-1
        forest: merryweather / green-fire-1
    """
    with maleficent(realm, "forbidden-mountains", hand="vanish-1") as match:
        assert "carry:green-fire-1" in match.asks()[2]
        match.says(ME, "carry:dreamless-sleep-1")
        match.says(ME, "forest")
        assert match.where(ME, "dreamless-sleep-1") == "forest", "Merryweather bars what is played, not moved"
        assert match.where(ME, "green-fire-1") == "forest"
        assert match.where(ME, "forest-of-thorns-1") == "cottage"


def test_vi_131_a_forest_of_thorns_minds_heroes_only() -> None:
    with maleficent("castle: / forest-of-thorns-1", hand="green-fire-1 savage-goon-1") as match:
        match.says(ME, "play:green-fire-1")
        match.says(ME, "castle")
        match.says(ME, "play:savage-goon-1")
        match.says(ME, "castle")
        assert match.where(ME, "forest-of-thorns-1") == "castle"


def test_green_fire_goes_out_where_maleficent_comes() -> None:
    with maleficent("castle: / green-fire-1, forest-of-thorns-1\nforest: / green-fire-2", "castle") as match:
        assert match.realm(ME).villain.discard == ("green-fire-1",)
        assert match.where(ME, "green-fire-2") == "forest"


def test_a_dreamless_sleep_takes_two_from_every_hero_there() -> None:
    realm = """
        castle: prince-phillip, flora +sword-of-truth-1 / dreamless-sleep-1
        forest: king-stefan / savage-goon-1
    """
    with maleficent(realm, hand="dreamless-sleep-2") as match:
        assert [might(match, hero) for hero in ("prince-phillip", "flora", "king-stefan")] == [3, 3, 4]
        match.says(ME, "play:dreamless-sleep-2")
        match.says(ME, "castle")
        assert [might(match, hero) for hero in ("prince-phillip", "flora", "king-stefan")] == [1, 1, 4]
        assert might(match, "savage-goon-1") == 4


def test_vi_061_a_hero_in_deep_sleep_falls_without_a_fight() -> None:
    with maleficent("castle: fauna / dreamless-sleep-1, savage-goon-1", "castle", hand="vanish-1") as match:
        assert might(match, "fauna") == 0
        match.says(ME, "vanquish:fauna")
        match.says(ME, "enough")
        assert match.where(ME, "fauna") == "discard"
        assert match.where(ME, "savage-goon-1") == "castle"


def test_vi_105_nobody_minds_the_fall_of_a_strong_hero_who_slept() -> None:
    """Hook's Obsession waits for a Strength of 4, a king asleep has 2; his Cunning sees the Savage Goon."""
    for curse, asked in (("dreamless-sleep-1", ME), ("forest-of-thorns-1", OTHER)):
        realm = f"castle: king-stefan / savage-goon-1, {curse}"
        hook = sits("captain-hook", hand="obsession-1 scare-1")
        with Match(sits("maleficent", "forest", realm, hand="vanish-1"), hook) as match:
            match.says(ME, "move:castle")
            match.says(OTHER, "pass")
            match.says(ME, "vanquish:king-stefan")
            assert match.question.seat == asked


def test_an_ally_who_is_played_to_a_dreamless_sleep_ends_it() -> None:
    with maleficent("castle: / dreamless-sleep-1, dreamless-sleep-2", hand="cackling-goon-1") as match:
        match.says(ME, "play:cackling-goon-1")
        ended = match.says(ME, "castle")
        assert match.realm(ME).villain.discard == ("dreamless-sleep-1", "dreamless-sleep-2")
        [fact] = [fact for fact in ended if fact.rule == "dreamless-sleep-2"]
        assert fact.event == facts.CardDiscarded(ME, "villain", "dreamless-sleep-2")


def test_neither_items_nor_curses_nor_an_ally_who_moves_in_end_a_dreamless_sleep() -> None:
    realm = "castle: / dreamless-sleep-1\nforest: / savage-goon-1"
    with maleficent(realm, "cottage", at="forest", hand="staff vanish-1") as match:
        match.says(ME, "carry:savage-goon-1")
        match.says(ME, "castle")
        match.says(ME, "play:staff")
        match.says(ME, "castle")
        assert match.where(ME, "dreamless-sleep-1") == "castle"


# -- the objective -----------------------------------------------------------------------------------

SPELL = """
    forbidden-mountains: / green-fire-1
    cottage: guards-1 / forest-of-thorns-1
    forest: / dreamless-sleep-1
    castle: merryweather / {}
"""


def dawn(last: str) -> Match:
    """Prince John ends his turn, and hers begins."""
    match = Match(sits("prince-john"), sits("maleficent", "cottage", SPELL.format(last)))
    match.says(0, "move:jail")
    match.says(0, "gain:3")
    return match


def test_vi_125_a_curse_at_each_location_wins_when_her_turn_begins() -> None:
    with dawn("green-fire-2") as match:
        assert match.position.board.winner == 1
        assert events_of_kind(match.facts, facts.ObjectiveFulfilled) == [facts.ObjectiveFulfilled(1)]


def test_vi_125_a_location_without_a_curse_is_one_too_few() -> None:
    with dawn("staff") as match:
        assert match.position.board.winner is None
        assert match.asks()[:2] == (1, "move")


def test_vi_121_the_last_curse_does_not_win_while_her_turn_lasts() -> None:
    with Match(
        sits("maleficent", "cottage", SPELL.format("staff").replace("castle: merryweather", "castle:"),
             power=2, hand="forest-of-thorns-2"),
        sits("prince-john"),
    ) as match:  # fmt: skip
        match.says(ME, "move:forest")
        assert match.realm(ME).at == "forest"
        match.says(ME, "play:forest-of-thorns-2")
        match.says(ME, "castle")
        assert match.position.board.winner is None
