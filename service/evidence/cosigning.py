"""Cosignatures of the witnesses in a policy on checkpoints of the service's log, by C2SP's tlog-witness."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import NamedTuple

import httpx

from replays.proof.log import ConsistencyProof
from replays.proof.standalone.witnesses import NOBODY, Policy, Witness

from ..eventstore.store import translate_errors
from .checkpoints import Checkpoints, LogCorrupt
from .sealing_state import SealingState
from .witness_client import MAX_NOTE_CHARACTERS, TIMEOUT_SECONDS, Unwitnessed

ATTEMPTS = 3
"""Submissions of one checkpoint to a witness. The first after a restart asks for the cosigned size."""
INTERVAL_SECONDS = 20.0
"""Minimum interval of checkpoints for witnesses, and so the usual age of the published one."""


class Reply(NamedTuple):
    """The status and the text of a witness's reply."""

    status: int
    text: str


class WitnessAnswer(NamedTuple):
    """The answer of a witness about the log, in a sentence, and whether it contradicts the log."""

    sentence: str
    contradicts: bool = False


class WitnessClient:
    """A witness of the policy, which remembers how far it has cosigned."""

    def __init__(self, name: str, witness: Witness) -> None:
        self._name, self._url, self._known_size = name, witness.url.rstrip("/"), 0

    def cosign(self, note: str, size: int, prove: Callable[[int], tuple[bytes, ...]]) -> str:
        """Returns the lines of cosignatures for *note* of *size* heads. Raises `Unwitnessed`.

        *prove* returns the proof from an older size.
        """
        for _ in range(ATTEMPTS):
            old = self._known_size
            reply = self.submit(ConsistencyProof(note, old, prove(old)))
            if reply.status == httpx.codes.OK:
                self._known_size = size
                return reply.text
            self._known_size = self.read_size(reply)
            if self._known_size > size or self._known_size == old:
                raise Unwitnessed(
                    f"The witness {self._name} has cosigned another log, of {self._known_size} heads."
                )
        raise Unwitnessed(f"The witness {self._name} cosigns other checkpoints at the same time.")

    def find_size(self, empty_checkpoint: str) -> int:
        """Returns the size that the witness has cosigned. Raises `Unwitnessed`.

        The checkpoint of an empty log changes nothing there.
        """
        reply = self.submit(ConsistencyProof(empty_checkpoint))
        return 0 if reply.status == httpx.codes.OK else self.read_size(reply)

    def compare_log(self, checkpoints: Checkpoints, is_cosigned: Callable[[str], bool]) -> WitnessAnswer:
        """Returns the answer of the witness about the log of *checkpoints*. Raises `Unwitnessed`.

        Only the checkpoint that the witness has cosigned is submitted, which changes nothing there.
        *is_cosigned* tells whether a note has its cosignature.
        """
        for _ in range(ATTEMPTS):
            cosigned = self.find_size(checkpoints.sign_checkpoint(0))
            if not cosigned:
                return WitnessAnswer(f"The witness {self._name} has cosigned no checkpoint of this log yet.")
            if cosigned > (size := checkpoints.log_size):
                sentence = (
                    f"The log was cut off: the witness {self._name} has cosigned {cosigned} heads, and the "
                    f"log holds {size}."
                )
                return WitnessAnswer(sentence, contradicts=True)
            note = checkpoints.sign_checkpoint(cosigned)
            reply = self.submit(ConsistencyProof(note, cosigned))
            if reply.status == httpx.codes.OK:
                if is_cosigned(note + reply.text):
                    return WitnessAnswer(f"The witness {self._name} vouches for the first {cosigned} heads.")
                raise Unwitnessed(f"The witness {self._name} has sent no cosignature by its key.")
            if self.read_size(reply) == cosigned:
                sentence = (
                    f"The log was rewritten: the witness {self._name} has cosigned other first {cosigned} "
                    "heads."
                )
                return WitnessAnswer(sentence, contradicts=True)
        raise Unwitnessed(f"The witness {self._name} cosigns other checkpoints at the same time.")

    def submit(self, submission: ConsistencyProof) -> Reply:
        """Returns the reply of the witness. Raises `Unwitnessed`.

        A reply without an end would stop the sealing, so its length and its time are limited.
        """
        url, body = f"{self._url}/add-checkpoint", str(submission).encode()
        headers, deadline = {"Content-Type": "text/plain; charset=utf-8"}, monotonic() + TIMEOUT_SECONDS
        received = b""
        try:
            with httpx.stream("POST", url, content=body, headers=headers, timeout=TIMEOUT_SECONDS) as reply:
                for chunk in reply.iter_bytes():
                    received += chunk
                    if len(received) > MAX_NOTE_CHARACTERS or monotonic() > deadline:
                        raise Unwitnessed(f"The witness {self._name} sends too much, or too slowly.")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unwitnessed(
                f"The witness {self._name} at “{self._url}” cannot be reached: {error}."
            ) from error
        return Reply(reply.status_code, received.decode("utf-8", "replace"))

    def read_size(self, reply: Reply) -> int:
        """Returns the cosigned size in a refusal. Raises `Unwitnessed` for other refusals."""
        text = reply.text.removesuffix("\n")
        if reply.status == httpx.codes.CONFLICT and text.isascii() and text.isdigit() and len(text) < 17:
            return int(text)
        reasons: dict[int, str] = {
            httpx.codes.NOT_FOUND: "knows no log of this name",
            httpx.codes.FORBIDDEN: "does not trust the keys of this service",
            httpx.codes.UNPROCESSABLE_ENTITY: "has cosigned another log: this one does not extend it",
        }
        reason = reasons.get(reply.status, f"answers {reply.status}")
        raise Unwitnessed(f"The witness {self._name} {reason}.")


