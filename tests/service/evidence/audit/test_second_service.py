"""A second service as witness: it cosigns a log that only grows, keeps every note, and nobody forks it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread
from typing import NamedTuple

import httpx
import pytest

from replays.proof import log, merkle, notes
from replays.proof.log import ConsistencyProof
from replays.proof.notes import Checkpoint
from replays.proof.standalone.witnesses import read_policy
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.evidence.keys import Keyring
from service.settings import Settings
from tests.service.cli.test_commands import Operator

from .witnesses import grow_log, serving_witness

NAME = "first.example/log"


class Scene(NamedTuple):
    """The service that is watched, with a shell there, and the witness."""

    settings: Settings
    operator: Operator
    address: str
    key: str

    def post(self, submission: str) -> httpx.Response:
        """Brings a checkpoint to the witness."""
        return httpx.post(f"{self.address}/add-checkpoint", content=submission.encode())

    def kept(self, size: int | None = None) -> str:
        """Returns the note that the witness keeps, the last one or that of a size."""
        reply = httpx.get(f"{self.address}/{NAME}", params={} if size is None else {"size": size})
        return reply.text if reply.is_success else ""

    def grows(self) -> ConsistencyProof:
        """Adds three heads to the log; returns the checkpoint, with the proof from the size before."""
        with Services(self.settings, CardSetRegistry()) as services:
            old = services.evidence.seal_heads()
        grow_log(self.settings)
        with Services(self.settings, CardSetRegistry()) as services:
            return services.evidence.consistency_proof(old)

    def checkpoint(self) -> str:
        """Returns the checkpoint of the log as it is."""
        return self.operator.runs("checkpoint")

    def signs(self, size: int, root: bytes) -> str:
        """Returns what the key of the service signs for somebody who has it."""
        keys = Keyring(self.settings.keyring, NAME)
        return notes.sign_note(Checkpoint(NAME, size, root).text, keys.signers())


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """A service with a log of three heads, and another one that trusts its key."""
    monkeypatch.setenv("RECOUNT_NAME", NAME)
    settings = Settings(data=tmp_path / "first", name=NAME, runner=False)
    grow_log(settings)
    with Services(settings, CardSetRegistry()) as first:
        keys = [*map(str, first.evidence.public_keys())]
    with serving_witness(tmp_path / "second", "second.example", keys) as second:
        yield Scene(settings, Operator(settings.data), *second)


def test_it_cosigns_a_log_that_grows_and_keeps_the_note_of_every_size(scene: Scene) -> None:
    first = scene.checkpoint()
    cosigned = scene.post(f"old 0\n\n{first}")
    assert cosigned.status_code == 200
    policy = read_policy(f"witness second {scene.key}\nquorum second\n")
    assert policy.find_cosigners(first + cosigned.text).keys() == {"second"}
    assert scene.kept() == first + cosigned.text
    grown = scene.grows()
    assert scene.post(str(grown)).status_code == 200
    assert scene.kept(3) == first + cosigned.text
    assert scene.kept() == scene.kept(6)
    assert scene.kept().startswith(grown.note)


def test_a_cosignature_holds_for_the_whole_checkpoint_and_its_time(scene: Scene) -> None:
    note = scene.checkpoint()
    line = scene.post(f"old 0\n\n{note}").text
    policy = read_policy(f"witness second {scene.key}\nquorum second\n")
    dash, name, encoded = line.split()
    raw = bytearray(base64.b64decode(encoded))
    raw[11] ^= 1  # the last byte of the time
    altered = f"{dash} {name} {base64.b64encode(raw).decode()}\n"
    assert not policy.find_cosigners(note + altered)
    assert not policy.find_cosigners(note.replace("position 4", "position 7") + line)


def test_a_fork_that_is_one_entry_longer_is_refused_and_the_honest_note_stays(scene: Scene) -> None:
    assert scene.post(f"old 0\n\n{scene.checkpoint()}").status_code == 200
    honest = scene.kept()
    leaves = [merkle.leaf_hash(log.leaf_data("forged", seq, "00" * 32)) for seq in range(4)]
    node = {(0, place): leaf for place, leaf in enumerate(leaves)}
    node[1, 0] = merkle.node_hash(leaves[0], leaves[1])
    node[1, 1] = merkle.node_hash(leaves[2], leaves[3])
    node[2, 0] = merkle.node_hash(node[1, 0], node[1, 1])
    fork = scene.signs(4, node[2, 0])
    proof = merkle.prove_consistency(lambda level, index: node[level, index], 3, 4)
    for submission in (ConsistencyProof(fork, 3, tuple(proof)), ConsistencyProof(fork, 3)):
        refused = scene.post(str(submission))
        assert refused.status_code == 422
        assert refused.json()["type"].endswith("contradicted")
    assert scene.post(f"old 0\n\n{fork}").status_code == 409
    assert scene.kept() == honest


def test_another_root_of_the_same_size_is_refused(scene: Scene) -> None:
    scene.post(f"old 0\n\n{scene.checkpoint()}")
    honest = scene.kept()
    refused = scene.post(f"old 3\n\n{scene.signs(3, bytes(32))}")
    assert (refused.status_code, refused.text) == (409, "3\n")
    assert scene.kept() == honest


@pytest.mark.parametrize("old", [0, 3])
def test_the_largest_number_does_not_lock_the_honest_log_out(scene: Scene, old: int) -> None:
    if old:
        scene.post(f"old 0\n\n{scene.checkpoint()}")
    largest = scene.signs(2**53 - 1, bytes(32))
    refused = scene.post(f"old {old}\n\n{largest}")
    assert refused.status_code == 400
    assert refused.json()["type"].endswith("wrong-checkpoint")
    if old:
        assert scene.post(str(scene.grows())).status_code == 200
    else:
        assert scene.post(f"old 0\n\n{scene.checkpoint()}").status_code == 200


def test_an_older_checkpoint_sent_again_is_answered_with_the_size_that_is_kept(scene: Scene) -> None:
    older = f"old 0\n\n{scene.checkpoint()}"
    scene.post(older)
    grown = scene.grows()
    scene.post(str(grown))
    honest = scene.kept()
    for submission in (older, str(grown), str(grown).replace("old 3", "old 2", 1)):
        refused = scene.post(submission)
        assert (refused.status_code, refused.text) == (409, "6\n")
        assert refused.headers["Content-Type"] == "text/x.tlog.size"
    assert scene.kept() == honest


def test_the_same_checkpoint_is_cosigned_again_and_kept_once(scene: Scene) -> None:
    note = scene.checkpoint()
    scene.post(f"old 0\n\n{note}")
    kept = scene.kept()
    again = scene.post(f"old 3\n\n{note}")
    assert again.status_code == 200
    assert again.text.startswith("— second.example ")
    assert scene.kept() == kept


def test_of_two_services_that_race_one_is_cosigned_and_the_other_learns_the_size(scene: Scene) -> None:
    scene.post(f"old 0\n\n{scene.checkpoint()}")
    submissions = [str(scene.grows())]
    scene.grows()
    with Services(scene.settings, CardSetRegistry()) as services:
        submissions.append(str(services.evidence.consistency_proof(3)))
    start, replies = Barrier(2), dict[int, httpx.Response]()

    def races(number: int) -> None:
        start.wait()
        replies[number] = scene.post(submissions[number])

    racers = [Thread(target=races, args=(number,)) for number in range(2)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(reply.status_code for reply in replies.values()) == [200, 409]
    winner = next(number for number, reply in replies.items() if reply.status_code == 200)
    assert replies[1 - winner].text == f"{(6, 9)[winner]}\n"
    assert scene.kept(3)
    assert scene.kept() == scene.kept((6, 9)[winner])


def test_the_note_that_an_earlier_release_kept_is_the_first_of_them(scene: Scene, tmp_path: Path) -> None:
    note = scene.checkpoint()
    folder = tmp_path / "second" / "witnessed"
    folder.mkdir()
    (folder / f"{hashlib.sha256(NAME.encode()).hexdigest()}.note").write_text(note, encoding="utf-8")
    assert scene.kept() == note
    fork = scene.signs(4, bytes(32))
    assert scene.post(f"old 0\n\n{fork}").text == "3\n"
    assert scene.post(str(scene.grows())).status_code == 200
    assert scene.kept(3) == note


@pytest.mark.parametrize("head", ["", "old", "old -1", "old 03", "old 0\nAA", "old 0\n" + "AA==\n" * 64])
def test_what_is_no_submission_is_refused(scene: Scene, head: str) -> None:
    refused = scene.post(f"{head}\n\n{scene.checkpoint()}")
    assert refused.status_code == 400
    assert scene.kept() == ""


def test_an_old_size_above_the_new_one_is_refused(scene: Scene) -> None:
    assert scene.post(f"old 4\n\n{scene.checkpoint()}").status_code == 400


def test_what_is_not_text_is_refused(scene: Scene) -> None:
    refused = httpx.post(f"{scene.address}/add-checkpoint", content=b"old 0\n\n\xff")
    assert refused.status_code == 400


def test_what_no_trusted_key_has_signed_is_refused(scene: Scene, tmp_path: Path) -> None:
    stranger = Keyring(tmp_path / "stranger", NAME)
    forged = notes.sign_note(Checkpoint(NAME, 1, bytes(32)).text, stranger.signers())
    refused = scene.post(f"old 0\n\n{forged}")
    assert refused.status_code == 403
    assert refused.json()["type"].endswith("untrusted")
    altered = scene.checkpoint().replace("\n3\n", "\n4\n")
    assert scene.post(f"old 0\n\n{altered}").status_code == 403
    assert scene.kept() == ""


def test_a_log_that_it_does_not_know_is_refused(scene: Scene) -> None:
    unknown = scene.post(f"old 0\n\n{scene.checkpoint().replace(NAME, 'third.example')}")
    assert unknown.status_code == 404
    assert unknown.json()["type"].endswith("unknown-house")
    assert httpx.get(f"{scene.address}/third.example").status_code == 404


def test_what_the_disk_refuses_is_told_as_out_of_reach(scene: Scene, tmp_path: Path) -> None:
    (tmp_path / "second" / "witnessed" / "notes.db").mkdir(parents=True)
    assert httpx.get(f"{scene.address}/{NAME}").status_code == 503
    assert scene.post(f"old 0\n\n{scene.checkpoint()}").status_code == 503
