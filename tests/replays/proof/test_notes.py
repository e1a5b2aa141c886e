"""Signed notes, checkpoints and keys, as C2SP has them."""

from __future__ import annotations

import pytest

from replays.proof import notes
from replays.proof.notes import Checkpoint, Key, Unsigned, read_key

from .signers import SigningService, signer

GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_NOTE = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""
"""A note and its key from the documentation of Go's package `note`, where the form comes from."""

TOLD = Checkpoint("recount.example/log", 3, bytes(range(32)))


def signed(*words: str) -> str:
    return notes.sign_note(TOLD.text, [signer(word) for word in words])


def keys(*words: str) -> list[Key]:
    return [signer(word)[0] for word in words]


def test_a_note_that_others_have_signed_is_read() -> None:
    text, _, _ = GO_NOTE.partition("\n\n")
    assert notes.verified_text(GO_NOTE, [read_key(GO_KEY)]) == text + "\n"
    assert str(read_key(GO_KEY)) == GO_KEY


def test_a_checkpoint_that_was_signed_is_read_back() -> None:
    assert notes.read_checkpoint(signed("a key"), keys("a key")) == TOLD


def test_a_checkpoint_looks_as_c2sp_has_it() -> None:
    lines = signed("a key").split("\n")
    assert lines[:4] == ["recount.example/log", "3", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", ""]
    assert lines[4].startswith("— recount.example ")
    assert lines[5:] == [""]


def test_whoever_trusts_one_of_two_keys_believes_the_note_while_keys_are_rotated() -> None:
    note = signed("the new key", "the old key")
    assert notes.read_checkpoint(note, keys("the old key")) == TOLD
    assert notes.read_checkpoint(note, keys("the new key")) == TOLD
    with pytest.raises(Unsigned, match="None of the keys"):
        notes.read_checkpoint(note, keys("a stranger's key"))


@pytest.mark.parametrize(
    ("was", "now"),
    [("/log\n3\n", "/log\n4\n"), ("/log", "/logs"), ("AAEC", "BAEC"), ("\n\n—", "\nmore\n\n—")],
)
def test_a_note_that_was_changed_is_noticed(was: str, now: str) -> None:
    note = signed("a key")
    assert was in note
    with pytest.raises(Unsigned, match="was changed after it was signed"):
        notes.read_checkpoint(note.replace(was, now, 1), keys("a key"))


@pytest.mark.parametrize("note", ["", "recount.example/log\n3\n", "\n\n— recount.example !!!\n", "\n\n— ²"])
def test_what_is_no_note_is_not_believed(note: str) -> None:
    with pytest.raises(Unsigned):
        notes.read_checkpoint(note, keys("a key"))


@pytest.mark.parametrize("text", ["hello\n", "origin\nthree\nAAEC\n", "origin\n²\nAAEC\n", "origin\n3\n¹\n"])
def test_a_signed_note_need_not_be_a_checkpoint(text: str) -> None:
    note = notes.sign_note(text, [signer("a key")])
    with pytest.raises(Unsigned):
        notes.read_checkpoint(note, keys("a key"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "recount.example",
        "recount.example+00000000+AAAA",
        "recount.example+00000000+¹",
        GO_KEY.replace("Peter", "Petra"),
        GO_KEY.replace("c74f", "c74e"),
        GO_KEY[:-4] + "10TX",
        GO_KEY[:-4],
    ],
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(Unsigned, match="is no public key"):
        read_key(text)


def test_a_key_is_passed_on_as_text() -> None:
    for key in SigningService("one", "another").keys:
        assert read_key(f" {key}\n") == key
