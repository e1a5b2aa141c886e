"""Steps that an organizer takes back while nothing depends on them, each by a fact of its own."""
