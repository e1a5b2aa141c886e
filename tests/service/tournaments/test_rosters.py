"""Lists of players in the forms people have: previewed, refused at their line, registered when confirmed."""

from __future__ import annotations

import io
import re
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from service.tournaments.errors import InputError, InvalidRoster
from service.tournaments.rosters.cells import MAX_COLUMNS
from service.tournaments.rosters.encodings import MAX_ROSTER_BYTES, decode_roster
from service.tournaments.rosters.reading import MAX_LINE_CHARACTERS, MAX_ROWS, Roster, read_roster
from service.tournaments.rosters.values import rating_of
from tests.service.browser import Browser, text
from tests.service.cli.test_commands import Operator
from tests.service.client import Json, json_of

from .desk import Desk

TWO = [("Ada", 1650), ("Grace", 1700)]
LONGEST_SECONDS = 2.0
SPREADSHEET = "name\trating\nAda\t1650\nGrace\t1700\n"


def players(file: bytes) -> list[tuple[str | None, int | None]]:
    """Returns the names and ratings of a list without mistakes."""
    return [(one.name, one.rating) for one in read_roster(decode_roster(file)).require_valid().entrants]


def mistakes(file: bytes) -> list[str]:
    """Returns the mistakes of a list, each with its line and column."""
    with pytest.raises(InvalidRoster) as refused:
        read_roster(decode_roster(file)).require_valid()
    return [f"{one.line}:{one.column} {one.message}" for one in refused.value.errors]


@pytest.mark.parametrize(
    "file",
    [
        b"\xef\xbb\xbfname,rating\nAda,1650\nGrace,1700\n",  # the case roster-bom
        SPREADSHEET.encode(),  # the case roster-tabs
        SPREADSHEET.encode("utf-16"),
        SPREADSHEET.encode("utf-16-be"),
        SPREADSHEET.encode("utf-16-le"),
        b"sep=;\r\nNom;Elo;Club\r\nAda;1650.0;X\r\nGrace;1 700;\r\n",
        b"No.,Player,Rtg\n1,Ada,1650\n2,Grace,1700\n",
        b'"Name","Classement"\n"Ada","1650"\n"Grace","1700"\n;;\n'.replace(b";;", b","),
        b"Nome|Punteggio\nAda|1650,0\nGrace|1'700\n",
        b"Ada\t1650\nGrace\t1700\n",
        b"Ada;1650\nGrace;1700",
        b"1\t1650\tAda\r\n2\t1700\tGrace\r\n",
    ],
)
def test_two_players_with_their_ratings_in_every_form(file: bytes) -> None:
    assert players(file) == TWO


def test_columns_without_headings_are_read_by_their_contents_and_a_warning_says_so() -> None:
    roster = read_roster(decode_roster(b"Ada\t1650\nGrace\tunr\nLin\n"))
    assert [(one.name, one.rating) for one in roster.entrants] == [
        ("Ada", 1650),
        ("Grace", None),
        ("Lin", None),
    ]
    assert [column.field for column in roster.columns] == ["name", "rating"]
    assert [(one.line, str(one.message)[:26]) for one in roster.warnings] == [
        (1, "This list has no headings:"),
        (2, "“unr” is read as no rating"),
    ]


@pytest.mark.parametrize("file", [b"Spieler\tWert\nAda\t1650\n", b"Ada\tNavy\t1650\nGrace\tRome\t1700\n"])
def test_columns_that_may_hold_anything_need_headings(file: bytes) -> None:
    assert [mistake[:43] for mistake in mistakes(file)] == ["1:1 This list has columns without headings."]


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("name,rating\nÉloïse,1650\n".encode("windows-1252"), ["Éloïse"]),
        (b"1. Ana\n2. Bo", ["Ana", "Bo"]),
        (b"1\tAna\n2\tBo", ["Ana", "Bo"]),
        (b"1 Ana\n2 Bo", ["Ana", "Bo"]),
        (b"7 Ana\n2 Bo", ["7 Ana", "2 Bo"]),
        (b"Curie, Marie\nLinus", ["Marie Curie", "Linus"]),
        ("Nom;Prénom\nCurie;Marie".encode(), ["Marie Curie"]),
        (b"Nome,Cognome\nRita,Levi", ["Rita Levi"]),
        (b'Name\n"Hopper, Grace"', ["Grace Hopper"]),
        (b'Dwayne "Rock" Johnson', ['Dwayne "Rock" Johnson']),
        (b'name,club\n"Ada ""A"" Byron",x', ['Ada "A" Byron']),
    ],
)
def test_names_are_read_as_people_write_them(file: bytes, names: list[str]) -> None:
    assert [name for name, _ in players(file)] == names


