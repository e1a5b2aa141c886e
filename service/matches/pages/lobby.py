"""The lobby: matches to watch, and first of all those of this browser, with whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple, get_args
from urllib.parse import urlencode

from babel.dates import format_timedelta
from flask import render_template, request

from domain import table
from domain.model import Seat
from domain.table import MatchResult, Status
from projections.lobby import ListedMatch

from ...catalog.cardsets import PinnedCardSetMissing
from ...catalog.playable_games import Playable, all_playable
from ...evidence.keys import ImportTrust
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory, Players
from ...shared.errors import Forbidden, UnknownMatch
from ...shared.i18n import chosen, says
from ..listing import MatchFilter, entry_of, find
from ..opening import clock_form
from ..opening.option_form import in_words
from ..origin import origin
from ..results import Results
from ..viewing.access import Access
from ..viewing.seat_names import bot_label
from .miniatures import Miniature, boards, front

SHOWN = 24
"""How many matches a page of the lobby shows."""

BOARDS = 6
"""How many matches of this browser are shown by their boards."""

_ID = re.compile(r"[0-9A-Z]{0,12}")


class Row(NamedTuple):
    """A match as the lobby shows it; `turn` is whose it is, by name, `mine` whether that is this browser.

    `free` are the seats that whoever comes may take, and what they are called; `imported` tells where it is
    from; `mini` is its board; it was won `on_time` where the flag of the others fell. `stand_ins` are the
    seats that bots played on.
    """

    entry: ListedMatch
    title: str
    players: Players
    accounts: tuple[bool, ...]
    options: list[tuple[str, str]]
    opened: datetime
    ago: str
    turn: str = ""
    mine: bool = False
    free: Sequence[tuple[int, str]] = ()
    imported: str = ""
    mini: Miniature | None = None
    on_time: bool = False
    stand_ins: frozenset[Seat] = frozenset()


def show() -> str:
    """Shows the latest matches that fit what is asked for, and how to open one."""
    games, people = all_playable(), services()[PlayerDirectory]
    player = request.args.get("player", "")
    match_filter = MatchFilter(
        game=request.args.get("game") if request.args.get("game") in games else None,
        status=next((status for status in get_args(Status) if status == request.args.get("status")), None),
        players=people.resolve_ids(player) if player else None,
        studies="studies" in request.args,
    )
    after = request.args.get("after", "")
    found = find(services(), match_filter, after if _ID.fullmatch(after) else "", SHOWN)
    studies = "yes" if match_filter.studies else None
    args = {"player": player, "game": match_filter.game, "status": match_filter.status, "studies": studies}
    kept = {name: value for name, value in args.items() if value}
    return render_template(
        "lobby.html",
        games=games,
        statuses=get_args(Status),
        sought=match_filter,
        kept=kept,
        yours=[] if after else _with_boards([*_yours(games)]),
        front=None if after or kept else front(services(), found.matches),
        rows=[_row(entry, games) for entry in found.matches],
        after=after,
        result=result,
        next=found.next and urlencode({**kept, "after": found.next}),
    )


def _yours(games: dict[str, Playable]) -> Iterator[Row]:
    """Yields the matches that this browser sits in or opened, those that wait for it first."""
    rows = []
    for match in browser.recent_matches():
        with suppress(UnknownMatch, PinnedCardSetMissing, Forbidden):
            viewer = services()[Access].viewer_for(match, browser.session_token(match))
            rules, match_state = services()[Access].window(match, viewer).current()
            entry = entry_of(match, match_state)
            players = services()[PlayerDirectory].seat_players(entry.players).names
            asked = table.open_question(rules, match_state)
            mine = asked is not None and asked.seat in {*browser.seats_of(match)}.difference(match_state.bots)
            turn = players[asked.seat] if asked is not None and asked.seat >= 0 else None
            rows.append(_row(entry, games)._replace(turn=turn or "", mine=mine))
    yield from sorted(rows, key=lambda row: (not row.mine, row.entry.status == "over"))


def _with_boards(rows: list[Row]) -> list[Row]:
    """Returns *rows*, the first that have begun with the board that everybody may see."""
    listed_matches = [row.entry for row in rows if row.entry.status != "open"]
    minis = {mini.entry.match: mini for mini in boards(services(), listed_matches[:BOARDS])}
    return [row._replace(mini=minis.get(row.entry.match)) for row in rows]


def _row(entry: ListedMatch, games: dict[str, Playable]) -> Row:
    people = services()[PlayerDirectory]
    _, players, accounts, _ = people.seat_players(entry.players)
    moment = datetime.fromtimestamp(entry.opened / 1000, UTC)
    ago = format_timedelta(moment - datetime.now(UTC), add_direction=True, locale=chosen())
    game = games.get(entry.game)
    if game is None:  # a game that this service had once
        return Row(entry, entry.game, players, accounts, [], moment, ago)
    options = [*in_words(game.game, game.names, entry.options), *clock_form.in_words(entry.clock)]
    row = Row(entry, game.title, players, accounts, options, moment, ago)
    free = [seat for seat in entry.open_seats if players[seat] is None] if entry.status == "open" else []
    imported = origin(entry.imported and services()[ImportTrust].with_trust(entry.imported))
    match_result = _ended(entry)
    return row._replace(
        free=[(seat, game.seat(seat)) for seat in free],
        imported=imported,
        on_time=match_result is not None and match_result.by == table.CLOCK,
        stand_ins=frozenset() if match_result is None else match_result.stand_ins,
    )


def _ended(entry: ListedMatch) -> MatchResult | None:
    """Returns how a match ended, if that can have been by a clock or with bots as stand-ins."""
    if entry.status != "over" or (entry.clock is None and not entry.bots):
        return None
    return services()[Results].of(entry.match, entry.seq)


def result(row: Row) -> str:
    """Returns how a match ended, in words, and its score at the end, if it was played to that."""
    if row.entry.status != "over":
        return ""
    winners = [_winner(row, seat) for seat in row.entry.winners]
    if not winners:
        text = says("a draw")
    elif row.on_time:
        text = says("{winners} won on time", winners=", ".join(winners))
    else:
        text = says("{winners} won", winners=", ".join(winners))
    points = table.points_won(row.entry.winners, row.entry.scores)
    return f"{text} · {' : '.join(map(str, points))}" if points else text


def _winner(row: Row, seat: Seat) -> str:
    name = row.players[seat]
    if name is None:
        return says("a free seat")
    return bot_label(name) if seat in row.stand_ins else name
