"""The chain of a match: one head for everyone, and fields that stay shut until they are opened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain import table
from domain.model import Event, Fact
from domain.table import MatchOpened, SeatClaimed
from replays.proof.chain import GENESIS, FactCommitter, commit_value, event_fields

from ..conftest import take
from ..contested import a_case
from .signers import MATCH, exported, heads, played

GAMES = pytest.mark.parametrize("game", ["arena", "villainous"])


def sealer(game: str, facts: Sequence[Fact], match: str = MATCH) -> FactCommitter:
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    return FactCommitter(match, take(game).rules, opened)


# -- one chain -----------------------------------------------------------------------------------------


@GAMES
def test_the_head_is_the_same_whoever_looks(game: str) -> None:
    copies = [exported(game, who) for who in ("spectator", "seat-0", "seat-1", "judge")]
    chain = heads(take(game).rules, played(game))
    assert all([entry.hash for entry in copy.facts] == chain for copy in copies)
    assert all(
        [entry.committed_fact for entry in copy.facts] == [entry.committed_fact for entry in copies[0].facts]
        for copy in copies
    )


def test_a_hash_is_what_the_description_says() -> None:
    before = GENESIS
    for entry in exported("arena", "spectator").facts:
        told = {name: getattr(entry, name) for name in ("seq", "cause", "rule", "type", "data", "sealed")}
        text = json.dumps(
            told | {"match": MATCH, "before": before},
            sort_keys=True, ensure_ascii=False, separators=(",", ":"),
        )  # fmt: skip
        before = sha256(text.encode()).hexdigest()
        assert entry.hash == before


def test_a_chain_goes_on_from_any_of_its_hashes() -> None:
    facts = played("arena")
    chain = heads(take("arena").rules, facts)
    assert list(sealer("arena", facts).hash_facts(facts[9:], chain[8])) == chain[9:]


def test_the_same_facts_in_another_match_have_other_hashes() -> None:
    facts, rules = played("arena"), take("arena").rules
    assert not set(heads(rules, facts)) & set(heads(rules, facts, "M2"))


class Played(Struct, frozen=True, tag="toy.Played"):
    """A fact of old."""

    card: str


class PlayedNow(Struct, frozen=True, tag="toy.Played"):
    """The same fact, which has learned something."""

    card: str
    face_down: bool = False
    seen_by: tuple[str, ...] = ()


def test_a_field_added_with_a_default_changes_no_hash() -> None:
    old, new = Played("c1"), PlayedNow("c1")
    assert event_fields(old) == event_fields(new) == {"card": "c1"}  # type: ignore[arg-type]
    assert event_fields(PlayedNow("c1", True)) != event_fields(old)  # type: ignore[arg-type]


def test_fields_at_their_default_are_in_no_sealed_fact() -> None:
    bare = MatchOpened("arena", 1, {}, 2, "", "", 0)
    assert event_fields(bare).keys() == {"game", "version", "options", "seats", "cards", "commitment", "at"}
    assert event_fields(replace(bare, origin="M0")).keys() - event_fields(bare).keys() == {"origin"}


# -- hidden fields -------------------------------------------------------------------------------------


def test_seeds_and_tokens_are_sealed_and_the_judge_alone_is_told_them() -> None:
    for who in ("spectator", "seat-0", "seat-1"):
        first, *claims = (
            e for e in exported("arena", who).facts if e.type in ("table.MatchOpened", "table.SeatClaimed")
        )
        assert first.sealed.keys() == {"seed", "claims"}
        assert [claim.sealed.keys() for claim in claims] == [{"token"}, {"token"}]
        assert not any(entry.opened for entry in (first, *claims))
    judge = exported("arena", "judge").facts
    opened, claimed = played("arena")[0].event, played("arena")[1].event
    assert isinstance(opened, MatchOpened)
    assert isinstance(claimed, SeatClaimed)
    assert (judge[0].opened["seed"].value, judge[1].opened["token"].value) == (opened.seed, claimed.token)


@GAMES
def test_the_judge_is_told_every_fact_whole(game: str) -> None:
    assert tuple(entry.decode_fact() for entry in exported(game, "judge").facts) == played(game)


@GAMES
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_is_told_what_it_could_see_and_no_more(game: str, seat: int) -> None:
    rules, facts = take(game).rules, played(game)
    viewer = rules.seat_viewer(table.fold(rules, facts).position.board, seat)
    record = exported(game, f"seat-{seat}")
    assert [entry.decode_fact() for entry in record.facts] == [
        table.redact_fact(rules, fact, viewer) for fact in facts
    ]
    assert any(entry.opened for entry in record.facts)
    assert not all(entry.is_open for entry in record.facts)


@GAMES
def test_the_spectator_is_told_nothing_that_is_sealed(game: str) -> None:
    record = exported(game, "spectator")
    assert not any(entry.opened for entry in record.facts)
    assert any(entry.sealed for entry in record.facts)


@GAMES
def test_an_opening_shows_what_was_sealed_and_nothing_else(game: str) -> None:
    tried = 0
    for entry in exported(game, "judge").facts:
        for field, opening in entry.opened.items():
            salt = bytes.fromhex(opening.salt)
            assert commit_value(salt, opening.value) == entry.sealed[field]
            assert commit_value(salt, [opening.value]) != entry.sealed[field]
            assert commit_value(salt[::-1], opening.value) != entry.sealed[field]
            tried += 1
    assert tried


@GAMES
def test_every_sealed_field_has_a_salt_of_its_own(game: str) -> None:
    salts = [o.salt for entry in exported(game, "judge").facts for o in entry.opened.values()]
    assert len(set(salts)) == len(salts)
    assert all(len(bytes.fromhex(salt)) == 32 for salt in salts)


def test_the_same_card_drawn_twice_is_sealed_as_two_different_things() -> None:
    def drawn(seq: int, **more: str) -> Event:
        return replace(
            next(f for f in played("arena") if type(f.event).__name__ == "CardDrawn").event, **more
        )

    seal = sealer("arena", played("arena")).commit_fact
    first, again = (seal(Fact(seq, 1, "", drawn(seq, card="GAS05"))) for seq in (50, 60))
    assert first.data == again.data
    assert first.sealed["card"] != again.sealed["card"]


def test_another_seed_salts_otherwise() -> None:
    facts = played("arena")
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    other = FactCommitter(MATCH, take("arena").rules, replace(opened, seed="another"))
    ours = sealer("arena", facts)
    assert ours.derive_salt(4, "card") != other.derive_salt(4, "card")
    assert ours.derive_salt(4, "card") != ours.derive_salt(4, "cards") != ours.derive_salt(5, "cards")


def test_what_follows_a_rewind_is_salted_with_the_seed_of_the_new_line() -> None:
    case = a_case()
    rewound = case.last(table.Rewound)
    assert isinstance(rewound.event, table.Rewound)
    told, first = (
        FactCommitter(case.name, case.rules, case.match.settings, lines)
        for lines in (case.match.line_seeds, {})
    )
    assert told.derive_salt(rewound.seq - 1, "card") == first.derive_salt(rewound.seq - 1, "card")
    assert told.derive_salt(rewound.seq, "card") != first.derive_salt(rewound.seq, "card")
    chain = list(first.hash_facts(case.facts))
    assert told.derive_salt(rewound.seq, "card") == first.derive_salt(rewound.seq, "card")
    assert list(told.hash_facts(case.facts[rewound.seq :], chain[rewound.seq - 1])) == chain[rewound.seq :]
