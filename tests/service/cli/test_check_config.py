"""An environment that is wrong is told in words, by a command that asks and by those that cannot go on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
from click.testing import CliRunner, Result

from service.cli import main
from service.evidence.keys import Keyring
from tests.beacon_server import serving_beacon
from tests.servers import Postgres
from tests.service.evidence.audit.witnesses import serving_witness

AUDIT = ("verify", "--all", "--jobs", "1")

ROLES = re.compile(r"^```sql\n(CREATE ROLE.*?)^```$", re.MULTILINE | re.DOTALL)
"""What the runbook has an operator tell PostgreSQL."""


def run(*words: str, **environment: str) -> Result:
    """What `recount` says to *words*."""
    return CliRunner(env=environment).invoke(main, words, prog_name="recount")


def test_all_is_well_with_a_folder_that_can_be_written_and_nothing_is_made_in_it(tmp_path: Path) -> None:
    told = run("check-config", RECOUNT_DATA=str(tmp_path / "new"))
    assert told.exit_code == 0, told.output
    assert f"ok     the store: SQLite, in “{tmp_path}/new/recount.db”, which is to be made." in told.output
    assert list(tmp_path.iterdir()) == []


def test_everything_that_is_wrong_is_told_and_to_programs_as_well(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    chosen = {"RECOUNT_DATA": str(file), "RECOUNT_NAEM": "x", "REDIS_URL": "redis://127.0.0.1:1"}
    told = run("check-config", "--json", **chosen)
    wrong = {one["subject"]: one["told"] for one in json.loads(told.output) if not one["ok"]}
    assert told.exit_code == 1
    assert wrong["the variables"] == "There is no variable RECOUNT_NAEM. Did you mean RECOUNT_NAME?"
    assert wrong["RECOUNT_DATA"] == f"“{file}” cannot be a directory: “{file}” is a file."
    assert wrong["REDIS_URL"].startswith("Redis cannot be reached: ")


def test_the_witness_of_a_service_is_no_second_place_of_checkpoints(tmp_path: Path) -> None:
    place = "https://second.example/api/v1/witness/recount"
    refused = run("check-config", RECOUNT_DATA=str(tmp_path), RECOUNT_WITNESS=place)
    assert refused.exit_code == 1
    assert f"RECOUNT_WITNESS is “{place}”, the witness of a service" in refused.output
    assert "name it in RECOUNT_WITNESS_POLICY." in refused.output


def test_the_endpoint_of_traces_is_tried(tmp_path: Path) -> None:
    reasons = {
        "http://127.0.0.1:1": "Connection refused",
        "nonsense": "it may be “http://127.0.0.1:4318”, say",
    }
    for endpoint, reason in reasons.items():
        checked = run("check-config", RECOUNT_DATA=str(tmp_path), OTEL_EXPORTER_OTLP_ENDPOINT=endpoint)
        assert checked.exit_code == 1
        assert f"“{endpoint}” does not answer: {reason}. Spans are lost meanwhile." in checked.output


def test_a_place_for_checkpoints_that_takes_none_is_told(tmp_path: Path) -> None:
    possible, impossible = tmp_path / "checkpoint", tmp_path / "nowhere" / "checkpoint"
    for place, code, told in (
        (str(possible), 0, f"ok     RECOUNT_WITNESS: “{possible}” can take a checkpoint."),
        (str(impossible), 1, f"wrong  RECOUNT_WITNESS: No checkpoint can be written to {impossible}"),
        ("http://127.0.0.1:1/log", 1, "wrong  RECOUNT_WITNESS: The witness at http://127.0.0.1:1/log"),
    ):
        checked = run("check-config", RECOUNT_DATA=str(tmp_path), RECOUNT_WITNESS=place)
        assert checked.exit_code == code
        assert told in checked.output
    assert list(tmp_path.iterdir()) == []


def test_each_witness_of_the_policy_is_tried(tmp_path: Path) -> None:
    chosen = {"RECOUNT_DATA": str(tmp_path / "data"), "RECOUNT_WITNESS_POLICY": str(tmp_path / "policy")}
    policy = tmp_path / "policy"
    keys = [str(signer.key) for signer in Keyring(tmp_path / "data" / "keys", "recount").signers()]
    with (
        serving_witness(tmp_path / "one", "one", keys) as one,
        serving_witness(tmp_path / "two", "two", []) as two,
    ):
        lines = [f"witness one {one.key} {one.address}", f"witness two {two.key} {two.address}"]
        away = str(Keyring(tmp_path / "three", "three").witness_signer().key)
        lines.append(f"witness three {away} http://127.0.0.1:1")
        bare = str(Keyring(tmp_path / "four", "four").witness_signer().key)
        policy.write_text("\n".join([*lines, f"witness four {bare}", "quorum one\n"]), encoding="utf-8")
        checked = run("check-config", **chosen)
        assert httpx.get(f"{one.address}/recount").status_code == 404, "nothing was kept"
    assert checked.exit_code == 1
    for told in (
        f"ok     the witness one: “{one.address}” knows this log, up to 0 heads.",
        "wrong  the witness two: The witness two knows no log of this name.",
        "wrong  the witness three: The witness three at “http://127.0.0.1:1” cannot be reached",
        "wrong  the witness four: RECOUNT_WITNESS_POLICY names no address of it.",
    ):
        assert told in checked.output
    policy.write_text("quorum nobody", encoding="utf-8")
    assert "Line 1 of the policy may name, once each: none." in run("check-config", **chosen).output


def test_the_beacon_is_tried(tmp_path: Path) -> None:
    chosen = {"RECOUNT_DATA": str(tmp_path / "data"), "RECOUNT_BEACON": str(tmp_path / "beacon.json")}
    file = tmp_path / "beacon.json"
    with serving_beacon() as server:
        file.write_text(json.dumps(server.info))
        checked = run("check-config", **chosen)
        assert f"ok     RECOUNT_BEACON: “{server.chain.address}” has published round " in checked.output
        file.write_text(json.dumps(server.info | {"period": 30}))
        checked = run("check-config", **chosen)
        assert checked.exit_code == 1
        assert "describes another chain than the file." in checked.output
    file.write_text(json.dumps(server.info))
    checked = run("check-config", **chosen)
    assert (
        f"wrong  RECOUNT_BEACON: “{server.chain.address}/{'c0' * 32}/info” cannot be reached"
        in checked.output
    )
    for told in ("{}", "no JSON", json.dumps(server.info | {"schemeID": "pedersen-bls-chained"})):
        file.write_text(told)
        assert "it has to be a file with the chain of a beacon" in run("check-config", **chosen).output


def test_a_command_that_cannot_open_the_store_says_why(postgres: Postgres) -> None:
    told = run("verify", "--all", **postgres.environment("nowhere"))
    assert told.exit_code == 1
    assert "database “nowhere”, cannot be reached: connection to server" in told.output
    assert 'FATAL:  database "nowhere" does not exist' in told.output


def test_the_service_and_who_audits_it_have_the_roles_of_the_runbook(
    postgres: Postgres, tmp_path: Path
) -> None:
    steps = ROLES.findall(Path("ops/runbook.md").read_text(encoding="utf-8"))[0]
    chosen = {**postgres.environment("recount"), "RECOUNT_DATA": str(tmp_path)}
    service, auditor = ({**chosen, "POSTGRES_USER": f"recount_{who}"} for who in ("service", "auditor"))
    postgres.told(steps)
    try:
        assert run("play", "--bots", "random,random", **service).exit_code == 0
        audited, played = (run(*words, **auditor) for words in (AUDIT, ("play",)))
    finally:
        postgres.told("DROP DATABASE recount WITH (FORCE); DROP ROLE recount_service, recount_auditor;")
    assert "all is as it was written." in audited.output
    assert "can be read and not written: an audit is all it is good for." in played.output


def test_a_store_on_a_disk_that_cannot_be_written_is_audited(tmp_path: Path) -> None:
    assert run("play", "--bots", "random,random", RECOUNT_DATA=str(tmp_path)).exit_code == 0
    become = [] if os.geteuid() == 0 else ["--map-root-user"]
    frozen = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
    recount = str(Path(sys.executable).with_name("recount"))
    told = subprocess.run(
        ["unshare", "--mount", *become, "sh", "-c", frozen, "sh", str(tmp_path), recount, *AUDIT],
        env={**os.environ, "RECOUNT_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert "all is as it was written." in told.stdout, told.stderr
