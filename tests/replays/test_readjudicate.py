"""A match decided again under other rules: the first fact that would have been another is told."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from domain.decider import Unplayable
from domain.model import Fact
from domain.rules import Rules
from replays.audits.verify import readjudicate, verify
from service.catalog.cardsets import CardSetRegistry
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook, golden, take


def test_under_its_own_rules_a_match_goes_the_same_way(
    trumps: GameWithBook, record: tuple[Fact, ...]
) -> None:
    assert readjudicate(trumps.rules, record) == verify(trumps.rules, record)


def test_under_another_edition_a_figure_leaves_at_once() -> None:
    french = golden("arena-after-the-paragraph")
    verdict = readjudicate(take("arena", version=1).rules, french, {"edition": "en"})
    assert not verdict.ok
    assert verdict.difference == (
        f"Under these rules fact {verdict.seq} would be “200 <199 SA-902 arena.FigureRemoved who=ARI”; it is "
        "recorded as “200 <199 SA-602 arena.VictoryPointsGained team=0 points=4 total=5”."
    )
    assert verdict.facts < verdict.seq == 200


def test_an_edition_that_reads_the_same_changes_nothing() -> None:
    arena, french = take("arena", version=1), golden("arena-after-the-paragraph")
    of_the_match = arena.game.make_rules(arena.book, 1)
    assert readjudicate(of_the_match, french, {"edition": "it"}).ok


def test_rewinds_and_corrections_stay_what_they_are() -> None:
    verdict = readjudicate(take("arena", version=1).rules, golden("arena-a-case"), {"edition": "it"})
    assert (verdict.difference, verdict.corrected) == ("", 1)


def with_another_card(**words: Any) -> Rules[Any, Any]:
    """Returns the rules of the arena, played with a card set in which ARI03 does something else."""
    data, arena = deepcopy(CardSetRegistry().find_cards("arena").data), take("arena").game
    card = next(card for card in data["characters"]["ARI"]["deck"] if "ARI03" in card["ids"])
    card["does"][0][0].update(words)
    return arena.make_rules(arena.read_book(data), 1)


def test_under_other_cards_a_card_deals_other_damage() -> None:
    verdict = readjudicate(with_another_card(damage=3), golden("arena-a-case"))
    assert verdict.difference == (
        "Under these rules fact 52 would be “52 <51 ARI03.1 arena.DamageDealt who=SAM by=ARI damage=3 hp=5”; "
        "it is recorded as “52 <51 ARI03.1 arena.DamageDealt who=SAM by=ARI damage=2 hp=6”."
    )


def test_an_answer_that_other_cards_do_not_allow_is_told_with_its_rule() -> None:
    verdict = readjudicate(with_another_card(to="one rival within 1"), golden("arena-a-case"))
    answer = "49 <48 - core.Answered seat=1 picks=[play:ARI03] at=1767258135000"
    why = "“play:ARI03” cannot be chosen: it needs a valid target, and there is none. (SA-403)"
    assert verdict.difference == (
        f"Under these rules fact 49, recorded as “{answer}”, would not be possible: {why}"
    )


def test_another_deck_is_shuffled_another_way(record: tuple[Fact, ...]) -> None:
    verdict = readjudicate(toy.make_rules(toy.read_book({"cards": range(2, 42)})), record)
    assert verdict.seq == 4
    assert verdict.difference.startswith("Under these rules fact 4 would be “4 <3 - core.Answered seat=-1")


def test_there_has_to_be_such_an_edition() -> None:
    with pytest.raises(Unplayable, match="These options cannot be played"):
        readjudicate(take("arena", version=1).rules, golden("arena-a-case"), {"edition": "de"})


def test_a_log_that_holds_nothing_is_told_as_ever() -> None:
    assert readjudicate(take("arena", version=1).rules, [], {"edition": "it"}) == verify(
        take("arena", version=1).rules, []
    )
