"""What the environment chooses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from replays.proof.notes import Key
from service.environment import REQUIRED_POSTGRES, InvalidSetting
from service.settings import from_environment


def test_an_empty_environment_chooses_the_embedded_service() -> None:
    settings = from_environment({})
    assert (settings.data, settings.redis_url, settings.runner) == (Path("var"), "", True)
    assert not settings.shared


def test_a_service_that_several_processes_share() -> None:
    settings = from_environment(
        {
            "RECOUNT_DATA": "elsewhere",
            "RECOUNT_RUNNER": "off",
            "REDIS_URL": "redis://localhost",
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            **dict.fromkeys(REQUIRED_POSTGRES, "recount"),
        }
    )
    assert (settings.data, settings.redis_url, settings.runner) == (
        Path("elsewhere"),
        "redis://localhost",
        False,
    )
    assert settings.shared


def test_card_sets_lie_with_the_data_or_where_they_are_said_to(tmp_path: Path) -> None:
    assert from_environment({"RECOUNT_DATA": "elsewhere"}).cards == Path("elsewhere/cards")
    assert from_environment({"RECOUNT_CARDS": str(tmp_path)}).cards == tmp_path
    with pytest.raises(InvalidSetting, match="RECOUNT_CARDS is “elsewhere”; it has to be a directory"):
        from_environment({"RECOUNT_CARDS": "elsewhere"})


def test_views_have_a_process_of_their_own_where_it_may_have_a_core_of_its_own() -> None:
    assert from_environment({}).separate_process == (len(os.sched_getaffinity(0)) > 1)
    assert from_environment({"RECOUNT_RUNNER": "apart"}).separate_process
    assert not from_environment({"RECOUNT_RUNNER": "on"}).separate_process


def test_a_switch_that_is_neither_on_nor_off() -> None:
    with pytest.raises(InvalidSetting, match="RECOUNT_RUNNER is “maybe”; it may be “on”, “off” or “apart”"):
        from_environment({"RECOUNT_RUNNER": "maybe"})


def test_a_journal_of_a_form_that_nobody_knows() -> None:
    assert from_environment({"RECOUNT_LOG": "json"}).log == "json"
    with pytest.raises(InvalidSetting, match="RECOUNT_LOG is “xml”; it may be “json”, “text” or “quiet”"):
        from_environment({"RECOUNT_LOG": "xml"})


def test_traces_go_where_opentelemetry_is_told_to_send_them() -> None:
    assert not from_environment({}).traces
    assert from_environment({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}).traces


def test_browsers_may_be_asked_to_come_by_https_alone() -> None:
    assert not from_environment({}).https
    assert from_environment({"RECOUNT_HTTPS": "on"}).https


def test_the_entry_for_wsgi_servers_is_set_by_the_environment(tmp_path: Path) -> None:
    look = "from service.wsgi import app; print(app().test_client().get('/healthz').json)"
    environment = {"RECOUNT_DATA": str(tmp_path / "new"), "PATH": ""}
    told = subprocess.run(
        [sys.executable, "-c", look], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout == "{'status': 'ok', 'cards_left_out': []}\n"
    files = {path.name for path in (tmp_path / "new").iterdir() if path.suffix != ".db"}
    assert files == {"keys"}


def test_keys_of_other_services_are_trusted_that_a_file_lists(tmp_path: Path) -> None:
    key, file = str(Key("elsewhere", bytes(32))), tmp_path / "keys"
    file.write_text(f"# The api in the next town.\n\n{key}\n")
    assert from_environment({"RECOUNT_TRUSTED_KEYS": str(file)}).trusted == {key}
    assert from_environment({}).trusted == frozenset()
    file.write_text("elsewhere+1234+5678\n")
    for wrong in (file, tmp_path / "nowhere"):
        with pytest.raises(InvalidSetting, match="a file with a public key on each line"):
            from_environment({"RECOUNT_TRUSTED_KEYS": str(wrong)})
