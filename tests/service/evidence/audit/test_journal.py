"""Names, accounts and API tokens that somebody changes in the database are named by the audit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest
from eventsourcing.persistence import IntegrityError

from domain.people import JOURNAL
from replays.proof import merkle
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.database.people import PersonRow
from service.eventstore.codec import VOCABULARY
from service.eventstore.store import Store
from service.evidence.journal_audit import audit_journal
from service.evidence.late_heads import log_entry
from service.evidence.log_audit import audit_tree
from service.settings import Settings, store_environment
from tests.service.client import Pair
from tests.service.judges import disputes, judge, rules
from tests.service.stores import on_both_stores

from .people import Vandal

PUT_BACK = "INSERT INTO people (id, name, salt) VALUES (?, 'Ada', 'ab')"


def says(services: Services) -> list[str]:
    """Returns what the audit finds in names and tokens."""
    return [f"{subject}: {sentence}" for subject, _, sentence in audit_journal(services.store).findings]


@pytest.fixture
def vandal(settings: Settings, services: Services) -> Vandal:
    """Somebody who gets at the database."""
    return Vandal(settings)


@on_both_stores
def test_each_change_of_a_name_or_an_account_has_an_entry_with_a_leaf(services: Services) -> None:
    accounts, store = services.accounts, services.store
    ada = accounts.create_account("Ada")
    guest = services.players.add_guest("Bo")
    services.players.rename_guest(guest, "Bob")
    accounts.rename_account(ada.id, ada.key, "Ada L")
    accounts.renew_key(ada.id, ada.key)
    accounts.issue_key(guest)
    services.players.add_guests({"p-00000000000000aa": "Cy", "p-00000000000000bb": "Di"})
    api_token = services.api_tokens.issue_token("judge-7f3a", ["judge"]).api_token
    services.api_tokens.revoke_token(api_token.id)
    services.api_tokens.revoke_token(api_token.id)  # which changes nothing
    services.evidence.seal_heads()
    audited = audit_journal(store)
    assert (audited.entries, audited.heads) == (10, 9)
    assert (audited.names, audited.erased, audited.api_tokens, audited.findings) == (4, 0, 1, [])
    entries = store.tree.list_entries(JOURNAL)
    assert [entry.leaf for entry in entries] == [merkle.leaf_hash(log_entry(entry.head)) for entry in entries]
    assert audit_tree(store) == []


@on_both_stores
@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ("digest = 'another'", "The digest of this token was altered: another secret is valid."),
        ("scopes = 'judge read'", "“scopes” of this token was altered: it is “judge read”, and was “read”."),
        ("scopes = 'read event:x'", "“scopes” of this token was altered: it is “read event:x”"),
        ("name = 'jo'", "“name” of this token was altered: it is “jo”, and was “desk”."),
        ("created = 1", "“created” of this token was altered: it is “1”"),
        ("expires = 7", "“expires” of this token was altered: it is “7”, and was “0”."),
        ("revoked = 0", "“revoked” of this token was altered: it is “0”, and was “"),
    ],
)
def test_each_altered_column_of_a_token_is_named(
    services: Services, vandal: Vandal, change: str, finding: str
) -> None:
    id = services.api_tokens.issue_token("desk", ["read"]).api_token.id
    other = services.api_tokens.issue_token("judge-7f3a", ["judge"]).api_token.id
    services.api_tokens.revoke_token(id)
    assert says(services) == []
    vandal.does(f"UPDATE tokens SET {change} WHERE id = ?", id)
    [sentence] = says(services)
    assert sentence.startswith(f"API token {id}: ")
    assert finding in sentence
    assert other not in sentence


@on_both_stores
def test_inserted_and_deleted_tokens_are_named(services: Services, vandal: Vandal) -> None:
    id = services.api_tokens.issue_token("desk", ["read"]).api_token.id
    vandal.does("INSERT INTO tokens VALUES ('0000abcd', 'digest', 'judge', 'jo', 1, 0, 0)")
    vandal.does("DELETE FROM tokens WHERE id = ?", id)
    assert sorted(says(services)) == sorted(
        [
            "API token 0000abcd: The row of this token was inserted: the journal has no entry of it.",
            f"API token {id}: The row of this token was deleted.",
        ]
    )


@on_both_stores
@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ("name = 'Eve'", "The name of this player, its likeness or its salt was altered."),
        ("likeness = 'eve'", "The name of this player, its likeness or its salt was altered."),
        ("salt = 'abcd'", "The name of this player, its likeness or its salt was altered."),
        ("salt = 'no salt'", "The salt of this player was altered."),
        ("digest = 'another'", "The account of this player was altered: its key is another, or is there or"),
        ("digest = ''", "The account of this player was altered: its key is another, or is there or gone."),
    ],
)
def test_each_altered_column_of_an_account_is_named(
    services: Services, vandal: Vandal, change: str, finding: str
) -> None:
    ada = services.accounts.create_account("Ada")
    services.accounts.create_account("Grace")
    assert says(services) == []
    vandal.does(f"UPDATE people SET {change} WHERE id = ?", ada.id)
    [sentence] = says(services)
    assert sentence.startswith(f"{ada.id}: {finding}")


@on_both_stores
def test_the_link_of_a_guest_to_an_account_and_exchanged_ids_are_named(
    services: Services, vandal: Vandal
) -> None:
    ada, guest = services.accounts.create_account("Ada"), services.players.add_guest("Bo")
    vandal.does("UPDATE people SET digest = 'a key' WHERE id = ?", guest)
    assert [sentence.partition(":")[0] for sentence in says(services)] == [guest]
    vandal.does("UPDATE people SET digest = '' WHERE id = ?", guest)
    assert says(services) == []
    vandal.does("UPDATE people SET id = 'p-0' WHERE id = ?", guest)
    vandal.does("UPDATE people SET id = ? WHERE id = ?", guest, ada.id)
    assert {sentence.partition(":")[0] for sentence in says(services)} == {"p-0", guest, ada.id}


@on_both_stores
def test_an_erased_name_is_erased_and_not_altered(services: Services, vandal: Vandal) -> None:
    ada, guest = services.accounts.create_account("Ada"), services.players.add_guest("Ada too")
    [(_, salt)] = [pair for pair in services.store.people.list_salted_rows("", 9) if pair[0].id == ada.id]
    services.erasure.erase_names(ada.id)
    audited = audit_journal(services.store)
    assert (audited.names, audited.erased, audited.findings) == (1, 1, [])
    rows = vandal.does("SELECT * FROM people")
    assert [row[0] for row in rows] == [guest]
    assert salt not in chain(*rows)
    vandal.does("DELETE FROM people WHERE id = ?", guest)
    vandal.does(PUT_BACK, ada.id)
    vandal.does(PUT_BACK, "p-00000000000000aa")
    assert set(says(services)) == {
        "p-00000000000000aa: The row of this player was inserted: the journal has no entry of it.",
        f"{ada.id}: The row of this player was put back after its erasure.",
        f"{guest}: The row of this player was deleted without an erasure.",
    }


@on_both_stores
def test_the_journal_itself_is_a_record_of_the_log(services: Services, vandal: Vandal) -> None:
    services.api_tokens.issue_token("desk", ["read"])
    id = services.api_tokens.issue_token("judge-7f3a", ["judge"]).api_token.id
    services.api_tokens.revoke_token(id)
    services.evidence.seal_heads()
    vandal.rewrites(JOURNAL, 1, lambda state: state.__setitem__(4, "judge"))
    assert "journal: Fact 1 was altered, or their head was." in says(services)
    vandal.rewrites(JOURNAL, 1, lambda state: state.__setitem__(4, "read"))
    assert says(services) == []
    vandal.drops(JOURNAL, 3, 3)
    vandal.does("UPDATE tokens SET revoked = 0 WHERE id = ?", id)
    assert says(services) == ["journal: Fact 3 was dropped."]
    vandal.does("DELETE FROM heads WHERE match = ? AND seq = 3", JOURNAL)
    assert [finding.sentence for finding in audit_tree(services.store)] == [
        "Entry 2 of the log is of position 4: no fact stands there."
    ]


@on_both_stores
def test_a_ruling_needs_a_token_that_could_judge_then(services: Services, pair: Pair, vandal: Vandal) -> None:
    disputes(pair.blue)
    whistle = judge(services, pair)
    assert rules(whistle).status_code == 201
    assert says(services) == []
    [id] = [row.id for row in services.store.api_tokens.list_api_tokens()]
    services.api_tokens.revoke_token(id)
    assert says(services) == []
    match = pair.blue.match
    [ruled] = vandal.does(
        "SELECT seq FROM facts JOIN topics ON number = topic WHERE match = ? AND name = 'table.Ruled'", match
    )
    vandal.rewrites(match, ruled[0], lambda state: state.__setitem__(3, "jo"))
    assert f"{match}: At fact {ruled[0]}, jo had no API token that judges." in says(services)


@on_both_stores
def test_row_and_entry_are_stored_together_or_not_at_all(services: Services) -> None:
    people = services.store.people
    people.add_person(PersonRow("p-1", "Ada", "ada", "digest 1"))
    before = services.store.position()
    with pytest.raises(IntegrityError):
        people.add_people([PersonRow("p-2", "Bo"), PersonRow("p-3", "Ada", "ada", "digest 3")])
    assert people.change_person(PersonRow("p-1", "Eve"), "another digest") is False
    people.erase_people(["p-9"])
    assert services.store.position() == before
    assert audit_journal(services.store).findings == []


@on_both_stores
def test_writers_at_once_enter_one_after_the_other(services: Services, settings: Settings) -> None:
    with (
        Store(VOCABULARY, store_environment(settings)) as other,
        ThreadPoolExecutor(6) as threads,
    ):
        stores = [services.store, other if settings.store else services.store]
        rows = [PersonRow(f"p-{number:016x}", f"Ada {number}") for number in range(40)]
        for done in [
            threads.submit(stores[index % 2].people.add_person, row) for index, row in enumerate(rows)
        ]:
            done.result()
    audited = audit_journal(services.store)
    assert (audited.entries, audited.names, audited.findings) == (40, 40, [])


def test_no_public_reply_shows_the_journal(services: Services, pair: Pair) -> None:
    token, api_token = services.api_tokens.issue_token("desk-of-ada", ["read"])
    api, reader = pair.blue.api, token
    services.evidence.seal_heads()
    for path in (
        *(
            f"/api/v1/matches/{JOURNAL}{rest}"
            for rest in ("", "/facts", "/proof", "/record", "/verification")
        ),
        f"/api/v1/players/{JOURNAL}",
        f"/matches/{JOURNAL}",
    ):
        assert api.get(path).status_code in (404, 405), path
    facts = api.get("/api/v1/facts", token=reader)
    for reply in (facts, api.get("/api/v1/facts?limit=1000"), api.get("/api/v1/matches")):
        assert "journal." not in reply.text
        assert api_token.id not in reply.text


def test_entries_of_names_hide_them_from_readers_of_the_facts(services: Services) -> None:
    one, two = services.players.add_guest("Ada"), services.players.add_guest("Ada")
    facts = services.store.raw_facts(JOURNAL)
    assert len({getattr(fact.event, "name", "") for fact in facts}) == 2
    assert [getattr(fact.event, "player", "") for fact in facts] == [one, two]


@on_both_stores
def test_a_migration_enters_the_rows_that_it_finds(
    services: Services, settings: Settings, vandal: Vandal
) -> None:
    ada = services.accounts.create_account("Ada")
    services.players.add_guest("Bo")
    id = services.api_tokens.issue_token("desk", ["read"]).api_token.id
    vandal.drops(JOURNAL, 1, 3)
    vandal.does("DELETE FROM heads")
    vandal.does("DELETE FROM merkle")
    vandal.ages()
    vandal.does("ALTER TABLE people DROP COLUMN salt")
    services.close()
    Store(VOCABULARY, store_environment(settings), migrate=True).close()
    with Services(settings, CardSetRegistry()) as later:
        audited = audit_journal(later.store)
        assert (audited.entries, audited.names, audited.api_tokens, audited.findings) == (3, 2, 1, [])
        assert {getattr(fact.event, "migrated", None) for fact in later.store.raw_facts(JOURNAL)} == {True}
        vandal.does("UPDATE people SET name = 'Eve' WHERE id = ?", ada.id)
        vandal.does("UPDATE tokens SET scopes = 'judge' WHERE id = ?", id)
        assert {sentence.partition(":")[0] for sentence in says(later)} == {ada.id, f"API token {id}"}


@on_both_stores
def test_a_writer_killed_before_its_commit_leaves_neither_row_nor_entry(
    services: Services, settings: Settings
) -> None:
    services.players.add_guest("Bo")
    command = [sys.executable, "-m", "tests.service.killed", "--guest", "Ada"]
    environment = {**os.environ, **settings.store, "RECOUNT_DATA": str(settings.data)}
    killed = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert services.store.people.people_called("Ada") == []
    audited = audit_journal(services.store)
    assert (audited.entries, audited.names, audited.findings) == (1, 1, [])
    services.players.add_guest("Ada")
    assert audit_journal(services.store).entries == 2
