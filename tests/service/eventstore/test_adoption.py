"""A store from before there were heads: refused until it is adopted, once and by an explicit command."""

from __future__ import annotations

import msgspec
import pytest

from domain.games import VOCABULARY
from domain.people import JOURNAL
from replays.proof import notes
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.stamp import STAMP
from service.eventstore.store import IncompatibleStore, Store
from service.evidence.audit import audit_record
from service.evidence.backfill import backfill_heads
from service.evidence.log_audit import audit_tree
from service.settings import Settings, store_environment
from tests.service.evidence.audit.people import Vandal
from tests.service.evidence.test_evidence import hashes
from tests.service.stores import on_both_stores


@pytest.fixture
def quiet(settings: Settings) -> Settings:
    """The settings of a service in which nobody seals but who is told to."""
    return msgspec.structs.replace(settings, runner=False)


@pytest.fixture
def old(quiet: Settings) -> dict[str, list[str]]:
    """A store as it was written before heads were kept: two matches, by name with the hash of every fact."""
    with Services(quiet, CardSetRegistry()) as services:
        made: dict[str, list[str]] = {}
        for picks in (("e1",), ("f1",)):
            opened = services.matches.open_match("arena", {"chapter": 1}, 2)
            seats = [
                services.matches.claim_seat(opened.match, seat, claim, f"p{seat}", "")
                for seat, claim in enumerate(opened.claims)
            ]
            services.matches.answer_question(opened.match, seats[0].token, picks, 5)
            made[opened.match] = hashes(services, opened.match)
    vandal = Vandal(quiet)
    vandal.does("UPDATE facts SET state = ? WHERE match = ?", b'{"format":1}', STAMP)
    vandal.does("DELETE FROM facts WHERE match = ?", JOURNAL)
    vandal.ages("heads", "merkle")
    Store(VOCABULARY, store_environment(quiet), migrate=True).close()
    return made


@on_both_stores
def test_a_store_without_heads_is_refused_until_it_is_adopted(
    quiet: Settings, old: dict[str, list[str]]
) -> None:
    with pytest.raises(IncompatibleStore, match="holds facts and not one head of them"):
        Services(quiet, CardSetRegistry())
    with Services(quiet, CardSetRegistry(), headless=True) as services:
        adopted = backfill_heads(services.store, services.evidence, services.library.load_rules)
        assert adopted == len(old) + 1, "the matches and the journal"
        with pytest.raises(IncompatibleStore, match="nothing to adopt"):
            backfill_heads(services.store, services.evidence, services.library.load_rules)
    with Services(quiet, CardSetRegistry()) as services:
        for match, made in old.items():
            [entered] = services.store.tree.list_entries(match)
            assert (entered.head.seq, entered.head.head.hex()) == (9, made[-1])
            assert audit_record(services.store, services.library, match).findings == []
            found = services.evidence.prove_head(match, 3)
            assert found is not None
            assert found.logged.is_in(
                match, notes.read_checkpoint(found.checkpoint, services.evidence.public_keys())
            )
        assert services.evidence.seal_heads() == adopted
        assert audit_tree(services.store) == []


def test_a_store_that_has_heads_gets_no_others(quiet: Settings, old: dict[str, list[str]]) -> None:
    one, two = old
    with Services(quiet, CardSetRegistry(), headless=True) as services:
        backfill_heads(services.store, services.evidence, services.library.load_rules)
    Vandal(quiet).does("DELETE FROM heads WHERE match = ?", one)
    with Services(quiet, CardSetRegistry()) as services:
        assert services.store.tree.list_entries(one) == []
        assert [
            finding.sentence for finding in audit_record(services.store, services.library, one).findings
        ] == ["The head at fact 9 was removed: the log has an entry for it."]
        assert audit_record(services.store, services.library, two).findings == []
