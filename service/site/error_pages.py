"""What a page says when something went wrong: what it is, and what to do now, in the reader's language."""

from __future__ import annotations

from typing import NamedTuple

from flask import render_template

from ..http.problem_types import Kind
from ..shared.i18n import says


class Trouble(NamedTuple):
    """What went wrong, and what to do."""

    title: str
    advice: str


def page(kind: Kind, detail: str, rule: str | None) -> str:
    """Returns the page that tells of a problem, with the *rule* that forbids what was asked, if one does."""
    trouble = _trouble(kind.slug, kind.status)
    return render_template("error.html", trouble=trouble, status=kind.status, detail=detail, rule=rule)


def _trouble(slug: str, status: int) -> Trouble:
    """Returns what to tell of a problem, by its name, or else by its HTTP status."""
    fields = {
        "unknown-match": (
            says("There is no such match"),
            says("Perhaps its address lacks a letter."),
        ),
        "forged": (says("This page is too old"), says("Go back, load the page anew, and do it again.")),
        "unknown-token": (says("This is not known here"), says("Ask whoever gave it to you for a new one.")),
        "not-yours": (says("This is not for you"), says("It is for somebody else to see or to do.")),
        "not-found": (says("There is nothing here"), says("Perhaps a letter of the address is missing.")),
        "method": (says("This cannot be done here"), says("Go back, and take a link or a button of ours.")),
        "wrong-moment": (says("This is not the moment"), says("Look at the match: it has gone on.")),
        "set-aside": (
            says("This match is set aside"),
            says(
                "One of its facts is missing, or cannot be read any more. All other matches go on, "
                "and the operator can see it."
            ),
        ),
        "too-many": (says("That was too much at once"), says("Wait a moment, then load the page anew.")),
        "internal": (
            says("Something went wrong here"),
            says("It is our fault, and was noted. Try again."),
        ),
    }
    groups = {403: "not-yours", 404: "not-found", 405: "method", 409: "wrong-moment", 500: "internal"}
    if slug in fields or status in groups:
        return Trouble(*fields.get(slug) or fields[groups[status]])
    if status >= 500:
        return Trouble(says("The service is out of reach"), says("Nothing is lost. Try again in a moment."))
    return Trouble(says("This did not work"), says("Go back, and try it another way."))
