"""Each projection sees the facts of its topics alone, and shows the same as if it had seen all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.model import Event, Fact
from domain.table import Appealed, CaseAssigned, DisputeOpened, JudgeLooked, MatchOpened, Ruled
from domain.tournament.facts import TournamentFact
from projections.case_queue import CaseQueue
from projections.lobby import Lobby
from projections.projection import Projection, record_kind
from projections.runner import Runner
from projections.sqlite_view_store import SqliteViewStore
from projections.tournament_entries import EnteredTournaments
from service.eventstore.codec import VOCABULARY
from tests.projections.homes import everything
from tests.projections.logs import Log, played
from tests.replays.conftest import take
from tests.tournament.day import Day

CHOOSY: Sequence[type[Projection[Any]]] = (Lobby, CaseQueue, EnteredTournaments)
OPENED = {"matches": next(played(1)), "tournaments": Day().facts[0]}
CASE: Sequence[Event] = (
    DisputeOpened(1, "seat-0", "He took two cards.", (), 5),
    JudgeLooked("judge:jo", 6),
    CaseAssigned(1, "judge:jo", "judge:jo", 7),
    Ruled(1, "judge:jo", "note", (), "He took one.", 8),
    Appealed(1, "seat-0", "It was two.", 9),
)


def empty(kind: type[Event]) -> Event:
    """Returns an event of this *kind* that tells nothing."""
    return kind(**dict.fromkeys(kind.__struct_fields__))


@pytest.mark.parametrize("kind", CHOOSY)
def test_a_fact_of_no_topic_changes_no_view(kind: type[Projection[Any]]) -> None:
    projection = kind()
    assert projection.topics is not None
    view = projection.start_view("m1", OPENED[projection.of])
    others = [Fact(9, 8, "", empty(event)) for event in {*VOCABULARY.values()} - projection.topics]
    own = [fact for fact in others if record_kind(fact) == projection.of]
    assert len(own) > 20
    assert [type(fact.event) for fact in own if projection.apply_fact(view, fact) is not view] == []


@pytest.mark.parametrize("seed", range(3))
def test_views_of_the_topics_are_the_views_of_all_facts(seed: int, tmp_path: Path) -> None:
    log = Log()
    for game in ("arena", "villainous"):
        facts = take(game).play(str(seed), "random", "random")
        opened = facts[0].event
        assert isinstance(opened, MatchOpened)
        log.append((game, fact) for fact in (*facts, *following(facts, CASE)))
    log.append(("day", fact) for fact in any_day(Random(seed)))
    shown = []
    for sees_all in (False, True):
        with closing(SqliteViewStore(tmp_path / f"{sees_all}.db")) as home:
            projections = [kind() for kind in CHOOSY]
            if sees_all:
                for projection in projections:
                    projection.topics = None  # type: ignore[misc]
            Runner(log, home, projections, batch=50).catch_up()
            shown.append([everything(home, projection.name) for projection in projections])
            assert {home.position(projection.name) for projection in projections} == {log.position()}
    assert shown[0] == shown[1]
    assert [len(views) for views in shown[0]] == [2, 4, 4]


def following(facts: Sequence[Fact], events: Iterable[Event]) -> list[Fact]:
    """Returns facts of these *events*, which follow on *facts*."""
    return [Fact(seq, seq - 1, "", event) for seq, event in enumerate(events, len(facts) + 1)]


def any_day(luck: Random) -> Sequence[Fact]:
    """Returns the facts of a tournament of four players, in which luck decides."""
    day = Day("Ann", "Bob", "Cid", "Dot")
    for number in (1, 2):
        first, second, third, fourth = luck.sample(("Ann", "Bob", "Cid", "Dot"), 4)
        results = luck.choices(("1-0", "0-1", "1/2"), k=2)
        day.plays(number, f"{first} {second} {results[0]}", f"{third} {fourth} {results[1]}")
    day.ends()
    assert all(isinstance(fact.event, TournamentFact) for fact in day.facts)
    return day.facts


@pytest.mark.parametrize("batch", [1, 4, 1000])
def test_a_match_without_one_of_its_facts_is_set_aside_though_the_fact_is_of_no_topic(
    batch: int, tmp_path: Path
) -> None:
    facts = list(played(1))
    lost = 6
    assert Lobby.topics is not None
    assert type(facts[lost - 1].event) not in Lobby.topics
    log = Log()
    log.append(("m1", fact) for fact in facts if fact.seq != lost)
    log.append(("m2", fact) for fact in played(2))
    with closing(SqliteViewStore(tmp_path / "views.db")) as home:
        runner = Runner(log, home, [Lobby()], batch=batch)
        for _ in range(2):
            runner.catch_up()
            assert everything(home, "aside") == {"m1": b"Fact 6 is missing."}
            assert b'"over"' in everything(home, "lobby")["m2"]
            assert b'"over"' not in everything(home, "lobby").get("m1", b"")
            runner.rebuild("lobby")
