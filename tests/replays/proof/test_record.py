"""The portable record: what is in the file, and what is no such file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from replays.proof import record
from replays.proof.check import check_record
from replays.proof.record import Record, UnreadableRecord
from service.catalog.cardsets import packaged_cards

from ..conftest import take
from ..contested import a_case
from .signers import MATCH, SigningService, exported, played, written

EVERYONE = ("spectator", "seat-0", "seat-1", "judge")


@pytest.mark.parametrize("who", EVERYONE)
@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_a_record_as_it_was_written_is_untouched_whoever_it_is_for(game: str, who: str) -> None:
    told = exported(game, who)
    assert check_record(told) == []
    assert (told.match, told.viewer, told.game) == (MATCH, who, game)


def test_a_file_is_read_back_as_it_was_written() -> None:
    told = exported("arena", "seat-0")
    assert record.read_record(record.dump_record(told)) == told
    assert record.dump_record(told).startswith(
        b'{\n "format": "recount-record/1",\n "match": "M1",\n "viewer": "seat-0"'
    )


def test_the_card_set_is_there_by_its_digest_and_as_data() -> None:
    cards = exported("arena", "spectator").cards
    assert cards.digest == packaged_cards("arena").digest
    assert packaged_cards("arena").data == cards.data
    assert cards.matches_digest


def test_a_record_without_the_data_of_the_cards_is_untouched_too() -> None:
    told = exported("arena", "judge")
    assert check_record(replace(told, cards=replace(told.cards, data=None))) == []


def test_a_fact_that_fits_no_version_is_named_with_the_version_of_the_match() -> None:
    whole = exported("arena", "judge")
    claim = replace(whole.facts[1], data={**whole.facts[1].data, "seat": "two"})
    with pytest.raises(UnreadableRecord) as refused:
        replace(whole, facts=(whole.facts[0], claim, *whole.facts[2:])).decode_facts()
    version = whole.facts[0].data["version"]
    assert str(refused.value) == (
        f"Fact 2, “table.SeatClaimed”, of this match by version {version} of the rules has a form that no "
        "version wrote: Expected `int`, got `str` - at `$.seat`."
    )


def test_a_match_still_going_on_has_a_record() -> None:
    for facts in (played("arena")[:1], played("arena")[:2]):
        assert check_record(SigningService().sealed(written(take("arena"), facts, "judge"))) == []


@pytest.mark.parametrize("who", EVERYONE)
def test_a_match_with_cases_corrections_and_rewinds_has_a_record(who: str) -> None:
    case = a_case()
    told = SigningService().sealed(written(take("arena"), case.facts, who, case.name))
    assert check_record(told) == []
    assert [entry.type for entry in told.facts].count("table.Rewound") == 1


def test_a_record_with_nothing_to_show_for_itself_is_not_believed() -> None:
    [finding] = check_record(written(take("arena"), played("arena"), "judge"))
    assert finding.what == "log"
    assert str(finding) == "Nothing shows that the head of this record is in the log of heads."


def test_a_record_of_nothing() -> None:
    told = replace(exported("arena", "judge"), facts=())
    assert [str(finding) for finding in check_record(told)] == ["The record holds no fact."]


# -- files that are none -------------------------------------------------------------------------------


def file(**changes: Any) -> bytes:
    """Returns a small record with other contents; `None` takes something out."""
    facts = played("arena")[:2]
    told = (
        json.loads(record.dump_record(SigningService().sealed(written(take("arena"), facts, "judge"))))
        | changes
    )
    return json.dumps({name: value for name, value in told.items() if value is not None}).encode()


def facts(**changes: Any) -> list[Any]:
    told: list[Any] = json.loads(file())["facts"]
    told[1] |= changes
    return told


TWICE = "This is no record of a match, or it was cut off: it tells “{}” twice in one place."
CUT = "This is no record of a match, or it was cut off: "
WHOLE = "This is no whole record of a match: "


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        (b"", CUT),
        (b"1 <0 - table.MatchOpened", WHOLE),
        (file()[:-9], CUT),
        (b"\xff\xfe", CUT),
        (b"[" * 100_000, "This is no "),
        (b'{"format": ' + b"[" * 100_000, "This is no "),
        (b"[1, 2]", WHOLE + "Expected `object`, got `array`"),
        (b'{"hello": 1}', "This is no record of a match: its format is “”, not “recount-record/1”."),
        (file(format="cloudevents"), "This is no record of a match: its format is “cloudevents”, not “rec"),
        (file(format="recount-record/2"), "This record is of version 2; this Recount reads version 1."),
        (file(format=1), WHOLE + "Expected `str`, got `int` - at `$.format`"),
        (file().replace(b'"format"', b'"viewer": "seat-1", "format"', 1), TWICE.format("viewer")),
        (file().replace(b'"seat": 0', b'"seat": 1, "seat": 0', 1), TWICE.format("seat")),
        (file(facts=None), WHOLE + "Object missing required field `facts`"),
        (file(signed="yes"), WHOLE + "Object contains unknown field `signed`"),
        (file(facts=facts(seq="2")), WHOLE + "Expected `int`, got `str` - at `$.facts[1].seq`"),
        (file(facts=facts(more=1)), WHOLE + "Object contains unknown field `more` - at `$.facts[1]`"),
        (file(facts=facts(opened={"token": {"value": 1}})), WHOLE + "Object missing required field `salt`"),
        (
            file(facts=facts(type="table.SeatTaken")),
            "Fact 2 is “table.SeatTaken”, which this version of Recount does not know: ",
        ),
    ],
)  # fmt: skip
def test_a_file_that_is_no_record_is_refused_in_words(damaged: bytes, said: str) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        record.read_record(damaged)
    assert str(refused.value).startswith(said)


# -- what a header says --------------------------------------------------------------------------------


def said(told: Record) -> list[str]:
    return [f"{finding.what}: {finding}" for finding in check_record(told)]


def test_a_record_under_the_name_of_another_match() -> None:
    told = exported("arena", "spectator")
    first, *_ = said(replace(told, match="M2"))
    assert first == "header: The facts are those of match M1; the record calls it M2."
    first, *_ = said(replace(told, match="M2", receipts=()))
    assert first == "header: None of the facts is one of match M2."


def test_a_record_that_calls_itself_one_of_another_game() -> None:
    assert said(replace(exported("arena", "spectator"), game="villainous")) == [
        "header: The record calls itself one of “villainous”; the match was opened as another game."
    ]


def test_a_record_that_tells_more_than_its_viewer_may_see() -> None:
    assert said(replace(exported("arena", "seat-0"), viewer="spectator")) == [
        "header: The record was not written for the spectator: fields are open."
    ]
    assert said(replace(exported("arena", "judge"), viewer="seat-0")) == [
        "header: The record was not written for seat-0: it tells what only the judge may know."
    ]


def test_a_record_for_nobody() -> None:
    for nobody in ("seat-2", "", "the press"):
        assert said(replace(exported("arena", "spectator"), viewer=nobody)) == [
            f"header: The record says that it was written for “{nobody}”, who is nobody at this table."
        ]


def test_another_card_set() -> None:
    told = exported("arena", "judge")
    assert told.cards.data is not None
    other = dict(told.cards.data, name="mine")
    assert said(replace(told, cards=replace(told.cards, data=other))) == [
        "cards: The data of the card set are not those of its digest."
    ]
    digest = replace(told.cards, digest="00" * 32, data=None)
    [sentence] = said(replace(told, cards=digest))
    assert sentence.startswith("cards: The match is pinned to the card set ")


def test_the_opening_of_a_match_that_is_not_there() -> None:
    told = exported("arena", "spectator")
    sentences = said(replace(told, facts=told.facts[1:]))
    assert sentences[:2] == [
        "missing: Fact 1 is missing.",
        "missing: The record begins with “table.SeatClaimed”, not with the opening.",
    ]
