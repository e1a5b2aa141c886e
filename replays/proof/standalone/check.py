"""Checks a record or a bundle by recomputing every claim in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from . import tournament
from .beacons import compare_rounds
from .crypto import Key, decode_hex, hash_head, is_signed_receipt, read_checkpoint, read_key, verify_inclusion
from .facts import Finding, Lines, check_chain, check_header, check_openings
from .file import Bundle, Record, read_document
from .photos import RecordedFact
from .revocations import Trust, make_trust, split_notes
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
    to call the file untouched, even without findings. `revoked` tells of trusted keys that were revoked.
    """

    found: tuple[Finding, ...]
    imports: tuple[str, ...]
    checked: int
    unchecked: int
    left: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()
    revoked: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict on the file."""
        if self.found:
            return "altered"
        return "unproved" if self.unproved else "untouched"


def check(source: bytes, keys: Sequence[str] = (), policy: str = "", revocations: str = "") -> Checked:
    """Returns the findings on the record or bundle in a file; raises `NoRecord`.

    *keys* are trusted keys, with those of logs in the text of a *policy* (C2SP), which may require witnesses.
    Without any key, the keys of the file show its consistency alone. *revocations* is a list of statements
    in addition to those in the file.
    """
    document = read_document(source)
    required = read_policy(policy) if policy else None
    keys = [*keys, *(log.text for log in required.logs)] if required else keys
    record, matches = (
        (document.record, document.matches) if isinstance(document, Bundle) else (document, list[Record]())
    )
    notes = [note for each in (record, *matches) for note in each.revocations]
    trust, findings = _read_trust(keys or record.keys, [*split_notes(revocations), *notes])
    if isinstance(document, Bundle):
        report = _check_bundle(document, trust, required)
    else:
        report = _check_match(document, trust, required)
    holders = () if keys else (f"Made consistently by the holder of {', '.join(record.keys) or 'no key'}.",)
    return report._replace(
        found=(*findings, *report.found),
        unproved=tuple(dict.fromkeys((*holders, *report.unproved))),
        revoked=tuple(revocation.notice for revocation in trust.revocations.values()),
    )


def list_facts(source: bytes) -> Iterator[RecordedFact]:
    """Yields the facts of all matches in a file; raises `NoRecord`."""
    document = read_document(source)
    for record in document.matches if isinstance(document, Bundle) else (document,):
        for fact in record.facts:
            yield RecordedFact(record.match, fact["seq"], fact["type"], fact["data"])


def _read_trust(keys: Sequence[str], notes: Sequence[str]) -> tuple[Trust, list[Finding]]:
    """Returns the trust in *keys* under the statements in *notes*, and the findings on both."""
    trust = Trust(())

    def read() -> Iterable[Finding]:
        nonlocal trust
        trust = Trust(tuple(map(read_key, keys)))
        trust = make_trust(trust.named, notes)
        return ()

    findings = [*_guard("key", read)]
    return trust, findings


def _check_match(record: Record, trust: Trust, policy: Policy | None) -> Checked:
    lines, draws = Lines(record.facts), Draws()

    def recompute_draws() -> Iterable[Finding]:
        nonlocal draws
        draws = check_draws(record.facts, lines)
        return draws.findings

    later, unproved = _doubt_note("log", record.checkpoint, trust, policy)
    findings = (
        *_guard("chain", lambda: check_chain(record)),
        *_guard("header", lambda: check_header(record)),
        *_check_facts(record, lines),
        *_guard("shuffle", recompute_draws),
        *_check_signatures(record, trust, policy),
        *later,
    )
    imports, rounds = tuple(_describe_imports(record)), tuple(compare_rounds(record.facts))
    return Checked(findings, imports, draws.checked, draws.unchecked, rounds, unproved)


def _check_bundle(bundle: Bundle, trust: Trust, policy: Policy | None) -> Checked:
    record = bundle.record
    lines = Lines(record.facts, (tournament.OPENED,), tournament.REVEALING)
    later, unproved = _doubt_note("log", record.checkpoint, trust, policy)
    findings = [
        *_guard("chain", lambda: check_chain(record)),
        *_guard("header", lambda: tournament.check_header(record)),
        *_check_facts(record, lines),
        *_check_signatures(record, trust, policy),
        *later,
    ]
    reports = [(match.match, _check_match(match, trust, policy)) for match in bundle.matches]
    for match, report in reports:
        findings += [Finding(seq, kind, f"Match {match}: {sentence}") for seq, kind, sentence in report.found]
    findings += _guard("match", lambda: tournament.check_matches(bundle))
    findings += _guard("result", lambda: tournament.check_results(bundle))
    findings += _guard("lot", lambda: tournament.check_lots(bundle, lines.seed_at(1)))
    findings += _guard("standings", lambda: tournament.check_standings(bundle, trust.keys))
    wrong, undated = _doubt_note("standings", bundle.standings_note, trust)
    imports = (
        *_describe_imports(record),
        *(sentence for _, report in reports for sentence in report.imports),
    )
    checked, unchecked = (
        sum(getattr(report, name) for _, report in reports) for name in ("checked", "unchecked")
    )
    unproved += tuple(sentence for _, report in reports for sentence in report.unproved)
    unproved += undated if bundle.standings_note else (UNSIGNED_STANDINGS,)
    left = (tournament.LEFT, *(sentence for _, report in reports for sentence in report.left))
    return Checked((*findings, *wrong), imports, checked, unchecked, left, unproved)


def _check_facts(record: Record, lines: Lines) -> Iterator[Finding]:
    yield from _guard("opening", lambda: check_openings(record, lines))
    yield from _guard("seed", lines.check_seeds)


def _check_signatures(record: Record, trust: Trust, policy: Policy | None) -> Iterator[Finding]:
    yield from _guard("receipt", lambda: _check_receipts(record, trust))
    yield from _guard("log", lambda: _check_log(record, trust.keys))
    if policy:
        yield from _guard("witness", lambda: _check_cosignatures(record, policy))


def _doubt_note(
    kind: str, note: str, trust: Trust, policy: Policy | None = None
) -> tuple[list[Finding], tuple[str, ...]]:
    """Returns the findings on signatures of a note by revoked keys, and the reasons to call it unproved."""
    unproved = list[str]()

    def find() -> Iterable[Finding]:
        doubt = trust.find_doubt(note, policy)
        if doubt is not None and doubt.kind == "later":
            return [Finding(0, "key", doubt.sentence)]
        unproved.extend([doubt.sentence] if doubt else [])
        return ()

    findings = [*_guard(kind, find)]
    return findings, tuple(unproved)


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


def _check_receipts(record: Record, trust: Trust) -> Iterator[Finding]:
    heads = dict(enumerate((fact["hash"] for fact in record.facts), 1))
    for receipt in record.receipts:
        is_consistent = receipt["match"] == record.match and heads.get(receipt["seq"]) == receipt["head"]
        is_refused = trust.refuses(receipt["key"], receipt["at"])
        if not (is_signed_receipt(receipt, trust.keys) and is_consistent) or is_refused:
            sentence = (
                f"The receipt for fact {receipt['seq']} is not signed by a trusted key, "
                "or the record contradicts it, or it is later than the key's revocation."
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
