"""Completes the sources of both clients with the modules that generators make of the document."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from ops.releases.versions import product_version

from .operations import operations_module

CLIENTS = Path(__file__).parent
ROOT = CLIENTS.parents[1]
TYPES = (
    *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict"),
    *("--target-python-version", "3.11", "--no-use-closed-typed-dict", "--use-schema-description"),
    *("--disable-timestamp", "--formatters", "builtin", "--output"),
)
"""Options of the generator of types. Type checkers do not know closed typed dictionaries yet (PEP 728)."""
RUFF = Path(sys.executable).with_name("ruff")


def stage_python(folder: Path, document: dict[str, Any]) -> Path:
    """Writes the sources of the Python package into *folder* and returns that of its modules."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CLIENTS / "python", folder, ignore=ignored, dirs_exist_ok=True)
    shutil.copy(ROOT / "LICENSE", folder)
    (folder / "VERSION").write_text(product_version())
    package = folder / "recount_client"
    source = folder / "openapi.json"
    source.write_text(json.dumps(document))
    run([sys.executable, "-m", "datamodel_code_generator", "--input", source, *TYPES, package / "types.py"])
    (package / "api.py").write_text(operations_module(document))
    run([RUFF, "format", "--quiet", "--config", ROOT / "pyproject.toml", "--no-cache", package / "api.py"])
    source.unlink()
    return package


def run(command: list[Any], folder: Path = ROOT) -> None:
    """Runs *command* in *folder*; raises `CalledProcessError` unless all is well."""
    subprocess.run([*map(str, command)], cwd=folder, check=True)
