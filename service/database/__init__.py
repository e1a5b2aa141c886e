"""Tables beside the event log in SQLite and PostgreSQL, with repositories of their rows."""
