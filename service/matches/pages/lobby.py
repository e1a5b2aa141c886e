"""Lobby page, with the matches of this browser first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple, get_args
from urllib.parse import urlencode

from babel.dates import format_timedelta
from flask import render_template, request

from domain import table
from domain.model import Seat
from domain.table import Match, MatchResult, Status
from projections.lobby import ListedMatch

from ...catalog.cardsets import CardSetRegistry
from ...catalog.exercises import find_exercise
from ...catalog.playable_games import Playable, all_playable
from ...catalog.position_drawings import draw_position
from ...catalog.puzzles import load_puzzles, puzzle_narrator, puzzle_of_day
from ...evidence.keys import ImportTrust
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory, Players
from ...shared.i18n import page_language, says
from ..listing import MatchFilter, entry_of, find_matches
from ..opening import clock_form
from ..opening.option_form import describe_options
from ..origin import describe_origin
from ..repository import MatchRepository
from ..results import Results
from ..viewing.access import Access
from ..viewing.seat_names import bot_label
from .miniatures import UNREADABLE, Miniature, choose_boards, describe_win, draw_boards
from .watch import render_watch

PAGE_SIZE = 24
"""Matches on a page."""

MAX_BOARDS = 6
"""Matches of a list with a board, and free ones of the front page."""
FREE_SEAT_MS = 7 * 24 * 3_600_000
"""Age up to which the front page offers the free seats of a match, in milliseconds."""
MAX_OWN_MATCHES = 60
"""The latest matches of this browser, those without a board as lines."""

_ID = re.compile(r"[0-9A-Z]{0,12}")


class Row(NamedTuple):
    """Match in the lobby.

    `turn` is the name of the asked player, and `is_own` marks this browser's turn. `outcome` is the end for
    this browser. `free_seats` are the open seats with their labels, `imported` is the origin, and `mini` the
    board. `match_result` is the result of a match that is over.
    """

    entry: ListedMatch
    title: str
    players: Players
    accounts: tuple[bool, ...]
    options: list[tuple[str, str]]
    opened: datetime
    ago: str
    turn: str = ""
    is_own: bool = False
    outcome: str = ""
    free_seats: Sequence[tuple[int, str]] = ()
    imported: str = ""
    mini: Miniature | None = None
    match_result: MatchResult | None = None


def show_lobby() -> str:
    """Shows the latest matches that pass the filter, and the way to open one."""
    games, people = all_playable(), services()[PlayerDirectory]
    player = request.args.get("player", "")
    match_filter = MatchFilter(
        game=request.args.get("game") if request.args.get("game") in games else None,
        status=next((status for status in get_args(Status) if status == request.args.get("status")), None),
        players=people.resolve_ids(player) if player else None,
        studies="studies" in request.args,
    )
    after = request.args.get("after", "")
    if match_filter.status == "playing" and not (after or player or match_filter.studies):
        return render_watch(match_filter, PAGE_SIZE)
    match_page = find_matches(services(), match_filter, after if _ID.fullmatch(after) else "", PAGE_SIZE)
    studies = "yes" if match_filter.studies else None
    args = {"player": player, "game": match_filter.game, "status": match_filter.status, "studies": studies}
    active_args = {name: value for name, value in args.items() if value}
    is_front = request.args.keys().isdisjoint({"after", *args})
    yours = _with_boards(_own_rows(games)) if is_front else []
    front = choose_boards(services(), match_page.matches, browser.recent_matches()) if is_front else None
    drawn = {row.entry.match for row in yours if row.entry.status != "open"}
    drawn |= {mini.entry.match for mini in (*front.watched, *front.moments)} if front else set()
    entries = match_page.matches
    if is_front:
        oldest = services()[MatchRepository].clock() - FREE_SEAT_MS
        open_filter = match_filter._replace(status="open", opened_since=oldest)
        entries = find_matches(services(), open_filter, "", PAGE_SIZE).matches
    rows = [_make_row(entry, games) for entry in entries if entry.match not in drawn]
    return render_template(
        "lobby.html",
        games=games,
        statuses=get_args(Status),
        sought=match_filter,
        kept=active_args,
        yours=yours,
        again=_find_repeatable(yours),
        card_count=MAX_BOARDS,
        puzzle=_daily_puzzle() if is_front else None,
        front=front,
        rows=_with_boards(rows) if match_filter.status == "over" and not after else rows,
        after=after,
        result=describe_result,
        next=match_page.next and urlencode({**active_args, "after": match_page.next}),
    )


def _daily_puzzle() -> dict[str, Any]:
    """Returns the puzzle of the day with its drawing and its texts."""
    game, name = puzzle_of_day(datetime.now(UTC).date())
    rules = game.make_rules(services()[CardSetRegistry].find_cards(game.NAME).book)
    puzzle = load_puzzles(game.NAME)[name]
    texts = puzzle_narrator(game, rules)(puzzle)
    return {
        "game": game.NAME,
        "name": name,
        "drawing": draw_position(game, rules, puzzle.position),
        **texts,
    }


def _own_rows(games: dict[str, Playable]) -> list[Row]:
    """Returns the latest matches that this browser plays or opened, first those that wait for it.

    Lessons and puzzles have a page of their own.
    """
    rows = []
    for match in browser.recent_matches()[:MAX_OWN_MATCHES]:
        with suppress(*UNREADABLE):
            viewer = services()[Access].viewer_for(match, browser.session_token(match))
            rules, match_state = services()[Access].window(match, viewer).load()
            if find_exercise(match_state.settings):
                continue
            entry = entry_of(match, match_state)
            players = services()[PlayerDirectory].seat_players(entry.players).names_in(page_language())
            question = table.open_question(rules, match_state)
            is_own = question is not None and question.seat in {*browser.seats_of(match)}.difference(
                match_state.bots
            )
            turn = players[question.seat] if question is not None and question.seat >= 0 else None
            outcome = describe_own_end(entry, browser.seats_of(match))
            row = _make_row(entry, games)._replace(turn=turn or "", is_own=is_own, outcome=outcome)
            rows.append(_mark_study(row, match_state) if question is not None else row)
    return sorted(rows, key=lambda row: (not row.is_own, row.entry.status == "over"))


def own_matches() -> list[Row]:
    """Returns the first of the latest matches that this browser plays or opened, with their boards."""
    return _with_boards(_own_rows(all_playable())[:MAX_BOARDS])


def is_playing(game: str) -> bool:
    """Returns whether this browser plays a match of *game* that goes on."""
    rows = _own_rows(all_playable())
    return any(row.entry.game == game and row.entry.status == "playing" for row in rows)


def waiting_matches(announced: str) -> list[Row]:
    """Returns the first matches that wait for this browser, without those at *announced* paths."""
    rows = [
        row for row in _own_rows(all_playable()) if row.is_own and f"/m/{row.entry.match}?" not in announced
    ]
    return _with_boards(rows[:MAX_BOARDS])


def _mark_study(row: Row, match_state: Match[Any]) -> Row:
    """Returns the *row* of a match; that of a study of this browser alone waits for nobody."""
    own_seats = {*browser.seats_of(row.entry.match), *match_state.bots}
    if not match_state.is_study or len(own_seats) < match_state.settings.seats:
        return row
    return row._replace(turn="", is_own=False, outcome=says("study"))


def describe_own_end(entry: ListedMatch, seats: Sequence[Seat]) -> str:
    """Returns the end of a match for its *seats*; empty before it, without seats, and if only some won."""
    if entry.status != "over" or not seats:
        return ""
    if not entry.winners:
        return says("A draw")
    results = {seat in entry.winners for seat in seats}
    if len(results) > 1:
        return ""
    text = says("You won") if results == {True} else says("You lost")
    points = table.points_won(entry.winners, entry.scores)
    if len(points) != 2 or len(seats) != 1 or len(entry.players) != 2:
        return text  # points of a team of several players have no place in such a line
    return f"{text} {points[seats[0]]} : {points[1 - seats[0]]}"


def _find_repeatable(rows: Iterable[Row]) -> dict[str, Row]:
    """Returns the latest match of one player against bots among *rows*, by game."""
    return {
        row.entry.game: row
        for row in sorted(rows, key=lambda row: row.entry.opened)
        if len(row.entry.bots) == row.entry.seats - 1 and not (row.entry.study or row.entry.origin)
    }


def _with_boards(rows: list[Row]) -> list[Row]:
    """Returns *rows*, those of the first that have begun with their public board."""
    entries = [row.entry for row in rows[:MAX_BOARDS] if row.entry.status != "open"]
    minis = {mini.entry.match: mini for mini in draw_boards(services(), entries)}
    return [row._replace(mini=minis.get(row.entry.match)) for row in rows]


def _make_row(entry: ListedMatch, games: dict[str, Playable]) -> Row:
    people = services()[PlayerDirectory]
    seated_players = people.seat_players(entry.players)
    players, accounts = seated_players.names_in(page_language()), seated_players.accounts
    moment = datetime.fromtimestamp(entry.opened / 1000, UTC)
    ago = format_timedelta(moment - datetime.now(UTC), add_direction=True, locale=page_language())
    game = games.get(entry.game)
    if game is None:  # a game of an earlier release
        return Row(entry, entry.game, players, accounts, [], moment, ago)
    options = [
        *describe_options(game.game, game.names, entry.options),
        *clock_form.describe_clock(entry.clock),
    ]
    row = Row(entry, game.title, players, accounts, options, moment, ago)
    free_seats = (
        [seat for seat in entry.open_seats if players[seat] is None] if entry.status == "open" else []
    )
    imported = describe_origin(entry.imported and services()[ImportTrust].with_trust(entry.imported))
    is_over = entry.status == "over"
    return row._replace(
        free_seats=[(seat, game.seat_label(seat)) for seat in free_seats],
        imported=imported,
        match_result=services()[Results].load_result(entry.match, entry.seq) if is_over else None,
    )


def describe_result(row: Row) -> str:
    """Returns the result and the score of a match in words."""
    if row.entry.status != "over":
        return ""
    winners = [_winner_name(row, seat) for seat in row.entry.winners]
    text = describe_win(", ".join(winners), row.match_result) if winners else says("a draw")
    points = table.points_won(row.entry.winners, row.entry.scores)
    return f"{text} · {' : '.join(map(str, points))}" if points else text


def _winner_name(row: Row, seat: Seat) -> str:
    name = row.players[seat]
    if name is None:
        return says("a free seat")
    return bot_label(name) if row.match_result and seat in row.match_result.stand_ins else name
