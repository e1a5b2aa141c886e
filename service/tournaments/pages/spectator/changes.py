"""What has changed in standings: since an earlier moment, fact by fact, or since an earlier round."""

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
from ...decisions.citations import CITATION
from ...queries.moments import Moment, last_known
from ...repository import TournamentRepository
from .. import rows, words
from .looking import Wall, named_moment, number, wall
from .public import around

changing = Pages("tournament_changes", __name__)

FACTS = 20
"""How many facts that changed something a page tells."""
PLAYERS = 20
"""How many players a page names of those for whom a fact changed something."""


class Told(NamedTuple):
    """A sentence, and the fact that it tells of; 0 where it tells of several or none."""

    told: str
    seq: int


class Cause(NamedTuple):
    """What changed standings: the fact in a sentence, when it was told, the pages of its match and its case.

    `changes` are for the first of those whom it changed something for, `others` how many these are not.
    """

    fact: Told
    at: float
    match: str
    case: str
    changes: tuple[str, ...]
    others: int


class Gained(NamedTuple):
    """What rounds changed for a player, and what brought it."""

    change: str
    lines: tuple[Told, ...]


@changing.get("/t/<tournament>/changes")
@heavy
def show(tournament: str) -> str:
    """Shows what has changed since the moment `?from=`, or since the round `?since=`, the last but one."""
    seen, first = wall(tournament), named_moment("from")
    started_at = number("since")
    if started_at is None:
        started_at = max(0, (seen.round.number if seen.round else 0) - 1)
    causes, begin, further = _since(seen, first) if first is not None else ([], 0.0, 0)
    gains = [] if first is not None else [*gains_between(seen.t, seen.stage, started_at, seen.after)]
    gained = rows.leaf(gains, number("page"))
    return render_template(
        "tournament_changes.html",
        **around(seen),
        since=started_at,
        begin=begin,
        causes=causes,
        gained=rows.Leaf([_gained(gain) for gain in gained.rows], gained.before, gained.after),
        here={"since": started_at},
        further=further and f"?{urlencode(request.args.to_dict() | {'from': further})}",
    )


def _since(seen: Wall, first: Moment) -> tuple[list[Cause], float, int]:
    """Returns what changed standings since a moment, when that was, and from which position to go on."""
    repository, store = services()[TournamentRepository], services()[Store]
    last = last_known(store, repository, seen.tournament, first)
    facts = repository.facts(seen.tournament, 0, seen.t.seq)
    compared = compare_facts(facts, last, seen.t.seq, seen.stage, seen.after, public=True)
    page = page_of(compared, FACTS, comparable_facts(seen.t, seen.stage, seen.after))
    causes = [_cause(seen, facts[difference.seq - 1], difference) for difference in page.differences]
    further = store.tree.position_of(seen.tournament, page.next_seq) if page.next_seq else 0
    return causes, recorded_at(facts[min(last, seen.t.seq) - 1].event), further


def _cause(seen: Wall, fact: Fact, difference: Difference) -> Cause:
    event = fact.event
    match = event.match if isinstance(event, ResultRecorded | ResultCorrected) else ""
    case = CITATION.fullmatch(getattr(event, "case", ""))
    return Cause(
        Told(words.sentence_with_names(difference.sentence), fact.seq),
        recorded_at(event),
        match and url_for("web.match", match=match),
        url_for("cases.show", match=case[1], number=int(case[2])) if case else "",
        tuple(_sentence(change) for change in difference.changes[:PLAYERS]),
        max(0, len(difference.changes) - PLAYERS),
    )


def _gained(gain: Gain) -> Gained:
    lines = tuple(Told(words.sentence_with_names(line.sentence), line.seq) for line in gain.lines)
    return Gained(_sentence(gain.change), lines)


def _sentence(change: Change) -> str:
    return words.sentence_with_names(change.sentence)
