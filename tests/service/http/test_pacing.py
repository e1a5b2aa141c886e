"""What goes through a whole match lets others work in between."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from service.http import pacing
from tests.service.people import Api


def test_long_replies_are_made_a_little_at_a_time(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = api.seats_a_pair()
    last, rests = pair.play_out(Random(71)), list[float]()
    seq, ply, match = last["seq"], last["ply"], pair.blue.match
    monkeypatch.setattr(pacing, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=rests.append))
    monkeypatch.setattr(pacing, "SLICE", -1.0)
    for path, least in {
        f"/matches/{match}/frames?limit=5000": seq - 1,
        f"/matches/{match}/diff?from=1&to={seq}": seq - 1,
        f"/matches/{match}/narration": seq,
        f"/matches/{match}/verification": ply,
        f"/m/{match}/replay.html": 2 * seq,
    }.items():
        rests.clear()
        assert api.gets(path).status_code == 200
        assert len(rests) >= least, path
        assert set(rests) == {0}
