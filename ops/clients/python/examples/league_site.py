"""The site of a league, as JSON: `python league_site.py SERVICE TOKEN TOURNAMENT DATABASE PORT`."""

import json
import sqlite3
import sys
from threading import Thread
from typing import Any
from wsgiref.simple_server import make_server

from recount_client import Recount, api, verify_webhook

service, token, tournament, database, port = sys.argv[1:]
recount, hook = Recount(service, token), f"http://127.0.0.1:{port}/hook"
webhook = api.create_webhook({"url": hook, "event": tournament, "types": ["tournament.ResultCorrected"]})
secret = recount.send(webhook, key=hook)["secret"]  # A site that restarts gets the same, for a day.
corrections = dict[int, str]()


def follow() -> None:
    """Stores the effect of each notice with its position, and goes on from there after a restart."""
    db = sqlite3.connect(database)
    db.execute("CREATE TABLE IF NOT EXISTS place (one PRIMARY KEY, position, log)")
    db.execute("CREATE TABLE IF NOT EXISTS points (match, player, name, points)")
    position, log = db.execute("SELECT position, log FROM place").fetchone() or (0, None)
    feed = recount.feed(position, log=log, event=tournament)
    for notice in feed:
        event, match = notice["fact"]["event"], notice["subject"]["id"]
        with db:
            if event["type"] in ("table.MatchEnded", "table.Rewound"):  # A ruling may take a result back.
                db.execute("DELETE FROM points WHERE match = ?", [match])
            elif event["type"] == "players.NameErased":
                db.execute("UPDATE points SET name = '(erased)' WHERE player = ?", [event["player"]])
            for side in notice["fact"].get("sides", ()):
                for player in filter(None, side["players"]):
                    row = [match, player["id"], player["name"], 3 * (side["place"] == 1)]
                    db.execute("INSERT INTO points VALUES (?, ?, ?, ?)", row)
            db.execute("REPLACE INTO place VALUES (1, ?, ?)", [feed.position, feed.log])


def site(request: dict[str, Any], start: Any) -> list[bytes]:
    """Returns the page, and takes webhooks that the service signed; others fail."""
    if request["PATH_INFO"] == "/hook":
        headers = {name[5:].replace("_", "-"): value for name, value in request.items() if "HTTP_" in name}
        notice = verify_webhook(request["wsgi.input"].read(int(request["CONTENT_LENGTH"])), headers, secret)
        corrections[notice["position"]] = notice["fact"]["event"]["why"]  # A webhook may come twice.
    table = "SELECT name, SUM(points) FROM points GROUP BY player ORDER BY 2 DESC, 1"
    playing = recount.each(api.list_matches(event=tournament, status="playing"))
    page = {
        "table": sqlite3.connect(database).execute(table).fetchall(),
        "standings": recount.send(api.get_standings(tournament))["standings"],
        "live": [recount.send(api.get_match(match["id"]))["board"] for match in playing],
        "corrections": [*corrections.values()],
    }
    start("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(page).encode()]


Thread(target=follow, daemon=True).start()
make_server("127.0.0.1", int(port), site).serve_forever()
