"""Files that are not what they say: damaged, forged and foreign ones, for whoever has to refuse them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from domain import table
from domain.games import GAMES
from domain.model import CHANCE, Answered, Fact
from domain.table import MatchOpened, SeatClaimed
from replays.playback import transcript
from replays.proof import merkle, notes, record
from replays.proof.log import Logged, leaf_data
from replays.proof.notes import Checkpoint, Key
from replays.proof.record import Record
from service.catalog.cardsets import packaged_cards
from service.portability.imports import MAX_CLOCK_LEAD_MILLISECONDS, MAX_FILE_BYTES
from service.shared import record_ids

Forge: TypeAlias = Callable[[bytes], bytes]
"""Makes of the judge's record of a match something that is none."""


def edited(change: Callable[[dict[str, Any]], Any]) -> Forge:
    """Forges by editing the file."""

    def forge(file: bytes) -> bytes:
        data = msgspec.json.decode(file)
        change(data)
        return msgspec.json.encode(data)

    return forge


def rewritten(change: Callable[[list[Fact]], list[Fact]], eyes: str = "judge", named: str = "") -> Forge:
    """Forges with all the means of a service: other facts, and a chain, a log and a signature that fit them.

    The match may be *named* otherwise.
    """

    def forge(file: bytes) -> bytes:
        told = record.read_record(file)
        facts = [entry.decode_fact() for entry in told.facts]
        rules = GAMES[told.game].make_rules(packaged_cards(told.game).book)
        [viewer] = [one for one in table.all_viewers(rules, table.fold(rules, facts)) if one.name == eyes]
        match = named or told.match
        written = record.write_record(
            match, viewer, rules, change(facts), cards=told.cards.data, with_live_seeds=True
        )
        return record.dump_record(_logged(written))

    return forge


def _logged(written: Record) -> Record:
    """Returns the record with a proof that its head is the one entry of a log, signed with a key for it."""
    seq, head = len(written.facts), written.head
    leaf = merkle.leaf_hash(leaf_data(written.match, seq, head))
    private = Ed25519PrivateKey.generate()
    key = Key("forger", private.public_key().public_bytes_raw())
    note = notes.sign_note(Checkpoint("forger", 1, leaf).text, [(key, private.sign)])
    return replace(written, logged=Logged(seq, head, 0, 1, ()), checkpoint=note, keys=(str(key),))


def reopened(**pins: Any) -> Forge:
    """Forges a match that was opened in another way, played on as it was."""

    def change(facts: list[Fact]) -> list[Fact]:
        return [replace(facts[0], event=replace(facts[0].event, **pins)), *facts[1:]]

    return rewritten(change)


def transcribed(change: Callable[[str], str] = str) -> Forge:
    """Forges a transcript of the match."""

    def forge(file: bytes) -> bytes:
        told = record.read_record(file)
        facts = tuple(entry.decode_fact() for entry in told.facts)
        return change(
            transcript.write_transcript(transcript.Transcript("Forged.", facts, told.match))
        ).encode()

    return forge


def _another_draw(facts: list[Fact]) -> list[Fact]:
    """Turns the first shuffled deck round."""
    number, drawn = next(
        (number, fact.event)
        for number, fact in enumerate(facts)
        if isinstance(fact.event, Answered) and fact.event.seat == CHANCE and len(fact.event.picks) > 1
    )
    turned = replace(facts[number], event=replace(drawn, picks=drawn.picks[::-1]))
    return [*facts[:number], turned, *facts[number + 1 :]]


def _tomorrow(facts: list[Fact]) -> list[Fact]:
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    claimed = facts[1].event
    assert isinstance(claimed, SeatClaimed)
    return [
        facts[0],
        replace(facts[1], event=replace(claimed, at=opened.at + 3 * MAX_CLOCK_LEAD_MILLISECONDS)),
        *facts[2:],
    ]


def _swap(data: dict[str, Any]) -> None:
    data["facts"][6], data["facts"][7] = data["facts"][7], data["facts"][6]


FORGERIES: Mapping[str, tuple[Forge, str]] = {
    "nothing": (lambda file: b"", "does not begin with the opening"),
    "something else": (lambda file: b"\x89PNG\r\n", "neither a record nor a transcript"),
    "cut off": (lambda file: file[: len(file) // 2], "cut off"),
    "of another format": (edited(lambda data: data.update(format="chess/1")), "This is no record of a match"),
    "of a later version": (edited(lambda data: data.update(format="recount-record/2")), "of version 2"),
    "with a fact altered": (edited(lambda data: data["facts"][1]["data"].update(seat=1)), "Fact 2"),
    "with a fact dropped": (edited(lambda data: data["facts"].pop(5)), "Fact 6 is missing"),
    "with facts swapped": (edited(_swap), "7"),
    "cut short": (edited(lambda data: data["facts"].pop()), "it ends with fact"),
    "with an unknown fact": (
        edited(lambda data: data["facts"][6].update(type="arena.Levitated")),
        "“arena.Levitated”, which this version of Recount does not know",
    ),
    "under another id": (
        edited(lambda data: data.update(match=record_ids.new_match_id(0))),
        "the record calls it 0000000",
    ),
    "with an opened field altered": (
        edited(lambda data: data["facts"][0]["opened"]["seed"].update(value="mine")),
        "What fact 1 tells of seed is not what was sealed",
    ),
    "with other cards": (
        edited(lambda data: data["cards"]["data"].update(name="mine")),
        "The data of the card set are not those of its digest",
    ),
    "for other eyes": (rewritten(list, "seat-0"), "written for the eyes of seat-0"),
    "played otherwise": (rewritten(_another_draw), "deciding again gives"),
    "of a time to come": (rewritten(_tomorrow), "of a time that has not come"),
    "of other rules": (reopened(version=99), "by version 99 of the rules of Sorcerer’s Arena"),
    "of another game": (reopened(game="chess"), "chess"),
    "with unknown options": (reopened(options={"speed": 9}), "speed"),
    "opened at another time": (reopened(at=1_000_000), "is no id of a match that was opened at that time"),
    "too large": (lambda file: b"{" + b" " * MAX_FILE_BYTES, "64 MiB"),
    "a transcript with an unknown fact": (
        transcribed(lambda text: text.replace("arena.PhaseBegan", "arena.PhaseEnded", 1)),
        "not a fact",
    ),
    "a transcript with a line altered": (
        transcribed(lambda text: text.replace("seat=0 player=", "seat=1 player=", 1)),
        "which was not possible: Seat 1 is taken",
    ),
    "a transcript with a line dropped": (
        transcribed(lambda text: "\n".join(line for line in text.split("\n") if not line.startswith("6 "))),
        "Fact 6 is missing",
    ),
}
"""What is wrong with a file, how it comes about, and what is said of it."""
