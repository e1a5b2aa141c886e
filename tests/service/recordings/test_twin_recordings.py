"""Two recordings with the same entries in different deals: nobody can tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain import table
from domain.arena.facts import CardDrawn
from domain.errors import Drift
from domain.model import Fact
from domain.recording.names import list_hand, rename
from domain.rules import Rules
from domain.table.recordings.facts import DrawNoted, Entered
from replays.audits.verify import verify
from service.app import services_of
from service.matches.opening import seeds
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import Api, Player
from tests.service.matches.test_delay import UNLIKE, doors

from .scribe import Scribe, played_match

ENTRIES = 40

Reply = tuple[int, dict[str, str], int]
"""The status, the headers and the length of a reply."""


def twin_of(rules: Rules[Any, Any], facts: Sequence[Fact]) -> list[Fact]:
    """Returns the same record in a deal in which a card of a hand is another one."""
    match = table.fold(rules, facts)
    board = match.position.board
    hand = list_hand(rules, board, 0)
    dealt = {
        word
        for fact in facts
        if isinstance(fact.event, Entered)
        for d in fact.event.dealt
        for word in d.picks
    }
    for card, other in combinations(sorted(dealt), 2):
        if (card in hand) == (other in hand):
            continue
        twin = [_rename_deal(fact, {card: other, other: card}) for fact in facts]
        try:
            if verify(rules, twin).ok and sorted(
                list_hand(rules, table.fold(rules, twin).position.board, 0)
            ) != sorted(hand):
                return twin
        except Drift:
            continue
    raise LookupError("no two cards of this recording can change places")


def _rename_deal(fact: Fact, names: dict[str, str]) -> Fact:
    if not isinstance(fact.event, Entered):
        return fact
    return replace(fact, event=replace(fact.event, dealt=rename(fact.event.dealt, names)))


def record(data: Path, noted: str = "") -> tuple[list[Fact], list[str]]:
    """Records the beginning of a match; returns its facts, and the tokens of the scribe and the players.

    The first seat notes a first draw, if there is a card for it.
    """
    with serving(Settings(data=data)) as app:
        scribe = Scribe(Api(app), played_match("arena", 1))
        scribe.enter(last=ENTRIES)
        if noted:
            reply = scribe.note(0, scribe.list_seqs("arena.CardDrawn")[0], noted)
            assert reply.status_code == 201, reply.text
        tokens = [scribe.token, *(player.token for player in scribe.players)]
        return scribe.facts(services_of(app)), tokens


def read(data: Path, facts: list[Fact], tokens: Sequence[str]) -> dict[str, Reply]:
    """Stores a record in a service of its own, and reads all that anybody can read of it."""
    with serving(Settings(data=data)) as app:
        services, match = services_of(app), "0123456789AB"
        rules = played_match("arena", 1).match.rules
        services.repository.store_cards(services.library.find_cards("arena"))
        services.repository.commit_facts(match, rules, table.fold(rules, facts), facts)
        judge = services.api_tokens.issue_token("judge", ["judge"]).token
        return dict(outside(Api(app), match, ["", *tokens, judge]))


def outside(api: Api, match: str, tokens: Sequence[str]) -> Iterator[tuple[str, Reply]]:
    """Yields the status, the headers and the length of each reply to the holders of *tokens*."""
    for number, token in enumerate(tokens):
        player = Player(api, match, None, token)
        for door in doors(api.app):
            if "picture" in door:
                continue
            reply = api.get(door.format(match=match), player.token) if door else player.get("", Accept="*/*")
            headers = {n: str(v).replace(match, "") for n, v in reply.headers if n not in (*UNLIKE, "ETag")}
            yield f"{number} {door}", (reply.status_code, headers, len(reply.get_data()))


def test_what_anybody_gets_does_not_depend_on_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeds, "server_seed", lambda: "the same seed")
    rules = played_match("arena", 1).match.rules
    facts, tokens = record(tmp_path / "record")
    original = read(tmp_path / "one", facts, tokens)
    twin = read(tmp_path / "other", twin_of(rules, facts), tokens)
    assert len([reply for reply in original.values() if reply[0] == 200]) > 200
    assert {door: (original[door], twin[door]) for door in original if original[door] != twin[door]} == {}


def test_what_others_get_does_not_depend_on_a_noted_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeds, "server_seed", lambda: "the same seed")
    originals = [fact.event for fact in played_match("arena", 1).match.facts]
    cards = [event.card for event in originals if isinstance(event, CardDrawn) and event.seat == 0][:2]
    facts, (scribe, _, other) = record(tmp_path / "record", cards[0])
    twin = [
        replace(fact, event=replace(fact.event, card=cards[1])) if isinstance(fact.event, DrawNoted) else fact
        for fact in facts
    ]
    assert twin != facts
    replies = [
        read(tmp_path / f"{number}", each, [scribe, other]) for number, each in enumerate((facts, twin))
    ]
    assert replies[0] == replies[1]
