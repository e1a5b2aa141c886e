"""The lobby lists each match with what everybody may know of it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest
from msgspec.structs import replace

from domain import table
from domain.model import CHANCE, Fact
from projections.lobby import ListedMatch, Lobby
from tests.drand import Chain
from tests.projections.logs import RULES, opened, played

LOBBY = Lobby()


def entry_after(facts: Iterable[Fact]) -> ListedMatch:
    first, *rest = facts
    view = LOBBY.start_view("m1", first)
    for fact in rest:
        view = LOBBY.apply_fact(view, fact)
    return view


def test_a_match_is_open_until_its_seats_are_claimed() -> None:
    assert entry_after([opened(at=5)]) == ListedMatch("m1", "trumps", "open", 2, (None, None), {}, 5, 1)


def test_it_is_playing_once_they_are() -> None:
    facts = list(played(5, answers=0))
    half, full = entry_after(facts[:2]), entry_after(facts)
    assert (half.status, half.players) == ("open", ("Ada", None))
    assert (full.status, full.players, full.seq) == ("playing", ("Ada", "Bo"), 3)


def test_it_is_over_with_winners_and_scores_once_it_has_ended() -> None:
    facts = list(played(5))
    ended = table.fold(RULES, facts).ended
    assert ended is not None
    entry = entry_after(facts)
    assert (entry.status, entry.winners, entry.scores) == ("over", ended.winners, ended.scores)
    assert sum(entry.scores) > 0


def test_it_is_paused_until_it_is_resumed() -> None:
    facts = list(played(5, answers=2))
    for event, status in ((table.Paused("judge:j", 9), "paused"), (table.Resumed("judge:j", 9), "playing")):
        facts.append(Fact(len(facts) + 1, len(facts), "", event))
        assert entry_after(facts).status == status


@pytest.mark.parametrize("facts", [1, 2, 3, 20, 1000])
def test_an_entry_goes_on_from_what_was_shown_of_it(facts: int) -> None:
    entry = entry_after(list(played(5))[:facts])
    assert LOBBY.restore_view("m1", dict(LOBBY.render_entries("m1", entry)).get) == entry


def test_a_match_never_shown_is_not_recalled() -> None:
    assert LOBBY.restore_view("m1", dict[str, bytes]().get) is None


def test_neither_seed_nor_tokens_are_in_an_entry() -> None:
    (entry,) = LOBBY.render_entries("m1", entry_after(played(5))).values()
    assert {*msgspec.json.decode(entry)} == {
        "match", "game", "status", "seats", "players", "options", "opened", "seq", "winners", "scores",
        "study", "origin", "origin_seq", "event", "delay", "bots", "open_seats", "private", "unrecorded",
        "imported", "clock", "committed", "revealing",
    }  # fmt: skip
    assert b"seed" not in entry


def test_a_study_is_marked_and_where_it_begins_is_not_told() -> None:
    first = opened(at=5)
    assert isinstance(first.event, table.MatchOpened)
    position = "trumps 0 0:0 | 1 3 | 2 4"
    study = replace(first, event=replace(first.event, position=position))
    (entry,) = LOBBY.render_entries("m1", entry_after([study])).values()
    assert msgspec.json.decode(entry, type=ListedMatch).study is True
    assert entry_after([first]).study is False
    assert position.encode() not in entry


def test_it_stays_open_until_the_nonces_are_revealed_and_knows_who_waits_in_a_new_line() -> None:
    """The facts tell all that the lobby needs: it knows no rules."""
    first, *claims = played(5, answers=0)
    events = [
        *(
            replace(fact.event, nonce_hash="ab" * 32)
            for fact in claims
            if isinstance(fact.event, table.SeatClaimed)
        ),
        table.NonceRevealed(0, "a nonce", 6),
        table.NonceMissed(1, 7),
        table.Rewound(3, "commitment", "", ""),
        table.NonceRevealed(0, "the next", 8),
    ]
    facts = [first, *(Fact(seq, 1, "", event) for seq, event in enumerate(events, 2))]
    entries = [entry_after(facts[: end + 1]) for end in range(2, len(facts))]
    assert [(entry.status, entry.committed, entry.revealing) for entry in entries] == [
        ("open", (0, 1), (0, 1)),
        ("open", (0, 1), (1,)),
        ("playing", (0,), ()),
        ("playing", (0,), (0,)),
        ("playing", (0,), ()),
    ]


def test_it_stays_open_until_the_beacon_has_drawn() -> None:
    first, *claims = played(5, answers=0)
    assert isinstance(first.event, table.MatchOpened)
    first = replace(first, event=replace(first.event, beacon=Chain().beacon))
    events = [
        *(fact.event for fact in claims if isinstance(fact.event, table.SeatClaimed)),
        Chain().draw(2, 6),
        table.Rewound(3, "commitment", "", ""),
        table.BeaconMissed(9, 8),
    ]
    facts = [first, *(Fact(seq, 1, "", event) for seq, event in enumerate(events, 2))]
    entries = [entry_after(facts[: end + 1]) for end in range(2, len(facts))]
    assert [(entry.status, entry.committed, entry.revealing) for entry in entries] == [
        ("open", (CHANCE,), (CHANCE,)),
        ("playing", (CHANCE,), ()),
        ("playing", (CHANCE,), (CHANCE,)),
        ("playing", (CHANCE,), ()),
    ]


def test_a_seat_is_free_again_when_its_player_leaves() -> None:
    first, claim, *_ = played(5, answers=0)
    assert isinstance(claim.event, table.SeatClaimed)
    committed = replace(claim, event=replace(claim.event, nonce_hash="ab" * 32))
    entry = entry_after([first, committed, Fact(3, 2, "", table.SeatLeft(0, 6))])
    assert (entry.status, entry.players, entry.committed) == ("open", (None, None), ())
