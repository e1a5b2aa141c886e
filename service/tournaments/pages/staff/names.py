"""Names of staff members in place of their API tokens."""

from __future__ import annotations

from domain.tournament.state import Tournament

from ....http.services import services
from ....identity.players import PlayerDirectory


def staff_name(t: Tournament, api_token: str) -> str:
    """Returns the name of the member with an API token, by default that of the token."""
    members = {
        staff_member.joined.by.partition(":")[2]: staff_member.joined.member
        for staff_member in t.staff.values()
    }
    member = members.get(api_token)
    return services()[PlayerDirectory].names([member])[member] if member else api_token
