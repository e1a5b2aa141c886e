"""The feed as the Python client reads it: in order, each notice once, across deaths of either side."""

from __future__ import annotations

import asyncio
import json
import subprocess
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from recount_client import AsyncRecount, Call, Listing, LogReplaced, Notice, Problem, Recount
from recount_client.sse import Decoder, Event
from tests.browser.serving import Served

from .transports import PlainProxy

OPEN = Call[dict[str, Any]]("POST", "/api/v1/matches", body={"game": "arena"})


def everything(recount: Recount) -> list[Notice]:
    """Returns all notices there are."""
    return list(recount.each(Listing("GET", "/api/v1/facts")))


def test_readers_in_both_languages_go_on_when_the_service_was_killed(
    desk: Recount, service: Served, program: Path
) -> None:
    desk.send(OPEN)
    start = everything(desk)[-1]["position"]
    read, matches = list[Notice](), [desk.send(OPEN)["id"]]

    def follow() -> None:
        with Recount(service.url) as recount:
            read.extend(islice(recount.feed(start), 2))

    command = ["node", str(program), "follow", service.url, str(start), "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        reader = Thread(target=follow)
        reader.start()
        other.stdout.readline()
        service.kill()
        service.start()
        matches.append(desk.send(OPEN)["id"])
        reader.join(60)
        *_, last_line = other.stdout
    assert read == [notice for notice in everything(desk) if notice["position"] > start]
    assert [notice["subject"]["id"] for notice in read] == matches
    assert json.loads(last_line) == read


def test_a_reader_goes_on_from_the_position_that_it_stored(desk: Recount) -> None:
    matches = [desk.send(OPEN)["id"] for _ in range(3)]
    stored = everything(desk)[-3]["position"]
    feed = desk.feed(stored, type="table.MatchOpened")
    assert [notice["subject"]["id"] for notice in islice(feed, 2)] == matches[1:]
    assert feed.position == everything(desk)[-1]["position"]


def test_a_feed_is_read_by_pages_where_no_stream_comes_through(desk: Recount, service: Served) -> None:
    desk.send(OPEN)
    expected = everything(desk)
    with Recount(http=httpx.Client(base_url=service.url, transport=PlainProxy())) as recount:
        assert list(islice(recount.feed(), len(expected))) == expected


def test_a_service_with_another_log_is_recognized(desk: Recount) -> None:
    with pytest.raises(LogReplaced) as caught:
        next(iter(desk.feed(0, log="log-before-the-restore")))
    feed = desk.feed()
    next(iter(feed))
    assert caught.value.log == feed.log


def test_a_position_beyond_the_end_is_refused(desk: Recount) -> None:
    with pytest.raises(Problem) as caught:
        next(iter(desk.feed(10**9)))
    assert caught.value.slug == "position-ahead"
    assert caught.value.body["end"] == everything(desk)[-1]["position"]


def test_the_asynchronous_client_reads_the_same_feed(desk: Recount, service: Served) -> None:
    desk.send(OPEN)
    expected = everything(desk)

    async def follow() -> list[Notice]:
        read = list[Notice]()
        async with AsyncRecount(service.url) as recount:
            async for notice in recount.feed():
                read.append(notice)
                if len(read) == len(expected):
                    break
        return read

    assert asyncio.run(follow()) == expected


def test_events_are_decoded_wherever_the_bytes_are_cut() -> None:
    stream = 'retry: 2000\n: log L\n\nid: 7\r\ndata: {"a": "\u2028é"}\n\n: still here\nid: 9\n\n'.encode()
    for cut in range(len(stream)):
        decoder = Decoder()
        events = [*decoder.decode(stream[:cut]), *decoder.decode(stream[cut:])]
        assert events == [Event("7", '{"a": "\u2028é"}'), Event("9", "")]
        assert decoder.retry == 2
