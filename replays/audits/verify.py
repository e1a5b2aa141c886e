"""Audits a match: decides every recorded answer again and compares the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import table
from domain.games import GAMES
from domain.model import Fact
from domain.rules import Rules
from domain.script import B, K
from domain.snapshot import take_snapshot
from domain.table import MatchOpened, Rewound

from .audit import Audit, Progress
from .differences import AGAIN, UNDER_OTHER_RULES, Difference, Quote, quote_fact


class Verdict(NamedTuple):
    """The verified answers and facts, and the first difference with its `seq`.

    Without a difference `seq` is the number of the last fact. The difference quotes facts with hidden cards
    and is only for judges. `corrected` counts facts of rulings, which are accepted unchecked.
    """

    ok: bool
    answers: int
    facts: int
    seq: int
    difference: str
    corrected: int = 0


def verify(
    rules: Rules[B, K],
    facts: Iterable[Fact],
    progress: Progress = lambda checked: None,
    quote: Quote = quote_fact,
) -> Verdict:
    """Returns the verdict on *facts*, with shuffles and rewinds.

    *rules* must be those of the match, which may be unfinished.
    """
    return run_audit(Audit(rules, facts, AGAIN, quote), progress)


def readjudicate(
    rules: Rules[B, K],
    facts: Iterable[Fact],
    options: Mapping[str, Any] | None = None,
    progress: Progress = lambda checked: None,
    quote: Quote = quote_fact,
) -> Verdict:
    """Returns the first difference of *facts* under other *rules* or *options*.

    The recorded answers stay the same; after the first difference the later ones are unknown. Raises
    `decider.Unplayable` if no match can be opened with these options.
    """
    log = tuple(facts)
    audit = Audit(rules, with_options(rules, log, options) if options else log, UNDER_OTHER_RULES, quote)
    return run_audit(audit, progress)


def run_audit(audit: Audit[B, K], progress: Progress) -> Verdict:
    """Returns the verdict of *audit*."""
    try:
        audit.run(progress)
    except Difference as first:
        return Verdict(False, audit.answers, audit.facts, first.seq, first.message, audit.corrected)
    return Verdict(True, audit.answers, audit.facts, audit.facts, "", audit.corrected)


def with_options(rules: Rules[B, K], log: Sequence[Fact], options: Mapping[str, Any]) -> Sequence[Fact]:
    """Returns *log* as if opened with *options*; rewinds lead to the same facts."""
    opened = log[0].event if log else None
    if not isinstance(opened, MatchOpened):
        return log
    opened = replace(opened, options={**opened.options, **options})
    rules.initial_board(opened.options, opened.seats)
    facts = [replace(log[0], event=opened)]
    for fact in log[1:]:
        event = fact.event
        if isinstance(event, Rewound) and 0 < event.to <= len(facts):
            target = table.fold(rules, facts[: event.to]).position
            position, redacted_position = take_snapshot(GAMES[opened.game].write_position, target)
            fact = replace(fact, event=replace(event, position=position, told=redacted_position))
        facts.append(fact)
    return facts
