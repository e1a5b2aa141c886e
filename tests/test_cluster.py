"""What is made of an inventory: the configuration of every process, or a sentence about what is wrong."""

from __future__ import annotations

import configparser
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from ops.cluster import inventory, rendering
from ops.cluster.inventory import Inventory, WrongInventory
from ops.faults.cluster import pause
from service.settings import from_environment
from tests.test_container import known

EXAMPLE = Path(inventory.__file__).with_name("hosts.example.yaml")


def example() -> Any:
    """Returns what the example says, to be changed."""
    return yaml.safe_load(EXAMPLE.read_text())


@cache
def files(host: str) -> Mapping[str, str]:
    """Returns the files of a *host* of the example, by path."""
    cluster = inventory.read(EXAMPLE)
    made = (*rendering.configuration(cluster, host), *rendering.system(cluster, host))
    return {file.path: file.text for file in made}


def variables(host: str, name: str) -> dict[str, str]:
    """Returns the variables that the process *name* reads on a *host*."""
    lines = files(host)[f"/etc/recount/{name}/recount.env"].splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_a_commit_is_acknowledged_by_two_of_three_and_a_primary_that_is_not_heard_of_steps_down() -> None:
    patroni = yaml.safe_load(files("db1")["/etc/recount/patroni/patroni.yaml"])
    chosen = patroni["bootstrap"]["dcs"]
    assert chosen["synchronous_mode"]
    assert chosen["synchronous_mode_strict"]
    assert chosen["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert chosen["ttl"] >= chosen["loop_wait"] + 2 * chosen["retry_timeout"]  # or there may be two primaries
    assert patroni["etcd"]["hosts"] == [f"10.0.0.1{number}:2379" for number in (1, 2, 3)]


def test_members_of_etcd_know_each_other() -> None:
    told = [yaml.safe_load(files(host)["/etc/recount/etcd/etcd.yaml"]) for host in ("db1", "db2", "db3")]
    [cluster] = {one["initial-cluster"] for one in told}
    assert cluster.split(",") == [f"{one['name']}={one['listen-peer-urls']}" for one in told]


def test_pgbouncer_pools_by_transaction_and_leads_to_the_primary_through_haproxy() -> None:
    pooler = configparser.ConfigParser()
    pooler.read_string(files("web2")["/etc/recount/pgbouncer/pgbouncer.ini"])
    assert pooler["pgbouncer"]["pool_mode"] == "transaction"
    assert pooler["databases"]["recount"] == "host=10.0.0.22 port=5000 dbname=recount"
    primary, replica = files("web2")["/etc/recount/haproxy/haproxy.cfg"].split("listen ")[1:3]
    assert "uri /replica?lag=16MB" in replica
    assert f"bind 10.0.0.22:{variables('web2', 'web')['POSTGRES_READ_PORT']}" in replica
    assert "bind 10.0.0.22:5000" in primary
    assert "uri /primary" in primary
    assert primary.count(":5432 check port 8008") == 3


@pytest.mark.parametrize("name", ["web", "projector"])
def test_recount_reads_what_is_written_for_it_and_asks_the_proxy_of_its_own_host_first(name: str) -> None:
    chosen = variables("web2", name)
    assert set(chosen) - known() == set()
    settings = from_environment(chosen)
    assert settings.shared
    assert (settings.runner, settings.proxies, settings.https) == (False, 1, True)
    assert chosen["POSTGRES_HOST"] == chosen["POSTGRES_READ_HOST"] == "10.0.0.22,10.0.0.21"
    assert settings.redis_url.endswith("@10.0.0.11:26379,10.0.0.12:26379,10.0.0.13:26379/recount")


def test_one_redis_is_the_master_and_two_of_three_sentinels_replace_it() -> None:
    follows = ["replicaof" in files(host)["/etc/recount/redis/redis.conf"] for host in ("db1", "db2", "db3")]
    assert follows == [False, True, True]
    sentinel = files("db2")["/etc/recount/sentinel/sentinel.conf"]
    assert "sentinel monitor recount 10.0.0.11 6379 2\n" in sentinel


def test_each_process_has_a_unit_that_starts_it_again_as_a_user_of_its_own() -> None:
    for host in example()["hosts"]:
        units = {path: text for path, text in files(host).items() if path.endswith(".service")}
        folders = {path.split("/")[3] for path in files(host) if path.startswith("/etc/recount/")}
        assert {path.rpartition("recount-")[2].removesuffix(".service") for path in units} == folders
        for unit in units.values():
            assert "Restart=always" in unit
            assert "User=root" not in unit
            assert "LimitNOFILE=65536" in unit


def test_files_are_written_as_they_lie_on_each_host_and_passwords_for_nobody_else(tmp_path: Path) -> None:
    assert rendering.write(inventory.read(EXAMPLE), tmp_path) == [*example()["hosts"]]
    for host in example()["hosts"]:
        for path, text in files(host).items():
            file = tmp_path / host / path[1:]
            assert file.read_text() == text
            assert "replace-me" not in text or not file.stat().st_mode & 0o077


WRONG: list[tuple[str, Any, str]] = [
    (
        "hosts.db3.roles",
        ["postgres", "redis"],
        "2 hosts have the role etcd: 3 are needed for one to be lost.",
    ),
    ("hosts.web2.roles", ["proxy", "web"], "1 hosts have the role projector: 2 are needed"),
    ("hosts.web1.roles", ["proxy", "web", "projector", "etcd"], "the number has to be odd, for a majority."),
    ("hosts.web1.roles", ["proxies"], "Invalid enum value 'proxies'"),
    ("hosts.web1.address", "web1.example", "web1 has the address “web1.example”, which is none of IPv4."),
    ("hosts.web1.address", "10.0.0.11", "2 hosts have the address 10.0.0.11."),
    ("name", "Recount", "“Recount” is no name"),
    ("passwords.redis", "secret", "The password of redis has to have 16 letters"),
    ("passwords.redis", "replace-me-patroni", "Two passwords are the same."),
    ("passwords", {}, "missing required field `superuser`"),
    ("worker", 2, "contains unknown field `worker`"),
    ("workers", 0, "0 workers serve nobody."),
]


@pytest.mark.parametrize(("field", "value", "sentence"), WRONG)
def test_an_inventory_that_makes_no_cluster_is_refused_in_words(
    field: str, value: object, sentence: str
) -> None:
    told = within = example()
    *folders, last = field.split(".")
    for folder in folders:
        within = within[folder]
    within[last] = value
    with pytest.raises(WrongInventory) as refused:
        inventory.checked(told, "hosts.yaml")
    assert sentence in str(refused.value)
    assert str(refused.value).startswith("hosts.yaml: ")


def test_an_inventory_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(WrongInventory, match="No such file"):
        inventory.read(tmp_path / "hosts.yaml")


def test_the_longest_pause_counts_from_the_fault_to_the_end() -> None:
    assert pause([1.0, 2.5, 3.0, 9.0], began=2.0, ended=5.0) == 2.0
    assert pause([], began=2.0, ended=5.0) == 3.0


def test_the_example_is_an_inventory() -> None:
    assert isinstance(inventory.read(EXAMPLE), Inventory)
