"""A service publishes its checkpoint with the cosignatures of k of n witnesses, and says when it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
from flask import Flask
from msgspec.structs import replace

from replays.proof import notes
from replays.proof.standalone.witnesses import Policy, read_policy
from service.app import create_app, services_of
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.evidence import cosigning, sealing_state
from service.evidence.keys import Keyring
from service.settings import Settings
from tests.service.cli.test_commands import Operator
from tests.service.client import Api, json_of, wait_for

from .people import Vandal
from .witnesses import Second, grow_log, serving_witness

NAME = "first.example/log"
NOWHERE = "http://127.0.0.1:1/witness"


class WatchedService:
    """A service with a log of three heads, and the witnesses that it may have."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self.folder, self.closing = folder, closing
        self.settings = Settings(data=folder / "watched", name=NAME, runner=False)
        grow_log(self.settings)
        self.keys = [str(signer.key) for signer in Keyring(self.settings.keyring, NAME).signers()]

    def hires(self, name: str, *, trusting: bool = True) -> Second:
        """Returns a witness that serves, and trusts this service or not."""
        trusted = self.keys if trusting else []
        return self.closing.enter_context(serving_witness(self.folder / name, name, trusted))

    @contextmanager
    def opens(self, policy: str) -> Iterator[tuple[Flask, Api]]:
        """Serves with a *policy*, sealing in this process."""
        settings = replace(self.settings, witness_policy=policy, runner=True)
        app = create_app(settings)
        try:
            yield app, Api(app)
        finally:
            services_of(app).close()


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedService]:
    monkeypatch.setattr(cosigning, "INTERVAL_SECONDS", 0.0)
    with ExitStack() as closing:
        yield WatchedService(tmp_path, closing)


def group(threshold: int, **witnesses: Second) -> str:
    """Returns the policy that requires so many of *witnesses*."""
    lines = [f"witness {name} {second.key} {second.address}" for name, second in witnesses.items()]
    return "\n".join([*lines, f"group all {threshold} {' '.join(witnesses)}", "quorum all", ""])


def cosigners(policy: Policy, note: str) -> set[str]:
    return {*policy.find_cosigners(note)}


def checkpoint(api: Api) -> str:
    """Returns the published checkpoint."""
    return str(api.get("/api/v1/checkpoint").text)


def is_published(api: Api, policy: str) -> Callable[[], bool]:
    """Returns whether the published checkpoint has the cosignatures that *policy* requires."""
    read = read_policy(policy)
    return lambda: read.is_met(cosigners(read, checkpoint(api)))


def test_the_published_checkpoint_has_the_cosignatures_of_two_of_three(watched: WatchedService) -> None:
    one, two = watched.hires("one"), watched.hires("two")
    away = Second(NOWHERE, watched.hires("three").key)
    policy = group(2, one=one, two=two, three=away)
    with watched.opens(policy) as (app, api):
        wait_for(is_published(api, policy), "published")
        assert cosigners(read_policy(policy), checkpoint(api)) == {"one", "two"}
        ready = json_of(api.get("/readyz"))
        assert ready["ready"]
        [problem] = ready["unwitnessed"]
        assert f"The witness three at “{NOWHERE}” cannot be reached" in problem
        assert services_of(app).sealing.load().unwitnessed == (problem,)


def test_proofs_and_exports_have_the_cosigned_checkpoint(watched: WatchedService) -> None:
    policy = group(1, one=watched.hires("one"))
    with watched.opens(policy) as (_, api):
        wait_for(is_published(api, policy), "published")
        match, *_ = json_of(api.get("/api/v1/matches"))["items"]
        proof = json_of(api.get(f"/api/v1/matches/{match['id']}/proof"))
        export = json_of(api.get(f"/api/v1/matches/{match['id']}/export"))
        for note in (proof["checkpoint"], export["checkpoint"]):
            assert cosigners(read_policy(policy), note) == {"one"}
            assert notes.read_checkpoint(note, [notes.read_key(watched.keys[0])]).size == 3


