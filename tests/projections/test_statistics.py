"""What a match counts as in statistics, once it is over: the line that was played, and nothing before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from domain import table
from domain.arena.facts import TurnOrderSet
from domain.games import GAMES
from domain.model import Fact
from domain.table import MatchEnded, MatchImported, MatchOpened, Rewound
from projections.match_views import MatchViews
from projections.statistics import CountedMatch, MatchStatistics
from service.catalog.cardsets import CardSetRegistry
from tests.replays.conftest import golden
from tests.replays.recorded import without_scribe

PROJECTION = MatchStatistics(CardSetRegistry().load_rules)
BOARDS = MatchViews(CardSetRegistry().load_rules)


def read_view(facts: Iterable[Fact]) -> dict[str, CountedMatch | None]:
    first, *rest = facts
    view = PROJECTION.start_view("m1", first)
    for fact in rest:
        view = PROJECTION.apply_fact(view, fact)
    entries = PROJECTION.render_entries("m1", view)
    return {key: msgspec.json.decode(told, type=CountedMatch | None) for key, told in entries.items()}


@cache
def counted(name: str) -> CountedMatch:
    found = read_view(golden(name))["m1"]
    assert found is not None
    return found


def opened_otherwise(facts: Sequence[Fact], **how: object) -> list[Fact]:
    first, *rest = facts
    assert isinstance(first.event, MatchOpened)
    return [replace(first, event=replace(first.event, **how)), *rest]


def test_a_match_counts_with_who_won_and_the_cards_of_each_seat() -> None:
    match, facts = counted("arena-chapter-4"), golden("arena-chapter-4")
    [ended] = [fact.event for fact in facts if isinstance(fact.event, MatchEnded)]
    assert match.won is not None
    assert match.sides[match.won] == ended.winners
    assert (match.game, match.chapter, match.bots) == ("arena", 4, False)
    for seat in match.seats:
        assert {card[:3] for card in seat.deck} == {*seat.characters}
        assert {*seat.played} <= {*seat.drawn} <= {*seat.deck}
        assert 0 < seat.opening < len(seat.drawn)


def test_who_began_is_who_had_the_first_turn() -> None:
    match, facts = counted("arena-chapter-4"), golden("arena-chapter-4")
    [tiles] = [fact.event.order for fact in facts if isinstance(fact.event, TurnOrderSet)]
    assert match.first is not None
    assert tiles[0] in match.seats[match.first].characters


def test_copies_of_a_card_go_by_one_id_and_cards_of_fate_are_nobodys() -> None:
    book = CardSetRegistry().find_cards("villainous").book
    match = counted("villainous-four-villains")
    assert match.first == 0
    for seat in match.seats:
        [villain] = seat.characters
        printed = {card.id for card in book.villains[villain].villain}
        assert {*seat.deck} == printed
        assert {*seat.played} <= printed


def test_a_line_that_was_left_does_not_count() -> None:
    """Cards drawn again after a rewind would count twice otherwise."""
    facts = golden("arena-a-takeback")
    left = {
        seq for fact in facts if isinstance(fact.event, Rewound) for seq in range(fact.event.to + 1, fact.seq)
    }
    handled, book = GAMES["arena"].cards_handled, CardSetRegistry().find_cards("arena").book
    played = [handled(fact.event, book) for fact in facts if fact.seq not in left]
    view = PROJECTION.start_view("m1", facts[0])
    for fact in facts[1:]:
        view = PROJECTION.apply_fact(view, fact)
    assert left
    assert [told for _, told in view.handled] == [told for told in played if told is not None]


def test_nothing_is_told_of_a_match_that_goes_on() -> None:
    facts = golden("arena-chapter-4")
    end = next(at for at, fact in enumerate(facts) if isinstance(fact.event, MatchEnded))
    assert read_view(facts[:end]) == {}


def test_a_match_that_goes_on_again_after_its_end_does_not_count_any_more() -> None:
    facts = golden("arena-chapter-4")
    rules = CardSetRegistry().load_rules(opened(facts))
    end = next(at for at, fact in enumerate(facts) if isinstance(fact.event, MatchEnded))
    before = table.fold(rules, facts[:5])
    position = GAMES["arena"].write_position(before.position.board)
    facts = (*facts[: end + 1], Fact(end + 2, end + 1, "", Rewound(5, "commitment", "seed", position)))
    assert read_view(facts) == {"m1": None}


def opened(facts: tuple[Fact, ...]) -> MatchOpened:
    assert isinstance(facts[0].event, MatchOpened)
    return facts[0].event


@pytest.mark.parametrize("how", [{"private": True}, {"origin": "0123456789AB", "origin_seq": 3}])
def test_private_matches_and_forks_do_not_count(how: dict[str, object]) -> None:
    assert read_view(opened_otherwise(golden("arena-a-concession"), **how)) == {}


def test_a_table_without_a_scribe_does_not_count_and_its_players_have_no_result() -> None:
    facts = golden("arena-recorded")
    closed = without_scribe(facts)
    assert (len(read_view(facts)), read_view(closed)) == (1, {"m1": None})
    for record, has_players in ((facts, True), (closed, False)):
        view = BOARDS.start_view("m1", record[0])
        for fact in record[1:]:
            view = BOARDS.apply_fact(view, fact)
        assert has_players is any(key.endswith("/m1") for key in BOARDS.render_entries("m1", view))


def test_what_was_played_elsewhere_does_not_count() -> None:
    facts = golden("arena-a-concession")
    brought = Fact(len(facts) + 1, len(facts), "", MatchImported("operator", 1, "house", "key"))
    assert read_view((*facts, brought)) == {"m1": None}
