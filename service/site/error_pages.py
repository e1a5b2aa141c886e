"""Error pages with a title and advice in the language of the reader."""

from __future__ import annotations

from typing import NamedTuple

from flask import render_template

from ..http.problem_types import Kind
from ..shared.catalogues import language
from ..shared.i18n import page_language, says


class ErrorText(NamedTuple):
    """The title of an error, and advice for the reader."""

    title: str
    advice: str


def error_page(kind: Kind, detail: str, rule: str | None) -> str:
    """Returns the page of a problem, with the *rule* that forbids the request if there is one."""
    text = _error_text(kind)
    return render_template("error.html", text=text, status=kind.status, detail=detail, rule=rule)


def _error_text(kind: Kind) -> ErrorText:
    """Returns the text of a problem by its slug, or else by its HTTP status."""
    slug, status = kind.slug, kind.status
    fields = {
        "unknown-match": (
            says("There is no such match"),
            says("Perhaps its address lacks a letter."),
        ),
        "forged": (says("This page is too old"), says("Go back, load the page anew, and do it again.")),
        "unknown-token": (says("This is not known here"), says("Ask for a new one where you got it.")),
        "not-yours": (says("This is not for you"), says("You have no access to this page.")),
        "not-found": (says("There is nothing here"), says("Perhaps a letter of the address is missing.")),
        "method": (says("This is not possible here"), says("Go back, and take a link or a button of ours.")),
        "wrong-moment": (says("This is not the moment"), says("Look at the match: it has gone on.")),
        "set-aside": (
            says("This match is set aside"),
            says(
                "One of its facts is missing, or cannot be read any more. All other matches go on, "
                "and the operator can see it."
            ),
        ),
        "too-many": (
            says("Too many requests"),
            says("Wait a moment, then load the page anew."),
        ),
        "internal": (
            says("Something went wrong here"),
            says("It is our fault, and was noted. Try again."),
        ),
    }
    groups = {403: "not-yours", 404: "not-found", 405: "method", 500: "internal"}
    if slug in fields or status in groups:
        return ErrorText(*fields.get(slug) or fields[groups[status]])
    if status == 409:
        title = language(page_language()).render(kind.title)
        return ErrorText(title, says("Go back, and try it another way."))
    if status >= 500:
        return ErrorText(says("The service is out of reach"), says("Nothing is lost. Try again in a moment."))
    return ErrorText(says("This did not work"), says("Go back, and try it another way."))