def test_a_head_that_is_newer_than_the_cosignatures_is_proved_all_the_same(
    watched: WatchedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = group(1, one=watched.hires("one"))
    with watched.opens(policy) as (_, api):
        wait_for(is_published(api, policy), "published")
        monkeypatch.setattr(cosigning, "INTERVAL_SECONDS", 1e9)
        opened = api.opens()
        proof = json_of(api.get(f"/api/v1/matches/{opened['id']}/proof"))
        assert proof["logged"]["leaf"] == 3
        assert cosigners(read_policy(policy), proof["checkpoint"]) == set()
        assert notes.read_checkpoint(checkpoint(api), [notes.read_key(watched.keys[0])]).size == 3


def test_the_service_says_that_too_few_witnesses_have_cosigned(watched: WatchedService) -> None:
    one = watched.hires("one")
    policy = group(2, one=one, two=watched.hires("two", trusting=False))
    with watched.opens(policy) as (_, api):
        wait_for(lambda: bool(json_of(api.get("/readyz"))["unwitnessed"]), "told")
        assert json_of(api.get("/readyz"))["unwitnessed"] == [
            "The witness two knows no log of this name.",
            "The policy requires cosignatures of 2 of one, two.",
        ]
        assert "recount_missing_cosignatures 2.0" in api.get("/metrics").text
        assert cosigners(read_policy(policy), checkpoint(api)) == set()


class EndlessWitness(BaseHTTPRequestHandler):
    """Replies without an end."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while True:
                self.wfile.write(b"x" * 4096)

    def log_message(self, *_: object) -> None:
        """Logs nothing."""


def test_a_witness_whose_reply_has_no_end_does_not_stop_the_sealing(watched: WatchedService) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), EndlessWitness) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        endless = Second(f"http://127.0.0.1:{server.server_port}", watched.hires("one").key)
        with watched.opens(group(1, one=endless)) as (_, api):
            wait_for(lambda: bool(json_of(api.get("/readyz"))["unwitnessed"]), "told")
            first, *_ = json_of(api.get("/readyz"))["unwitnessed"]
            assert first == "The witness one sends too much, or too slowly."
        server.shutdown()
        thread.join()


def test_a_log_that_was_cut_off_gets_no_cosignature(watched: WatchedService, tmp_path: Path) -> None:
    policy = group(1, one=watched.hires("one"))
    with watched.opens(policy) as (_, api):
        wait_for(is_published(api, policy), "published")
    other = replace(watched.settings, data=tmp_path / "other", keys=watched.settings.keyring)
    (watched.settings.keyring / "checkpoint").unlink()
    with Services(other, CardSetRegistry()) as services:
        services.matches.open_match("arena", {"chapter": 1}, 2)
    watched.settings = other
    with watched.opens(policy) as (_, api):
        wait_for(lambda: bool(json_of(api.get("/readyz"))["unwitnessed"]), "told")
        first, *_ = json_of(api.get("/readyz"))["unwitnessed"]
        assert first == "The witness one has cosigned another log, of 3 heads."
        assert cosigners(read_policy(policy), checkpoint(api)) == set()


class AuditedService(NamedTuple):
    """A service with one witness that serves and one that does not, and its operator."""

    second: Second
    operator: Operator
    settings: Settings


@pytest.fixture
def audited(watched: WatchedService, tmp_path: Path) -> AuditedService:
    """A service whose log a witness has cosigned."""
    one = watched.hires("one")
    policy = group(1, one=one, two=Second(NOWHERE, watched.hires("two").key))
    with watched.opens(policy) as (_, api):
        wait_for(is_published(api, policy), "published")
    file = tmp_path / "policy"
    file.write_text(policy)
    names = {"RECOUNT_NAME": NAME, "RECOUNT_WITNESS_POLICY": str(file)}
    return AuditedService(one, Operator(watched.settings.data, **names), watched.settings)


def test_an_audit_asks_the_witnesses_and_says_which_did_not_answer(audited: AuditedService) -> None:
    told = audited.operator.runs("verify", "--all")
    assert "The witness one vouches for the first 3 heads.\n" in told
    assert f"The witness two at “{NOWHERE}” cannot be reached: " in told
    assert told.endswith("all is as it was written.\n")


def test_an_audit_says_that_a_witness_has_cosigned_another_log(audited: AuditedService) -> None:
    vandal = Vandal(audited.settings)
    vandal.does("UPDATE heads SET head = ? WHERE position = (SELECT max(position) FROM heads)", bytes(32))
    vandal.does("DELETE FROM merkle")
    (audited.settings.keyring / "checkpoint").unlink()
    with Services(audited.settings, CardSetRegistry()) as services:
        services.evidence.seal_heads()
    told = audited.operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert "The log was rewritten: the witness one has cosigned other first 3 heads." in told.stdout
    vandal.does("DELETE FROM merkle WHERE level > 0 OR place > 1")
    (audited.settings.keyring / "checkpoint").unlink()
    told = audited.operator.tries("verify", "--all")
    assert "The log was cut off: the witness one has cosigned 3 heads, and the log holds" in told.stdout


def test_the_page_about_proof_shows_the_cosignatures_of_the_checkpoint(watched: WatchedService) -> None:
    with watched.opens("") as (_, api):
        assert "This service requires no cosignatures." in api.get("/proof").text
    policy = group(1, one=watched.hires("one"), two=Second(NOWHERE, watched.hires("two").key))
    with watched.opens(policy) as (_, api):
        wait_for(is_published(api, policy), "published")
        page = api.get("/proof").text
        [when] = cosigners_at(policy, checkpoint(api))
        assert f'<td>valid</td><td><time datetime="{when}">' in page
        assert '<th scope="row">two</th><td>missing or not valid</td><td></td>' in page


def cosigners_at(policy: str, note: str) -> list[str]:
    """Returns the times of the valid cosignatures on *note*."""
    times = read_policy(policy).find_cosigners(note).values()
    return [datetime.fromtimestamp(at, UTC).isoformat() for at in times]


def test_cosignatures_that_somebody_puts_into_the_views_are_not_published(watched: WatchedService) -> None:
    policy = group(1, one=Second(NOWHERE, watched.hires("one").key))
    with watched.opens(policy) as (app, api):
        for lines in ("— one AAAA\n", "nothing", f"— one {'A' * 104}\n"):
            services_of(app).sealing.save_cosignatures(3, lines)
            assert checkpoint(api) == services_of(app).evidence.sign_checkpoint(3)


def test_a_service_that_seals_nothing_is_not_ready(
    watched: WatchedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(watched.settings)
    api, services = Api(app), services_of(app)
    start = services.sealing.load().at
    minutes = sealing_state.MAX_UNSEALED_MINUTES
    monkeypatch.setattr(services.sealing, "_clock", lambda: start + minutes * 60_000)
    assert api.get("/readyz").status_code == 200
    monkeypatch.setattr(services.sealing, "_clock", lambda: start + minutes * 60_000 + 5_000)
    late = api.get("/readyz")
    assert late.status_code == 503
    assert json_of(late)["unsealed_minutes"] == minutes
    services.sealing.save(())
    assert api.get("/readyz").status_code == 200
    services.close()
