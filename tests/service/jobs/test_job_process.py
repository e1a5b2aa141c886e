"""The process of a job knows neither the web framework nor the web server."""

from __future__ import annotations

import json
import subprocess
import sys

WEB = {"flask", "flask_smorest", "gevent", "gunicorn", "werkzeug"}
LIST_MODULES = "import json, sys, service.job_process; print(json.dumps([*sys.modules]))"


def test_the_process_of_a_job_loads_no_web_framework_and_no_web_server() -> None:
    listed = subprocess.run([sys.executable, "-c", LIST_MODULES], check=True, capture_output=True).stdout
    modules = {name.partition(".")[0] for name in json.loads(listed)}
    assert "service" in modules
    assert modules.isdisjoint(WEB)
