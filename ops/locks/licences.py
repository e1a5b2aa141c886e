"""Writes the locked packages to `ops/sbom.json` (CycloneDX), and their licences to `ops/licences.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from msgspec import Struct
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OPS = Path(__file__).parents[1]
SBOM, LICENCES, LOCKS = OPS / "sbom.json", OPS / "licences.md", OPS / "locks"
HEADING = "| licence | packages |"
UNKNOWN = "not installed where this was written"
"""The licence of a package for other machines."""
SPDX_NAMES = {
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
"""Names of licences in metadata, and their SPDX identifiers."""
MIT_GRANT = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"
"""The first words of the licence of a package that brings its text alone."""


class Package(Struct, frozen=True, order=True):
    """A package in a lock; `marker` limits the machines, and is empty for all."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def read_lock(name: str) -> Iterator[Package]:
    """Yields the packages of the lock `run` or `test`."""
    for line in (LOCKS / f"{name}.txt").read_text().replace("\\\n", " ").splitlines():
        text, *hashes = line.split("--hash=sha256:")
        if text.strip():
            requirement = Requirement(text.strip())
            [pin] = requirement.specifier
            marker, digests = str(requirement.marker or ""), tuple(digest.strip() for digest in hashes)
            yield Package(requirement.name, pin.version, marker, digests)


def find_distribution(package: Package) -> metadata.Distribution | None:
    """Returns *package* as installed here; `None` for another version or none."""
    try:
        distribution = metadata.distribution(package.name)
    except metadata.PackageNotFoundError:
        return None
    return distribution if distribution.version == package.version else None


def find_licence(distribution: metadata.Distribution) -> str:
    """Returns the SPDX expression of a package; raises `LookupError` for an unknown licence."""
    fields = distribution.metadata
    if "License-Expression" in fields:
        return fields["License-Expression"]
    classifiers = fields.get_all("Classifier", [])
    names = [line.rpartition(" :: ")[2] for line in classifiers if "License ::" in line]
    for name in (*names, *fields.get_all("License", [])):
        if name in SPDX_NAMES.values():
            return str(name)
        if name in SPDX_NAMES:
            return SPDX_NAMES[name]
    texts = [distribution.read_text(f"licenses/{file}") or "" for file in fields.get_all("License-File", [])]
    if any(MIT_GRANT in text for text in texts):
        return "MIT"
    raise LookupError(f"{canonicalize_name(distribution.name)} has no known licence.")


def main() -> None:
    """Writes both files."""
    packages = sorted(read_lock("run"))
    distributions = {package: find_distribution(package) for package in packages}
    licences = {package: find_licence(found) for package, found in distributions.items() if found}
    SBOM.write_text(json.dumps(make_sbom(packages, licences), indent=1) + "\n")
    before, _, _ = LICENCES.read_text().partition(HEADING)
    LICENCES.write_text(before + make_table(packages, licences))


def make_sbom(packages: Sequence[Package], licences: Mapping[Package, str]) -> dict[str, Any]:
    """Returns a CycloneDX document of all *packages* and their hashes, reproducible without a time."""
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "recount", "licenses": [{"license": {"id": "MIT"}}]}
        },
        "components": [_component(package, licences.get(package)) for package in packages],
    }


def _component(package: Package, licence: str | None) -> dict[str, Any]:
    purl = f"pkg:pypi/{package.name}@{package.version}"
    fields: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "scope": "optional" if package.marker else "required",
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.hashes],
    }
    return fields | ({"licenses": [{"expression": licence}]} if licence else {})


def make_table(packages: Sequence[Package], licences: Mapping[Package, str]) -> str:
    """Returns a line for each licence with its packages."""
    names: dict[str, dict[str, None]] = {}
    for package in packages:
        names.setdefault(licences.get(package, UNKNOWN), {})[package.name] = None
    lines = [
        HEADING,
        "|---|---|",
        *(f"| {licence} | {', '.join(names[licence])} |" for licence in sorted(names)),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
