"""Canonical JSON is what RFC 8785 says, as another library has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given as forall
from hypothesis import strategies as st

from domain import table
from domain.games import VOCABULARY
from domain.table import MatchOpened
from replays.playback import transcript
from replays.proof.chain import CommittedFact, FactCommitter, canonical_json, event_fields

from ..conftest import take
from .signers import exported

WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
"""The numbers that every JSON implementation reads alike."""
TEXT = st.text(st.characters(codec="utf-8"))
NAMES = st.text(st.characters(max_codepoint=0xD7FF))
"""Names of fields. Beyond these, RFC 8785 sorts by halves of characters; no field is called so."""

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner),
)


@forall(VALUES)
def test_any_value_is_written_as_the_rfc_has_it(value: Any) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("path", transcript.library_files(), ids=lambda path: path.stem)
def test_every_fact_of_every_golden_is_written_as_the_rfc_has_it(path: Path) -> None:
    facts = transcript.read_transcript(path.read_text(encoding="utf-8"), VOCABULARY).facts
    for fact in facts:
        assert canonical_json(told := event_fields(fact.event)) == rfc8785.dumps(told)


def test_every_sealed_fact_of_a_match_is_written_as_the_rfc_has_it() -> None:
    for entry in exported("arena", "judge").facts:
        public = entry.committed_fact
        told = {name: getattr(public, name) for name in CommittedFact.__struct_fields__}
        assert canonical_json(told) == rfc8785.dumps(told)


def test_options_are_written_as_the_rfc_has_them() -> None:
    opened = MatchOpened("arena", 1, {"teams": True, "chapter": 1, "é": "…"}, 2, "", "", 0)
    sealed = FactCommitter("M", take("arena").rules, opened).commit_fact(table.open_match(opened)[0])
    assert canonical_json(sealed.data) == rfc8785.dumps(sealed.data)
