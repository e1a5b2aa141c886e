"""Commands, metrics, topics and the API keep their names; a change of one is a change for others."""

from __future__ import annotations

import pytest

from ops.contract.baselines import newest_baseline, own_contract, read_document, structure

from .names import NAMES, golden


@pytest.mark.parametrize("kind", NAMES)
def test_published_names_are_those_of_the_golden(kind: str) -> None:
    assert [*NAMES[kind]()] == golden(kind).read_text().splitlines()


def test_the_api_has_the_structure_of_its_baseline() -> None:
    assert structure(own_contract()) == read_document(newest_baseline()), (
        "ops/do contract --write states a change"
    )
