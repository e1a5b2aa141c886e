"""Report files of other programs: what is read, what is doubtful, and what is refused, by line and column."""

from __future__ import annotations

from time import process_time

import pytest

from domain.tournament.fold import fold
from domain.tournament.plan import CHESS_POINTS
from domain.tournament.scoring.results import Result
from domain.tournament.state import Tournament
from service.bootstrap import Services
from service.tournaments.access import Actor
from service.tournaments.errors import InputError
from service.tournaments.report_files.model import InvalidReport, Report
from service.tournaments.report_files.options import ReportFile
from service.tournaments.report_files.reading import decode_report, read_report

ORGANIZER = Actor("organizer", "organizer:desk")
LONGEST_SECONDS = 2.0


def player(rank: int, name: str, *cells: str, rating: str = "", points: str = "") -> str:
    """Returns a line 001 in the columns of the format."""
    start = f"001 {rank:>4}      {name:<33} {rating:>4}".ljust(80)
    return f"{start}{points:>4} {rank:>4}  {'  '.join(f'{cell:<8}' for cell in cells)}"


TRF16 = "\r".join(
    (
        "012 Club Night",
        "022 Turin",
        "092 Individual: Swiss-System",
        "XXR 5",
        "XXC black1",
        player(1, "Rossi, Anna", "   3 b 1", "   2 w =", rating="2101", points="1.5"),
        player(2, "Müller, Jörg", "   4 w 0", "   1 b =", rating="2050", points="0.5"),
        player(3, "O’Neill, Seán", "   1 w 0", "0000 - H", rating="1900", points="0.5"),
        player(4, "Nguyễn, Văn", "   2 b 1", "   5 w +", points="2.0"),
        player(5, "Late, Lea", "", "   4 b -", points="0.0"),
        "XXZ 3",
    )
)


def opened(services: Services, text: str, rounds: int | None = None) -> Tournament:
    """Returns the tournament that goes on from a file."""
    return fold(
        services.report_opener.prepare_report(ReportFile(text, "arena", rounds=rounds), ORGANIZER).facts
    )


def notes(mistakes: tuple[InputError, ...]) -> list[tuple[int | None, int | None, str]]:
    """Returns mistakes or warnings with their lines and columns."""
    return [(one.line, one.column, str(one.message)) for one in mistakes]


def refused(*lines: str) -> list[tuple[int | None, int | None, str]]:
    """Returns the mistakes of a file of these lines."""
    with pytest.raises(InvalidReport) as error:
        read_report("\n".join(lines))
    return notes(error.value.errors)


def test_a_file_of_2016_is_read_as_a_whole() -> None:
    report = read_report(TRF16)
    assert (report.header.title, report.header.rounds, report.header.first_turn) == ("Club Night", 5, 1)
    assert report.header.points == CHESS_POINTS
    assert [(one.rank, one.name, one.rating) for one in report.players] == [
        (1, "Rossi, Anna", 2101),
        (2, "Müller, Jörg", 2050),
        (3, "O’Neill, Seán", 1900),
        (4, "Nguyễn, Văn", None),
        (5, "Late, Lea", None),
    ]
    assert [game.seats for game in report.rounds[0].games] == [(3, 1), (2, 4)]
    assert report.rounds[1].games[1].result == Result((1, 2), forfeits=(1,))
    assert report.rounds[1].byes == {3: "half_bye"}
    assert report.byes == {3: {3: "zero_bye"}}
    assert notes(report.warnings) == [
        (10, 92, "Round 1: these players have neither a game nor a bye, and get no points: 5.")
    ]


def test_the_tournament_goes_on_and_its_facts_name_the_file(services: Services) -> None:
    t = opened(services, TRF16)
    assert [known.is_closed for known in t.rounds] == [True, True]
    assert {table.records[0].source for known in t.rounds for table in known.tables.values()} == {"file"}
    assert t.report is not None
    assert (t.report.event.form, len(t.report.event.digest), t.report.seq) == ("trf", 64, t.seq)
    assert [*t.requested_byes(1, 3).values()] == ["zero_bye"]


