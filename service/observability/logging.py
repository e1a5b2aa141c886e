"""Logging with one line an event, as JSON for machines or as text for people.

Lines and tracebacks never contain tokens, claims and hidden cards.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from traceback import format_tb
from typing import Any

import msgspec
import structlog
from structlog.stdlib import BoundLogger, ProcessorFormatter, add_log_level, add_logger_name
from structlog.types import EventDict, Processor

from domain.errors import Drift, RecountError

from .line_buffer import LineBuffer

JSON, TEXT, QUIET = LOG_FORMS = ("json", "text", "quiet")
"""Formats of the log. The quiet one is text of warnings and errors alone."""

SECRET = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])", re.ASCII)
"""The form of tokens and claims. A line with a whole path may contain one."""

SECRET_LENGTH = 43
"""The shortest text with such a secret in it."""

OWN_LOGGERS = ("service", "projections")
"""Loggers at the level INFO. Libraries log warnings and errors alone."""

URGENT = frozenset(("error", "exception", "critical"))
"""Methods of loggers with unbuffered lines."""

_EMPTY: Mapping[str, object] = {}
_context: ContextVar[Mapping[str, object]] = ContextVar("words", default=_EMPTY)


def logger(name: str) -> BoundLogger:
    """Returns the logger *name*."""
    processors: list[Processor] = [_add_context, add_log_level, add_logger_name]
    wrapped: BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        wrapper_class=BoundLogger,
        processors=[
            structlog.stdlib.filter_by_level,
            *processors,
            _write_line,
            ProcessorFormatter.wrap_for_formatter,
        ],
    )
    return wrapped


def start_context(**words: object) -> None:
    """Starts a context with *words* for each of its lines, such as a request."""
    _context.set(words)


def add_context(**words: object) -> None:
    """Adds *words* to the current context."""
    _context.set({**_context.get(), **words})


def current_context() -> Mapping[str, object]:
    """Returns the words of the current context."""
    return _context.get()


class Journal(logging.Handler):
    """Writes to the current error output. A serving process writes in batches."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form or (TEXT if sys.stderr.isatty() else JSON)
        self.setFormatter(make_formatter(self.form))
        self._processors = log_processors(self.form)
        self._buffer: LineBuffer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line of a library."""
        try:
            self.put_line(self.format(record), urgent=record.levelno >= logging.ERROR)
        except Exception:
            self.handleError(record)

    def write_line(self, log: Any, name: str, line: EventDict) -> None:
        """Writes a line of ours."""
        for process in self._processors:
            line = process(log, name, line)  # type: ignore[assignment]
        self.put_line(str(line), urgent=name in URGENT)

    def put_line(self, line: str, *, urgent: bool = False) -> None:
        """Writes *line* at once if it is *urgent* or nothing buffers it, and soon otherwise."""
        if self._buffer is None:
            sys.stderr.write(f"{line}\n")
            return
        self._buffer.append(f"{line}\n")
        if urgent:
            self._buffer.flush()

    def start_buffer(self) -> LineBuffer:
        """Starts to write in batches. Returns the buffer, which its caller closes."""
        self._buffer = LineBuffer()
        return self._buffer


def start_journal(form: str = "") -> None:
    """Starts the journal of this process, as JSON unless the output is a terminal."""
    root, former = logging.getLogger(), current_journal()
    if former is not None:
        root.removeHandler(former)
    root.addHandler(Journal(form))
    for name in OWN_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING if form == QUIET else logging.INFO)


def current_journal() -> Journal | None:
    """Returns the journal of this process, if it keeps one."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, Journal):
            return handler
    return None


def encoding_journal(log: logging.Logger) -> Journal | None:
    """Returns the journal if it takes ordinary lines of *log*, as JSON."""
    current = current_journal()
    takes = current is not None and current.form == JSON and log.isEnabledFor(logging.INFO)
    return current if takes else None


def without_secret(value: object) -> object:
    """Returns *value*, with “…” in place of all that looks like a secret."""
    if isinstance(value, str) and len(value) >= SECRET_LENGTH:
        return SECRET.sub("…", value)
    return value


def adopt_logger(name: str) -> None:
    """Redirects the lines of a library's logger *name* to the journal."""
    theirs = logging.getLogger(name)
    theirs.handlers.clear()
    theirs.propagate = True


def _write_line(log: Any, name: str, line: EventDict) -> EventDict:
    """Writes *line* to the journal, if there is one. The standard library would take twice as long."""
    current = current_journal()
    if current is None:
        return line
    current.write_line(log, name, line)
    raise structlog.DropEvent


def _add_context(_: Any, __: str, line: EventDict) -> EventDict:
    """Adds the words of the current context to *line*."""
    for name, value in _context.get().items():
        line.setdefault(name, value)
    return line


def make_formatter(form: str) -> ProcessorFormatter:
    """Returns the formatter of that *form* for records of the standard library."""
    return ProcessorFormatter(
        foreign_pre_chain=[_add_context, add_log_level, add_logger_name],
        processors=[ProcessorFormatter.remove_processors_meta, *log_processors(form)],
    )


def log_processors(form: str) -> tuple[Processor, ...]:
    """Returns the processors that format a line in that *form*."""
    last: Processor
    if form == JSON:
        last = structlog.processors.JSONRenderer(lambda line, **_: msgspec.json.encode(line).decode())
    else:
        last = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    return structlog.processors.TimeStamper("iso", utc=True, key="at"), _add_error, _Masked(last)


class _Masked:
    """Masks secrets in a formatted line."""

    def __init__(self, render: Processor) -> None:
        self._render = render

    def __call__(self, log: Any, name: str, line: EventDict) -> str:
        return SECRET.sub("…", str(self._render(log, name, line)))


def _add_error(_: Any, __: str, line: EventDict) -> EventDict:
    """Adds the traceback of an error to its line. An outage has a reason in its place."""
    error = line.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    if away := _outage_reasons(error):
        line["why"] = "; ".join(sorted(away))
    elif error is not None:
        line["exception"] = "".join(_format_error(error))
    return line


def _outage_reasons(error: BaseException | None) -> set[str]:
    """Returns the reasons of outages, if *error* consists of those alone."""
    if isinstance(error, BaseExceptionGroup):
        reasons = [_outage_reasons(inner) for inner in error.exceptions]
        return set().union(*reasons) if all(reasons) else set()
    return {str(error)} if isinstance(error, RecountError) and error.slug == "unavailable" else set()


def _format_error(error: BaseException) -> Iterator[str]:
    """Yields a traceback, after those of its causes.

    It omits the message of `Drift`, which may contain a card in a hand.
    """
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _format_error(before)
        yield "\nwhich led to\n\n"
    yield from format_tb(error.__traceback__)
    words = f"at fact {error.seq}" if isinstance(error, Drift) else str(error)
    yield f"{type(error).__module__}.{type(error).__qualname__}: {words}\n"
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield "\nof which one is\n\n"
            yield from _format_error(inner)
