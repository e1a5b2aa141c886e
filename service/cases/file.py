"""The case file: all there is of a case on one page, through the eyes of one viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from domain import table
from domain.messages import Message
from domain.model import Fact, Seat, Viewer
from domain.notation import write_fact
from domain.published import Confidential, Instant, OptionalText
from domain.table import UNREAD, Appealed, DisputeAnswered, DisputeOpened, NoSuchCase, Party, Ruled
from domain.table.cases import CaseStatus
from domain.table.facts import Outcome
from replays.text.narration import on_single_line

from ..catalog import rulebook
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..matches.viewing.access import Access
from ..matches.viewing.narrators import voice
from ..shared.registry import Registry

WHY_HIDDEN = (
    "What is said in a case may tell what players hold: it is for those at the table, judges and organizers."
)
"""Why a statement is not for everybody."""


class Exhibit(Struct, frozen=True):
    """A fact of the match as evidence: its hash and its sentence. A rewind may have `left` its line."""

    seq: int
    hash: str
    text: str
    left: bool


class Statement(Struct, frozen=True):
    """The statement of a party: fact `seq` of the match, with that fact's hash.

    `hidden` is the reason for which this viewer may not read the text; null if the viewer may.
    """

    seq: int
    hash: str
    by: Party
    at: Instant
    text: Confidential
    evidence: list[Exhibit]
    hidden: OptionalText = ""


class RuleCited(Struct, frozen=True):
    """A rule that a ruling cites, and its text."""

    number: str
    text: str


class Decision(Struct, frozen=True):
    """A ruling, its rules, and the facts that it caused."""

    seq: int
    hash: str
    judge: str
    at: Instant
    outcome: Outcome
    rules: list[RuleCited]
    text: str
    seat: Seat | None
    penalty: OptionalText
    followed: list[Exhibit]


class CaseFile(Struct, frozen=True):
    """A case: the dispute, the statements, the rulings and the appeals, each with its hash.

    `judge` is the judge in charge, by the name on the API token; null without one.

    `head` is the hash of fact `seq`, the last one of the match: that of its latest receipt.
    """

    match: str
    number: int
    status: CaseStatus
    dispute: Statement
    answers: list[Statement]
    rulings: list[Decision]
    appeals: list[Statement]
    seq: int
    head: str
    judge: OptionalText = ""


def read(services: Registry, match: str, number: int, viewer: Viewer, lang: str = "en") -> CaseFile:
    """Returns the file of case *number*, facts and rules in it told in *lang* where they are written in it.

    Raises `UnknownMatch` and `NoSuchCase`.
    """
    return _Reader(services, match, viewer, lang).file(number)


class _Reader:
    """Reads one match for one viewer."""

    def __init__(self, services: Registry, match: str, viewer: Viewer, lang: str) -> None:
        window = services[Access].window(match, viewer)
        replay = window.film()
        self._match, self._lang, self._played = match, lang, replay.at(len(replay))
        self._game = window.game
        self._hashes = services[MatchRepository].hashes(match, replay)
        self._facts = [table.redact_fact(replay.rules, fact, viewer) for fact in replay.facts]
        self._voice = voice(self._game, replay, viewer, services[PlayerDirectory], lang)

    def file(self, number: int) -> CaseFile:
        """Returns the file of case *number*."""
        cases = self._played.cases
        if not 0 < number <= len(cases):
            raise NoSuchCase(
                Message("This match has no case {number}; it has {cases}.", number=number, cases=len(cases))
            )
        case = cases[number - 1]
        said: dict[type[Any], list[Any]] = {kind: [] for kind in _SAID}
        for seq in case.said:
            fact = self._facts[seq - 1]
            said[type(fact.event)].append(self._told(fact))
        [dispute] = said[DisputeOpened]
        return CaseFile(
            self._match,
            case.number,
            case.status,
            dispute,
            said[DisputeAnswered],
            said[Ruled],
            said[Appealed],
            self._played.seq,
            self._hashes[-1],
            case.judge,
        )

    def _told(self, fact: Fact) -> Statement | Decision:
        seq, hash = fact.seq, self._hashes[fact.seq - 1]
        match fact.event:
            case DisputeOpened(_, by, text, evidence, at) | DisputeAnswered(_, by, text, evidence, at):
                exhibits = [self._exhibit(piece.seq) for piece in evidence]
                return Statement(seq, hash, by, at, text, exhibits, WHY_HIDDEN if text == UNREAD else "")
            case Appealed(_, by, text, at):
                return Statement(seq, hash, by, at, text, [], WHY_HIDDEN if text == UNREAD else "")
            case Ruled(_, judge, outcome, rules, text, at, seat, penalty):
                cited = [self._rule(number) for number in rules]
                followed = [self._exhibit(followed) for followed in self._brought_about(fact)]
                return Decision(seq, hash, judge, at, outcome, cited, text, seat, penalty, followed)
        raise TypeError(f"{type(fact.event)} is nothing that is said in a case")

    def _exhibit(self, seq: int) -> Exhibit:
        """Returns fact *seq* as a sentence, or in notation if there is nothing to say."""
        left = any(first <= seq <= last for first, last in self._played.abandoned)
        text = self._voice.narrate(seq) or write_fact(self._facts[seq - 1])
        return Exhibit(seq, self._hashes[seq - 1], text, left)

    def _brought_about(self, ruling: Fact) -> Iterator[int]:
        """Yields the numbers of the facts that *ruling* itself brought about: its case is their rule."""
        assert isinstance(ruling.event, Ruled)
        for fact in self._facts[ruling.seq :]:
            if fact.cause == ruling.seq and fact.rule == f"case-{ruling.event.case}":
                yield fact.seq

    def _rule(self, number: str) -> RuleCited:
        book = rulebook.packaged(self._game.NAME)
        return RuleCited(number, book.rule(number).text[book.told_in(self._lang)])


_SAID = (DisputeOpened, DisputeAnswered, Ruled, Appealed)


# -- as text -----------------------------------------------------------------------------------------


def page(file: CaseFile) -> str:
    """Returns *file* as a page of plain text, in the order in which things were said.

    What people wrote is quoted line by line, so that nothing in it can pass for a line of the page.
    """
    said: Sequence[Statement | Decision] = [file.dispute, *file.answers, *file.rulings, *file.appeals]
    lines = [f"Case {file.number} of match {file.match}: {file.status}"]
    lines += [f"For the judge {file.judge}"] if file.judge else []
    for what in sorted(said, key=lambda what: what.seq):
        if isinstance(what, Decision):
            who = f"judge {what.judge} rules: {what.outcome}"
        else:
            who = what.by.replace(":", " ", 1)
        lines += ["", f"{_time(what.at)}, {who} (fact {what.seq}, {what.hash})", *_worded(what)]
        lines += _ruled(what) if isinstance(what, Decision) else _shown(what)
    lines += ["", f"The match stands at fact {file.seq}, {file.head}"]
    return "\n".join(lines) + "\n"


def _worded(what: Statement | Decision) -> Iterator[str]:
    if isinstance(what, Statement) and what.hidden:
        yield f"  Hidden. {what.hidden}"
    else:
        yield from _quoted(what.text)


def _shown(statement: Statement) -> Iterator[str]:
    for exhibit in statement.evidence:
        yield from _exhibited("Evidence", exhibit)


def _ruled(decision: Decision) -> Iterator[str]:
    if decision.seat is not None:
        yield f"  Seat {decision.seat} gets: {on_single_line(decision.penalty)}"
    for rule in decision.rules:
        yield f"  {rule.number}: {rule.text}"
    for exhibit in decision.followed:
        yield from _exhibited("What followed", exhibit)


def _exhibited(reason: str, exhibit: Exhibit) -> Iterator[str]:
    left = ", on a line that was left" if exhibit.left else ""
    yield f"  {reason}: fact {exhibit.seq}{left}, {exhibit.hash}"
    yield f"    {exhibit.text}"


def _quoted(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield f"  > {on_single_line(line)}"


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
