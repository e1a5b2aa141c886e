"""Scripts of the pages that need no browser, held to their tests in `tests/scripts` by Node."""

from __future__ import annotations

import subprocess
from pathlib import Path

SCRIPTS = Path(__file__).parents[1] / "scripts"


def test_scripts_do_what_their_tests_say() -> None:
    tests = [f'import "{each.as_uri()}";' for each in sorted(SCRIPTS.glob("*.test.mjs"))]
    assert tests
    all_of_them = [
        "node",
        "--input-type=module",
        "--eval",
        "".join(tests),
    ]  # `--test` starts a process for each
    done = subprocess.run(all_of_them, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
