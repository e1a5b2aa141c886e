"""API tokens: issued, recognized by their digests alone, and invalid once expired or revoked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.bootstrap import Services
from service.cli import main
from service.identity.api_tokens import DAY_MS, ApiTokens, InvalidTokenName, UnknownApiToken
from service.shared import digests


class Clock:
    """A clock that stands until somebody sets it, in milliseconds."""

    now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def api_tokens(services: Services, clock: Clock) -> ApiTokens:
    """The API tokens of a new service, by a clock that the test sets."""
    return ApiTokens(services.store, clock)


def test_who_shows_the_token_is_known_by_the_api_token(api_tokens: ApiTokens, clock: Clock) -> None:
    token, api_token = api_tokens.issue_token("judge-7f3a", ["organize", "judge"])
    assert api_tokens.find_token(token) == api_token
    assert (api_token.name, api_token.scopes) == ("judge-7f3a", ("judge", "organize"))
    assert (api_token.created, api_token.expires, api_token.revoked) == (clock.now, 0, 0)
    assert api_token.invalid_reason(clock.now + 1000 * DAY_MS) == ""
    assert api_tokens.find_token(digests.new_token()) is None


def test_only_the_digest_of_a_token_is_kept(services: Services, api_tokens: ApiTokens) -> None:
    token, api_token = api_tokens.issue_token("judge-7f3a", ["judge"])
    [row] = services.store.api_tokens.list_api_tokens()
    assert row == (api_token.id, digests.digest_token(token), "judge", "judge-7f3a", api_token.created, 0, 0)


def test_an_api_token_is_over_when_its_time_is(api_tokens: ApiTokens, clock: Clock) -> None:
    token, api_token = api_tokens.issue_token("judge-7f3a", ["judge"], days=2)
    assert api_token.invalid_reason(clock.now + 2 * DAY_MS - 1) == ""
    assert api_token.invalid_reason(clock.now + 2 * DAY_MS) == "has expired"
    assert api_tokens.find_token(token) == api_token


def test_an_api_token_that_was_taken_back_stays_taken_back(api_tokens: ApiTokens, clock: Clock) -> None:
    token, api_token = api_tokens.issue_token("judge-7f3a", ["judge"])
    clock.now += 5
    taken = api_tokens.revoke_token(api_token.id)
    clock.now += 5
    assert api_tokens.revoke_token(api_token.id) == taken == api_tokens.find_token(token)
    assert (taken.revoked, taken.invalid_reason(clock.now)) == (api_token.created + 5, "was revoked")
    with pytest.raises(UnknownApiToken, match=r"There is no API token 00000000\."):
        api_tokens.revoke_token("00000000")


def test_all_api_tokens_are_listed_the_oldest_first(api_tokens: ApiTokens, clock: Clock) -> None:
    issued = []
    for name in ("z", "a", "m"):
        issued.append(api_tokens.issue_token(name, ["read"]).api_token)
        clock.now += 1
    assert api_tokens.list_tokens() == issued


@pytest.mark.parametrize("name", ["", "Ada Lovelace", "judge:7f3a", "-7", "a" * 64, "Zoë"])
def test_a_name_has_to_be_one_that_facts_can_hold(api_tokens: ApiTokens, name: str) -> None:
    with pytest.raises(InvalidTokenName, match="is no name for an API token"):
        api_tokens.issue_token(name, ["judge"])


def test_an_operator_issues_lists_and_revokes(tmp_path: Path) -> None:
    def runs(*words: str) -> str:
        result = CliRunner(env={"RECOUNT_DATA": str(tmp_path)}).invoke(main, ["token", *words])
        assert result.exit_code == 0, result.output
        return result.stdout

    told = runs("issue", "--scope", "judge", "--scope", "organize", "--for", "judge-7f3a", "--expires", "3")
    api_token, shown = told.splitlines()
    assert re.fullmatch(r"\w{8}  judge-7f3a  judge, organize  since [-\d]{10}, until [-\d]{10}", api_token)
    token = shown.removeprefix("Its token, shown this once: ")
    assert runs("list") == f"{api_token}\n"
    assert token not in runs("list")
    assert runs("revoke", api_token[:8]).endswith(", was revoked\n")
    assert runs("list").endswith(", was revoked\n")


def test_an_operator_is_refused_in_words(tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        result = CliRunner(env={"RECOUNT_DATA": str(tmp_path)}).invoke(main, ["token", *words])
        assert result.exit_code != 0
        return result.output

    assert "“Ada Lovelace” is no name" in refused("issue", "--scope", "judge", "--for", "Ada Lovelace")
    assert "There is no API token 00000000." in refused("revoke", "00000000")
