"""The command demo for a first look at the service."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import click
import httpx

from domain.games import GAMES
from recount_client import Recount

from ..matches.http_player import Player
from ..observability import logging
from ..subprocesses import module_command

START_TIMEOUT_SECONDS = 60.0


@click.command("demo")
@click.option("--once", is_flag=True, help="End after the match, instead of serving on.")
@click.option("--port", default=8440, show_default=True, help="The port to serve on; 0 for any that is free.")
def run_demo(once: bool, port: int) -> None:
    """Starts the service, lets two bots play over HTTP, and shows the result."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # its end also ends the service
    port = port or _find_free_port()
    address = f"http://127.0.0.1:{port}"
    with _start_service(address, port) as process, Recount(address) as recount:
        visitor = Player(recount)
        click.echo(f"Recount serves at {address}")
        _play_match(visitor, Random(secrets.randbits(64)))
        _show_result(visitor)
        if not once:
            click.echo(f"\nLook at it in a browser: {address}/m/{visitor.match}")
            click.echo(f"The lobby: {address}   The API: {address}/docs   Ctrl-C ends it.")
            process.wait()


def _play_match(visitor: Player, rng: Random) -> None:
    claims = visitor.open_match(next(iter(GAMES)), {}, 2)
    click.echo(f"Match {visitor.match} is open; two bots take their seats.")
    bots = [visitor.claim_seat(seat, claim, f"bot-{seat}") for seat, claim in enumerate(claims)]
    for bot in bots:
        bot.reveal_nonce()
    answers = 0
    while (scene := visitor.get_view())["status"] == "playing":
        bot = bots[scene["question"]["seat"]]
        view = bot.get_view()
        reply = bot.answer_question(_choose_picks(view["question"], rng), view["seq"])
        answers += 1
        if answers % 10 == 0:
            click.echo(f"  {answers} answers, {reply['seq']} facts", nl=True)


def _choose_picks(question: dict[str, object], rng: Random) -> list[str]:
    """Returns random picks, and ends a turn only without another option."""
    options, minimum, maximum = question["options"], question["least"], question["most"]
    assert isinstance(options, list)
    assert isinstance(minimum, int)
    assert isinstance(maximum, int)
    busy = [option for option in options if option != "end"] or options
    return rng.sample(busy, min(len(busy), rng.randint(max(minimum, min(1, maximum)), maximum)))


def _show_result(visitor: Player) -> None:
    scene = visitor.get_view()
    lines = visitor.get_view("/narration")["items"]
    last = max(
        i for i, line in enumerate(lines) if line["text"].startswith("Round") and "begins" in line["text"]
    )
    click.echo("\nThe last round:")
    for line in lines[last:]:
        click.echo(f"  {line['seq']:>4}  {line['text']}" + (f"  [{line['rule']}]" if line["rule"] else ""))
    result, verdict = scene["ended"], visitor.get_view("/verification")
    winners = " and ".join(scene["players"][seat]["name"] for seat in result["winners"]) or "nobody: a draw"
    click.echo(f"\nResult: {' : '.join(map(str, result['scores']))} VP, won by {winners}.")
    click.echo(
        f"Verification: {verdict['answers']} answers decided again, {verdict['facts']} facts, "
        + ("all the same." if verdict["ok"] else f"a difference: {verdict['difference']}")
    )


@contextmanager
def _start_service(address: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = module_command("service", "serve", "--port", str(port))
    variables = {**os.environ, "RECOUNT_LOG": os.environ.get("RECOUNT_LOG") or logging.QUIET}
    process = subprocess.Popen(command, env=variables)
    try:
        _wait_until_ready(address, process)
        yield process
    except KeyboardInterrupt:
        click.echo("\nStopping.")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _wait_until_ready(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise click.ClickException("The service ended before it began; its message stands above.")
        try:
            if httpx.get(f"{address}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise click.ClickException(f"The service did not start within {START_TIMEOUT_SECONDS:.0f} seconds.")


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
