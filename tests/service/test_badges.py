"""Badges: issued, known by their digests alone, and over when their time is or when they are taken back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.bootstrap import Services
from service.cli import main
from service.identity import digests
from service.identity.api_tokens import DAY, ApiTokens, InvalidTokenName, UnknownApiToken


class Clock:
    """A clock that stands until somebody sets it, in milliseconds."""

    now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def badges(house: Services, clock: Clock) -> ApiTokens:
    """The badges of a new house, by a clock that the test sets."""
    return ApiTokens(house.store, clock)


def test_who_shows_the_token_is_known_by_the_badge(badges: ApiTokens, clock: Clock) -> None:
    token, badge = badges.issue("judge-7f3a", ["organize", "judge"])
    assert badges.of(token) == badge
    assert (badge.name, badge.scopes) == ("judge-7f3a", ("judge", "organize"))
    assert (badge.created, badge.expires, badge.revoked) == (clock.now, 0, 0)
    assert badge.lapsed(clock.now + 1000 * DAY) == ""
    assert badges.of(digests.new()) is None


def test_only_the_digest_of_a_token_is_kept(house: Services, badges: ApiTokens) -> None:
    token, badge = badges.issue("judge-7f3a", ["judge"])
    [row] = house.store.badges.badges()
    assert row == (badge.id, digests.digest(token), "judge", "judge-7f3a", badge.created, 0, 0)


def test_a_badge_is_over_when_its_time_is(badges: ApiTokens, clock: Clock) -> None:
    token, badge = badges.issue("judge-7f3a", ["judge"], days=2)
    assert badge.lapsed(clock.now + 2 * DAY - 1) == ""
    assert badge.lapsed(clock.now + 2 * DAY) == "has expired"
    assert badges.of(token) == badge


def test_a_badge_that_was_taken_back_stays_taken_back(badges: ApiTokens, clock: Clock) -> None:
    token, badge = badges.issue("judge-7f3a", ["judge"])
    clock.now += 5
    taken = badges.revoke(badge.id)
    clock.now += 5
    assert badges.revoke(badge.id) == taken == badges.of(token)
    assert (taken.revoked, taken.lapsed(clock.now)) == (badge.created + 5, "was revoked")
    with pytest.raises(UnknownApiToken, match=r"There is no badge 00000000\."):
        badges.revoke("00000000")


def test_all_badges_are_listed_the_oldest_first(badges: ApiTokens, clock: Clock) -> None:
    issued = []
    for name in ("z", "a", "m"):
        issued.append(badges.issue(name, ["read"]).badge)
        clock.now += 1
    assert badges.all() == issued


@pytest.mark.parametrize("name", ["", "Ada Lovelace", "judge:7f3a", "-7", "a" * 64, "Zoë"])
def test_a_name_has_to_be_one_that_facts_can_hold(badges: ApiTokens, name: str) -> None:
    with pytest.raises(InvalidTokenName, match="is no name for a badge"):
        badges.issue(name, ["judge"])


def test_an_operator_issues_lists_and_revokes(tmp_path: Path) -> None:
    def runs(*words: str) -> str:
        result = CliRunner(env={"RECOUNT_DATA": str(tmp_path)}).invoke(main, ["token", *words])
        assert result.exit_code == 0, result.output
        return result.stdout

    told = runs("issue", "--scope", "judge", "--scope", "organize", "--for", "judge-7f3a", "--expires", "3")
    badge, shown = told.splitlines()
    assert re.fullmatch(r"\w{8}  judge-7f3a  judge, organize  since [-\d]{10}, until [-\d]{10}", badge)
    token = shown.removeprefix("Its token, shown this once: ")
    assert runs("list") == f"{badge}\n"
    assert token not in runs("list")
    assert runs("revoke", badge[:8]).endswith(", was revoked\n")
    assert runs("list").endswith(", was revoked\n")


def test_an_operator_is_refused_in_words(tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        result = CliRunner(env={"RECOUNT_DATA": str(tmp_path)}).invoke(main, ["token", *words])
        assert result.exit_code != 0
        return result.output

    assert "“Ada Lovelace” is no name" in refused("issue", "--scope", "judge", "--for", "Ada Lovelace")
    assert "There is no badge 00000000." in refused("revoke", "00000000")
