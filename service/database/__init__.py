"""The tables beside the events, defined once for SQLite and PostgreSQL, and the rows in them."""
