"""Changes in standings since an earlier moment, fact by fact, or since an earlier round."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from flask import render_template, request, url_for

from domain.model import Fact
from domain.timestamps import recorded_at
from domain.tournament.facts import ResultCorrected, ResultRecorded
from domain.tournament.ranking.changes import Change, Gain, gains_between
from domain.tournament.ranking.differences import Difference, compare_facts, page_of

from ....eventstore.store import Store
from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ...background.effort import comparable_facts
from ...decisions.result_decisions import CITATION
from ...queries.moments import Moment, last_known_seq
from ...repository import TournamentRepository
from .. import labels, page_rows
from .public import page_fields
from .view_query import PublicView, moment_argument, number_argument, public_view

pages = Pages("tournament_changes", __name__)

PAGE_FACTS = 20
"""The facts with changes on a page."""
MAX_PLAYERS = 20
"""The named players for each fact on a page."""


class FactSentence(NamedTuple):
    """A sentence with its fact, 0 for several facts or none."""

    sentence: str
    seq: int


class CauseRow(NamedTuple):
    """A fact that changed standings with its sentence, time, match and case.

    `changes` are those of the first players. `other_count` is the number of the others.
    """

    fact: FactSentence
    at: float
    match: str
    case: str
    changes: tuple[str, ...]
    other_count: int


class GainRow(NamedTuple):
    """A change for a player through rounds, with its reasons."""

    change: str
    lines: tuple[FactSentence, ...]


@pages.get("/t/<tournament>/changes")
@heavy
def show(tournament: str) -> str:
    """Shows the changes since the moment `?from=` or the round `?since=`, by default the last but one."""
    view, first = public_view(tournament), moment_argument("from")
    started_at = number_argument("since")
    if started_at is None:
        started_at = max(0, (view.round.number if view.round else 0) - 1)
    causes, start, further = _changes_since(view, first) if first is not None else ([], 0.0, 0)
    gains = [] if first is not None else [*gains_between(view.t, view.stage, started_at, view.after)]
    gain_page = page_rows.page_of_rows(gains, number_argument("page"))
    return render_template(
        "tournament_changes.html",
        **page_fields(view),
        since=started_at,
        begin=start,
        causes=causes,
        gained=page_rows.RowPage(
            [_gain_row(gain) for gain in gain_page.rows], gain_page.before, gain_page.after
        ),
        here={"since": started_at},
        further=further and f"?{urlencode(request.args.to_dict() | {'from': further})}",
    )


def _changes_since(view: PublicView, first: Moment) -> tuple[list[CauseRow], float, int]:
    """Returns the changes of standings since a moment, its time, and the next position."""
    repository, store = services()[TournamentRepository], services()[Store]
    last = last_known_seq(store, repository, view.tournament, first)
    facts = repository.facts(view.tournament, 0, view.t.seq)
    compared = compare_facts(facts, last, view.t.seq, view.stage, view.after, public=True)
    page = page_of(compared, PAGE_FACTS, comparable_facts(view.t, view.stage, view.after))
    causes = [_cause_row(view, facts[difference.seq - 1], difference) for difference in page.differences]
    further = store.tree.position_of(view.tournament, page.next_seq) if page.next_seq else 0
    return causes, recorded_at(facts[min(last, view.t.seq) - 1].event), further


def _cause_row(view: PublicView, fact: Fact, difference: Difference) -> CauseRow:
    event = fact.event
    match = event.match if isinstance(event, ResultRecorded | ResultCorrected) else ""
    case = CITATION.fullmatch(getattr(event, "case", ""))
    return CauseRow(
        FactSentence(labels.sentence_with_names(difference.sentence), fact.seq),
        recorded_at(event),
        match and url_for("web.match", match=match),
        url_for("cases.show", match=case[1], number=int(case[2])) if case else "",
        tuple(_change_sentence(change) for change in difference.changes[:MAX_PLAYERS]),
        max(0, len(difference.changes) - MAX_PLAYERS),
    )


def _gain_row(gain: Gain) -> GainRow:
    lines = tuple(FactSentence(labels.sentence_with_names(line.sentence), line.seq) for line in gain.lines)
    return GainRow(_change_sentence(gain.change), lines)


def _change_sentence(change: Change) -> str:
    return labels.sentence_with_names(change.sentence)
