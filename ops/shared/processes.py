"""Child processes, and the memory and processor time of processes as the kernel counts them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
"""The top of the repository, the working directory of each child."""
END_SECONDS = 20.0
"""Time for a child to end after SIGTERM."""
LIFE_SECONDS = 120
"""Longest life of a child by default."""
START_SECONDS = 60.0
"""Time for a service to start."""
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")

GO = "go\n"
"""The line by which parent and child agree to begin."""


@contextmanager
def running(
    command: Sequence[str],
    env: Mapping[str, str] | None = None,
    *,
    silent: bool = False,
    limit: int = LIFE_SECONDS,
) -> Iterator[subprocess.Popen[str]]:
    """Runs *command* with the variables *env* added, and stops it afterwards.

    The kernel ends it with its parent, and `timeout` after *limit* seconds. *silent* discards its standard
    error.
    """
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig=TERM", "--", "timeout", f"--kill-after={END_SECONDS}", str(limit), *command],
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
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def serving(
    command: list[str],
    env: Mapping[str, str],
    address: str,
    limit: int = LIFE_SECONDS,
    *,
    silent: bool = False,
) -> Iterator[subprocess.Popen[str]]:
    """Runs *command* as `running` does, and yields once *address* answers."""
    deadline = time.monotonic() + START_SECONDS
    with running(command, env, silent=silent, limit=limit) as process:
        while not _answers(address):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{' '.join(command)} does not serve")
            time.sleep(0.05)
        yield process


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5):
            return True
    except OSError:
        return False


def free_port() -> int:
    """Returns an unused port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def python(module: str, *arguments: object) -> list[str]:
    """Returns the command that runs *module* in this Python."""
    return [sys.executable, "-m", module, *map(str, arguments)]


def run_json(command: Sequence[str], env: Mapping[str, str] | None = None) -> Any:
    """Runs *command* to its end and returns its output, JSON."""
    with running(command, env) as process:
        output, _ = process.communicate()
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
    return json.loads(output)


def run_together(commands: Sequence[Sequence[str]], env: Mapping[str, str] | None = None) -> list[Any]:
    """Runs *commands*, each a `run_child`, side by side from one moment; returns the result of each."""
    with ExitStack() as ending:
        pipes = [pipes_of(ending.enter_context(running(command, env))) for command in commands]
        for _, output in pipes:
            read_line(output)
        for input_, _ in pipes:
            send_go(input_)
        return [json.loads(read_line(output)) for _, output in pipes]


def run_child(main: Callable[[Callable[[], None]], object]) -> None:
    """Runs *main* in a child, and prints its result; *main* calls its argument to wait for the parent."""

    def wait() -> None:
        send_go(sys.stdout)
        sys.stdin.readline()

    sys.stdout.write(json.dumps(main(wait)) + "\n")
    sys.stdout.flush()


def pipes_of(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    """Returns standard input and output of *process*."""
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def send_go(pipe: IO[str]) -> None:
    """Tells the other side to begin."""
    pipe.write(GO)
    pipe.flush()


def read_line(output: IO[str]) -> str:
    """Returns the next line of a child; raises `RuntimeError` when the child has ended."""
    line = output.readline()
    if not line:
        raise RuntimeError("A child ended early. Its error is above.")
    return line


def tree(pids: Iterable[int]) -> Iterator[int]:
    """Yields *pids* and all their descendants."""
    for pid in pids:
        yield pid
        with suppress(OSError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                yield from tree(map(int, (thread / "children").read_text().split()))


def children_by_program(*names: str) -> list[int]:
    """Returns the children of this process that run one of the programs *names*."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in children if Path(f"/proc/{pid}/comm").read_text().strip() in names]


def memory_bytes(pids: Iterable[int]) -> int:
    """Returns the resident memory of *pids* and their descendants; shared pages count for each."""
    statm = (Path(f"/proc/{pid}/statm").read_text() for pid in tree(pids))
    return sum(PAGE_BYTES * int(line.split()[1]) for line in statm)


def busy_seconds(pids: Iterable[int]) -> float:
    """Returns the processor time of *pids* and their descendants, without that of ended threads."""
    threads = (thread for pid in tree(pids) for thread in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
