"""Builds the files of a release; of one commit, each time the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import msgspec

from ops.contract.baselines import own_contract
from ops.locks.licences import SBOM

from .manuals import ROOT, write_manuals

Environment: TypeAlias = Mapping[str, str]

SUMS = "SHA256SUMS"
VERB = (sys.executable, "-m", "ops")
_BACKEND = "import sys; sys.path.insert(0, 'ops/packaging'); import backend; backend.{hook}(sys.argv[1])"


def build(folder: Path, version: str, steps: Iterable[str] | None = None) -> Iterator[str]:
    """Builds the files of *version* in *folder*, and their sums; yields each of the *steps*."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": _commit_time()}
    for step in STEPS if steps is None else steps:
        STEPS[step](folder, version, environment)
        yield step
    (folder / SUMS).write_text(checksums(folder), "utf-8")


def _build_packages(folder: Path, version: str, environment: Environment) -> None:
    build_wheel(build_sdist(folder, environment), environment)


def _build_verifiers(folder: Path, version: str, environment: Environment) -> None:
    _run([*VERB, "verifier", str(folder)], ROOT, environment)


def _build_clients(folder: Path, version: str, environment: Environment) -> None:
    _run([*VERB, "clients", str(folder)], ROOT, environment)


def _write_manuals(folder: Path, version: str, environment: Environment) -> None:
    write_manuals(folder / "manual")


def _write_contract(folder: Path, version: str, environment: Environment) -> None:
    contract = msgspec.json.format(msgspec.json.encode(own_contract()), indent=2)
    (folder / f"openapi-{version}.json").write_bytes(contract + b"\n")


def _write_sbom(folder: Path, version: str, environment: Environment) -> None:
    (folder / f"sbom-{version}.json").write_text(sbom(version), "utf-8")


STEPS: Mapping[str, Callable[[Path, str, Environment], None]] = {
    "sdist and wheel": _build_packages,
    "offline verifiers": _build_verifiers,
    "clients": _build_clients,
    "manuals": _write_manuals,
    "OpenAPI document": _write_contract,
    "SBOM": _write_sbom,
}


def build_sdist(folder: Path, environment: Environment) -> Path:
    """Builds the sdist in *folder* and returns its file."""
    _run([sys.executable, "-c", _BACKEND.format(hook="build_sdist"), str(folder)], ROOT, environment)
    [sdist] = folder.glob("recount-*.tar.gz")
    return sdist


def build_wheel(sdist: Path, environment: Environment) -> None:
    """Builds the wheel beside the *sdist* that it is made of."""
    with TemporaryDirectory() as sources:
        _run(["tar", "--extract", "--file", str(sdist), "--directory", sources], ROOT, environment)
        [top] = Path(sources).iterdir()
        command = [sys.executable, "-c", _BACKEND.format(hook="build_wheel"), str(sdist.parent)]
        _run(command, top, environment)


def sbom(version: str) -> str:
    """Returns the document of all dependencies (CycloneDX) as that of *version*."""
    document = json.loads(SBOM.read_text("utf-8"))
    component = document["metadata"]["component"]
    document["metadata"]["component"] = {
        "type": component["type"],
        "name": component["name"],
        "version": version,
    }
    document["metadata"]["component"] |= component
    return json.dumps(document, indent=1) + "\n"


def checksums(folder: Path) -> str:
    """Returns a line for each file below *folder*, as `sha256sum --check` reads it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SUMS)
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in files
    )


def _commit_time() -> str:
    """Returns the time of the commit, in seconds since 1970."""
    return _run(["git", "log", "-1", "--format=%ct"], ROOT, os.environ).strip()


def _run(command: list[str], folder: Path, environment: Environment) -> str:
    """Returns the output of *command*; modes of files, which archives hold, are the same for all users."""
    return subprocess.run(
        command, cwd=folder, env=environment, umask=0o022, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
