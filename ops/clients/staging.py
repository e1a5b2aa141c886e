"""Completes the sources of both clients with the modules that generators make of the document."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ops.release.versions import npm_version, product_version

from .operations import operations_module

CLIENTS = Path(__file__).parent
ROOT = CLIENTS.parents[1]
NODE_MODULES = ROOT / "ops/scripts/node_modules"
TSC = NODE_MODULES / "typescript-native/bin/tsc"
RUFF = Path(sys.executable).with_name("ruff")
TYPES = (
    *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict"),
    *("--target-python-version", "3.11", "--no-use-closed-typed-dict", "--use-schema-description"),
    *("--disable-timestamp", "--formatters", "builtin", "--output"),
)
"""Options of the generator of types. Type checkers do not know closed typed dictionaries yet (PEP 728)."""


def stage_python(folder: Path, document: Mapping[str, Any]) -> None:
    """Writes the sources of the Python package into *folder*."""
    source = _copy("python", folder, document)
    (folder / "VERSION").write_text(product_version())
    types, operations = (folder / "recount_client" / name for name in ("types.py", "api.py"))
    run([sys.executable, "-m", "datamodel_code_generator", "--input", source, *TYPES, types])
    operations.write_text(operations_module(json.loads(source.read_text())))
    run([RUFF, "format", "--quiet", "--config", ROOT / "pyproject.toml", "--no-cache", operations])


def stage_typescript(folder: Path, document: Mapping[str, Any]) -> None:
    """Writes the sources of the TypeScript package into *folder*, and compiles them."""
    source = _copy("typescript", folder, document)
    package = folder / "package.json"
    fields = {**json.loads(package.read_text()), "version": npm_version(product_version())}
    package.write_text(json.dumps(fields, indent=2))
    run([NODE_MODULES / ".bin/openapi-typescript", source, "--output", folder / "src/schema.ts"])
    run([TSC, "--project", folder])


def run(command: list[Any], folder: Path = ROOT) -> None:
    """Runs *command* in *folder*; raises `CalledProcessError` unless all is well."""
    subprocess.run([*map(str, command)], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _copy(client: str, folder: Path, document: Mapping[str, Any]) -> Path:
    """Copies the sources of *client* to *folder*, and returns the file of the document beside it.

    Paths beside the API (health, metrics, pictures) have servers of their own: no client calls them.
    """
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CLIENTS / client, folder, ignore=ignored, dirs_exist_ok=True)
    shutil.copy(ROOT / "LICENSE", folder)
    paths = {path: item for path, item in document["paths"].items() if "servers" not in item}
    source = folder.with_name("openapi.json")
    source.write_text(json.dumps({**document, "paths": paths}))
    return source
