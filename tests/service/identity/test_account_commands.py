"""Accounts at the command line: a key for who has lost one, or is of an earlier release; and erasure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.model import SPECTATOR
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.identity.players import UnknownPlayer
from service.settings import Settings
from service.shared.errors import UnknownToken
from tests.service.cli.test_commands import Operator, operator

__all__ = ("operator",)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with Services(Settings(data=tmp_path / "house", runner=False), CardSetRegistry()) as services:
        yield services


def key_in(told: str) -> str:
    return str(re.findall(r"^The key, shown this once: (\S+)$", told, re.M)[0])


def test_a_player_of_an_earlier_release_gets_a_key_and_has_an_account(
    services: Services, operator: Operator
) -> None:
    id = services.players.add_guest("Ada")
    told = operator.runs("player", "key", id)
    assert told.startswith(f"{id}  Ada\n")
    assert services.accounts.account_of(key_in(told)).id == id


def test_a_lost_key_is_replaced(services: Services, operator: Operator) -> None:
    ada = services.accounts.create_account("Ada")
    key = key_in(operator.runs("player", "key", ada.id, "--name", "Ada L."))
    assert services.accounts.account_of(key) == (ada.id, "Ada L.", "")
    with pytest.raises(UnknownToken):
        services.accounts.account_of(ada.key)


def test_no_account_gets_a_name_that_is_taken_or_is_none(services: Services, operator: Operator) -> None:
    guest, _ = services.players.add_guest("Ada"), services.accounts.create_account("ADA")
    for id, name, why in (
        (guest, "", "is the name of another player here"),
        (guest, "\u0430da", "this one mixes several"),
        ("p-0123456789abcdef", "", "There is no player p-0123456789abcdef."),
        ("nobody", "", "There is no player nobody."),
    ):
        refused = operator.tries("player", "key", id, "--name", name)
        assert (refused.exit_code, why in refused.output) == (1, True), refused.output


def test_whoever_has_a_name_is_forgotten_or_one_by_an_id(services: Services, operator: Operator) -> None:
    guest, other = (services.players.add_guest("Ada") for _ in "ab")
    ada = services.accounts.create_account("Ada")
    assert "1 player is a number from now on." in operator.runs("forget", other)
    assert services.accounts.load_player(guest).name == "Ada"
    assert "2 players are a number from now on." in operator.runs("forget", "Ada")
    for id in (guest, other, ada.id):
        with pytest.raises(UnknownPlayer):
            services.accounts.load_player(id)
    assert operator.tries("forget", "Ada").exit_code == 1


def test_an_erased_name_is_in_no_file_of_the_store(services: Services, tmp_path: Path) -> None:
    name = "Zebulonia"
    services.players.add_guest(name)
    store = tmp_path / "house" / "recount.db"
    log = store.with_name("recount.db-wal")
    assert name.encode() in store.read_bytes() + log.read_bytes()
    services.erasure.erase_names(name)
    assert name.encode() not in store.read_bytes() + log.read_bytes()


def test_the_operator_reads_where_others_wrote_a_forgotten_name(
    services: Services, operator: Operator
) -> None:
    services.players.add_guest("Ada")
    opened = services.matches.open_match("arena", {"chapter": 1}, 2)
    for title in ("ADA against Grace", "Adam and Eve"):
        services.commentaries.create_commentary(opened.match, SPECTATOR, title, "Lin", "a token")
    told = operator.runs("forget", "Ada").splitlines()
    assert told[0] == "“Ada” is forgotten; 1 player is a number from now on."
    assert told[1].endswith(", title: ADA against Grace")
    assert len(told) == 2
