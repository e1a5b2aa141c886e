"""`ops/monitoring` is alive: each alarm rings, each panel shows something, for what the service tells."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from tests.service.client import Pair
from tests.test_architecture import ROOT

HERE = ROOT / "ops" / "monitoring"
GROUPS = yaml.safe_load((HERE / "rules.yml").read_text())["groups"]
RULES: list[dict[str, Any]] = [rule for group in GROUPS for rule in group["rules"]]
ALARMS = {rule["alert"]: rule for rule in RULES if "alert" in rule}
RECORDED = {rule["record"] for rule in RULES if "record" in rule}
TRIED = yaml.safe_load((HERE / "rules.test.yml").read_text())["tests"]
SHOWN = [
    target["expr"]
    for panel in json.loads((HERE / "dashboard.json").read_text())["panels"]
    for target in panel["targets"]
]
SCRAPED = {"job", "instance"}
"""What Prometheus says of each sample by itself, as it tells of itself whether a process is `up`."""


def promtool(*asked: str, folder: Path = HERE) -> None:
    """Lets Prometheus's own tool check something; what it complains of is told."""
    run = subprocess.run(["promtool", *asked], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def series(sample: Sample) -> str:
    """Returns a sample as Prometheus writes it, from a process that is scraped."""
    labels = {**sample.labels, "job": "recount-web", "instance": "w1"}
    return f"{sample.name}{{{', '.join(f'{name}={json.dumps(value)}' for name, value in labels.items())}}}"


@pytest.fixture
def exposed(pair: Pair) -> list[Sample]:
    """What a service tells that has seen an answer, and one that came too late."""
    pair.blue.answers("e1", after=5)
    pair.blue.answers("e1", after=4)
    told = pair.blue.api.get("/metrics").text
    found = [sample for family in text_string_to_metric_families(told) for sample in family.samples]
    return [sample for sample in found if sample.name.startswith("recount_")]


def test_prometheus_takes_the_configuration_and_the_rules() -> None:
    promtool("check", "config", "prometheus.yml")


def test_each_alarm_is_silent_until_it_rings() -> None:
    promtool("test", "rules", "rules.test.yml")
    asked = [one for test in TRIED for one in test.get("alert_rule_test", [])]
    rings = {one["alertname"] for one in asked if one.get("exp_alerts")}
    silent = {one["alertname"] for one in asked if not one.get("exp_alerts")}
    assert rings == silent == {*ALARMS}


def test_alarms_ring_for_what_the_service_tells(exposed: list[Sample]) -> None:
    told = [(one.name, one.labels) for one in exposed]
    for tried in (one["series"] for test in TRIED for one in test["input_series"]):
        name, _, labels = tried.partition("{")
        wanted = dict(re.findall(r'(\w+)="([^"]*)"', labels))
        series_told = (name, {label: wanted[label] for label in wanted.keys() - SCRAPED})
        assert name == "up" or series_told in told, tried


def test_rules_and_panels_name_nothing_that_is_not_told(exposed: list[Sample]) -> None:
    told = {one.name for one in exposed} | RECORDED | {"up"}
    labels = SCRAPED.union(*(one.labels for one in exposed))
    for expression in [*(rule["expr"] for rule in RULES), *SHOWN]:
        assert {*re.findall(r"(?<!\w)(?:\w+:)*recount[_:][\w:]+", expression)} <= told, expression
        within = re.findall(r"(\w+)\s*(?:=~|!~|!=|=)\s*\"", expression)
        by = re.findall(r"\w+", " ".join(re.findall(r"(?:by|without) \(([^)]*)\)", expression)))
        assert {*within, *by} <= labels, expression


def test_every_panel_shows_something(exposed: list[Sample], tmp_path: Path) -> None:
    growing = [{"series": series(one), "values": "0+60x10"} for one in [*exposed, Sample("up", {}, 1.0)]]
    empty = [
        {"alert": f"Empty{number}", "expr": f"absent({expression})"}
        for number, expression in enumerate(SHOWN)
    ]
    silent = [{"alertname": one["alert"], "eval_time": "10m", "exp_alerts": []} for one in empty]
    tests = [{"interval": "1m", "input_series": growing, "alert_rule_test": silent}]
    (tmp_path / "panels.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": empty}]}))
    files = [str(HERE / "rules.yml"), "panels.yml"]
    (tmp_path / "test.yml").write_text(json.dumps({"rule_files": files, "tests": tests}))
    promtool("test", "rules", "test.yml", folder=tmp_path)


def test_every_alarm_has_its_page_in_the_runbook() -> None:
    pages = re.split(r"^#+ ", (ROOT / "ops/runbook.md").read_text(), flags=re.MULTILINE)
    by_link = {re.sub(r"[^\w -]", "", page.split("\n")[0]).replace(" ", "-").lower(): page for page in pages}
    for name, alarm in ALARMS.items():
        file, _, link = alarm["annotations"]["runbook"].partition("#")
        assert file == "ops/runbook.md"
        assert f"`{name}`" in by_link[link], name
