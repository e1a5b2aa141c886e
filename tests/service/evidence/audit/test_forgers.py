"""Whoever knows how heads are made changes more, and is betrayed by the log or by a kept checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replays.proof import notes
from replays.proof.chain import FactCommitter
from service.bootstrap import Services
from service.evidence.log_audit import audit_growth
from service.settings import Settings

from .people import Auditor, Vandal

MOVE, DISCARD, LAST = 36, 44, 60
"""The last facts of three writes: Mickey moves, Blue discards, and the last of the match."""


def forges(
    services: Services, vandal: Vandal, match: str, change: Callable[[list[Any]], object], upto: int
) -> None:
    """Alters fact 33 and makes every head from there up to *upto* anew, as the service would."""
    vandal.rewrites(match, 33, change)
    facts = services.store.facts(match)
    rules, played = services.repository.load_match(match)
    hashes = [*FactCommitter(match, rules, played.settings).hash_facts(facts)]
    for seq, _ in vandal.heads(match):
        if 33 <= seq <= upto:
            head = bytes.fromhex(hashes[seq - 1])
            vandal.does("UPDATE heads SET head = ? WHERE match = ? AND seq = ?", head, match, seq)


def makes_the_log_anew(services: Services, vandal: Vandal, settings: Settings) -> None:
    """Makes the log of heads from the heads that are there, as who gets at the keys as well can."""
    (settings.data / "keys" / "checkpoint").unlink()
    vandal.does("DELETE FROM merkle")
    services.evidence.seal_heads()


def later(state: list[Any]) -> None:
    """Moves an answer to another minute, which no rule forbids."""
    state[4] += 60_000


def test_facts_rewritten_together_with_their_head_are_betrayed_by_the_log(
    vandal: Vandal, auditor: Auditor, services: Services, match: str
) -> None:
    forges(services, vandal, match, later, upto=MOVE)
    said = auditor.says()
    assert said[0] == "Facts 33 to 36 were rewritten, and their head: entry 7 of the log is of another."


def test_a_match_rewritten_to_its_end_is_betrayed_by_the_log(
    vandal: Vandal, auditor: Auditor, services: Services, match: str
) -> None:
    forges(services, vandal, match, later, upto=LAST)
    assert auditor.says()[0] == (
        "Facts 33 to 36 were rewritten, and their head: entry 7 of the log is of another."
    )
    assert {finding.seq for finding in auditor.looks().findings} == {33, 37, 39, 45, 49, 51, 57}


def test_a_log_rewritten_as_well_is_betrayed_by_a_checkpoint_that_somebody_kept(
    vandal: Vandal, auditor: Auditor, services: Services, settings: Settings, match: str
) -> None:
    kept = notes.read_checkpoint(services.evidence.sign_checkpoint(), services.evidence.public_keys())
    assert audit_growth(services.store, kept) == []
    forges(services, vandal, match, later, upto=LAST)
    makes_the_log_anew(services, vandal, settings)
    assert auditor.says() == []
    assert auditor.says_of_the_log() == []
    assert [finding.sentence for finding in audit_growth(services.store, kept)] == [
        "The log was rewritten: its first 16 heads are not those of the checkpoint."
    ]


def test_a_log_cut_off_is_betrayed_by_a_checkpoint_that_somebody_kept(
    vandal: Vandal, services: Services, settings: Settings, match: str
) -> None:
    kept = notes.read_checkpoint(services.evidence.sign_checkpoint(), services.evidence.public_keys())
    vandal.does("DELETE FROM heads WHERE seq > ?", DISCARD)
    vandal.drops(match, DISCARD + 1, LAST)
    makes_the_log_anew(services, vandal, settings)
    assert [finding.sentence for finding in audit_growth(services.store, kept)] == [
        "The log was cut off: it held 16 heads once, and holds 12."
    ]


def test_rules_that_lead_elsewhere_are_told_where_nothing_was_changed(
    vandal: Vandal, auditor: Auditor, services: Services, settings: Settings, match: str
) -> None:
    forges(services, vandal, match, lambda state: state.__setitem__(3, ["move:d1"]), upto=LAST)
    makes_the_log_anew(services, vandal, settings)
    [said] = auditor.says()
    assert said.startswith(
        "Fact 35 is recorded as “35 <33 SA-303 arena.CharacterMoved who=SAM path=[e1,d2,c3]”"
    )
