"""People have names beside the log, until they are forgotten; an account has name and key for itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from typing import LiteralString

import pytest
from eventsourcing.persistence import IntegrityError
from psycopg.sql import SQL

from service.database.people import PersonRow
from service.eventstore.recorders.postgres import PostgresRecorder
from service.eventstore.recorders.sqlite import SQLiteRecorder
from service.eventstore.store import Store

from .aging import aging
from .facts import WORDS

ADA, GRACE = PersonRow("p-1", "Ada", "ada", "digest 1"), PersonRow("p-2", "Grace", "grace", "digest 2")
ALIKE = ["Zoë", "Zoe\u0308", "Zoe", "zoe", "ZOE", "Zoe ", " Zoe", "Z_e", "Z%", "Straße", "STRASSE", "O'Brien"]
"""Names that are equal to somebody, and not to a database."""


def test_guests_may_share_a_name_and_each_has_an_id(store: Store, other: Store) -> None:
    one, two = PersonRow("p-1", "Ada"), PersonRow("p-2", "Ada")
    for row in (one, two):
        store.people.add_person(row)
    assert other.people.people_called("Ada") == [one, two]
    assert other.people.find_people(["p-2"]) == [two]
    assert type(other.people.find_people(["p-2"])[0]) is PersonRow


def test_many_are_kept_at_once_or_none_of_them(store: Store, other: Store) -> None:
    store.people.add_people([ADA, GRACE])
    assert other.people.find_people(["p-1", "p-2"]) == [ADA, GRACE]
    with pytest.raises(IntegrityError):
        store.people.add_people([PersonRow("p-3", "Mary"), PersonRow("p-1", "Ada")])
    assert other.people.find_people(["p-3"]) == []


def test_names_are_equal_only_letter_for_letter(store: Store) -> None:
    rows = [PersonRow(f"p-{number}", name) for number, name in enumerate(ALIKE)]
    for row in rows:
        assert store.people.people_called(row.name) == []
        store.people.add_person(row)
    assert sorted(store.people.find_people(row.id for row in rows)) == sorted(rows)


def test_nobody_is_called_by_a_text_with_a_null_in_it(store: Store) -> None:
    store.people.add_person(ADA)
    assert [store.people.people_called(name) for name in ("\0", "Ada\0", "A\0da")] == [[]] * 3


def test_an_account_is_found_by_its_key_and_by_its_likeness(store: Store, other: Store) -> None:
    for row in (ADA, GRACE, PersonRow("p-3", "Ada"), PersonRow("p-4", "Mary")):
        store.people.add_person(row)
    assert other.people.account_of("digest 2") == GRACE
    assert other.people.account_like("ada") == ADA
    for nobody in ("", "mary", "digest 3"):
        assert other.people.account_of(nobody) is other.people.account_like(nobody) is None


@pytest.mark.parametrize("clash", [{"id": "p-1"}, {"likeness": "ada"}, {"digest": "digest 1"}])
def test_no_two_have_one_id_nor_two_accounts_a_likeness_or_a_key(store: Store, clash: dict[str, str]) -> None:
    store.people.add_person(ADA)
    with pytest.raises(IntegrityError):
        store.people.add_person(GRACE._replace(**clash))
    assert store.people.people_called("Grace") == []


def test_an_account_is_changed_by_who_knows_what_it_was(store: Store, other: Store) -> None:
    for row in (ADA, GRACE):
        store.people.add_person(row)
    renamed = ADA._replace(name="Ada L.", likeness="ada l.")
    assert store.people.change_person(renamed, "digest 1") is True
    assert store.people.change_person(ADA._replace(digest="stolen"), "digest 0") is False
    assert store.people.change_person(PersonRow("p-9", "Nobody"), "") is False
    assert other.people.find_people(["p-1"]) == [renamed]
    with pytest.raises(IntegrityError):
        store.people.change_person(ADA._replace(likeness="grace"), "digest 1")
    assert other.people.find_people(["p-1"]) == [renamed]


def test_rows_of_many_are_told_and_of_nobody_none(store: Store) -> None:
    store.people.add_person(ADA)
    many = [f"p-{number}" for number in range(40_000)]  # more than a statement takes values one by one
    assert store.people.find_people(many) == [ADA]
    assert store.people.find_people([]) == []
    assert store.people.find_people(["P-1", "p-1 ", "p-1'"]) == []


def test_who_is_forgotten_leaves_name_and_key_for_others(store: Store, other: Store) -> None:
    for row in (ADA, GRACE):
        store.people.add_person(row)
    store.people.erase_people(["p-1", "p-9"])
    assert other.people.find_people(["p-1", "p-2"]) == [GRACE]
    assert (other.people.people_called("Ada"), other.people.account_of("digest 1")) == ([], None)
    other.people.add_person(ADA._replace(id="p-3"))


def test_of_several_who_take_one_name_at_once_one_has_it(store: Store, other: Store) -> None:
    together = Barrier(4)

    def come(number: int) -> int:
        mine = 0
        for round in range(8):
            together.wait(60)
            with suppress(IntegrityError):
                row = PersonRow(f"p-{number}-{round}", "Ada", f"ada {round}", f"{number} {round}")
                (store, other)[number % 2].people.add_person(row)
                mine += 1
        return mine

    with ThreadPoolExecutor(4) as crowd:
        assert sum(crowd.map(come, range(4))) == 8


def test_names_of_an_earlier_release_which_gave_each_one_id_are_those_of_guests(
    store: Store, env: dict[str, str]
) -> None:
    made = "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE)"
    old = (*aging(not store.database.is_embedded), "DROP TABLE people", made)
    for statement in (*old, "INSERT INTO people VALUES ('p-1', 'Ada')"):
        _do(store, statement)
    for migrate in (True, False):
        with Store(WORDS, env, migrate=migrate) as later:
            assert later.people.people_called("Ada")[0] == PersonRow("p-1", "Ada")
    with Store(WORDS, env) as later:
        later.people.add_person(PersonRow("p-2", "Ada"))
        assert later.people.change_person(ADA, "") is True
        assert later.people.account_like("ada") == ADA


def _do(store: Store, statement: LiteralString) -> None:
    if isinstance(store.recorder, PostgresRecorder):
        with store.recorder.datastore.get_connection() as connection:
            connection.execute(SQL(statement))
    else:
        assert isinstance(store.recorder, SQLiteRecorder)
        with store.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(statement)
