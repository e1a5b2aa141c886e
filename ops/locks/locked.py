"""Locks: the packages that are installed, each by its version and the hashes of its files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from msgspec import Struct
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = Path(__file__).parents[1] / "locks"

SPELT = {
    "Apache 2.0": "Apache-2.0",
    "3-Clause BSD License": "BSD-3-Clause",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Licences as packages call them, and as SPDX does."""


class Locked(Struct, frozen=True, order=True):
    """A package in a lock; `marker` tells where it is installed, empty for everywhere."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def locked(lock: str) -> Iterator[Locked]:
    """Yields the packages of a lock, `run` or `test`."""
    for line in (LOCKS / f"{lock}.txt").read_text().replace("\\\n", " ").splitlines():
        text, *hashes = line.split("--hash=sha256:")
        if text.strip():
            requirement = Requirement(text.strip())
            [pin] = requirement.specifier
            marker = str(requirement.marker or "")
            yield Locked(requirement.name, pin.version, marker, tuple(one.strip() for one in hashes))


def installed(package: Locked) -> metadata.Distribution | None:
    """Returns *package* as it is installed here, if it is, in just that version."""
    try:
        distribution = metadata.distribution(package.name)
    except metadata.PackageNotFoundError:
        return None
    return distribution if distribution.version == package.version else None


def licence(distribution: metadata.Distribution) -> str:
    """Returns the licence of a package, an SPDX expression; raises `LookupError` for one that is unknown."""
    about = distribution.metadata
    if "License-Expression" in about:
        return about["License-Expression"]
    classes = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if "License ::" in line]
    for told in (*classes, *about.get_all("License", [])):
        if told in SPELT.values():
            return str(told)
        if told in SPELT:
            return SPELT[told]
    raise LookupError(f"{canonicalize_name(distribution.name)} names no licence that is known here")
