"""People have names beside the log: each name one id, letter for letter, until it is forgotten."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from eventsourcing.persistence import IntegrityError

from service.store import Store

ALIKE = [
    "Zoë",
    "Zoe\u0308",
    "Zoe",
    "zoe",
    "ZOE",
    "Zoe ",
    " Zoe",
    "Z_e",
    "Z%",
    "Straße",
    "STRASSE",
    "O'Brien",
]
"""Names that are equal to somebody, and not to a database."""


def test_a_new_name_gets_the_id_that_is_offered_and_keeps_it(store: Store, other: Store) -> None:
    assert store.people.enrol("p-1", "Ada") == "p-1"
    assert other.people.enrol("p-2", "Ada") == "p-1"
    assert store.people.enrol("p-2", "Grace") == "p-2"
    assert [other.people.person(name) for name in ("Ada", "Grace", "Mary")] == ["p-1", "p-2", None]


def test_names_are_equal_only_letter_for_letter(store: Store) -> None:
    for number, name in enumerate(ALIKE):
        assert store.people.person(name) is None
        assert store.people.enrol(f"p-{number}", name) == f"p-{number}"
    assert store.people.names(f"p-{number}" for number in range(20)) == {
        f"p-{number}": name for number, name in enumerate(ALIKE)
    }


def test_nobody_is_called_by_a_text_with_a_null_in_it(store: Store) -> None:
    store.people.enrol("p-1", "Ada")
    assert [store.people.person(name) for name in ("\0", "Ada\0", "A\0da")] == [None] * 3


def test_an_id_is_of_one_name(store: Store) -> None:
    store.people.enrol("p-1", "Ada")
    with pytest.raises(IntegrityError):
        store.people.enrol("p-1", "Grace")
    assert store.people.person("Grace") is None
    assert store.people.names(["p-1"]) == {"p-1": "Ada"}


def test_names_of_many_are_told_and_of_nobody_none(store: Store) -> None:
    store.people.enrol("p-1", "Ada")
    many = [f"p-{number}" for number in range(40_000)]  # more than a statement takes values one by one
    assert store.people.names(many) == {"p-1": "Ada"}
    assert store.people.names([]) == {}
    assert store.people.names(["P-1", "p-1 ", "p-1'"]) == {}


def test_a_name_is_forgotten_and_who_comes_back_is_somebody_new(store: Store, other: Store) -> None:
    store.people.enrol("p-1", "Ada")
    assert store.people.erase("ada") is False
    assert store.people.erase("Ada") is True
    assert store.people.erase("Ada") is False
    assert (other.people.person("Ada"), other.people.names(["p-1"])) == (None, {})
    assert other.people.enrol("p-2", "Ada") == "p-2"


def test_of_several_who_come_by_one_name_at_once_all_are_one(store: Store, other: Store) -> None:
    together = Barrier(4)

    def come(number: int) -> list[str]:
        ids = []
        for name in range(8):
            together.wait()
            ids.append((store, other)[number % 2].people.enrol(f"p-{number}-{name}", f"Ada {name}"))
        return ids

    with ThreadPoolExecutor(4) as threads:
        one, *others = threads.map(come, range(4))
    assert others == [one] * 3
    assert len({*one}) == 8
