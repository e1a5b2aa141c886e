"""The checker in JavaScript agrees with the one in Python: on records that are whole, and on altered ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from msgspec.structs import replace

from domain import chance, table
from domain.model import CHANCE, Answered, Fact
from replays.proof import record
from replays.proof.check import check_record
from replays.proof.record import Record
from service.catalog.cardsets import CardSetRegistry

from ..conftest import take
from ..contested import Contested
from .checker import CHECKER, checked
from .signers import SigningService, written

GAMES = ("arena", "villainous")


@cache
def disputed(game: str, version: int) -> tuple[Fact, ...]:
    """Returns a match with a case, a rewind to the first answer, and answers that bring nonces."""
    c = Contested(take(game), "M1", f"{game}-{version}", {}, CardSetRegistry().packaged_digest(game), version)
    c.play(6)
    c.dispute(0, "The decks were not shuffled.")
    c.look()
    c.rule("rewind", "They are shuffled now.", to=first(c.facts) - 1)
    c.play(12, "of my own")
    c.dispute(1, "I had to go.", 5)
    c.rule("note", "Play on.")
    c.play(6, "été")
    c.concede(1)
    return tuple(c.facts)


def first(facts: Sequence[Fact]) -> int:
    """Returns the number of the first answer that a player gave."""
    return next(fact.seq for fact in facts if isinstance(fact.event, Answered) and fact.event.seat != CHANCE)


@cache
def exported(game: str, version: int, who: str = "judge") -> Record:
    """Returns the record of such a match."""
    return SigningService().sealed(written(take(game), disputed(game, version), who))


def draws(facts: tuple[Fact, ...]) -> int:
    """Returns how often chance has answered."""
    return sum(isinstance(fact.event, Answered) and fact.event.seat == CHANCE for fact in facts)


# -- records that are whole ----------------------------------------------------------------------------


def test_both_checkers_pass_what_is_whole_and_every_draw_of_the_third_version_is_made_again(
    tmp_path: Path,
) -> None:
    told = [exported(game, version) for game in GAMES for version in (1, 2, 3)]
    said = checked(tmp_path, map(record.dump_record, told))
    assert [check_record(each) for each in told] == [[]] * 6
    assert [each.found for each in said] == [()] * 6, said
    counts = [draws(disputed(game, version)) for game in GAMES for version in (1, 2, 3)]
    assert min(counts) > 4
    assert [each.checked for each in said] == [0, 0, counts[2], 0, 0, counts[5]]
    assert [each.unchecked for each in said] == [*counts[:2], 0, *counts[3:5], 0]


def test_of_a_copy_that_is_sealed_in_part_no_draw_is_made_again(tmp_path: Path) -> None:
    told = [exported(game, 3, who) for game in GAMES for who in ("spectator", "seat-0", "seat-1")]
    assert [check_record(each) for each in told] == [[]] * 6
    for said in checked(tmp_path, map(record.dump_record, told)):
        assert (said.found, said.checked) == ((), 0)
        assert said.unchecked > 4


def test_a_match_that_goes_on_keeps_its_seed(tmp_path: Path) -> None:
    facts = disputed("arena", 3)[:-1]
    told = SigningService().sealed(written(take("arena"), facts, "judge"))
    assert b'"options"' in record.dump_record(told)
    [said] = checked(tmp_path, [record.dump_record(told)])
    assert (said.found, said.checked, said.unchecked) == ((), 0, draws(facts))


# -- records that were altered ---------------------------------------------------------------------------


def place(told: Record, *wanted: str) -> int:
    """Returns where the first fact stands, after the opening, that has all these fields."""
    return next(
        place
        for place, fact in enumerate(told.facts)
        if place > 3 and {*wanted} <= {*fact.data, *fact.sealed, *fact.opened}
    )


def flipped(text: str) -> str:
    """Returns *text* with its last character changed."""
    return text[:-1] + ("0" if text[-1:] != "0" else "1")


def altered(file: bytes) -> dict[str, bytes]:
    """Returns the record in *file* with one thing altered, by what that is."""
    told = record.read_record(file)
    drawn = place(told, "picks", "options")
    answered = place(told, "at")
    ruled = place(told, "judge")
    ways: dict[str, Any] = {
        "match": lambda t: t.update(match=flipped(t["match"])),
        "game": lambda t: t.update(game={"arena": "villainous"}.get(t["game"], "arena")),
        "viewer": lambda t: t.update(viewer="seat-0"),
        "nobody": lambda t: t.update(viewer="seat-7"),
        "digest of the cards": lambda t: t["cards"].update(digest=flipped(t["cards"]["digest"])),
        "a card": lambda t: t["cards"]["data"].update(more=1),
        "data": lambda t: t["facts"][answered]["data"].update(at=1),
        "a field left out": lambda t: t["facts"][ruled]["data"].pop("judge"),
        "seq": lambda t: t["facts"][9].update(seq=11),
        "cause": lambda t: t["facts"][9].update(cause=1),
        "rule": lambda t: t["facts"][9].update(rule="SA-1"),
        "type": lambda t: t["facts"][answered].update(type="table.JudgeLooked"),
        "hash": lambda t: t["facts"][9].update(hash=flipped(t["facts"][9]["hash"])),
        "commitment": lambda t: t["facts"][drawn]["sealed"].update(picks="0" * 64),
        "opened picks": lambda t: t["facts"][drawn]["opened"]["picks"]["value"].reverse(),
        "opened options": lambda t: t["facts"][drawn]["opened"]["options"]["value"].reverse(),
        "salt": lambda t: t["facts"][drawn]["opened"]["picks"].update(salt="00" * 32),
        "an opening left out": lambda t: t["facts"][drawn]["opened"].pop("options"),
        "a fact left out": lambda t: t["facts"].pop(9),
        "a fact put in": lambda t: t["facts"].insert(9, t["facts"][8]),
        "facts swapped": lambda t: t["facts"].insert(9, t["facts"].pop(10)),
        "the end": lambda t: t["facts"].pop(),
        "head of the log": lambda t: t["logged"].update(head=flipped(t["logged"]["head"])),
        "seq of the log": lambda t: t["logged"].update(seq=t["logged"]["seq"] - 1),
        "leaf": lambda t: t["logged"].update(leaf=t["logged"]["leaf"] - 1),
        "size": lambda t: t["logged"].update(size=t["logged"]["size"] + 1),
        "path": lambda t: t["logged"]["path"].reverse(),
        "no log": lambda t: t.update(logged=None),
        "checkpoint": lambda t: t.update(checkpoint=t["checkpoint"].replace("log", "lag", 1)),
        "no checkpoint": lambda t: t.update(checkpoint=""),
        "key": lambda t: t.update(keys=[str(SigningService("another").keys[0])]),
        "no key": lambda t: t.update(keys=["a key"]),
        "head of the receipt": lambda t: t["receipts"][0].update(head="0" * 64),
        "time of the receipt": lambda t: t["receipts"][0].update(at=1),
        "match of the receipt": lambda t: t["receipts"][0].update(match="M2"),
        "signature of the receipt": lambda t: t["receipts"][0].update(signature="AA" * 43 + "=="),
    }
    files = {}
    for what, change in ways.items():
        raw = json.loads(file)
        change(raw)
        files[what] = json.dumps(raw).encode()
    return files


NAMED = {"data", "cause", "rule", "type", "commitment", "opened picks", "opened options", "salt"}
"""The alterations of one fact that both have to name."""


@pytest.mark.parametrize("game", GAMES)
def test_both_checkers_find_whatever_is_altered(game: str, tmp_path: Path) -> None:
    files = altered(record.dump_record(exported(game, 3)))
    theirs = dict(zip(files, checked(tmp_path, files.values()), strict=True))
    ours = {what: check_record(record.read_record(file)) for what, file in files.items()}
    assert [what for what in files if not (theirs[what].found and ours[what])] == []
    assert {what for what in NAMED if not theirs[what].found[0].seq == ours[what][0].seq > 0} == set()


@pytest.mark.parametrize(
    "file",
    [
        lambda file: file[:-9],
        lambda file: file.replace(b'"game"', b'"match": "M2", "game"', 1),
        lambda file: file.replace(b'"game"', b'"house": "H", "game"', 1),
        lambda file: file.replace(b"recount-record/1", b"recount-record/2", 1),
        lambda file: file.replace(b'"cause": 0', b'"cause": "0"', 1),
        lambda file: b"[]",
    ],
    ids=["cut off", "a name twice", "an unknown field", "another version", "another kind", "something else"],
)
def test_both_refuse_what_is_no_record(file: Any, tmp_path: Path) -> None:
    told = file(record.dump_record(exported("arena", 3)))
    [said] = checked(tmp_path, [told])
    assert said.refused
    with pytest.raises(record.UnreadableRecord):
        record.read_record(told)


# -- what a service forges that makes all its proofs anew ----------------------------------------------------


def forged(change: Any) -> Record:
    """Returns the record of a match that a service tells otherwise, all hashes and signatures made anew."""
    facts = [replace(fact, event=change(fact.event)) for fact in disputed("arena", 3)]
    return SigningService().sealed(written(take("arena"), facts, "judge"))


def of_chance(change: Any) -> Any:
    """Returns what changes the answers of chance that put more than one thing in order."""

    def changed(event: Any) -> Any:
        shuffled = isinstance(event, Answered) and event.seat == CHANCE and len(event.picks) > 1
        return change(event) if shuffled else event

    return changed


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("shuffle", of_chance(lambda event: replace(event, picks=event.picks[::-1]))),
        ("shuffle", of_chance(lambda event: replace(event, options=event.options[::-1]))),
        ("shuffle", of_chance(lambda event: replace(event, options=()))),
        ("seed", lambda event: replace(event, seed="1") if isinstance(event, table.MatchEnded) else event),
        (
            "shuffle",
            lambda event: replace(event, nonce="1") if isinstance(event, table.SeatClaimed) else event,
        ),
    ],
    ids=["picks", "options", "no options", "seed", "nonce"],
)
def test_both_find_what_a_service_forges_of_chance(what: str, change: Any, tmp_path: Path) -> None:
    told = forged(change)
    [said] = checked(tmp_path, [record.dump_record(told)])
    assert said.found[0].what == what
    assert check_record(told)[0].what == what


def test_options_that_lie_as_a_service_likes_are_found(tmp_path: Path) -> None:
    """Who knows the seed can lay them so that any order comes out; so they lie in an order that is given."""
    facts = [*disputed("arena", 3)]
    opened = facts[0].event
    assert isinstance(opened, table.MatchOpened)
    nonces = [fact.event.nonce for fact in facts if isinstance(fact.event, table.SeatClaimed)]
    answers = ((fact, fact.event) for fact in facts if isinstance(fact.event, Answered))
    number, (shuffled, event) = next(each for each in enumerate(answers, 1) if len(each[1][1].options) > 1)
    assert event.seat == CHANCE
    options = event.options[::-1]
    picks = chance.keyed_order(chance.line_key(opened.seed, nonces, chance.SORTED), number, options)
    facts[shuffled.seq - 1] = replace(shuffled, event=replace(event, options=options, picks=picks))
    told = SigningService().sealed(written(take("arena"), facts, "judge"))
    [said] = checked(tmp_path, [record.dump_record(told)])
    [found] = said.found
    assert found.sentence == f"What lay before chance at fact {shuffled.seq} was not in order."
    assert (check_record(told)[0].what, check_record(told)[0].seq) == ("shuffle", shuffled.seq)


def test_who_opens_the_seed_of_another_line_is_found(tmp_path: Path) -> None:
    told = exported("arena", 3)
    facts = [*told.facts]
    [rewound] = [fact for fact in facts if fact.type == "table.Rewound"]
    opened: dict[str, Any] = {**rewound.opened, "seed": facts[0].opened["seed"]}
    facts[rewound.seq - 1] = replace(rewound, opened=opened)
    [said] = checked(tmp_path, [record.dump_record(replace(told, facts=tuple(facts)))])
    assert {(each.seq, each.what) for each in said.found} >= {(rewound.seq, "opening"), (rewound.seq, "seed")}


# -- on the command line -----------------------------------------------------------------------------------


def on_the_command_line(folder: Path, file: bytes, *arguments: str) -> tuple[int, str]:
    """Returns the exit code and what is printed of a file."""
    (folder / "record.json").write_bytes(file)
    told = ["node", str(CHECKER / "check.js"), str(folder / "record.json"), *arguments]
    done = run(told, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_the_checker_is_called_as_the_page_says(tmp_path: Path) -> None:
    service = SigningService()
    told = exported("arena", 3)
    file, count = record.dump_record(told), draws(disputed("arena", 3))
    whole = (0, f"{count} draws checked, 0 could not be.\nVerdict: untouched.\n")
    assert on_the_command_line(tmp_path, file, "--key", str(service.keys[0])) == whole
    code, said = on_the_command_line(tmp_path, file, "--key", str(SigningService("another").keys[0]))
    assert (code, said.split(maxsplit=2)[:2]) == (1, ["receipt", str(len(told.facts))])
    assert on_the_command_line(tmp_path, b"{}")[0] == 2
    code, said = on_the_command_line(tmp_path, file)
    assert (code, said.splitlines()[-1]) == (3, "Verdict: unproved.")