def test_a_file_of_2026_tells_points_byes_and_tie_breakers() -> None:
    report = read_report(
        "\n".join(
            (
                "012 Spring",
                "142 4",
                "152 W",
                "162  W 3.0    D 1.0    P 2.0",
                "192 FIDE_DUTCH_2025",
                "212 PTS,BH/C1,SB,XYZ",
                player(1, "Ada", "0002 w 1", points="3.0"),
                player(2, "Bo", "0001 b 0", points="0.0"),
                player(3, "Cy", "0000 - U", points="2.0"),
                "240 H 002    3",
                "240 Z 002    2",
                "240 Z 003    2",
                "240 Z 004    2",
            )
        )
    )
    header = report.header
    assert (header.points.win, header.points.draw, header.points.bye, header.points.unit) == (3, 1, 2, 1)
    assert (header.tiebreakers, header.engine) == (("buchholz_cut_1", "sonneborn_berger"), "")
    assert (report.byes[2], report.gone) == ({3: "half_bye"}, (2,))
    assert [text for *_, text in notes(report.warnings)] == [
        "The pairing system “FIDE_DUTCH_2025” is not paired as such here.",
        "Tie-breakers without a counterpart here: XYZ.",
    ]


def test_a_result_that_only_one_of_two_lines_has_is_named_and_counts() -> None:
    report = read_report(
        "\n".join(
            (
                "142 3",
                player(1, "Ada", "0002 w 1"),
                player(2, "Bo", "0001 b  "),
                player(3, "Cy", "0004 w ="),
                player(4, "Di"),
            )
        )
    )
    assert [game.result for game in report.rounds[0].games] == [Result((1, 2)), Result((1, 1))]
    assert notes(report.warnings) == [
        (2, 99, "Round 1: only the line of player 1 has the result “1” against 2. It counts for both."),
        (4, 99, "Round 1: only the line of player 3 has the result “=” against 4. It counts for both."),
    ]


def test_accelerated_rounds_and_forbidden_pairings_are_not_read_and_this_is_told() -> None:
    accelerated = "250  1.0  1.0   1   2    1    2"
    report = read_report(
        "\n".join(("142 3", player(1, "Ada"), player(2, "Bo"), accelerated, "260   1   3    1    2"))
    )
    assert notes(report.warnings) == [
        (4, 1, "Record “250” is not read."),
        (5, 1, "Record “260” is not read."),
    ]