class Cosigning:
    """Collects cosignatures and stores those on the last checkpoint with enough of them in *state*."""

    def __init__(self, policy: Policy, checkpoints: Checkpoints, state: SealingState) -> None:
        self._policy, self._checkpoints, self._state = policy, checkpoints, state
        self._clients = {
            name: WitnessClient(name, witness) for name, witness in policy.witnesses.items() if witness.url
        }
        self._cosigned_size, self._sent_at = 0, -INTERVAL_SECONDS

    def collect(self, size: int) -> list[str] | None:
        """Returns the problems with the checkpoint of *size* heads, or `None` if none is due.

        Raises `LogCorrupt`.
        """
        is_due = size > self._cosigned_size and monotonic() - self._sent_at >= INTERVAL_SECONDS
        if self._policy.quorum == NOBODY or not is_due:
            return None
        self._sent_at = monotonic()
        note = self._checkpoints.sign_checkpoint(size)
        lines, problems = "", list[str]()
        with ThreadPoolExecutor(len(self._clients) or 1) as executor:
            replies = [
                executor.submit(client.cosign, note, size, lambda old: self._prove(old, size))
                for client in self._clients.values()
            ]
            for reply in replies:
                try:
                    lines += reply.result()
                except Unwitnessed as error:
                    problems.append(str(error))
        try:
            cosigners = self._policy.find_cosigners(note + lines)
        except ValueError as error:
            return [*problems, f"A witness has sent no cosignature: {error}."]
        problems += [
            f"The witness {name} has sent no cosignature by its key."
            for name in self._clients.keys() - cosigners.keys()
            if not problems
        ]
        if self._policy.is_met(cosigners.keys()):
            self._cosigned_size = size
            self._state.save_cosignatures(size, lines)
        else:
            threshold, members = self._policy.required
            problems.append(f"The policy requires cosignatures of {threshold} of {', '.join(members)}.")
        return problems

    def _prove(self, old: int, size: int) -> tuple[bytes, ...]:
        return self._checkpoints.prove_growth(old, size) if 0 < old < size else ()


class PublishedCheckpoints:
    """The last checkpoint with the cosignatures that the *policy* requires.

    Cosignatures of another log count as absent, because anybody may write into the views.
    """

    def __init__(self, policy: Policy, checkpoints: Checkpoints, state: SealingState) -> None:
        self._policy, self._checkpoints, self._state = policy, checkpoints, state

    @translate_errors("the log of heads")
    def query_witnesses(self) -> list[WitnessAnswer]:
        """Returns the answer of each witness with an address, also of those that cannot be reached."""

        def query(name: str) -> WitnessAnswer:
            client = WitnessClient(name, self._policy.witnesses[name])
            try:
                return client.compare_log(
                    self._checkpoints, lambda note: name in self._policy.find_cosigners(note)
                )
            except (LogCorrupt, Unwitnessed) as error:
                return WitnessAnswer(str(error), contradicts=isinstance(error, LogCorrupt))

        names = [name for name, witness in self._policy.witnesses.items() if witness.url]
        with ThreadPoolExecutor(len(names) or 1) as executor:
            return [*executor.map(query, names)]

    def list_cosigners(self, note: str) -> dict[str, int | None]:
        """Returns each witness of the policy with the time of its valid cosignature on *note*.

        Times are seconds since 1970, and `None` without a valid cosignature.
        """
        cosigners = self._policy.find_cosigners(note)
        return {name: cosigners.get(name) for name in self._policy.witnesses}

    def load(self, log_size: int) -> tuple[int, str] | None:
        """Returns the size and the note, if there is one for a log of *log_size* heads."""
        cosignatures = self._state.load_cosignatures()
        if cosignatures is None or not 0 < cosignatures.size <= log_size:
            return None
        note = self._checkpoints.sign_checkpoint(cosignatures.size) + cosignatures.lines
        try:
            is_met = self._policy.is_met(self._policy.find_cosigners(note).keys())
        except ValueError:
            return None
        return (cosignatures.size, note) if is_met else None
