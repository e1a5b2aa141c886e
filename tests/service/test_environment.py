"""Variables of the environment: a mistyped one is told, and secrets may stand in files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from service import environment
from service.environment import InvalidSetting

POSTGRES = {
    "PERSISTENCE_MODULE": "eventsourcing.postgres",
    "POSTGRES_DBNAME": "recount",
    "POSTGRES_HOST": "one,two",
    "POSTGRES_PORT": "5432,5433",
    "POSTGRES_USER": "recount",
    "POSTGRES_PASSWORD": "7f3a",
}


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"RECOUNT_DTA": "var"}, "There is no variable RECOUNT_DTA. Did you mean RECOUNT_DATA?"),
        ({"RECOUNT_XYZZY": "1"}, "There is no variable RECOUNT_XYZZY."),
        (
            {
                "PERSISTENCE_MODULE": "eventsourcing.postgres",
                "POSTGRES_HOST": "db",
                "POSTGRES_USER": "recount",
            },
            "PERSISTENCE_MODULE chooses PostgreSQL, and POSTGRES_DBNAME, POSTGRES_PASSWORD are not set.",
        ),
        (POSTGRES | {"POSTGRES_PASSWORD": ""}, "chooses PostgreSQL, and POSTGRES_PASSWORD is not set."),
        (POSTGRES | {"POSTGRES_PORT": "high"}, "POSTGRES_PORT is “high”; it may be “5432”, say."),
        (POSTGRES | {"POSTGRES_POOL_SIZE": "-1"}, "POSTGRES_POOL_SIZE is “-1”; it has to be a number."),
        ({"REDIS_URL_FILE": "/nowhere"}, "REDIS_URL_FILE is “/nowhere”, which cannot be read: "),
        (
            {"REDIS_URL_FILE": "/nowhere", "REDIS_URL": "redis://db"},
            "REDIS_URL and REDIS_URL_FILE are both set: unset one of them.",
        ),
    ],
)
def test_what_is_wrong_is_told_with_what_to_do(chosen: Mapping[str, str], told: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        environment.read_environment(chosen)
    assert told in str(refused.value)


def test_a_secret_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("7f3a\n")
    chosen = {**POSTGRES, "POSTGRES_PASSWORD_FILE": str(file)}
    del chosen["POSTGRES_PASSWORD"]
    told = environment.read_environment(chosen)
    assert told["POSTGRES_PASSWORD"] == "7f3a"
    assert environment.read_environment({**chosen, **told}) == told, (
        "a process that it is handed on to reads the same"
    )


def test_a_service_under_test_inherits_what_its_tests_are_run_with() -> None:
    assert environment.unknown_variables({"RECOUNT_TESTS_SEED": "0", "RECOUNT_LIMIT_TOKEN": "9/minute"}) == []
