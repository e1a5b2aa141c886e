"""The journal: a line for each request, tracebacks of what went wrong, and no secret anywhere."""

from __future__ import annotations

import errno
import logging
import re
from collections.abc import Callable, Iterator
from random import Random
from threading import Event

import msgspec
import pytest

from domain.errors import Drift
from domain.model import Asked
from projections.bus import LocalBus
from projections.match_views import MatchViews
from projections.runner import Runner
from projections.view_store import ViewStoreUnavailable
from service.bootstrap import Services
from service.evidence.audit import audit_record
from service.http.middleware import access_log
from service.observability import logging as journal
from service.settings import Settings
from tests.service.client import Api, Json, Pair, json_of
from tests.service.evidence.audit.people import Vandal

Lines = Callable[[], list[Json]]


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What was written into the journal, kept as JSON, since the last time."""
    before = logging.getLogger().handlers[:]
    levels = {name: logging.getLogger(name).level for name in journal.OWN_LOGGERS}
    journal.start_journal(journal.JSON)
    yield lambda: capsys.readouterr().err
    logging.getLogger().handlers[:] = before
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def lines(written: Callable[[], str]) -> Lines:
    """The same, as lines."""
    return lambda: [msgspec.json.decode(line) for line in written().splitlines()]


def test_a_request_is_one_line(pair: Pair, lines: Lines) -> None:
    lines()
    reply = pair.blue.answers("e1", after=5, X_Request_ID="table-7:1")
    assert reply.headers["X-Request-ID"] == "table-7:1"
    [line] = lines()
    assert isinstance(line.pop("ms"), float)
    assert line.pop("at").endswith("Z")
    assert line == {
        "event": "request",
        "level": "info",
        "logger": "service.http.middleware.access_log",
        "request": "table-7:1",
        "method": "POST",
        "route": "/api/v1/matches/<match>/answers",
        "status": 201,
        "result": "done",
        "match": pair.blue.match,
        "seq": json_of(reply)["seq"],
        "viewer": "seat",
    }


def test_a_line_has_the_form_of_those_that_structlog_makes(api: Api, lines: Lines) -> None:
    api.get("/api/v1/games", X_Request_ID="table-7:1")
    [encoded] = lines()
    access_log.log.info("request", **{name: encoded[name] for name in list(encoded)[:-4]})
    [chained] = lines()
    assert list(encoded) == list(chained)
    assert list(encoded)[-4:] == ["event", "level", "logger", "at"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", encoded.pop("at"))
    assert encoded == {name: value for name, value in chained.items() if name != "at"}


def test_a_line_tells_who_looked_at_what_and_how_it_was_refused(
    pair: Pair, services: Services, lines: Lines
) -> None:
    api_token = services.api_tokens.issue_token("judge-7f3a", ("judge",))
    lines()
    pair.public.get()
    pair.red.get("/facts/3/scene")
    pair.public.api.get(f"/api/v1/matches/{pair.blue.match}", api_token.token)
    pair.red.answers("e1", after=5)
    pair.blue.answers("a1", after=5)
    pair.public.api.get("/elsewhere")
    assert [(line.get("viewer"), line.get("seq"), line["status"], line["result"]) for line in lines()] == [
        ("spectator", 5, 200, "done"),
        ("seat", 3, 200, "done"),
        ("judge", 6, 200, "done"),
        ("seat", None, 403, "not-yours"),
        ("seat", None, 422, "not-an-option"),
        (None, None, 404, "not-found"),
    ]


def test_an_id_that_could_forge_a_line_is_not_taken_up(api: Api) -> None:
    reply = api.get("/api/v1/games", X_Request_ID='1", "status": "200')
    assert len(reply.headers["X-Request-ID"]) == 16
    assert reply.headers["X-Request-ID"] != api.get("/api/v1/games").headers["X-Request-ID"]


def test_a_stream_is_told_of_when_it_is_over(pair: Pair, lines: Lines) -> None:
    pair.play_out(Random(3))
    lines()
    with pair.public.get("/facts", Accept="text/event-stream") as reply:
        assert lines() == []
        assert reply.data.startswith(b"retry: ")
    [line] = lines()
    assert (line["event"], line["match"], line["viewer"]) == ("stream", pair.blue.match, "spectator")


def test_a_match_leaves_no_secret_in_it(api: Api, services: Services, written: Callable[[], str]) -> None:
    opened = api.opens()
    api_token = services.api_tokens.issue_token("judge-7f3a", ("judge",))
    pair = Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))
    api.get(f"/m/{opened['id']}/join/0/{opened['claims'][0]}")
    api.get(f"/m/{opened['id']}/join/0/{opened['claims'][0]}/and-more")
    api.get(f"/api/v1/matches/{opened['id']}/narration", api_token.token)
    api.get(f"/api/v1/matches/{opened['claims'][0]}", X_Request_ID=f"claim:{opened['claims'][1]}")
    for luck in range(20):
        pair.answer_by(Random(luck))
    hands = [card for player in pair for card in _held(player.looks()) if card]
    assert len(hands) > 5
    text = written()
    assert text.count("\n") > 40
    secrets = [*opened["claims"], pair.blue.token, pair.red.token, api_token.token, "Blue's own", *hands]
    assert [secret for secret in secrets if secret in text] == []


def _held(scene: Json) -> Iterator[str]:
    for side in scene["board"]["summoners"]:
        yield from side["hand"]


def test_an_error_that_nobody_expected_has_its_traceback(
    api: Api, services: Services, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trips() -> None:
        raise RuntimeError("somebody tripped over the cable")

    monkeypatch.setattr(services.store, "check_writable", trips)
    reply = api.get("/healthz")
    assert (reply.status_code, json_of(reply)["type"]) == (500, "/api/v1/problems/internal")
    assert "cable" not in reply.text
    failed, request = lines()
    assert (failed["level"], failed["event"], failed["route"]) == ("error", "failed", "/healthz")
    assert "in trips" in failed["exception"]
    assert failed["exception"].endswith("RuntimeError: somebody tripped over the cable\n")
    assert request["request"] == failed["request"] == reply.headers["X-Request-ID"]


def test_a_process_without_files_to_open_says_that_it_is_busy(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opens() -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(services.store, "check_writable", opens)
    reply = api.get("/healthz")
    assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/unavailable")
    assert reply.headers["Retry-After"] == "1"


def test_what_has_drifted_may_be_a_card_in_a_hand_and_is_not_told(
    pair: Pair, services: Services, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = [Asked(0, "discard", (card,)) for card in ("GAS07", "GAS01")]

    def drifts(*_: object, **__: object) -> None:
        raise Drift(9, *hands)

    monkeypatch.setattr(services.matches, "answer_question", drifts)
    lines()
    assert pair.blue.answers("e1", after=5).status_code == 409
    refused, request = lines()
    assert (refused["event"], refused["problem"], request["result"]) == ("refused", "drift", "drift")
    assert refused["exception"].endswith("domain.errors.Drift: at fact 9\n")
    assert "GAS0" not in str(refused)


@pytest.mark.parametrize(
    ("error", "told_in", "words"),
    [
        pytest.param(OSError("the disk is full"), "exception", "OSError: the disk is full", id="a fault"),
        pytest.param(
            ViewStoreUnavailable("Redis is away"),
            "why",
            "Redis is away",
            id="what is out of reach says so itself",
        ),
    ],
)
def test_work_in_the_background_is_told_of_likewise(
    services: Services, lines: Lines, error: Exception, told_in: str, words: str
) -> None:
    journal.start_context()
    stop = Event()

    class Failing:
        """A home that fails: whoever asks it stops the runner."""

        def position(self, name: str) -> int:
            stop.set()
            raise error

    runner = Runner(services.store, Failing(), [MatchViews(services.library.load_rules)])  # type: ignore[arg-type]
    runner.run(stop, LocalBus())
    [line] = [line for line in lines() if line["logger"] == "projections.runner"]
    assert (line["level"], "request" in line) == ("error", False)
    assert line["event"].startswith("projections stopped, trying again in")
    assert words in line[told_in]
    assert len(line.keys() & {"exception", "why"}) == 1


def test_an_audit_tells_where_something_is_wrong_and_not_what(
    pair: Pair, services: Services, settings: Settings, lines: Lines
) -> None:
    pair.blue.answers("e1")
    audit_record(services.store, services.library, pair.blue.match)
    Vandal(settings).rewrites(pair.blue.match, 6, lambda state: state.__setitem__(3, ["zebra"]))
    audit_record(services.store, services.library, pair.blue.match)
    sound, altered = [line for line in lines() if line["event"] == "audited"]
    assert (sound["level"], sound["wrong"]) == ("info", [])
    assert (altered["level"], altered["match"], altered["wrong"]) == ("error", pair.blue.match, [6])
    assert "zebra" not in str(altered)


def test_on_a_terminal_it_can_be_read(pair: Pair, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "service"):
        pair.public.get()
    line = journal.make_formatter(journal.TEXT).format(caplog.records[-1])
    assert "request" in line
    assert "route=/api/v1/matches/<match>" in line
    assert not line.startswith("{")


def test_a_library_that_quotes_a_path_quotes_no_claim(lines: Lines) -> None:
    claim = "Q9H5UJH3btd5L3XEvpsbVUzptxwWoI3DI2sZlVCAIk4"
    logging.getLogger("gunicorn.error").error("Error handling request %s", f"/m/1NG3/join/0/{claim}")
    [line] = lines()
    assert line["event"] == "Error handling request /m/1NG3/join/0/…"
