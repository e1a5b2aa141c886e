"""Reads the environment variables, rejects unknown ones, and loads secrets from files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from domain.errors import RecountError

from .shared.limits import Limits

RECOUNT_VARIABLES = (
    *("BEACON", "CARDS", "DATA", "HTTPS", "KEYS", "LIMITS", "LOG", "MAIL_FROM", "NAME", "PROXIES", "RUNNER"),
    *("SMTP_HOST", "SMTP_PASSWORD", "SMTP_PASSWORD_FILE", "SMTP_PORT", "SMTP_SECURITY", "SMTP_USER"),
    *("TRUSTED_KEYS", "URL", "WEBHOOKS_LOOPBACK", "WITNESS", "WITNESS_POLICY"),
    *(f"LIMIT_{limit.upper()}" for limit in Limits.__struct_fields__),
)
"""The names after `RECOUNT_`."""
TEST_PREFIXES = ("RECOUNT_TESTS_", "RECOUNT_FAULTS_")
"""Prefixes of variables of the test suite. A service under test inherits them."""

REQUIRED_POSTGRES = ("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD")
"""The variables that every connection to PostgreSQL needs."""
NUMERIC_POSTGRES = (
    *("POSTGRES_CONNECT_TIMEOUT", "POSTGRES_CONN_MAX_AGE", "POSTGRES_LOCK_TIMEOUT", "POSTGRES_MAX_OVERFLOW"),
    *("POSTGRES_MAX_WAITING", "POSTGRES_POOL_SIZE", "POSTGRES_STATEMENT_TIMEOUT"),
    "POSTGRES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT",
)
SECRETS = (*REQUIRED_POSTGRES, "REDIS_URL", "RECOUNT_SMTP_PASSWORD")
"""Variables that a file may hold. `…_FILE` then holds the path of the file."""

_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")


class InvalidSetting(RecountError, ValueError):
    """An environment variable has a value without a meaning. The message names allowed values."""


def read_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Returns *environment* with the secrets from its files. Raises `InvalidSetting`.

    Unknown variables of Recount and an incomplete configuration of PostgreSQL raise it too.
    """
    if mistyped := unknown_variables(environment):
        raise InvalidSetting(mistyped[0])
    fields = dict(environment)
    for name in _in_files(environment):  # a child process inherits the value, and reads no file
        fields |= {name: _read_secret(name, environment), f"{name}_FILE": ""}
    if "postgres" in fields.get("PERSISTENCE_MODULE", ""):
        _check_postgres(fields)
    return fields


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Returns a sentence for each variable of Recount that nothing reads."""
    names = [f"RECOUNT_{name}" for name in RECOUNT_VARIABLES]
    mistyped = (
        name
        for name in sorted(environment)
        if name.startswith("RECOUNT_") and name not in names and not name.startswith(TEST_PREFIXES)
    )
    return [
        f"There is no variable {name}."
        + "".join(f" Did you mean {meant}?" for meant in get_close_matches(name, names, 1))
        for name in mistyped
    ]


def _in_files(environment: Mapping[str, str]) -> list[str]:
    return [name for name in SECRETS if environment.get(f"{name}_FILE")]


def _read_secret(name: str, environment: Mapping[str, str]) -> str:
    if environment.get(name):
        raise InvalidSetting(f"{name} and {name}_FILE are both set: unset one of them.")
    file = environment[f"{name}_FILE"]
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSetting(f"{name}_FILE is “{file}”, which cannot be read: {error}") from error


def _check_postgres(environment: Mapping[str, str]) -> None:
    password_topic = environment.get("POSTGRES_GET_PASSWORD_TOPIC")  # a source in place of the variable
    required = REQUIRED_POSTGRES[:-1] if password_topic else REQUIRED_POSTGRES
    if missing := [name for name in required if not environment.get(name)]:
        raise InvalidSetting(
            f"PERSISTENCE_MODULE chooses PostgreSQL, and {', '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not set."
        )
    for name in NUMERIC_POSTGRES:
        if (value := environment.get(name)) and not _NUMBER.fullmatch(value):
            raise InvalidSetting(f"{name} is “{value}”; it has to be a number.")
    ports = environment.get("POSTGRES_PORT") or "5432"
    if not all(port.isdecimal() and 0 < int(port) < 65536 for port in ports.split(",")):
        raise InvalidSetting(f"POSTGRES_PORT is “{ports}”; it may be “5432”, say.")
