"""What is installed is what is locked: hashes, the document of it all (CycloneDX), and licences."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ops.locks.licences import (
    HEADING,
    LICENCES,
    LOCKS,
    SBOM,
    UNKNOWN,
    find_distribution,
    find_licence,
    read_lock,
)

PROJECT: dict[str, Any] = tomllib.loads((LOCKS.parents[1] / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
SCRIPTS = LOCKS.parent / "scripts"
AGAIN = "what is wanted has changed: run ops/do lock"

EXPLAINED = {"certifi", "numpy", "psycopg", "psycopg-binary", "psycopg-pool"}
"""Packages under licences that ask for more than to be named: the page says why that is fine."""
PERMISSIVE = {
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "PSF-2.0",
}


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("run", [*PROJECT["dependencies"], *EXTRAS["traces"]]),
        ("test", PROJECT["dependencies"] + EXTRAS["dev"]),
    ],
)
def test_a_lock_holds_what_the_project_asks_for_and_hashes_of_every_package(
    lock: str, wanted: list[str]
) -> None:
    found = {canonicalize_name(package.name): package for package in read_lock(lock)}
    for told in wanted:
        if (one := Requirement(told)).name != PROJECT["name"]:
            package = found[canonicalize_name(one.name)]
            assert one.specifier.contains(package.version), f"{told}: {AGAIN}"
    for package in found.values():
        assert all(re.fullmatch("[0-9a-f]{64}", one) for one in package.hashes), package.name
        assert package.hashes, package.name


def test_locks_agree_and_name_no_place_to_take_packages_from() -> None:
    tested = {(package.name, package.version) for package in read_lock("test")}
    assert {(package.name, package.version) for package in read_lock("run")} <= tested, AGAIN
    for lock in LOCKS.glob("*.txt"):
        assert "://" not in lock.read_text()
        assert "index" not in lock.read_text()


def test_what_checks_the_scripts_is_locked_by_version_and_hash() -> None:
    wanted = json.loads((SCRIPTS / "package.json").read_text())["devDependencies"]
    packages = json.loads((SCRIPTS / "package-lock.json").read_text())["packages"]
    versions = {
        name: told.rpartition("@")[2] for name, told in wanted.items()
    }  # after another name, if it has one
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == versions, AGAIN
    for name, package in packages.items():
        assert "resolved" not in package, f"{name} names a place to take it from"
        assert not name or package["integrity"].startswith("sha512-"), name


def test_what_is_installed_here_is_what_is_locked() -> None:
    here = [package for package in read_lock("run") if not package.marker]
    assert [package.name for package in here if find_distribution(package) is None] == []


def test_the_document_tells_of_every_package_with_its_hashes() -> None:
    told = json.loads(SBOM.read_text())
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    parts = {
        (part["name"], part["version"], *(one["content"] for one in part["hashes"]))
        for part in told["components"]
    }
    assert parts == {(one.name, one.version, *one.hashes) for one in read_lock("run")}, AGAIN
    assert all(part["purl"].endswith(f"/{part['name']}@{part['version']}") for part in told["components"])


def test_every_licence_is_listed_and_those_that_ask_for_more_are_explained() -> None:
    before, _, table = LICENCES.read_text().partition(HEADING)
    names = {row[0]: row[1].split(", ") for row in re.findall(r"^\| (.+) \| (.+) \|$", table, re.M)}
    asking = set[str]()
    for package in read_lock("run"):
        distribution = find_distribution(package)
        under = find_licence(distribution) if distribution else UNKNOWN
        assert package.name in names[under], f"{package.name}: {AGAIN}"
        if distribution and not any(each <= PERMISSIVE for each in choices(under)):
            asking.add(package.name)
    assert asking == EXPLAINED
    assert all(name in before for name in asking)


def choices(expression: str) -> list[set[str]]:
    """Returns the licences of an SPDX expression: those that hold together, for each choice there is."""
    return [set(choice.strip("()").split(" AND ")) for choice in expression.split(" OR ")]


def test_the_project_has_a_licence_of_its_own() -> None:
    assert PROJECT["license"] == "MIT"
    assert (Path(__file__).parents[1] / "LICENSE").read_text().startswith("MIT License")
