"""Keys: made once for all processes of a service, rotated while they run, and refused when they are none."""

from __future__ import annotations

from pathlib import Path
from threading import Barrier, Thread

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from service.evidence.keys import BadKey, Keyring
from tests.projections.waiting import until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def test_a_service_without_a_key_makes_one_that_only_its_owner_reads(folder: Path) -> None:
    [signer] = Keyring(folder, "club").signers()
    assert str(signer.key).startswith("club+")
    assert signer.key.verifies(b"a text", signer.sign(b"a text"))
    [file] = folder.iterdir()
    assert (file.name, file.stat().st_mode & 0o777) == ("0001.pem", 0o600)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_key_is_the_same_when_the_service_opens_again(folder: Path) -> None:
    before = Keyring(folder, "club").newest_signer().key
    assert Keyring(folder, "club").newest_signer().key == before


def test_a_rotated_key_signs_and_the_older_ones_are_still_told(folder: Path) -> None:
    keyring = Keyring(folder, "club")
    first = keyring.newest_signer().key
    second = keyring.rotate_key().key
    third = keyring.rotate_key().key
    assert len({first, second, third}) == 3
    assert [signer.key for signer in keyring.signers()] == [third, second, first]
    assert keyring.newest_signer().key == third


def test_a_key_that_another_process_makes_is_in_use_soon(folder: Path) -> None:
    running = Keyring(folder, "club")
    first = running.newest_signer().key
    second = Keyring(folder, "club").rotate_key().key
    assert second != first
    until(lambda: running.newest_signer().key == second)


def test_libsodium_signs_the_bytes_that_openssl_signs(folder: Path) -> None:
    signer = Keyring(folder, "club").newest_signer()
    private = load_pem_private_key((folder / "0001.pem").read_bytes(), None)
    assert isinstance(private, Ed25519PrivateKey)
    assert [signer.sign(text) for text in (b"", b"a receipt")] == [
        private.sign(b""),
        private.sign(b"a receipt"),
    ]


def test_processes_that_start_together_agree_on_one_key(folder: Path) -> None:
    found: list[str] = []
    start = Barrier(4)

    def opens(number: int) -> None:
        start.wait()
        found.append(str(Keyring(folder, "club").newest_signer().key))

    threads = [Thread(target=opens, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1
    assert [file.name for file in folder.iterdir()] == ["0001.pem"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no key at all", "holds no key"),
        (
            generate_private_key(SECP256R1()).private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
            ),
            "holds a key, but no Ed25519 key",
        ),
        (
            Ed25519PrivateKey.generate().private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
            ),
            "holds no key",
        ),
    ],
    ids=["no key", "another kind of key", "an encrypted key"],
)
def test_a_file_that_holds_no_key_to_sign_with_is_refused(folder: Path, content: bytes, said: str) -> None:
    folder.mkdir()
    (folder / "0001.pem").write_bytes(content)
    with pytest.raises(BadKey, match=said):
        Keyring(folder, "club").signers()


@pytest.mark.parametrize("name", ["", "two words", "a+b", "line\nbreak"])
def test_nobody_can_sign_under_a_name_that_notes_have_no_room_for(folder: Path, name: str) -> None:
    with pytest.raises(BadKey, match="neither spaces nor"):
        Keyring(folder, name)
