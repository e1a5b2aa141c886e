"""The commands show, options, narrate, diff and why, for a match at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import click
import msgspec

from domain.breakdown import Passage
from replays.analysis import why as reasons
from replays.analysis.legality import explain_options
from replays.analysis.why import UnknownThing
from replays.playback import diff as diffs
from replays.playback.diff import Operation
from replays.text.acts import narrate_acts
from replays.text.narration import narrate, narration_language
from service.catalog import rulebook
from service.catalog.rule_texts import list_sources
from service.catalog.rulebook import Rulebook
from service.cli.matches import at_option, describe_origin, match_argument, open_match, viewer_option
from service.cli.options import language_option
from service.matches.viewing.narrators import fact_narrator

INDENT = " " * 8
TIME_FORMATS = ("%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S.%f%z")
"""The formats of a time in RFC 3339."""


@click.command("show")
@match_argument
@at_option
@click.option("--ply", type=int, help="The number of an answer: after all that followed from it.")
@click.option("--time", type=click.DateTime(TIME_FORMATS), help="A time, with its offset from UTC.")
@click.option(
    "--notation", is_flag=True, help="Write the position instead, as `study` takes it; for the judge."
)
@viewer_option
def show_board(
    match: str, seq: int | None, ply: int | None, time: datetime | None, notation: bool, viewer_name: str
) -> None:
    """Draws the board of MATCH after any fact."""
    if notation and viewer_name != "judge":
        raise click.BadParameter("a position tells all hands and decks: --as judge.", param_hint="--notation")
    with open_match(match) as stored:
        replay = stored.replay
        seq = stored.find_seq(seq, ply, time)
        if notation:
            click.echo(stored.game.write_position(replay.at(seq).position.board))
            return
        scene = replay.scene(seq, stored.find_viewer(viewer_name))
        kind = "study " if scene.study else ""
        click.echo(
            f"{kind}{match}, fact {scene.seq}, answer {scene.ply}, {scene.status}, seen by {scene.viewer}"
        )
        if imported := stored.services.import_trust.match_origin(match):
            click.echo(describe_origin(imported))
        click.echo(stored.game.draw_board(scene.board, replay.rules.book))
        if (question := scene.question) is not None:
            options = " ".join(question.options) or "not for these eyes"
            click.echo(f"Seat {question.seat} chooses “{question.prompt}”: {options}")


@click.command("options")
@match_argument
@at_option
@viewer_option
def list_options(match: str, seq: int | None, viewer_name: str) -> None:
    """Lists the possible answers in MATCH, and the rule against each other choice on the table."""
    with open_match(match) as stored:
        replay = stored.replay
        match_state = replay.at(len(replay) if seq is None else seq)
        choices = explain_options(replay.rules, match_state, stored.find_viewer(viewer_name))
        if (question := choices.question) is not None:
            about = f", {question.about}" if question.about else ""
            click.echo(f"Seat {question.seat} chooses “{question.prompt}”{about}")
        if choices.sentence:
            click.echo(choices.sentence)
        for choice in choices.choices:
            click.echo(f"+ {choice.pick}" if choice.possible else f"- [{choice.rule}] {choice.sentence}")


@click.command("narrate")
@match_argument
@click.option("--facts", "by_fact", is_flag=True, help="A sentence for each fact, with its rule.")
@viewer_option
@language_option
def narrate_match(match: str, by_fact: bool, viewer_name: str, lang: str) -> None:
    """Prints a line for each act of MATCH: an answer, and all that follows from it.

    It falls back to English if the game lacks the language.
    """
    with open_match(match) as stored:
        if narration_language(stored.game, lang) != lang:
            click.echo(f"{stored.game.TITLE} is not told in {lang}: this is English.", err=True)
        facts = stored.services.players.with_names(stored.visible_facts(viewer_name), lang)
        book = stored.replay.rules.book
        if by_fact:
            for line in narrate(stored.game, book, facts, lang):
                click.echo(f"{line.seq:>5}  {line.text}" + (f"  [{line.rule}]" if line.rule else ""))
            return
        for act in narrate_acts(stored.game, book, facts, lang):
            if act.text:
                click.echo(f"{act.seq:>5}  {act.text}")


@click.command("diff")
@match_argument
@click.argument("first", metavar="FROM", type=int)
@click.argument("last", metavar="TO", type=int)
@click.option("--patch", is_flag=True, help="Write one JSON Patch (RFC 6902) of it all instead.")
@language_option
@viewer_option
def show_diff(match: str, first: int, last: int, patch: bool, lang: str, viewer_name: str) -> None:
    """Prints the changes in MATCH from fact FROM to fact TO, in reverse if TO is earlier."""
    with open_match(match) as stored:
        viewer = stored.find_viewer(viewer_name)
        narrator = fact_narrator(stored.game, stored.replay, viewer, stored.services.players, lang)
        diff = diffs.make_diff(stored.replay, first, last, viewer, narrator)
    if patch:
        click.echo(msgspec.json.format(msgspec.json.encode(diff.patch)))
        return
    for change in diff.changes:
        click.echo(_format_fact(change.seq, change.cause, change.rule, change.text))
        for operation in change.patch:
            if operation.path != "/seq":
                click.echo(INDENT + _format_operation(operation))


@click.command("why")
@match_argument
@click.argument("seq", type=int)
@click.option("--of", default="", help="Of what: a JSON Pointer into the view, or as in strength:peter-pan.")
@language_option
@viewer_option
def explain_fact(match: str, seq: int, of: str, lang: str, viewer_name: str) -> None:
    """Explains fact SEQ of MATCH, or a value at that moment, from the first answer on."""
    with open_match(match) as stored:
        viewer, replay = stored.find_viewer(viewer_name), stored.replay
        narrator = fact_narrator(stored.game, replay, viewer, stored.services.players, lang)
        try:
            explanation = reasons.find_causes(stored.game, replay, seq, viewer, narrator, of)
        except UnknownThing as error:
            raise click.BadParameter(str(error), param_hint="--of") from error
    book = rulebook.packaged_rulebook(stored.game.NAME)
    if of:
        click.echo(f"{of} is {msgspec.json.encode(explanation.value).decode()}")
    for part in explanation.parts:
        click.echo(f"{part.amount:>+5}  [{part.rule}]")
        _echo_citation(book, lang, part.rule, explanation.cards)
    for step in explanation.steps:
        click.echo(_format_fact(step.seq, step.cause, step.rule, step.text))
        _echo_citation(book, lang, step.rule, explanation.cards)
        for part in step.parts if of else ():
            click.echo(f"{INDENT}{part.amount:>+5}  [{part.rule}]")


def _format_fact(seq: int, cause: int, rule: str, text: str) -> str:
    return f"{seq:>5} <{cause}  {text}" + (f"  [{rule}]" if rule else "")


def _format_operation(operation: Operation) -> str:
    to = operation.path
    if operation.op == "move":
        return f"{operation.source} moves to {to}"
    value = "" if operation.op == "remove" else f" {msgspec.json.encode(operation.value).decode()}"
    return f"{operation.op} {to}{value}"


def _echo_citation(book: Rulebook, lang: str, rule: str, cards: dict[str, Passage]) -> None:
    for line in _cite_rule(book, lang, rule, cards):
        click.echo(INDENT + line)


def _cite_rule(book: Rulebook, lang: str, rule: str, cards: dict[str, Passage]) -> Iterator[str]:
    """Yields the text of a rule or card, and its sources."""
    if rule in cards:
        yield f"{cards[rule].name}: {cards[rule].text}" if cards[rule].text else cards[rule].name
    elif book.is_rule(rule):
        found_rule = book.find_rule(rule)
        yield found_rule.text[book.language_for(lang)]
        yield from list_sources(found_rule)
