"""Visits the service as it stands in a folder, in a process that has nothing else of it: `visit.py FOLDER`.

In the current directory it opens a match of each game, looks at its pages and has its record verified. It
prints what each reply was.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

OURS = ("domain", "projections", "replays", "service")


def visit(folder: Path) -> None:
    """Prints an address and a status a line; fails if anything of ours came from elsewhere than *folder*."""
    sys.path.insert(0, str(folder))
    import_module("recount")  # which makes the others importable
    from domain.games import GAMES
    from service.app import create_app, services_of
    from service.settings import Settings

    app = create_app(Settings())
    client = app.test_client(use_cookies=False)
    for game in GAMES:
        match = client.post("/api/v1/matches", json={"game": game, "seats": 2}).get_json()["id"]
        page = client.get(f"/m/{match}", headers={"Accept-Language": "it"})
        assert '<html lang="it"' in page.text, page.text[:500]
        parts = re.findall(r'(?:href|src)="(/static/[^"]*)"', page.text)
        assert parts
        addresses = [
            *parts,
            f"/api/v1/matches/{match}/narration",
            f"/m/{match}/replay.html",
            "/docs",
            "/proof",
            "/",
        ]
        for address in addresses:
            print(address, client.get(address.replace("&amp;", "&")).status_code)
        print(game, "verified", client.get(f"/api/v1/matches/{match}/verification").get_json()["ok"])
    services_of(app).close()
    for name, module in sys.modules.items():
        if name.split(".")[0] in OURS and (file := module.__file__):
            assert Path(file).is_relative_to(folder), f"{name} came from {file}"


if __name__ == "__main__":
    visit(Path(sys.argv[1]))
