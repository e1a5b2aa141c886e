"""Checks a record or a bundle by recomputing every claim in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from . import tournament
from .beacons import compare_rounds
from .crypto import Key, decode_hex, hash_head, is_signed_receipt, read_checkpoint, read_key, verify_inclusion
from .facts import Finding, Lines, check_chain, check_header, check_openings
from .file import Bundle, Record, read_document
from .shuffles import Draws, check_draws
from .witnesses import Policy, read_policy

IMPORT_TYPES = ("table.MatchImported", "tournament.TournamentImported")


UNSIGNED_STANDINGS = (
    "Nothing signs the standings: an older service wrote this bundle, or the note was removed."
)

Verdict = Literal["untouched", "altered", "unproved"]


class Checked(NamedTuple):
    """The findings and imports of a record, and the numbers of checked and unchecked draws.

    For a bundle these cover all matches. `left` names the omitted checks. `unproved` are the reasons not
    to call the file untouched, even without findings.
    """

    found: tuple[Finding, ...]
    imports: tuple[str, ...]
    checked: int
    unchecked: int
    left: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict on the file."""
        if self.found:
            return "altered"
        return "unproved" if self.unproved else "untouched"


def check(source: bytes, keys: Sequence[str] = (), policy: str = "") -> Checked:
    """Returns the findings on the record or bundle in a file; raises `NoRecord`.

    *keys* are trusted keys, with those of logs in the text of a *policy* (C2SP), which may require witnesses.
    Without any key, the keys of the file show its consistency alone.
    """
    document = read_document(source)
    required = read_policy(policy) if policy else None
    keys = [*keys, *(log.text for log in required.logs)] if required else keys
    if isinstance(document, Bundle):
        report, record = _check_bundle(document, keys, required), document.record
    else:
        report, record = _check_match(document, keys, required), document
    if keys:
        return report
    holders = f"Made consistently by the holder of {', '.join(record.keys) or 'no key'}."
    return report._replace(unproved=(holders, *report.unproved))


def _check_match(record: Record, keys: Sequence[str], policy: Policy | None) -> Checked:
    lines, draws = Lines(record.facts), Draws()

    def recompute_draws() -> Iterable[Finding]:
        nonlocal draws
        draws = check_draws(record.facts, lines)
        return draws.findings

    findings = (
        *_guard("chain", lambda: check_chain(record)),
        *_guard("header", lambda: check_header(record)),
        *_check_facts(record, lines),
        *_guard("shuffle", recompute_draws),
        *_check_signatures(record, keys, policy),
    )
    rounds = tuple(compare_rounds(record.facts))
    return Checked(findings, tuple(_describe_imports(record)), draws.checked, draws.unchecked, rounds)


def _check_bundle(bundle: Bundle, keys: Sequence[str], policy: Policy | None) -> Checked:
    record = bundle.record
    lines = Lines(record.facts, (tournament.OPENED,), tournament.REVEALING)
    findings = [
        *_guard("chain", lambda: check_chain(record)),
        *_guard("header", lambda: tournament.check_header(record)),
        *_check_facts(record, lines),
        *_check_signatures(record, keys, policy),
    ]
    reports = [(match.match, _check_match(match, keys or record.keys, policy)) for match in bundle.matches]
    for match, report in reports:
        findings += [Finding(seq, kind, f"Match {match}: {sentence}") for seq, kind, sentence in report.found]
    findings += _guard("match", lambda: tournament.check_matches(bundle))
    findings += _guard("result", lambda: tournament.check_results(bundle))
    findings += _guard("lot", lambda: tournament.check_lots(bundle, lines.seed_at(1)))
    findings += _guard(
        "standings",
        lambda: tournament.check_standings(bundle, [read_key(key) for key in keys or record.keys]),
    )
    imports = (
        *_describe_imports(record),
        *(sentence for _, report in reports for sentence in report.imports),
    )
    checked, unchecked = (
        sum(getattr(report, name) for _, report in reports) for name in ("checked", "unchecked")
    )
    unproved = () if bundle.standings_note else (UNSIGNED_STANDINGS,)
    left = (tournament.LEFT, *(sentence for _, report in reports for sentence in report.left))
    return Checked(tuple(findings), imports, checked, unchecked, left, unproved)


def _check_facts(record: Record, lines: Lines) -> Iterator[Finding]:
    yield from _guard("opening", lambda: check_openings(record, lines))
    yield from _guard("seed", lines.check_seeds)


def _check_signatures(record: Record, keys: Sequence[str], policy: Policy | None) -> Iterator[Finding]:
    trusted_keys = list[Key]()

    def read_keys() -> Iterable[Finding]:
        trusted_keys.extend([read_key(key) for key in keys or record.keys])
        return ()

    yield from _guard("key", read_keys)
    yield from _guard("receipt", lambda: _check_receipts(record, trusted_keys))
    yield from _guard("log", lambda: _check_log(record, trusted_keys))
    if policy:
        yield from _guard("witness", lambda: _check_cosignatures(record, policy))


def _guard(kind: str, find: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Yields the findings of a check, or its error as a finding."""
    try:
        yield from [*find()]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        yield Finding(0, kind, str(error))


def _describe_imports(record: Record) -> Iterator[str]:
    """Yields a sentence for each import, with the facts that the service did not witness."""
    for fact in record.facts:
        if fact["type"] not in IMPORT_TYPES:
            continue
        by, house, key = (fact["data"].get(name) for name in ("by", "house", "key"))
        origin = f"from {house}, signed there with the key {key}" if key else "signed by nobody"
        yield (
            f"Facts 1 to {fact['seq'] - 1} were imported by {by}, {origin}: "
            "the house says that they were brought, not that they were played."
        )


def _check_receipts(record: Record, keys: Sequence[Key]) -> Iterator[Finding]:
    heads = dict(enumerate((fact["hash"] for fact in record.facts), 1))
    for receipt in record.receipts:
        is_consistent = receipt["match"] == record.match and heads.get(receipt["seq"]) == receipt["head"]
        if not (is_signed_receipt(receipt, keys) and is_consistent):
            sentence = (
                f"The receipt for fact {receipt['seq']} is not signed by a trusted key, "
                "or the record contradicts it."
            )
            yield Finding(receipt["seq"], "receipt", sentence)


def _check_log(record: Record, keys: Sequence[Key]) -> Iterator[Finding]:
    logged, last = record.logged, record.facts[-1]
    if logged is None:
        yield Finding(0, "log", "Nothing shows that the record is in the log.")
        return
    seq, head = logged["seq"], logged["head"]
    if seq > last["seq"]:
        yield Finding(0, "log", f"The record was cut off: the log holds fact {seq}.")
    elif (seq, head) != (last["seq"], last["hash"]):
        yield Finding(0, "log", "The record does not end with what is shown to be in the log.")
    size, root = read_checkpoint(record.checkpoint, keys)
    path, leaf = [*map(decode_hex, logged["path"])], hash_head(record.match, seq, head)
    if size != logged["size"] or not verify_inclusion(leaf, logged["leaf"], size, path, root):
        yield Finding(0, "log", "The proof does not lead to the root of the signed log.")


def _check_cosignatures(record: Record, policy: Policy) -> Iterator[Finding]:
    cosigners = policy.find_cosigners(record.checkpoint).keys()
    if not policy.is_met(cosigners):
        threshold, members = policy.required
        yield Finding(
            0,
            "witness",
            f"The policy requires {threshold} cosignatures of {', '.join(members)}; "
            f"the checkpoint has {len(cosigners)}.",
        )
