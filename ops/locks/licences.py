"""Writes down what Recount is made of: `ops/sbom.json` (CycloneDX), and the table in `ops/licences.md`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .locked import Locked, installed, licence, locked

OPS = Path(__file__).parents[1]
SBOM, LICENCES = OPS / "sbom.json", OPS / "licences.md"
HEADING = "| licence | packages |"

ELSEWHERE = "not installed where this was written"
"""What stands for the licence of a package that another machine needs, by its marker."""


def main() -> None:
    """Writes both."""
    packages = sorted(locked("run"))
    under = {package: licence(distribution) for package in packages if (distribution := installed(package))}
    SBOM.write_text(json.dumps(sbom(packages, under), indent=1) + "\n")
    before, _, _ = LICENCES.read_text().partition(HEADING)
    LICENCES.write_text(before + table(packages, under))


def sbom(packages: list[Locked], under: dict[Locked, str]) -> dict[str, Any]:
    """Returns a CycloneDX document of all *packages* and their hashes, reproducible without a time."""
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "recount", "licenses": [{"license": {"id": "MIT"}}]}
        },
        "components": [component(package, under.get(package)) for package in packages],
    }


def component(package: Locked, under: str | None) -> dict[str, Any]:
    """Returns what the document says of a package, and of the licence that it is *under*."""
    purl = f"pkg:pypi/{package.name}@{package.version}"
    fields: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "scope": "optional" if package.marker else "required",
        "hashes": [{"alg": "SHA-256", "content": one} for one in package.hashes],
    }
    return fields | ({"licenses": [{"expression": under}]} if under else {})


def table(packages: list[Locked], under: dict[Locked, str]) -> str:
    """Returns the licences with their packages, a line each."""
    names: dict[str, dict[str, None]] = {}
    for package in packages:
        names.setdefault(under.get(package, ELSEWHERE), {})[package.name] = None
    lines = [HEADING, "|---|---|", *(f"| {each} | {', '.join(names[each])} |" for each in sorted(names))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
