"""Push messages are encrypted and signed as the standards show."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

from service.evidence.keys import BadKey, Keyring
from service.notifications.encryption import decode_bytes, encode_bytes, encrypt_message, write_point
from service.notifications.push_keys import PushKeys
from tests.service.notifications.receivers import verified_claims

NOON = 1_800_000_000_000
ENDPOINT = "https://push.example:8443/send/abc"


def test_the_example_of_the_standard_is_encrypted_as_it_shows() -> None:
    """RFC 8291, section 5 and appendix A."""
    own = derive_private_key(
        int.from_bytes(decode_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), SECP256R1()
    )
    point = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    assert encode_bytes(write_point(own.public_key())) == point
    message = encrypt_message(
        b"When I grow up, I want to be a watermelon",
        decode_bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        decode_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        own,
        decode_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode_bytes(message) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_push_service_knows_the_service_by_a_key_that_outlives_a_rotation(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path, "club")
    keys = PushKeys(keyring, "https://recount.example")
    first = keys.public_key()
    assert first == PushKeys(keyring, "").public_key()
    assert [*tmp_path.glob("push-*")] == []  # a host with a copy of the signing key needs no file
    second = keys.rotate_key()
    assert first != second == PushKeys(keyring, "").public_key()
    for key in (first, second):
        signed_by, claims = verified_claims(str(keys.authorize(ENDPOINT, key, NOON)))
        assert signed_by == key
        assert claims["aud"] == "https://push.example:8443"
        assert claims["sub"] == "https://recount.example"
        assert 0 < claims["exp"] - NOON // 1000 < 86_400
    file = tmp_path / "push-0001.pem"
    assert file.stat().st_mode & 0o077 == 0
    file.unlink()
    assert keys.authorize(ENDPOINT, second, NOON) is None
    file.write_text("nothing")
    with pytest.raises(BadKey, match="push-0001"):
        keys.public_key()
