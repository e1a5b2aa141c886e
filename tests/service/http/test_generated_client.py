"""Clients generated from the document, and from nothing else: they type-check, and bots play with them."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import openapi_python_client
import pytest
from flask import Flask
from openapi_python_client.config import Config, ConfigFile, MetaType
from werkzeug.serving import make_server

from domain.games import GAMES
from tests.examples import TIMES

BOTS = Path(__file__).with_name("clients")

NOT_GENERATED = {
    ("GET /m/{match}/picture.png", "Unsupported content_type image/png"),
    ("GET /t/{tournament}/picture.png", "Unsupported content_type image/png"),
    ("GET /matches/{match}/photos/{sha256}", "Unsupported content_type image/jpeg"),
    ("GET /tournaments/{tournament}/photos", "Unsupported content_type application/zip"),
    ("GET /matches/{match}/review", "Unsupported content_type application/x-ndjson"),
    ("GET /matches/{match}/facts/{seq}/whatif", "Unsupported content_type application/x-ndjson"),
    ("POST /witness/add-checkpoint", "Unsupported content type text/plain"),
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
    """What the generator for Python complains of, having written `generated_client` beside *document*."""
    config = Config.from_sources(
        ConfigFile(post_hooks=[]),
        MetaType.NONE,
        document_source=document,
        file_encoding="utf-8",
        overwrite=False,
        output_path=document.with_name("generated_client"),
    )
    shutil.copy(BOTS / "bot.py", document.with_name("generated_bot.py"))
    return list(openapi_python_client.generate(config=config))


@pytest.fixture(scope="module")
def bot(document: Path, generated: list[Any]) -> Iterator[Any]:
    """The bot, which imports of the generated package what it plays with."""
    assert generated
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(document.parent)
        yield importlib.import_module("generated_bot")


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
    ran(sys.executable, "-m", "mypy", *how, "generated_bot.py", folder=document.parent)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_python_client_plays_a_match_with_facts_and_boards_of_its_types(
    bot: Any, address: str, game: str
) -> None:
    played = bot.plays(address, game)
    assert played.players == ["Ada", "Bo"]
    scene = bot.shown(played.match, bot.Client(base_url=address))
    assert (scene.game, scene.status.value, scene.seq) == (game, "over", played.seq)
    assert scene.ended.winners == played.winners
