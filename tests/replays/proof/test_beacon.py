"""The rounds of a public beacon: both checkers follow them, and their signatures are verified here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from domain import table
from domain.chance import nonce_hash
from domain.model import CHANCE, Answered, Event, Fact, SeatHandedOver, SeatRetired
from domain.notation import event_tag
from domain.snapshot import take_snapshot
from domain.table import (
    BeaconDrawn,
    BeaconMissed,
    JudgeLooked,
    MatchOpened,
    NonceRevealed,
    Rewound,
    SeatClaimed,
    ServiceAway,
)
from domain.table.beacon import signed_randomness
from replays.audits.beacons import is_signed_round
from replays.audits.verify import verify
from replays.playback import transcript
from replays.proof import record
from replays.proof.chain import event_fields
from replays.proof.check import check_record
from replays.proof.standalone.reveals import Reveals
from service.eventstore.codec import VOCABULARY
from tests.domain.toy_game import ToyBoard, write
from tests.domain.toy_matches import ToyMatchGame, evening
from tests.drand import QUICKNET, ROUND_1000, Chain

from ..beaconed import NAME, beacons
from ..conftest import take
from .checker import CHECKER, checked, node
from .signers import SigningService, written
from .test_standalone import said

State: TypeAlias = tuple[list[str], int, int, list[str]]

RANDOMNESS_1000 = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


@pytest.mark.parametrize(
    ("number", "signature", "is_signed"),
    [
        (1000, ROUND_1000, True),
        (1001, ROUND_1000, False),
        (1000, Chain().sign(1000), False),
        (1000, "c0" + "00" * 47, False),
        (1000, "80" + "00" * 46 + "04", False),
        (1000, "b4", False),
    ],
    ids=["a round of drand", "another round", "another key", "infinity", "another group", "no point"],
)
def test_the_key_of_a_chain_verifies_its_rounds(number: int, signature: str, is_signed: bool) -> None:
    assert is_signed_round(QUICKNET, number, signature) is is_signed
    assert signed_randomness(ROUND_1000) == RANDOMNESS_1000


def test_a_key_at_infinity_verifies_nothing() -> None:
    assert not is_signed_round(replace(QUICKNET, public_key="c0" + "00" * 95), 1000, ROUND_1000)


@cache
def played() -> tuple[Fact, ...]:
    return tuple(beacons().facts)


def exported(facts: tuple[Fact, ...], viewer: str = "judge") -> bytes:
    """Returns the record of a match, sealed by a service that has made all its proofs anew."""
    return record.dump_record(SigningService().sealed(written(take("arena"), facts, viewer, NAME)))


def told_otherwise(kind: type[Event], change: Callable[[Any], Event], place: int = 0) -> tuple[Fact, ...]:
    """Returns the match with a change of the event of one *kind* that comes there."""
    facts = [*played()]
    seq = [fact.seq for fact in facts if isinstance(fact.event, kind)][place]
    facts[seq - 1] = replace(facts[seq - 1], event=change(facts[seq - 1].event))
    return tuple(facts)


def test_the_golden_is_played_and_decided_again() -> None:
    [path] = [path for path in transcript.library_files() if path.stem == NAME]
    golden = transcript.read_transcript(path.read_text("utf-8"), VOCABULARY).facts
    assert golden == played()
    verdict = verify(take("arena").rules, golden)
    assert (verdict.ok, verdict.difference) == (True, "")
    assert [sum(isinstance(fact.event, kind) for fact in golden) for kind in (BeaconDrawn, BeaconMissed)] == [
        2,
        1,
    ]


@pytest.mark.parametrize("viewer", ["judge", "spectator"])
def test_both_checkers_follow_the_rounds_and_say_with_which_to_compare_them(
    viewer: str, tmp_path: Path
) -> None:
    file = exported(played(), viewer)
    draws = sum(isinstance(fact.event, Answered) and fact.event.seat == CHANCE for fact in played())
    [theirs] = checked(tmp_path, [file])
    assert theirs == said(file)
    assert (theirs.found, theirs.checked) == ((), draws if viewer == "judge" else 0)
    rounds = [(fact.seq, fact.event.round) for fact in played() if isinstance(fact.event, BeaconDrawn)]
    assert theirs.left == tuple(
        f"Compare the randomness of round {number} at fact {seq} with "
        f"https://beacon.example/{'c0' * 32}/public/{number}."
        for seq, number in rounds
    )
    assert check_record(record.read_record(file)) == []


WAITING = """
import { Reveals } from "%s/reveals.js";
const facts = JSON.parse(process.argv[1]);
const reveals = new Reveals(facts[0]);
const states = facts.slice(1).map((fact) => {
  const errors = [...reveals.follow(fact)];
  return [errors, reveals.beacon.awaited, reveals.beacon.due, reveals.lineValues()];
});
console.log(JSON.stringify(states));
"""
"""After each fact: its errors, the awaited round and its limit, and the values of the line."""


class DepartureRules(ToyMatchGame):
    """The rules of the toy game, in which a departure changes nothing on the board."""

    def evolve(self, board: ToyBoard, event: Event) -> ToyBoard:
        return board


RULES = DepartureRules(evening)


def departures() -> list[Fact]:
    """Seats of three leave, or get a bot, while a match waits for their nonces and for the beacon."""
    chain = Chain(genesis_ms=0)
    opened = MatchOpened(
        *("toy_game", 1, {}, 3, "", "", 0), shuffle=5, reveal_ms=100_000, beacon=chain.beacon
    )
    start = table.fold(RULES, table.open_match(opened)).position
    events: list[Event] = [
        opened,
        *(
            SeatClaimed(seat, "", "", 1_000 * seat, nonce_hash=nonce_hash(f"nonce {seat}"))
            for seat in range(3)
        ),
        SeatHandedOver(1, "random", 3_000),
        NonceRevealed(0, "nonce 0", 4_001),
        ServiceAway(4_500, 90_500),
        SeatRetired(2, 91_000),  # the last awaited nonce: round 33, at 96,000
        ServiceAway(91_500, 120_500),
        SeatRetired(0, 121_000),
        chain.draw(33, 130_000),
        Rewound(4, "", "", take_snapshot(write, start).position, at=200_001),
        BeaconMissed(69, 264_000),
    ]
    return [Fact(seq, seq - 1, "", event) for seq, event in enumerate(events, 1)]


def test_the_checkers_wait_for_the_same_rounds_as_the_service() -> None:
    facts = departures()
    told = [
        {"seq": fact.seq, "type": event_tag(type(fact.event)), "data": event_fields(fact.event)}
        | {"opened": {}, "sealed": {}}
        for fact in facts
    ]
    reveals, match = Reveals(told[0]), table.fold(RULES, facts[:1])
    states: list[State] = []
    for fact, each in zip(facts[1:], told[1:], strict=True):
        match = table.evolve(RULES, match, fact)
        assert [*reveals.follow(each)] == []
        beacon, ours = reveals.beacon, match.reveals
        assert (beacon.awaited, reveals.line_values()) == (ours.round, ours.line_values(3))
        assert not ours.round or beacon.due == ours.due
        states.append(([], beacon.awaited, beacon.due, reveals.line_values()))
    assert [*dict.fromkeys(state[1] for state in states)] == [0, 33, 69]
    told_by_node = node("--input-type=module", "-e", WAITING % CHECKER, msgspec.json.encode(told).decode())
    assert msgspec.json.decode(told_by_node, type=list[State]) == states


FORGERIES: dict[str, tuple[Callable[[], tuple[Fact, ...]], str]] = {
    "another round": (
        lambda: told_otherwise(BeaconDrawn, lambda event: replace(event, round=event.round + 1)),
        "of the beacon, which nobody waits for.",
    ),
    "too early": (
        lambda: told_otherwise(BeaconDrawn, lambda event: replace(event, at=event.at - 3_000)),
        "of the beacon was yet to come at fact",
    ),
    "another value": (
        lambda: told_otherwise(BeaconDrawn, lambda event: replace(event, randomness="00" * 32)),
        "is not the SHA-256 of its signature.",
    ),
    "a round missed too early": (
        lambda: told_otherwise(BeaconMissed, lambda event: replace(event, at=event.at - 1)),
        "There was still time for round",
    ),
    "a deal before the round": (
        lambda: told_otherwise(BeaconDrawn, lambda event: JudgeLooked("joe", event.at)),
        "of the beacon.",
    ),
    "a longer absence": (
        lambda: told_otherwise(ServiceAway, lambda event: replace(event, at=event.at + 1)),
        "There was still time for round",
    ),
    "another beacon": (
        lambda: told_otherwise(
            MatchOpened, lambda event: replace(event, beacon=replace(event.beacon, period_ms=30_000))
        ),
        "of the beacon, which nobody waits for.",
    ),
    "no beacon": (
        lambda: told_otherwise(MatchOpened, lambda event: replace(event, beacon=None)),
        "of the beacon, which nobody waits for.",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_both_checkers_find_what_a_service_tells_otherwise(forgery: str, tmp_path: Path) -> None:
    make, sentence = FORGERIES[forgery]
    file = exported(make())
    [theirs] = checked(tmp_path, [file])
    ours = said(file)
    assert theirs.found == ours.found
    assert ours.found[0].what == "shuffle"
    assert any(sentence in found.sentence for found in ours.found)
    assert check_record(record.read_record(file))
    assert not verify(take("arena").rules, make()).ok


def test_a_round_of_the_service_itself_fits_the_draws_and_not_the_key_of_the_beacon(tmp_path: Path) -> None:
    """Whoever compares the round sees it too; the checkers without dependencies say with which."""
    forged = tuple(beacons(Chain(secret=1)).facts)
    own = replace(forged[0], event=played()[0].event)
    file = exported((own, *forged[1:]))
    [theirs] = checked(tmp_path, [file])
    assert (theirs.found, len(theirs.left)) == ((), 2)
    findings = check_record(record.read_record(file))
    assert [(finding.what, finding.field, finding.seq) for finding in findings] == [
        ("shuffle", "signature", fact.seq) for fact in forged if isinstance(fact.event, BeaconDrawn)
    ]
    verdict = verify(take("arena").rules, (own, *forged[1:]))
    assert "is not signed by the key of the beacon." in str(findings[0].sentence)
    assert "is not signed by the key of the beacon." in verdict.difference
