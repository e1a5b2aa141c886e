"""Facts as rows: what is written is read back, whatever became of the vocabulary since."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games import VOCABULARY
from domain.model import Answered, Asked, Event, Fact, Resolved
from domain.notation import build_vocabulary
from domain.table import MatchEnded, MatchOpened, SeatClaimed
from service.eventstore.codec import Codec, UnknownFact


class Struck(Event, frozen=True, tag="toy.Struck"):
    """Somebody was struck."""

    who: str
    path: tuple[str, ...]
    marks: dict[str, int]


OPENED = MatchOpened("toy", 1, {"chapter": 1, "more": [1, "a b"]}, 2, "ab", "cd", 17, "seed", ("x", "y"))

FACTS = [
    Fact(1, 0, "", OPENED),
    Fact(2, 1, "", SeatClaimed(0, "Zoë", "nonce", 1_787, "token")),
    Fact(3, 2, "SA-104", Asked(0, "place", ("e1", "f1"), 0, 2, "SAM", "hand")),
    Fact(4, 3, "", Answered(0, ("e1", "f1"), 1_788, True)),
    Fact(5, 4, "GAS05.1", Struck("ALA", ("d2", "d3"), {"tough": 2})),
    Fact(6, 5, "", Resolved()),
    Fact(7, 6, "SA-704", MatchEnded((), (3, 3), "seed")),
]


@pytest.fixture
def codec() -> Codec:
    """A codec for a toy game."""
    return Codec(build_vocabulary((Struck, *(type(fact.event) for fact in FACTS))))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact.event).__name__)
def test_a_fact_survives_the_store(codec: Codec, fact: Fact) -> None:
    topic, state = codec.encode_fact(fact)
    assert codec.decode_fact(fact.seq, topic, state) == fact


def test_a_row_is_a_permanent_name_and_a_compact_array(codec: Codec) -> None:
    topic, state = codec.encode_fact(FACTS[4])
    assert topic == "toy.Struck"
    assert msgspec.msgpack.decode(state) == [4, "GAS05.1", "ALA", ["d2", "d3"], {"tough": 2}]
    assert codec.encode_fact(FACTS[5]) == ("core.Resolved", b"\x92\x05\xa0")


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact.event).__name__)
def test_a_row_that_an_earlier_release_wrote_as_json_tells_the_same_fact(codec: Codec, fact: Fact) -> None:
    topic, state = codec.encode_fact(fact)
    assert codec.decode_fact(fact.seq, topic, msgspec.json.encode(msgspec.msgpack.decode(state))) == fact


def test_a_number_of_any_length_is_kept(codec: Codec) -> None:
    fact = Fact(1, 0, "", replace(OPENED, options={"most": 10**30}))
    assert codec.decode_fact(1, *codec.encode_fact(fact)) == fact


def test_every_fact_of_the_service_has_a_row_of_its_own() -> None:
    assert Codec(VOCABULARY)
    assert {name.split(".")[0] for name in VOCABULARY} >= {"core", "table", "arena"}


def test_a_fact_of_a_newer_version_is_refused_with_a_sentence(codec: Codec) -> None:
    with pytest.raises(UnknownFact, match=r"Fact 9 is “toy\.Healed”.*written by a newer one\."):
        codec.decode_fact(9, "toy.Healed", b'[8,"SA-1","ALA"]')


def test_a_fact_that_is_not_what_its_name_says_is_refused(codec: Codec) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec.decode_fact(9, "toy.Struck", b'[8,"SA-1",7]')


def test_an_old_name_is_read_as_the_new_one() -> None:
    def hit(told: list[Any]) -> tuple[str, list[Any]]:
        return "toy.Struck", [*told, [], {}]

    codec = Codec(build_vocabulary([Struck]), {"toy.Hit": hit})
    assert codec.decode_fact(5, "toy.Hit", b'[4,"SA-1","ALA"]') == Fact(5, 4, "SA-1", Struck("ALA", (), {}))


def test_an_old_shape_is_read_as_the_new_one_and_the_new_one_as_itself() -> None:
    def struck(told: list[Any]) -> tuple[str, list[Any]]:
        return "toy.Struck", told if len(told) == 3 else [told[0], told[1].split(">"), {}]

    codec = Codec(build_vocabulary([Struck]), {"toy.Struck": struck})
    new = Fact(5, 4, "SA-1", Struck("ALA", ("d2", "d3"), {}))
    assert codec.decode_fact(5, "toy.Struck", b'[4,"SA-1","ALA","d2>d3"]') == new
    assert codec.decode_fact(5, *codec.encode_fact(new)) == new


def test_a_match_opened_before_there_were_studies_is_no_study(codec: Codec) -> None:
    opened = replace(OPENED, position="somewhere")
    assert codec.decode_fact(1, *codec.encode_fact(Fact(1, 0, "", opened))).event == opened
    topic, state = codec.encode_fact(Fact(1, 0, "", OPENED))
    before = msgspec.msgpack.encode(msgspec.msgpack.decode(state)[:-1])
    assert codec.decode_fact(1, topic, before) == Fact(1, 0, "", OPENED)


def test_a_row_that_lacks_a_field_without_a_default_is_no_fact(codec: Codec) -> None:
    topic, state = codec.encode_fact(Fact(1, 0, "", OPENED))
    with pytest.raises(msgspec.ValidationError):
        codec.decode_fact(1, topic, msgspec.msgpack.encode(msgspec.msgpack.decode(state)[:6]))


def test_a_name_that_changed_twice_is_followed_to_the_end() -> None:
    upcasters = {
        "toy.Knock": lambda told: ("toy.Hit", told),
        "toy.Hit": lambda told: ("toy.Struck", [*told, [], {}]),
    }
    codec = Codec(build_vocabulary([Struck]), upcasters)
    assert codec.decode_fact(5, "toy.Knock", b'[4,"SA-1","ALA"]').event == Struck("ALA", (), {})


def test_a_line_of_the_upcaster_table_that_leads_nowhere_is_told() -> None:
    codec = Codec(build_vocabulary([Struck]), {"toy.Hit": lambda told: ("toy.Strick", told)})
    with pytest.raises(UnknownFact, match=r"renamed to “toy\.Strick”"):
        codec.decode_fact(5, "toy.Hit", b'[4,"SA-1","ALA"]')
