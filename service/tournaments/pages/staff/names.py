"""Names of members of the staff, given at the invitation, in place of those of their API tokens."""

from __future__ import annotations

from domain.tournament.state import Tournament

from ....http.services import services
from ....identity.players import PlayerDirectory


def staff_name(t: Tournament, api_token: str) -> str:
    """Returns the name of the member who acts with an API token, or that of the token without a member."""
    members = {
        staff_member.joined.by.partition(":")[2]: staff_member.joined.member
        for staff_member in t.staff.values()
    }
    member = members.get(api_token)
    return services()[PlayerDirectory].names([member])[member] if member else api_token
