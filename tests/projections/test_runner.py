"""The runner takes in what the log tells, once, whatever happens to it, to the home or to a projection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Thread

import pytest

from domain.model import Fact
from projections.lobby import Lobby
from projections.projection import ReadView
from projections.runner import Runner
from projections.sqlite_view_store import SqliteViewStore
from projections.versions import VersionedViews
from projections.view_store import ProjectionBatch, ViewStore
from tests.projections.boards import BOARDS
from tests.projections.homes import everything, open_home
from tests.projections.logs import Log, at_once
from tests.projections.tally import Count, Tally, tallies

MATCHES = at_once(1, matches=6)


def test_catching_up_takes_in_all_there_is(home: ViewStore) -> None:
    log = Log(*MATCHES)
    runner = Runner(log, home, [Tally(), Lobby(), BOARDS])
    assert runner.catch_up() == len(MATCHES)
    assert everything(home, "tally") == tallies(log)
    assert [home.position(name) for name in ("tally", "lobby", "boards")] == [len(MATCHES)] * 3
    assert runner.catch_up() == 0


@pytest.mark.parametrize("batch", [1, 7, 100, 10_000])
def test_the_views_do_not_depend_on_where_batches_end(home: ViewStore, batch: int, tmp_path: Path) -> None:
    log = Log(*MATCHES)
    Runner(log, home, [Tally(), Lobby(), BOARDS], batch=batch).catch_up()
    whole = SqliteViewStore(tmp_path / "whole.db")
    Runner(log, whole, [Tally(), Lobby(), BOARDS], batch=len(MATCHES)).catch_up()
    for name in ("tally", "lobby", "boards"):
        assert everything(home, name) == everything(whole, name)
    whole.close()


@pytest.mark.parametrize("live", [1, 3, 100])
def test_matches_no_longer_in_memory_are_taken_up_again(home: ViewStore, live: int) -> None:
    log = Log()
    runner = Runner(log, home, [Tally(), BOARDS], live=live)
    for start in range(0, len(MATCHES), 9):
        log.append(MATCHES[start : start + 9])
        runner.catch_up()
    assert everything(home, "tally") == tallies(log)
    for match in {match for match, _ in MATCHES}:
        first, *rest = log.facts(match)
        view = BOARDS.start_view(match, first)
        for fact in rest:
            view = BOARDS.apply_fact(view, fact)
        for key, scene in BOARDS.render_entries(match, view).items():
            assert home.get("boards", key) == scene


def test_a_new_runner_goes_on_where_the_last_one_stopped(place: str) -> None:
    log = Log()
    for start in range(0, len(MATCHES), 50):
        log.append(MATCHES[start : start + 50])
        home = open_home(place)
        assert Runner(log, home, [Tally(), Lobby(), BOARDS]).catch_up() == len(MATCHES[start : start + 50])
        home.close()
    home = open_home(place)
    assert everything(home, "tally") == tallies(log)
    home.close()


def test_two_runners_on_one_home_take_in_every_fact_once(place: str) -> None:
    log = Log(*MATCHES)
    homes = [open_home(place), open_home(place)]
    runners = [Runner(log, home, [Tally()], batch=3) for home in homes]
    threads = [Thread(target=runner.catch_up) for runner in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert everything(homes[0], "tally") == tallies(log)
    assert homes[1].position("tally") == len(MATCHES)
    for home in homes:
        home.close()


def test_a_save_that_went_through_unheard_is_not_repeated(home: ViewStore) -> None:
    log = Log(*MATCHES)

    class Deaf:
        """Saves, and then loses the connection before it can say so."""

        def __getattr__(self, name: str) -> object:
            return getattr(home, name)

        def save_each(self, steps: Sequence[ProjectionBatch]) -> list[int]:
            found = home.save_each(steps)
            if found == [20]:
                raise ConnectionError("no reply")
            return found

    runner = Runner(log, Deaf(), [Tally()], batch=20)  # type: ignore[arg-type]
    with pytest.raises(ExceptionGroup) as trouble:
        runner.catch_up()
    assert trouble.group_contains(ConnectionError, match="no reply")
    assert home.position("tally") == 40
    runner.catch_up()
    assert everything(home, "tally") == tallies(log)


def test_a_projection_that_fails_does_not_hold_up_the_others(home: ViewStore) -> None:
    class Superstitious(Tally):
        name = "superstitious"

        def apply_fact(self, view: Count, fact: Fact) -> Count:
            if fact.seq == 13:
                raise ValueError("a thirteenth fact")
            return super().apply_fact(view, fact)

    log = Log(*MATCHES)
    runner = Runner(log, home, [Superstitious(), Tally()], batch=10)
    for _ in range(2):
        with pytest.raises(ExceptionGroup) as trouble:
            runner.catch_up()
        assert trouble.group_contains(ValueError, match="a thirteenth fact")
    assert everything(home, "tally") == tallies(log)
    assert home.position("superstitious") < home.position("tally") == len(MATCHES)


def test_a_rebuild_makes_the_same_views_again_and_tells_how_far_it_is(home: ViewStore) -> None:
    log = Log(*MATCHES)
    runner = Runner(log, home, [Tally(), Lobby()], batch=100)
    runner.catch_up()
    before = everything(home, "tally")
    told: list[tuple[int, int]] = []
    runner.rebuild("tally", lambda done, total: told.append((done, total)))
    assert everything(home, "tally") == before
    end = len(MATCHES)
    assert told == [(done, end) for done in (*range(0, end, 100), end)]


def test_a_rebuild_drops_views_that_nothing_tells_of(home: ViewStore) -> None:
    log = Log(*MATCHES)
    runner = Runner(log, home, [Tally()])
    home.save("tally", {"ghost": b"1 1"}, after=0, position=3)
    runner.rebuild("tally")
    assert everything(home, "tally") == tallies(log)


def test_only_projections_there_are_can_be_rebuilt(home: ViewStore) -> None:
    with pytest.raises(LookupError, match="There is no projection “lobbi”; there are: lobby, tally"):
        Runner(Log(), home, [Tally(), Lobby()]).rebuild("lobbi")


def test_versions_of_a_projection_beside_each_other_keep_their_own_views(home: ViewStore) -> None:
    class Loud(Tally):
        def render_entries(self, match: str, view: Count) -> Mapping[str, bytes]:
            return {match.upper(): b"!"}

    log = Log(*MATCHES)
    homes = [VersionedViews(home, [one]) for one in (Tally(version=1), Loud(version=2), Loud(version=3))]
    runners = [Runner(log, homes[0], [Tally(version=1)]), Runner(log, homes[1], [Loud(version=2)])]
    assert [runner.catch_up() for runner in runners] == [len(MATCHES)] * 2
    assert [runner.catch_up() for runner in runners] == [0, 0]
    assert {*everything(homes[1], "tally").values()} == {b"!"} != {*everything(homes[0], "tally").values()}
    homes[1].clear_older()
    assert everything(homes[0], "tally"), "a release before may still be at work"
    homes[2].clear_older()
    assert (everything(homes[0], "tally"), homes[1].position("tally")) == ({}, log.position())


def test_views_of_a_longer_log_are_of_another_log_and_built_anew(home: ViewStore) -> None:
    Runner(Log(*MATCHES), home, [Tally()]).catch_up()
    short = Log(*MATCHES[:30])
    Runner(short, home, [Tally()]).catch_up()
    assert everything(home, "tally") == tallies(short)


def test_a_view_that_a_fact_does_not_change_is_not_saved_again(home: ViewStore) -> None:
    class Openings(Tally):
        def apply_fact(self, view: Count, fact: Fact) -> Count:
            return view

        def restore_view(self, match: str, read_view: ReadView) -> None:
            return None

    saved: list[ProjectionBatch] = []

    class Watched:
        def __getattr__(self, name: str) -> object:
            return getattr(home, name)

        def save_each(self, steps: Sequence[ProjectionBatch]) -> list[int]:
            saved.extend(steps)
            return home.save_each(steps)

    log = Log(*MATCHES[:6])
    runner = Runner(log, Watched(), [Openings()])  # type: ignore[arg-type]
    runner.catch_up()
    log.append(MATCHES[6:])
    runner.catch_up()
    assert (saved[1].changes, saved[1].position) == ({}, len(MATCHES))
