"""Logging: one line an event, as JSON for machines or as text for people.

It is no place for secrets: no token, no claim and no hand is ever in it, nor in the tracebacks of errors.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from traceback import format_tb
from typing import Any, TextIO

import msgspec
import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars
from structlog.stdlib import BoundLogger, ProcessorFormatter, add_log_level, add_logger_name
from structlog.types import EventDict, Processor

from domain.errors import Drift, RecountError

JSON, TEXT, QUIET = FORMS = ("json", "text", "quiet")
"""How it may be kept; quiet is text, of trouble alone."""

SECRET = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])", re.ASCII)
"""What looks like a token or a claim; a web server that quotes a whole path may quote one."""

OURS = ("service", "projections")
"""Whose ordinary doings are told; of libraries, trouble alone."""


def logger(name: str) -> BoundLogger:
    """Returns what writes into the journal as *name*."""
    told: list[Processor] = [merge_contextvars, add_log_level, add_logger_name]
    wrapped: BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        wrapper_class=BoundLogger,
        processors=[
            structlog.stdlib.filter_by_level,
            *told,
            _write,
            ProcessorFormatter.wrap_for_formatter,
        ],
    )
    return wrapped


def begin(**words: object) -> None:
    """Begins something that has *words* in each of its lines: a request."""
    clear_contextvars()
    bind_contextvars(**words)


def note(**words: object) -> None:
    """Adds *words* to each further line of what has begun."""
    bind_contextvars(**words)


def noted() -> dict[str, Any]:
    """Returns the words of what has begun."""
    return structlog.contextvars.get_contextvars()


class Journal(logging.StreamHandler[TextIO]):
    """Writes to the error output, whichever that is at the moment."""

    def __init__(self, form: str) -> None:
        super().__init__(sys.stderr)
        form = form or (TEXT if sys.stderr.isatty() else JSON)
        self.setFormatter(formatter(form))
        self._made = made(form)

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line."""
        self.stream = sys.stderr
        super().emit(record)

    def write(self, log: Any, name: str, line: EventDict) -> None:
        """Writes a line of ours."""
        for process in self._made:
            line = process(log, name, line)  # type: ignore[assignment]
        sys.stderr.write(f"{line}\n")


def keep(form: str = "") -> None:
    """Keeps the journal of this process from now on: as JSON, unless it goes to a terminal."""
    root = logging.getLogger()
    for kept in [kept for kept in root.handlers if isinstance(kept, Journal)]:
        root.removeHandler(kept)
    root.addHandler(Journal(form))
    for name in OURS:
        logging.getLogger(name).setLevel(logging.WARNING if form == QUIET else logging.INFO)


def adopt(name: str) -> None:
    """Takes into the journal what a library called *name* has written elsewhere."""
    theirs = logging.getLogger(name)
    theirs.handlers.clear()
    theirs.propagate = True


def _write(log: Any, name: str, line: EventDict) -> EventDict:
    """Writes *line* into the journal, if one is kept: the standard library would take twice as long."""
    for kept in logging.getLogger().handlers:
        if isinstance(kept, Journal):
            kept.write(log, name, line)
            raise structlog.DropEvent
    return line


def formatter(form: str) -> ProcessorFormatter:
    """Returns what makes lines of that *form* of the records of the standard library."""
    return ProcessorFormatter(
        foreign_pre_chain=[merge_contextvars, add_log_level, add_logger_name],
        processors=[ProcessorFormatter.remove_processors_meta, *made(form)],
    )


def made(form: str) -> tuple[Processor, ...]:
    """Returns what makes a line of that *form*."""
    last: Processor
    if form == JSON:
        last = structlog.processors.JSONRenderer(lambda line, **_: msgspec.json.encode(line).decode())
    else:
        last = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    return structlog.processors.TimeStamper("iso", utc=True, key="at"), _traced, _Masked(last)


class _Masked:
    """Takes what looks like a secret out of a line that is made already."""

    def __init__(self, render: Processor) -> None:
        self._render = render

    def __call__(self, log: Any, name: str, line: EventDict) -> str:
        return SECRET.sub("…", str(self._render(log, name, line)))


def _traced(_: Any, __: str, line: EventDict) -> EventDict:
    """Puts the traceback of an error into its line; of what cannot be reached, what it says of itself."""
    error = line.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    if away := _away(error):
        line["why"] = "; ".join(sorted(away))
    elif error is not None:
        line["exception"] = "".join(_trace(error))
    return line


def _away(error: BaseException | None) -> set[str]:
    """Returns what says by itself why something cannot be reached, if that is all that went wrong."""
    if isinstance(error, BaseExceptionGroup):
        each = [_away(one) for one in error.exceptions]
        return set().union(*each) if all(each) else set()
    return {str(error)} if isinstance(error, RecountError) and error.slug == "unavailable" else set()


def _trace(error: BaseException) -> Iterator[str]:
    """Yields a traceback, all that led to it first. What drifted from the rules may be a card in a hand."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _trace(before)
        yield "\nwhich led to\n\n"
    yield from format_tb(error.__traceback__)
    words = f"at fact {error.seq}" if isinstance(error, Drift) else str(error)
    yield f"{type(error).__module__}.{type(error).__qualname__}: {words}\n"
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield "\nof which one is\n\n"
            yield from _trace(one)
