"""Commands that explain a match: diff, why."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from domain.breakdown import Passage
from replays.analysis import why as reasons
from replays.analysis.why import UnknownThing
from replays.playback import diff as diffs
from replays.playback.diff import Operation
from service.catalog import rulebook
from service.catalog.rule_texts import sources
from service.catalog.rulebook import Rulebook
from service.cli.matches import of_match, record, seen_as
from service.matches.viewing.narrators import voice
from service.shared.language_codes import LANGUAGES

INDENT = " " * 8

_lang = click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)


@click.command()
@of_match
@click.argument("first", metavar="FROM", type=int)
@click.argument("last", metavar="TO", type=int)
@click.option("--patch", is_flag=True, help="Write one JSON Patch (RFC 6902) of it all instead.")
@_lang
@seen_as
def diff(match: str, first: int, last: int, patch: bool, lang: str, who: str) -> None:
    """Tells what changed in MATCH from fact FROM to fact TO, change by change; back too, if TO is earlier."""
    with record(match) as found:
        viewer, replay = found.viewer(who), found.film
        teller = voice(found.game, replay, viewer, found.services.players, lang)
        changed = diffs.make_diff(replay, first, last, viewer, teller)
    if patch:
        click.echo(msgspec.json.format(msgspec.json.encode(changed.patch)))
        return
    for change in changed.changes:
        click.echo(_line(change.seq, change.cause, change.rule, change.text))
        for operation in change.patch:
            if operation.path != "/seq":
                click.echo(INDENT + _written(operation))


@click.command()
@of_match
@click.argument("seq", type=int)
@click.option("--of", default="", help="Of what: a JSON Pointer into the view, or as in strength:peter-pan.")
@_lang
@seen_as
def why(match: str, seq: int, of: str, lang: str, who: str) -> None:
    """Tells why fact SEQ of MATCH happened, or why something is what it is then: back to the first answer."""
    with record(match) as found:
        viewer, replay = found.viewer(who), found.film
        teller = voice(found.game, replay, viewer, found.services.players, lang)
        try:
            answer = reasons.find_causes(found.game, replay, seq, viewer, teller, of)
        except UnknownThing as nothing:
            raise click.BadParameter(str(nothing), param_hint="--of") from nothing
    book = rulebook.packaged(found.game.NAME)
    if of:
        click.echo(f"{of} is {msgspec.json.encode(answer.value).decode()}")
    for part in answer.parts:
        click.echo(f"{part.amount:>+5}  [{part.rule}]")
        _cite(book, lang, part.rule, answer.cards)
    for step in answer.steps:
        click.echo(_line(step.seq, step.cause, step.rule, step.text))
        _cite(book, lang, step.rule, answer.cards)
        for part in step.parts if of else ():
            click.echo(f"{INDENT}{part.amount:>+5}  [{part.rule}]")


def _line(seq: int, cause: int, rule: str, text: str) -> str:
    return f"{seq:>5} <{cause}  {text}" + (f"  [{rule}]" if rule else "")


def _written(operation: Operation) -> str:
    to = operation.path
    if operation.op == "move":
        return f"{operation.source} moves to {to}"
    value = "" if operation.op == "remove" else f" {msgspec.json.encode(operation.value).decode()}"
    return f"{operation.op} {to}{value}"


def _cite(book: Rulebook, lang: str, rule: str, cards: dict[str, Passage]) -> None:
    for line in _quoted(book, lang, rule, cards):
        click.echo(INDENT + line)


def _quoted(book: Rulebook, lang: str, rule: str, cards: dict[str, Passage]) -> Iterator[str]:
    """Yields what a rule, or a card, says, and where it is printed."""
    if rule in cards:
        yield f"{cards[rule].name}: {cards[rule].text}" if cards[rule].text else cards[rule].name
    elif book.is_rule(rule):
        found = book.rule(rule)
        yield found.text[book.told_in(lang)]
        yield from sources(found)
