"""Cases of a tournament for citations at the desk."""

from __future__ import annotations

from domain.tournament.state import Tournament

from ....http.services import services
from ....shared import i18n
from ...queries.disputes import cases_of


def citation_choices(tournament: str, t: Tournament) -> list[tuple[str, str]]:
    """Returns each case of a tournament as a citation with its label."""
    numbers = cases_of(services(), tournament)
    return [
        (
            f"{table.match}/{case}",
            i18n.says(
                "Round {round}, table {table}, case {number}",
                round=round_.number,
                table=table.number,
                number=case,
            ),
        )
        for round_ in t.rounds
        for table in round_.tables.values()
        for case in numbers.get(table.match, ())
    ]
