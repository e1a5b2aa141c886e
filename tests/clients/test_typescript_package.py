"""The TypeScript package as it is built: it type-checks, and programs run with it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from recount_client import Call, Recount
from tests.browser.serving import Served

from .test_calls import ids
from .test_webhooks import BODY, NEW, OLD, headers

PROGRAM = Path(__file__).with_name("programs") / "play.ts"
OPEN = Call[dict[str, Any]]("POST", "/api/v1/matches", body={"game": "arena"})


def output(program: Path, *words: str) -> Any:
    """Returns the JSON that a program prints last."""
    command = ["node", str(program), *words]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])


def test_a_bot_plays_a_match(program: Path, service: Served) -> None:
    played = output(program, "play", service.url)
    assert played["ply"] == 40
    assert played["points"] == played["board"]


@pytest.mark.parametrize("token", ["organize", ""])
def test_a_match_whose_reply_was_lost_is_opened_once(
    program: Path, desk: Recount, service: Served, tokens: dict[str, str], token: str
) -> None:
    before = ids(desk)
    opened = output(program, "lose", service.url, tokens.get(token, ""))
    assert opened["lost"] >= 1
    assert set(opened["matches"]) - before == {opened["opened"]}
    assert len(opened["matches"]) == len(before) + 1


def test_a_refusal_is_a_problem(program: Path, service: Served) -> None:
    assert output(program, "refuse", service.url)[:2] == [404, "unknown-match"]


def test_webhooks_are_verified(program: Path) -> None:
    secrets = json.dumps([NEW, OLD])
    assert output(program, "verify", BODY, json.dumps(headers(OLD)), secrets) == json.loads(BODY)
    refusal = output(program, "verify", BODY + " ", json.dumps(headers(OLD)), secrets)
    assert refusal == "No signature of the message is made with a secret given here."
