"""Entry of players and staff by registration, links and invitations."""
