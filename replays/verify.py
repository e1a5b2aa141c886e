"""The audit: every recorded answer is decided again, and must lead to the recorded facts, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import table
from domain.decider import Rules
from domain.games import GAMES
from domain.model import Fact
from domain.script import B, K
from domain.snapshot import take_snapshot
from domain.table import MatchOpened, Rewound

from .audit import Audit, Progress
from .differences import AGAIN, UNDER_OTHER_RULES, Difference, Quote, quoted


class Verdict(NamedTuple):
    """What the audit found: answers and facts that stood the test, and the first difference with its `seq`.

    When all is well `seq` is the number of the last fact and `difference` is empty; else that is a message,
    which quotes facts in full, hidden cards included: it is for the judge's eyes. `corrected` counts the
    facts that a ruling put there: those follow from no answer, and are taken as they stand.
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
    quote: Quote = quoted,
) -> Verdict:
    """Returns whether deciding every answer of *facts* again gives *facts*, shuffles and rewinds included.

    *rules* have to be those the match was played with. A match may still be going on.
    """
    return judged(Audit(rules, facts, AGAIN, quote), progress)


def readjudicate(
    rules: Rules[B, K],
    facts: Iterable[Fact],
    options: Mapping[str, Any] | None = None,
    progress: Progress = lambda checked: None,
    quote: Quote = quoted,
) -> Verdict:
    """Returns where *facts* would first have gone another way under *rules*: those of other cards, say.

    *options* stand in the place of those the match was opened with, such as another edition. The answers are
    the recorded ones; after the first difference nobody knows what would have been answered.

    Raises `decider.Unplayable` when no match can be opened with these options.
    """
    log = tuple(facts)
    audit = Audit(rules, chosen(rules, log, options) if options else log, UNDER_OTHER_RULES, quote)
    return judged(audit, progress)


def judged(audit: Audit[B, K], progress: Progress) -> Verdict:
    """Returns what *audit* finds."""
    try:
        audit.run(progress)
    except Difference as first:
        return Verdict(False, audit.answers, audit.facts, first.seq, first.message, audit.corrected)
    return Verdict(True, audit.answers, audit.facts, audit.facts, "", audit.corrected)


def chosen(rules: Rules[B, K], log: Sequence[Fact], options: Mapping[str, Any]) -> Sequence[Fact]:
    """Returns *log* as if it had been opened with *options*; its rewinds lead where they led, under these."""
    opened = log[0].event if log else None
    if not isinstance(opened, MatchOpened):
        return log
    opened = replace(opened, options={**opened.options, **options})
    rules.initial_board(opened.options, opened.seats)
    told = [replace(log[0], event=opened)]
    for fact in log[1:]:
        event = fact.event
        if isinstance(event, Rewound) and 0 < event.to <= len(told):
            there = table.fold(rules, told[: event.to]).position
            position, said = take_snapshot(GAMES[opened.game].write_position, there)
            fact = replace(fact, event=replace(event, position=position, told=said))
        told.append(fact)
    return told
