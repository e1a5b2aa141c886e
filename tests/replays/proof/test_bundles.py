"""What was altered in the bundle of a tournament is named; the small checkers agree, each in its language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from replays.proof import bundle, notes, standalone
from replays.proof.bundle_check import check_bundle
from replays.proof.findings import Finding

from .bundles import TOURNAMENT, bundled
from .checker import checked
from .signers import SigningService
from .test_standalone import alike, said

Json: TypeAlias = dict[str, Any]
Alter: TypeAlias = Callable[[Json], Any]


CHOICE: Json = {
    "seq": 9,
    "cause": 8,
    "rule": "",
    "type": "tournament.TurnOrCharacterChosen",
    "hash": "00" * 32,
    "data": {"stage": 1, "round": 1, "table": 1, "player": "Eve", "chosen": "turn", "by": "Eve", "at": 1},
}
"""A fact by which the seats of a table change places, or stay."""


def fact(told: Json, kind: str, nth: int = 0) -> Json:
    """A fact of a bundle, by its kind."""
    found: list[Json] = [one for one in told["record"]["facts"] if one["type"] == f"tournament.{kind}"]
    return found[nth]


def opened(told: Json, kind: str, field: str) -> Any:
    """What a bundle opens of a fact."""
    return fact(told, kind)["opened"][field]["value"]


ALTERED: dict[str, tuple[Alter, str, str]] = {
    "a result": (
        lambda t: fact(t, "ResultRecorded", 1)["data"].update(result={"places": [2, 1]}),
        "chain",
        r"Fact 12 was altered: result is",
    ),
    "a pairing": (
        lambda t: opened(t, "RoundPaired", "tables")[0]["seats"].reverse(),
        "opening",
        r"What fact 7 tells of tables is not what was sealed",
    ),
    "a bye": (
        lambda t: opened(t, "RoundPaired", "byes")[0].update(kind="full_bye"),
        "opening",
        r"What fact 7 tells of byes is not what was sealed",
    ),
    "the reason of a correction": (
        lambda t: fact(t, "ResultCorrected")["data"].update(why="no reason"),
        "chain",
        r"Fact 20 was altered",
    ),
    "what a win is worth": (
        lambda t: fact(t, "TournamentOpened")["data"].update(points={"win": 2}),
        "chain",
        r"Fact 1 was altered: points is {\"win\":2}, and was {} when it was sealed",
    ),
    "the order of tie-breakers": (
        lambda t: fact(t, "TournamentOpened")["data"]["tiebreakers"].reverse(),
        "chain",
        r"Fact 1 was altered: tiebreakers is \[\"lot\",\"buchholz\"\], and was",
    ),
    "a registration": (
        lambda t: fact(t, "PlayerRegistered", 1)["data"].update(player="Ann"),
        "chain",
        r"Fact 3 was altered",
    ),
    "a match inside": (
        lambda t: t["matches"][0]["facts"][-1]["data"].update(scores=[9, 9]),
        "chain",
        r"Match M1: Fact \d+ was altered",
    ),
    "a receipt": (
        lambda t: t["record"]["receipts"][0].update(at=1),
        "receipt",
        r"The receipt for fact 22 was not signed",
    ),
    "the seed": (
        lambda t: fact(t, "TournamentOpened")["opened"]["seed"].update(value="another"),
        "seed",
        r"fact 1 (tells|reveals)",
    ),
    "the order of facts": (
        lambda t: t["record"]["facts"].insert(3, t["record"]["facts"].pop(2)),
        "chain",
        r"Facts 3 and 4 were swapped",
    ),
    "a correction left out": (
        lambda t: t["record"]["facts"].remove(fact(t, "ResultCorrected")),
        "chain",
        r"Fact 20 is missing",
    ),
    "a match left out": (lambda t: t["matches"].clear(), "match", r"Match M1 was left out"),
    "a match of another tournament": (
        lambda t: t["matches"][0].update(match="M2"),
        "match",
        r"Match M1 was left out|Match M2",
    ),
    "a lot": (
        lambda t: t["standings"][0]["rows"][0]["values"].__setitem__(1, "7"),
        "lot",
        r"the standings tell",
    ),
    "the points in the standings": (
        lambda t: t["standings"][0]["rows"][0].update(points="9"),
        "standings",
        r"the standings tell .* The note on the standings is not signed by a trusted key",
    ),
    "the note on the standings": (
        lambda t: t.update(standings_note=t["standings_note"].replace("T-M1", "T-M2")),
        "standings",
        r"The note on the standings is not signed",
    ),
    "the head of a match": (
        lambda t: fact(t, "ResultRecorded")["data"].update(head="00" * 32),
        "result",
        r"Fact 11 was altered",
    ),
    "the log": (lambda t: t["record"]["logged"].update(leaf=0), "log", r"not in the log"),
    "a choice put in": (
        lambda t: t["record"]["facts"].insert(8, CHOICE),
        "chain",
        r"A fact was inserted before the true fact 9",
    ),
    "the viewer": (lambda t: t["record"].update(viewer="judge"), "header", ""),
    "the game": (lambda t: t["record"].update(game="chess"), "header", ""),
    "the cards": (lambda t: t["record"]["cards"].update(digest="ab"), "cards", ""),
}
"""What is altered in a bundle; what kind of finding the small checkers have; what `verify` says."""


def altered(alter: Alter) -> bytes:
    """Returns the bundle with something altered."""
    told: Json = json.loads(bundled())
    alter(told)
    return json.dumps(told, ensure_ascii=False).encode()


def found(file: bytes) -> list[Finding]:
    """Returns what the check with engines finds."""
    return check_bundle(bundle.read_bundle(file), SigningService().keys).findings


@pytest.mark.parametrize("what", [what for what, (_, _, named) in ALTERED.items() if named])
def test_what_was_altered_is_named(what: str) -> None:
    alter, _, named = ALTERED[what]
    assert re.search(named, " ".join(map(str, found(altered(alter)))))


def test_the_small_checkers_find_the_same(tmp_path: Path) -> None:
    files = {what: altered(alter) for what, (alter, _, _) in ALTERED.items()}
    files |= {"nothing": bundled(), "nothing, as all see it": bundled(bundle.SPECTATOR)}
    files["a result that was signed"] = bundled(lying=True)
    theirs = dict(zip(files, checked(tmp_path, files.values()), strict=True))
    ours = {what: said(file) for what, file in files.items()}
    assert [(what, ours[what], theirs[what]) for what in files if not alike(ours[what], theirs[what])] == []
    for what, (_, kind, _) in ALTERED.items():
        assert kind in {one.what for one in ours[what].found}, what
    for what in ("nothing", "nothing, as all see it"):
        assert ours[what] == theirs[what]
        assert (ours[what].found, ours[what].left) == ((), (standalone.tournament.LEFT,))
    assert [one.what for one in ours["a result that was signed"].found] == ["result"]


def test_a_note_on_other_content_signs_no_standings(tmp_path: Path) -> None:
    told: Json = json.loads(bundled())
    whole = bundle.read_bundle(bundled())
    text = notes.content_text(
        "recount.example/log", "drawing", TOURNAMENT, whole.record.head, whole.standings_digest
    )
    told["standings_note"] = notes.sign_note(text, SigningService().signers)
    file = json.dumps(told, ensure_ascii=False).encode()
    [theirs] = checked(tmp_path, [file])
    assert [one.what for one in theirs.found] == [one.what for one in said(file).found] == ["standings"]
    assert [one.what for one in found(file)] == ["standings"]


def test_standings_without_a_signature_are_never_called_untouched(tmp_path: Path) -> None:
    file = altered(lambda told: told.pop("standings_note"))
    key = str(SigningService().keys[0])
    assert standalone.check(file, [key]).verdict == "unproved"
    assert standalone.check(bundled(), [key]).verdict == "untouched"
    [theirs] = checked(tmp_path, [file])
    assert theirs.unproved[1:] == standalone.check(file, [key]).unproved
    assert theirs.unproved[1].startswith("Nothing signs the standings")


def test_a_whole_bundle_is_made_again_and_a_result_that_its_match_contradicts_is_found() -> None:
    for viewer in (bundle.ORGANIZER, bundle.SPECTATOR):
        again = check_bundle(bundle.read_bundle(bundled(viewer)), SigningService().keys)
        assert (again.findings, again.pairings) == ([], 2)
    [finding] = found(bundled(lying=True))
    assert (finding.what, str(finding)) == ("result", "Fact 11 tells another result than match M1 has.")
