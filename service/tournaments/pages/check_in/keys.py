"""Keys to the kiosks of check-in."""

from __future__ import annotations

import hashlib
import hmac

from flask import current_app, url_for

from domain.tournament.state import Tournament

KEY_LENGTH = 32


def kiosk_key(tournament: str, t: Tournament) -> str:
    """Returns the key to the kiosk of a tournament, empty while check-in is closed.

    Every process of the service derives the same key until the next check-in opens.
    """
    if t.check_in is None or not t.check_in.is_open:
        return ""
    secret = str(current_app.secret_key).encode()
    purpose = f"check-in:{tournament}:{t.check_in.seq}"
    return hmac.new(secret, purpose.encode(), hashlib.sha256).hexdigest()[:KEY_LENGTH]


def kiosk_link(tournament: str, t: Tournament) -> str:
    """Returns the link that makes a tablet the kiosk, empty while check-in is closed."""
    key = kiosk_key(tournament, t)
    return f"{url_for('check_in.show', tournament=tournament, _external=True)}#key={key}" if key else ""
