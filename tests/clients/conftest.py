"""A running service, and the tokens that its operator issued."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ops.clients.staging import TSC, stage_python, stage_typescript
from recount_client import Recount
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.identity.api_tokens import Scope
from service.settings import Settings
from tests.browser.serving import HTTP, REAL, Served, serving

PROGRAM = Path(__file__).with_name("programs") / "play.ts"
SURROUNDINGS = """
declare const position: number, oldSecret: string, newSecret: string;
declare const body: Uint8Array, request: { headers: Headers };
declare function store(notice: import("@recount/client").Notice, log: string | undefined): Promise<void>;
"""
"""What the example of the manual uses of the program around it."""
SCOPES: list[Scope] = ["organize", "integrate"]


@pytest.fixture(scope="package")
def tokens() -> dict[str, str]:
    """API tokens by their scope."""
    return {}


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory, tokens: dict[str, str]) -> Iterator[Served]:
    """The service, on a port that it keeps when it is killed and started again."""
    data = tmp_path_factory.mktemp("service")
    with closing(Services(Settings(data=data, runner=False), CardSetRegistry(None))) as services:
        tokens |= {scope: services.api_tokens.issue_token(scope, [scope]).token for scope in SCOPES}
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("RECOUNT_WEBHOOKS_LOOPBACK", "on")
        with serving(data, REAL) as served:
            yield served


@pytest.fixture
def desk(service: Served, tokens: dict[str, str]) -> Iterator[Recount]:
    """A client with the token of an organizer."""
    with Recount(service.url, tokens["organize"]) as recount:
        yield recount


@pytest.fixture(scope="package")
def document(service: Served) -> dict[str, Any]:
    """The document of the service."""
    content: dict[str, Any] = HTTP.get(f"{service.url}/api/v1/openapi.json").json()
    return content


@pytest.fixture(scope="package")
def package(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the Python package with its generated modules."""
    folder = tmp_path_factory.mktemp("client") / "python"
    stage_python(folder, document)
    return folder


@pytest.fixture(scope="package")
def program(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled programs, beside the package that they import."""
    folder = tmp_path_factory.mktemp("client") / "typescript"
    stage_typescript(folder, document)
    shutil.copy(PROGRAM, folder)
    example = (folder / "README.md").read_text("utf-8").split("```ts\n")[1].split("```")[0]
    (folder / "manual.ts").write_text(example + SURROUNDINGS)
    strict = [
        "--ignoreConfig",
        "--strict",
        "--target",
        "es2022",
        "--lib",
        "es2023,dom,dom.iterable",
        "--types",
        "",
    ]
    command = [str(TSC), *strict, "--module", "nodenext", PROGRAM.name, "manual.ts"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout
    return folder / "play.js"
