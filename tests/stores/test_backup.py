"""Backups: all that a store holds, out of either database and into either, as it was or not at all."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from domain.tournament.plan import Stage
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.database.access import ApiTokenRow, SessionRow
from service.database.challenges import ChallengeEnd, ChallengeRepository, ChallengeRow
from service.database.commentaries import CommentaryRow, NoteRow
from service.database.jobs import JobRow
from service.database.match_owners import MatchOwnerRow
from service.database.notifications.outbox import ContactRow, NotificationRow, Progress
from service.database.photos import PhotoRow, photo_insertion
from service.database.phrases import PhraseRepository
from service.database.replies import ReplyRow
from service.database.webhooks import WebhookRow
from service.eventstore.store import Store
from service.evidence.audit import audit_record
from service.evidence.log_audit import audit_tree
from service.evidence.witness_notes import WitnessNote, WitnessNotes
from service.portability.backup import RestoreRefused, back_up, restore_backup
from service.portability.copies import copy_store
from service.settings import Settings
from service.tournaments.access import Actor
from service.tournaments.commands import Register
from service.tournaments.entry.entrants import Entrant
from service.tournaments.plans import NewTournament

from .aging import aging

NOON = 1_800_000_000_000
LATE = 2**53 - 1
PHOTO = bytes(range(256))
PHOTO_HASH = hashlib.sha256(PHOTO).hexdigest()
COSIGNED = WitnessNote("first.example/log", 7, "first.example/log\n7\ncm9vdA==\n\n— second AAAA\n")

CHALLENGE = ChallengeRow("ch-1", "link", "arena", "day", "digest", "p-1", "", 1, 1500, NOON, LATE)


def fill(store: Store, match: str) -> None:
    """Puts a row into every table that has none yet, and in one or two what is rare."""
    store.jobs.add_job(JobRow("j-1", "pair", "a tournament", "digest", "queued", NOON, NOON, payload=b"{}"))
    store.jobs.add_piece("j-1", 0, b"a piece")
    store.api_tokens.add_api_token(ApiTokenRow("b-1", "digest", "judge read", "judge-7f3a", NOON, LATE, 0))
    store.match_owners.add_owner(MatchOwnerRow(match, "token b-1", 1))
    photo = photo_insertion(PhotoRow(match, PHOTO_HASH, "an event", 256, PHOTO))
    store.database.execute_write(photo.statement, **photo.values)
    store.webhooks.add_webhook(WebhookRow("w-1", 0, '{"says":"ça va\\n🃏"}'))
    store.webhooks.change_webhook(WebhookRow("w-1", 0, "\t\\N\n"), "a delivery")
    store.notifications.put_contact(ContactRow("push-1", "p-1", "push", 0, bytes(range(256))))
    store.notifications.follow_tournament("T-1", "p-1")
    store.notifications.begin_progress(Progress("log", LATE))
    store.notifications.add_notification(
        NotificationRow("n-1", NOON, LATE, 3, "waiting", "turn", "push-1", "p-1", "{}", "“ça”\t")
    )
    store.replies.store_reply(ReplyRow("request", "digest", NOON, reply=bytes(range(256))))
    store.sessions.store_session(SessionRow("digest", NOON, bytes(range(256))))
    store.commentaries.add_commentary(CommentaryRow("c-1", match, "digest", "Tïtle", "p-1", LATE, 1), 9)
    store.commentaries.store_note("c-1", NoteRow(LATE, '{"text":"…"}'), 9)
    PhraseRepository(store.database).add_phrase(match, 1, "good-luck", LATE, 9, 0, 9)
    challenges = ChallengeRepository(store.database)
    challenges.add_challenge(CHALLENGE, 9)
    challenges.end_challenge(ChallengeEnd(CHALLENGE.id, "accepted", match, 1, LATE))


def everything(store: Store, match: str) -> dict[str, object]:
    """Returns all that can be asked of a store that was filled."""
    tree, cards = store.tree, store.facts(match)[0].event
    return {
        "rows": [*store.log_rows(0, 1000)],
        "facts": store.facts(match),
        "cards": store.card_set(getattr(cards, "cards", "")),
        "heads": tree.list_heads(0, 1000),
        "leaves": tree.list_leaves(0, 1000),
        "nodes": [tree.find_node(level, place) for level in range(4) for place in range(8)],
        "people": [store.people.people_called(name) for name in ("Ada", "Möwe 🃏")],
        "badges": store.api_tokens.list_api_tokens(),
        "owners": store.match_owners.find_owner(match),
        "photos": store.photos.find_photo(match, PHOTO_HASH),
        "webhooks": (store.webhooks.list_webhooks(), store.webhooks.list_deliveries("w-1", LATE, 9)),
        "contacts": store.notifications.list_contacts("p-1"),
        "followers": store.notifications.list_followers("T-1"),
        "notifications": store.notifications.list_in_state("waiting", 9),
        "progress": store.notifications.load_progress(),
        "replies": store.replies.find_reply("request"),
        "jobs": store.jobs.latest_jobs(9),
        "files": [*store.jobs.read_pieces("j-1")],
        "sessions": store.sessions.find_session("digest"),
        "commentaries": store.commentaries.list_commentaries(match, LATE),
        "notes": store.commentaries.list_notes("c-1"),
        "phrases": PhraseRepository(store.database).list_phrases(match),
        "challenges": ChallengeRepository(store.database).find_challenge(CHALLENGE.id),
    }


def test_a_backup_holds_everything_and_all_of_it_is_there_again(
    here: Settings, anywhere: Settings, services: Services, match: str, file: Path
) -> None:
    fill(services.store, match)
    WitnessNotes(here.data).restore([COSIGNED])
    about = back_up(here, file, NOON)
    assert {table: rows for table, rows in about.rows.items() if not rows} == {}
    found = restore_backup(anywhere, file)
    assert (found.about, found.matches, found.facts, found.heads) == (
        about,
        1,
        len(services.store.facts(match)),
        4,
    )
    with Services(anywhere, CardSetRegistry()) as restored:
        assert WitnessNotes(anywhere.data).list_notes() == [COSIGNED]
        held = everything(restored.store, match)
        assert held == everything(services.store, match)
        assert [part for part in held.values() if not part] == []
        assert (
            audit_record(restored.store, restored.library, match).findings == audit_tree(restored.store) == []
        )
        last = restored.store.position()
        assert restored.matches.open_match("arena", {"chapter": 1}, 2).match != match
        assert restored.store.position() > last == services.store.position()
        again = file.with_name("again.db")
        assert back_up(anywhere, again, NOON).rows["stored_events"] == about.rows["stored_events"] + 1


def test_a_witness_unsays_nothing_at_a_restore(
    here: Settings, there: Settings, services: Services, match: str, file: Path
) -> None:
    assert match
    WitnessNotes(here.data).restore([COSIGNED])
    back_up(here, file, NOON)
    other = COSIGNED._replace(note=COSIGNED.note.replace("cm9v", "b3Ro"))
    WitnessNotes(there.data).restore([other, COSIGNED._replace(size=8)])
    with pytest.raises(RestoreRefused, match=r"has cosigned another log of first\.example/log"):
        restore_backup(there, file)
    with Services(there, CardSetRegistry()) as restored:
        assert restored.store.position() == 0
    assert [note.size for note in WitnessNotes(there.data).list_notes()] == [7, 8]


def test_tournaments_go_along_and_are_audited_as_well(
    here: Settings, there: Settings, services: Services, file: Path
) -> None:
    desk = Actor("organizer", "organizer:desk")
    plan = NewTournament("Spring Open", "arena", (Stage("swiss", 3),))
    tournament = services.tournament_service.create_tournament(plan, desk).tournament
    services.tournament_service.run_command(tournament, Register((Entrant("Ada"),)), desk)
    back_up(here, file, NOON)
    assert restore_backup(there, file).facts == 2
    with Services(there, CardSetRegistry()) as restored:
        assert restored.tournaments.get(tournament) == services.tournaments.get(tournament)


def test_it_holds_one_moment_whatever_is_written_meanwhile(
    here: Settings, there: Settings, services: Services, match: str, file: Path
) -> None:
    done, under_way = Event(), Event()

    def write() -> None:
        while not done.is_set():
            services.matches.open_match("arena", {"chapter": 1}, 2)
            services.evidence.seal_heads()
            under_way.set()

    writer = Thread(target=write)
    writer.start()
    assert under_way.wait(60)
    about = back_up(here, file, NOON)
    done.set()
    writer.join()
    found = restore_backup(there, file)
    assert (found.about, found.heads) == (about, found.matches + 3)


def test_keys_go_along_when_they_are_asked_for(
    here: Settings, there: Settings, services: Services, file: Path
) -> None:
    back_up(here, file, NOON, keys=True)
    assert file.stat().st_mode & 0o077 == 0, "it is for its owner alone"
    restore_backup(there, file, keys=True)
    with Services(there, CardSetRegistry()) as restored:
        assert restored.evidence.public_keys() == services.evidence.public_keys()


def test_keys_that_are_not_in_the_file_and_keys_that_stand_in_the_way(
    here: Settings, there: Settings, services: Services, file: Path
) -> None:
    back_up(here, file, NOON)
    with pytest.raises(RestoreRefused, match="no keys in the file"):
        restore_backup(there, file, keys=True)
    with_keys = file.with_name("keys.db")
    back_up(here, with_keys, NOON, keys=True)
    Services(there, CardSetRegistry()).close()
    with pytest.raises(RestoreRefused, match=r"0001\.pem is another key than that in the file"):
        restore_backup(there, with_keys, keys=True)


def test_names_in_a_backup_of_an_earlier_release_are_those_of_guests(
    here: Settings, anywhere: Settings, match: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr("service.portability.backup.copy_store", _copied_before_accounts)
        back_up(here, file, NOON)
    restore_backup(anywhere, file)
    with Services(anywhere, CardSetRegistry()) as restored:
        [ada] = restored.store.people.people_called("Ada")
        assert restored.accounts.load_player(ada.id).account is False
        assert restored.accounts.issue_key(ada.id).name == "Ada"


def _copied_before_accounts(store: Store, path: Path) -> None:
    copy_store(store, path)
    with closing(sqlite3.connect(path)) as file, file:
        rows = file.execute("SELECT id, name FROM people").fetchall()
        for statement in (*aging(postgres=False), "DROP TABLE people"):
            file.execute(statement)
        file.execute("CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) WITHOUT ROWID")
        file.executemany("INSERT INTO people VALUES (?, ?)", rows)
