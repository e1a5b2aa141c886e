"""Child processes: they end with their parent, start together, and tell what they read as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
"""The top of the repository, where modules are found."""

PATIENCE = 20.0
"""Seconds that a child may take to end when it was told to."""
LIMIT = 120
"""Seconds that a child may live, unless it is given more."""

GO = "go\n"


@contextmanager
def running(
    command: Sequence[str],
    env: Mapping[str, str] | None = None,
    *,
    silent: bool = False,
    limit: int = LIMIT,
) -> Iterator[subprocess.Popen[str]]:
    """Runs *command* with *env* added to the environment; afterwards it is stopped, by force if need be.

    Neither its parent's death nor *limit* seconds does it outlive. With *silent*, its complaints are not
    shown.
    """
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig=TERM", "--", "timeout", f"--kill-after={PATIENCE}", str(limit), *command],
        cwd=ROOT,
        env={"RECOUNT_LOG": "quiet", **os.environ, **(env or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if silent else None,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def python(module: str, *arguments: object) -> list[str]:
    """Returns the command that runs *module* in a Python like this one."""
    return [sys.executable, "-m", module, *map(str, arguments)]


def told(command: Sequence[str], env: Mapping[str, str] | None = None, *, silent: bool = False) -> Any:
    """Runs *command* to its end and returns the JSON it printed."""
    with running(command, env, silent=silent) as process:
        printed, _ = process.communicate()
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
    return json.loads(printed)


def together(
    commands: Sequence[Sequence[str]],
    env: Mapping[str, str] | None = None,
    begin: Callable[[], object] = bool,
) -> list[Any]:
    """Runs *commands*, each a `main` of `meet`, side by side; returns the JSON that each printed.

    Calls *begin* when all are ready, before any goes on.
    """
    with ExitStack() as ending:
        popens = [ending.enter_context(running(command, env)) for command in commands]
        pipes = [(_pipe(process.stdin), _pipe(process.stdout)) for process in popens]
        for _, out in pipes:
            if out.readline() != GO:
                raise RuntimeError("a child ended before it began; its complaint stands above")
        begin()
        for into, _ in pipes:
            into.write(GO)
            into.flush()
        told = [out.readline() for _, out in pipes]
        if not all(told):
            raise RuntimeError("a child ended before it told what it read; its complaint stands above")
        return [json.loads(line) for line in told]


def meet(main: Callable[[Callable[[], None]], object]) -> None:
    """Runs *main* in a child and prints what it returns; *main* calls its argument to wait for the others."""

    def ready() -> None:
        sys.stdout.write(GO)
        sys.stdout.flush()
        sys.stdin.readline()

    sys.stdout.write(json.dumps(main(ready)) + "\n")
    sys.stdout.flush()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
