"""Lots of a tournament follow from the nonces of all entrants; checkers find wrong reveals and lots."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain import chance
from domain.tournament.facts import NonceRevealed
from domain.tournament.lots.nonces import ALL_NONCES
from domain.tournament.plan import Stage
from domain.tournament.refusals import to_facts
from domain.tournament.registrations.registration import close_registration, open_registration
from domain.tournament.registrations.reveals import reveal_nonce
from replays.proof import bundle
from replays.proof.bundle_check import check_bundle
from tests.tournament.day import DESK, Day
from tests.tournament.pairing.played import round_played

from .checker import checked
from .signers import SigningService
from .test_standalone import said

EARLY_OR_LATE = "Fact {} reveals a nonce before registration has closed, or after the first pairing."
OTHER = "Fact {} reveals another nonce than Ann registered."


def forged_reveal(day: Day, nonce: str = "nonce of Ann") -> None:
    """The service records a nonce as Ann's, whatever its rules say."""
    day.does(to_facts(day.t, NonceRevealed("Ann", nonce, day.at)))


def told(*moments: Callable[[Day], None], lots: int = ALL_NONCES) -> bytes:
    """The bundle of a tournament of three, with moments before the close, after it, and in the end."""
    early, between, late = moments
    stages = (Stage("swiss", 1),)
    day = Day(stages=stages, tiebreakers=("lot",), lots=lots)
    day.does(open_registration(day.t, 0, 0, DESK, day.at))
    for player in ("Ann", "Bob", "Cid"):
        day.registers(player, nonce_hash=chance.nonce_hash(f"nonce of {player}"))
    early(day)
    day.does(close_registration(day.t, DESK, day.at))
    between(day)
    round_played(day)
    late(day)
    day.ends()
    service = SigningService()
    written = bundle.write_bundle("T-M1", bundle.ORGANIZER, day.facts)
    return b"".join(bundle.dump_bundle(replace(written, record=service.sealed(written.record)), []))


def nothing(day: Day) -> None:
    """Nobody reveals a nonce."""


def honest(day: Day) -> None:
    """Bob and Ann reveal their nonces, and Cid does not."""
    for player in ("Bob", "Ann"):
        day.does(reveal_nonce(day.t, player, f"nonce of {player}", day.at))


def other_nonce(day: Day) -> None:
    """The service records another nonce than Ann's."""
    forged_reveal(day, "another")


def findings(file: bytes) -> list[str]:
    """What the check with engines finds."""
    return [
        str(finding) for finding in check_bundle(bundle.read_bundle(file), SigningService().keys).findings
    ]


@pytest.mark.parametrize("between", [honest, nothing])
def test_all_checkers_draw_the_lots_again(between: Callable[[Day], None], tmp_path: Path) -> None:
    file = told(nothing, between, nothing)
    assert findings(file) == []
    assert [said(file)] == checked(tmp_path, [file])
    assert said(file).found == ()


@pytest.mark.parametrize(
    ("moments", "sentence"),
    [
        ((forged_reveal, honest, nothing), EARLY_OR_LATE.format(6)),
        ((nothing, honest, forged_reveal), EARLY_OR_LATE.format(14)),
        ((nothing, other_nonce, nothing), OTHER.format(7)),
    ],
)
def test_all_checkers_find_a_reveal_against_the_rules(
    moments: tuple[Callable[[Day], None], ...], sentence: str, tmp_path: Path
) -> None:
    file = told(*moments)
    assert sentence in findings(file)
    assert [said(file)] == checked(tmp_path, [file])
    assert sentence in [finding.sentence for finding in said(file).found]


def test_the_small_checkers_find_other_lots_and_versions(tmp_path: Path) -> None:
    document = json.loads(told(nothing, honest, nothing))
    document["standings"][-1]["rows"][0]["values"][0] = "7"
    player = document["standings"][-1]["rows"][0]["player"]
    lot = json.dumps(document).encode()
    version = told(nothing, honest, nothing, lots=3)
    assert [said(file) for file in (lot, version)] == checked(tmp_path, [lot, version])
    assert [found.sentence for found in said(lot).found] == [
        f"The lot of {player} is not the one that was drawn."
    ]
    assert said(version).found[0].sentence == "There is no version 3 of the lots."
