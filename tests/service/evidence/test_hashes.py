"""The hashes of a match: a process makes them once, and lengthens them as the match goes on."""

from __future__ import annotations

from random import Random

from service.bootstrap import Services
from tests.service.client import Pair
from tests.service.evidence.test_evidence import hashes


def test_the_hashes_of_a_match_are_made_once_and_lengthened(pair: Pair, services: Services) -> None:
    match, luck = pair.blue.match, Random(3)
    before = services.repository.load_hashes(match, services.repository.load_replay(match))
    assert list(before) == hashes(services, match)
    assert services.repository.load_hashes(match, services.repository.load_replay(match)) is before
    pair.answer_by(luck)
    film = services.repository.load_replay(match)
    assert list(services.repository.load_hashes(match, film)) == hashes(services, match)
    assert services.repository.load_hashes(match, film.until(len(before))) == before
