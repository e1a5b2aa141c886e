"""Nothing hidden leaks: checked in whole matches of every chapter, edition and number of seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from hypothesis import given as forall
from hypothesis import strategies as st

from domain import table
from domain.arena.facts import CardRevealed, CardsLookedAt, CardsPutBack, TilesStacked
from domain.model import CHANCE, Answered, Asked, Fact, Viewer
from domain.table import Match
from tests.examples import examples

from .matches import RULES, SETTINGS, Setting, Step, whole_match

SEEDS = st.integers(0, 2**32)
EVERY = st.sampled_from(SETTINGS)
SINGLE = st.sampled_from([setting for setting in SETTINGS if not setting.copies])
"""With one copy of the game a card's id tells whose it is."""
CARD = re.compile(r"\b[A-Z]{3}(?:0[1-9]|10)\b")

matches = lru_cache(maxsize=16)(whole_match)
few = examples(8)


def unseen(match: Match[Any], viewer: Viewer) -> set[str]:
    """The cards of which *viewer* may not know where they lie: the decks, and the hands of others."""
    return {
        card
        for seat, mine in enumerate(match.position.board.summoners)
        for card in (*mine.deck, *(() if viewer.sees_hand(seat) else mine.hand))
    }


def announced(match: Match[Any]) -> set[str]:
    """The card that an answer has put on the table, though it is not played yet: its phase is being asked."""
    running = match.position.running
    started = running.facts[0].event if running is not None else None
    return {pick.removeprefix("play:") for pick in started.picks} if isinstance(started, Answered) else set()


def own_look(fact: Fact, viewer: Viewer) -> bool:
    """Whether *fact* is of a look at the top of the viewer's own deck (SA-410)."""
    event = fact.event
    if isinstance(event, Asked):
        return event.prompt == "order-of-cards" and event.seat in viewer.shares
    if isinstance(event, Answered):
        return event.secret and event.seat in viewer.shares
    return isinstance(event, CardsLookedAt | CardsPutBack) and event.seat in viewer.shares


def leaks(step: Step, viewer: Viewer) -> Iterator[str]:
    """Yields every hidden card that *viewer* learns of in *step*."""
    hidden = unseen(step.after, viewer) - announced(step.after)
    if step.before.is_full:
        hidden &= unseen(step.before, viewer)
    for fact in step.facts:
        if not isinstance(fact.event, CardRevealed) and not own_look(fact, viewer):
            yield from _named(table.redact_fact(RULES, fact, viewer)) & hidden
    scene = table.make_scene(RULES, step.after, viewer)
    looked_at = set()
    if scene.question is not None and scene.question.prompt == "order-of-cards":
        looked_at = set(scene.question.options) if scene.question.seat in viewer.shares else set()
    yield from _named(scene) & hidden - looked_at


def _named(told: object) -> set[str]:
    return set(CARD.findall(msgspec.json.encode(told).decode()))


@forall(SEEDS, SINGLE)
@examples(6)
def test_nothing_hidden_leaks(seed: int, setting: Setting) -> None:
    """SA-410, SA-805: no card of a deck or a rival's hand is ever named to a player or a spectator."""
    for step in matches(seed, setting)[1]:
        for viewer in table.all_viewers(RULES, step.after):
            if CHANCE not in viewer.shares:
                assert list(leaks(step, viewer)) == []


@forall(SEEDS, EVERY)
@few
def test_sa_110_no_rival_sees_a_stack_before_all_are_revealed(seed: int, setting: Setting) -> None:
    """SA-110"""
    for step in matches(seed, setting)[1]:
        board = step.after.position.board
        if board.order:
            return
        for viewer in table.all_viewers(RULES, step.after):
            hidden = [seat for seat in range(setting.seats) if seat not in viewer.shares]
            seen = table.make_scene(RULES, step.after, viewer).board
            assert not any(any(seen.summoners[seat].tiles) for seat in hidden)
            for fact in (table.redact_fact(RULES, fact, viewer) for fact in step.facts):
                if isinstance(fact.event, TilesStacked) and fact.event.seat in hidden:
                    assert not any(fact.event.tiles)
                if isinstance(fact.event, Answered) and fact.event.secret and fact.event.seat in hidden:
                    assert fact.event.picks == ()


@forall(SEEDS, EVERY)
@few
def test_the_judge_sees_it_all_but_seeds_and_tokens(seed: int, setting: Setting) -> None:
    log, steps = matches(seed, setting)
    judge = table.all_viewers(RULES, steps[-1].after)[-1]
    claims = 1 + setting.seats
    assert [table.redact_fact(RULES, fact, judge) for fact in log[claims:]] == log[claims:]
    first = b"".join(msgspec.json.encode(table.redact_fact(RULES, fact, judge)) for fact in log[:claims])
    assert b"seed 0" not in first
    assert f"seed {seed}".encode() not in first
    assert b"hash" not in first.replace(b'"nonce_hash"', b"")
