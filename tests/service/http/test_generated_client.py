"""A client that was generated from the document, and from nothing else, plays whole matches over HTTP."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from random import Random
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

TEXT = dict.fromkeys(("application/x-ndjson", "text/event-stream"), "text/plain")
"""What the generator has to be told of: types that are read as text, or line by line."""

LONGEST = 120
"""After so many answers somebody gives up: the next hundreds are of the kinds that have been read."""


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """Where the service is."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.fixture(scope="module")
def client(application: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The generated package: its clients, its models, and a function for each operation, by its name."""
    folder = tmp_path_factory.mktemp("generated")
    name = folder.name
    document = folder / "openapi.json"
    document.write_bytes(application.test_client().get("/openapi.json").data)
    config = Config.from_sources(
        ConfigFile(content_type_overrides=TEXT, post_hooks=[]),
        MetaType.NONE,
        document_source=document,
        file_encoding="utf-8",
        overwrite=False,
        output_path=folder / name,
    )
    complaints = [(one.header, one.detail) for one in openapi_python_client.generate(config=config)]
    # It sends no files but JSON; everything else it can do.
    text = "Unsupported content type text/plain"
    assert complaints == [
        ("WARNING parsing PUT /witness/{house} within witnessing. Endpoint will not be generated.", text),
        ("WARNING parsing POST /imports within imports.", text),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        package = importlib.import_module(name)
        operations = {
            path.stem: importlib.import_module(f"{name}.api.{path.parent.name}.{path.stem}")
            for path in (folder / name / "api").glob("*/*_*.py")
            if path.stem != "__init__"
        }
        models = importlib.import_module(f"{name}.models")
        yield SimpleNamespace(
            Client=package.Client,
            AuthenticatedClient=package.AuthenticatedClient,
            models=models,
            **operations,
        )


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_generated_client_plays_a_match(client: Any, address: str, game: str) -> None:
    models, public = client.models, client.Client(base_url=address)

    def bearer(token: str) -> Any:
        return client.AuthenticatedClient(base_url=address, token=token)

    opened = client.matches_open_match.sync(
        client=public, body=models.NewMatch(game=models.NewMatchGame(game), seats=2)
    )
    match, luck = opened.match, Random(7)
    seats = []
    for seat, (claim, name) in enumerate(zip(opened.claims, ("Ada", "Bo"), strict=True)):
        taken = client.seats_claim.sync(
            match, seat, client=bearer(claim), body=models.Claim(player=name, nonce="7f3a")
        )
        assert taken.seat == seat
        seats.append(bearer(taken.token))
    question, seq = taken.question, taken.seq
    while question is not None:
        player = seats[question.seat]
        if not question.options:  # it is for the other seat to know
            question = client.matches_show.sync(match, client=player).question
        picks = luck.sample(question.options, luck.randint(question.least, question.most))
        reply = client.answers_answer.sync(
            match, client=player, body=models.Answer(picks=picks), if_match=f'"{seq}"'
        )
        assert isinstance(reply, models.Reply), reply
        question, seq = reply.question, reply.seq
        if question is not None and reply.ply >= LONGEST:
            reply = client.agreements_concede.sync(match, client=player)
            question, seq = reply.question, reply.seq
    scene = client.matches_show.sync(match, client=public)
    assert (scene.status.value, scene.seq, scene.players) == ("over", seq, ["Ada", "Bo"])
    page = client.facts_show.sync(match, client=public, limit=5000)
    assert [fact.seq for fact in page.facts] == [*range(1, seq + 1)]
    assert page.facts[-1].event.additional_properties["winners"] == scene.ended.winners
    found = client.verification_show.sync(match, client=public)
    assert (found.ok, found.answers, found.facts) == (True, reply.ply, seq)


def test_a_generated_client_runs_a_tournament(client: Any, address: str, app: Flask) -> None:
    models, token = client.models, services_of(app).api_tokens.issue("desk", ["organize"]).token
    desk = client.AuthenticatedClient(base_url=address, token=token)
    stage = models.Stage(format_=models.StageFormat.SWISS, rounds=3)
    plan = models.NewTournament(title="Spring Open", game="arena", stages=[stage])
    tournament = client.tournaments_open_tournament.sync(client=desk, body=plan).tournament

    def does(command: Any) -> Any:
        done = client.organizing_command.sync(tournament, client=desk, body=command)
        assert isinstance(done, models.CommandReply), done
        return done

    players = [models.Entrant(name=name) for name in ("Ada", "Bo")]
    registered = does(models.Register(models.RegisterType.REGISTER, players))
    assert [len(one.token) for one in registered.tokens] == [43, 43]
    does(models.Pair(models.PairType.PAIR, 1))
    does(models.Publish(models.PublishType.PUBLISH, 1, 1))
    does(models.Start(models.StartType.START, 1, 1))
    does(models.Enter(models.EnterType.ENTER, 1, 1, 1, models.Result(places=[1, 2])))
    standings = client.ranking_show_standings.sync(tournament, client=desk)
    assert [row.points for row in standings.standings] == [3, 0]


def test_a_refusal_is_a_problem_that_a_generated_client_can_read(client: Any, address: str) -> None:
    models, public = client.models, client.Client(base_url=address)
    opened = client.matches_open_match.sync(
        client=public, body=models.NewMatch(game=models.NewMatchGame.ARENA)
    )
    stranger = client.AuthenticatedClient(base_url=address, token="not-a-token")
    refused = client.answers_answer.sync(
        opened.match, client=stranger, body=models.Answer(picks=["e1"]), if_match='"1"'
    )
    assert isinstance(refused, models.Problem)
    assert (refused.status, refused.type_) == (401, "/problems/unknown-token")
