"""API tokens are kept by their digests, and a revoked one stays revoked."""

from __future__ import annotations

import pytest
from eventsourcing.persistence import IntegrityError

from service.database.access import ApiTokenRow
from service.eventstore.store import Store

JUDGE = ApiTokenRow("b-1", "digest one", "judge read", "judge-7f3a", created=5, expires=2**53 - 1, revoked=0)


def test_an_api_token_is_known_by_the_digest_of_its_token(store: Store, other: Store) -> None:
    store.api_tokens.add_api_token(JUDGE)
    found = other.api_tokens.find_api_token("digest one")
    assert found == JUDGE
    assert type(found) is ApiTokenRow
    assert [store.api_tokens.find_api_token(digest) for digest in ("", "Digest one", "digest one ")] == [
        None
    ] * 3


@pytest.mark.parametrize(("id", "digest"), [("b-1", "digest two"), ("b-2", "digest one")])
def test_neither_id_nor_token_is_given_out_twice(store: Store, id: str, digest: str) -> None:
    store.api_tokens.add_api_token(JUDGE)
    with pytest.raises(IntegrityError):
        store.api_tokens.add_api_token(JUDGE._replace(id=id, digest=digest, name="another"))
    assert store.api_tokens.list_api_tokens() == [JUDGE]
    store.api_tokens.add_api_token(JUDGE._replace(id="b-3", digest="digest three"))
    assert len(store.api_tokens.list_api_tokens()) == 2


def test_all_are_listed_the_oldest_first_and_those_of_one_moment_by_id(store: Store) -> None:
    made = [
        JUDGE._replace(id=id, digest=id, created=created)
        for id, created in (("0f", 10), ("9a", 10), ("a9", 10), ("00", 11), ("zz", 2), ("00a", 2**53 - 1))
    ]
    for row in reversed(made):
        store.api_tokens.add_api_token(row)
    assert store.api_tokens.list_api_tokens() == [made[4], *made[:4], made[5]]


def test_who_takes_it_back_first_says_when(store: Store, other: Store) -> None:
    store.api_tokens.add_api_token(JUDGE)
    taken = JUDGE._replace(revoked=7)
    assert store.api_tokens.revoke_api_token("b-1", 7) == taken
    assert (
        other.api_tokens.revoke_api_token("b-1", 9) == taken == other.api_tokens.find_api_token("digest one")
    )
    assert store.api_tokens.revoke_api_token("b-2", 7) is None
