"""Checks a record or a bundle by recomputing every claim in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from . import tournament
from .encoding import unhex
from .facts import Lines, chain, header, openings
from .file import Bundle, Record, read
from .findings import Finding
from .shuffles import Draws, shuffles
from .signatures import Key, checkpoint, read_key, receipt_holds
from .tree import included, leaf_of

IMPORTED = ("table.MatchImported", "tournament.TournamentImported")


class Checked(NamedTuple):
    """The findings and imports of a record, and the numbers of checked and unchecked draws.

    For a bundle these cover all matches, and `left` names the checks that are not made here.
    """

    found: tuple[Finding, ...]
    imports: tuple[str, ...]
    checked: int
    unchecked: int
    left: tuple[str, ...] = ()


def check(source: bytes, keys: Sequence[str] = ()) -> Checked:
    """Returns the findings on the record or bundle in a file; raises `NoRecord`.

    *keys* are trusted keys. Without any, the keys of the file itself are used.
    """
    document = read(source)
    return _bundle(document, keys) if isinstance(document, Bundle) else _match(document, keys)


def _match(record: Record, keys: Sequence[str]) -> Checked:
    lines, draws = Lines(record.facts), Draws()

    def draw() -> Iterable[Finding]:
        nonlocal draws
        draws = shuffles(record.facts, lines)
        return draws.found

    findings = (
        *_guarded("chain", lambda: chain(record)),
        *_guarded("header", lambda: header(record)),
        *_facts(record, lines),
        *_guarded("shuffle", draw),
        *_signed(record, keys),
    )
    return Checked(findings, tuple(_imports(record)), draws.checked, draws.unchecked)


def _bundle(bundle: Bundle, keys: Sequence[str]) -> Checked:
    record = bundle.record
    lines = Lines(record.facts, (tournament.OPENED,), tournament.REVEALING)
    findings = [
        *_guarded("chain", lambda: chain(record)),
        *_guarded("header", lambda: tournament.header(record)),
        *_facts(record, lines),
        *_signed(record, keys),
    ]
    checked_matches = [(match.match, _match(match, keys or record.keys)) for match in bundle.matches]
    for match, report in checked_matches:
        findings += [Finding(seq, what, f"Match {match}: {sentence}") for seq, what, sentence in report.found]
    findings += _guarded("match", lambda: tournament.matches(bundle))
    findings += _guarded("result", lambda: tournament.results(bundle))
    findings += _guarded("lot", lambda: tournament.lots(bundle, lines.seed_at(1)))
    imports = (*_imports(record), *(sentence for _, report in checked_matches for sentence in report.imports))
    checked, unchecked = (
        sum(getattr(report, name) for _, report in checked_matches) for name in ("checked", "unchecked")
    )
    return Checked(tuple(findings), imports, checked, unchecked, (tournament.LEFT,))


def _facts(record: Record, lines: Lines) -> Iterator[Finding]:
    yield from _guarded("opening", lambda: openings(record, lines))
    yield from _guarded("seed", lines.unlike)


def _signed(record: Record, keys: Sequence[str]) -> Iterator[Finding]:
    trusted = list[Key]()

    def trust() -> Iterable[Finding]:
        trusted.extend([read_key(key) for key in keys or record.keys])
        return ()

    yield from _guarded("key", trust)
    yield from _guarded("receipt", lambda: _receipts(record, trusted))
    yield from _guarded("log", lambda: _log(record, trusted))


def _guarded(kind: str, checking: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Yields the findings of a check, or its error as a finding."""
    try:
        yield from [*checking()]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        yield Finding(0, kind, str(error))


def _imports(record: Record) -> Iterator[str]:
    """Yields a sentence for each import, with the facts that the service did not witness."""
    for fact in record.facts:
        if fact["type"] not in IMPORTED:
            continue
        by, house, key = (fact["data"].get(name) for name in ("by", "house", "key"))
        origin = f"from {house}, signed there with the key {key}" if key else "signed by nobody"
        yield (
            f"Facts 1 to {fact['seq'] - 1} were imported by {by}, {origin}: "
            "the house says that they were brought, not that they were played."
        )


def _receipts(record: Record, keys: Sequence[Key]) -> Iterator[Finding]:
    heads = dict(enumerate((fact["hash"] for fact in record.facts), 1))
    for receipt in record.receipts:
        is_consistent = receipt["match"] == record.match and heads.get(receipt["seq"]) == receipt["head"]
        if not (receipt_holds(receipt, keys) and is_consistent):
            sentence = (
                f"The receipt for fact {receipt['seq']} is not signed by a trusted key, "
                "or the record contradicts it."
            )
            yield Finding(receipt["seq"], "receipt", sentence)


def _log(record: Record, keys: Sequence[Key]) -> Iterator[Finding]:
    logged, last = record.logged, record.facts[-1]
    if logged is None:
        yield Finding(0, "log", "Nothing shows that the record is in the log.")
        return
    seq, head = logged["seq"], logged["head"]
    if seq > last["seq"]:
        yield Finding(0, "log", f"The record was cut off: the log holds fact {seq}.")
    elif (seq, head) != (last["seq"], last["hash"]):
        yield Finding(0, "log", "The record does not end with what is shown to be in the log.")
    size, root = checkpoint(record.checkpoint, keys)
    path, leaf = [*map(unhex, logged["path"])], leaf_of(record.match, seq, head)
    if size != logged["size"] or not included(leaf, logged["leaf"], size, path, root):
        yield Finding(0, "log", "The proof does not lead to the root of the signed log.")
