"""Revocations of keys, signed statements that a key signs nothing from a time on.

The holder of a stolen key sets any time in what it signs. So only the times of witnesses show that a note is
older than the revocation of its key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from math import inf
from types import MappingProxyType
from typing import Literal, NamedTuple

from .crypto import Key, find_signers, note_parts, read_key
from .witnesses import Policy

KIND = "/revocation"
"""The end of the first line."""
_SECONDS = re.compile("0|[1-9][0-9]{0,10}")


class Revocation(NamedTuple):
    """The statement that a key signs nothing from `since` on, in seconds since 1970."""

    revoked: str
    successor: str
    since: int

    @property
    def notice(self) -> str:
        """The sentence for readers."""
        return f"The key {self.revoked} is revoked from {self.time} on. Its successor is {self.successor}."

    @property
    def time(self) -> str:
        """The time of `since` in UTC."""
        return f"{datetime.fromtimestamp(self.since, UTC):%Y-%m-%dT%H:%M:%SZ}"


class Doubt(NamedTuple):
    """A reason not to rely on the signatures of a note; a `later` one refutes them."""

    kind: Literal["successor", "undated", "later"]
    key: str
    revocation: Revocation

    @property
    def sentence(self) -> str:
        """The sentence for readers."""
        revoked, successor, _ = self.revocation
        match self.kind:
            case "successor":
                return (
                    f"Signed by {successor}, which {revoked} names as its successor: name that key as well."
                )
            case "undated":
                return f"Signed by {self.key} alone, and no witness shows a time before its revocation."
            case "later":
                return f"Witnesses show signatures of {self.key} from times after its revocation alone."


class Trust(NamedTuple):
    """The keys that a reader names, the successors that they name, and the revocations of both.

    Successors sign for consistency alone, because a thief names one too.
    """

    named: tuple[Key, ...]
    successors: tuple[Key, ...] = ()
    revocations: Mapping[str, Revocation] = MappingProxyType({})

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys."""
        return self.named + self.successors

    def refuses(self, key: str, at: int) -> bool:
        """Returns whether *key* was revoked at a time in milliseconds since 1970."""
        return key in self.revocations and at >= self.revocations[key].since * 1000

    def find_doubt(self, note: str, policy: Policy | None = None) -> Doubt | None:
        """Returns the doubt about a note, if any. Raises `ValueError` for a wrong signature."""
        signers = [key.text for key in find_signers(note, self.keys)] if self.revocations else []
        names = {key.text for key in self.named}
        revoked = [key for key in signers if key in names and key in self.revocations]
        if not signers or names.intersection(signers) - {*revoked}:
            return None
        key = max(revoked, key=lambda key: self.revocations[key].since, default="")
        if key and _is_cosigned(note, policy, self.revocations[key].since):
            return None
        for signer in signers:
            if signer not in names:
                naming = (each for each in self.revocations.values() if each.successor == signer)
                return Doubt("successor", signer, next(naming))
        return Doubt("later" if _is_cosigned(note, policy) else "undated", key, self.revocations[key])


def _is_cosigned(note: str, policy: Policy | None, before: float = inf) -> bool:
    """Returns whether the witnesses that *policy* requires, at least one, cosigned a note *before* a time."""
    if policy is None or not policy.required.threshold:
        return False
    return policy.is_met(policy.find_cosigners(note, before).keys())


def split_notes(text: str) -> list[str]:
    """Returns the notes in the list of a service, with empty lines between. Raises `ValueError`."""
    parts = text.strip("\n").split("\n\n") if text.strip("\n") else []
    if len(parts) % 2:
        raise ValueError("This is no list of revocations: each has a text and signatures.")
    notes = [f"{text}\n\n{lines}\n" for text, lines in zip(parts[::2], parts[1::2], strict=True)]
    for note in notes:
        read_revocation(note)
    return notes


def read_revocation(note: str) -> Revocation:
    """Returns the unverified statement in a note; raises `ValueError`."""
    match note_parts(note)[0].split("\n"):
        case [origin, revoked, successor, since, ""] if origin.endswith(KIND) and _SECONDS.fullmatch(since):
            keys = read_key(revoked), read_key(successor)
            if keys[0] != keys[1]:
                return Revocation(revoked, successor, int(since))
    raise ValueError("This is no revocation: origin, key, successor and time are wanted.")


def make_trust(named: Sequence[Key], notes: Iterable[str]) -> Trust:
    """Returns the trust of a reader with *named* keys who has the statements in *notes*.

    The revoked key or a named one has signed each that counts, and the earliest on a key counts. Raises
    `ValueError`.
    """
    stated: dict[str, Revocation] = {}
    for statement in _list_signed(named, notes):
        if (other := stated.get(statement.revoked)) is None or statement.since < other.since:
            stated[statement.revoked] = statement
    texts = [key.text for key in named]
    revocations: dict[str, Revocation] = {}
    for text in texts:  # grows with each successor
        if text in stated and text not in revocations:
            revocations[text] = stated[text]
            texts.append(stated[text].successor)
    successors = dict.fromkeys(texts[len(named) :])
    for key in named:
        successors.pop(key.text, None)
    return Trust(tuple(named), tuple(map(read_key, successors)), revocations)


def _list_signed(named: Sequence[Key], notes: Iterable[str]) -> Iterator[Revocation]:
    for note in notes:
        statement = read_revocation(note)
        if find_signers(note, [read_key(statement.revoked), *named]):
            yield statement
