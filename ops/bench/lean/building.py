"""Building: the client is compiled by the machine's gcc, once for each state of its sources."""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

COMPILER = "gcc"
SOURCES = Path(__file__).parent
BUILDING_SECONDS = 60.0
"""How long the compiler may take."""


def build() -> Path | None:
    """Returns the program; `None` where gcc makes none, or the temporary folder lets nothing be executed.

    It stays in a folder of this user among the temporary ones, and its name has the digest of its sources.
    """
    if (compiler := shutil.which(COMPILER)) is None:
        return None
    folder = Path(gettempdir(), f"recount-lean-{os.geteuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.geteuid():
        raise PermissionError(f"“{folder}” belongs to another user: remove it, or set another TMPDIR.")
    program = folder / f"client-{_digest()}"
    if not program.exists():
        with TemporaryDirectory(dir=folder) as temporary:
            path = Path(temporary, "client")
            command = [compiler, "-O2", "-o", str(path), str(SOURCES / "client.c")]
            if subprocess.run(command, check=False, timeout=BUILDING_SECONDS).returncode:
                return None
            path.replace(program)
    return program if os.access(program, os.X_OK) else None


def _digest() -> str:
    sources = sorted([*SOURCES.glob("*.c"), *SOURCES.glob("*.h")])
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]
