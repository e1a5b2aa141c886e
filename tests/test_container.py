"""What describes the containers is true of the service, as far as that can be told without building them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import Context

from service import environment
from service.cli import main
from service.database.postgresql.pool import PostgresStoreFactory
from service.settings import Settings, from_environment

HERE = Path(__file__).parents[1] / "ops" / "container"
COMPOSE: dict[str, Any] = yaml.safe_load((HERE / "compose.yaml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if "build" in service}
FILE = re.sub(r"\\\n\s*", "", (HERE / "Containerfile").read_text())
"""The container file, an instruction a line."""


def known() -> set[str]:
    """Returns every variable that the service reads, or the store's library, or Python itself."""
    return (
        {f"RECOUNT_{name}" for name in environment.RECOUNT_VARIABLES}
        | {name for name in dir(PostgresStoreFactory) if name.isupper()}
        | {"REDIS_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"}
        | {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "TMPDIR"}
    )


def instructions(name: str) -> list[str]:
    """Returns what the container file says after each *name*, in its last stage."""
    last = FILE[FILE.rindex("\nFROM ") :]
    return re.findall(rf"^{name} (.*)$", last, re.MULTILINE)


@pytest.mark.parametrize("name", OURS)
def test_every_variable_of_a_container_is_read(name: str) -> None:
    assert set(OURS[name]["environment"]) - known() == set()


def test_every_variable_of_the_image_is_read() -> None:
    [told] = instructions("ENV")
    assert {pair.partition("=")[0] for pair in shlex.split(told)} - known() == set()


@pytest.mark.parametrize("name", OURS)
def test_every_container_runs_a_command_of_ours(name: str) -> None:
    program, command, *words = OURS[name]["command"]
    assert program == "recount"
    found = main.get_command(Context(main), command)
    assert found is not None
    assert found.make_context(command, [*words]).params["host"] == "0.0.0.0"


def chosen(name: str) -> Settings:
    """Returns the settings of a container, where nothing else is chosen."""
    told = {
        name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in OURS[name]["environment"].items()
    }
    return from_environment(told)


def test_they_are_two_web_containers_with_no_runner_and_one_that_projects() -> None:
    assert set(OURS) == {"web", "projections"}
    assert OURS["web"]["deploy"]["replicas"] == 2
    assert chosen("web").shared
    assert not chosen("web").runner


def test_a_proxy_stands_before_them_and_is_believed_and_nobody_goes_around_it() -> None:
    assert chosen("web").https
    assert chosen("web").proxies == 1
    assert all(port.startswith("127.0.0.1:") for port in OURS["web"]["ports"])


@pytest.mark.parametrize("name", OURS)
def test_nothing_is_written_but_where_it_may_be(name: str) -> None:
    ours = OURS[name]
    assert ours["read_only"] is True
    assert [volume.partition(":")[2] for volume in ours["volumes"]] == [ours["environment"]["RECOUNT_DATA"]]
    [image] = instructions("ENV")
    assert f"TMPDIR={ours['tmpfs'][0].partition(':')[0]}" in shlex.split(image)


def test_it_is_not_root_who_serves_and_somebody_asks_whether_it_is_well() -> None:
    assert instructions("USER") == ["recount"]
    assert "/healthz" in instructions("HEALTHCHECK")[0]


def test_what_is_copied_into_the_image_is_all_there() -> None:
    copied = re.findall(r"^COPY ([^-].*) \S+$", FILE, re.MULTILINE)
    names = [name for names in copied for name in names.split()]
    assert {"domain", "projections", "replays", "service", "pyproject.toml"} <= set(names)
    assert [name for name in names if not (HERE.parents[1] / name).exists()] == []
