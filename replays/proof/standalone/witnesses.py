"""Cosignatures of witnesses and policies that require them (C2SP tlog-cosignature, tlog-policy)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from math import inf
from typing import NamedTuple

from .crypto import COSIGNATURE, Key, note_parts, read_key

NOBODY = "none"
"""The quorum of a policy that requires no cosignature."""
TIME_BYTES = 8


class Witness(NamedTuple):
    """A witness with its key, and perhaps its address."""

    key: Key
    url: str = ""


class Group(NamedTuple):
    """A number of `members`, witnesses or groups, of which `threshold` must have cosigned."""

    threshold: int
    members: tuple[str, ...]


class Policy(NamedTuple):
    """The keys of trusted logs, and the witnesses that a checkpoint needs.

    `quorum` names a witness or a group, or is `none`.
    """

    logs: tuple[Key, ...]
    witnesses: Mapping[str, Witness]
    groups: Mapping[str, Group]
    quorum: str

    @property
    def required(self) -> Group:
        """The quorum as a group, with a threshold of 0 for none."""
        if self.quorum == NOBODY:
            return Group(0, ())
        return self.groups.get(self.quorum) or Group(1, (self.quorum,))

    def find_cosigners(self, note: str, before: float = inf) -> dict[str, int]:
        """Returns the witnesses that cosigned *note*, with the last time of each.

        Times are in seconds since 1970, and those from *before* on do not count.
        """
        text, signatures = note_parts(note)
        found: dict[str, int] = {}
        for name, witness in self.witnesses.items():
            for signer, id, signature in signatures:
                if (signer, id) != (witness.key.name, witness.key.id):
                    continue
                seconds = int.from_bytes(signature[:TIME_BYTES])
                is_signed = witness.key.verifies(cosigned_text(text, seconds), signature[TIME_BYTES:])
                if seconds < before and is_signed:
                    found[name] = max(seconds, found.get(name, 0))
        return found

    def is_met(self, cosigners: Set[str]) -> bool:
        """Returns whether these witnesses are enough."""
        return self._has_cosigned(self.required, cosigners)

    def _has_cosigned(self, group: Group, cosigners: Set[str]) -> bool:
        members = (
            self._has_cosigned(self.groups[name], cosigners) if name in self.groups else name in cosigners
            for name in group.members
        )
        return sum(members) >= group.threshold


def cosigned_text(text: str, seconds: int) -> bytes:
    """Returns the bytes that a witness signs for the *text* of a checkpoint."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def read_policy(text: str) -> Policy:
    """Returns the policy in *text*; raises `ValueError` with the line."""
    logs: list[Key] = []
    witnesses: dict[str, Witness] = {}
    groups: dict[str, Group] = {}
    quorum: list[str] = []
    used: set[str] = set()
    for number, words in _split_lines(text):
        match words:
            case ["log", key] | ["log", key, _]:
                logs.append(_read_own_key(key, number, logs))
            case ["witness", name, key, *rest] if len(rest) < 2 and _is_new(name, witnesses, groups):
                others = [witness.key for witness in witnesses.values()]
                witnesses[name] = Witness(_read_own_key(key, number, others, COSIGNATURE), *rest)
            case ["group", name, count, *members] if members and _is_new(name, witnesses, groups):
                _require_names(members, number, {*witnesses, *groups} - used)
                used.update(members)
                groups[name] = Group(_read_count(count, len(members), number), tuple(members))
            case ["quorum", name] if not quorum:
                _require_names([name], number, {NOBODY, *witnesses, *groups})
                quorum.append(name)
            case _:
                raise ValueError(f"Line {number} of the policy is wrong: “{' '.join(words)}”.")
    if not quorum:
        raise ValueError("The policy has no line “quorum”.")
    return Policy(tuple(logs), witnesses, groups, quorum[0])


def _split_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yields the number and the words of each line with any."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if words and not words[0].startswith("#"):
            yield number, words


def _is_new(name: str, *scopes: Mapping[str, object]) -> bool:
    return name != NOBODY and not any(name in scope for scope in scopes)


def _read_own_key(text: str, number: int, others: list[Key], kind: int = 1) -> Key:
    """Returns the key in *text*, unless one of *others* has the same public key."""
    try:
        key = read_key(text, kind)
    except ValueError as error:
        raise ValueError(f"Line {number} of the policy has a wrong key: {error}.") from error
    if any(key.public == other.public for other in others):
        raise ValueError(f"Line {number} of the policy names a key again: “{text}”.")
    return key


def _require_names(names: list[str], number: int, allowed: Set[str]) -> None:
    if len({*names}) < len(names) or not allowed >= {*names}:
        raise ValueError(
            f"Line {number} of the policy may name, once each: {', '.join(sorted(allowed)) or 'nobody yet'}."
        )


def _read_count(word: str, members: int, number: int) -> int:
    count = {"any": 1, "all": members}.get(word, int(word) if word.isascii() and word.isdigit() else 0)
    if not 1 <= count <= members:
        raise ValueError(f"Line {number} of the policy requires {word} of {members} members.")
    return count
