"""The verbs of `ops/do`, each a command in a module of its own."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click


class Verb(NamedTuple):
    """The module of a command, imported only when the verb is used, and a summary of the command."""

    module: str
    summary: str


VERBS = {
    "backup": Verb("ops.backup.command", "Rehearse a recovery of PostgreSQL by pgBackRest."),
    "bench": Verb("ops.bench.command", "Measure the service beside raw floors and boardgame.io."),
    "clients": Verb("ops.clients.command", "Build both clients of the API."),
    "cluster": Verb("ops.cluster.command", "Run a cluster here, or write the files of a real one."),
    "contract": Verb("ops.contract.command", "List the changes of the API that break clients."),
    "examples": Verb("tests.service.http.recorded_examples", "Record the examples of the OpenAPI document."),
    "faults": Verb("ops.faults.command", "Make faults repeatedly, and count losses."),
    "load": Verb("ops.load.command", "Play many matches at once over HTTP, before open streams."),
    "lock": Verb("ops.locks.command", "Lock all packages, and write their SBOM and licences."),
    "pictures": Verb("ops.pictures.command", "Take the pictures of the documents."),
    "release": Verb("ops.release.command", "Build all files of a release."),
    "research": Verb("ops.research.command", "Measure bots, find puzzles, and test the games for research."),
    "soak": Verb("ops.soak.command", "Let robots play whole matches in Chromium."),
    "tournament-day": Verb("ops.tournament_day.command", "Run whole tournaments over HTTP."),
    "verifier": Verb("ops.verifier.command", "Build the packages that check records offline."),
    "wheel": Verb("ops.packaging.command", "Write the generated files of the wheel, or try the wheel."),
}


class Verbs(click.Group):
    """A group that imports the command of a verb when the verb is used."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Returns all verbs."""
        return list(VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Returns the command of a verb; `None` for an unknown one."""
        if name not in VERBS:
            return None
        command: click.Command = import_module(VERBS[name].module).main
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the verbs and their summaries."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(cls=Verbs)
def main() -> None:
    """Operates, measures and releases Recount. `ops/do VERB --help` explains a verb."""


if __name__ == "__main__":
    main(prog_name="ops/do")