@pytest.mark.parametrize(
    ("cell", "rating"),
    [
        ("unr", None),
        ("-", None),
        ("", None),
        ("1650.0", 1650),
        ("1650,00", 1650),
        ("1.650", 1650),
        ("0", None),
    ],
)
def test_ratings_are_read_as_written(cell: str, rating: int | None) -> None:
    assert rating_of(cell) == rating


@pytest.mark.parametrize(
    ("file", "errors"),
    [
        (b'name,rating\n"Ada,1650\nGrace",1700', [2, 3]),
        (b'"Ada\nGrace"', [1, 2]),
        (b'name,rating\n"Ada"x,1650', [2]),
        (b"name\nAda,1650", [2]),
        (b"Ada;Navy\nGrace;Rome", [1]),
        (b"name,rating\nAda,1650.5\n,3", [2, 3]),
        (b"name,rating\nAda,1650\nGrace,-5", [3]),
        (b"Ada;1650\nGrace;-5", [2]),
        (b"Ada\nGr\x81ce", [2]),
        (b"PK\x03\x04", [1]),
        (b"\n" + b"A\n" * (MAX_ROWS + 1), [MAX_ROWS + 2]),
        (b"A" * (MAX_ROSTER_BYTES + 1), [1]),
        (b"name,rating\nAda,1650\n" + b"," * (MAX_ROSTER_BYTES - 21), [3]),
        (b"Ada\n" + b"A" * (MAX_LINE_CHARACTERS + 1), [2]),
        (b"name,rating\nAda" + b"," * MAX_COLUMNS, [2]),
        (b"name,rating" + b"," * MAX_COLUMNS + b"\nAda,1650", [1]),
    ],
)
def test_a_fault_is_an_error_at_its_line_and_never_two_players_in_one(file: bytes, errors: list[int]) -> None:
    assert [int(one.partition(":")[0]) for one in mistakes(file)] == errors


@settings(max_examples=200, deadline=None)
@example(b"\xff\xfe\x00")
@example(b"sep=")
@example(b'name\n"')
@given(
    st.one_of(
        st.binary(max_size=80),
        st.lists(
            st.sampled_from(
                ["name", "Ada", "elo", "1650", ",", ";", "\t", '"', "\n", "\r", " ", "1. ", "|", "\u2028"]
            ),
            max_size=24,
        ).map(lambda parts: "".join(parts).encode()),
        st.text(max_size=60).map(lambda line: line.encode("utf-16", "replace")),
    )
)
def test_rubbish_is_read_or_refused_with_a_line(file: bytes) -> None:
    roster, faults = outcome(file)
    assert all(one.line and one.column for one in faults)
    assert all(entrant.name or entrant.player for entrant in roster.entrants)
    for entrant in roster.entrants:
        assert len((entrant.name or "-").splitlines()) == 1
    assert list(roster.lines) == sorted(set(roster.lines))  # one line, one player


def test_the_widest_list_is_read_in_less_than_a_request_may_take() -> None:
    line = b"A%d" + b"," * (MAX_COLUMNS - 1) + b"\n"
    rows = b"".join(line % row for row in range(1, MAX_ROWS))
    file = b"name" + b",x" * (MAX_COLUMNS - 1) + b"\n" + rows
    before = process_time()
    assert len(players(file)) == MAX_ROWS - 1
    assert process_time() - before < LONGEST_SECONDS


def outcome(file: bytes) -> tuple[Roster, tuple[InputError, ...]]:
    """Returns a list, empty if it is refused, and its mistakes."""
    try:
        return read_roster(decode_roster(file)).require_valid(), ()
    except InvalidRoster as refused:
        return Roster((), ()), refused.errors


def sends(desk: Desk, path: str, file: bytes, token: str | None = None) -> TestResponse:
    """Sends a file as it is."""
    headers = {
        "Authorization": f"Bearer {desk.token if token is None else token}",
        "Content-Type": "text/csv",
    }
    address = f"/api/v1/tournaments/{desk.tournament}/roster{path}"
    return desk.api.app.test_client().post(address, data=file, headers=headers)


def details(remarks: list[Json]) -> list[str]:
    return [f"{one['line']}:{one['column']} {one['detail']}" for one in remarks]


def test_a_preview_tells_columns_players_and_remarks_and_registers_nobody(desk: Desk) -> None:
    file = "Nom;Prénom;Elo;Club\nCurie;Marie;unr;X\nBYRON;Ada;high;\n".encode("windows-1252")
    reply = sends(desk, "/preview", file)
    assert reply.status_code == 200, reply.text
    preview = json_of(reply)
    assert [one["field"] for one in preview["columns"]] == ["last_name", "first_name", "rating", None]
    assert (preview["encoding"], preview["separator"]) == ("windows-1252", ";")
    assert [(one["line"], one["name"], one["rating"]) for one in preview["players"]] == [
        (2, "Marie Curie", None),
        (3, "Ada BYRON", None),
    ]
    assert details(preview["errors"]) == [
        "3:3 A rating is a whole number from 0 to 999999, and “high” is none."
    ]
    assert "1:4 The column “Club” is not used." in details(preview["warnings"])
    assert desk.looks()["registered"] == 4
    assert sends(desk, "/preview", file, desk.tokens["Ada"]).status_code == 403
    assert sends(desk, "", file).status_code == 422


