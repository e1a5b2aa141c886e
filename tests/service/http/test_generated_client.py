"""Clients generated from the document, and from nothing else: they type-check, and bots play with them."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import openapi_python_client
import pytest
from flask import Flask
from openapi_python_client.config import Config, ConfigFile, MetaType
from werkzeug.serving import make_server

from domain.games import GAMES
from service.app import services_of
from tests.examples import TIMES

ROOT = Path(__file__).parents[3]
BOTS = Path(__file__).with_name("clients")
NODE_MODULES = ROOT / "ops" / "scripts" / "node_modules"

NOT_GENERATED = {
    ("GET /m/{match}/picture.png", "Unsupported content_type image/png"),
    ("GET /t/{tournament}/picture.png", "Unsupported content_type image/png"),
    ("GET /matches/{match}/review", "Unsupported content_type application/x-ndjson"),
    ("GET /matches/{match}/facts/{seq}/whatif", "Unsupported content_type application/x-ndjson"),
    ("PUT /witness/{house}", "Unsupported content type text/plain"),
    ("POST /imports", "Unsupported content type text/plain"),
    *(
        (f"POST /tournaments/{{tournament}}/roster{what}", f"Unsupported content type text/{kind}")
        for what in ("", "/preview")
        for kind in ("csv", "plain", "tab-separated-values")
    ),
}
"""What the generator for Python leaves out: it sends no files but JSON, and reads JSON and text."""


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """Where the API is."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{server.port}/api/v1"
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.fixture(scope="module")
def document(application: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document, as a file in a folder of its own."""
    file = tmp_path_factory.mktemp("generated") / "openapi.json"
    file.write_bytes(application.test_client().get("/api/v1/openapi.json").data)
    return file


@pytest.fixture(scope="module")
def generated(document: Path) -> list[Any]:
    """What the generator for Python complains of, having written `recount_client` beside *document*."""
    config = Config.from_sources(
        ConfigFile(post_hooks=[]),
        MetaType.NONE,
        document_source=document,
        file_encoding="utf-8",
        overwrite=False,
        output_path=document.with_name("recount_client"),
    )
    shutil.copy(BOTS / "bot.py", document.with_name("recount_bot.py"))
    return list(openapi_python_client.generate(config=config))


@pytest.fixture(scope="module")
def client(document: Path, generated: list[Any]) -> Iterator[Any]:
    """The generated package: its clients, its models, and a function for each operation, by its name."""
    assert generated
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(document.parent)
        package = importlib.import_module("recount_client")
        operations = {
            path.stem: importlib.import_module(f"recount_client.api.{path.parent.name}.{path.stem}")
            for path in document.parent.glob("recount_client/api/*/[a-z]*.py")
        }
        yield SimpleNamespace(
            Client=package.Client,
            AuthenticatedClient=package.AuthenticatedClient,
            bot=importlib.import_module("recount_bot"),
            models=importlib.import_module("recount_client.models"),
            **operations,
        )


def ran(*command: object, folder: Path) -> str:
    """Returns what *command* prints, run in *folder*; fails with it unless all is well."""
    done = subprocess.run(
        [*map(str, command)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_a_python_client_is_generated_without_settings_and_type_checks(
    document: Path, generated: list[Any]
) -> None:
    for one in generated:
        assert any(path in one.header and why in str(one.detail) for path, why in NOT_GENERATED), one
    assert len(generated) == len(NOT_GENERATED)
    # What was checked before, here or by `ops/check types`, is not checked again; and what is generated is
    # read for its types alone, but for the nights, for to check hundreds of modules takes half a minute.
    # The cache is not that of `ops/check types`: with other options each would forget what the other knew.
    how = (
        "--strict",
        "--cache-dir",
        Path("~/.cache/recount/mypy-clients").expanduser(),
        *(["--follow-imports=silent"] if TIMES == 1 else []),
    )
    ran(sys.executable, "-m", "mypy", *how, "recount_bot.py", folder=document.parent)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_python_client_plays_a_match_with_facts_and_boards_of_its_types(
    client: Any, address: str, game: str
) -> None:
    played = client.bot.plays(address, game)
    public = client.Client(base_url=address)
    assert played.players == ["Ada", "Bo"]
    scene = client.get_match.sync(played.match, client=public)
    assert (scene.game, scene.status.value, scene.seq) == (game, "over", played.seq)
    assert scene.ended.winners == played.winners
    found = client.verify_match.sync(played.match, client=public)
    assert (found.ok, found.answers, found.facts) == (True, scene.ply, played.seq)


def test_typescript_is_generated_without_settings_and_a_bot_plays_with_its_types(
    document: Path, address: str
) -> None:
    folder = document.parent
    ran(NODE_MODULES / ".bin/openapi-typescript", document, "-o", "recount.d.ts", folder=folder)
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(BOTS / "bot.ts", folder)
    tsc = NODE_MODULES / "typescript-native/bin/tsc"
    strict = ("--strict", "--target", "es2023", "--module", "nodenext", "--lib", "es2023,dom,dom.iterable")
    ran(tsc, *strict, "--types", "", "bot.ts", folder=folder)
    played = json.loads(ran("node", "bot.js", address, folder=folder))
    assert played["ply"] >= 40
    assert played["told"] == played["stands"]


def test_a_generated_client_runs_a_tournament(client: Any, address: str, app: Flask) -> None:
    models, token = client.models, services_of(app).api_tokens.issue("desk", ["organize"]).token
    desk = client.AuthenticatedClient(base_url=address, token=token)
    stage = models.Stage(format_=models.StageFormat.SWISS, rounds=3)
    plan = models.NewTournament(title="Spring Open", game="arena", stages=[stage])
    tournament = client.create_tournament.sync(client=desk, body=plan).tournament

    def does(command: Any) -> Any:
        done = client.run_tournament_command.sync(tournament, client=desk, body=command)
        assert isinstance(done, models.CommandReply), done
        return done

    players = [models.Entrant(name=name) for name in ("Ada", "Bo")]
    registered = does(models.Register("register", players))
    assert [len(one.token) for one in registered.tokens] == [43, 43]
    does(models.Pair("pair", 1))
    does(models.Publish("publish", 1, 1))
    does(models.Start("start", 1, 1))
    does(models.Enter("enter", 1, 1, 1, models.Result(places=[1, 2])))
    standings = client.get_standings.sync(tournament, client=desk)
    assert [row.points for row in standings.standings] == [3, 0]


def test_a_refusal_is_a_problem_that_a_generated_client_can_read(client: Any, address: str) -> None:
    models, public = client.models, client.Client(base_url=address)
    opened = client.create_match.sync(client=public, body=models.ArenaNewMatch("arena"))
    stranger = client.AuthenticatedClient(base_url=address, token="not-a-token")
    refused = client.answer.sync(
        opened.match, client=stranger, body=models.Answer(picks=["e1"]), if_match='"1"'
    )
    assert isinstance(refused, models.Problem)
    assert (refused.status, refused.type_) == (401, "/api/v1/problems/unknown-token")