def test_a_round_under_way_stays_open(services: Services) -> None:
    text = "\n".join(
        (
            "012 T",
            "142 3",
            *(
                player(n, f"P{n}", cell)
                for n, cell in enumerate(("0002 w 1", "0001 b 0", "0004 w  ", "0003 b  "), 1)
            ),
        )
    )
    [known] = opened(services, text).rounds
    assert (known.is_started, known.is_closed, known.missing_results) == (True, False, (2,))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("012 Empty",), (1, 1, "The file has no players: no line begins with 001.")),
        ((player(1, "A"), player(1, "B")), (2, 5, "Line 1 has the starting rank 1 already.")),
        ((player(1, ""),), (1, 15, "The name is missing in columns 15 to 47.")),
        (
            (player(1, "A", rating="21x0"),),
            (1, 49, "A number from 0 to 9999 is expected in columns 49 to 52, not “21x0”."),
        ),
        ((player(1, "A", points="1,5"),), (1, 81, "Points are written like 11.5, not “1,5”.")),
        ((player(1, "A", "0009 w 1"),), (1, 92, "No other player has the starting rank 9.")),
        ((player(1, "A", "0001 w 1"),), (1, 92, "No other player has the starting rank 1.")),
        (
            (player(1, "A", "0002 w 1"), player(2, "B", "0001 b 1")),
            (1, 99, "Round 1: player 1 has “1” here, but player 2 has “1” on line 2."),
        ),
        (
            (player(1, "A", "0002 w 1"), player(2, "B", "0001 w 0")),
            (1, 97, "Round 1: players 1 and 2 both have the colour w."),
        ),
        (
            (player(1, "A", "0002 w 1"), player(2, "B", "0000 - Z")),
            (1, 92, "Round 1: player 1 meets 2 here, but line 2 has “0000 - Z”."),
        ),
        (
            (player(1, "A", "0002 w H"), player(2, "B", "0001 b 0")),
            (1, 99, "With an opponent the result is one of 10=WDL+-, not “H”."),
        ),
        (
            (player(1, "A", "0000 - Q"),),
            (1, 99, "Without an opponent the result is one of UFHZ+-=10WDL, not “Q”."),
        ),
        (
            (player(1, "A", "0002 x 1"), player(2, "B", "0001 b 0")),
            (1, 97, "The colour is w, b or -, not “x”."),
        ),
        (
            (player(1, "A", " 0002 w 1"),),
            (
                1,
                96,
                "A round has the opponent in four columns, the colour in the sixth"
                " and the result in the eighth, not “0002 w 1”.",
            ),
        ),
        (
            ("142 1", player(1, "A", "0002 w 1", "0002 b 1"), player(2, "B", "0001 b 0", "0001 w 0")),
            (1, 5, "The file holds 2 rounds, but announces 1."),
        ),
        (("142 x", player(1, "A")), (1, 5, "A number of rounds from 1 to 100 is expected, not “x”.")),
        (
            ("162  W 1.0    Q 2.0", player(1, "A")),
            (1, 11, "Record 162 has entries such as “W 1.0”, with W, D, L, A, P or X, not “Q 2.0”."),
        ),
        (("013 Team", player(1, "A")), (1, 1, "Record 013 is of a team tournament, which cannot be read.")),
        (("240 Q 002    1", player(1, "A")), (1, 5, "The bye is F, H or Z, not “Q”.")),
        (
            ("240 H 0x2    1", player(1, "A")),
            (1, 7, "A number from 1 to 100 is expected in columns 7 to 9, not “0x2”."),
        ),
    ],
)
def test_a_mistake_is_told_with_its_line_and_column(
    lines: tuple[str, ...], expected: tuple[int, int, str]
) -> None:
    assert expected in refused(*lines)


def test_points_that_the_rounds_do_not_give_are_doubtful() -> None:
    report = read_report(
        "\n".join(("142 1", player(1, "A", "0002 w 1", points="2.0"), player(2, "B", "0001 b 0")))
    )
    assert notes(report.warnings) == [(2, 81, "Player 1 has 2.0 points in the file, but 1.0 by the rounds.")]


def test_a_name_that_cannot_be_registered_is_a_mistake_of_its_line(services: Services) -> None:
    text = "\n".join(("012 T", "142 3", player(1, "Ada"), player(2, "Ada"), player(3, "x@y")))
    with pytest.raises(InvalidReport) as error:
        opened(services, text)
    assert [(line, column) for line, column, _ in notes(error.value.errors)] == [(5, 15), (4, 15)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encodings_of_other_programs_are_read(encoding: str) -> None:
    text = "\r\n".join(("012 Café", "142 1", player(1, "Müller, Jörg"), player(2, "Sánchez")))
    report: Report = read_report(decode_report(text.encode(encoding)))
    assert [each.name for each in report.players] == ["Müller, Jörg", "Sánchez"]


def test_a_file_of_more_results_than_a_request_may_read_is_refused() -> None:
    largest, larger = (
        [player(rank, f"Player {rank}", *["0000 - Z"] * rounds) for rank in range(1, 1001)]
        for rounds in (20, 21)
    )
    assert refused("012 Open", *larger) == [(2, 1, "A report file has up to 20000 results of its players.")]
    before = process_time()
    read_report("\n".join(["012 Open", *largest]))
    assert process_time() - before < LONGEST_SECONDS