def test_similar_names_are_a_question_before_they_are_two_people(desk: Desk) -> None:
    file = "name\nada\nO’Neil\nONeil\nGrâce\n".encode()
    questions = details(json_of(sends(desk, "/preview", file))["questions"])
    assert [one.partition(" Confirm")[0] for one in questions] == [
        "2:1 “ada” looks like “Ada”.",
        "4:1 “ONeil” looks like “O’Neil”.",
        "5:1 “Grâce” looks like “Grace”.",
    ]
    refused = sends(desk, "", file)
    assert (refused.status_code, len(json_of(refused)["errors"])) == (422, 3)
    assert sends(desk, "?accept_similar=true", file).status_code == 201
    assert desk.looks()["registered"] == 8
    assert desk.does("register_roster", roster="MAE").status_code == 422
    desk.did("register_roster", roster="MAE", accept_similar=True)


def test_a_list_of_the_largest_size_is_read_and_a_larger_one_is_refused(desk: Desk) -> None:
    rows = [f"{'N' * 96}{number:04}" for number in range(1001)]
    many = "\n".join(rows).encode()
    refused = sends(desk, "/preview", many)
    assert json_of(refused)["detail"] == "A tournament has up to 1000 players."
    wide = b"name,notes\nZoe," + b"x" * (MAX_ROSTER_BYTES - 15)
    assert len(wide) == MAX_ROSTER_BYTES
    assert sends(desk, "/preview", wide).status_code == 200
    assert json_of(sends(desk, "/preview", wide + b"x"))["errors"]
    assert sends(desk, "/preview", wide + b"x" * 100_000).status_code == 413
    long = json_of(sends(desk, "/preview", b"N" * 101))
    assert details(long["errors"]) == ["1:1 A name has 1 to 100 characters."]
    desk.did("register_roster", roster="N" * 100)


@pytest.fixture
def organizer(desk: Desk, ada: Browser) -> Browser:
    """A browser that keeps the API token of the tournament's organizer."""
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    return ada


def test_the_desk_registers_a_list_after_its_preview(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/roster"
    page = organizer.post(path, {"do": "preview", "roster": "name,rating\nPia,1500\nAda,1400\nWanda,many"})
    assert "Line 4, column 2: A rating is a whole number" in text(page)
    assert "Wanda,many" in page.text
    assert "Register them" not in text(page)
    page = organizer.post(path, {"do": "preview", "roster": "name,rating\nPia,1500\n,1200"})
    assert "Players: 2 Pia (1500) line 3 (1200)" in text(page)
    upload = (
        io.BytesIO(SPREADSHEET.replace("Ada", "Pia").replace("Grace", "mae").encode("utf-16")),
        "list.csv",
    )
    page = organizer.post(path, {"do": "preview", "file": upload})
    assert "Players: 2 Pia (1650) mae (1700)" in text(page)
    assert desk.looks()["registered"] == 4
    pasted = {"do": "register", "roster": SPREADSHEET.replace("Ada", "Pia").replace("Grace", "mae")}
    refused = organizer.post(path, pasted)
    assert (refused.status_code, "“mae” looks like “Mae”" in text(refused)) == (422, True)
    done = organizer.post(path, pasted | {"accept_similar": "yes"})
    assert done.location == f"/t/{desk.tournament}/links"
    sheet = organizer.get(done.location)
    assert len(set(re.findall(rf"/t/{desk.tournament}/me#key=([\w-]+)", sheet.text))) == 6
    assert sheet.text.count('aria-hidden="true"><svg') == 6
    assert desk.looks()["registered"] == 6


def test_the_command_line_prints_every_error(tmp_path: Path) -> None:
    operator, file = Operator(tmp_path / "data"), tmp_path / "list.csv"
    id = operator.runs("tournament", "open", "Open", "--stage", "swiss rounds=2").strip()
    file.write_bytes("name,rating\nÉloïse,many\n,3\n".encode("windows-1252"))
    for words in ((), ("--dry-run",)):
        refused = operator.tries("tournament", "register", id, str(file), *words)
        assert refused.exit_code == 1
        assert (
            "Line 2, column 2: A rating is a whole number from 0 to 999999, and “many” is none."
            in refused.output
        )
        assert "Line 3, column 1: This line has no name." in refused.output
    file.write_bytes("name,rating\nÉloïse,1650\n".encode("windows-1252"))
    assert "Éloïse  1650" in operator.runs("tournament", "register", id, str(file), "--dry-run")
    assert operator.runs("tournament", "register", id, str(file)).split()[1] == "Éloïse"
